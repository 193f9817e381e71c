"""Where a player's letters go, under attack: one reply address of theirs has leaked, and From is
anybody's to write; or the attacker has an address of theirs. No one letter moves anything."""

from datetime import timedelta
from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from tests.kit.attackers import EVIL, Attacker, addresses_of, leaked
from tests.kit.house import HOST, House, address_of

SECOND = "second@players.example"
THIRD = "third@players.example"
DAY = timedelta(days=1)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


@pytest.fixture
def attacker(house: House) -> Attacker:
    """Who has seen the victim's reply address for the ballot."""
    return Attacker(house, house.mover())


def at(house: House, address: str) -> Received:
    """The last letter that came there."""
    return house.last["tea", address]


def says(house: House, attacker: Attacker, address: str, text: str) -> int:
    """The player (or whoever reads this mailbox) answers the last letter there."""
    return attacker.forges(at(house, address).reply_to, text, sender=address)


def has(house: House, attacker: Attacker, *more: str) -> None:
    """The victim has these addresses beside the first, each agreed to everywhere."""
    known = [attacker.home]
    for address in more:
        says(house, attacker, attacker.home, f"ADDRESS ALSO {address}\n")
        for one in (address, *known):
            says(house, attacker, one, "YES\n")
        known.append(address)
        assert addresses_of(house, attacker.victim) == (attacker.home, known[1:])


def a_day_later(house: House) -> None:
    house.later(days=1, minutes=1)
    house.run()


def is_safe(house: House, attacker: Attacker, *others: str) -> bool:
    return addresses_of(house, attacker.victim) == (attacker.home, list(others))


# One reply address has leaked


@pytest.mark.parametrize("order", ["ADDRESS", "ADDRESS ALSO"])
def test_one_leaked_address_and_a_yes_of_the_attackers_own_move_nothing(
    house: House, attacker: Attacker, order: str
) -> None:
    attacker.forges(house.door(attacker.victim), f"{order} {EVIL}\n")
    attacker.answers_there()
    assert is_safe(house, attacker)
    warned = at(house, attacker.home)
    assert f"A new address: {EVIL}" in warned.subject
    assert "By when: Tue 2026-03-03 09:00 UTC" in " ".join(warned.text.split())
    assert "reply NO" in " ".join(warned.text.split())
    says(house, attacker, attacker.home, "NO\n")
    assert is_safe(house, attacker)
    assert "stays as it was" in at(house, attacker.home).subject
    assert "stays as it was" in at(house, EVIL).subject
    a_day_later(house)
    assert is_safe(house, attacker)


def test_beside_a_command_the_order_waits_no_less(house: House, attacker: Attacker) -> None:
    """The vote is one that a leaked reply address can give; it is told at the registered one."""
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n\nAGAINST 301\n")
    attacker.answers_there()
    assert is_safe(house, attacker)
    assert any("receipt" in one.occasions and one.to == attacker.home for one in house.told)


