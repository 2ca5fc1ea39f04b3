"""Pages that sources, configuration and READMEs name are there."""

import re

from support.transcripts import ROOT

_FOLDERS = ("src", "bench", "book", "cpp", "examples", "frontend/src", "tests", ".github")
_KINDS = frozenset({".py", ".toml", ".json", ".md", ".h", ".cpp", ".ts", ".svelte", ".yml"})
_GENERATED = ("lib/api/schema.ts",)  # by `make check-pages`
_MENTION = re.compile(r"(?<![\w/.])docs/[a-z][\w./-]*\.md\b")


def test_every_page_that_is_named_exists() -> None:
    files = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*")]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    named = [
        (page, path.relative_to(ROOT).as_posix())
        for path in files
        if path.suffix in _KINDS and not path.as_posix().endswith(_GENERATED)
        for page in _MENTION.findall(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert len(named) > 50
    assert [entry for entry in named if not (ROOT / entry[0]).is_file()] == []
