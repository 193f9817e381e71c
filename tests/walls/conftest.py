"""The Python source of the house, read once for all the walls."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def modules() -> dict[str, ast.Module]:
    """Every .py file we write (nomic_mail, tests, bench), by its path from the root."""
    files = sorted(
        f for room in ("nomic_mail", "tests", "bench") for f in (ROOT / room).rglob("*.py")
    )
    return {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_bytes(), str(file)) for file in files
    }
