"""Opening books: how positions are written in them, what they contain, and how one is made."""

from pathlib import Path

import pytest

from garlic.core import Game, Seat, UsageError
from garlic.core.game import turn_position
from garlic.engines import Engine, Limit
from garlic.engines.book import BookMove, book_moves, book_of, form, playable
from garlic.engines.training import othello_book
from garlic.games import othello, tiaojia, xiangqi

START = othello.Position.start()
WITH_A_BOOK = [othello.GAME, xiangqi.GAME]


def after(*moves: str, start: othello.Position = START) -> othello.Position:
    for move in moves:
        start = start.play(othello.Move.parse(move))
    return start


class TestForm:
    def test_the_side_to_move_is_part_of_it_and_counters_are_not(self) -> None:
        assert form(xiangqi.GAME, xiangqi.Position.start())[0].endswith("/RNBAKABNR w")
        later = str(xiangqi.Position.start()).replace("w - - 0 1", "w - - 7 9")
        assert form(xiangqi.GAME, later)[0] == form(xiangqi.GAME, xiangqi.Position.start())[0]
        assert form(tiaojia.GAME, "OX/XX O 4")[0] == "OX/XX O"
        red, passed = str(START), str(START).replace("r 0", "r 1")
        blue = red.replace("r 0", "b 0")
        assert form(othello.GAME, red)[0] == form(othello.GAME, passed)[0]
        assert form(othello.GAME, red)[0] != form(othello.GAME, blue)[0]

    def test_moves_behind_a_position_are_played(self) -> None:
        line = f"{START} moves f5 d6 c3"
        assert form(othello.GAME, line)[0] == form(othello.GAME, after("f5", "d6", "c3"))[0]
        assert form(othello.GAME, line)[0] != form(othello.GAME, START)[0]

    def test_standard_othello_is_short_and_maps_name_their_worths(self) -> None:
        assert form(othello.GAME, START)[0] == "8/8/8/3Oo3/3oO3/8/8/8 r"
        assert form(othello.GAME, "121/111/111 .../.Oo/... r 0")[0] == "111/111/121 3/1Oo/3 r"

    @pytest.mark.parametrize(
        "moves",
        ["f5 d6 c3 d3 c4", "d3 c5 f6 f5 e6", "c4 e3 f6 e6 f5", "e6 f4 c3 c4 d3"],
    )
    def test_images_are_one_position_and_moves_are_turned_back(self, moves: str) -> None:
        position = after(*moves.split())
        first, _ = form(othello.GAME, after(*["f5", "d6", "c3", "d3", "c4"]))
        text, back = form(othello.GAME, position)
        assert text == first
        assert back is not None
        there = othello_book.position_of(text)
        for move in there.legal_moves():
            ours = position.play(back(move))
            assert form(othello.GAME, ours)[0] == form(othello.GAME, there.play(move))[0]

    def test_every_image_of_a_rectangle(self) -> None:
        worths = ["1111111", "1121111", "1111111", "1111111", "1111131"]
        discs = [".......", ".......", "..Oo...", "..oOO..", "......."]
        images = [
            othello.Position.of(
                [row[::right] for row in worths[::down]],
                [row[::right] for row in discs[::down]],
                Seat.B,
            )
            for right in (1, -1)
            for down in (1, -1)
        ]
        assert len({form(othello.GAME, image)[0] for image in images}) == 1
        (there,) = (
            image
            for image in images
            if form(othello.GAME, image)[0].startswith("/".join(image.board.worths))
        )
        for image in images:
            _, back = form(othello.GAME, image)
            assert back is not None
            assert back(othello.PASS) == othello.PASS
            for move in there.legal_moves():
                ours, theirs = image.play(back(move)), there.play(move)
                assert form(othello.GAME, ours)[0] == form(othello.GAME, theirs)[0]


