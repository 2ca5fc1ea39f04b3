"""An option of pytest that prints which files took longest: all their tests, on all workers."""

from collections import defaultdict

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slowest-files", type=int, default=0, metavar="N", help="print the N slowest files"
    )


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    count = config.getoption("slowest_files")
    if not count:
        return
    seconds: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.location[0]] += report.duration
    terminalreporter.section(f"slowest {count} files")
    for file, total in sorted(seconds.items(), key=lambda row: -row[1])[:count]:
        terminalreporter.write_line(f"{total:8.1f} s  {file}")
