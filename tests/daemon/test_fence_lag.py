"""A mail server whose clock lags behind ours dates a letter before the ballot it answers was opened
(DESIGN 2, Time): a reply to a ballot is never older than that ballot, and a plain letter that came
before it is no vote.

The games here are net_play with a ballot that was opened at START.
"""

from datetime import timedelta

import pytest

from nomic_mail.game.events import BallotCast
from tests.kit.house import START, House, address_of
from tests.pump.test_fence import news, vote_at

LAG = timedelta(seconds=90)


def lagging(house: House, name: str, text: str) -> int:
    """Handed in now, and dated by a clock that lags behind."""
    now = house.clock.now()
    number = vote_at(house, now - LAG, name, text)
    house.clock.set(now)
    house.run()
    return number


def said_to(house: House, name: str) -> str:
    return house.last["tea", address_of(name)].text


def ballots(house: House) -> list[BallotCast]:
    return [one for one in house.events() if isinstance(one, BallotCast)]


def receipts(house: House) -> list[float]:
    """Of all ballots, in seconds after the opening."""
    return [(one.received_at - START).total_seconds() for one in ballots(house)]


def test_a_quick_reply_to_a_ballot_counts_from_its_opening(house: House) -> None:
    mover, _ = house.open_vote()
    house.later(seconds=30)
    lagging(house, mover, "FOR\n")
    assert news(house) == ["BallotCast"]
    assert receipts(house) == [0]


def test_it_counts_when_a_vote_of_another_way_in_was_quicker(house: House) -> None:
    """The listener dates by our clock, so something has happened since the opening."""
    mover, other = house.open_vote()
    house.later(seconds=20)
    house.reply(mover, "FOR\n")
    house.run()
    house.later(seconds=10)
    lagging(house, other, "FOR\n")
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]
    assert receipts(house) == [20, 0]


def test_a_change_of_mind_and_a_retraction_count_in_their_order(house: House) -> None:
    mover, _ = house.open_vote()
    house.later(seconds=10)
    for text in ("FOR\n", "AGAINST\n", "RETRACT\n"):
        house.later(seconds=10)
        lagging(house, mover, text)
    assert news(house) == ["BallotCast", "BallotCast", "BallotRetracted"]
    assert [one.choice for one in ballots(house)] == ["for", "against"]
    lagging(house, mover, "FOR\n")
    assert news(house)[-1] == "BallotCast"


def test_the_call_and_the_vote_of_one_letter_are_one_moment(house: House) -> None:
    """Dated before the last thing that happened, they still come in their order."""
    house.begin()
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\n")
    house.run()
    house.later(seconds=30)
    lagging(house, mover, "CALL VOTE\nFOR 301\n")
    assert house.kinds()[-2:] == ["VotingOpened", "BallotCast"]
    assert receipts(house) == [0]


@pytest.mark.parametrize("quicker", [False, True])
def test_a_plain_letter_from_before_the_ballot_is_told_so(house: House, quicker: bool) -> None:
    """It proves nothing of when it was written: perhaps the text was revised since."""
    mover, other = house.open_vote()
    if quicker:
        house.later(seconds=10)
        house.reply(mover, "FOR\n")
        house.run()
    house.later(seconds=30)
    now = house.clock.now()
    house.clock.set(START - LAG)
    number = house.unproven(other, "FOR 301\n")
    house.clock.set(now)
    house.run()
    assert house.became(number) == "held"
    house.reply(other, "YES\n")
    house.run()
    assert "your letter came before the vote on 301 opened" in said_to(house, other)
    assert news(house) == ["BallotCast"] * quicker
