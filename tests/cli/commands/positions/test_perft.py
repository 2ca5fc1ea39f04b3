import pytest

from cli.results import Garlic


@pytest.mark.parametrize("core", ["python", "native"])
def test_perft_ends_in_the_number(garlic: Garlic, core: str) -> None:
    code, out, _ = garlic("perft", "tiaojia", "--depth", "2", "--core", core, "--divide")
    *lines, total = out.splitlines()
    assert code == 0
    assert total == "2811"
    assert sum(int(line.split("\t")[1]) for line in lines) == 2811
