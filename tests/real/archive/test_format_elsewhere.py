"""What docs/FORMAT.md tells, worked out in another language: verifier.mjs was written from that
page and what it links to as a part of it, and shares no line with this program. Every record of
ours is sound to it: what `decide` makes of a game contradicts nothing that the page tells."""

import json
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.archive.json import digest_of, record_json
from nomic_mail.archive.verify import Report, verify
from nomic_mail.game import commands as c
from nomic_mail.play.simulator import drawn, new_disk, promises
from nomic_mail.play.simulator import played as simulated
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.frozen import EVERYTHING, NAMES, RECORDS, WITHOUT_LEDGER, data_of
from tests.kit.games.core_play import enact
from tests.kit.games.finished_games import GAMES as FINISHED
from tests.kit.games.game_in_hand import Game, few
from tests.kit.house import House
from tests.kit.played import GAMES, Look
from tests.kit.recorded import recorded
from tests.kit.second_opinion import said_of, said_of_the_examples
from tests.kit.tiers import seed, some, times

FROZEN = [one for one in RECORDS if one[1].endswith(".json")]


def test_all_examples_come_out_the_same() -> None:
    assert said_of_the_examples() == ""


def test_records_of_every_form_so_far_are_sound_to_it() -> None:
    assert len({name for name, _ in FROZEN}) == len(NAMES) - 1 < len(EVERYTHING)
    said = said_of(map(data_of, FROZEN))
    assert {one: lines for one, lines in zip(FROZEN, said, strict=True) if lines} == {}


def test_without_its_ledger_nothing_can_be_said_of_a_record() -> None:
    first = next(one for one in EVERYTHING if one[0] == WITHOUT_LEDGER)
    assert said_of([data_of(first)]) == [["ledger: none stands in it"]]


def test_the_records_of_games_are_sound_to_it(played: Look) -> None:
    """In soak all: what it was not taught of something new is told by the game that shows it."""
    files = some(GAMES, 10, check=40)
    said = said_of(json.loads(record_json(played(file).entries())) for file in files)
    assert {file.name: lines for file, lines in zip(files, said, strict=True) if lines} == {}


def test_the_records_of_games_straight_from_play_are_sound_to_it() -> None:
    names = some(list(FINISHED), 10, check=30)
    said = said_of(recorded(FINISHED[name]()) for name in names)
    assert {name: lines for name, lines in zip(names, said, strict=True) if lines} == {}


@pytest.mark.parametrize("programs", [False, True], ids=["plain", "with programs"])
def test_the_records_of_simulated_games_are_sound_to_it(
    monkeypatch: pytest.MonkeyPatch, *, programs: bool
) -> None:
    """Which are played as no transcript is: seats taken in another order than they were asked for,
    ends in the midst of a vote, clauses that other rules void. Another day others."""
    records = list[Any]()

    def kept(record: Any, head: str, *, runs: Sandbox) -> Report:
        records.append(record)
        return verify(record, head, runs=runs)

    monkeypatch.setattr(promises, "verify", kept)
    with new_disk() as disk:
        for server in range(seed() % 1_000_000, seed() % 1_000_000 + times(1, 6, 300)):
            steps = drawn(server, 40, programs=programs)
            assert simulated(server, steps, disk, programs=programs).broken is None
    assert records
    assert [lines for lines in said_of(records) if lines] == []


def test_what_players_write_in_other_ways_is_sound_to_it(tmp_path: Path) -> None:
    """A rule without a title, one with too long a title; clauses as nobody else spells them."""
    house = House(tmp_path)
    house.begin("tea", debate_max="9d")
    for head in ("", f": {'tea ' * 50}"):
        house.reply(
            house.mover(), f"PROPOSE ENACT{head}\n Tea  is at four, and so on.\nEND\nCALL VOTE\n"
        )
        house.run()
        for name in house.others():
            house.reply(name, "FOR\n")
            house.run()
        house.reply(house.mover(), "FOR\n")
        house.run()
    house.act("say", game="tea", line="BIND 301:   Reward   For:  7")
    house.run()
    assert house.kinds().count("RuleChanged") == 2 and "RuleBound" in house.kinds()
    assert said_of([json.loads(record_json(house.entries("tea", 0)))]) == [[]]


def test_what_two_have_asked_is_moot_at_once_and_sound_to_it() -> None:
    rules = few("net_play", r203="adoption: majority of eligible; debate: proponent or judge")
    game = Game(rules).start()
    game.propose(enact("Tea."))
    for seat in game.others()[:2]:
        game.done(c.Judgment(by=seat, question="", end_debate=True))
    game.done(c.Revise(by=game.mover, text="Tea, once more."))
    record = recorded(game.events)
    assert [one["how"] for one in record["judgments"]] == ["moot: revised"]
    assert said_of([record]) == [[]]


def test_numbers_beyond_those_of_a_machine_are_sound_to_it(played: Look) -> None:
    (file,) = (one for one in GAMES if one.stem == "points-beyond-all-counting")
    record = json.loads(record_json(played(file).entries()))
    assert max(abs(one["points"]) for one in record["scores"]) > 2**63
    assert said_of([record]) == [[]]
    record["scores"][-1]["points"] += 1
    assert said_of([record])[0][0] == "digest: it is of another record"


def altered(data: Any, kind: str, field: str, value: Any) -> Any:
    made = json.loads(json.dumps(data))
    line = next(x for x in made["ledger"]["entries"] if x["public"]["event"] == kind)
    line["public"][field] = value
    return made | {"digest": digest_of(made)}


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("VotingClosed", "outcome", "void"),
        ("GameStarted", "order", [1, 2, 3]),
        ("PlayerJoined", "letter", "0" * 64),
    ],
)
def test_what_was_altered_is_found_with_the_digest_made_good(
    kind: str, field: str, value: Any
) -> None:
    case = next(one for one in FROZEN if one[0] == NAMES[-1] and "redacted" not in one[1])
    (said,) = said_of([altered(data_of(case), kind, field, value)])
    assert any("its hash is another one" in line for line in said)


def test_a_head_from_elsewhere_is_asked_for() -> None:
    data = data_of(FROZEN[-1])
    head = data["ledger"]["head"]
    assert said_of([data], [head]) == [[]]
    assert said_of([data], [head, "0" * 64])[0][0].startswith("--head: 0000")
