#include "board.h"
#include "rules.h" /* forgotten in the folder */

int main(void) {
    show();
    return 0;
}
