"""Letters whose sender is not proven (DESIGN 3, Who sent it): held, and the registered address is
asked. A vote then counts from its original receipt if it is confirmed before the close; anything
else acts at confirmation. Nobody can be flooded with questions."""

from datetime import timedelta

import pytest

from nomic_mail.play.table import HOST, Received
from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from nomic_mail.store.queue import inbox
from tests.kit.house import NAMES, START, WEEK, House, address_of

CLOSE = START + WEEK
MODERATOR = f"moderator@{HOST}"


def question(house: House, name: str) -> Received:
    """The last letter this player got, which asks whether a letter was theirs."""
    found = house.last["tea", address_of(name)]
    assert "Was this letter yours?" in found.subject
    return found


def test_an_unproven_letter_is_held_and_its_registered_address_is_asked(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "AGAINST, for once\n")
    letters = house.run()
    assert house.became(number) == "held"
    assert [letter.to for letter in letters] == [address_of(mover)]
    assert "AGAINST, for once" in question(house, mover).text
    assert house.kinds()[-1] == "VotingOpened"


def test_a_vote_confirmed_before_the_close_counts_from_its_receipt(house: House) -> None:
    mover, _ = house.open_vote()
    house.clock.set(CLOSE - timedelta(days=2))
    number = house.unproven(mover, "AGAINST\n")
    house.run()
    house.clock.set(CLOSE - timedelta(days=1))
    house.reply(mover, "YES\n")
    house.run()
    assert house.became(number) == "done"
    cast = house.events()[-1]
    assert type(cast).__name__ == "BallotCast"
    assert cast.received_at == CLOSE - timedelta(days=2)
    assert cast.at == CLOSE - timedelta(days=1)
    assert (cast.choice, cast.letter) == ("against", house.arrival(number).digest)


def test_a_vote_confirmed_after_the_close_is_refused(house: House) -> None:
    """Its receipt was in time, but silence is no proof, and the count is published (010)."""
    mover, other = house.open_vote()
    house.reply(mover, "FOR\n")
    house.clock.set(CLOSE - timedelta(days=2))
    number = house.unproven(mover, "AGAINST 301\n")
    house.run()
    asked = question(house, mover)
    house.reply(other, "FOR\n")
    house.run()
    assert "VotingClosed" in house.kinds()
    after = house.kinds()
    raw = house.written(mover, asked.reply_to, "yes\n")
    house.post_in(raw, mover, asked.reply_to)
    (answer,) = house.run()
    assert house.kinds() == after
    assert house.became(number) == "done"
    assert answer.to == address_of(mover)
    assert "!]" in answer.subject
    assert "the vote on 301 is over" in answer.text


def test_a_vote_confirmed_after_its_close_is_none_on_the_next_ballot(house: House) -> None:
    """It named no number; when it came there was one ballot it could mean, and that is over.
    Promise 2: nothing is guessed."""
    mover, other = house.open_vote()
    house.reply(mover, "FOR\n")
    house.later(hours=1)
    number = house.unproven(mover, "AGAINST\n")
    house.run()
    asked = question(house, mover)
    house.later(hours=1)
    house.reply(other, "FOR\n")
    house.run()
    house.reply(other, "PROPOSE ENACT: Cake\nThere is cake.\nEND\nCALL VOTE\n")
    house.run()
    assert house.kinds()[-1] == "VotingOpened"
    house.later(hours=1)
    house.post_in(house.written(mover, asked.reply_to, "yes\n"), mover, asked.reply_to)
    (answer,) = house.run()
    assert house.kinds()[-1] == "VotingOpened"
    assert house.became(number) == "done"
    assert answer.to == address_of(mover)


def test_what_is_no_vote_acts_at_its_confirmation(house: House) -> None:
    """The turn's deadline passed between: the proposal comes after it."""
    house.begin()
    mover = house.mover()
    house.clock.set(CLOSE - timedelta(days=1, hours=1))
    house.unproven(mover, "PROPOSE REPEAL 206\n")
    house.run()
    asked = question(house, mover)
    house.clock.set(CLOSE + timedelta(days=1))
    house.post_in(house.written(mover, asked.reply_to, "Yes.\n"), mover, asked.reply_to)
    house.run()
    assert house.kinds()[-2:] == ["TurnExtended", "ProposalMade"]
    assert house.events()[-1].at == CLOSE + timedelta(days=1)


