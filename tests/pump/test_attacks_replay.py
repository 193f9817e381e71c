"""An old letter of a player's, sent once more by somebody who has it, under whatever address: one
letter is one letter, and a vote that was replaced stays replaced."""

from collections.abc import Callable

import pytest

from nomic_mail.store.queue import inbox
from tests.kit.house import HOST, House, address_of
from tests.kit.tiers import some

GAME = f"nomic+tea@{HOST}"
TALK = f"nomic+tea.talk@{HOST}"


def token(door: str) -> str:
    return door.partition("+r.")[2].partition("@")[0]


SPELLINGS: dict[str, Callable[[str], str]] = {
    "percent": lambda door: door.replace("+", "%2B"),
    "percent, small": lambda door: door.replace("+", "%2b"),
    "zeros for o": lambda door: f"nomic+r.{token(door).replace('o', '0')}@{HOST}",
    "ones for l": lambda door: f"nomic+r.{token(door).replace('l', '1')}@{HOST}",
    "capitals": str.upper,
    "capitals within": lambda door: f"nomic+R.{token(door).swapcase()}@{HOST}",
    "in brackets": lambda door: f"<{door}>",
    "in quotes": lambda door: f'"{door.partition("@")[0]}"@{HOST}',
    "a dot behind the host": lambda door: f"{door}.",
    "a dot behind the token": lambda door: f"nomic+r.{token(door)}.@{HOST}",
    "the Message-ID's way": lambda door: f"nomic+r.tea.12.{token(door)}@{HOST}",
    "a blank within": lambda door: f"nomic+r.{token(door)[:20]} {token(door)[20:]}@{HOST}",
    "quoted-printable": lambda door: f"nomic+r.{token(door)[:20]}=\r\n{token(door)[20:]}@{HOST}",
    "the game": lambda door: GAME,
    "the game, percent": lambda door: GAME.replace("+", "%2B"),
    "the server": lambda door: f"nomic@{HOST}",
    "the server, empty tag": lambda door: f"nomic+@{HOST}",
    "talk": lambda door: TALK,
    "talk, percent": lambda door: TALK.replace("+", "%2b"),
}


def two_votes(house: House) -> tuple[str, str, bytes]:
    """A vote FOR, and the AGAINST that replaced it: its voter, their door, the first letter."""
    _, voter = house.open_vote()
    door = house.door(voter)
    first = house.written(voter, door, "FOR\n")
    house.post_in(first, voter, door)
    house.run()
    house.later(minutes=5)
    house.post_in(house.written(voter, door, "AGAINST\n"), voter, door)
    house.run()
    assert choices(house) == ["against"]
    house.later(days=1)
    return voter, door, first


def choices(house: House, game: str = "tea") -> list[str]:
    (poll,) = house.state(game).open_polls
    return [one.choice for one in poll.ballots.values()]


def answer_headed(raw: bytes, **heads: str) -> bytes:
    above = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in heads.items())
    return above.encode() + raw


@pytest.mark.parametrize("spelling", some(list(SPELLINGS), 6))
def test_an_old_vote_at_another_spelling_of_the_address_counts_no_more(
    house: House, spelling: str
) -> None:
    voter, door, first = two_votes(house)
    casts = house.kinds().count("BallotCast")
    again = SPELLINGS[spelling](door)
    number = house.post_in(first, voter, again)
    told = house.run()
    assert choices(house) == ["against"]
    assert house.kinds().count("BallotCast") == casts
    assert house.kinds().count("Discussed") == 0
    assert house.became(number) in ("duplicate", "screened")
    assert told == []


ANSWERS = ("nothing", "the ballot", "the ballot, in References", "To the ballot", "Cc")


