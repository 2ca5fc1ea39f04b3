// Tiaojia in Java, over the line protocol. Two moves ahead: turn many stones, and leave few to be
// turned in reply. The board is one array with a frame around it, so that no step leaves it.
import java.io.*;

public class Bot {
    private static final int WIDTH = 14;
    // By direction code: up, down, left, right, up-left, up-right, down-left, down-right.
    private static final int[] STEPS = {
        -WIDTH, WIDTH, -1, 1, -WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1
    };

    private int from, direction, value = -100; // the best move, and what it is worth

    // By stones turned less stones lost in the next *depth* - 1 moves.
    Bot(char[] board, char own, int depth) {
        for (int cell = 0; cell < board.length; ++cell)
            for (int way = 0; way < 8 && board[cell] == own; ++way) {
                if (board[cell + STEPS[way]] != '.') continue;
                char[] after = board.clone();
                int worth = play(after, cell, way);
                if (depth > 1) worth -= new Bot(after, other(own), depth - 1).value;
                if (worth <= value) continue;
                from = cell;
                direction = way;
                value = worth;
            }
    }

    static char other(char stone) {
        return stone == 'O' ? 'X' : 'O';
    }

    // Moves the stone on *from* and returns how many enemies turned.
    static int play(char[] board, int from, int direction) {
        char own = board[from], enemy = other(own);
        int to = from + STEPS[direction], turned = 0;
        board[from] = '.';
        board[to] = own;
        for (int step : STEPS) // a pick: both neighbours on a line
            if (step < 0 && board[to + step] == enemy && board[to - step] == enemy) {
                board[to + step] = board[to - step] = own;
                turned += 2;
            }
        for (int step : STEPS) // a nip: between this stone and another of ours
            if (board[to + step] == enemy && board[to + 2 * step] == own) {
                board[to + step] = own;
                turned += 1;
            }
        return turned;
    }

    // "ROWS SIDE PLY": "..XXX....O../.../... O 0"
    static String choose(String position) {
        String[] words = position.split(" ");
        String frame = "#".repeat(WIDTH);
        StringBuilder board = new StringBuilder(frame).append('#');
        for (String row : words[0].split("/")) board.append((row + frame).substring(0, WIDTH));
        Bot best = new Bot(board.append(frame).toString().toCharArray(), words[1].charAt(0), 2);
        int row = best.from / WIDTH - 1, column = best.from % WIDTH - 1;
        return row + " " + column + " " + best.direction;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader judge = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = judge.readLine()) != null && !line.startsWith("end"); ) {
            if (line.startsWith("start ")) System.out.println("ready");
            if (line.startsWith("turn ")) System.out.println(choose(line.substring(5)));
        }
    }
}
