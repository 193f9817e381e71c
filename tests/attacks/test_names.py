"""Names that look like somebody else's, of UTS 39 and beyond."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.archive.json import record_json
from nomic_mail.archive.opening import up_to
from nomic_mail.daemon.importing import ImportedRecord, bring_in
from nomic_mail.daemon.opening import Trouble
from nomic_mail.game import events as e
from nomic_mail.letters.proof.lookalikes import skeleton
from tests.attacks.kit import Attack, attacks, each
from tests.kit.games.game_in_hand import Game, few
from tests.kit.house import HOST, House, address_of
from tests.kit.recorded import entries_of

NAMES = {
    "Ad\u0430 Lovelace": "one Cyrillic letter",
    "A\u200bda Lovelace": "an invisible letter",
    "Ad\u00ada Lovelace": "a soft hyphen",
    "Ada\u3164 Lovelace": "a filler of Hangul",
    "\u202eAda Lovelace": "a mark that turns the line about",
    "Ada Love1ace": "a 1 for an l",
    "ada lovelace.": "a full stop",
    "Ada  Love-lace": "other blanks",
    "\uff21da Lovelace": "a full-width letter",
    "\U0001d4d0da Lovelace": "a letter of mathematics",
    "\u0391da Lovelace": "a Greek capital",
    "The Moderator": "it is the Moderator's",
    "The M\u043ederator": "the Moderator's, with a Cyrillic letter",
    "The M0der\u00e1tor": "the Moderator's, with a zero and an accent",
    "Moderator of Tea": "the Moderator's, with more words",
    "N\u043emic": "the server's",
    "Nomic Mail Server": "the server's, in three words",
    "The Game Master": "whoever leads a game's, who is the Moderator",
    "Spielleitung": "the same, in German",
    "Modera\u03c4or": "the Moderator's, with a Greek letter within",
    "Moclerator": "the Moderator's, with two letters that look like one",
    "\U0001f1f2oderator": "the Moderator's, with half a flag",
    "Ad\u0323a Lovelace": "a dot below a letter",
    "\u1d00\u1d05\u1d00 Lovelace": "small capitals",
    "\U0001f170da Lovelace": "a letter in a square",
    "Acla Lovelace": "two letters for one",
    "Bob \u00dfabbage": "a sharp s for a B",
    "\u03b2ob Babbage": "a small beta for a B",
    "Bob Babbaqe": "a q for a g",
    "8ob Babbage": "an 8 for a B",
    "Ad4 Lovelace": "a 4 for an a",
    "Ada L\u25cbvelace": "a circle for an o",
    "Ada Lovelac\u212e": "the mark of an estimate for an e",
    "M\u25efderat\u25efr": "the Moderator's, with circles",
    "Ada Lo\u2228elace": "a sign of mathematics for a v",
    "Ada Lovelace\u2122": "the mark of a trade",
    "Lovelace Ada": "the words of another, turned about",
    "The Real Ada Lovelace": "all of another, and more",
    "Tea": "the game's, as letters come from it",
    "The T\u0435a Game": "the game's, with a Cyrillic letter and more words",
    "Nomic Support Team": "the server's, as banks have them",
    "No-Reply": "the server's, as its letters would be from",
    "Delivery Status": "a mail server's",
    "Mail Delivery Subsystem": "a mail server's, as another one has it",
    "Moderation": "the Moderator's, as an office",
    "Game Operator": "the Moderator's, as other games call theirs",
    "Mod\u00e9rateur": "the Moderator's, in French",
    "\u043c\u043e\u0434\u0435\u0440\u0430\u0442\u043e\u0440": "the Moderator's, in Russian",
    "Nomic Bot": "the server's, as a machine's",
    "Mod\u0259rator": "the Moderator's, with a letter upside down",
    "Bo\u0185 Babbage": "a tone's letter for a b",
    "Ada Love\ua781ace": "a letter turned about",
    "Ada Lovelac\u025b": "an open e",
    "\u039bda Lovelace": "a Greek letter without its bar",
    "Ad\u2200 Lovelace": "a sign of logic for an A",
    "Ada Love\u00a3ace": "a pound for an l",
    "Ada Lovelac\u03a3": "a sum for an e",
    "The Arbiter": "the Moderator's, as others call them",
    "Game Leader": "the Moderator's, as others do, too",
    "Spiel-Leitung": "the Moderator's, in German, in two words",
    "Schiedsrichterin": "a judge's, in German",
    "\u0412\u0435\u0434\u0443\u0449\u0438\u0439": "the Moderator's, as Russian games call them",
}


def joins(house: House, name: str) -> str:
    """What the answer to a JOIN under this name says, after its YES."""
    eve, to = "eve@attacker.example", f"nomic+tea@{HOST}"
    raw = f'From: "{name}" <{eve}>\nTo: {to}\nMessage-ID: <j@x>\n\nJOIN\n'
    house.hand_in(raw.encode(), eve, [to])
    house.run()
    question = house.last["tea", eve].reply_to
    raw = f'From: "{name}" <{eve}>\nTo: {question}\nMessage-ID: <y@x>\n\nJOIN\n'
    house.hand_in(raw.encode(), eve, [question])
    house.run()
    return " ".join(house.last["tea", eve].text.split())


@attacks(
    *(
        Attack(
            "identity",
            "an address of their own",
            f"joins by a name with {why}" if "'s" not in why else f"joins by a name: {why}",
            "the name is refused, and why is told",
            given=name,
        )
        for name, why in NAMES.items()
    )
)
def test_a_name_that_looks_like_anothers(house: House, given: str) -> None:
    told = joins(house, given)
    assert "looks like that of" in told or "is taken" in told
    names = [one.name for one in house.state().players.values()]
    assert len(names) == 2
    assert [one.name for one in house.state().requests.values()] == []


@attacks(
    *(
        Attack(
            "identity",
            "a seat of their own",
            f"changes their name to one with {why}",
            "the name is refused, and why is told",
            given=name,
        )
        for name, why in NAMES.items()
    )
)
def test_nor_can_a_player_be_called_so_later(house: House, given: str) -> None:
    told = renames(house, "Ada Lovelace" if "abbage" in given else "Bob Babbage", given)
    assert "Not done" in told or "Nothing was done" in told
    assert [one.name for one in house.state().players.values()] == ["Ada Lovelace", "Bob Babbage"]


ALIKE = {
    "two capitals V for a W": ("Will Moor", "VVill Moor"),
    "a small capital M": ("Tim Willis", "Ti\u1d0d Willis"),
    "an m with a stroke": ("Tim Willis", "Ti\u1d6f Willis"),
    "two V for a W, one of them small": ("Tim Willis", "Tim Vvillis"),
    "a dollar for an S": ("Sam Moor", "$am Moor"),
    "a cross for an x": ("Max Moor", "Ma\u2715 Moor"),
    "an eng for an n": ("Anna Moor", "A\u014bna Moor"),
    "an r upside down": ("Greta Moor", "G\u0279eta Moor"),
}


@each("identity", "an address of their own", "joins by a name with {}", "it is refused", ALIKE)
def test_a_letter_that_is_read_as_others(tmp_path: Path, given: tuple[str, str]) -> None:
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    house.act("add player", game="tea", player=f"{given[0]} <a@players.example>", confirmed=True)
    house.run()
    assert "looks like that of" in joins(house, given[1])


def renames(house: House, who: str, name: str) -> str:
    house.reply(who, f"NAME {name}")
    house.run()
    return " ".join(house.last["tea", address_of(who)].text.split())


@attacks(
    *(
        Attack(
            "identity",
            "an address of their own",
            f"joins {title} as {name}, as the game's letters could come from",
            "the name is refused, and why is told",
            given=(title, name),
        )
        for title, name in (
            ("The Cake Game", "The Cake Game"),
            ("The Cake Game", "Cake Support"),
            ("Office Nomic", "Office Nomic Support"),
            ("Office Nomic", "The Office"),
        )
    )
)
def test_the_games_own_title_is_nobodys_name(tmp_path: Path, given: tuple[str, str]) -> None:
    house = House(tmp_path)
    house.act("new game", game="tea", title=given[0], ruleset="net_play", settings={})
    assert "looks like that of" in joins(house, given[1])


@attacks(
    Attack(
        "identity",
        "a seat of their own",
        "takes the name that another player has just given up, or what looks like it",
        "the name is refused: who writes it means who had it",
    )
)
def test_a_name_that_was_given_up_is_nobody_elses(house: House) -> None:
    assert "You are called Grace Hopper" in renames(house, "Ada Lovelace", "Grace Hopper")
    assert "is taken" in renames(house, "Bob Babbage", "Ada Lovelace")
    assert "looks like that of" in renames(house, "Bob Babbage", "Ada Love1ace")
    assert "is taken" in joins(house, "Ada Lovelace")


@attacks(
    Attack(
        "moderator",
        "the Moderator's ear",
        "is put on the list of players under the Moderator's name, or a player's",
        "the act is refused",
    )
)
def test_nor_can_the_moderator_be_talked_into_one(house: House) -> None:
    for name in ("The Moder\u0430tor", "Bob B\u0430bbage"):
        who = f"{name} <eve@attacker.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
        house.run()
        assert len(house.state().players) == 2


@pytest.mark.parametrize(
    "name",
    ["Zo\u00eb", "\u0418\u0432\u0430\u043d", "\u674e\u5c0f\u9f99", "Adam", "Bo", "Al-Khwarizmi"],
)
def test_a_name_of_ones_own_is_taken(house: House, name: str) -> None:
    assert "looks like" not in joins(house, name)


def test_a_name_beside_the_games_title_is_taken(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.act("new game", game="tea", title="Nomic Game", ruleset="net_play", settings={})
    assert "You have joined" in joins(house, "Game Cakey")


MARKS = """PROPOSE ENACT: Marks
Who is marked has a mark.
Effects:
  program:
    marks = quantity("marks", start=0)

    @action("MARK <player>")
    def mark(me, who):
        marks.give(who, 1)

    @action("GRANT <player> <n> MARKS")
    def grant(me, who, n):
        marks.give(who, n)
