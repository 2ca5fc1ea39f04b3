// A bot for any game, over the line protocol: a random legal move. It asks for the legal moves with
// "ready legal", so it needs no rules. Read the position, and choose better.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class Bot {
    // The same games every time: that helps to find a mistake.
    static final Random CHANCE = new Random(1);

    static String choose(String position, List<String> moves) {
        return moves.get(CHANCE.nextInt(moves.size()));
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        List<String> moves = new ArrayList<>();
        for (String line; (line = input.readLine()) != null && !line.startsWith("end"); ) {
            if (line.startsWith("start ")) System.out.println("ready legal");
            if (line.startsWith("legal ")) moves.add(line.substring(6));
            if (line.startsWith("turn ")) {
                System.out.println(choose(line.substring(5), moves));
                moves.clear();
            }
        }
    }
}
