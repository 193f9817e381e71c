"""TRY: what its letter tells, and what it tells nobody: it is done in a copy of the game, in which
nothing stands that others keep secret, and nothing of it is kept."""

import email
import email.policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from nomic_mail.play.samples import text_of
from nomic_mail.pump.says import tries
from tests.kit.house import House, address_of
from tests.kit.tiers import times

SECRET = 4711
RULE = f"""PROPOSE ENACT: Cards
Each has a card that nobody else sees, and bids are sealed.
Effects:
  program:
    card = quantity("card", secret=True)
    memo = note("memo", secret=True)
    plan = quantity("plan", owner="game", secret=True)
    chips = quantity("chips", start=3)

    @action("DRAW")
    def draw(me):
        card.set(me, {SECRET})
        plan.set({SECRET})
        memo.set(me, "number {SECRET}")

    @action("PEEK AT <player>")
    def peek(me, who):
        say(f"{{who}} has {{card.of(who)}}, {{memo.of(who)}}, {{plan.value()}}.")

    @action("BET ON <player>")
    def bet(me, who):
        if card.of(who) > 100:
            chips.give(me, 1)
        else:
            refuse("a low card")

    @action("BID <n>", sealed=True)
    def bid(me, n):
        say(f"{{me}} bids {{n}}.")

    @action("OPEN BIDS")
    def opens(me):
        reveal("BID <n>")

    @action("TOSS")
    def toss(me):
        say(f"It is {{roll(1000)}}.")

    @action("SPIN")
    def spin(me):
        while True:
            pass
END
"""
AMENDED = """TRY AMEND 301: Open cards
Each has a card that all see.
Effects:
  program:
    card = quantity("card")
    memo = note("memo")
    plan = quantity("plan", owner="game")

    @action("PEEK AT <player>")
    def peek(me, who):
        say(f"{who} has {card.of(who)}, {memo.of(who)}, {plan.value()}.")
END

"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Bob has drawn, and has sealed a bid; it is Ada who asks. To read a program that comes to no
    end takes its seconds: so all this is played once."""
    house = House(tmp_path)
    house.once((RULE,), partial(drawn_and_sealed, house))
    assert str(SECRET) in repr(house.state().programs)
    return house


def drawn_and_sealed(house: House) -> None:
    house.begin()
    mover = house.mover()
    for name, text in (
        (mover, RULE + "CALL VOTE\n"),
        ("Ada Lovelace", "FOR\n"),
        ("Bob Babbage", "FOR\n"),
        ("Bob Babbage", "DRAW\n"),
        ("Bob Babbage", f"BID {SECRET}\n"),
    ):
        house.reply(name, text)
        house.run()


def answer(house: House, text: str, name: str = "Ada Lovelace") -> str:
    before, events = len(house.bodies), len(house.events())
    house.reply(name, text)
    house.run()
    letters = [
        email.message_from_bytes(body, policy=email.policy.default)
        for body in house.bodies[before:]
    ]
    (letter,) = letters
    assert isinstance(letter, EmailMessage)
    assert address_of(name) in str(letter["To"])
    assert len(house.events()) == events, "something has happened"
    return " ".join(text_of(letter).split())


PEEKS = (
    "TRY PEEK AT Bob",
    "TRY AS Bob: PEEK AT Bob",
    "TRY\nOPEN BIDS\nBET ON Bob",
    "TRY\nAS Bob: BET ON Bob",
    AMENDED + "PEEK AT Bob\nAS Bob: PEEK AT Bob",
)


@pytest.mark.parametrize("text", PEEKS)
def test_nothing_is_told_of_what_others_keep_secret(house: House, text: str) -> None:
    told = answer(house, text)
    assert "Nothing has been done" in told
    assert str(SECRET) not in told
    assert "would be done, by rule 301 (Cards). - Ada" not in told


def test_their_own_secrets_are_told_to_whoever_asks(house: House) -> None:
    told = answer(house, "TRY\nPEEK AT Bob\nOPEN BIDS\n", "Bob Babbage")
    assert f"Bob Babbage has {SECRET}, number {SECRET}, 0." in told
    assert f"Bob Babbage bids {SECRET}." in told


