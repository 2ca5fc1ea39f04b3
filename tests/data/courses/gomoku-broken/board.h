#define SIZE 15
void show(void);
