// Othello in Java, over the line protocol. One move ahead: take what is worth most, like corners,
// shun the cells beside them.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Bot {
    private final String[] worths;
    private final String[] discs;
    private final char own, other;

    // A position is "WORTHS DISCS SIDE PASSES", rows divided by "/": "111/101/111 .../.Oo/... r 0".
    Bot(String position) {
        String[] words = position.split(" ");
        worths = words[0].split("/");
        discs = words[1].split("/");
        own = words[2].equals("r") ? 'O' : 'o';
        other = words[2].equals("r") ? 'o' : 'O';
    }

    char at(int row, int column) {
        boolean inside =
            row >= 0 && row < discs.length && column >= 0 && column < discs[0].length();
        return inside ? discs[row].charAt(column) : '#';
    }

    // What the discs that a disc here flips are worth; -1 if it flips none.
    int gain(int row, int column) {
        int gained = -1;
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right) {
                int r = row + down, c = column + right, run = 0;
                for (; at(r, c) == other; r += down, c += right) run += worths[r].charAt(c) - '0';
                boolean flips = at(r, c) == own && at(row + down, column + right) == other;
                if (flips) gained = Math.max(gained, 0) + run;
            }
        return gained;
    }

    // Corners cannot be flipped back; the cells beside them give them away.
    int placeValue(int row, int column) {
        int edgeRow = Math.min(row, discs.length - 1 - row);
        int edgeColumn = Math.min(column, discs[0].length() - 1 - column);
        if (edgeRow == 0 && edgeColumn == 0) return 100;
        return edgeRow <= 1 && edgeColumn <= 1 ? -40 : 0;
    }

    String choose() {
        String best = "pass";
        int bestValue = Integer.MIN_VALUE;
        for (int row = 0; row < discs.length; ++row)
            for (int column = 0; column < discs[0].length(); ++column) {
                int gained = at(row, column) == '.' ? gain(row, column) : -1;
                if (gained < 0) continue;
                int worth = worths[row].charAt(column) - '0';
                int value = worth + 2 * gained + placeValue(row, column);
                if (value > bestValue) {
                    bestValue = value;
                    best = "" + (char) ('a' + column) + (row + 1);
                }
            }
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader judge = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = judge.readLine()) != null && !line.startsWith("end"); ) {
            if (line.startsWith("start ")) {
                new Bot(line.substring(6)).choose(); // the first time is slow: do it here once
                System.out.println("ready");
            }
            if (line.startsWith("turn ")) System.out.println(new Bot(line.substring(5)).choose());
        }
    }
}
