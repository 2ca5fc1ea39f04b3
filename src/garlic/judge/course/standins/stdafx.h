/* The header that Visual C++ compiles in advance, for folders that come without it. */
#include <stdio.h>
#include "tchar.h"