def test_open_ballots_are_in_no_copy_but_their_voter_s(house: House) -> None:
    mover = house.mover()
    other = house.others()[0]
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    house.reply(other, "AGAINST\n")
    house.run()
    told = answer(house, "TRY\nFOR 302\nWHEN adopted\n", mover)
    assert '"FOR 302" is no action of a rule\'s program' in told
    assert not house.state().polls[302].ballots.get(1 if mover.startswith("Ada") else 2)


def test_the_dice_of_a_copy_are_not_those_to_come(house: House) -> None:
    """What is tried and then done in the very same letter is thrown twice."""
    before = len(house.bodies)
    house.reply("Ada Lovelace", "TRY TOSS\nTOSS\n")
    house.run()
    told = " ".join(
        text_of(email.message_from_bytes(body, policy=email.policy.default))
        for body in house.bodies[before:]
    )
    (real,) = house.events()[-1].faces
    assert f"It is {real}." in told
    assert "Thrown, in the copy" in told
    assert f"Thrown, in the copy: {real} of" not in told


def test_what_is_tried_has_little_time_and_stops_nothing(house: House) -> None:
    spins = times(1, 3, 3)  # each of them takes all that a call may have
    told = answer(house, "TRY\n" + "SPIN\n" * spins + "TOSS\n")
    assert told.count("SPIN: would break in rule 301") == spins
    assert house.state().programs[301].broken == 0


def test_so_much_is_tried_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "A_DAY", 2)
    for _ in range(2):
        assert "Nothing has been done" in answer(house, "TRY TOSS\n")
    assert "2 letters of yours were tried within a day" in answer(house, "TRY TOSS\n")
    house.later(days=1, minutes=1)
    house.run()
    assert "Nothing has been done" in answer(house, "TRY TOSS\n")


def test_a_forged_letter_tries_nothing(house: House) -> None:
    """It is asked about, and its answer goes to the player alone."""
    before = len(house.bodies)
    house.unproven("Bob Babbage", "TRY PEEK AT Bob\n")
    house.run()
    told = [
        email.message_from_bytes(body, policy=email.policy.default)
        for body in house.bodies[before:]
    ]
    assert [address_of("Bob Babbage") in str(one["To"]) for one in told] == [True]
    assert str(SECRET) not in house.bodies[-1].decode()


def test_what_is_tried_below_a_move_is_tried_as_the_move_has_left_it(house: House) -> None:
    before = len(house.bodies)
    house.reply("Ada Lovelace", "TRY AS Ada: PEEK AT Ada\nDRAW\nTRY PEEK AT Ada\n")
    house.run()
    told = " ".join(
        " ".join(text_of(letter).split())
        for body in house.bodies[before:]
        if isinstance(
            letter := email.message_from_bytes(body, policy=email.policy.default), EmailMessage
        )
        and address_of("Ada Lovelace") in str(letter["To"])
    )
    assert "Ada Lovelace has 0, , 0." in told
    assert f"Ada Lovelace has {SECRET}, number {SECRET}, 0." in told


def test_a_draft_cannot_tell_what_another_rule_keeps_secret(house: House) -> None:
    told = answer(
        house,
        "TRY ENACT: Spy\nIt looks.\nEffects:\n  program:\n"
        '    theirs = quantity("card", of="Cards")\n'
        '    @action("SPY ON <player>")\n    def spy(me, who):\n'
        "        say(f'{theirs.of(who)}')\nEND\nSPY ON Bob\nAS Bob: SPY ON Bob\n",
    )
    assert told.count('no rule called "Cards" keeps card') == 2
    assert str(SECRET) not in told


def test_a_hook_is_tried_by_its_name_and_each_is_told_who_is_asked(house: House) -> None:
    told = answer(
        house,
        "TRY ENACT: Say\nWho has more says more.\nEffects:\n  program:\n"
        '    says = quantity("says", start=2)\n'
        '    @decides("votes")\n    def votes(player, proposal):\n'
        "        return says.of(player)\n"
        '    @on("defeated")\n    def lost(proposal):\n'
        "        for player in proposal.voted_against:\n            says.give(player, 1)\n"
        "END\n\nWHEN defeated\nWHEN decides votes\nWHEN adopted\n",
    )
    assert "it would run as rule 302, and keep says" in told
    assert "Ada Lovelace: says 2 -> 3" in told
    assert "would answer so: - Ada Lovelace: 3 - Bob Babbage: 3" in told
    assert "no program is called by adopted. What would work: write WHEN and one of" in told
