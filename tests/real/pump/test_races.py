"""Two at work on one PostgreSQL, at once: while one has decided a letter and not yet written it,
the other does something whole. What comes of both is what would come of one after the other."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from nomic_mail.post.times import next_morning
from nomic_mail.pump.out import news
from nomic_mail.store.database.engines import Database
from nomic_mail.store.queue import inbox
from tests.kit.house import House, address_of
from tests.kit.real.real_postgres import Postgres

ADA, VICTIM = "Ada Lovelace", "Vic Tim"
MODERATOR = f"moderator@{HOST}"


@pytest.fixture
def house(tmp_path: Path, postgresql: Postgres) -> Iterator[House]:
    house = House(tmp_path, database=postgresql.emptied())
    yield house
    house.close()


def at_once(house: House, beside: Callable[[], object]) -> None:
    """What waits is worked on by one server, and as it is decided, `beside` happens."""
    happened: list[object] = []

    def step(name: str) -> None:
        if name == "decided" and not happened:
            happened.append(name)
            happened.append(beside())

    pump = house.another_pump("one", Database(house.config.database_url), step)
    pump.run()
    assert happened
    house.run()


def another(house: House) -> Callable[[], int]:
    """The other server does what there is for it to do."""
    return house.another_pump("another", Database(house.config.database_url)).run


def in_two_games(house: House) -> None:
    house.begin("tea")
    house.begin("rum")


def had(house: House, name: str, occasion: str) -> int:
    return sum(one.to == address_of(name) and occasion in one.occasions for one in house.told)


# What is counted over all games


def test_one_address_is_asked_once(house: House) -> None:
    in_two_games(house)
    works = another(house)
    house.unproven(VICTIM, "JOIN\n", "tea")
    at_once(house, lambda: (house.unproven(VICTIM, "JOIN, please\n", "rum"), works()))
    assert had(house, VICTIM, "confirm_join") == 1
    assert sorted(one for (one,) in house.rows("SELECT state FROM inbox"))[-1:] == ["held"]


def test_one_address_is_asked_once_whatever_about(house: House) -> None:
    """A player of one game says that it is theirs, and somebody wants to join in another."""
    in_two_games(house)
    works = another(house)
    house.reply(ADA, f"ADDRESS ALSO {address_of(VICTIM)}\n", "tea")
    at_once(house, lambda: (house.unproven(VICTIM, "JOIN\n", "rum"), works()))
    assert sum(one.to == address_of(VICTIM) for one in house.told) == 1


def test_twenty_addresses_of_a_domain_are_asked(house: House) -> None:
    in_two_games(house)
    works = another(house)
    for number in range(19):
        house.unproven(f"V{number} Tim", "JOIN\n", ("tea", "rum")[number % 2])
    house.run()
    house.unproven("Va Tim", "JOIN\n", "tea")
    at_once(house, lambda: (house.unproven("Vb Tim", "JOIN\n", "rum"), works()))
    assert sum("confirm_join" in one.occasions for one in house.told) == 20


# What the clock tells while a letter comes


def test_a_vote_that_comes_with_the_digest_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RECEIPTS OFF: else somebody could vote in their name and no letter would ever say so."""
    mover, other = house.open_vote()
    house.reply(other, "RECEIPTS OFF\nDIGEST DAILY\n")
    house.run()
    house.reply(mover, "JUDGMENT: Is tea at four?\n")
    house.reply(other, "FOR\n")
    house.run()
    house.later(days=1)
    beside = house.another_pump("another", Database(house.config.database_url))
    beside._keeps_time = lambda: False
    came: list[int] = []

    def meanwhile(*about: object, **more: object) -> object:
        if not came:
            came.append(house.reply(other, "AGAINST\n"))
            beside.run()
        return next_morning(*about, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(news, "next_morning", meanwhile)
    house.run()
    house.run()
    assert house.became(*came) == "done"
    told = [one for one in house.told if "acknowledged" in one.occasions]
    assert [one.to for one in told] == [address_of(other)]
    assert "AGAINST" in told[0].text


# A held letter, dealt with by several


Dealt = Callable[[House, int], object]


def released(house: House, number: int) -> None:
    with house.database.write() as connection:
        inbox.release_held(connection, number, house.clock.now())


def discarded(house: House, number: int) -> None:
    with house.database.write() as connection:
        inbox.discard(connection, number, house.clock.now(), "it is spam")


def retried(house: House, number: int) -> None:
    with house.database.write() as connection:
        assert not inbox.retry(connection, number, house.clock.now())


@pytest.mark.parametrize(
    ("dealt", "word", "acts"),
    [
        (released, "YES", 1),
        (released, "NO", 1),
        (discarded, "YES", 0),
        (discarded, "NO", 0),
        (retried, "YES", 1),
        (retried, "NO", 0),
    ],
)
def test_what_the_command_line_does_with_a_held_letter_while_its_writer_answers(
    house: House, dealt: Dealt, word: str, acts: int
) -> None:
    """Whoever was first has said what becomes of it, and it acts once at most."""
    house.begin()
    mover = house.mover()
    number = house.unproven(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\n")
    house.run()
    house.reply(mover, f"{word}\n")
    at_once(house, lambda: dealt(house, number))
    assert house.kinds().count("ProposalMade") == acts
    assert house.became(number) == ("done" if acts else "discarded")
    assert had(house, mover, "confirmed_gone") == (dealt is not retried)


def test_a_lease_that_ran_out_meanwhile(house: House) -> None:
    """One server sleeps with a letter in hand; another takes it for dead, and does the letter."""
    house.begin()
    works = another(house)

    def sleeps() -> None:
        house.later(seconds=61)
        works()

    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\nEND\n")
    at_once(house, sleeps)
    assert house.kinds().count("ProposalMade") == 1
    assert had(house, house.mover(), "proposed") <= 1


@pytest.mark.parametrize(
    ("second", "comes"),
    [("RESUME", ["GamePaused", "GameResumed"]), ("PAUSE: no tea", ["GamePaused"])],
)
def test_an_act_and_what_comes_of_another(house: House, second: str, comes: list[str]) -> None:
    """The one is written before the other is looked at."""
    house.begin()
    works = another(house)
    house.act("say", game="tea", line="PAUSE: the tea is cold")
    at_once(house, lambda: (house.act("say", game="tea", line=second), works()))
    assert [one for one in house.kinds() if one in ("GamePaused", "GameResumed")] == comes


def test_two_moderators_give_one_seat_at_once(house: House) -> None:
    house.begin()
    house.reply(house.others()[0], "FORFEIT\n")
    house.run()
    for name in ("Grace Hopper", "Dan Dare"):
        house.unproven(name, "TAKEOVER\n")
        house.run()
        house.reply(name, "YES\n")
        house.run()
    doors = [one.reply_to for one in house.told if "takeover_asked" in one.occasions]
    assert len(doors) == 2

    def says_yes(door: str) -> int:
        letter = house.written("The Moderator", door, "YES\n")
        letter = letter.replace(b"the@players.example", MODERATOR.encode())
        return house.hand_in(letter, MODERATOR, [door])[0]

    works = another(house)
    says_yes(doors[0])
    at_once(house, lambda: (says_yes(doors[1]), works()))
    assert house.kinds().count("PlayerReplaced") == 1
    subjects = [one.subject for one in house.told if one.to == address_of("Dan Dare")]
    assert "taken" in subjects[-1]
