"""record.json of a game really played: the same every time, checkable by itself, and discreet.

1. The game is a transcript. Whose turn it is, the dice say: both players send the same letters, and
   what the one not on turn sends is refused.
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from nomic_mail.archive.json import digest_of, record_json
from nomic_mail.game import events as e
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Playing, parse
from nomic_mail.written.entry import Entry, seal_of

GAME = """\
moderator 2026-03-01 09:00 new game tea net_play debate_min=0 vote_window=7d
moderator 2026-03-01 09:01 add player Ada Lovelace <ada@players.example>
mail 2026-03-01 09:02 Ada reply:
    JOIN Ada Lovelace
moderator 2026-03-01 09:03 add player Bob Boole <bob@elsewhere.example>
mail 2026-03-01 09:04 Bob reply:
    JOIN Bob Boole
moderator 2026-03-01 09:05 start
mail 2026-03-01 10:00 Ada reply:
    PROPOSE ENACT: Tea
    Tea – and Γλυκό – is served at four.
mail 2026-03-01 10:00 Bob reply:
    PROPOSE ENACT: Tea
    Tea – and Γλυκό – is served at four.
mail 2026-03-01 10:10 Ada reply:
    CALL VOTE
mail 2026-03-01 10:10 Bob reply:
    CALL VOTE
mail 2026-03-01 10:20 Ada reply:
    FOR
mail 2026-03-01 10:30 Bob reply:
    FOR
    --
    Bob Boole <bob@elsewhere.example>
mail 2026-03-01 11:00 Ada reply:
    PROPOSE REPEAL 206
mail 2026-03-01 11:00 Bob reply:
    PROPOSE REPEAL 206
mail 2026-03-01 11:10 Ada reply:
    CALL VOTE
mail 2026-03-01 11:10 Bob reply:
    CALL VOTE
mail 2026-03-01 11:20 Ada reply:
    AGAINST
"""


def played(folder: Path) -> list[Entry]:
    turns = parse(GAME)
    assert turns[0].at is not None
    table = Table(folder, "archive", turns[0].at)
    try:
        game = Playing(table)
        for turn in turns:
            list(game.play(turn))
        return table.entries("tea", 0)
    finally:
        table.close()


def test_letters_of_a_result_tell_the_head_that_the_record_has_after_them(tmp_path: Path) -> None:
    turns = parse(GAME)
    assert turns[0].at is not None
    table = Table(tmp_path, "archive", turns[0].at)
    game, told, seen = Playing(table), 0, 0
    for turn in turns:
        list(game.play(turn))
        for letter in game.letters[seen:]:
            heads = re.findall(r"\b([0-9a-f]{64})\s*\Z", letter.proof)
            heads = heads if "record's head after this letter" in letter.proof else []
            assert heads == [table.entries("tea", 0)[-1].hash] * ("result" in letter.occasions)
            told += len(heads)
        seen = len(game.letters)
    table.close()
    assert told == 3  # of the one vote that was counted: two players, and the Moderator


def exported(entries: list[Entry]) -> bytes:
    return record_json(entries)


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    return played(tmp_path_factory.mktemp("archive"))


class Straight(Entry, frozen=True, kw_only=True):
    """An entry whose event comes from somewhere else than its text."""

    said: e.Event

    @property
    def event(self) -> e.Event:
        return self.said


def first(entries: list[Entry], kind: type[e.Event]) -> int:
    return next(n for n, entry in enumerate(entries) if entry.kind == kind.__name__)


# The same game, the same bytes


def test_the_same_game_gives_the_same_bytes(entries: list[Entry], tmp_path: Path) -> None:
    assert exported(entries) == exported(entries) == exported(played(tmp_path))


def test_events_straight_from_play_give_the_bytes_of_the_ledger(entries: list[Entry]) -> None:
    """A ledger read back may hold a vote's seats in another order than the play did."""
    turned = []
    for entry in entries:
        event = entry.event
        if isinstance(event, e.VotingClosed):
            votes, tally = reversed([*event.votes.items()]), reversed([*event.tally.items()])
            event = replace(event, votes=dict(votes), tally=dict(tally))
        turned.append(Straight(**asdict(entry), said=event))
    assert record_json(turned) == exported(entries)


def test_it_is_text_for_people_and_ends_in_a_newline(entries: list[Entry]) -> None:
    raw = exported(entries)
    assert raw.endswith(b"}\n")
    assert raw.startswith(b'{\n  "format": "nomic-mail/1",\n')
    assert "Γλυκό" in raw.decode()
    ledger = json.loads(raw)["ledger"]
    assert (ledger["events"], ledger["head"]) == (len(entries), entries[-1].hash)


