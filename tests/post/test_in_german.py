"""LANGUAGE GERMAN: every letter of every game, in German, from the very facts of the English one.

1. No template fails: where one does, the letter goes out in English.
2. No sentence of ours is left in English. People's words, rules and commands stay as they are.
"""

import logging
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from unittest.mock import patch

import pytest
from jinja2 import Environment, nodes
from msgspec.structs import replace

import nomic_mail
from nomic_mail.config import shipped
from nomic_mail.phrases import LANGUAGES
from nomic_mail.play import samples
from nomic_mail.play.transcript import parse, played
from nomic_mail.post.compose import Notice
from nomic_mail.post.reader import Finished, Reader, Speaking
from nomic_mail.post.render import Renderer
from nomic_mail.pump.says.preferences import OFFERS
from tests.kit.played import GAMES, named
from tests.kit.tiers import some

# Small words of English that no German has; in a line of ours they are English left over.
ENGLISH = re.compile(r"\b(?:the|you|your|is|are|and|of|with|nobody|until|has|have|be)\b")
WORD = re.compile(r"\w+")
NOT_OURS = re.compile(r"^(?:\s|> |\* |- [a-z_ ]+(?:: | = )|- .* -> |(?:- )?[A-Z ]{3,})")
# The words of rules.
BOOKS = " ".join(
    word
    for file in sorted((Path(nomic_mail.__file__).parent / "rulesets").rglob("*.toml"))
    for word in file.read_text("utf-8").split()
)
Pair = tuple[EmailMessage, EmailMessage]


def test_every_template_has_a_german_one() -> None:
    there = shipped("templates")
    letters = {one.name for one in there.glob("*.txt")}
    assert letters == {one.name for one in (there / "de").glob("*.txt")}


def test_a_german_one_tells_all_that_the_english_one_does() -> None:
    """Whatever facts that asks for or looks into, this does, too: so none is forgotten in it."""
    there = shipped("templates")

    def told(file: Path) -> set[str]:
        read = Environment().parse(file.read_text("utf-8"))
        names = {one.name for one in read.find_all(nodes.Name)}
        return names | {one.attr for one in read.find_all(nodes.Getattr)} - {"get"}

    lost = {one.name: told(there / one.name) - told(one) for one in (there / "de").glob("*.txt")}
    assert not {name: facts for name, facts in lost.items() if facts}


def test_each_language_is_known_wherever_one_is_named() -> None:
    assert set(OFFERS["language"]) == {f"LANGUAGE {one.upper()}" for one in LANGUAGES.values()}


def test_a_german_one_goes_to_whom_the_english_one_goes() -> None:
    there = shipped("templates")
    for one in (there / "de").glob("*.txt"):
        first = (there / one.name).read_text("utf-8").split("\n", 1)[0]
        if first.startswith("{# to "):
            assert one.read_text("utf-8").split("\n", 1)[0] == first, one.name


@pytest.fixture(params=some(GAMES, 3, check=20), ids=named)
def pairs(
    request: pytest.FixtureRequest, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Iterator[list[Pair]]:
    """(English, German) of each letter of a game."""
    found: list[Pair] = []
    render = Renderer.render

    def in_both(self: Renderer, notice: Notice, reader: Reader, about: Speaking) -> Finished:
        english = render(self, notice, reader, about)
        german = render(self, notice, replace(reader, language="de"), about)
        assert german.words == english.words  # as the record has it
        found.append((samples.read(english.body), samples.read(german.body)))
        return english

    with patch.object(Renderer, "render", in_both), caplog.at_level(logging.ERROR):
        played(request.param.read_text("utf-8"), tmp_path)
    assert "cannot be used" not in caplog.text
    yield found


def test_it_is_german(pairs: list[Pair], request: pytest.FixtureRequest) -> None:
    assert pairs
    file: Path = request.node.callspec.params["pairs"]
    said = parse(file.read_text("utf-8"))
    told = " ".join(" ".join([one.rest, *one.body]) for one in said)
    theirs_too = set(WORD.findall(file.read_text("utf-8")))  # what a program of theirs has told
    for english, german in pairs:
        theirs = set(samples.text_of(english).split("\n"))
        left = [
            line
            for line in samples.text_of(german).split("\n")
            if line in theirs and ENGLISH.search(line) and not NOT_OURS.search(line)
            if " ".join(line.split()) not in told + BOOKS  # by the players, and by the rules
            if "ran" not in samples.occasions(german) or set(WORD.findall(line)) - theirs_too
        ]
        assert not left, (str(german["Subject"]), samples.occasions(german), left)
