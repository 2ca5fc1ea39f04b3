// Stars in Java, over the line protocol. Walk to the nearest star, not through danger; while
// strong, destroyers are prey.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Bot {
    record Cell(int row, int column) {}

    private final String[] map;
    private final List<Cell> destroyers = new ArrayList<>(), enemies = new ArrayList<>();
    private Cell home;
    private boolean strong;

    // "MAP d0=R,C@R,C d1=R,C@R,C red=R,C:SCORE:STATUS blue=R,C:SCORE:STATUS round=N"
    Bot(String position, String seat) {
        String[] words = position.split(" ");
        map = words[0].split("/");
        for (int i = 1; i <= 4; ++i) {
            String[] part = words[i].split("[=,@:]");
            Cell cell = new Cell(Integer.parseInt(part[1]), Integer.parseInt(part[2]));
            int status = Integer.parseInt(part[4]);
            if (i <= 2) destroyers.add(cell);
            else if (part[0].equals(seat)) {
                home = cell;
                strong = status > 1;
            } else if (status > 0) enemies.add(cell);
        }
        enemies.addAll(destroyers);
    }

    List<Cell> neighbours(Cell cell) {
        List<Cell> open = new ArrayList<>();
        for (int way = 0; way < 4; ++way) {
            int row = cell.row + "0211".charAt(way) - '1', column = cell.column + "1102".charAt(way) - '1';
            if (row < 0 || row >= map.length || column < 0 || column >= map[0].length()) continue;
            if (map[row].charAt(column) != '#') open.add(new Cell(row, column));
        }
        return open;
    }

    // Steps to the nearest of those who could rob us; a large number if nobody can.
    int distanceToDanger(Cell cell) {
        int nearest = 1000;
        for (Cell enemy : strong ? new ArrayList<Cell>() : enemies)
            nearest = Math.min(nearest, Math.abs(enemy.row - cell.row) + Math.abs(enemy.column - cell.column));
        return nearest;
    }

    Cell choose() { // breadth first from our own cell: the first prize met is the nearest
        Map<Cell, Cell> firstStep = new HashMap<>(Map.of(home, home));
        ArrayDeque<Cell> waiting = new ArrayDeque<>(List.of(home));
        for (Cell cell; (cell = waiting.poll()) != null; ) {
            boolean star = "oO".indexOf(map[cell.row].charAt(cell.column)) >= 0;
            if (star || strong && destroyers.contains(cell)) return firstStep.get(cell);
            for (Cell next : neighbours(cell)) {
                if (firstStep.containsKey(next) || distanceToDanger(next) <= 1) continue;
                firstStep.put(next, cell.equals(home) ? next : firstStep.get(cell));
                waiting.add(next);
            }
        }
        Cell best = home; // no prize in reach: keep away from danger
        for (Cell next : neighbours(home)) if (distanceToDanger(next) > distanceToDanger(best)) best = next;
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader judge = new BufferedReader(new InputStreamReader(System.in));
        String seat = "";
        for (String line; (line = judge.readLine()) != null && !line.startsWith("end"); ) {
            if (line.startsWith("garlic ")) seat = line.split(" ")[3];
            else if (line.startsWith("start ")) System.out.println("ready");
            else if (line.startsWith("turn ")) {
                Cell cell = new Bot(line.substring(5), seat).choose();
                System.out.println(cell.row + "," + cell.column);
            }
        }
    }
}