@pytest.mark.parametrize("answers", ANSWERS)
def test_nor_with_other_headers_that_no_digest_covers(house: House, answers: str) -> None:
    """At the address of the game, with the token brought back in every other way."""
    voter, door, first = two_votes(house)
    id = house.last["tea", address_of(voter)].message_id
    more = {
        "nothing": {},
        "the ballot": {"In_Reply_To": id},
        "the ballot, in References": {"References": id},
        "To the ballot": {"To": door},
        "Cc": {"Cc": door.replace("+", "%2B")},
    }[answers]
    for to in (GAME, f"nomic@{HOST}", door.upper()):
        house.post_in(answer_headed(first, **more), voter, to)
        assert house.run() == []
    assert choices(house) == ["against"]


@pytest.mark.parametrize("name", ["Message-ID", "Date"])
def test_a_second_header_above_the_signed_one_makes_no_new_letter(house: House, name: str) -> None:
    """A signature covers the lowest of several; what is read is the first."""
    voter, door, first = two_votes(house)
    value = {"Message-ID": "<new@mail.test>", "Date": "Tue, 03 Mar 2026 09:00:00 +0000"}[name]
    number = house.post_in(f"{name}: {value}\r\n".encode() + first, voter, door)
    house.run()
    assert choices(house) == ["against"]
    assert house.became(number) == "held"


def of_two_games(house: House) -> tuple[str, str, str]:
    """Somebody who votes in both, and where."""
    _, voter = house.open_vote("tea")
    house.begin("rum")
    mover = house.mover("rum")
    house.reply(mover, "PROPOSE ENACT: Rum\nRum is at four.\nEND\nCALL VOTE\n", "rum")
    house.run()
    return voter, house.door(voter, "tea"), house.door(voter, "rum")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_letter_to_two_ballots_is_a_vote_on_both(house: House, *, at_once: bool) -> None:
    """Handed in together, or as two copies by servers that part them; and never a second time."""
    voter, *doors = of_two_games(house)
    raw = house.written(voter, ", ".join(doors), "FOR\n")
    if at_once:
        house.hand_in(raw, address_of(voter), doors)
    else:
        for door in doors:
            house.post_in(raw, voter, door)
            house.run()
            house.later(hours=3)
    house.run()
    assert (choices(house, "tea"), choices(house, "rum")) == (["for"], ["for"])
    for game, door in zip(("tea", "rum"), doors, strict=True):
        house.reply(voter, "AGAINST\n", game)
        house.run()
        house.post_in(raw, voter, door.replace("+", "%2b"))
        house.run()
    assert (choices(house, "tea"), choices(house, "rum")) == (["against"], ["against"])


def test_of_a_letter_in_nobody_elses_sight_both_copies_came_together(house: House) -> None:
    voter, *doors = of_two_games(house)
    raw = house.written(voter, "undisclosed-recipients:;", "FOR\n")
    house.hand_in(raw, address_of(voter), doors)
    house.run()
    assert (choices(house, "tea"), choices(house, "rum")) == (["for"], ["for"])


@pytest.mark.parametrize("to", ["as it was", "forged"])
def test_a_vote_in_one_game_is_asked_about_in_another(house: House, to: str) -> None:
    """It was not sent there; whoever has it and an address of the other game sends it there."""
    voter, tea, rum = of_two_games(house)
    raw = house.written(voter, tea, "FOR\n")
    house.post_in(raw, voter, tea)
    house.run()
    house.later(days=1)
    if to == "forged":
        raw = answer_headed(raw, Cc=rum)
    number = house.post_in(raw, voter, rum)
    (told,) = house.run()
    assert (house.became(number), choices(house, "rum")) == ("held", [])
    assert told.occasions == ("confirm_letter",)
    assert "came before, to another address" in " ".join(told.text.split())
    house.post_in(house.written(voter, told.reply_to, "YES\n"), voter, told.reply_to)
    house.run()
    assert choices(house, "rum") == ["for"]


def test_a_copy_that_comes_after_later_words_is_asked_about(house: House) -> None:
    """The second of two addresses that the letter names, and in between its writer wrote again."""
    voter, tea, rum = of_two_games(house)
    raw = house.written(voter, f"{tea}, {rum}", "FOR\n")
    house.post_in(raw, voter, tea)
    house.run()
    house.reply(voter, "AGAINST\n", "rum")
    house.run()
    house.later(days=6)
    number = house.post_in(raw, voter, rum)
    house.run()
    assert (house.became(number), choices(house, "rum")) == ("held", ["against"])


