"""A proposal made by editing the RULES letter as it really comes, and as mail leaves it."""

import difflib
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nomic_mail.game.commands import Change
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.post.facts import plain_facts
from nomic_mail.rulesets.derive import NotOneChange, derive, printed
from tests.kit.house import NAMES, House, address_of

SPIRIT, TEA = "spirit of the game.", "spirit of the game, and tea."


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rules, str]]:
    """The rules of a game, and the letter that RULES brings."""
    house = House(tmp_path_factory.mktemp("letter"))
    house.begin()
    house.reply(NAMES[0], "RULES\n")
    letter = [one for one in house.run() if one.to == address_of(NAMES[0])][-1]
    yield house.state().rules, letter.text.replace("\r\n", "\n")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rules, str]]:
    """The same, and the letter that RULES PLAIN brings."""
    house = House(tmp_path_factory.mktemp("plain"))
    house.begin()
    house.reply(NAMES[0], "rules plain\n")
    letter = [one for one in house.run() if one.to == address_of(NAMES[0])][-1]
    yield house.state().rules, letter.text.replace("\r\n", "\n")


def diff(old: str, new: str, context: int = 3) -> str:
    names = ("a/rules.txt", "b/rules.txt")
    made = difflib.unified_diff(old.split("\n"), new.split("\n"), *names, n=context, lineterm="")
    return "\n".join(made) + "\n"


def wrapped(text: str, width: int = 72, soft: str = "") -> str:
    lines = (
        textwrap.wrap(line, width, break_on_hyphens=False) or [""] for line in text.split("\n")
    )
    return "\n".join(f"{soft}\n".join(one) for one in lines)


def every(line: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: "\n".join(map(line, text.split("\n")))


def retouched(text: str) -> str:
    """As a program does that knows better which quotation marks are meant."""
    return re.sub(r'"(?=\w)', "\u201c", text.replace("'", "\u2019")).replace('"', "\u201d")


CLOTHES: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "non-breaking": lambda text: text.replace("    ", "\u00a0\u00a0 \u00a0"),
    "blanks at ends": every(lambda line: line + "  "),
    "quoted": every(lambda line: f"> {line}".rstrip()),
    "below a greeting": lambda text: f"PROPOSE\n\nHi all,\n203 made me think.\n\n{text}",
    "a signature": lambda text: f"{text}\n-- \nAda Lovelace\n101 Mill Street\n",
}


@pytest.mark.parametrize("clothes", CLOTHES)
@pytest.mark.parametrize("form", ["copy", "diff", "wide diff", "diff without context", "git"])
def test_one_word_changed_in_the_letter(sent: tuple[Rules, str], form: str, clothes: str) -> None:
    rules, letter = sent
    edited = letter.replace(SPIRIT, TEA)
    text = {
        "copy": edited,
        "diff": diff(letter, edited),
        "wide diff": diff(letter, edited, 30),
        "diff without context": diff(letter, edited, 0),
        "git": "diff --git a/rules.txt b/rules.txt\nindex 1a2b3c4..5d6e7f8 100644\n"
        + diff(letter, edited)
        + "\\ No newline at end of file\n-- \n2.39.0\n",
    }[form]
    now = rules.by_number[212].text.replace(SPIRIT, TEA)
    assert derive(rules, CLOTHES[clothes](text)) == Change(kind="amend", target=212, text=now)


