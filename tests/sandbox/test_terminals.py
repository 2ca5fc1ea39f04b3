"""A program at a terminal: prompts without a newline work, other terminal features do not."""

from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import SOME, Ahead, Confinement, start
from garlic.sandbox.process import Confined
from sandbox.harness import HERE, MEGABYTE, compile_c
from support.present import present

PATIENT = 30.0


@pytest.fixture(scope="module")
def typist(workshop: Path) -> Path:
    program = workshop / "typist"
    compile_c(HERE / "bots" / "typist.c", program)
    return program


def confined(program: Path) -> Confined:
    return start([program], Confinement(64 * MEGABYTE, terminal=True))


def output(program: Confined, typed: bytes = b"") -> bytes:
    """Its output up to its next prompt: terminals deliver it in pieces."""
    text = b""
    while not text.endswith(b"> "):
        turn = program.turn(typed, PATIENT, reply=SOME, ahead=Ahead.KEEP)
        assert turn.fault is None
        text, typed = text + present(turn.reply), b""
    return text


def test_a_prompt_arrives_although_it_is_never_flushed(typist: Path) -> None:
    with confined(typist) as program:
        assert output(program) == b"terminal 1 1 > "
        assert output(program, b"hello\n") == b"heard hello\n> "  # and no echo of what was typed


def test_control_characters_are_ordinary_bytes(typist: Path) -> None:
    with confined(typist) as program:
        output(program)
        assert output(program, b"a\x03\x1a\x1cb\n") == b"heard a\x03\x1a\x1cb\n> "


def test_standard_error_is_on_the_same_screen(typist: Path) -> None:
    with confined(typist) as program:
        output(program)
        assert output(program, b"complain\n") == b"no!\n> "


def test_a_program_cannot_type_to_itself(typist: Path) -> None:
    with confined(typist) as program:
        output(program)
        assert output(program, b"type\n") == b"refused\n> "


def test_waiting_is_late_and_exiting_is_a_crash(typist: Path) -> None:
    with confined(typist) as program:
        output(program)
        assert program.turn(b"", 0.2, reply=SOME).verdict is Verdict.TOO_LATE
        assert not program.alive
    with confined(typist) as program:
        output(program)
        turn = program.turn(b"leave\n", PATIENT, reply=SOME, ahead=Ahead.KEEP)
        assert turn.verdict is Verdict.CRASH
        assert present(turn.fault).status == 3
