"""What was said and what was ruled in an old game: in its record, on its pages, and withheld."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.cli import cli
from nomic_mail.config import ConfigError
from tests.kit.games.old_games import found, told, written

TEA = """
[game]
title = "Tea"
source = "letters of ada@old.example, kept by Bob"
players = ["Ada", "Bob"]
others = ["Dee Poe"]
adoption = "majority of cast"

[[proposals]]
number = 301
turn = 1
by = "Ada"
proposed = 1994-03-01
date = 1994-03-08
title = "Tea"
text = "Tea is at four. Ask bob@old.example for milk."
for = ["Ada", "Bob"]
outcome = "adopted"
points = {}

[[remarks]]
proposal = 301
by = "Bob"
date = 1994-03-02
text = "Milk first? Write to bob@old.example."

[[remarks]]
proposal = 301
by = "Dee Poe"
text = "The list is slow this week."

[[judgments]]
proposal = 301
by = "Bob"
date = 1994-03-09
question = "Is four in the morning four?"
judge = "Ada"
ruling = "No."
reason = "Nobody drinks tea then."

[[remarks]]
proposal = 301
date = 1994-03-10
text = "Fair."

[[proposals]]
number = 302
turn = 2
by = "Bob"
title = "Cake"

[[judgments]]
proposal = 302
judge = "Dee Poe"
ruling = "302 is a proposal."
"""


def call(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("said")
    made = call("record", "from-old", written(folder, TEA, "tea.toml"), folder / "tea.json")
    assert made.exit_code == 0, made.output
    done = call("record", "export", folder / "tea.json", folder / "bag", "--format", "bag")
    assert done.exit_code == 0, done.output
    return folder


def words_of(folder: Path, page: str) -> str:
    html = (folder / "bag" / "data" / "site" / page).read_text(encoding="utf-8")
    return " ".join(re.sub(r"<[^>]*>", " ", html.partition("<main")[2]).split())


def in_order(text: str, *words: str) -> None:
    at = 0
    for word in words:
        assert word in text[at:], (word, text[at:])
        at = text.index(word, at) + len(word)


def test_it_contradicts_nothing_and_is_verified(folder: Path) -> None:
    assert found(TEA) == []
    for path in (folder / "tea.json", folder / "bag"):
        done = call("verify", path)
        assert done.exit_code == 0, done.output


def test_the_page_of_the_proposal_has_the_debate_and_the_ruling(folder: Path) -> None:
    """A remark without a date was made before the vote; what is surely later stands after it."""
    story = words_of(folder, "proposals/301.html").partition("Its story")[2]
    in_order(
        story,
        "Ada proposes 301",
        "2 March 1994 Bob says:",
        "Milk first?",
        "It is said:",
        "Dee Poe: The list is slow this week.",
        "301 is adopted",
        "9 March 1994 Bob asks for a judgment. The judge is Ada.",
        "Is four in the morning four?",
        "Ada rules:",
        "No. Nobody drinks tea then.",
        "10 March 1994 It is said: Fair.",
    )
    assert "settled" not in story and "212" not in story
    story = words_of(folder, "proposals/302.html").partition("Its story")[2]
    in_order(story, "A judgment is asked for.", "It is ruled:", "Dee Poe: 302 is a pro")


def test_the_record_and_the_text_have_them(folder: Path) -> None:
    record = json.loads((folder / "tea.json").read_text(encoding="utf-8"))
    assert [one["text"][:5] for one in record["proposals"][0]["debate"]] == ["Milk ", "Dee P"]
    assert [one["text"] for one in record["talk"]] == ["Fair."]
    first, second = record["judgments"]
    assert first["questions"] == ["Is four in the morning four?"] and first["judges"] == [1]
    assert [one["text"] for one in first["rulings"]] == ["No.\n\nNobody drinks tea then."]
    assert second["rulings"][0]["text"] == "Dee Poe: 302 is a proposal."
    text = (folder / "bag" / "data" / "record.txt").read_text(encoding="utf-8")
    in_order(text, "Bob says:", "> Milk first?", "Bob asks for a judgment.", "Ada rules:", "> No.")


ENTRY = '[game]\nplayers = ["Ada"]\n[[proposals]]\nnumber = 301\ndate = 1994-03-05\n'


@pytest.mark.parametrize(
    ("entry", "fix"),
    [
        ('[[remarks]]\ntext = "Hm."', "it has no proposal, and needs one"),
        ('[[remarks]]\nproposal = 302\ntext = "Hm."', "no proposal has that number"),
        ('[[remarks]]\nproposal = 301\nby = "Adda"\ntext = "Hm."', "did you mean Ada?"),
        ('[[judgments]]\nproposal = 301\njudge = "Dee"', '"others" in [game]'),
        ("[[remarks]]\nproposal = 301", "it has no text, and needs one"),
        ('[[judgments]]\nproposal = 301\nruling = " "', "write what was said"),
        ('[[remark]]\ntext = "Hm."', "did you mean remarks?"),
    ],
)
def test_each_mistake_has_what_mends_it(entry: str, fix: str) -> None:
    with pytest.raises(ConfigError) as mistakes:
        told(ENTRY + entry)
    assert any(fix in one.fix for one in mistakes.value.problems), mistakes.value
    assert all(one.line is not None and one.line >= 6 for one in mistakes.value.problems)


def test_nothing_is_said_of_a_proposal_before_it_was_made() -> None:
    early = 'proposed = 1994-03-01\n[[remarks]]\nproposal = 301\ndate = 1994\ntext = "Hm."\n'
    assert found(ENTRY + early) == []
    wrong = ("remark on 301, date", "28 February 1994", "not before 1 March 1994 (proposal 301)")
    assert found(ENTRY + early.replace("1994\n", "1994-02-28\n")) == [wrong]


def test_redacted_it_has_no_address_anywhere(folder: Path, tmp_path: Path) -> None:
    done = call("record", "from-old", folder / "tea.toml", tmp_path / "o.json", "--redact")
    assert done.exit_code == 0 and "3 mail addresses withheld" in done.output, done.output
    assert call("verify", tmp_path / "o.json").exit_code == 0
    call("record", "export", tmp_path / "o.json", tmp_path / "bag", "--format", "bag")
    for file in [tmp_path / "o.json", *(tmp_path / "bag").rglob("*")]:
        if file.is_file():
            assert "old.example" not in file.read_text(encoding="utf-8"), file
    record = json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))
    assert record["proposals"][0]["text"] == "Tea is at four. Ask (address withheld) for milk."


def test_whoever_is_called_by_an_address_is_named_first(tmp_path: Path) -> None:
    """Else two of them would be one."""
    text = TEA.replace('["Ada", "Bob"]', '["Ada", "Bob", "x@old.example", "y@old.example"]')
    file = written(tmp_path, text)
    assert call("record", "from-old", file, tmp_path / "o.json").exit_code == 0
    done = call("record", "from-old", file, tmp_path / "p.json", "--redact")
    assert done.exit_code == 1 and "give x@old.example a name" in done.output
