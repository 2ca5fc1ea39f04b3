"""The scripts in `templates`, with their blanks filled in."""

from dataclasses import dataclass
from importlib.resources import files

from garlic.labs.recipes.package import PackageSource


@dataclass(frozen=True, slots=True)
class RecipeOptions:
    """How submissions are graded there."""

    language: str = "en"
    weak: bool = False  # judge even where programs cannot be confined


def filled(template: str, **values: str) -> bytes:
    """The file *template* of `templates`, with each ``@NAME@`` replaced by its value."""
    home = files("garlic.labs.recipes") / "templates"
    text = (home / template).read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"@{name.upper()}@", value)
    return text.encode()


def pythons_needed(package: PackageSource) -> dict[str, str]:
    """The blanks about Python: versions, and the packages of the system for each."""
    parts = " python$version-dev git" if package.is_built_there else ""
    return {"pythons": " ".join(package.pythons), "parts": parts}


def grading_blanks(options: RecipeOptions) -> dict[str, str]:
    """The blanks about grading: the language, and options of `garlic grade`."""
    weak = " --weak-isolation" if options.weak else ""
    return {"language": options.language, "options": weak}
