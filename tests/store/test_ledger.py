"""The ledger (DESIGN 2): a hash chain that anyone can compute again from its rows; what is sealed
stays sealed; who comes too late changes nothing; cache and snapshots can be thrown away."""

import hashlib
import json
from pathlib import Path

import pytest

from nomic_mail.game.course import Steps
from nomic_mail.game.events import Discussed, Event
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.store.database.engines import Conflict, Connection
from nomic_mail.store.games import ledger
from nomic_mail.store.games.ledger import SNAPSHOT_EVERY, Ledger, head_after
from nomic_mail.written import codec
from tests.kit.house import START, House, fresh
from tests.kit.played import GAMES, Look, named
from tests.kit.tiers import some


@pytest.fixture
def voting(house: House) -> House:
    """A game with one ballot in."""
    mover, _ = house.open_vote()
    house.reply(mover, "FOR\n")
    house.run()
    return house


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def first_broken(house: House) -> int | None:
    """The chain computed again from the rows alone, as docs/FORMAT.md tells it, with nothing of
    ours."""
    head = "0" * 64
    for seq, public, sealed, written in house.rows(
        "SELECT seq, public, sealed, hash FROM ledger ORDER BY seq"
    ):
        for made, (salt, text) in json.loads(sealed or "{}").items():
            if sha256(f"{salt}\n{text}") != made or made not in public:
                return int(seq)
        head = sha256(f"{head}\n{public}\n")
        if head != written:
            return int(seq)
    return None if [(head,)] == house.rows("SELECT head FROM games") else -1


def talk(place: int) -> Discussed:
    return Discussed(at=START, seat=1, text=f"word {place}", letter="")


def append(
    house: House, book: Ledger, before: State, *events: Event, connection: Connection
) -> State:
    return book.append(connection, house.game().id, Steps.of(events, before), fresh("test"), None)


# The chain


def test_the_chain_can_be_computed_again_from_its_rows(voting: House) -> None:
    assert first_broken(voting) is None
    assert voting.game().version == len(voting.kinds())


@pytest.mark.parametrize(
    ("column", "value"),
    [("public", '{"event":"Discussed"}'), ("hash", "f" * 64)],
)
def test_a_changed_row_is_noticed(voting: House, column: str, value: str) -> None:
    seq = voting.kinds().index("ProposalMade") + 1
    voting.change(f"UPDATE ledger SET {column} = ? WHERE seq = ?", value, seq)
    assert first_broken(voting) == seq


@pytest.mark.parametrize(("old", "new"), [('"for"', '"against"'), ('["', '["0')])
def test_a_changed_choice_or_salt_is_noticed(voting: House, old: str, new: str) -> None:
    """Nobody's ballot can be turned over before the count (010)."""
    seq = voting.kinds().index("BallotCast") + 1
    voting.change("UPDATE ledger SET sealed = replace(sealed, ?, ?) WHERE seq = ?", old, new, seq)
    assert first_broken(voting) == seq


def test_a_row_cut_off_at_the_end_is_noticed(voting: House) -> None:
    voting.change("DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)")
    assert first_broken(voting) == -1


def test_a_sealed_part_can_be_erased_and_the_chain_holds(voting: House) -> None:
    voting.change("UPDATE ledger SET sealed = NULL WHERE sealed IS NOT NULL")
    assert first_broken(voting) is None


# Seals


def test_a_sealed_choice_never_stands_in_the_public_part(voting: House) -> None:
    """010: secret until the vote closes."""
    ((public, sealed),) = voting.rows("SELECT public, sealed FROM ledger WHERE kind = 'BallotCast'")
    cast = json.loads(public)
    salt, choice = json.loads(sealed)[cast["choice"]["sha256"]]
    assert choice == "for"
    assert cast["cause"]["choice"] == cast["choice"]
    assert '"for"' not in public
    assert len(salt) == 32


def test_equal_choices_have_different_seals(voting: House) -> None:
    """Else an open ballot could be read off its digest."""
    voting.reply(voting.mover(), "AGAINST\n")
    voting.reply(voting.mover(), "FOR\n")
    voting.run()
    query = "SELECT public, sealed FROM ledger WHERE kind = 'BallotCast' ORDER BY seq"
    made = [json.loads(public)["choice"]["sha256"] for public, _ in voting.rows(query)]
    told = [
        json.loads(sealed)[one] for one, (_, sealed) in zip(made, voting.rows(query), strict=True)
    ]
    assert [choice for _, choice in told] == ["for", "against", "for"]
    assert len({salt for salt, _ in told}) == 3
    assert len(set(made)) == 3


def test_the_seed_of_the_dice_never_stands_in_a_public_part(voting: House) -> None:
    """008: the links not drawn yet are nobody's to know."""
    ((sealed,),) = voting.rows("SELECT sealed FROM ledger WHERE kind = 'DiceCommitted'")
    ((_, seed),) = json.loads(sealed).values()
    assert len(seed) == 64
    assert not voting.rows("SELECT seq FROM ledger WHERE public LIKE '%' || ? || '%'", seed)


def test_no_mail_address_stands_in_the_ledger(voting: House) -> None:
    """They live in seats (DESIGN 2)."""
    assert voting.rows("SELECT address FROM seats WHERE address LIKE '%@%'")
    where = "public || coalesce(sealed, '') LIKE '%@%'"
    assert not voting.rows(f"SELECT seq FROM ledger WHERE {where}")


# Who comes too late


