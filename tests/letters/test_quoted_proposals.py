"""EDIT's letter comes back: each rule of each ruleset, edited where a reply quotes it or copied out
of it, is proposed with the words that stand there then, and with no others."""

import pytest

from nomic_mail.game.commands import Change, Preview, Propose, Revise
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.post.editing import edit_letter
from nomic_mail.post.text import folded
from nomic_mail.rulesets import load, names

ODD = (
    "It ends here.\nEND\nOr so it seems.",
    "Points:\n\n> are given\n> and taken\n\nby hand.",
    "{\nA set.\n}",
    "FOR 301\nLEAVE\nCALL VOTE",
    ".\n}\n}}",
)
ATTRIBUTION = "On Mon, 2 Mar 2026, Tea <tea@nomic.example> wrote:"
BLOCK = "PROPOSE AMEND 206: Less\nA defeat costs five.\nEND"
MUTABLE = [
    pytest.param(rule, id=f"{ruleset} {rule.number}")
    for ruleset in names()
    for rule in load(ruleset).rules
    if rule.status == "mutable"
]
STRANGE = [Rule(number=201, lineage=201, status="mutable", title="Odd", text=one) for one in ODD]


def letter_of(rule: Rule) -> str:
    return folded(edit_letter(State(rules=Rules({rule.number: rule})), rule.number))


def quoted(text: str) -> str:
    lines = (f"> {line}".rstrip() for line in text.split("\n"))
    return "\n".join([ATTRIBUTION, "> Ready.", ">", *lines])


def said(text: str) -> Understood:
    return understand("Re: Rule 201, ready to change", text, About())


def changed(text: str) -> Change:
    read = said(text)
    assert (read.questions, read.ignored) == ((), ())
    (one,) = read.said
    assert isinstance(one.command, Propose)
    return one.command.change


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize("rule", [*MUTABLE, *STRANGE])
def test_each_rule_comes_back_with_its_words(rule: Rule) -> None:
    letter = letter_of(rule)
    for text in (letter, f"PROPOSE\n\n{quoted(letter)}\n> -- \n> Tea\n"):
        change = changed(text)
        assert (change.kind, change.target, change.title) == ("amend", rule.number, rule.title)
        assert words(change.text) == words(rule.text)


def test_what_is_edited_in_the_quotation_is_what_is_proposed() -> None:
    rule = next(one for one in load("net_play").rules if one.number == 206)
    letter = letter_of(rule).replace("10 points", "5 points")
    assert changed(f"PROPOSE\n\n{quoted(letter)}").text.startswith("A player loses 5 points")


def test_an_effects_block_keeps_its_margin() -> None:
    letter = "PROPOSE AMEND 206: Less\nA defeat costs five.\nEffects:\n  penalty defeat: 5\nEND"
    assert changed(f"PROPOSE\n{quoted(letter)}").effects == ("penalty defeat: 5",)


@pytest.mark.parametrize(("word", "kind"), [("PREVIEW", Preview), ("REVISE", Revise)])
def test_the_word_above_it_says_what_becomes_of_it(word: str, kind: type) -> None:
    (one,) = said(f"{word}\n\n{quoted(BLOCK)}").said
    assert isinstance(one.command, kind)


@pytest.mark.parametrize(
    "text",
    [
        quoted(BLOCK),
        f"Thanks!\n\n{quoted(BLOCK)}",
        f"I propose to wait.\n\n{quoted(BLOCK)}",
        f"PROPOSE\nThanks!\n\n{quoted(BLOCK)}",
        f"PROPOSE\n\n{quoted(BLOCK)}\n{quoted(BLOCK)}",
        f"PROPOSE\n\n{quoted(quoted(BLOCK))}",
        "PROPOSE AMEND 201: Odd\n{\n-- \nSigned by all.\n}",
        f"PROPOSE AMEND 201: Odd\n{{\n{ATTRIBUTION}\nall is well.\n}}",
        f"PROPOSE\n\n{quoted(BLOCK.removesuffix('END'))}",
        f"PROPOSE\n\n{quoted('    ' + BLOCK.replace(chr(10), chr(10) + '    '))}",
    ],
)
def test_what_is_merely_quoted_or_not_plainly_one_is_no_proposal(text: str) -> None:
    assert not any(isinstance(one.command, Propose) for one in said(text).said)
