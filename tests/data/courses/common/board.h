/* Defined in every file that includes it, as old C allows. */
int board[15][15];
int moves;
void place(int row, int column);