@pytest.mark.parametrize(
    "answer", ["JOIN", "YES", "Hello,\n\njoin\n\nThanks", "JOIN Cleopatra Clement"]
)
def test_a_join_confirmed_by_join_keeps_the_name_it_gave(house: House, answer: str) -> None:
    """She was invited by her address alone, and wrote her name to the game's own address."""
    house.begin()
    house.act("add player", game="tea", player="cleo@players.example", confirmed=False)
    house.run()
    number = house.unproven("Cleo", "JOIN Cleo Clement\n")
    house.run()
    house.reply("Cleo", answer)
    house.run()
    new = "Cleo" if "Cleopatra" not in answer else "Cleopatra"
    assert house.became(number) == ("done" if new == "Cleo" else "held")
    assert [one.name for one in house.state().players.values()] == [*NAMES, f"{new} Clement"]


@pytest.mark.parametrize("written", ["Vincent van Gogh", "García Márquez, Gabriel"])
def test_a_strangers_join_confirmed_by_join_keeps_name_and_surname(
    house: House, written: str
) -> None:
    """The alphabetical order (201) is by the surname that was given."""
    house.begin()
    house.unproven("Cleo", f"JOIN {written}\n")
    house.run()
    house.reply("Cleo", "JOIN\n")
    house.run()
    player = house.state().players[3]
    assert (player.name, player.surname) in [
        ("Vincent van Gogh", "van Gogh"),
        ("Gabriel García Márquez", "García Márquez"),
    ]


def test_a_vote_confirmed_late_does_not_replace_one_received_after_it(house: House) -> None:
    """The last valid ballot by receipt counts, and not by confirmation."""
    mover, _ = house.open_vote()
    ballot_door = house.door(mover)
    house.later(hours=1)
    house.unproven(mover, "AGAINST\n")
    house.run()
    asked = question(house, mover)
    house.later(hours=1)
    house.post_in(house.written(mover, ballot_door, "FOR\n"), mover, ballot_door)
    house.run()
    house.later(hours=1)
    house.post_in(house.written(mover, asked.reply_to, "yes\n"), mover, asked.reply_to)
    house.run()
    poll = house.state().poll
    assert poll is not None
    (ballot,) = poll.ballots.values()
    assert ballot.choice == "for"


def test_no_throws_the_letter_away(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "AGAINST\n")
    house.run()
    asked = question(house, mover)
    house.reply(mover, "NO\n")
    house.run()
    assert house.became(number) == "discarded"
    assert house.kinds()[-1] == "VotingOpened"
    house.post_in(house.written(mover, asked.reply_to, "YES\n"), mover, asked.reply_to)
    house.run()
    assert house.became(number) == "discarded"
    assert house.kinds()[-1] == "VotingOpened"


def test_an_answer_that_is_neither_yes_nor_no_is_asked_again(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "AGAINST\n")
    house.run()
    house.reply(mover, "What is this?\n")
    house.run()
    assert house.became(number) == "held"
    house.reply(mover, "Yes, that was me\n")
    house.run()
    assert house.became(number) == "done"
    assert house.kinds()[-1] == "BallotCast"


def test_a_confirmation_from_another_address_confirms_nothing(house: House) -> None:
    """A token is forwarded and quoted; alone it is not enough."""
    mover, other = house.open_vote()
    number = house.unproven(mover, "AGAINST\n")
    house.run()
    asked = question(house, mover)
    forged = house.post_in(house.written(other, asked.reply_to, "YES\n"), other, asked.reply_to)
    house.run()
    assert house.became(number) == "held"
    assert house.became(forged) == "held"
    assert house.kinds()[-1] == "VotingOpened"


def test_a_second_yes_does_nothing_more(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "AGAINST\n")
    house.run()
    asked = question(house, mover)
    for _ in range(2):
        house.post_in(house.written(mover, asked.reply_to, "YES\n"), mover, asked.reply_to)
        house.run()
    assert house.became(number) == "done"
    assert house.kinds().count("BallotCast") == 1


