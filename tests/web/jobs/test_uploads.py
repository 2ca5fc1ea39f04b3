"""Which uploaded files are accepted, and which are refused."""

import io
import stat
import zipfile
from collections.abc import Iterable

import pytest

from garlic.core import InvalidFileError
from garlic.people.limits import QuotaError
from garlic.web.jobs.uploads import LARGEST_BOT_FILE, Quota, bot_file, plain_name


def packed(
    files: Iterable[tuple[str | zipfile.ZipInfo, bytes | str]],
    *,
    compression: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return content.getvalue()


def test_a_source_file_is_kept_unchanged() -> None:
    found = bot_file("player.h", b"int x;")
    assert (found.name, found.content) == ("player.h", b"int x;")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd.py", "passwd.py"),
        ("C:\\Users\\me\\Bot.java", "Bot.java"),
        ("<img src=x onerror=alert(1)>.py", "bot.py"),
        ("机器人.h", "bot.h"),
        ("a" * 300 + ".c", "bot.c"),
        (".py", "bot"),
        ("x\u202egnp.py", "bot.py"),
        ("", "bot"),
    ],
)
def test_names_become_plain(sent: str, kept: str) -> None:
    assert plain_name(sent) == kept


def test_a_zip_with_one_bot() -> None:
    content = packed([("mine/notes.md", "hello"), ("mine/bot.py", "def play(s): ...")])
    assert bot_file("mine.zip", content).name == "bot.py"


def test_in_a_zip_with_several_sources_the_usual_name_is_the_bot() -> None:
    content = packed([("a/player.h", "int a;"), ("a/helper.py", "x = 1")])
    assert bot_file("a.zip", content).name == "player.h"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([("../bot.py", "x")], "not allowed"),
        ([("/etc/bot.py", "x")], "not allowed"),
        ([("a.py", "x"), ("b.py", "x")], "expected one bot"),
        ([("readme.md", "x")], "expected one bot"),
        ([(f"f{number}.txt", "x") for number in range(1001)], "at most 1000"),
        ([("bot.py", b"\0" * (40 << 20))], "more than 32 MB"),
        ([("bot.py", b"\0" * (LARGEST_BOT_FILE + 1))], "larger than the 4 MB"),
    ],
)
def test_invalid_zip_files_are_refused(files: list[tuple[str, str | bytes]], words: str) -> None:
    with pytest.raises(InvalidFileError, match=words):
        bot_file("x.zip", packed(files))


def test_a_link_in_a_zip_is_refused() -> None:
    entry = zipfile.ZipInfo("bot.py")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(InvalidFileError, match="link"):
        bot_file("x.zip", packed([(entry, "/etc/passwd")]))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bot.exe", b"MZ", "expected a bot's source"),
        ("bot", b"\x7fELF", "expected a bot's source"),
        ("bot.py", b" \n", "empty"),
        ("bot.zip", b"PK nonsense", "damaged"),
        ("bot.py", b"x" * (LARGEST_BOT_FILE + 1), "larger than the 4 MB"),
    ],
)
def test_invalid_files_are_refused(name: str, content: bytes, words: str) -> None:
    with pytest.raises(InvalidFileError, match=words):
        bot_file(name, content)


def test_the_quota_counts_files_and_bytes_of_the_last_hour() -> None:
    quota = Quota(most_files=2, most_bytes=100)
    quota.take(60, now=0)
    with pytest.raises(QuotaError):
        quota.take(60, now=10)
    quota.take(40, now=20)
    with pytest.raises(QuotaError):
        quota.take(0, now=30)
    quota.take(60, now=3600)
