"""Text that the author of a file, such as a lab, wrote in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bilingual:
    """A title or an explanation. It renders like a `Text`, so it can be a value of one."""

    en: str
    zh: str

    def render(self, language: str) -> str:
        """The words in *language*, ``"en"`` or ``"zh"``."""
        return self.zh if language == "zh" else self.en

    def __str__(self) -> str:
        return self.en