def test_the_leaked_address_says_no_yes(house: House, attacker: Attacker) -> None:
    """It is of another matter than the warning, and the ballot's YES is a vote."""
    ballot = house.door(attacker.victim)
    attacker.forges(ballot, f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    attacker.forges(ballot, "YES\n")
    attacker.forges(ballot, "YES, move me there, it is me\n")
    attacker.forges(leaked(at(house, attacker.home), "talk"), "YES\n")
    assert is_safe(house, attacker)


def test_the_question_at_the_new_address_says_no_yes_for_the_old_one(
    house: House, attacker: Attacker
) -> None:
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    question = attacker.letters()[-1].reply_to
    attacker.forges(question, "YES\n", sender=EVIL)
    attacker.forges(question, "YES\n")
    attacker.forges(question, "YES\n", sender=EVIL)
    assert is_safe(house, attacker)


def test_one_letter_asks_for_one_change(house: House, attacker: Attacker) -> None:
    text = f"ADDRESS {EVIL}\nADDRESS ALSO evil2@attacker.example\n"
    attacker.forges(house.door(attacker.victim), text)
    assert {one.to for one in house.told if "attacker" in one.to} == {EVIL}
    assert "one change of your addresses" in " ".join(at(house, attacker.home).text.split())


def test_a_no_counts_from_wherever_it_comes_by_its_own_token(
    house: House, attacker: Attacker
) -> None:
    """The victim's mail program writes another From than the server knows."""
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    warning = at(house, attacker.home).reply_to
    attacker.forges(warning, "No, that was not me.\n", sender="ada@alias.example")
    a_day_later(house)
    assert is_safe(house, attacker)


@pytest.mark.parametrize("sender", ["", "ada@alias.example"])
def test_a_no_takes_the_leaked_address_back(house: House, attacker: Attacker, sender: str) -> None:
    """Whoever asked still has it, and could vote with it."""
    shown = house.door(attacker.victim)
    attacker.forges(shown, f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    attacker.forges(at(house, attacker.home).reply_to, "NO\n", sender=sender)
    answer = at(house, attacker.home)
    assert "older letters of Tea are void now" in " ".join(answer.text.split())
    assert house.became(attacker.forges(shown, "AGAINST 301\n")) == "held"
    attacker.forges(answer.reply_to, "FOR 301\n")
    assert "your vote for 301 is counted" in " ".join(at(house, attacker.home).text.split()).lower()
    assert "void" not in at(house, EVIL).text


def test_a_no_stops_all_that_was_asked(house: House, attacker: Attacker) -> None:
    """Whoever asked for one may have asked for all: by silence the others would happen."""
    shown = house.door(attacker.victim)
    for address in (EVIL, "evil2@attacker.example"):
        attacker.forges(shown, f"ADDRESS ALSO {address}\n")
        attacker.forges(at(house, address).reply_to, "YES\n", sender=address)
    says(house, attacker, attacker.home, "NO\n")
    told = " ".join(at(house, attacker.home).text.split())
    for address in (EVIL, "evil2@attacker.example"):
        assert f"{address} does not become an address of yours" in told
        assert "stays as it was" in at(house, address).subject
    a_day_later(house)
    assert is_safe(house, attacker)


@pytest.mark.parametrize("text", ["NO\n", "YES\n"])
@pytest.mark.parametrize("proof", ["vouched", "confirmed"])
def test_what_answers_a_warning_is_no_vote_however_late(
    house: House, attacker: Attacker, text: str, proof: str
) -> None:
    """Its token is void by then, and a ballot is open."""
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    warning = at(house, attacker.home).reply_to
    attacker.forges(warning, "NO\n")
    by_us = {"Authentication_Results": f"mx.{HOST}; dmarc=pass header.from=players.example"}
    attacker.forges(warning, text, **(by_us if proof == "vouched" else {}))
    if proof == "confirmed":
        says(house, attacker, attacker.home, "YES\n")
    assert "That is over" in at(house, attacker.home).subject
    assert "BallotCast" not in house.kinds()


def test_a_yes_by_a_void_token_is_asked_for_again(house: House, attacker: Attacker) -> None:
    attacker.forges(house.door(attacker.victim), f"ADDRESS ALSO {SECOND}\n")
    warning = at(house, attacker.home).reply_to
    attacker.forges(house.door(attacker.victim), "STATUS\n", Cc="somebody@else.example")
    by_us = {"Authentication_Results": f"mx.{HOST}; dmarc=pass header.from=players.example"}
    attacker.forges(warning, "YES\n", **by_us)
    assert "BallotCast" not in house.kinds()
    assert "A new address" in at(house, attacker.home).subject
    says(house, attacker, attacker.home, "YES\n")
    assert "Your YES is noted" in at(house, attacker.home).subject


def test_a_no_of_the_new_address_takes_none_back(house: House, attacker: Attacker) -> None:
    """It may be anybody's."""
    ballot = house.door(attacker.victim)
    attacker.forges(ballot, f"ADDRESS {EVIL}\n")
    attacker.answers_there("NO\n")
    assert house.rows("SELECT token_epoch FROM seats WHERE name = ?", attacker.victim) == [(0,)]


def test_a_yes_that_others_can_read_is_answered_by_an_address_they_have_not(
    house: House, attacker: Attacker
) -> None:
    attacker.forges(house.door(attacker.victim), f"ADDRESS ALSO {SECOND}\n")
    question = at(house, attacker.home).reply_to
    attacker.forges(question, "YES\n", Cc="somebody@else.example")
    noted = next(one for one in reversed(house.told) if "Your YES is noted" in one.subject)
    assert house.became(attacker.forges(noted.reply_to, "STATUS\n")) == "done"


@pytest.mark.parametrize("sender", ["", "ada@alias.example"])
def test_a_no_counts_though_all_tokens_were_made_void_meanwhile(
    house: House, attacker: Attacker, sender: str
) -> None:
    """Whoever has a reply address can show it to others, and no warning is answered by it then."""
    shown = house.door(attacker.victim)
    attacker.forges(shown, f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    warning = at(house, attacker.home).reply_to
    attacker.forges(shown, "STATUS\n", Cc="somebody@else.example")
    assert house.rows("SELECT token_epoch FROM seats WHERE name = ?", attacker.victim) == [(1,)]
    attacker.forges(warning, "YES\n")
    attacker.forges(warning, "NO\n", sender=sender)
    assert house.became(attacker.forges(warning, "NO\n", sender=sender)) == "held"
    a_day_later(house)
    assert is_safe(house, attacker)


def test_a_yes_from_elsewhere_by_that_token_is_none(house: House, attacker: Attacker) -> None:
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    number = attacker.forges(at(house, attacker.home).reply_to, "YES\n", sender=EVIL)
    assert house.became(number) == "held"
    assert is_safe(house, attacker)


# Several addresses


def test_every_old_address_is_warned_and_any_no_stops_it(house: House, attacker: Attacker) -> None:
    has(house, attacker, SECOND)
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    assert {one.to for one in house.told[-3:]} == {attacker.home, SECOND, EVIL}
    says(house, attacker, attacker.home, "YES\n")
    assert is_safe(house, attacker, SECOND)
    says(house, attacker, SECOND, "NO\n")
    a_day_later(house)
    assert is_safe(house, attacker, SECOND)


def test_one_address_says_nothing_for_another(house: House, attacker: Attacker) -> None:
    """The attacker has the second one: its letters, with a token of the seat, and From is free."""
    has(house, attacker, EVIL)
    attacker.forges(at(house, EVIL).reply_to, f"ADDRESS {EVIL}\n", sender=EVIL)
    warning = at(house, EVIL).reply_to
    for sender in (EVIL, attacker.home):
        attacker.forges(warning, "YES\n", sender=sender)
        assert is_safe(house, attacker, EVIL)
    says(house, attacker, attacker.home, "NO\n")
    a_day_later(house)
    assert is_safe(house, attacker, EVIL)


def test_letters_go_to_no_other_address_of_theirs_by_one_letter(
    house: House, attacker: Attacker
) -> None:
    """Though both ends had once said that it is theirs."""
    has(house, attacker, SECOND)
    before = len(house.told)
    attacker.forges(house.door(attacker.victim), f"ADDRESS {SECOND}\n")
    assert is_safe(house, attacker, SECOND)
    assert {one.to for one in house.told[before:]} == {attacker.home, SECOND}
    says(house, attacker, SECOND, "NO\n")
    a_day_later(house)
    assert is_safe(house, attacker, SECOND)


@pytest.mark.parametrize("objects", ["home", "dropped", "another"])
def test_dropping_an_address_is_told_there_and_everywhere(
    house: House, attacker: Attacker, objects: str
) -> None:
    has(house, attacker, SECOND, THIRD)
    attacker.forges(house.door(attacker.victim), f"ADDRESS DROP {SECOND}\n")
    assert is_safe(house, attacker, SECOND, THIRD)
    told = house.told[-3:]
    assert {one.to for one in told} == {attacker.home, SECOND, THIRD}
    assert all(f"Shall {SECOND} be yours no more?" in one.subject for one in told)
    who = {"home": attacker.home, "dropped": SECOND, "another": THIRD}[objects]
    says(house, attacker, who, "NO\n")
    a_day_later(house)
    assert is_safe(house, attacker, SECOND, THIRD)


def test_whoever_has_taken_the_letters_does_not_drop_the_players_own_address_at_once(
    house: House, attacker: Attacker
) -> None:
    """The victim was silent for a day, and notices the next morning."""
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    attacker.answers_there()
    a_day_later(house)
    assert addresses_of(house, attacker.victim) == (EVIL, [attacker.home])
    says(house, attacker, EVIL, f"ADDRESS DROP {attacker.home}\n")
    says(house, attacker, EVIL, "YES\n")
    assert addresses_of(house, attacker.victim) == (EVIL, [attacker.home])
    says(house, attacker, attacker.home, "NO\n")
    a_day_later(house)
    assert addresses_of(house, attacker.victim) == (EVIL, [attacker.home])


def test_two_requests_do_not_agree_for_each_other(house: House, attacker: Attacker) -> None:
    """The first was let through; the address that came with it was never asked about the other."""
    says(house, attacker, attacker.home, f"ADDRESS ALSO {SECOND}\n")
    first = at(house, attacker.home).reply_to
    theirs = at(house, SECOND).reply_to
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    house.later(minutes=1)
    attacker.answers_there()
    attacker.forges(theirs, "YES\n", sender=SECOND)
    attacker.forges(first, "YES\n")
    assert is_safe(house, attacker, SECOND)
    a_day_later(house)
    assert is_safe(house, attacker, SECOND)
    assert f"A new address: {EVIL}" in at(house, SECOND).subject
    says(house, attacker, SECOND, "NO\n")
    a_day_later(house)
    assert is_safe(house, attacker, SECOND)


# Answers to something else


def test_an_answer_is_none_to_a_later_question(house: House, attacker: Attacker) -> None:
    """The attacker's question was stopped; the player then asks for an address of their own."""
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    question, warning = attacker.letters()[-1].reply_to, at(house, attacker.home).reply_to
    says(house, attacker, attacker.home, "NO\n")
    says(house, attacker, attacker.home, f"ADDRESS {SECOND}\n")
    attacker.forges(question, "YES\n", sender=SECOND)
    attacker.forges(question, "YES\n", sender=EVIL)
    attacker.forges(warning, "YES\n")
    a_day_later(house)
    assert is_safe(house, attacker)


def test_a_question_of_before_all_tokens_were_void_is_none(
    house: House, attacker: Attacker
) -> None:
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    shown = house.door(attacker.victim)
    raw = house.written(attacker.victim, f"{shown}, somebody@else.example", "STATUS\n")
    house.hand_in(raw, attacker.home, [shown])
    house.run()
    number = attacker.answers_there()
    assert house.became(number) == "screened"
    a_day_later(house)
    assert is_safe(house, attacker)


def test_the_moderators_word_moves_it_with_the_yes_from_there_and_any_no_stops_it(
    house: House, attacker: Attacker
) -> None:
    has(house, attacker, SECOND)
    for objects in (attacker.home, SECOND):
        house.act("move player", game="tea", player=attacker.victim, address=THIRD)
        house.run()
        question = at(house, THIRD).reply_to
        says(house, attacker, objects, "NO\n")
        attacker.forges(question, "YES\n", sender=THIRD)
        assert is_safe(house, attacker, SECOND)
    attacker.forges(house.door(attacker.victim), f"ADDRESS {EVIL}\n")
    warned = at(house, attacker.home).reply_to
    house.act("move player", game="tea", player=attacker.victim, address=THIRD)
    house.run()
    says(house, attacker, THIRD, "YES\n")
    assert addresses_of(house, attacker.victim) == (THIRD, [])
    attacker.answers_there()
    attacker.forges(warned, "YES\n")
    a_day_later(house)
    assert addresses_of(house, attacker.victim) == (THIRD, [])


def test_nobody_is_flooded_with_warnings(house: House, attacker: Attacker) -> None:
    has(house, attacker, SECOND, THIRD)
    house.later(days=2)
    before = len(house.told)
    for _ in range(6):  # each by the newest reply address
        shown = at(house, attacker.home).reply_to
        attacker.forges(shown, f"ADDRESS DROP {SECOND}\n")
        attacker.forges(at(house, THIRD).reply_to, "NO\n", sender=THIRD)
        house.later(minutes=5)
    asked = [one for one in house.told[before:] if one.to == SECOND and "Shall" in one.subject]
    assert len(asked) == 3


def test_an_unproven_letter_asks_for_nothing(house: House, attacker: Attacker) -> None:
    number = attacker.forges(f"nomic+tea@{HOST}", f"ADDRESS {EVIL}\n")
    assert house.became(number) == "held"
    assert attacker.letters() == []
    assert address_of(attacker.victim) == attacker.home
