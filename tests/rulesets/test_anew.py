"""The rules of a game begin another: what `nomic-mail rules GAME --ruleset` prints is read back."""

from pathlib import Path

import pytest

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.rulebook import Rule
from nomic_mail.rulesets import from_file, load, names
from nomic_mail.rulesets.anew import as_file
from nomic_mail.rulesets.file import Ruleset

OWN = sorted(Path(__file__).parents[1].glob("games/own/*.toml"))


def again(rules: tuple[Rule, ...], guides: str = "") -> Ruleset:
    return from_file(as_file(rules, "tea", "Tea", guides), "tea.toml")


@pytest.mark.parametrize("name", names())
def test_ours_come_back_as_they_are(name: str) -> None:
    was = load(name)
    now = again(was.rules, was.guides)
    assert now.rules == was.rules
    assert (now.name, now.title, now.guides) == ("tea-rules", "The rules of Tea", was.guides)


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_anybody_s_own_with_their_programs_and_outlines(file: Path) -> None:
    was = from_file(file.read_text("utf-8"), file.name).rules
    assert again(was).rules == was


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ('He says "tea", and """more""".', 'say("tea\\n")'),
        ("A \\backslash\\ at the end \\", "x = '''several\nlines'''\nsay(x)"),
        ('"', 'say("""a""")'),
        ("Tea.", "    # a margin of its own\nx = '''\n  a\n'''\nsay(x)"),
    ],
)
def test_signs_that_mean_something_in_toml(text: str, source: str) -> None:
    clauses = (parse_clause(f"program:\n{source}").text,)
    rule = Rule(number=1, lineage=1, status="mutable", title='"A"', text=text, clauses=clauses)
    assert again((rule,)).rules == (rule,)


def test_a_game_with_a_long_title() -> None:
    (rule, *_) = load("net_play").rules
    read = from_file(as_file((rule,), "a" * 30, "T" * 200, ""), "tea.toml")
    assert read.rules == (rule,)
    assert read.title.startswith("The rules of T")
