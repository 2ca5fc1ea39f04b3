/* What students use of <tchar.h>: characters are of one byte. */
#ifndef GARLIC_STANDIN_TCHAR_H
#define GARLIC_STANDIN_TCHAR_H

#define _tmain main
#define _TCHAR char
#ifndef TCHAR
#define TCHAR char
#endif
#define _T(text) text
#ifndef TEXT
#define TEXT(text) text
#endif
#define _tprintf printf

#endif
