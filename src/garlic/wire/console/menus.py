"""Questions that programs ask before a game, and the answers that begin the wanted one.

A menu is a list of keys and their meaning, ``1.人机对战 2.双人对战``, ``1 to pvp, 2 to pvc``,
``先手(1) 后手(2)`` or ``人人对战(按P) 人机对战(按E)``. Each option gets points for what is wanted
(a game against the computer, in which the program has its seat), and the best is typed if it has
any.
"""

import itertools
import re
from dataclasses import dataclass

from garlic.core import Seat

_MACHINE = r"电脑|计算机|机器|人工智能|(?<![a-z])ai(?![a-z])|computer|machine|robot"
_AGAINST_MACHINE = re.compile(
    rf"人机|单人|pv[cezam](?![a-z])|one player|single|{_MACHINE}", re.IGNORECASE
)
_OTHER_GAMES = re.compile(
    r"双人|人人|两人|玩家对玩家|机机|pvp|two player|2 player|multi|local"
    rf"|(?:human|person|player)[\s-]*(?:vs\.?|against|and|-)[\s-]*(?:human|person|player)"
    rf"|(?:{_MACHINE})[\s-]*(?:vs\.?|对战?|against)[\s-]*(?:{_MACHINE})",
    re.IGNORECASE,
)
_QUIT = re.compile(
    r"退出|离开|结束|读取|悔棋|认输|认负|exit|quit|leave|load|undo|resign", re.IGNORECASE
)
_START = re.compile(r"开始|新游戏|新局|下棋|落子|start|new game|play|begin", re.IGNORECASE)
_FIRST = r"先手|先下|先走|先行|先|执黑|黑|first|black|player\s*1|玩家\s*[1一]"
_SECOND = r"后手|后下|后走|后行|后|执白|白|second|white|player\s*2|玩家\s*[2二]"
_MACHINE_FIRST = re.compile(rf"(?:{_MACHINE})[^,，;；。?？\n]{{0,8}}?(?:{_FIRST})", re.IGNORECASE)
_MACHINE_SECOND = re.compile(rf"(?:{_MACHINE})[^,，;；。?？\n]{{0,8}}?(?:{_SECOND})", re.IGNORECASE)
_PERSON_FIRST = re.compile(_FIRST, re.IGNORECASE)
_PERSON_SECOND = re.compile(_SECOND, re.IGNORECASE)

_PERSON = re.compile(r"玩家|人类|真人|human|person|player", re.IGNORECASE)
_IS_MACHINE = re.compile(_MACHINE, re.IGNORECASE)

_KEY = re.compile(r"(?<![A-Za-z0-9.~-])[(（\[【<]?([0-9])(?![0-9~-])[)）\]】>]?")
_LETTER_KEY = re.compile(
    r"(?:按|输入|键入|press|type|enter)\s*[“\"'(（\[【<]?([A-Za-z])(?![A-Za-z])", re.IGNORECASE
)
_CLOSED_AT_ONCE = re.compile(r"[^()（）\n]{0,2}[)）]")  # the key ends the words in brackets
_YES_NO = re.compile(
    r"(?<![A-Za-z0-9])([yY]|[yY]es|YES|1)\s*[/|,，、或]\s*([nN]|[nN]o|NO|0)(?![A-Za-z0-9])"
)
_BLACK_WHITE = re.compile(
    r"(?<![A-Za-z])([bB]|[bB]lack)\s*[/|,，、或]\s*([wW]|[wW]hite)(?![A-Za-z])"
)
_NO = re.compile(r"悔棋|再来|再玩|存档|保存|undo|again|save|quit|退出", re.IGNORECASE)
_FORBIDDEN_MOVES = re.compile(r"禁手|forbidden|renju", re.IGNORECASE)
_LEVEL = re.compile(r"难度|等级|级别|水平|level|difficulty", re.IGNORECASE)
_BOARD_SIZE = re.compile(r"棋盘(?:大小|尺寸|边长|规格)|board size|size of the board", re.IGNORECASE)
_NAME = re.compile(r"名字|姓名|昵称|用户名|your name|nickname", re.IGNORECASE)
_DIGIT_RANGE = re.compile(r"([0-9])\s*[-~～到至]\s*([0-9])(?![0-9])")

