"""LANGUAGE GERMAN: every letter of every game, in German, from the very facts of the English one.

1. No template fails: where one does, the letter goes out in English.
2. No sentence of ours is left in English. People's words, rules and commands stay as they are.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from jinja2 import Environment, nodes
from msgspec import Struct
from msgspec.structs import asdict, replace

from nomic_mail.config import shipped
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.phrase import Phrase
from nomic_mail.phrases import ENGLISH as ENGLISH_ITSELF
from nomic_mail.phrases import LANGUAGES, LIBRARY, meant, words
from nomic_mail.play import samples
from nomic_mail.play.transcript import played
from nomic_mail.post.compose import Notice
from nomic_mail.post.reader import Finished, Reader, Speaking
from nomic_mail.post.render import Renderer
from nomic_mail.pump.says.preferences import OFFERS
from nomic_mail.rulesets.programs import library
from tests.kit.played import GAMES, named
from tests.kit.tiers import some

# Small words of English that no German has; in a line of ours they are English left over.
ENGLISH = re.compile(r"\b(?:the|you|your|is|are|and|of|with|nobody|until|has|have|be)\b")
NOT_OURS = re.compile(r"^(?:\s|> |\* |- [a-z_ ]+(?:: | = )|- .* -> |(?:- )?[A-Z ]{3,})")
AROUND = re.compile(rf".{{,30}}{ENGLISH.pattern}.{{,30}}")
AS_WRITTEN = re.compile(r"schreib es so: .*?(?=, oder lass|; siehe|$)")
# What is written so in every language; and what the interpreter says of a program.
CLAUSE = re.compile(rf"\b(?:{'|'.join(KINDS)})(?: of \w+)?: [^;.]*|Object of type .*")
QUOTED = re.compile(r'"([^"]+)"')
QUOTES = re.compile(r"„[^“]*“|\"[^\"]*\"")
# The facts that people wrote.
PEOPLE_S = {
    *("text", "target_text", "text_was", "title", "target_title", "ruling", "reason", "said"),
    *("question", "questions", "line", "lines", "ignored", "letter", "name", "declined", "keeps"),
}
Pair = tuple[set[str], EmailMessage]


def test_every_template_has_a_german_one() -> None:
    there = shipped("templates")
    letters = {one.name for one in there.glob("*.txt")}
    german = {one.name for one in (there / "de").glob("*.txt")}
    lacking, left = sorted(letters - german), sorted(german - letters)
    assert not lacking, f"templates/de has no {lacking}: whoever reads German gets English there"
    assert not left, f"templates/de has {left}, and templates has not"


def test_a_german_one_tells_all_that_the_english_one_does() -> None:
    """Whatever facts that asks for or looks into, this does, too, and of each code that it tells
    apart; it has all its macros. So none is forgotten in it."""
    there = shipped("templates")

    def named(read: nodes.Template) -> set[str]:
        names = {one.name for one in read.find_all(nodes.Name)}
        names |= {one.name for one in read.find_all(nodes.Macro)}
        return names | {one.attr for one in read.find_all(nodes.Getattr)} - {"get"}

    def codes(found: Iterable[nodes.Node]) -> set[str]:
        known = {one.value for node in found for one in node.find_all(nodes.Const)}
        return {one for one in known if isinstance(one, str) and re.fullmatch(r"\w+", one)}

    def lost(name: str) -> set[str]:
        english, german = (Environment().parse(one.read_text("utf-8")) for one in of_both[name])
        apart = codes(english.find_all(nodes.Compare))
        return named(english) - named(german) | apart - codes([german])

    of_both = {
        one.name: (there / one.name, one)
        for one in (there / "de").glob("*.txt")
        if (there / one.name).exists()
    }
    lacking = {name: sorted(facts) for name in of_both if (facts := lost(name))}
    assert not lacking, f"templates/de does not tell what templates does: {lacking}"


def test_what_each_rule_of_the_library_says_is_told_in_each_language() -> None:
    said = {one.name: one.gist for one in library()}
    for language in set(LANGUAGES) - {ENGLISH_ITSELF}:
        told = {name: meant(LIBRARY, name, "", language) for name in said}
        assert not [name for name in said if told[name] in ("", said[name])]
        assert set(words(language)["names"][LIBRARY]) == set(said)


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
    """(What people wrote, in German) of each letter of a game."""
    found: list[Pair] = []
    render = Renderer.render

    def in_both(self: Renderer, notice: Notice, reader: Reader, about: Speaking) -> Finished:
        english = render(self, notice, replace(reader, language="en"), about)
        german = render(self, notice, replace(reader, language="de"), about)
        assert german.words == english.words  # as the record has it
        said = {one for section in notice.sections for one in said_in(section.facts)}
        if reader.language or "digest" not in samples.occasions(samples.read(german.body)):
            found.append((said, samples.read(german.body)))  # a digest is of its reader's language
        return render(self, notice, reader, about)

    with patch.object(Renderer, "render", in_both), caplog.at_level(logging.ERROR):
        played(request.param.read_text("utf-8"), tmp_path)
    assert "cannot be used" not in caplog.text
    yield found


def said_in(fact: Any, key: str = "") -> Iterator[str]:
    """What people wrote, as it stands in the facts of a letter; what the core says is no plain
    text."""
    match fact:
        case str() if type(fact) is str and key in PEOPLE_S:
            yield " ".join(fact.split())
            yield from (" ".join(part.split()) for part in re.split(r"\n\s*\n", fact))
            yield from (" ".join(line.split()) for line in fact.split("\n"))
        case dict():
            for name, one in fact.items():
                yield from said_in(one, str(name))
        case list() | tuple():
            for one in fact:
                yield from said_in(one, key)
        case Phrase():
            yield from said_in(fact.facts)
    if isinstance(fact, Struct):
        for name, one in asdict(fact).items():
            yield from said_in(one, name)


RULESET = re.compile(r" new game \S+ (\S+\.toml)")  # named from the root, where games are played


def written_in(file: Path) -> Iterator[str]:
    """What people wrote in a transcript, and the words of programs: theirs, and the library's."""
    ready = [line for one in library() for line in one.letter.split("\n")]
    text = file.read_text("utf-8")
    own = [Path(one).read_text("utf-8") for one in RULESET.findall(text)]
    for line in [*ready, *"\n".join((text, *own)).split("\n")]:
        if not line.startswith(("  > ", "  | ", "  * ", "  = ")):
            yield from (line, *line.split(": "), line.lower().partition("end game ")[2])
            yield from (part for one in QUOTED.findall(line) for part in re.split(r"{.*?}", one))


def ours(letter: EmailMessage, said: set[str]) -> Iterator[str]:
    """Paragraph by paragraph, without what people wrote and what stands between quotation marks."""
    people_s = sorted((one.strip() for one in said if " " in one.strip()), key=len, reverse=True)
    for part in re.split(r"\n\s*\n|\n(?=- |>)", samples.text_of(letter)):
        if NOT_OURS.search(part):
            continue
        inset = "" if part.startswith("- ") else "\n +.*"
        line = " ".join((re.sub(inset, "", part) if inset else part).split())
        line = AS_WRITTEN.sub("", line)
        for one in people_s:
            line = line.replace(one, "")
        yield CLAUSE.sub("", QUOTES.sub("", line))


def test_it_is_german(pairs: list[Pair], request: pytest.FixtureRequest) -> None:
    assert pairs
    written = {*written_in(request.node.callspec.params["pairs"])}
    for said, german in pairs:
        left = [one for line in ours(german, said | written) for one in AROUND.findall(line)]
        assert not left, (str(german["Subject"]), samples.occasions(german), left)
