"""The records that older programs wrote, each as it was, under the program of now: proven, read,
written in the forms of now, and brought to a server where the games go on.

1. The newest stand for today's form: who changes what is written makes new ones (tests/frozen).
2. The first program's record.json held no ledger, and nobody can make one of the rest.
3. Each question is asked of some by day, of others each day, of more by `check` and of all by
   `soak`; what is written is asked of all of today's form, each day.
"""

import json
import re
from collections.abc import Iterable
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nomic_mail.archive.json import canonical, record_json
from nomic_mail.archive.opening import take, up_to
from nomic_mail.archive.verify import verify_taken
from nomic_mail.cli import cli
from nomic_mail.daemon.importing import ImportedRecord, bring_in
from nomic_mail.game.commands import Command
from nomic_mail.game.events import KINDS
from nomic_mail.written import codec, words
from nomic_mail.written.entry import entry_of, is_open
from tests.kit.databases import of_sqlite
from tests.kit.frozen import (
    EVERYTHING,
    FROZEN,
    MADE_OF_LEDGERS,
    NEWEST,
    PLAYED,
    RECORDS,
    WITHOUT_LEDGER,
    Case,
    data_of,
    path_of,
    says,
    shown,
    unsaid,
)
from tests.kit.house import House, address_of
from tests.kit.recorded import checked, signed
from tests.kit.tiers import some

ENDED = [
    case for case in PLAYED if b'"status": "ended"' in path_of(case).read_bytes()
]  # in no time
GOING_ON = [case for case in PLAYED if case not in ENDED]
VOTING = [case for case in GOING_ON if case[1] in ("server.cake.json", "server.rum.json")]
BARE = [one for one in EVERYTHING if one[0] == WITHOUT_LEDGER]


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
    return result


def exported(case: Case, out: Path, form: str) -> Path:
    call("record", "export", str(path_of(case)), str(out), "--format", form)
    return out


@pytest.mark.parametrize("case", some(RECORDS, 6, check=80), ids=shown)
def test_it_is_proven(case: Case) -> None:
    """What was told is checked, and contradicts itself as much as it did. Of what was written
    before causes were told, the head is the proof; of words that were altered there is none."""
    told = CliRunner().invoke(cli, ["verify", str(path_of(case)), "--json"])
    facts = json.loads(told.stdout)
    assert facts["differences"] == []
    assert told.exit_code == (1 if facts["disagreements"] else 0)
    if not (facts["told"] or facts["altered"] or facts["form"] == "mbox"):
        assert facts["proven"] == (not facts["undecided"])
        if facts["undecided"]:
            head = take(path_of(case)).data["ledger"]["head"]
            anchored = call("verify", str(path_of(case)), "--json", "--head", head).stdout
            assert json.loads(anchored)["proven"]


@pytest.mark.parametrize("case", some(MADE_OF_LEDGERS, 6, check=60), ids=shown)
def test_it_is_shown(case: Case) -> None:
    game = json.loads(call("record", "show", str(path_of(case)), "--json").stdout)["game"]
    assert game["title"] in call("record", "show", str(path_of(case))).stdout


@pytest.mark.parametrize("case", some(PLAYED, 6, check=60), ids=shown)
def test_its_lines_are_written_again_as_they_were(case: Case, tmp_path: Path) -> None:
    lines = exported(case, tmp_path / "a.jsonl", "jsonl").read_bytes().splitlines()
    then = data_of(case)["ledger"]["entries"]
    assert [json.loads(line) for line in lines[: len(then)]] == then


@pytest.mark.parametrize("case", some(PLAYED, 6, check=60), ids=shown)
def test_all_that_it_says_of_its_game_is_said_now(case: Case, tmp_path: Path) -> None:
    """Made of its ledger anew: rules, scores, outcomes, throws and all else come to the same."""
    made = json.loads(exported(case, tmp_path / "a.json", "json").read_bytes())
    assert list(unsaid(says(data_of(case)), made)) == []


@pytest.mark.parametrize("case", some(MADE_OF_LEDGERS, 6, check=60), ids=shown)
def test_in_the_form_of_now_it_is_proven_and_comes_out_as_it_went_in(
    case: Case, tmp_path: Path
) -> None:
    first = exported(case, tmp_path / "a.json", "json")
    assert checked(json.loads(first.read_bytes())).differences == []
    call("record", "export", str(first), str(tmp_path / "b.json"))
    assert (tmp_path / "b.json").read_bytes() == first.read_bytes()
    if case in PLAYED:  # a redacted one, and a told one, hold what no line does
        call("record", "export", str(first), str(tmp_path / "c.jsonl"), "--format", "jsonl")
        call("record", "export", str(tmp_path / "c.jsonl"), str(tmp_path / "d.json"))
        assert (tmp_path / "d.json").read_bytes() == first.read_bytes()