_LOOKED_AT = 1000  # characters at the end of the screen that may belong to the question


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game that is wanted: the program's seat, the size of the board, forbidden moves."""

    seat: Seat  # of the program
    size: int
    forbidden_moves: bool

    def answer(self, text: str) -> str | None:
        """What to type for the question at the end of *text*; None if it is not understood."""
        text = text[-_LOOKED_AT:]
        last = "\n".join(text.rstrip().splitlines()[-2:])
        if found := _YES_NO.search(last):
            yes = self._agrees(last)
            return None if yes is None else found[1 if yes else 2]
        if found := _BLACK_WHITE.search(last):  # asks a person for a colour
            return found[1 if self.seat is Seat.B else 2]
        if (best := self._who_plays(last) or self.choice(text)) is not None:
            return best
        if _LEVEL.search(text):
            options = _options(text)
            ranges = _DIGIT_RANGE.findall(last)
            return max(options, default=ranges[-1][1] if ranges else None)
        if _BOARD_SIZE.search(last):
            return str(self.size)
        return "garlic" if _NAME.search(last) else None

    def _who_plays(self, question: str) -> str | None:
        """Who takes a colour, if that is the question: ``黑方为 (1.电脑 2.玩家)``."""
        options = _options(question)
        kinds = {bool(_IS_MACHINE.search(words)): key for key, words in options.items()}
        colour = self._fits_seat(re.split(r"[0-9]", question, maxsplit=1)[0])
        people = sum(bool(_PERSON.search(words)) for words in options.values())
        if len(options) != 2 or len(kinds) != 2 or people != 1 or not colour:
            return None
        return kinds[colour < 0]  # what fits a person's colour does not fit the program's

    def choice(self, line: str) -> str | None:
        """What to type if *line* alone is a menu of what to do in a turn; else None."""
        options = _options(line)
        best = max(options, key=lambda key: self._points(options[key]), default="")
        return best if best and self._points(options[best]) > 0 else None

    def _points(self, option: str) -> int:
        if _QUIT.search(option):
            return -100
        points = 0
        if _OTHER_GAMES.search(option):
            points -= 50
        elif _AGAINST_MACHINE.search(option):
            points += 4
        points += 8 * self._fits_seat(option)
        return points + (2 if _START.search(option) else 0)

    def _fits_seat(self, text: str) -> int:
        """1 if *text* gives the program its seat, -1 if it gives the other, else 0."""
        machine_first, machine_second = _MACHINE_FIRST.search(text), _MACHINE_SECOND.search(text)
        first, second = _PERSON_FIRST.search(text), _PERSON_SECOND.search(text)
        if machine_first or machine_second:
            seat = Seat.A if machine_first else Seat.B
        elif bool(first) != bool(second):
            seat = Seat.B if first else Seat.A
        else:
            return 0
        return 1 if seat is self.seat else -1

    def _agrees(self, question: str) -> bool | None:
        """Whether to say yes to a question that is answered with yes or no."""
        if _FORBIDDEN_MOVES.search(question):
            return self.forbidden_moves
        if _NO.search(question):
            return False
        if fits := self._fits_seat(question):
            return fits > 0
        if _AGAINST_MACHINE.search(question) or _START.search(question):
            return True
        return None


def _options(text: str) -> dict[str, str]:
    """The last list of keys in *text*, each with its meaning."""
    run = _last_list(list(_KEY.finditer(text))) or list(_LETTER_KEY.finditer(text))
    if len(run) < 2:
        return {}
    between = [text[key.end() : after.start()] for key, after in itertools.pairwise(run)]
    head = text[: run[0].start()].rsplit("\n", 1)[-1]
    tail = text[run[-1].end() :].split("\n", 1)[0]
    keys_come_last = not tail.strip(" \t\r:：,，.。;；?？)）]】") or all(
        _CLOSED_AT_ONCE.match(behind) for behind in (*between, tail)
    )
    meant = [head, *between] if keys_come_last else [*between, tail]
    return {key[1]: words for key, words in zip(run, meant, strict=True)}


def _last_list(found: list[re.Match[str]]) -> list[re.Match[str]]:
    """The last of *found* that count from 0 or 1, else that count down to it; perhaps none."""
    starts = [n for n, key in enumerate(found) if key[1] in "01"]
    upwards = (_counted(found[start:]) for start in reversed(starts))
    if run := next((run for run in upwards if len(run) > 1), []):
        return run
    downwards = (_counted(found[: start + 1][::-1])[::-1] for start in reversed(starts))
    return next((run for run in downwards if len(run) > 1), [])


def _counted(keys: list[re.Match[str]]) -> list[re.Match[str]]:
    """The first of *keys* and those behind it that count on from it."""
    run = keys[:1]
    for key in keys[1:]:
        if int(key[1]) != int(run[-1][1]) + 1:
            break
        run.append(key)
    return run
