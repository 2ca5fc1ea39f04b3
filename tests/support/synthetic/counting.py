"""The part of a synthetic solution that knows the rules: directions, bounds, flips."""

from collections.abc import Callable

from support.synthetic.author import Author


class Counting:
    """Writes the functions of one author that count the discs a move flips."""

    def __init__(self, author: Author) -> None:
        self.by = author
        self.n = author.name
        self.declarations: list[str] = []
        self.functions: list[str] = []
        pick = author.pick
        self.keeps_board = author.odds(0.5)  # a board of its own, else player->mat
        self.checks = pick("function", "macro", "inline", "reversed", "rim")
        self.directions = pick("two arrays", "pairs", "nested", "eight", "calculated")
        self.counting = pick("walk", "multiply", "collect", "recursive", "pointer")
        self.depth = pick("greedy", "greedy", "reply", "search", "mobility", "sampled")
        self.worth = pick("none", "table", "corner", "distance", "digits", "regions")

    def write(self) -> None:
        """All of it."""
        self._bounds()
        self._direction_tables()
        self._counting()

    def at(self, row: str, column: str) -> str:
        board = self.n["board"] if self.keeps_board else "player->mat"
        return f"{board}[{row}][{column}]"

    def argument(self) -> str:
        kind = self.n["board"]
        return (
            f"char {kind}[20][20], int rows, int cols"
            if self.keeps_board
            else ("struct Player *player")
        )

    def passed(self) -> str:
        return f"{self.n['board']}, rows, cols" if self.keeps_board else "player"

    @property
    def sizes(self) -> tuple[str, str]:
        return ("rows", "cols") if self.keeps_board else ("player->row_cnt", "player->col_cnt")

    def inside(self, row: str, column: str) -> str:
        rows, columns = self.sizes
        if self.checks == "function":
            return f"inside({self.passed()}, {row}, {column})"
        if self.checks == "macro":
            return f"IN({row}, {column}, {rows}, {columns})"
        if self.checks == "reversed":
            return f"!outside({row}, {column}, {rows}, {columns})"
        if self.checks == "rim":
            return f"(unsigned){row} < (unsigned){rows} && (unsigned){column} < (unsigned){columns}"
        parts = [f"{row} >= 0", f"{row} < {rows}", f"{column} >= 0", f"{column} < {columns}"]
        if self.by.odds(0.4):
            parts = [f"{row} > -1", f"{column} > -1", f"{rows} > {row}", f"{columns} > {column}"]
        return " && ".join(parts)

    def _bounds(self) -> None:
        by, (rows, columns) = self.by, self.sizes
        r, c = self.n["row"], self.n["column"]
        if self.checks == "function":
            body = by.pick(
                f"return {r} >= 0 && {c} >= 0 && {r} < {rows} && {c} < {columns};",
                f"if ({r} < 0 || {r} >= {rows}) return 0;\nif ({c} < 0 || {c} >= {columns})"
                " return 0;\nreturn 1;",
                f"return !({r} < 0 || {c} < 0 || {r} > {rows} - 1 || {c} > {columns} - 1);",
            )
            self.functions.append(
                f"static int inside({self.argument()}, int {r}, int {c}) {{\n{body}\n}}\n"
            )
        if self.checks == "macro":
            self.declarations.append(
                "#define IN(a, b, h, w) ((a) >= 0 && (a) < (h) && (b) >= 0 && (b) < (w))"
            )
        if self.checks == "reversed":
            body = by.pick(
                f"return {r} < 0 || {c} < 0 || {r} >= h || {c} >= w;",
                f"if ({r} < 0) return 1;\nif ({c} < 0) return 1;\nreturn {r} >= h ? 1 : {c} >= w;",
            )
            self.functions.append(
                f"static int outside(int {r}, int {c}, int h, int w) {{\n{body}\n}}\n"
            )

    def _direction_tables(self) -> None:
        by = self.by
        ways = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        by.chance.shuffle(ways)
        if self.directions in ("two arrays", "eight"):
            first, second = by.pick("dx", "dr", "down", "D1"), by.pick("dy", "dc", "right", "D2")
            self.ways = (f"{first}[{{}}]", f"{second}[{{}}]")
            for name, place in ((first, 0), (second, 1)):
                cells = ", ".join(str(way[place]) for way in ways)
                self.declarations.append(f"static const int {name}[8] = {{{cells}}};")
        elif self.directions == "pairs":
            name = by.pick("moves", "dirs", "around", "nb")
            self.ways = (f"{name}[{{}}][0]", f"{name}[{{}}][1]")
            cells = ", ".join(f"{{{a}, {b}}}" for a, b in ways)
            self.declarations.append(f"const int {name}[8][2] = {{{cells}}};")
        elif self.directions == "calculated":
            self.ways = ("({0} + ({0} > 3)) / 3 - 1", "({0} + ({0} > 3)) % 3 - 1")
        else:
            self.ways = ("a1", "b1")

    def around(self, body: Callable[[str, str], str]) -> str:
        """*body* for every direction."""
        by, d = self.by, self.n["direction"]
        if self.directions == "nested":
            inner = by.unless("a1 == 0 && b1 == 0", "a1 != 0 || b1 != 0", body("a1", "b1"))
            return (
                f"for (int a1 = -1; a1 <= 1; {by.more('a1')}) {{\n"
                f"for (int b1 = -1; b1 < 2; {by.more('b1')}) {{\n{inner}\n}}\n}}"
            )
        down, right = (way.format(d) for way in self.ways)
        if by.odds(0.4):
            text = f"int u = {down}, w = {right};\n" + body("u", "w")
        else:
            text = body(down, right)
        return by.loop(d, "8", text)

    def _counting(self) -> None:
        by, n = self.by, self.n
        r, c, count, own, other = n["row"], n["column"], n["count"], n["own"], n["other"]
        form = {
            "walk": self._walk,
            "multiply": self._multiply,
            "collect": self._collect,
            "recursive": self._recursive,
            "pointer": self._pointer,
        }[self.counting]
        body = self.around(form)
        result = by.pick(
            f"return {count};", f"return {count};", f"return {count} > 0 ? {count} : 0;"
        )
        empty = by.pick(
            f"if ({self.at(r, c)} == {own} || {self.at(r, c)} == {other}) return 0;\n",
            f"if ({self.at(r, c)} == 'O') return 0;\nif ({self.at(r, c)} == 'o') return 0;\n",
            f"char here = {self.at(r, c)};\nif (here == 'o' || here == 'O') return 0;\n",
        )
        start = by.pick(f"int {count} = 0;\n{empty}", f"{empty}int {count} = 0;\n")
        self.flips = by.pick("flips", "count_flips", "try_move", "gain_at", "eat", "turned")
        self.functions.append(
            f"static int {self.flips}({self.argument()}, int {r}, int {c}, char {own},"
            f" char {other}) {{\n{start}{body}\n{result}\n}}\n"
        )

    def _walk(self, down: str, right: str) -> str:
        by, n = self.by, self.n
        p, q, run = (
            by.pick("p", "r2", "nx"),
            by.pick("q", "c2", "ny"),
            by.pick("run", "got", "seen"),
        )
        step = by.pick(
            f"{p} += {down};\n{q} += {right};", f"{p} = {p} + {down}, {q} = {q} + {right};"
        )
        test = f"{self.inside(p, q)} && {self.at(p, q)} == {n['other']}"
        found = f"{self.inside(p, q)} && {self.at(p, q)} == {n['own']}"
        end = by.pick(
            f"if ({found}) {n['count']} += {run};",
            f"if ({run} > 0 && {found}) {{\n{n['count']} = {n['count']} + {run};\n}}",
            f"{n['count']} += ({found}) ? {run} : 0;",
        )
        return (
            f"int {p} = {n['row']} + {down}, {q} = {n['column']} + {right}, {run} = 0;\n"
            f"while ({test}) {{\n{by.more(run)};\n{step}\n}}\n{end}"
        )

    def _multiply(self, down: str, right: str) -> str:
        by, n = self.by, self.n
        k = n["steps"]
        p, q = f"{n['row']} + {k} * ({down})", f"{n['column']} + {k} * ({right})"
        stop = f"if (!({self.inside('p1', 'q1')})) break;"
        same = by.pick(
            f"if ({self.at('p1', 'q1')} == {n['own']}) {{\n{n['count']} += {k} - 1;\nbreak;\n}}\n"
            f"if ({self.at('p1', 'q1')} != {n['other']}) break;",
            f"if ({self.at('p1', 'q1')} == {n['other']}) continue;\n"
            f"if ({self.at('p1', 'q1')} == {n['own']}) {n['count']} += {k} - 1;\nbreak;",
        )
        return f"for (int {k} = 1; ; {by.more(k)}) {{\nint p1 = {p}, q1 = {q};\n{stop}\n{same}\n}}"

    def _collect(self, down: str, right: str) -> str:
        by, n = self.by, self.n
        ok = by.pick("ok", "closed", "flag")
        move = by.pick(f"p += {down}, q += {right};", f"q += {right};\np += {down};")
        return (
            f"int p = {n['row']}, q = {n['column']}, passed = 0, {ok} = 0;\n"
            f"do {{\n{move}\nif (!({self.inside('p', 'q')})) break;\n"
            f"if ({self.at('p', 'q')} == {n['own']}) {{ {ok} = 1; break; }}\n"
            f"if ({self.at('p', 'q')} == {n['other']}) passed++;\nelse break;\n}} while (1);\n"
            + by.pick(f"if ({ok}) {n['count']} += passed;", f"{n['count']} += {ok} * passed;")
        )

    def _recursive(self, down: str, right: str) -> str:
        by, n = self.by, self.n
        if not any("static int ray(" in part for part in self.functions):
            p, q = by.pick("p", "r"), by.pick("q", "c")
            again = f"ray({self.passed()}, {p} + u, {q} + w, u, w, {n['own']}, {n['other']})"
            tail = by.pick(
                f"int rest = {again};\nreturn rest < 0 ? -1 : rest + 1;",
                f"int rest = {again};\nif (rest >= 0) return 1 + rest;\nreturn rest;",
            )
            self.functions.append(
                f"static int ray({self.argument()}, int {p}, int {q}, int u, int w,"
                f" char {n['own']}, char {n['other']}) {{\n"
                f"if (!({self.inside(p, q)})) return -1;\n"
                f"if ({self.at(p, q)} == {n['own']}) return 0;\n"
                f"if ({self.at(p, q)} != {n['other']}) return -1;\n{tail}\n}}\n"
            )
        call = (
            f"ray({self.passed()}, {n['row']} + {down}, {n['column']} + {right}, {down}, {right},"
            f" {n['own']}, {n['other']})"
        )
        return by.pick(
            f"int one = {call};\nif (one > 0) {n['count']} += one;",
            f"int one = {call};\n{n['count']} += one < 0 ? 0 : one;",
        )

    def _pointer(self, down: str, right: str) -> str:
        by, n = self.by, self.n
        board = n["board"] if self.keeps_board else "player->mat"
        rows, columns = self.sizes
        room = by.pick("room", "left", "most")
        return (
            f"int {room} = 0, k1;\n"
            f"for (int p = {n['row']} + {down}, q = {n['column']} + {right};"
            f" {self.inside('p', 'q')}; p += {down}, q += {right}) {by.more(room)};\n"
            f"for (k1 = 1; k1 <= {room}; k1++) {{\n"
            f"const char *cell = &{board}[{n['row']} + k1 * {down}]"
            f"[{n['column']} + k1 * {right}];\n"
            f"if (*cell != {n['other']}) {{\n"
            + by.pick(
                f"if (*cell == {n['own']}) {n['count']} += k1 - 1;\nbreak;",
                f"{n['count']} += *cell == {n['own']} ? k1 - 1 : 0;\nk1 = {rows} + {columns};",
            )
            + "\n}\n}"
        )
