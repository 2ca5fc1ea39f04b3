"""What the fixture `garlic` returns."""

import json
from typing import Any, NamedTuple, Protocol


class Result(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Garlic(Protocol):
    """Runs `garlic ARGUMENTS` in this process."""

    def __call__(self, *arguments: str) -> Result: ...
