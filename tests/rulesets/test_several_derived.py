"""An edit of the rule book that makes several changes, where a proposal may have so many."""

import difflib

import pytest
from msgspec.structs import replace

from nomic_mail.game.commands import Change
from nomic_mail.game.numbers import PartNumber
from nomic_mail.game.rulebook import Rules
from nomic_mail.rulesets import load
from nomic_mail.rulesets.derive import NotOneChange, derive, derive_all, printed
from nomic_mail.rulesets.repository import path_of, rule_file

BOOK = Rules({rule.number: rule for rule in load("council").rules})
GOAL, STUCK = BOOK.by_number[207], BOOK.by_number[210]
THIRTY = "The first councillor with thirty points wins."
EDITED = BOOK.having(replace(GOAL, text=THIRTY)).without(210)
BOTH = (Change(kind="amend", target=207, text=THIRTY), Change(kind="repeal", target=210))


def diff(old: str, new: str, name: str = "rules.txt") -> str:
    lines = old.splitlines(), new.splitlines()
    return "\n".join(difflib.unified_diff(*lines, f"a/{name}", f"b/{name}", lineterm="")) + "\n"


@pytest.mark.parametrize("text", [printed(EDITED), diff(printed(BOOK), printed(EDITED))])
def test_an_edit_of_two_rules_is_two_changes(text: str) -> None:
    assert derive_all(BOOK, text, 2) == BOTH
    with pytest.raises(NotOneChange, match=r"2 rule-changes, and a proposal is one \(103\)"):
        derive(BOOK, text)


def test_more_than_there_may_be_are_refused_with_how_many() -> None:
    three = printed(EDITED.having(replace(BOOK.by_number[202], text="Three at most.")))
    with pytest.raises(NotOneChange, match="3 rule-changes, and a proposal has at most 2 here"):
        derive_all(BOOK, three, 2)


def test_a_patch_of_the_repository_makes_as_many() -> None:
    goal = f"diff --git a/{path_of(207)} b/{path_of(207)}\n"
    goal += diff(rule_file(GOAL), rule_file(replace(GOAL, text=THIRTY)), path_of(207))
    stuck = f"diff --git a/{path_of(210)} b/{path_of(210)}\ndeleted file mode 100644\n"
    stuck += diff(rule_file(STUCK), "", path_of(210)).replace(
        f"+++ b/{path_of(210)}", "+++ /dev/null"
    )
    assert derive_all(BOOK, goal + stuck, 5) == BOTH


def test_a_rule_that_one_of_several_made_is_edited_as_any() -> None:
    tea = replace(GOAL, number=PartNumber(301, 2), lineage=PartNumber(301, 2), title="Tea")
    rules = BOOK.having(tea)
    copy = printed(rules.having(replace(tea, text="There is tea.")))
    assert "301.2  Tea (mutable)" in copy or "301.2 Tea (mutable)" in copy
    change = Change(kind="amend", target=PartNumber(301, 2), text="There is tea.")
    assert derive(rules, copy) == change
    path = path_of(tea.lineage)
    assert path == "rules/301.2.md"
    patch = f"diff --git a/{path} b/{path}\n"
    patch += diff(rule_file(tea), rule_file(replace(tea, text="There is tea.")), path)
    assert derive(rules, patch) == change
