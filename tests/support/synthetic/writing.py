"""A synthetic solution of the Othello lab: every author decides anew at some fifty points.

They decide which helpers there are, how the board is kept, how loops are counted, what a move is
worth, how far ahead is looked. What they have in common is the template and the usual idioms.
"""

from collections.abc import Callable

from support.synthetic.ahead import LookingAhead
from support.synthetic.author import Author, Solution
from support.synthetic.counting import Counting

TEMPLATE = """/* Othello lab. Fill in init and place; return (-1, -1) to pass. */
#include "../include/playerbase.h"

void init(struct Player *player) {
    /* called once, before the first turn */
}

struct Point place(struct Player *player) {
    struct Point point = initPoint(-1, -1);
    /* your code */
    return point;
}
"""


def solution(seed: int) -> Solution:
    """The program of one author."""
    return _Writing(Author(seed)).solution()


def short_solution(seed: int) -> str:
    """The text of one author whose task is a single function: how many discs a move flips."""
    counting = Counting(Author(seed))
    counting.write()
    return "\n".join([*counting.declarations, *counting.functions])


class _Writing(Counting):
    """Writes all of it."""

    def solution(self) -> Solution:
        self.write()
        self._worth()
        self._choice()
        self._init()
        chance = self.by.chance
        chance.shuffle(self.declarations)
        return Solution(tuple(self.declarations), tuple(self.functions))

    def _worth(self) -> None:
        by = self.by
        r, c = by.pick("r", "row", "x"), by.pick("c", "col", "y")
        forms: dict[str, Callable[[], str]] = {
            "none": lambda: "",
            "corner": lambda: by.pick(
                f"if (({r} == 0 || {r} == h - 1) && ({c} == 0 || {c} == w - 1)) return"
                f" {by.pick('50', '100', '30')};\nif ({r} == 0 || {c} == 0 || {r} == h - 1"
                f" || {c} == w - 1) return {by.pick('5', '8', '10')};\nreturn 0;",
                f"int edge = 0;\nif ({r} == 0) edge++;\nif ({c} == 0) edge++;\n"
                f"if ({r} == h - 1) edge++;\nif ({c} == w - 1) edge++;\n"
                f"return edge == 2 ? {by.pick('60', '99')} : edge * {by.pick('4', '7')};",
                f"int top = !{r} || {r} == h - 1, side = !{c} || {c} == w - 1;\n"
                f"return top && side ? {by.pick('80', '40')} : (top || side) * 6;",
            ),
            "distance": lambda: by.pick(
                f"int a = {r} < h - 1 - {r} ? {r} : h - 1 - {r};\n"
                f"int b = {c} < w - 1 - {c} ? {c} : w - 1 - {c};\n"
                "if (a + b == 0) return 90;\nreturn a < 2 && b < 2 ? -25 : 3 - (a < b ? a : b);",
                f"int a = abs(2 * {r} - h + 1), b = abs(2 * {c} - w + 1);\n"
                "if (a == h - 1 && b == w - 1) return 70;\n"
                "if (a >= h - 3 && b >= w - 3) return -30;\nreturn (a + b) / 4;",
            ),
            "table": lambda: by.pick(
                f"return T[{r} < 4 ? {r} : 7 - {r} % 8][{c} < 4 ? {c} : 7 - {c} % 8];",
                f"int i = {r} * 8 / h;\nint j = {c} * 8 / w;\nreturn T[i][j];",
            ),
            "digits": lambda: by.pick(
                f"return seen[{r}][{c}] + (h == w);",
                f"int d = seen[{r}][{c}];\nif (d <= 0) d = 1;\nreturn 2 * d + h - w;",
            ),
            "regions": lambda: by.pick(
                f"switch (({r} == 0) + ({r} == h - 1) + ({c} == 0) + ({c} == w - 1)) {{\n"
                "case 2: return 64;\ncase 1: return 9;\ndefault: break;\n}\n"
                f"return ({r} == 1 || {r} == h - 2) ? -4 : 1;",
                f"static const int ring[4] = {{12, -6, 3, 1}};\nint k = {r};\n"
                f"if (h - 1 - {r} < k) k = h - 1 - {r};\nif ({c} < k) k = {c};\n"
                f"if (w - 1 - {c} < k) k = w - 1 - {c};\nreturn ring[k > 3 ? 3 : k];",
            ),
        }
        body = forms[self.worth]()
        self.value = ""
        if self.worth == "table":
            rows_text = ", ".join(
                "{" + ", ".join(str(by.chance.randint(-30, 100)) for _ in range(8)) + "}"
                for _ in range(8)
            )
            self.declarations.append(f"static const int T[8][8] = {{{rows_text}}};")
        if self.worth == "digits":
            self.declarations.append("static int seen[20][20];")
        if body:
            self.value = by.pick("worth", "weight", "place_value", "pos", "bonus")
            self.functions.append(
                f"static int {self.value}(int {r}, int {c}, int h, int w) {{\n{body}\n}}\n"
            )

    def _choice(self) -> None:
        by, n = self.by, self.n
        r, c, best, value = n["row"], n["column"], n["best"], n["value"]
        rows, columns = "player->row_cnt", "player->col_cnt"
        setup = ""
        if self.keeps_board:
            setup = f"char {n['board']}[20][20];\nint rows = {rows}, cols = {columns};\n" + by.pick(
                f"for (int a = 0; a < rows; a++) memcpy({n['board']}[a], player->mat[a], cols);\n",
                f"for (int a = 0; a < rows; ++a)\nfor (int b = 0; b < cols; ++b)"
                f" {n['board']}[a][b] = player->mat[a][b];\n",
            )
            rows, columns = "rows", "cols"
        call = f"{self.flips}({self.passed()}, {r}, {c}, 'O', 'o')"
        price = f" + {self.value}({r}, {c}, {rows}, {columns})" if self.value else ""
        scale = by.pick("", "2 * ", "3 * ", "10 * ") if price else ""
        ahead = LookingAhead(by, self.depth, n["board"] if self.keeps_board else None)
        after = ahead.after(rows, columns)
        self.declarations += ahead.declarations
        self.functions += ahead.functions
        judge = f"int {value} = {scale}got{price}{after[1]};"
        better = by.pick(f"{value} > {best}", f"{value} >= {best}", f"{best} < {value}")
        keep = by.pick(
            f"if ({better}) {{\n{best} = {value};\nanswer = initPoint({r}, {c});\n}}",
            f"if ({better}) {{\nanswer.X = {r};\nanswer.Y = {c};\n{best} = {value};\n}}",
            f"if (found == 0 || {better}) {{\nfound = 1;\n"
            f"br = {r};\nbc = {c};\n{best} = {value};\n}}",
            f"list[amount][0] = {r};\nlist[amount][1] = {c};\nprice[amount] = {value};\namount++;",
        )
        body = f"int got = {call};\n" + by.unless(
            "got == 0", "got > 0", f"{after[0]}{judge}\n{keep}"
        )
        if by.odds(0.3):
            loops = by.loop(
                "cell",
                f"{rows} * {columns}",
                f"int {r} = cell / {columns}, {c} = cell % {columns};\n{body}",
            )
        else:
            outer, inner = ((r, rows), (c, columns))[:: 1 if by.odds(0.7) else -1]
            loops = by.loop(*outer, by.loop(*inner, body))
        low = by.pick("-1000000", "-99999", "-(1 << 30)")
        if "list[" in keep:
            start = "int list[400][2], price[400], amount = 0;\n"
            end = by.pick(
                "if (amount == 0) return initPoint(-1, -1);\nint k = 0;\n"
                "for (int i = 1; i < amount; i++) if (price[i] > price[k]) k = i;\n"
                "return initPoint(list[k][0], list[k][1]);",
                "int chosen = -1;\nwhile (amount-- > 0) if (chosen < 0 || price[amount] >"
                " price[chosen]) chosen = amount;\n"
                "return chosen < 0 ? initPoint(-1, -1) : initPoint(list[chosen][0],"
                " list[chosen][1]);",
            )
        elif "found" in keep:
            start = f"int found = 0, br = -1, bc = -1, {best} = 0;\n"
            end = by.pick(
                "return initPoint(br, bc);",
                "if (!found) return initPoint(-1, -1);\nreturn initPoint(br, bc);",
            )
        else:
            start = f"struct Point answer = initPoint(-1, -1);\nint {best} = {low};\n"
            end = "return answer;"
        self.functions.append(
            f"struct Point place(struct Player *player) {{\n{setup}{start}{loops}\n{end}\n}}\n"
        )

    def _init(self) -> None:
        by = self.by
        body = "(void)player;"
        if self.worth == "digits":
            body = by.loop(
                "a",
                "player->row_cnt",
                by.loop(
                    "b",
                    "player->col_cnt",
                    by.pick(
                        "char k = player->mat[a][b];\n"
                        "seen[a][b] = k >= '1' && k <= '9' ? k - '0' : 0;",
                        "if (player->mat[a][b] > '0' && player->mat[a][b] <= '9')"
                        " seen[a][b] = player->mat[a][b] - 48;\nelse seen[a][b] = 1;",
                    ),
                ),
            )
        self.functions.insert(
            by.chance.randrange(len(self.functions)),
            f"void init(struct Player *player) {{\n{body}\n}}\n",
        )
