"""The parts of a synthetic solution that look ahead: making a move, and judging what follows."""

from support.synthetic.author import Author

_IN = "p >= 0 && p < h && q >= 0 && q < w"
_OUT = "p < 0 || q < 0 || p >= h || q >= w"


class LookingAhead:
    """Writes the functions of one author; the board is called *board*, or is the player's."""

    def __init__(self, author: Author, depth: str, board: str | None) -> None:
        self.by, self.n, self.depth, self.board = author, author.name, depth, board
        self.declarations: list[str] = []
        self.functions: list[str] = []

    def apply(self) -> None:
        """A board of its own, and a function that makes a move on it."""
        by = self.by
        if self.board is None:
            self.declarations.append("struct Copy { char cell[20][20]; int rows, cols; };")
        b = by.pick("to", "next_board", "after", "work")
        ways = [(a, b_) for a in (-1, 0, 1) for b_ in (-1, 0, 1) if a or b_]
        by.chance.shuffle(ways)
        cells = ", ".join(f"{{{p}, {q}}}" for p, q in ways)
        k = by.pick("k", "i", "t")
        u, v = (f"W[{k}][0]", f"W[{k}][1]") if by.odds(0.5) else ("u", "v")
        names = f"int u = W[{k}][0], v = W[{k}][1];\n" if u == "u" else ""
        inner = by.pick(
            f"int p = x + {u}, q = y + {v}, m = 0;\nwhile ({_IN} && {b}[p][q] == foe) {{"
            f" {by.more('m')}; p += {u}; q += {v}; }}\n"
            + by.pick(
                f"if (!({_IN}) || {b}[p][q] != me) continue;\n",
                f"if (!({_IN})) continue;\nif ({b}[p][q] != me) continue;\n",
                f"if ({_OUT} || {b}[p][q] != me) m = 0;\n",
            )
            + by.pick(
                f"for (; m > 0; m--) {b}[x + m * {u}][y + m * {v}] = me;",
                f"while (m) {{ {b}[x + m * {u}][y + m * {v}] = me; m -= 1; }}",
                f"for (int e = 1; e <= m; {by.more('e')}) {b}[x + e * {u}][y + e * {v}] = me;",
            ),
            f"int len = 1;\nfor (;;) {{\nint p = x + len * {u}, q = y + len * {v};\n"
            f"if ({_OUT} || ({b}[p][q] != 'o' && {b}[p][q] != 'O')) {{ len = 0; break; }}\n"
            f"if ({b}[p][q] == me) break;\n{by.more('len')};\n}}\n"
            f"while (len > 1) {{ len--; {b}[x + len * {u}][y + len * {v}] = me; }}",
            f"int end = 0;\nfor (int len = 1; !end && len < 20; {by.more('len')}) {{\n"
            f"int p = x + len * {u}, q = y + len * {v};\n"
            + by.pick(
                f"if ({_OUT}) end = -1;\nelse if ({b}[p][q] == me) end = len;\n"
                f"else if ({b}[p][q] != foe) end = -1;\n}}\n",
                f"if (!({_IN}) || ({b}[p][q] != me && {b}[p][q] != foe)) {{ end = -1; }}\n"
                f"else {{ if ({b}[p][q] == me) end = len; }}\n}}\n",
            )
            + f"for (int e = 1; e < end; {by.more('e')}) {b}[x + e * {u}][y + e * {v}] = me;",
        )
        body = by.loop(k, "8", names + inner) + "\n(void)foe;"
        self.declarations.append(f"static const signed char W[8][2] = {{{cells}}};")
        last = by.pick(f"{b}[x][y] = me;\n{body}", f"{body}\n{b}[x][y] = me;")
        self.functions.append(
            f"static void put(char {b}[20][20], int h, int w, int x, int y, char me, char foe) {{\n"
            f"{last}\n}}\n"
        )

    def after(self, rows: str, columns: str) -> tuple[str, str]:
        """What is looked at behind a move: statements, and what is added to its value."""
        by, n = self.by, self.n
        if self.depth == "greedy":
            return "", ""
        self.apply()
        r, c = n["row"], n["column"]
        source = f"{n['board']}[e]" if self.board else "player->mat[e]"
        copy = by.pick(
            f"char next[20][20];\nfor (int e = 0; e < {rows}; e++) memcpy(next[e], {source},"
            f" {columns});\nput(next, {rows}, {columns}, {r}, {c}, 'O', 'o');\n",
            f"char next[20][20];\nfor (int e = 0; e < {rows}; e++)\n"
            f"for (int f = 0; f < {columns}; f++) next[e][f] = {source}[f];\n"
            f"put(next, {rows}, {columns}, {r}, {c}, 'O', 'o');\n",
        )
        name = {"reply": "threat", "search": "ahead", "mobility": "freedom", "sampled": "playout"}[
            self.depth
        ]
        looks = f"static int {name}(char b[20][20], int h, int w"
        can = by.pick("can", "legal", "takes")
        self.functions.append(
            f"static int {can}(char b[20][20], int h, int w, int x, int y, char me, char foe) {{\n"
            + by.pick(
                "if (b[x][y] == me || b[x][y] == foe) return 0;\nint all = 0;\n"
                + by.loop(
                    "k",
                    "8",
                    f"int m = 1;\nint p = x + W[k][0], q = y + W[k][1];\n"
                    f"for (; {_IN} && b[p][q] == foe; {by.more('m')}) {{ p += W[k][0];"
                    f" q += W[k][1]; }}\n"
                    + by.pick(
                        f"if (m > 1 && {_IN} && b[p][q] == me) all += m - 1;",
                        f"if ({_IN}) all += b[p][q] == me ? m - 1 : 0;",
                        f"if ({_OUT}) continue;\nif (b[p][q] == me) all = all + m - 1;",
                    ),
                )
                + by.pick("\nreturn all;", "\nreturn all < 0 ? 0 : all;"),
                "char trial[20][20];\nint before = 0, now = 0;\n"
                "if (b[x][y] == 'o' || b[x][y] == 'O') return 0;\nmemcpy(trial, b, sizeof trial);\n"
                "put(trial, h, w, x, y, me, foe);\n"
                + by.loop(
                    "p",
                    "h",
                    by.loop(
                        "q",
                        "w",
                        by.pick(
                            "before += b[p][q] == me;\nnow += trial[p][q] == me;",
                            "if (b[p][q] == me) before++;\nif (trial[p][q] == me) now++;",
                            "now += (trial[p][q] == me) - (b[p][q] == me);",
                        ),
                    ),
                )
                + "\nreturn now - before - 1;",
                "int sum = 0;\nif (b[x][y] == 'O') return sum;\nif (b[x][y] == 'o') return sum;\n"
                "for (int u = -1; u < 2; u++) for (int v = -1; v < 2; v++) {\n"
                "int m = 0, p = x + u, q = y + v;\n"
                f"if (u || v) while ({_IN} && b[p][q] == foe) p += u, q += v, {by.more('m')};\n"
                f"if ((u || v) && m && {_IN} && b[p][q] == me) sum += m;\n}}\nreturn sum;",
            )
            + "\n}\n"
        )
        if self.depth == "reply":
            self.functions.append(
                f"{looks}) {{\nint worst = 0;\n"
                + by.loop(
                    "x",
                    "h",
                    by.loop(
                        "y",
                        "w",
                        by.pick(
                            f"int t = {can}(b, h, w, x, y, 'o', 'O');\nif (t > worst) worst = t;",
                            f"int t = {can}(b, h, w, x, y, 'o', 'O');\n"
                            "worst = t > worst ? t : worst;",
                        ),
                    ),
                )
                + "\nreturn worst;\n}\n"
            )
            return copy, f" - {by.pick('', '2 * ', '3 * ')}threat(next, {rows}, {columns})"
        if self.depth == "mobility":
            self.functions.append(
                f"{looks}) {{\nint own = 0, his = 0;\n"
                + by.loop(
                    "x",
                    "h",
                    by.loop(
                        "y",
                        "w",
                        by.pick(
                            f"if ({can}(b, h, w, x, y, 'O', 'o') > 0) own++;\n"
                            f"if ({can}(b, h, w, x, y, 'o', 'O') > 0) his++;",
                            f"own += {can}(b, h, w, x, y, 'O', 'o') ? 1 : 0;\n"
                            f"his += {can}(b, h, w, x, y, 'o', 'O') ? 1 : 0;",
                        ),
                    ),
                )
                + by.pick("\nreturn own - his;", "\nreturn 3 * own - 4 * his;")
                + "\n}\n"
            )
            return copy, f" + freedom(next, {rows}, {columns})"
        if self.depth == "search":
            self.functions.append(
                f"{looks}, int depth, char me, char foe) {{\n"
                "int any = 0, top = -100000;\nif (depth == 0) {\nint sum = 0;\n"
                + by.loop(
                    "x",
                    "h",
                    by.loop(
                        "y",
                        "w",
                        by.pick(
                            "if (b[x][y] == me) sum++;\nelse if (b[x][y] == foe) sum--;",
                            "sum += (b[x][y] == me) - (b[x][y] == foe);",
                        ),
                    ),
                )
                + "\nreturn sum;\n}\n"
                + by.loop(
                    "x",
                    "h",
                    by.loop(
                        "y",
                        "w",
                        by.unless(
                            f"{can}(b, h, w, x, y, me, foe) <= 0",
                            f"{can}(b, h, w, x, y, me, foe) > 0",
                            "char deeper[20][20];\nmemcpy(deeper, b, sizeof deeper);\n"
                            "put(deeper, h, w, x, y, me, foe);\n"
                            "int s = -ahead(deeper, h, w, depth - 1, foe, me);\nany = 1;\n"
                            + by.pick("if (s > top) top = s;", "top = s < top ? top : s;"),
                        ),
                    ),
                )
                + "\nreturn any ? top : 0;\n}\n"
            )
            depth = by.pick("1", "2")
            return copy, f" - ahead(next, {rows}, {columns}, {depth}, 'o', 'O')"
        self.functions.append(
            f"{looks}, int times) {{\nint won = 0;\nwhile (times-- > 0) {{\nchar g[20][20];\n"
            "memcpy(g, b, sizeof g);\nchar me = 'o', foe = 'O';\n"
            f"for (int turn = 0; turn < {by.pick('20', '40', '64')}; turn++) {{\n"
            "int x = rand() % h, y = rand() % w;\n"
            f"if ({can}(g, h, w, x, y, me, foe) > 0) put(g, h, w, x, y, me, foe);\n"
            "char swap = me;\nme = foe;\nfoe = swap;\n}\n"
            + by.loop("x", "h", by.loop("y", "w", "won += (g[x][y] == 'O') - (g[x][y] == 'o');"))
            + "\n}\nreturn won;\n}\n"
        )
        return copy, f" + playout(next, {rows}, {columns}, {by.pick('3', '5', '9')})"
