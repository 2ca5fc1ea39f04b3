// Xiangqi in Java, over the line protocol. Three moves ahead: take what is worth most, less what
// can be taken in reply. The board is 90 letters, row by row from black's side; upper case is red.
import java.io.*;

public class Bot {
    private static final int KING = 10000;
    private static final int[] WORTHS = {KING, 900, 450, 400, 200, 200, 100, 0};
    private int from, to, value = -2 * KING; // the best move, and what it is worth

    static char kind(char piece) { return Character.toLowerCase(piece); }
    static int worth(char piece) { return WORTHS["krcnbap.".indexOf(kind(piece))]; }
    static int side(char piece) { return piece == '.' ? 0 : piece < 'a' ? 1 : -1; }

    // How many pieces stand between two points of a file or rank.
    static int between(char[] board, int from, int to) {
        int step = from / 9 == to / 9 ? 1 : 9, count = 0;
        for (int point = Math.min(from, to) + step; point < Math.max(from, to); point += step)
            if (board[point] != '.') ++count;
        return count;
    }

    // May the piece on *from* go to *to*, never mind what becomes of its king?
    static boolean canGo(char[] board, int from, int to) {
        int side = side(board[from]), down = to / 9 - from / 9, right = to % 9 - from % 9;
        if (side(board[to]) == side) return false;
        int rows = Math.abs(down), columns = Math.abs(right), steps = rows + columns;
        int jumped = rows * columns == 0 ? between(board, from, to) : -1;
        int rank = side > 0 ? 9 - to / 9 : to / 9; // of the target, from the own back rank
        boolean inPalace = rank <= 2 && Math.abs(to % 9 - 4) <= 1;
        boolean isFree = board[from + down / 2 * 9 + right / 2] == '.'; // an eye, or a leg
        switch (kind(board[from])) {
            case 'r': return jumped == 0;
            case 'c': return jumped == (board[to] == '.' ? 0 : 1);
            case 'n': return rows * columns == 2 && isFree;
            case 'b': return rows == 2 && columns == 2 && rank <= 4 && isFree;
            case 'a': return rows == 1 && columns == 1 && inPalace;
            case 'p': return steps == 1 && (down == -side || down == 0 && rank >= 5);
            default: // the king; it "takes" the other one along an open file
                if (right == 0 && worth(board[to]) == KING) return jumped == 0;
                return steps == 1 && inPalace;
        }
    }

    // The best move: what it takes, less the best reply. To leave the king costs so much that a
    // legal move is always better, and mate is worth so much that it is found.
    Bot(char[] board, int side, int depth, int number) {
        for (int i = 0; i < 90 * 90; ++i) {
            int source = i / 90, target = i % 90, taken = worth(board[target]);
            if (side(board[source]) != side || !canGo(board, source, target)) continue;
            int found = taken + (source * 7 + target * 3 + 1) * number % 11; // equals take turns
            if (depth > 1 && taken != KING) {
                char[] after = board.clone();
                after[target] = board[source];
                after[source] = '.';
                found -= new Bot(after, -side, depth - 1, number).value;
            }
            if (found > value) { from = source; to = target; value = found; }
        }
    }

    static String name(int point) { return "" + "abcdefghi".charAt(point % 9) + (9 - point / 9); }

    public static void main(String[] arguments) throws IOException {
        BufferedReader judge = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = judge.readLine()) != null && !line.startsWith("end"); ) {
            if (line.startsWith("start ")) System.out.println("ready");
            if (!line.startsWith("turn ")) continue;
            String[] words = line.split(" "); // turn FEN SIDE - - QUIET NUMBER
            String board = words[1].replace("/", ""); // a digit is so many empty points
            for (int i = 1; i <= 9; ++i) board = board.replace("" + i, ".".repeat(i));
            int side = words[2].equals("w") ? 1 : -1, number = Integer.parseInt(words[6]);
            Bot best = new Bot(board.toCharArray(), side, 3, number);
            System.out.println(name(best.from) + name(best.to));
        }
    }
}
