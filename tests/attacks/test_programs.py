"""What is said to the programs of rules, and what the Moderator says: forged, doubled, automatic,
bounced, quoted; and dice, thrown by whom they are not for."""

from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks
from tests.kit.attackers import EVIL, Attacker, leaked
from tests.kit.house import House, address_of

GAME = f"nomic+tea@{HOST}"
RULE = """PROPOSE ENACT: Coins
Everybody has coins, and can throw for more.
Effects:
  program:
    coins = quantity("coins", start=5)
    @action("GIVE <n> COINS TO <player>")
    def give(me, n, to):
        coins.move(me, to, n)
    @action("TOSS A COIN")
    def toss(me):
        coins.give(me, roll(2))
END
"""
LIBRARY = "PROPOSE FROM LIBRARY lottery\n"
TOSS = "TOSS A COIN\n"
DONE = ("ProgramRan", "ProposalMade", "DiceRolled", "ModeratorActed", "Discussed")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A game whose rule has a program; it is somebody's turn."""
    house = House(tmp_path)
    house.begin()
    mover = house.mover()
    house.reply(mover, RULE)
    house.run()
    house.reply(mover, "CALL VOTE\n")
    house.run()
    for name in (mover, house.others()[0]):
        house.reply(name, "FOR\n")
        house.run()
    assert house.state().programs
    return house


def done(house: House) -> list[str]:
    return [kind for kind in house.kinds() if kind in DONE]


def throws(house: House) -> int:
    """Links that are used up."""
    return sum(bool(getattr(event, "link", "")) for event in house.events())


def said(house: House, what: str) -> str:
    """Both of these are the mover's to say, so that nothing but the proof is in the way."""
    other = house.others()[0].split()[0]
    return {"an action": f"GIVE 3 COINS TO {other}\n", "a throw": TOSS, "a proposal": LIBRARY}[what]


def twice(verb: str, happens: str, has: str = "a player's name and address") -> tuple[Attack, ...]:
    return tuple(Attack("identity", has, f"{verb} {what}", happens, given=what) for what in WHAT)


WHAT = ("an action", "a throw", "a proposal")


@attacks(*twice("answers the ballot with", "it is done: the letter is the player's", "a seat"))
def test_what_is_proven_is_done(house: House, given: str) -> None:
    """Else the rows below would say nothing."""
    before = done(house)
    house.reply(house.mover(), said(house, given))
    house.run()
    assert len(done(house)) == len(before) + 1


@attacks(*twice("forges to the game's address", "the player is asked, and nothing is done"))
def test_forged_at_the_door(house: House, given: str) -> None:
    before, used = done(house), throws(house)
    attacker = Attacker(house, house.mover())
    attacker.forges(GAME, said(house, given))
    attacker.forges(leaked(house.last["tea", attacker.home], "talk"), said(house, given))
    assert [one for one in done(house) if one != "Discussed"] == before
    assert throws(house) == used


@attacks(*twice("writes from elsewhere, to their reply address,", "they are asked; no more"))
def test_a_leaked_reply_address(house: House, given: str) -> None:
    before = done(house)
    attacker = Attacker(house, house.mover())
    attacker.forges(house.door(attacker.victim), said(house, given), sender=EVIL)
    assert done(house) == before


@attacks(*twice("sends thrice, byte for byte,", "it is done once, and thrown once", "a seat"))
def test_a_letter_that_comes_thrice(house: House, given: str) -> None:
    before, mover = done(house), house.mover()
    door = house.door(mover)
    raw = house.written(mover, door, said(house, given), "<once@mail.test>")
    for to in (door, door.upper(), door):
        house.hand_in(raw, address_of(mover), [to])
        house.run()
    assert len(done(house)) == len(before) + 1


@attacks(*twice("lets their absence program send", "a machine's letter does nothing", "a seat"))
def test_a_machine(house: House, given: str) -> None:
    before, mover = done(house), house.mover()
    door = house.door(mover)
    raw = b"Auto-Submitted: auto-replied\n" + house.written(mover, door, said(house, given))
    house.post_in(raw, mover, door)
    house.run()
    assert done(house) == before


