"""TAKEOVER: whose seat it is that somebody gets, and in whose name they ask."""

from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House

MODERATOR = f"moderator@{HOST}"
GRACE, CLEO = "Grace Hopper", "Cleo Curie"


def observes(house: House, name: str) -> None:
    house.unproven(name, "OBSERVE\n")
    house.run()
    house.reply(name, "YES\n")
    house.run()


def says_yes(house: House, place: int = -1) -> None:
    """The Moderator, to one of the letters that tell of a TAKEOVER."""
    asked = [one for one in house.told if "takeover_asked" in one.occasions][place]
    letter = house.written("The Moderator", asked.reply_to, "YES\n")
    letter = letter.replace(b"the@players.example", MODERATOR.encode())
    house.hand_in(letter, MODERATOR, [asked.reply_to])
    house.run()


@attacks(
    Attack(
        "identity",
        "a seat to look on from, and two that were left",
        "asks for any seat, and has the one filled that the Moderator was shown",
        "a YES to the one gives no other",
    )
)
def test_a_yes_is_to_the_seat_that_was_shown(house: House) -> None:
    house.act("add player", game="tea", player=f"{CLEO} <cleo@players.example>", confirmed=True)
    house.run()
    observes(house, GRACE)
    bob, cleo = (one.seat for one in house.state().players.values() if one.name[:1] in "BC")
    for name in ("Bob Babbage", CLEO):
        house.reply(name, "FORFEIT\n")
        house.run()
    house.reply(GRACE, "TAKEOVER\n")
    house.run()
    asked = [one for one in house.told if "takeover_asked" in one.occasions][-1]
    assert "to play on for Bob Babbage" in " ".join(asked.text.split())
    observes(house, "Dan Dare")
    house.reply("Dan Dare", "TAKEOVER Bob\n")
    house.run()
    says_yes(house)
    assert house.state().players[bob].name == "Dan Dare"
    says_yes(house, 0)
    assert house.state().players[cleo].name == CLEO
    assert not house.state().players[cleo].playing
    assert "taken" in house.last["tea", "grace@players.example"].subject


@attacks(
    Attack(
        "identity",
        "an address of their own, and a player who was late",
        "asks for that player's seat, who is back before the Moderator says yes",
        "the player stays, and who asks is told",
    )
)
def test_a_yes_that_comes_too_late_takes_nobodys_seat(house: House) -> None:
    late = house.mover()
    for _ in range(4):
        house.later(days=8)
        house.run()
    house.unproven(GRACE, f"TAKEOVER {late}\n")
    house.run()
    house.reply(GRACE, "YES\n")
    house.run()
    house.reply(late, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    says_yes(house)
    assert [one.name for one in house.state().players.values()] == ["Ada Lovelace", "Bob Babbage"]
    assert "taken" in house.last["tea", "grace@players.example"].subject