def test_only_a_vote_on_an_open_ballot_is_said_to_count_until_its_close(house: House) -> None:
    mover, _ = house.open_vote()
    for line, counts in (("FOR", True), ("FOR 301", True), ("FOR 302", False)):
        house.unproven(mover, f"{line}\n")
        house.run()
        text = " ".join(question(house, mover).text.split())
        assert ("before the vote closes" in text) is counts, line


def test_a_moderators_letter_that_says_nothing_is_not_asked_to_be_confirmed(house: House) -> None:
    """A YES to it would do nothing: they are told so, and how a ruling is written."""
    house.begin()
    house.reply(NAMES[0], "JUDGMENT: Is this so?\n")
    house.run()
    asked = house.last["tea", MODERATOR]
    for text, nothing in (("It is so.\n", True), ("RULING\nIt is so.\n", False)):
        raw = house.written("moderator", asked.reply_to, text)
        raw = raw.replace(address_of("moderator").encode(), MODERATOR.encode())
        house.hand_in(raw, MODERATOR, [asked.reply_to])
        (told,) = [one for one in house.run() if one.to == MODERATOR]
        plain = " ".join(told.text.split())
        assert ("holds no command that the server knows" in plain) is nothing
        assert ("reply to this letter with one word: YES" in plain) is not nothing


def test_questions_are_capped_for_a_day(house: House) -> None:
    """Forged letters in a player's name cannot flood that player."""
    mover, other = house.open_vote()
    numbers = [house.unproven(mover, f"AGAINST\n\nnumber {count}\n") for count in range(9)]
    asked = [letter for letter in house.run() if letter.to == address_of(mover)]
    assert len(asked) == CHALLENGES_A_DAY < 9
    assert {house.became(number) for number in numbers} == {"held"}
    house.unproven(other, "AGAINST\n")
    assert [letter.to for letter in house.run()] == [address_of(other)]


def test_letters_that_were_not_asked_about_do_not_prolong_the_cap(house: House) -> None:
    mover, _ = house.open_vote()
    for count in range(CHALLENGES_A_DAY):
        house.unproven(mover, f"AGAINST\n\nnumber {count}\n")
    house.run()
    house.later(hours=20)
    for count in range(CHALLENGES_A_DAY):
        house.unproven(mover, f"FOR\n\nnumber {count}\n")
    assert house.run() == []
    house.later(hours=5)
    house.unproven(mover, "FOR\n\nmine\n")
    (letter,) = house.run()
    assert letter.to == address_of(mover)
    assert "mine" in letter.text


def test_a_letter_that_was_not_asked_about_waits_for_the_moderator(house: House) -> None:
    """It is not forgotten: status shows it, and a retry asks its sender after all."""
    mover, _ = house.open_vote()
    for count in range(CHALLENGES_A_DAY):
        house.unproven(mover, f"AGAINST\n\nnumber {count}\n")
    last = house.unproven(mover, "FOR\n\nthe player's own\n")
    house.run()
    assert (house.became(last), house.arrival(last).proof) == ("held", "unasked")
    house.later(days=2)
    with house.database.write() as connection:
        assert inbox.retry(connection, last, house.clock.now())
    house.run()
    assert "the player's own" in question(house, mover).text
    house.reply(mover, "YES\n")
    house.run()
    assert house.became(last) == "done"
    assert house.kinds()[-1] == "BallotCast"


def test_an_unproven_letter_to_two_doors_of_one_game_is_asked_about_once(house: House) -> None:
    """It is one letter: two questions about it would count it twice, or use up the day's."""
    mover, _ = house.open_vote()
    doors = [f"nomic+tea@{HOST}", f"nomic@{HOST}"]
    raw = house.written(mover, ", ".join(doors), "AGAINST\n")
    numbers = house.hand_in(raw, address_of(mover), doors)
    (asked,) = house.run()
    assert [house.became(number) for number in numbers] == ["held", "duplicate"]
    assert asked.to == address_of(mover)


def test_a_moderators_command_by_mail_is_always_confirmed(house: House) -> None:
    house.open_vote()
    to = f"nomic+tea@{HOST}"
    raw = house.written("moderator", to, "SET extensions 5\n").replace(
        address_of("moderator").encode(), MODERATOR.encode()
    )
    number = house.hand_in(raw, MODERATOR, [to])[0]
    (asked,) = house.run()
    assert (house.became(number), asked.to) == ("held", MODERATOR)
    assert house.kinds()[-1] == "VotingOpened"