def test_a_stale_version_is_a_conflict_and_nothing_is_written(voting: House) -> None:
    book, before = Ledger(), voting.state()
    with voting.database.write() as connection:
        append(voting, book, before, talk(1), connection=connection)
    ledger_now = voting.rows("SELECT * FROM ledger")
    game_now = voting.game()
    with pytest.raises(Conflict), voting.database.write() as connection:
        append(voting, book, before, talk(2), talk(3), connection=connection)
    assert voting.rows("SELECT * FROM ledger") == ledger_now
    assert voting.game() == game_now
    assert first_broken(voting) is None


def test_what_else_was_in_the_transaction_of_a_conflict_is_undone(voting: House) -> None:
    """Letter, events and letters out are one (DESIGN 1, step 5)."""
    book, before = Ledger(), voting.state()
    with voting.database.write() as connection:
        append(voting, book, before, talk(1), connection=connection)
    with pytest.raises(Conflict), voting.database.write() as connection:
        connection.exec_driver_sql("INSERT INTO server VALUES ('before', 'it')")
        append(voting, book, before, talk(2), connection=connection)
    assert voting.rows("SELECT * FROM server WHERE key = 'before'") == []


# Cache and snapshots


def test_the_cache_is_never_ahead_of_the_database_after_a_rollback(voting: House) -> None:
    book, game_id = Ledger(), voting.game().id
    with voting.database.read() as connection:
        before = book.load(connection, game_id)
    with pytest.raises(RuntimeError, match="undone"), voting.database.write() as connection:
        after = append(voting, book, before, talk(1), connection=connection)
        assert after.version == before.version + 1
        raise RuntimeError("undone")
    with voting.database.read() as connection:
        assert book.load(connection, game_id) == before


def test_a_cache_that_is_ahead_is_not_believed(voting: House) -> None:
    """A database put back to an earlier day under a running server."""
    book, game_id, before = Ledger(), voting.game().id, voting.state()
    book.committed(game_id, fold((talk(1), talk(2)), before))
    with voting.database.read() as connection:
        assert book.load(connection, game_id) == before


def test_a_cache_that_is_behind_catches_up(voting: House) -> None:
    mine, theirs, game_id = Ledger(), Ledger(), voting.game().id
    with voting.database.read() as connection:
        before = mine.load(connection, game_id)
    with voting.database.write() as connection:
        after = append(voting, theirs, before, talk(1), talk(2), connection=connection)
    with voting.database.read() as connection:
        assert mine.load(connection, game_id) == after


def test_a_small_cache_forgets_games_and_loads_them_again(house: House) -> None:
    for game in ("tea", "rum", "ale"):
        house.begin(game)
    book = Ledger(games_kept=1)
    with house.database.read() as connection:
        for game in ("tea", "rum", "ale", "tea"):
            assert book.load(connection, house.game(game).id).name == game
    assert len(book._cache) == 1


def test_a_cold_start_is_the_same_with_a_snapshot_and_without(voting: House) -> None:
    """And the snapshot is written each time 200 events have passed."""
    book, state, game_id = Ledger(), voting.state(), voting.game().id
    seen = []
    for place in range(2 * SNAPSHOT_EVERY + 5):
        with voting.database.write() as connection:
            state = append(voting, book, state, talk(place), connection=connection)
        found = voting.rows("SELECT version FROM snapshots")
        if found and found[0][0] not in seen:
            seen.append(found[0][0])
            assert voting.state() == state
    assert seen == [SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY]
    with_snapshot = voting.state()
    voting.change("DELETE FROM snapshots")
    assert with_snapshot == voting.state() == state
    with voting.database.read() as connection:
        folded = fold([entry.event for entry in ledger.entries(connection, game_id)])
    assert folded == state


def test_a_burst_over_the_mark_leaves_a_snapshot_of_its_end(voting: House) -> None:
    book, before = Ledger(), voting.state()
    burst = [talk(place) for place in range(SNAPSHOT_EVERY + 50 - before.version)]
    with voting.database.write() as connection:
        append(voting, book, before, *burst, connection=connection)
    assert voting.rows("SELECT version FROM snapshots") == [(SNAPSHOT_EVERY + 50,)]
    assert voting.state().version == SNAPSHOT_EVERY + 50


@pytest.mark.parametrize("change", ["form = form + 1", "version = version + 1000"])
def test_a_snapshot_of_another_program_or_day_is_not_used(voting: House, change: str) -> None:
    book, before = Ledger(), voting.state()
    burst = [talk(place) for place in range(SNAPSHOT_EVERY)]
    with voting.database.write() as connection:
        after = append(voting, book, before, *burst, connection=connection)
    voting.change(f"UPDATE snapshots SET {change}, state = 'no state at all'")
    assert voting.state() == after


# Games that were played


@pytest.mark.parametrize("file", some(GAMES, 6, check=50), ids=named)
def test_each_state_of_a_played_game_is_read_back_as_it_was(file: Path, played: Look) -> None:
    database = played(file).database()
    with database.read() as connection:
        entries = list(ledger.entries(connection, 1))
        loaded = Ledger().load(connection, 1)
    database.close()
    state = State()
    for entry in entries:
        assert entry.fits
        state = fold((entry.event,), state)
        assert codec.read_state(codec.write_state(state)) == state
    assert state == loaded
    assert state.version == len(entries) > 0


def test_the_head_that_events_will_have_is_known_before_they_are_written(house: House) -> None:
    """So that a letter about them can state it."""
    house.begin()
    events, before = [talk(1), talk(2)], house.state()
    steps = Steps(events)
    with house.database.read() as connection:
        head = head_after(connection, house.game().id, before, steps, fresh("test"))
    with house.database.write() as connection:
        append(house, Ledger(), before, *events, connection=connection)
    assert house.game().head == house.entries("tea", before.version)[-1].hash == head