def test_a_game_that_has_only_been_made_has_a_record(entries: list[Entry]) -> None:
    data = json.loads(exported(entries[:2]))
    assert data["game"]["status"] == "forming"
    assert (data["players"], data["proposals"], data["rolls"], data["shuffle"]) == ([], [], [], {})
    assert data["initial"]["texts"]["101"] == data["rules"][13]["text"]


# The digest


def test_the_digest_can_be_made_with_nothing_of_ours(entries: list[Entry]) -> None:
    data = json.loads(exported(entries))
    said = data.pop("digest")
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert sha256(text.encode()).hexdigest() == said


def altered(value: Any) -> Iterator[Any]:
    """The value with one of its leaves, keys or members changed, each in its turn."""
    match value:
        case dict():
            for key, inner in value.items():
                yield {one: value[one] for one in value if one != key}
                for other in altered(inner):
                    yield {**value, key: other}
        case list():
            for at, inner in enumerate(value):
                yield value[:at] + value[at + 1 :]
                for other in altered(inner):
                    yield [*value[:at], other, *value[at + 1 :]]
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield value + "."
        case None:
            yield 0


def test_the_digest_changes_with_every_single_field(entries: list[Entry]) -> None:
    data = json.loads(exported(entries))
    said = data.pop("digest")
    # The rules are most of a record, and all alike: two of each list of them are enough.
    ledger = {**data["ledger"], "entries": data["ledger"]["entries"][-3:]}
    less = {**data, "rules": data["rules"][-2:], "initial": {}, "ledger": ledger}
    ours = digest_of(less)
    assert digest_of(data) == said != ours
    assert said not in (
        digest_of({**data, "rules": data["rules"][1:]}),
        digest_of({**data, "initial": {}}),
    )
    count = 0
    for other in altered(less):
        count += 1
        assert digest_of(other) != ours
    assert count > 300


# What never leaves


def test_no_address_is_in_it(entries: list[Entry]) -> None:
    raw = exported(entries)
    assert b"@" not in raw
    assert b"players.example" not in raw
    assert b"elsewhere" not in raw


def test_no_seed_and_no_link_that_is_still_to_be_thrown_with_is_in_it(
    entries: list[Entry],
) -> None:
    raw = exported(entries)
    committed = entries[first(entries, e.DiceCommitted)].event
    assert isinstance(committed, e.DiceCommitted)
    link, links = bytes.fromhex(committed.seed), []
    for _ in range(committed.length):
        links.append(link.hex())
        link = sha256(link).digest()
    assert link.hex() == committed.commitment
    assert [one for one in links if one.encode() in raw] == links[-2:]  # the shuffle, one throw
    assert committed.commitment.encode() in raw


def test_votes_are_published_only_after_the_close(entries: list[Entry]) -> None:
    closed = first(entries, e.VotingClosed)
    before = json.loads(exported(entries[:closed]))["proposals"][0]
    assert (before["outcome"], before["votes"], before["tally"]) == ("open", {}, None)
    assert before["voted"] == [1, 2]
    after = json.loads(exported(entries[: closed + 1]))["proposals"][0]
    assert (after["outcome"], after["votes"]) == ("adopted", {"1": "for", "2": "for"})
    assert after["tally"] == {"for": 2, "against": 0, "abstain": 0, "absent": 0}


def test_how_an_open_ballot_reads_makes_no_difference_to_any_byte(entries: list[Entry]) -> None:
    """Nor does its seal tell, which is over a salt that stays in the house."""
    ballot = entries[-1].event
    assert isinstance(ballot, e.BallotCast)
    assert ballot.choice == "against"
    other = Straight(**asdict(entries[-1]), said=replace(ballot, choice="for"))
    assert record_json([*entries[:-1], other]) == exported(entries)
    raw = exported(entries)
    assert ballot.letter.encode() not in raw
    assert (entries[-1].salt or "no salt").encode() not in raw
    assert seal_of("", entries[-1].sealed).encode() not in raw


def test_a_finished_vote_is_keyed_by_the_seats_of_the_players(entries: list[Entry]) -> None:
    data = json.loads(exported(entries))
    seats = {str(player["seat"]) for player in data["players"]}
    assert set(data["proposals"][0]["votes"]) == seats == {"1", "2"}
    assert data["proposals"][1]["votes"] == {}
    assert {score["player"] for score in data["scores"]} <= {1, 2}