END
CALL VOTE
"""


def test_a_first_name_that_begins_an_action_is_taken(house: House) -> None:
    for name, text in ((house.mover(), MARKS), ("Ada Lovelace", "FOR"), ("Bob Babbage", "FOR")):
        house.reply(name, f"{text}\n")
        house.run()
    assert house.state().programs
    assert "says something else" in renames(house, "Bob Babbage", "MARK Twain")
    assert "says something else" in renames(house, "Bob Babbage", "Mark Ada")
    assert "says something else" not in renames(house, "Bob Babbage", "Grant Wood")
    assert "says something else" not in joins(house, "Mark Twain")
    assert [one.name for one in house.state().players.values()][1:] == ["Grant Wood", "Mark Twain"]


def test_names_of_one_shape_whatever_their_capitals() -> None:
    assert skeleton("IAN") == skeleton("ian") == skeleton("lan")
    assert skeleton("Zo\u00eb") != skeleton("Zoe")


HEAPED = "Z" + "\u0351\u036b\u0343\u036a\u0302" * 4 + "ed"


@attacks(
    Attack(
        "identity",
        "an address of their own",
        "joins by a name whose marks cover the lines above and below it",
        "the name is refused, and why is told",
    )
)
def test_a_name_of_marks(house: House) -> None:
    assert "no letter that can be seen" in joins(house, HEAPED)
    assert len(house.state().players) == 2


@attacks(
    Attack(
        "archives",
        "a record that a moderator brings here",
        "has players who look like each other, or like the Moderator",
        "it is refused, and who that is is told",
    )
)
def test_names_of_a_record(tmp_path: Path) -> None:
    for name in ("Player 0\uff12", "The Moder\u0430tor", HEAPED, "Pl\u0430yer 02"):
        house = House(tmp_path)
        with pytest.raises(Trouble, match="looks like another, or like the Moderator"):
            bring_in(house.database, house.config, called(name), house.clock.now(), "tea")


@pytest.mark.parametrize("name", ["Play\u00ebr 02", "Judge", "Mod", "Layer Player 02"])
def test_who_has_played_for_years_comes_along(tmp_path: Path, name: str) -> None:
    house = House(tmp_path)
    bring_in(house.database, house.config, called(name), house.clock.now(), "rum")
    assert name in {one.name for one in house.state("rum").players.values()}


@pytest.mark.parametrize(
    ("there", "comes"),
    [
        ("Dan Moor", "Cian"),
        ("Alida", "Alicia"),
        ("Luda", "Lucia"),
        ("Dara", "Clara"),
        ("Zoe Hale", "Zo\u00eb"),
        ("Mary Moor", "Mary Jane Moor"),
        ("Team6", "Team8"),
        ("Tess4", "Tess5"),
    ],
)
def test_names_of_two_people_are_both_taken(house: House, there: str, comes: str) -> None:
    assert f"You are called {there}" in renames(house, "Ada Lovelace", there)
    assert "looks like" not in joins(house, comes)
    assert comes in {one.name for one in house.state().players.values()}


def called(name: str) -> ImportedRecord:
    events = [
        replace(one, name=name) if isinstance(one, e.PlayerJoined) and one.seat == 1 else one
        for one in Game(few("net_play"), players=3).start().events
    ]
    data: Any = json.loads(record_json(entries_of(events)))
    return ImportedRecord(*up_to(data, None))
