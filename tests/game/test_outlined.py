"""Rules numbered as an outline is: 1.4.2."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from nomic_mail import rulesets
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import Change
from nomic_mail.game.numbers import PartNumber, read_number, whole
from nomic_mail.toml import BadFile
from nomic_mail.written.numbers import read_as

IN_ORDER = (
    "1",
    "1.1",
    "1.4",
    "1.4.1",
    "1.4.2",
    "1.4.10",
    "1.10",
    "2",
    "99.99.99",
    "999.1.1",
    "1000",
)
OUTLINE = Path(__file__).parents[1] / "games" / "own" / "outline.toml"


@pytest.mark.parametrize("text", [*IN_ORDER, "999999.99", "999.99.99"])
def test_a_number_is_what_is_written(text: str) -> None:
    number = read_number(text)
    assert str(number) == text
    assert int(number) < 2**31
    plain = {"kind": "repeal", "target": text if "." in text else number}
    assert read_as(Change, plain, json.dumps(plain)) == Change(kind="repeal", target=number)


def test_they_come_in_the_order_of_the_outline() -> None:
    numbers = [read_number(one) for one in IN_ORDER]
    assert all(a < b and not b < a and a != b for a, b in pairwise(numbers))
    assert sorted(numbers, key=str) != sorted(numbers) == numbers
    assert [whole(one) + 1 for one in numbers] == [one + 1 for one in numbers]


def test_no_two_are_the_same_number() -> None:
    two = {int(PartNumber(n, k)) for n in (1, 301, 999_999) for k in (1, 99)}
    three = {int(PartNumber(n, k, m)) for n in (1, 301, 999) for k in (1, 99) for m in (1, 99)}
    assert len(two | three) == 6 + 12


@pytest.mark.parametrize(
    "text", ["1000.1.1", "1.0", "1.100", "1.4.2.1", "1..2", "0.1", "01.2", "1."]
)
def test_what_is_no_such_number_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        read_number(text)


def test_clauses_name_rules_of_an_outline() -> None:
    claims = parse_clause("victory: 50 over 1.4.2, 2.1 defers to 3")
    assert [str(one) for one in claims.over] == ["1.4.2", "2.1"]
    assert parse_clause(claims.text) == claims
    assert parse_clause("void: rule 1.4.2").text == "void: rule 1.4.2"


def test_a_ruleset_file_is_told_how_to_write_one() -> None:
    text = OUTLINE.read_text(encoding="utf-8")
    wrong = text.replace('"1.2.1"', "1.2").replace('"2.1"', '"2.1.1.1"')
    with pytest.raises(BadFile) as told_of:
        rulesets.from_file(wrong, "outline.toml")
    fixes = [problem.fix for problem in told_of.value.problems]
    assert fixes == [
        'write a number with a point in quotes, as 1.1 and 1.10 are two: "1.1"',
        "write a whole number from 0 to 99999, without quotes; or one of an outline, in quotes: "
        '"1.4.2"',
    ]
