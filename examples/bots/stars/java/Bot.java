// Stars in Java, over the line protocol. Walk to the nearest star, not through danger; while
// strong, destroyers are prey. A cell is a number, row * width + column.
import java.io.*;
import java.util.*;

public class Bot {
    private final String map;
    private final int width;
    private final List<Integer> destroyers = new ArrayList<>(), enemies = new ArrayList<>();
    private int home;
    private boolean strong;

    // "MAP d0=R,C@R,C d1=R,C@R,C red=R,C:SCORE:STATUS blue=R,C:SCORE:STATUS round=N"
    Bot(String position, String seat) {
        String[] words = position.split(" ");
        width = (words[0] + "/").indexOf('/') + 1; // the "/" behind each row is a wall, too
        map = words[0].replace('/', '#') + "#".repeat(width + 1);
        for (int i = 1; i <= 4; ++i) {
            String[] part = words[i].split("[=,@:]");
            int cell = Integer.parseInt(part[1]) * width + Integer.parseInt(part[2]);
            int status = Integer.parseInt(part[4]);
            if (i <= 2) destroyers.add(cell);
            else if (part[0].equals(seat)) { home = cell; strong = status > 1; }
            else if (status > 0) enemies.add(cell);
        }
        enemies.addAll(destroyers);
    }

    boolean isOpen(int cell) { return cell >= 0 && map.charAt(cell) != '#'; }
    String name(int cell) { return cell / width + "," + cell % width; }

    // Steps to the nearest of those who could rob us; a large number if nobody can.
    int distanceToDanger(int cell) {
        int nearest = 1000;
        for (int enemy : enemies) {
            int rows = Math.abs(enemy / width - cell / width);
            nearest = Math.min(nearest, rows + Math.abs(enemy % width - cell % width));
        }
        return strong ? 1000 : nearest;
    }

    // Breadth first from our own cell: the first prize met is the nearest.
    String choose() {
        int[] ways = {-width, width, -1, 1};
        Map<Integer, Integer> firstStep = new HashMap<>(Map.of(home, home));
        ArrayDeque<Integer> waiting = new ArrayDeque<>(List.of(home));
        while (!waiting.isEmpty()) {
            int cell = waiting.poll();
            boolean isPrey = strong && destroyers.contains(cell);
            if (isPrey || "oO".indexOf(map.charAt(cell)) >= 0) return name(firstStep.get(cell));
            for (int way : ways) {
                int next = cell + way;
                boolean isNew = isOpen(next) && !firstStep.containsKey(next);
                if (!isNew || distanceToDanger(next) <= 1) continue;
                firstStep.put(next, cell == home ? next : firstStep.get(cell));
                waiting.add(next);
            }
        }
        int best = home; // no prize in reach: keep away from danger
        for (int way : ways)
            if (isOpen(home + way) && distanceToDanger(home + way) > distanceToDanger(best))
                best = home + way;
        return name(best);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader judge = new BufferedReader(new InputStreamReader(System.in));
        String seat = "";
        for (String line; (line = judge.readLine()) != null && !line.startsWith("end"); ) {
            if (line.startsWith("garlic ")) seat = line.split(" ")[3];
            if (line.startsWith("start ")) {
                new Bot(line.substring(6), seat).choose(); // the first time is slow: do it once
                System.out.println("ready");
            }
            if (line.startsWith("turn "))
                System.out.println(new Bot(line.substring(5), seat).choose());
        }
    }
}