@pytest.mark.parametrize(
    "text",
    [
        "OK, who sent this?\n",
        "Ok so this wasn't me.\n",
        "Yes?\n",
        "No problem, it was me\n",
        "yes\n\nno wait, that was not me\n",
        "YES\n\nSTATUS\n",  # the STATUS would be lost
        "OK\n\nWho sent this?\n",
        "Yes\n\nI think somebody forged it.\n",
        "OK thanks\nhow did you get my address\n",
        "YES!\n\nI wrote nothing of the kind.\n",
        "Confirmed\nthat it is a fake\n",
        "Yes\nDiscard it\n",
        "Ok.\nThis is spam.\n",
    ],
)
def test_what_only_begins_like_a_yes_or_a_no_is_asked_again(house: House, text: str) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "AGAINST 301\n")
    house.run()
    house.reply(mover, text)
    (answer,) = house.run()
    assert house.became(number) == "held"
    assert "Yes or no?" in answer.subject
    assert house.kinds()[-1] == "VotingOpened"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("*Yes*, please!\n", "done"),
        ("Yes, it is mine.\n\nAda\n", "done"),
        ("Yes.\n\nSorry, I wrote from the wrong address by mistake.\nThanks,\nAda\n", "done"),
        ("I confirm.\n", "done"),
        ("No, that wasn't me.\n", "discarded"),
        ("no, thanks\n", "discarded"),
    ],
)
def test_a_plain_yes_or_no_in_other_words_is_enough(house: House, text: str, state: str) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "AGAINST 301\n")
    house.run()
    house.reply(mover, text)
    house.run()
    assert house.became(number) == state


def test_a_vote_confirmed_late_does_not_undo_a_retraction_received_after_it(house: House) -> None:
    """By receipt the last word was that there is no vote."""
    mover, _ = house.open_vote()
    ballot_door = house.door(mover)
    house.post_in(house.written(mover, ballot_door, "FOR\n"), mover, ballot_door)
    house.run()
    house.later(hours=1)
    house.unproven(mover, "AGAINST\n")
    house.run()
    asked = question(house, mover)
    house.later(hours=1)
    house.post_in(house.written(mover, ballot_door, "RETRACT\n"), mover, ballot_door)
    house.run()
    house.later(hours=1)
    house.post_in(house.written(mover, asked.reply_to, "yes\n"), mover, asked.reply_to)
    (answer,) = house.run()
    poll = house.state().poll
    assert poll is not None and not poll.ballots
    assert "a later letter of yours took back your ballot on 301" in answer.text


def test_a_retraction_confirmed_late_does_not_take_back_a_vote_received_after_it(
    house: House,
) -> None:
    mover, _ = house.open_vote()
    ballot_door = house.door(mover)
    house.post_in(house.written(mover, ballot_door, "AGAINST\n"), mover, ballot_door)
    house.run()
    house.later(hours=1)
    house.unproven(mover, "RETRACT 301\n")
    house.run()
    asked = question(house, mover)
    house.later(hours=1)
    house.post_in(house.written(mover, ballot_door, "FOR\n"), mover, ballot_door)
    house.run()
    house.later(hours=1)
    house.post_in(house.written(mover, asked.reply_to, "yes\n"), mover, asked.reply_to)
    (answer,) = house.run()
    poll = house.state().poll
    assert poll is not None
    assert [ballot.choice for ballot in poll.ballots.values()] == ["for"]
    assert "a later letter of yours has your ballot on 301" in answer.text


def test_a_retraction_confirmed_late_counts_from_when_it_came(house: House) -> None:
    mover, _ = house.open_vote()
    ballot_door = house.door(mover)
    house.post_in(house.written(mover, ballot_door, "AGAINST\n"), mover, ballot_door)
    house.run()
    house.later(hours=1)
    house.unproven(mover, "RETRACT 301\n")
    house.run()
    asked = question(house, mover)
    came = house.clock.now()
    house.later(hours=1)
    house.post_in(house.written(mover, asked.reply_to, "yes\n"), mover, asked.reply_to)
    house.run()
    taken_back = house.events()[-1]
    assert type(taken_back).__name__ == "BallotRetracted"
    assert taken_back.received_at == came < taken_back.at
