"""The Moderator's acts by mail: each is asked about, and the question is what an attacker plays on;
dice thrown anew; and votes that are confirmed when it is too late."""

from pathlib import Path

import pytest

from nomic_mail.play.table import HOST, Received
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"
AWARD = "AWARD Ada 7 RULE 202: because\n"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def writes(house: House, to: str, text: str, *, sender: str = MODERATOR, more: str = "") -> int:
    number = house._letters + 1
    head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@x>\r\n{more}"
    number = house.hand_in(f"{head}\r\n{text}".encode(), sender, [to])[0]
    house.run()
    return number


def asked(house: House, act: str) -> Received:
    writes(house, f"nomic+tea@{HOST}", act)
    return [one for one in house.told if one.to == MODERATOR][-1]


def awards(house: House) -> int:
    return house.kinds().count("PointsAwarded")


WHO = {
    "answers it with YES, as the player that it was forwarded to": "bob@players.example",
    "answers it with YES, from an address of their own": "evil@attacker.example",
    "answers it with YES, from an address that looks like the Moderator's": f"moderator@x.{HOST}",
}


@each(
    "moderator",
    "the question to the Moderator whether an act was theirs",
    "{}",
    "nothing is done, and the Moderator is asked",
    WHO,
)
def test_a_question_that_was_forwarded(house: House, given: str) -> None:
    question = asked(house, AWARD)
    number = writes(house, question.reply_to, "YES\r\n", sender=given)
    assert (house.became(number), awards(house)) == ("held", 0)
    assert house.told[-1].to == MODERATOR


@attacks(
    Attack(
        "moderator",
        "the Moderator's YES to an act",
        "sends it once more under another Message-ID, and by a machine",
        "the act is done once",
    ),
    Attack(
        "moderator",
        "the Moderator's YES to an act",
        "adds another act below it",
        "neither is done, and the Moderator is asked which",
    ),
)
def test_a_yes_is_good_once_and_for_one_act(house: House) -> None:
    question = asked(house, AWARD)
    writes(house, question.reply_to, "YES\r\n\r\nAWARD Bob 50 RULE 202: too\r\n")
    assert awards(house) == 0
    writes(house, question.reply_to, "YES\r\n")
    writes(house, question.reply_to, "YES\r\n")
    writes(house, question.reply_to, "YES\r\n", more="Auto-Submitted: auto-replied\r\n")
    house.later(days=40)
    writes(house, question.reply_to, "YES\r\n")
    assert awards(house) == 1


@attacks(
    Attack(
        "moderator",
        "two acts that wait for the Moderator",
        "has one answered, to have the other done",
        "each is done by its own YES",
    )
)
def test_two_questions(house: House) -> None:
    first, second = asked(house, AWARD), asked(house, AWARD.replace("7", "9"))
    writes(house, second.reply_to, "YES\r\n")
    assert house.state().players[1].score == 9
    writes(house, first.reply_to, "NO\r\n")
    assert (awards(house), house.state().players[1].score) == (1, 9)


@attacks(
    Attack(
        "moderator",
        "an act that waits for the Moderator",
        "has the game go on before the YES",
        "the YES does what the act does now, or is refused in a sentence",
    )
)
def test_a_yes_that_comes_late(house: House) -> None:
    question = asked(house, "EXTEND 301 BY 2 days\n")
    for name in (house.mover(), house.others()[0]):
        house.reply(name, "FOR\n")
        house.run()
    before = house.kinds()
    writes(house, question.reply_to, "YES\r\n")
    assert house.kinds() == before
    assert "301 is neither debated nor voted on" in house.told[-1].subject


@attacks(
    Attack(
        "moderator",
        "the Moderator's own acts",
        "takes one back, and takes that back, and again",
        "it is taken back once; the rest is refused, and the record is as it was",
    )
)
def test_what_is_taken_back_is_not_taken_back(house: House) -> None:
    house.act("say", game="tea", line=AWARD.strip())
    house.act("say", game="tea", line="UNDO")
    house.run()
    before = house.kinds()
    for _ in range(3):
        house.act("say", game="tea", line="UNDO")
        house.run()
    assert house.kinds() == before
    assert before.count("ActUndone") == 1


@attacks(
    Attack(
        "moderator",
        "UNDO of the Moderator's, which waits for a YES",
        "has another act be done before it",
        "the YES takes back the act that was told, or none",
    )
)
def test_a_yes_to_undo(house: House) -> None:
    house.act("say", game="tea", line=AWARD.strip())
    house.run()
    question = asked(house, "UNDO\n")
    house.later(minutes=1)
    house.act("say", game="tea", line=AWARD.strip().replace("7", "9"))
    house.run()
    before = house.kinds()
    writes(house, question.reply_to, "YES\r\n")
    assert house.kinds() == before
    assert "your last act is event" in " ".join(house.told[-1].text.split())
    question = asked(house, "UNDO\n")
    writes(house, question.reply_to, "YES\r\n")
    assert house.state().players[1].score == 7


@attacks(
    Attack(
        "dice",
        "the Moderator's office",
        "throws, takes the throw back and throws again until the face is right",
        "no throw is taken back, no link is used twice, and all are told each time",
    )
)
def test_a_throw_is_for_good(house: House) -> None:
    told = 0
    for _ in range(3):
        house.act("say", game="tea", line="ROLL 2d6 RULE 202: because")
        told += len([one for one in house.run() if "is thrown" in one.subject])
        number = house.act("say", game="tea", line="UNDO")
        house.run()
        assert house.arrival(number).result.startswith("refused")
    links = [event.link for event in house.events() if getattr(event, "link", "")]
    assert len(links) == len(set(links)) >= 3
    assert told >= 6


@attacks(
    Attack(
        "votes",
        "a vote of theirs that waits for a YES",
        "says YES to it when the vote is over, and the result known",
        "it counts no more, and that is told",
    )
)
def test_a_vote_that_is_confirmed_when_all_is_over(house: House) -> None:
    name = house.others()[0]
    number = house.unproven(name, "AGAINST 301\n")
    house.run()
    question = house.door(name)
    house.reply(house.mover(), "FOR\n")
    for _ in range(6):  # it is extended twice
        house.run()
        house.later(days=7)
    house.act("say", game="tea", line="CLOSE 301: it is time")
    house.run()
    assert "VotingClosed" in house.kinds()
    before = house.kinds()
    house.post_in(house.written(name, question, "YES\n"), name, question)
    answers = [one for one in house.run() if one.to == address_of(name)]
    assert house.became(number) == "done"
    assert house.kinds() == before
    assert "is over" in answers[-1].subject
