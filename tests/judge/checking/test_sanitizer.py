"""The reports of sanitizers: a real program with one fault for each word it is given."""

import functools
from collections.abc import Callable

import pytest

from garlic.core.language.text import catalogue
from garlic.judge.bots import Bot, find_bot
from garlic.judge.build import Built, build_program
from garlic.judge.checking.memory import bot_sources, find_sanitizer
from garlic.judge.checking.sanitizer import MemoryFault, SourceFile, parse_report
from garlic.sandbox import Confinement, Profile, start
from garlic.sandbox.outcome import SandboxTurn
from support.present import present

MEGABYTE = 1 << 20

# Each fault is in the line that ends with the word which asks for it.
SOURCE = r"""#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Node { int value, other; struct Node *next; };
static int history[10], grid[4][10], table[9], ten = 10, zero, large = 2147483647;
static char name[8], raw[16];
static int *nothing;
static struct Node *head;
static int *volatile pointer;

static void overflow_global(void) { history[ten] = 1; }          // global
static void overflow_pointer(void) { pointer[ten] = 1; }         // pointer
static int underflow(void) { return pointer[-1]; }               // before
static void overflow_row(void) { grid[1][ten] = 1; }             // row
static void overflow_stack(void) {
    int local[10];
    pointer = local;
    pointer[ten] = 3;                                            // stack
}
static void overflow_heap(void) {
    volatile int *block = malloc(40);                            // allocation
    block[ten] = 1;                                              // heap
    free((void *)block);
}
static void overflow_copy(void) { memcpy(name, "0123456789", ten); }  // copy
static void drop(int *block) { free(block); }                    // release
static void use_freed(void) {
    int *block = malloc(40);
    drop(block);
    *(volatile int *)block = 1;                                  // freed
}
static void free_twice(void) {
    pointer = malloc(9);
    free(pointer);
    free(pointer);                                               // twice
}
static void free_global(void) { pointer = table, free(pointer); }  // unallocated
__attribute__((noinline)) static void leave(void) { int gone = 3; pointer = &gone; }
static void use_returned(void) { leave(), *pointer = 4; }        // returned
static void use_left(void) {
    { int inner = 3; pointer = &inner; }
    *pointer = 4;                                                // left
}
static void add(void) { large = large + ten; }                   // sum
static void shift(void) { ten = 1 << (ten + 30); }               // shift
static void follow_null(void) { *nothing = 1; }                  // null
static void follow_member(void) { head->other = 1; }             // member
static void follow_wild(void) { *(volatile char *)0x7123456789abcdef = 1; }  // wild
static void divide(void) { ten = ten / zero; }                   // divide
static void misalign(void) { *(volatile int *)(raw + 1) = 3; }   // misaligned
static int deep(int n) { volatile int x = n; return deep(n + 1) + x; }  // recursion
static void unset(void) {
    bool *flags = malloc(8);
    memset(flags, 190, 8);
    if (*flags) ten++;                                           // bool
    free(flags);
}
static void give_up(void) { abort(); }                           // abort
static void allocate(void) {
    for (void *block; (block = malloc(1 << 24)) != NULL;) memset(block, 1, 1 << 24);
    exit(3);
}
static void jump(void) {
    jmp_buf back;
    for (volatile int round = 0; round < 50; ++round) {
        volatile char room[500];
        room[round] = 1;
        if (setjmp(back) == 0) longjmp(back, 1);
    }
}

int main(void) {
    char word[100];
    pointer = history;
    while (scanf("%99s", word) == 1) {
        fprintf(stderr, "SUMMARY: AddressSanitizer: %s, as the bot says\n", word);
#define ASKED(what, action) if (strcmp(word, what) == 0) { action; }
        ASKED("global", overflow_global()) ASKED("pointer", overflow_pointer())
        ASKED("before", (pointer = malloc(40), underflow())) ASKED("row", overflow_row())
        ASKED("stack", overflow_stack()) ASKED("heap", overflow_heap())
        ASKED("copy", overflow_copy()) ASKED("freed", use_freed()) ASKED("twice", free_twice())
        ASKED("unallocated", free_global()) ASKED("returned", use_returned())
        ASKED("left", use_left()) ASKED("sum", add()) ASKED("shift", shift())
        ASKED("null", follow_null()) ASKED("member", follow_member()) ASKED("wild", follow_wild())
        ASKED("divide", divide()) ASKED("misaligned", misalign()) ASKED("recursion", deep(1))
        ASKED("bool", unset()) ASKED("abort", give_up()) ASKED("allocate", allocate())
        ASKED("jump", jump())
        puts("survived");
        fflush(stdout);
    }
}
"""
SERIOUS = {
    "global": ("overflow_global", "writes past the end of `history` (10 x int)"),
    "pointer": ("overflow_pointer", "writes past the end of `history` (40 bytes)"),
    "before": ("underflow", "reads before the start of allocated memory (40 bytes from bot.c:"),
    "row": ("overflow_row", "index 10 is outside `grid[1]` (10 x int)"),
    "stack": ("overflow_stack", "writes past the end of `local` (40 bytes)"),
    "heap": (
        "overflow_heap",
        "writes past the end of allocated memory (40 bytes from bot.c:<allocation>)",
    ),
    "copy": ("overflow_copy", "writes past the end of `name` (8 bytes)"),
    "freed": ("use_freed", "uses memory that was freed in bot.c:<release>"),
    "twice": ("free_twice", "frees the same memory twice"),
    "unallocated": ("free_global", "frees memory that was not allocated with malloc or new"),
    "returned": (
        "use_returned",
        "uses the local variable `gone` of a function that has returned",
    ),
    "left": ("use_left", "uses the local variable `inner` after the end of its block"),
    "null": ("follow_null", "follows a null pointer"),
    "member": ("follow_member", "follows a null pointer"),
    "wild": ("follow_wild", "follows a pointer that leads nowhere"),
    "divide": ("divide", "divides by zero"),
    "recursion": ("deep", "calls itself without end"),
    "bool": ("unset", "uses a bool that was never set: its value is 190"),
    "abort": ("give_up", "ends itself (abort, a failed assertion, an uncaught exception)"),
}
UNDEFINED = {
    "sum": ("add", "a number becomes too large for its type (signed integer overflow: 2147483647"),
    "shift": ("shift", "shifts by more bits than the type has, or a negative number (shift exp"),
    "misaligned": ("misalign", "uses an address that does not fit the type (store to misaligned"),
}


