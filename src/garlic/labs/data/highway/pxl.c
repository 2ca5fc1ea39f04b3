#include "pxl.h"

void init_pxl1(struct PXL* p) { init_pxl2(p, 255, 255, 255, 255); }

void init_pxl2(struct PXL* p, uint8_t red_, uint8_t green_, uint8_t blue_, uint8_t alpha_) {
    const struct PXL made = {red_, green_, blue_, alpha_};
    *p = made;
}
