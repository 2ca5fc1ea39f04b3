/* One pass: the best run that ends here extends the previous one or starts over. */
#include <stdio.h>

int main(void) {
    long number, ending_here, best;
    if (scanf("%ld", &number) != 1) return 1;
    ending_here = best = number;
    while (scanf("%ld", &number) == 1) {
        ending_here = ending_here > 0 ? ending_here + number : number;
        if (ending_here > best) best = ending_here;
    }
    printf("%ld\n", best);
    return 0;
}