def line_of(word: str) -> int:
    return next(n for n, line in enumerate(SOURCE.split("\n"), 1) if line.endswith(f"// {word}"))


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Bot:
    path = tmp_path_factory.mktemp("sanitized") / "bot.c"
    path.write_text(SOURCE)
    return find_bot(str(path))


@pytest.fixture(scope="module")
def reported(bot: Bot) -> Callable[[str], tuple[SandboxTurn, list[MemoryFault]]]:
    """A function from a word to the turn of the program and the faults that it reports."""
    built = build_program(present(bot.path), sanitized=True)
    assert isinstance(built, Built), built
    limits = Confinement(
        512 * MEGABYTE,
        Profile.SANITIZED,
        reserved_bytes=find_sanitizer().reserved_bytes,
        stack_bytes=64 * MEGABYTE,
    )

    @functools.cache
    def report(word: str) -> tuple[SandboxTurn, list[MemoryFault]]:
        with start([built.program], limits) as process:
            turn = process.turn(f"{word}\n".encode(), 120)
        return turn, parse_report(turn.stderr.decode(), bot_sources(bot))

    return report


@pytest.mark.parametrize("word", [*SERIOUS, *UNDEFINED])
def test_a_fault_is_named_with_its_line(
    reported: Callable[[str], tuple[SandboxTurn, list[MemoryFault]]], word: str
) -> None:
    function, sentence = {**SERIOUS, **UNDEFINED}[word]
    for marked in ("allocation", "release"):
        sentence = sentence.replace(f"<{marked}>", str(line_of(marked)))
    _, faults = reported(word)
    (fault, *others) = faults
    assert str(fault.text).startswith(f"bot.c:{line_of(word)} in {function}: {sentence}")
    assert fault.serious == (word in SERIOUS)
    assert fault.excerpt.splitlines()[1].startswith(f"bot.c:{line_of(word)} {function}: ")
    assert not others


@pytest.mark.parametrize("word", SERIOUS)
def test_every_fault_has_a_chinese_sentence(
    reported: Callable[[str], tuple[SandboxTurn, list[MemoryFault]]], word: str
) -> None:
    (fault,) = reported(word)[1]
    assert fault.what.template in catalogue("zh")
    assert fault.text.render("zh").startswith(f"bot.c:{line_of(word)}（函数 ")


@pytest.mark.parametrize("word", ["fine", "jump", "allocate"])
def test_what_is_no_misuse_of_memory_is_not_reported(
    reported: Callable[[str], tuple[SandboxTurn, list[MemoryFault]]], word: str
) -> None:
    turn, faults = reported(word)
    assert faults == []
    assert (turn.reply == b"survived\n") == (word != "allocate")


def test_what_a_bot_prints_is_no_report(
    reported: Callable[[str], tuple[SandboxTurn, list[MemoryFault]]],
) -> None:
    turn, _ = reported("fine")
    assert turn.stderr == b""


def test_a_report_that_was_cut_off_still_names_the_line(
    reported: Callable[[str], tuple[SandboxTurn, list[MemoryFault]]],
) -> None:
    turn, _ = reported("global")
    text = turn.stderr.decode()
    cut = text[: text.index("is located")]
    (fault,) = parse_report(cut, {"bot.c": SourceFile("bot.c", [])})
    assert str(fault.text).startswith(
        f"bot.c:{line_of('global')} in overflow_global: misuses memory"
    )
    assert parse_report("", {}) == []


def test_the_array_is_found_in_a_line_with_chinese() -> None:
    report = "bot.c:1:23: runtime error: index 7 out of bounds for type 'char [3]'\n"
    source = SourceFile("mine.c", ["/* 历史 */ row->seen[7] = 1;"])
    (fault,) = parse_report(report, {"bot.c": source})
    assert str(fault.text) == "mine.c:1: index 7 is outside `row->seen` (3 x char)"
