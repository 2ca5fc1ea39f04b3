"""Writes the report on a comparison into a folder: pages, and the same as JSON."""

import json
from pathlib import Path

from garlic.core.reading.files import make_folder, write_whole
from garlic.labs.lab import Lab
from garlic.labs.similarity.documents import findings_to_json
from garlic.labs.similarity.findings import Findings
from garlic.labs.similarity.naming import Heading, Naming
from garlic.labs.similarity.pages import write_pages


def write_findings(
    folder: Path, findings: Findings, lab: Lab, naming: Naming, language: str
) -> Path:
    """Write ``similar.json`` and the pages; return the page to open. Raises `UsageError`."""
    make_folder(folder)
    document = findings_to_json(findings, lab.name, naming, language)
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    write_whole(folder / "similar.json", text.encode(errors="replace"))
    return write_pages(folder, findings, Heading(lab.title.render(language), language, naming))


def naming_of(findings: Findings, language: str, *, hidden: bool) -> Naming:
    """How a report on *findings* names submissions."""
    sources = findings.by_name.values()
    return Naming(sources, findings.references.ours, language, hidden=hidden)
