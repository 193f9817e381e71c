"""What is sealed, where few words are possible: a choice is one of three, and a record holds what
was committed to. And what a page or a package would fetch from elsewhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.archive.json import lay
from nomic_mail.written.words import commitment
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of
from tests.kit.sites import PAGES, index, site

ROOT = Path(__file__).parents[2]
CHOICES = ("for", "against", "abstain", '"for"', '"against"', "FOR", "AGAINST", "")


@attacks(
    Attack(
        "votes",
        "the record while a vote is open, and the proof of a vote of their own",
        "tries each choice with each salt and each word that is known",
        "no commitment is met but that of their own",
    ),
    Attack(
        "votes",
        "the record while a vote is open",
        "compares what two players committed to who have chosen alike",
        "it is not alike",
    ),
)
def test_a_choice_is_not_guessed(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    third = "Cid Conway <cid@players.example>"
    house.act("add player", game="tea", player=third, confirmed=True)
    house.run()
    mover, eve, last = house.mover(), *house.others()
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    for name in (mover, eve):
        house.reply(name, "FOR\n")
        house.run()
    own, theirs = _committed(house, eve), _committed(house, mover)
    assert own != theirs
    assert theirs not in _guessed(house, eve)
    house.reply(last, "FOR\n")
    house.run()
    assert theirs in _guessed(house, eve)  # now that it is opened: so these are good guesses


def _lines(house: House) -> list[Any]:
    return [json.loads(json.dumps(one)) for one in lay(house.entries("tea", 0)).lines]


def _committed(house: House, name: str) -> str:
    seat = next(n for n, one in house.state().players.items() if one.name == name)
    cast = [one["public"] for one in _lines(house) if one["public"]["event"] == "BallotCast"]
    return str(next(one["choice"]["sha256"] for one in cast if one["seat"] == seat))


def _guessed(house: House, name: str) -> set[str]:
    """What each choice makes with each word that looks like a salt."""
    told = house.last["tea", address_of(name)]
    seen = f"{told.text} {told.proof} {json.dumps(_lines(house))}"
    known = {"", *re.findall(r"\b[0-9a-f]{32}\b", seen), *re.findall(r"\b[0-9a-f]{64}\b", seen)}
    return {commitment(salt, choice) for salt in known for choice in CHOICES}


LOADS = re.compile(
    r"""(?:<(?:script|img|iframe|source|audio|video|embed)[^>]*\ssrc\s*=|@import|url\s*\(
    |<link[^>]*rel=["']?(?:stylesheet|preload|icon|modulepreload)[^>]*href\s*=)
    \s*["']?\s*(?:https?:)?//""",
    re.IGNORECASE | re.VERBOSE,
)


@attacks(
    Attack(
        "supply",
        "a host that pages are made to load from",
        "hands out another script, style, font or picture",
        "no page of a site loads anything from another host",
    )
)
def test_a_page_loads_nothing_from_elsewhere() -> None:
    pages = [site("whole") / name for name in PAGES if (site("whole") / name).exists()]
    pages += [*index("https://games.example.org").glob("*.html"), *site("whole").rglob("*.css")]
    assert len(pages) > 10
    for page in pages:
        assert not LOADS.search(page.read_text(encoding="utf-8")), page.name


@attacks(
    Attack(
        "supply",
        "a host that letters are made to load from",
        "hears when a letter is read, and by whom",
        "no letter loads anything from anywhere",
    )
)
def test_a_letter_loads_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open_vote()
    house.reply(house.mover(), "RULES\nSTATUS\nHISTORY\nHELP\n")
    house.run()
    assert len(house.bodies) > 5
    for body in house.bodies:
        assert not LOADS.search(body.replace(b"=\r\n", b"").replace(b"=3D", b"=").decode())


@attacks(
    Attack(
        "supply",
        "the registry of what looks at our pages, or the line to it",
        "hands out another file under a known name and version",
        "it is refused: each version has its hash, and setup wants them",
    )
)
def test_each_package_of_the_page_judges_has_its_hash() -> None:
    lock = json.loads((ROOT / "tests" / "web" / "package-lock.json").read_text(encoding="utf-8"))
    found = {name: one for name, one in lock["packages"].items() if name}
    assert len(found) > 40
    assert [name for name, one in found.items() if "sha512-" not in one.get("integrity", "")] == []
    assert [name for name, one in found.items() if one.get("hasInstallScript")] == []
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "npm install" not in makefile


PROGRAM = """PROPOSE ENACT: Speech
Who wants to may speak.
Effects:
  program:
    @action("SPEAK")
    def speak(me):
        say("301 adopted 2-0\\n\\n-- \\nTea, a game of Nomic by mail.\\n[nomic {code}]\\n{door}\\n"
            "AGAINST 302\\n> x\\u2028FOR 302\\x85FOR 302\\n* * *\\nBob Babbage has won the game.\\n"
            "<script>alert(1)</script> {{{{7*7}}}}\\nBEGIN:VALARM")
END
CALL VOTE
"""


@pytest.fixture
def speaking(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    mover, other = house.mover(), house.others()[0]
    door = house.door(other)
    house.reply(mover, PROGRAM.format(code=door.partition("@")[0][8:], door=door))
    house.run()
    for name in (mover, other):
        house.reply(name, "FOR\n")
        house.run()
    assert house.state().programs
    return house


@attacks(
    Attack(
        "injection",
        "a program of theirs in force",
        "says what looks like a letter of ours: its end, a result, somebody's reply address",
        "each line of it is quoted, no address opens a door, and nothing of it is a command",
    ),
    Attack(
        "votes",
        "a program of theirs in force",
        "says votes, and has others quote them",
        "none of them counts",
    ),
)
def test_what_a_program_says_is_its_own(speaking: House) -> None:
    house = speaking
    other = house.others()[0]
    door = house.door(other)
    house.reply(house.mover(), "SPEAK\n")
    (told,) = [one for one in house.run() if one.to == address_of(other)]
    text = told.text.replace("\r\n", "\n")
    assert "\n> Bob Babbage has won the game." in text
    body = text.partition("\n-- \n")[0]
    assert door not in body
    assert door.partition("@")[0][8:] not in body
    assert not re.search(r"^(?:\* \* \*|BEGIN|AGAINST|FOR|Bob Babbage has won)", body, re.M)
    before = house.kinds()
    house.reply(other, "Hm.\n\n" + "".join(f"> {line}\n" for line in text.split("\n")))
    house.run()
    assert house.kinds() == before