# On a server


def brought(case: Case, folder: Path) -> House:
    """As `import` brings it, to a server with nothing else on it, a day after its last event."""
    house = House(folder)
    events, lines = up_to(data_of(case), None)
    names = {one["seat"]: one["name"] for one in data_of(case)["players"]}
    addresses = dict[str, str]()
    for seat, name in names.items():  # two may have one first name
        one = address_of(name)
        addresses[str(seat)] = f"{seat}.{one}" if one in addresses.values() else one
    house.clock.set(events[-1].at + timedelta(days=1))
    record = ImportedRecord(events, lines, addresses)
    bring_in(house.database, house.config, record, house.clock.now(), "tea")
    house.run()
    return house


def entries(house: House) -> list[tuple[bytes, str, str]]:
    return [
        (canonical(json.loads(one.public)), one.seal, one.hash) for one in house.entries("tea", 0)
    ]


def then(case: Case) -> list[tuple[bytes, str, str]]:
    lines = data_of(case)["ledger"]["entries"]
    return [(canonical(line["public"]), line.get("seal", ""), line["hash"]) for line in lines]


def proven(house: House) -> None:
    assert checked(json.loads(record_json(house.entries("tea", 0)))).differences == []


@pytest.mark.parametrize("case", some(ENDED, 6), ids=shown)
def test_a_game_that_is_over_stands_on_a_server_as_it_was(case: Case, tmp_path: Path) -> None:
    house = brought(case, tmp_path)
    assert entries(house) == then(case)
    assert house.state("tea").status == "ended"
    house.close()


def gone_on(case: Case, folder: Path) -> House:
    """Resumed, if it had begun, and ended by the Moderator."""
    house = brought(case, folder)
    first = house.kinds("tea")[len(then(case)) :]
    assert first[: first.index("GameImported") + 1] in (
        ["LawRead", "GameImported"],
        ["GameImported"],
    )
    if house.state("tea").status == "paused":
        house.act("say", game="tea", line="RESUME")
        house.run()
        assert house.state("tea").status == "running"
    house.act("say", game="tea", line="END GAME: the house is sold")
    house.run()
    return house


@pytest.mark.parametrize("case", some(GOING_ON, 3, check=30), ids=shown)
def test_a_game_goes_on_nothing_of_its_ledger_changes_and_it_is_proven(
    case: Case, tmp_path: Path
) -> None:
    house = gone_on(case, tmp_path)
    assert house.state("tea").status == "ended"
    assert entries(house)[: len(then(case))] == then(case)
    proven(house)
    house.close()


@pytest.mark.parametrize("case", some(VOTING, 1), ids=shown)
def test_an_open_vote_begins_anew_and_closes(case: Case, tmp_path: Path) -> None:
    house = brought(case, tmp_path)
    house.act("say", game="tea", line="RESUME")
    house.run()
    state = house.state("tea")
    assert state.poll is not None
    assert len(state.poll.missing) == 3
    for seat in state.poll.missing:
        house.reply(state.name_of(seat), "FOR\n")
        house.run()
    assert "RuleChanged" in house.kinds("tea")
    proven(house)
    house.close()


@of_sqlite
@pytest.mark.parametrize("case", some(PLAYED, 3, check=30), ids=shown)
def test_the_command_brings_it_to_a_server(case: Case, tmp_path: Path) -> None:
    call("init", str(tmp_path / "there"))
    config = ("--config", str(tmp_path / "there" / "config.toml"))
    facts = json.loads(call(*config, "import", str(path_of(case)), "--as", "tea", "--json").stdout)
    assert facts["events"] == len(then(case))
    call(*config, "export", "tea", str(tmp_path / "a.jsonl"), "--format", "jsonl")
    here = (tmp_path / "a.jsonl").read_bytes().splitlines()
    again = exported(case, tmp_path / "b.jsonl", "jsonl").read_bytes().splitlines()
    assert here[: len(then(case))] == again[: len(then(case))]
    brought = [json.loads(line)["public"]["event"] for line in here[len(then(case)) :]]
    assert brought in ([], ["GameImported"], ["LawRead", "GameImported"])
    assert bool(brought) == (facts["status"] != "ended")
    call("verify", str(tmp_path / "a.jsonl"))