class TestBooks:
    @pytest.mark.parametrize("game", WITH_A_BOOK, ids=lambda game: game.name)
    def test_a_book_contains_only_legal_moves(self, game: Game) -> None:
        book = book_of(game.name)
        assert len(book) >= 50
        for place in book:
            position = (
                othello_book.position_of(place) if game is othello.GAME else game.parse(place)
            )
            legal = turn_position(position).legal_moves()
            moves = book_moves(game, position)
            assert moves, place
            assert {one.move for one in moves} <= set(legal), place
            assert form(game, position)[0] == place

    def test_values_of_othello_agree(self) -> None:
        """A move is worth what the best answer to it is worth."""
        book = book_of("othello")
        values = {place: [float(move.split("=")[1]) for move in book[place]] for place in book}
        compared = 0
        for place, moves in book.items():
            assert values[place] == sorted(values[place], reverse=True), place
            for move in moves:
                name, _, points = move.partition("=")
                there = othello_book.position_of(place).play(othello.Move.parse(name))
                if (answers := values.get(form(othello.GAME, there)[0])) is not None:
                    compared += 1
                    assert float(points) == -answers[0], (place, move)
        assert compared >= 0.9 * len(book)

    def test_games_without_a_book_have_no_moves(self) -> None:
        assert book_of("tiaojia") == {}
        assert book_moves(tiaojia.GAME, tiaojia.Position.start()) == []
        assert playable([]) == []

    def test_a_finished_game_has_no_moves(self) -> None:
        once, twice = (str(START).replace("r 0", f"r {passes}") for passes in (1, 2))
        assert book_moves(othello.GAME, once)
        assert book_moves(othello.GAME, twice) == []

    def test_much_worse_moves_are_shown_but_not_played(self) -> None:
        a, b, c, d = (othello.Move.parse(name) for name in ("a1", "b1", "c1", "d1"))
        moves = [BookMove(a, 0.2), BookMove(b, -0.3), BookMove(c, -0.4), BookMove(d)]
        assert playable(moves) == [a, b, d]
        assert [str(move) for move in moves] == ["a1 +0.2", "b1 -0.3", "c1 -0.4", "d1"]

    @pytest.mark.parametrize("first", ["d3", "c4", "f5", "e6"])
    def test_othello_knows_all_four_first_moves(self, first: str) -> None:
        position = after(first)
        engine = Engine(othello.GAME, hash_mb=1)
        shown = engine.book_moves(position)
        assert len(shown) > 1
        assert {one.move for one in shown} <= set(position.legal_moves())
        assert engine.choose(position, Limit(nodes=1)) in playable(shown)
        assert Engine(othello.GAME, hash_mb=1, level=9).book_move(position) is None


class TestOthelloBook:
    def made(self, folder: Path, *more: str) -> str:
        out = folder / "book.txt"
        othello_book.main(["--folder", str(folder), "--out", str(out), "--nodes", "3000", *more])
        return out.read_text()

    def test_an_interrupted_run_continues(self, tmp_path: Path) -> None:
        whole = self.made(tmp_path / "whole", "--positions", "12")
        parts = tmp_path / "parts"
        self.made(parts, "--positions", "5")
        with (parts / "searches.jsonl").open("a") as file:
            file.write('{"position": "8/8')  # as a killed run leaves it
        assert self.made(parts, "--positions", "12") == whole
        comment, *lines = whole.splitlines()
        assert comment.endswith("othello_book (--positions 12 --nodes 3000).")
        assert len(lines) == 12
        assert lines[0].startswith("8/8/8/3Oo3/3oO3/8/8/8 r: ")

    def test_searches_of_other_options_are_refused(self, tmp_path: Path) -> None:
        self.made(tmp_path, "--positions", "1")
        with pytest.raises(UsageError, match="other options"):
            self.made(tmp_path, "--positions", "1", "--nodes", "4000")

    def test_values_are_backed_up_and_the_likeliest_line_is_next(self) -> None:
        tree = othello_book.BookTree()
        start = form(othello.GAME, START)[0]
        assert tree.next() == start
        tree.searched[start] = {"c5": 0.0}
        second = tree.next()
        assert second is not None
        tree.searched[second] = {"c3": 1.0, "c5": -0.5}
        assert tree.values()[start] == {"c5": -1.0}
        third = tree.next()
        assert third == tree.after(second, "c3")
        assert third is not None
        tree.searched[third] = {"d3": 2.0}
        # c3 is worth -2.0 now, so the other answer is better.
        assert tree.values()[second] == {"c5": -0.5, "c3": -2.0}
        assert tree.next() == tree.after(second, "c5")
        assert [line.split(": ") for line in tree.book()[second]] == [["c5=-0.5"], ["c3=-2.0"]]
