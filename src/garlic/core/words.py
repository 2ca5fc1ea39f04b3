"""What is said in two languages by whoever writes a file, a lab for instance."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """A title or an explanation. It renders like a `Text`, so it can be a value of one."""

    en: str
    zh: str

    def render(self, tongue: str) -> str:
        """The words in *tongue*, ``"en"`` or ``"zh"``."""
        return self.zh if tongue == "zh" else self.en

    def __str__(self) -> str:
        return self.en