LOSSES: dict[str, Callable[[str], str]] = {
    "wrapped again": lambda text: wrapped(text, 60),
    "flowed": lambda text: wrapped(text, 66, " "),
    "without margins": every(lambda line: line.lstrip()),
    "one blank for many": every(lambda line: " ".join(line.split())),
    "quotation marks": retouched,
    "joined lines": lambda text: re.sub(r"(?<=\S)\n {4}(?=\S)", " ", text),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_a_mail_program_does_to_a_copy(sent: tuple[Rules, str], loss: str) -> None:
    rules, letter = sent
    with pytest.raises(NotOneChange, match="It changes nothing"):
        derive(rules, LOSSES[loss](letter))
    change = derive(rules, LOSSES[loss](letter.replace(SPIRIT, TEA)))
    assert change.target == 212
    assert retouched(change.text) == retouched(rules.by_number[212].text.replace(SPIRIT, TEA))


@pytest.mark.parametrize("lost", [r"(?m)^([ +-]) +", r"(?m)^ +"])
def test_a_diff_that_lost_its_margins(sent: tuple[Rules, str], lost: str) -> None:
    rules, letter = sent
    text = re.sub(lost, lambda found: found[1] if found.groups() else "", diff_of(letter))
    assert derive(rules, text).target == 212


def diff_of(letter: str) -> str:
    return diff(letter, letter.replace(SPIRIT, TEA))


NEW = "    Tea is at four.\n\n    - a cup\n    - a saucer\n"


def edits(letter: str) -> dict[str, tuple[str, Change]]:
    repeal = letter[letter.index("206  ") : letter.index("207  ")]
    return {
        "transmutation": (
            letter.replace("votes (immutable)", "votes (mutable)"),
            Change(kind="transmute", target=105),
        ),
        "repeal": (letter.replace(repeal, ""), Change(kind="repeal", target=206)),
        "new, at the end": (
            letter.replace("\n-- \n", f"\n301  Tea (mutable)\n\n{NEW}\n-- \n"),
            Change(kind="enact", title="Tea", text="Tea is at four.\n\n- a cup\n- a saucer"),
        ),
        "new, in between": (
            letter.replace("207  One", f"NEW Tea (mutable)\n\n{NEW}\n207  One"),
            Change(kind="enact", title="Tea", text="Tea is at four.\n\n- a cup\n- a saucer"),
        ),
        "title": (
            letter.replace("207  One vote each", "207  Votes"),
            Change(
                kind="amend",
                target=207,
                title="Votes",
                text="At all times, each player has one vote: exactly one.",
            ),
        ),
    }


@pytest.mark.parametrize("what", list(edits("206  207  ")))
def test_every_kind_of_change(sent: tuple[Rules, str], what: str) -> None:
    rules, letter = sent
    edited, change = edits(letter)[what]
    assert derive(rules, edited) == change
    assert derive(rules, diff(letter, edited)) == change


def test_the_first_rule_by_a_diff_that_takes_in_what_stands_above_it(
    sent: tuple[Rules, str],
) -> None:
    rules, letter = sent
    edited = letter.replace("001  Typeless rules", "001  Typeless")
    assert derive(rules, diff(letter, edited)).target == 1


def test_two_changes_are_named(sent: tuple[Rules, str]) -> None:
    rules, letter = sent
    edited = letter.replace(SPIRIT, TEA).replace("votes (immutable)", "votes (mutable)")
    for text in (edited, diff(letter, edited)):
        with pytest.raises(NotOneChange, match=r"transmutes 105, amends 212\. Send one of them"):
            derive(rules, text)


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("206  ", "ends with rule 205, and 8 rules after that are not in it: was the end cut off"),
        ("    turn.\n\n    Among all", "breaks off in rule 213: was the end cut off"),
    ],
)
def test_a_copy_that_lost_its_end(sent: tuple[Rules, str], end: str, told: str) -> None:
    rules, letter = sent
    with pytest.raises(NotOneChange, match=told):
        derive(rules, letter[: letter.index(end)])


def test_lines_without_a_place_are_not_put_anywhere(sent: tuple[Rules, str]) -> None:
    rules, _ = sent
    book = printed(rules)
    edited = book.replace("exactly one.\n", "exactly one.\n\nNobody has two.\n")
    assert derive(rules, diff(book, edited)).target == 207
    with pytest.raises(NotOneChange, match="nothing tells where it belongs"):
        derive(rules, diff(book, edited, 0))


def test_what_the_server_does_is_not_read_from_a_copy(sent: tuple[Rules, str]) -> None:
    rules, letter = sent
    edited = letter.replace("victory: 100", "victory: 50")
    for text in (edited, diff(letter, edited)):
        with pytest.raises(NotOneChange, match="by an Effects block"):
            derive(rules, text)
    both = edited.replace("200 points", "50 points").replace("100 points", "50 points")
    assert derive(rules, both).effects is None


def test_the_plain_rules_are_their_words_alone(plain: tuple[Rules, str]) -> None:
    """012: as the printed book has them, but for lines folded at 72 columns."""
    rules, letter = plain
    assert "[" not in letter and "the server does by each" in letter.split("\n\n")[0]
    for rule in rules:
        head = f"{rule.number:03d} {rule.title} ({rule.status})"
        assert " ".join([head, *rule.text.split()]) in " ".join(letter.split())
    assert all(not line.startswith(" ") for line in letter.split("\n") if "  -" not in line)


@pytest.mark.parametrize("form", ["copy", "diff", "wide diff", "diff without context"])
def test_the_plain_rules_edited_are_a_proposal_too(plain: tuple[Rules, str], form: str) -> None:
    rules, letter = plain
    with pytest.raises(NotOneChange, match="It changes nothing"):
        derive(rules, letter)
    edited = letter.replace(SPIRIT, TEA)
    contexts = {"diff": 3, "wide diff": 30, "diff without context": 0}
    text = edited if form == "copy" else diff(letter, edited, contexts[form])
    now = rules.by_number[212].text.replace(SPIRIT, TEA)
    assert derive(rules, text) == Change(kind="amend", target=212, text=now)


def test_the_plain_rules_of_another_day(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    house.reply(NAMES[0], "RULES PLAIN AT 2026-03-02\n")
    (letter,) = house.run()
    assert "plain rules as of 2026-03-02" in letter.subject
    assert "[the server does" not in letter.text and "101 " in letter.text


def test_a_line_of_a_rule_that_looks_like_a_head_is_none_in_the_plain_rules() -> None:
    rule = Rule(number=301, lineage=301, status="mutable", title="T", text="A.\n\n203 B (mutable)")
    told = plain_facts({"rules": [{"text": rule.text}]}, "plain")["rules"][0]["text"]
    rules = Rules({301: rule})
    with pytest.raises(NotOneChange, match="It changes nothing"):
        derive(rules, f"301 T (mutable)\n\n{told}\n")