@attacks(*twice("lets a mail server send back", "a bounce does nothing", "a letter that bounces"))
def test_a_bounce(house: House, given: str) -> None:
    before, mover = done(house), house.mover()
    door = house.door(mover)
    raw = house.written(mover, door, said(house, given))
    raw = raw.replace(b"From: ", b"From: MAILER-DAEMON <mailer-daemon@x.example>\nX-Was: ", 1)
    house.hand_in(b"Return-Path: <>\n" + raw, "", [door])
    house.run()
    assert done(house) == before


@attacks(*twice("is quoted with", "what stands behind `>` is nobody's", "words to be quoted"))
def test_quoted(house: House, given: str) -> None:
    before, mover = done(house), house.mover()
    house.reply(mover, f"Nice try!\n\nOn Monday Eve wrote:\n> {said(house, given)}")
    house.run()
    assert done(house) == before


# Dice


@attacks(
    Attack(
        "dice",
        "a seat",
        "proposes and previews programs that throw, to see what comes next",
        "they are tried with faces of no chain: not one link is used",
    )
)
def test_a_dry_run_throws_nothing(house: House) -> None:
    used, mover = throws(house), house.mover()
    rule = 'ENACT: Luck\nLuck.\nEffects:\n  program:\n    @action("LUCK")\n    def luck(me):\n'
    rule += "        say(str(roll(6)))\nEND\n"
    house.reply(mover, f"PREVIEW {rule}")
    house.run()
    house.reply(mover, f"PROPOSE {rule}")
    house.run()
    assert house.kinds()[-1] == "ProposalMade"
    assert throws(house) == used


@attacks(
    Attack(
        "dice",
        "a seat, and a letter that may be sent again",
        "throws, and sends the letter again under other Message-IDs until the face is right",
        "each is a throw of its own from the next link, and all of them are told",
    )
)
def test_thrown_until_it_is_right(house: House) -> None:
    used, mover = throws(house), house.mover()
    for _ in range(4):
        house.reply(mover, TOSS)
        house.run()
    assert throws(house) == used + 4
    links = [event.link for event in house.events() if getattr(event, "link", "")]
    assert len(set(links)) == len(links)


@attacks(
    Attack(
        "dice",
        "a seat",
        "writes ROLL, which is the Moderator's",
        "it is refused (013), and no link is used",
    )
)
def test_a_player_rolls(house: House) -> None:
    used = throws(house)
    house.reply(house.mover(), "ROLL 2d6 RULE 202: because\n")
    house.run()
    assert throws(house) == used


# The Moderator

ACTS = (
    "ROLL 2d6 RULE 202: because",
    "AWARD Ada 100 RULE 202: because",
    "REST 301: because",
    "SET turn_limit = 30d",
    "UNDO",
    'REPLACE Ada BY "Eve <evil@attacker.example>"',
    "HAND OVER TO Eve <evil@attacker.example>",
    "END GAME",
)


@attacks(
    *(
        Attack(
            "moderator",
            "the Moderator's address, a player's reply address",
            f"forges {act.split(':')[0]} to the game's address, and there",
            "the Moderator is asked; nothing is done, and nobody else gets a letter",
            given=act,
        )
        for act in ACTS
    )
)
def test_an_act_that_is_not_the_moderators(house: House, given: str) -> None:
    before, used, door = house.kinds(), throws(house), house.door(house.mover())
    told = []
    for number, to in enumerate((GAME, door, f"nomic@{HOST}")):
        raw = f"From: moderator@{HOST}\r\nTo: {to}\r\nMessage-ID: <{number}@x>\r\n\r\n{given}\r\n"
        house.hand_in(raw.encode(), EVIL, [to])
        told += house.run()
    assert house.kinds() == before
    assert throws(house) == used
    assert {one.to for one in told} <= {f"moderator@{HOST}", address_of(house.mover())}
    assert EVIL not in {one.to for one in told}


@attacks(
    Attack(
        "moderator",
        "a seat",
        "answers their own letter with acts that are the Moderator's, one after the other",
        "each is refused, and the record is as it was",
    )
)
def test_a_player_acts_as_the_moderator(house: House) -> None:
    before, mover = house.kinds(), house.mover()
    for act in ACTS:
        house.reply(mover, f"{act}\n")
        house.run()
    assert house.kinds() == before
