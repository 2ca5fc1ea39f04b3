/* Pictures. Ours, with the interface of the course's helper, and without a library; used where a
 * submission brings none. */
#ifndef SUAN_PNG_H_
#define SUAN_PNG_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pxl.h"

struct PNG {
    struct PXL* image; /* row by row, from the top */
    int width;
    int height;
};

void init_PNG(struct PNG* p);
void delete_PNG(struct PNG* p);
/* Both return 0, or 1 and a message on standard error. */
int load(struct PNG* p, const char* file_name);
int save(struct PNG* p, const char* file_name);
/* The pixel in column x of row y; NULL outside the picture. */
struct PXL* get_PXL(struct PNG* p, int x, int y);

#endif
