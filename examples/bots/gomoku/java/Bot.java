// Gomoku and Renju in Java, over the line protocol. Every five crossings in a row that one side
// alone has stones on are worth something to take, and to deny.
import java.io.*;

public class Bot {
    private static final int[][] LINES = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    // What a stone in such a row is worth, by the stones already there: ours, and theirs.
    private static final int[] OURS = {1, 10, 100, 1000, 1000000}, THEIRS = {0, 5, 50, 500, 100000};
    private final String[] board;
    private final char own;
    private final boolean isBlackInRenju;

    // "RULE ROWS SIDE PASSES", rows from the top: "renju .../.x./... w 0"
    Bot(String position) {
        String[] words = position.split(" ");
        board = words[1].split("/");
        own = words[2].equals("b") ? 'x' : 'o';
        isBlackInRenju = words[0].equals("renju") && own == 'x';
    }

    char at(int row, int column) {
        boolean inside = row >= 0 && row < board.length && column >= 0 && column < board.length;
        return inside ? board[row].charAt(column) : '#';
    }

    int value(int row, int column) {
        int sum = 0;
        for (int[] line : LINES)
            for (int first = -4; first <= 0; ++first) {
                int ours = 0, theirs = 0, outside = 0;
                for (int i = first; i < first + 5; ++i) {
                    char stone = at(row + i * line[0], column + i * line[1]);
                    if (stone == '#') ++outside;
                    else if (stone == own) ++ours;
                    else if (stone != '.') ++theirs;
                }
                if (outside == 0) sum += theirs == 0 ? OURS[ours] : ours == 0 ? THEIRS[theirs] : 0;
            }
        return sum;
    }

    // Might Renju forbid black to play here? Says yes too often: to be sure is much longer.
    boolean isRisky(int row, int column) {
        int risk = 0;
        for (int[] line : LINES) {
            int near = 1, unbroken = 1; // black stones within four steps; in one row with this one
            for (int way = -1; way <= 1; way += 2)
                for (int i = 1, joined = 1; i <= 4; ++i) {
                    char stone = at(row + way * i * line[0], column + way * i * line[1]);
                    if (stone == 'o' || stone == '#') break;
                    if (stone != 'x') joined = 0;
                    unbroken += joined;
                    near += stone == 'x' ? 1 : 0;
                }
            if (unbroken == 5) return false; // it wins
            risk += near >= 5 ? 2 : near >= 3 ? 1 : 0;
        }
        return risk > 1;
    }

    String choose() {
        String best = "pass";
        for (int row = 0, bestValue = -1; row < board.length; ++row)
            for (int column = 0; column < board.length; ++column) {
                boolean isBetter = at(row, column) == '.' && value(row, column) > bestValue;
                if (!isBetter || isBlackInRenju && isRisky(row, column)) continue;
                bestValue = value(row, column);
                best = "" + (char) ('a' + column) + (board.length - row);
            }
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader judge = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = judge.readLine()) != null && !line.startsWith("end"); )
            if (line.startsWith("start ")) System.out.println("ready");
            else if (line.startsWith("turn")) System.out.println(new Bot(line.substring(5)).choose());
    }
}
