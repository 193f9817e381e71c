"""The table as a whole."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.attacks.kit import Attack
from tests.attacks.older import OLDER

ROOT = Path(__file__).parents[2]


def table() -> list[tuple[Attack, str]]:
    """Each row, and the test that makes it."""
    files = ROOT.glob("tests/attacks/test_*.py")
    found = list(OLDER)
    for file in sorted(files):
        if file == Path(__file__):
            continue
        where = file.relative_to(ROOT)
        module = import_module(".".join(where.with_suffix("").parts))
        for name, test in vars(module).items():
            if name.startswith("test_"):
                found += [(row, f"{where}::{name}") for row in getattr(test, "rows", ())]
    return found


def test_no_row_stands_twice() -> None:
    told = [(row.has, row.does) for row, _ in table()]
    assert sorted(set(told)) == sorted(told)


@pytest.mark.parametrize("node", sorted({node for _, node in OLDER}))
def test_an_older_attack_is_still_made(node: str) -> None:
    file, _, name = node.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not name or f"def {name}(" in text