# The first, and the newest


@pytest.mark.parametrize("case", BARE, ids=shown)
def test_a_record_without_a_ledger_is_told_to_be_one(case: Case, tmp_path: Path) -> None:
    for how in (("verify",), ("record", "show"), ("record", "export"), ("import",)):
        out = (str(tmp_path / "out.json"),) if how[-1] == "export" else ()
        no = call(*how, str(path_of(case)), *out, status=1).output
        assert "it holds no ledger" in no
        assert len(no.splitlines()) == 1


def newest() -> list[Case]:
    return [case for case in PLAYED if case[0] == NEWEST]


def said_in(public: Any, opened: Any) -> Any:
    """Without what is opened to nobody, and so is not written again."""
    told = words.said(public, opened, lambda name: "secret")
    for name in Command.CLOSED:
        told.get("cause", {}).pop(name, None)
    return told


def test_every_event_stands_in_a_record_of_today() -> None:
    found = {
        line["public"]["event"]: line["form"]
        for case in newest()
        for line in data_of(case)["ledger"]["entries"]
    }
    written = {kind: KINDS[kind].VERSION for kind in KINDS if kind != "LawRead"}  # of an upgrade
    assert found == written, f"python -m bench.freeze NAME puts one by, in {FROZEN}"


@pytest.mark.parametrize("case", newest(), ids=shown)
def test_what_is_written_today_is_what_was_written_last(case: Case, tmp_path: Path) -> None:
    """Each event, and the record, whichever version wrote it; who means to change that puts one by
    as it is now. Of clauses that came later the record that was put by says nothing."""
    for line in data_of(case)["ledger"]["entries"]:
        entry = entry_of(0, line)
        letters = codec.letters_of(line["public"])
        again = codec.write(entry.event, entry.cause, b"another's", letters)
        if is_open(line):
            opened = json.loads(again.sealed or "{}")
            assert said_in(json.loads(again.public), opened) == said_in(
                line["public"], line.get("opened", {})
            )
    made = exported(case, tmp_path / "a.json", "json").read_bytes()
    for key in ("written_by", "digest"):
        made = made.replace(json.loads(made)[key].encode(), data_of(case)[key].encode())
    for then in data_of(case)["proposals"]:
        if then["reason"].startswith("vetoed_by (seat: "):  # as programs before 0.5.4 told it
            made = re.sub(rb'"[^"]+ has vetoed it"', json.dumps(then["reason"]).encode(), made)
    younger = json.loads(made)["mechanics"].keys() - data_of(case)["mechanics"].keys()
    if not younger:
        assert made == path_of(case).read_bytes()
    assert without(json.loads(made), younger) == data_of(case)


def test_a_bag_that_this_version_wrote_is_proven_by_it() -> None:
    """Whatever else it holds by now, such as a new kind of clause, or says in other words: who has
    that version's bag could not prove it any more."""
    report = verify_taken(take(path_of((NEWEST, "server.tea.bag"))))
    told = "what a bag holds is another's: raise the version (nomic_mail/__init__.py)"
    assert report.differences == [], f"{told}: {[one.where for one in report.differences]}"


def without(record: Any, younger: Iterable[str]) -> Any:
    """Kinds of clauses in whose place no rule says anything."""
    for name in younger:
        assert record["mechanics"].pop(name)["sources"] == []
    return record


def test_who_vetoed_is_told_by_the_seat_that_did() -> None:
    """As programs before 0.5.4 told it, and whoever says that one wrote it."""
    data = deepcopy(data_of(("2026-11-25b", "council.sign-up-to-win.tea.json")))
    (vetoed,) = (one for one in data["proposals"] if "vetoed_by" in one["reason"])
    for other in ("vetoed_by (seat: 99)", "vetoed_by (seat: 2)", "Nobody has vetoed it"):
        vetoed["reason"] = other
        assert [one.says for one in checked(signed(data)).differences] == [other]


def test_all_that_was_put_by_is_small() -> None:
    sizes = [file.stat().st_size for file in FROZEN.rglob("*.xz")]
    assert max(sizes) < 6 << 17
    assert sum(sizes) < 16 << 20  # some 700 KB each time the form changes
