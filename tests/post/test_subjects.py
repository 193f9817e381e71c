"""A subject is read in a list of letters: it tells a day, and not two clocks."""

import re
from email import message_from_bytes
from email.policy import default
from itertools import product
from pathlib import Path

import pytest

from nomic_mail.game.settings import SETTING_CHOICES, SETTING_NAMES, Settings
from nomic_mail.post.parcel import letter
from tests.kit.house import House

TEMPLATES = sorted((Path(__file__).parents[2] / "templates").rglob("*.txt"))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_subject_tells_a_moment_in_full(file: Path) -> None:
    for block in re.findall(r"{% block subject %}(.*?){% endblock %}", file.read_text(), re.DOTALL):
        assert "when(" not in block


@pytest.fixture
def two(tmp_path: Path) -> House:
    """Ada reads English, and Dora German."""
    house = House(tmp_path)
    house.act("new game", game="tea", title="Tea", ruleset="suber_1982", settings={})
    for name, language in (("Ada Lovelace", "english"), ("Dora Meyer", "german")):
        address = f"{name} <{name.split()[0].lower()}@players.example>"
        house.act("add player", game="tea", player=address, confirmed=True, language=language)
    house.run()
    for name in ("Ada Lovelace", "Dora Meyer"):
        house.reply(name, "DIGEST IMMEDIATE")
    house.run()
    return house


def _told(house: House, line: str) -> dict[str, tuple[str, str]]:
    house.act("say", game="tea", line=line)
    told = house.run()
    return {one.to.split("@")[0]: (one.subject, " ".join(one.text.split())) for one in told}


BEGIN = {
    "debate_min": "[tea] Shortest debate: |[tea] Kürzeste Debatte: ",
    "debate_max": "[tea] Longest debate: |[tea] Längste Debatte: ",
    "vote_window": "[tea] Time for a vote: |[tea] Zeit für eine Abstimmung: ",
    "turn_window": "[tea] Time for a turn: |[tea] Zeit für einen Zug: ",
    "extension": "[tea] Length of an extension: |[tea] Länge einer Verlängerung: ",
    "judge_window": "[tea] Time for a ruling: |[tea] Zeit für ein Urteil: ",
    "overrule_window": "[tea] Time to overrule a ruling: |[tea] Zeit, ein Urteil zu verwerfen: ",
    "extensions": "[tea] Number of extensions: |[tea] Zahl der Verlängerungen: ",
    "missing_ballot": "[tea] What becomes of a missing vote: "
    "|[tea] Was aus einer fehlenden Stimme wird: ",
    "missing_turn": "[tea] What becomes of a late turn: |[tea] Was aus einem versäumten Zug wird: ",
    "away": "[tea] What an absence does: |[tea] Was eine Abwesenheit bewirkt: ",
    "away_max": "[tea] How far an absence moves a deadline: "
    "|[tea] Wie weit eine Abwesenheit eine Frist verschiebt: ",
    "team_mates": "[tea] Teams: |[tea] Teams: ",
    "digest": "[tea] How news comes: |[tea] Wie Neues kommt: ",
    "moderator_plays": "[tea] Whether the Moderator may play: "
    "|[tea] Ob der Moderator mitspielen darf: ",
    "listed": "[tea] Whether GAMES tells of this game: |[tea] Ob GAMES dieses Spiel nennt: ",
}


def test_a_house_setting_is_called_by_its_whole_name(two: House) -> None:
    assert set(BEGIN) == set(SETTING_NAMES)
    for key, begins in BEGIN.items():
        usual = getattr(Settings(), key)
        choice = SETTING_CHOICES.get(key, ("Ada Lovelace + Dora Meyer",))[-1]
        value = choice if isinstance(usual, str) else "4" if isinstance(usual, int) else "5d"
        told = _told(two, f"SET {key} = {value}")
        for reader, subject in zip(("ada", "dora"), begins.split("|"), strict=True):
            assert told[reader][0].startswith(subject)


@pytest.mark.parametrize("key", ["vote_window", "turn_window"])
def test_no_deadline_is_no_lack_of_time(two: House, key: str) -> None:
    told = _told(two, f"SET {key} = 0")
    for reader, words in (("ada", "no deadline"), ("dora", "ohne Frist")):
        subject, text = told[reader]
        assert subject.endswith(f": {words}")
        assert f", {words}." in text


@pytest.mark.parametrize("language", ["ENGLISH", "GERMAN"])
def test_each_setting_has_a_line_of_its_own(two: House, language: str) -> None:
    two.reply("Ada Lovelace", f"LANGUAGE {language}\nHELP SETTINGS")
    text = next(one.text for one in two.run() if one.to.startswith("ada@"))
    begun = [line for line in text.split("\n") if line.startswith("- ")]
    joined = " ".join(text.split())
    assert [key for key in SETTING_NAMES if f"({key} = " in joined] == list(SETTING_NAMES)
    assert len(begun) == len(SETTING_NAMES)


def test_a_subject_is_read_as_it_was_written_wherever_it_is_folded() -> None:
    for many, end in product(range(90), ("302 läuft über 80 Zeichen", "Tee", "ü " * 30 + "Ende")):
        words = f"[tea?] {'a ' * many}{end}"
        read = message_from_bytes(letter({"Subject": words}, ""), policy=default)
        assert read["Subject"] == words