def test_a_vote_is_none_on_the_next_ballot(house: House) -> None:
    """FOR 301, once more, at the address of the ballot on 302."""
    mover, voter = house.open_vote()
    first = house.written(voter, house.door(voter), "FOR\n")
    house.post_in(first, voter, house.door(voter))
    house.run()
    house.reply(mover, "FOR\n")
    house.run()
    assert house.mover() == voter
    house.reply(voter, "PROPOSE ENACT: Cake\nCake is at five.\nEND\nCALL VOTE\n")
    house.run()
    ballot = house.door(voter)
    for door in (ballot, ballot.upper(), GAME):
        for raw in (first, answer_headed(first, Cc=ballot)):
            house.post_in(raw, voter, door)
            house.run()
    assert choices(house) == []


def test_what_was_said_to_the_game_is_not_talk_when_it_comes_again(house: House) -> None:
    _, voter = house.open_vote()
    talk = next(line for line in house.last["tea", address_of(voter)].text.split() if "+r." in line)
    raw = house.written(voter, house.door(voter), "FOR\n\nBob will hate it, do not tell him.\n")
    house.post_in(raw, voter, house.door(voter))
    house.run()
    for door in (talk, talk.upper(), TALK):
        house.post_in(raw, voter, door)
        house.run()
    assert house.kinds().count("Discussed") == 0


def test_who_asked_for_a_seat_asks_once(house: House) -> None:
    house.begin()
    raw = house.written("Cora Cantor", GAME, "JOIN Cora Cantor\n")
    doors = [GAME, GAME.upper(), GAME.replace("+", "%2B"), f"nomic+tea@{HOST}."]
    numbers = [house.post_in(raw, "Cora Cantor", door) for door in doors]
    assert len(house.run()) == 1
    assert [house.became(number) for number in numbers[1:]] == ["duplicate"] * 3


def test_a_letter_that_proved_nothing_counts_where_its_writer_sends_it_again(house: House) -> None:
    """As mutt's `bounce` does: the same letter, to the address that proves it."""
    _, voter = house.open_vote()
    raw = house.written(voter, GAME, "FOR\n")
    held = house.post_in(raw, voter, GAME)
    house.run()
    assert house.became(held) == "held"
    door = next(one.reply_to for one in house.told if one.to == address_of(voter) and one.reply_to)
    house.post_in(answer_headed(raw, Resent_To=door), voter, door)
    house.run()
    assert choices(house) == ["for"]


def test_what_came_again_is_told_by_all_that_counts(house: House) -> None:
    _, door, first = two_votes(house)
    number = house.post_in(first, "Ada Lovelace", door.replace("+", "%2B"))
    house.run()
    assert house.arrival(number).result.startswith("the same letter as ")
    with house.database.read() as connection:
        assert inbox.funnel(connection)["duplicate"] == 1


AS_A_MACHINES = {
    "an automatic answer": ("Auto-Submitted: auto-replied\r\n", "eve@attacker.example"),
    "a report": ("Content-Type: multipart/report; boundary=x\r\n", "eve@attacker.example"),
    "without a sender": ("", ""),
}


@pytest.mark.parametrize("how", AS_A_MACHINES)
def test_a_copy_that_came_first_as_a_machines_does_not_lose_the_vote(
    house: House, how: str
) -> None:
    head, sender = AS_A_MACHINES[how]
    _, voter = house.open_vote()
    door = house.door(voter)
    raw = house.written(voter, door, "FOR\n")
    house.hand_in(head.encode() + raw, sender, [door])
    assert house.run() == []
    number = house.post_in(raw, voter, door)
    (question,) = house.run()
    assert (house.became(number), question.to) == ("held", address_of(voter))
    assert "looked like a machine's" in " ".join(question.text.split())
    house.post_in(raw, voter, door)
    assert house.run() == []
    house.reply(voter, "YES\n")
    house.run()
    assert choices(house) == ["for"]
