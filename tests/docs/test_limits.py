"""docs/limits.md tells what the code holds to, and leaves no budget out."""

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest

from nomic_mail.config import SECTIONS

ROOT = Path(__file__).parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in (ROOT / "docs/limits.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`" in line.rpartition("|")[0].rpartition("|")[2]
]
KEYS = [row[-1].strip("`") for row in ROWS]
BUDGET = re.compile(
    r"_(?:A_DAY|A_SESSION)$|^UNPACKED_|^TEXT_(?:CHARS|LINES)$|^(?:MUCH|LITTLE)$|^(?:ASKED_)?A_LETTER$"
)
# What a rule's program does meets all of these, and what a question about the record does.
OF_A_CALL = re.compile(r"_MOST$")
OF_THE_RECORD = re.compile(r"^MOST_")
# All numbers of these are limits that a stranger's letter can meet.
OF_THE_DNS = ("letters/proof/names.py", "pump/aside.py")
OF_THE_DNS_TOO = re.compile(r"^(?:SIGNATURES|LOOKUPS|BEFORE|AFTER)$")
# What the page would be a list of parts without: a setting of each kind of limit.
LIMITS = re.compile(r"^(?:max_|letters_a_minute|keep_|strangers_|retry_)")


def told(value: object) -> str:
    """As the page writes it."""
    if isinstance(value, timedelta):
        days, hours = value.days, value.seconds // 3600
        count, word = (days, "day") if days else (hours, "hour")
        return f"{count} {word}{'s' if count > 1 else ''}"
    if isinstance(value, float) and not value.is_integer():
        return str(value)
    return f"{int(value):,}" if isinstance(value, int | float) else str(value)


def held(key: str) -> object:
    """What the code or the configuration has there."""
    if found := re.fullmatch(r"\[(\w+)\] (\w+)", key):
        return getattr(SECTIONS[found[1]](), found[2])
    file, _, name = key.partition(" ")
    module = import_module(f"nomic_mail.{file.removesuffix('.py').replace('/', '.')}")
    return getattr(module, name)


@pytest.mark.parametrize("row", ROWS, ids=KEYS)
def test_a_limit_is_what_the_page_tells(row: list[str]) -> None:
    what, limit, at_its_end, key = row
    assert what
    assert at_its_end
    assert limit == told(held(key.strip("`")))


def budgets() -> Iterator[str]:
    for file in sorted((ROOT / "nomic_mail").rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            names = node.targets if isinstance(node, ast.Assign) else ()
            for name in names:
                if isinstance(name, ast.Name) and is_budget(found := where(file), node, name.id):
                    yield f"{found} {name.id}"


def where(file: Path) -> str:
    return file.relative_to(ROOT / "nomic_mail").as_posix()


def is_budget(file: str, node: ast.stmt, name: str) -> bool:
    number = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    of_the_dns = (file in OF_THE_DNS and number) or (
        file == "letters/proof/dkim.py" and bool(OF_THE_DNS_TOO.search(name))
    )
    of_a_call = file == "sandbox/acts.py" and bool(OF_A_CALL.search(name))
    of_a_record = file == "pump/says/records.py" and bool(OF_THE_RECORD.search(name))
    return of_the_dns or of_a_call or of_a_record or bool(BUDGET.search(name))


def test_no_budget_of_the_code_is_left_out() -> None:
    known = {*KEYS, "letters/proof/token.py TEXT_CHARS"}  # as much as is read anyway
    assert [one for one in budgets() if one not in known] == []


def test_no_limit_of_the_configuration_is_left_out() -> None:
    keys = [
        f"[{section}] {key}"
        for section, struct in SECTIONS.items()
        for key in struct.__struct_fields__
        if LIMITS.search(key)
    ]
    assert [key for key in keys if key not in KEYS] == []
