"""What vouches for nothing: a withheld word elsewhere, a ledger that never says by which law, and a
throw that no clause can ask for. With every hash made good, each is told."""

from copy import deepcopy

import pytest

from nomic_mail.written.entry import GENESIS, hash_of, text_of
from nomic_mail.written.words import commitment
from tests.kit.games.finished_games import GAMES
from tests.kit.recorded import Data, checked, forged, recorded, say, signed
from tests.kit.tiers import some

WITHHELD = {"sha256": "ab" * 32}
LATE = "2999-01-01T00:00:00Z"


def alone(lines: list[Data]) -> Data:
    """The ledger of them, with its hashes made good."""
    made = forged(lines)
    return {"ledger": made["ledger"]}


def place_of(lines: list[Data], kind: str) -> int:
    return next(n for n, one in enumerate(lines) if one["public"]["event"] == kind)


@pytest.fixture(scope="module")
def played() -> Data:
    return recorded(GAMES["turns_and_amendments"]())


def test_a_withheld_name_excuses_no_refused_vote(played: Data) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    again = deepcopy(lines[place_of(lines, "BallotCast")])
    again["public"]["at"] = again["public"]["cause"]["decided_at"] = lines[-1]["public"]["at"]
    joined = lines[place_of(lines, "PlayerJoined")]
    del joined["opened"]
    for inner in (joined["public"], joined["public"]["cause"]):
        inner["name"] = WITHHELD
    place = len(lines)
    told = checked(alone([*lines, again])).differences
    assert f"ledger.entries[{place}].public.cause" in [one.where for one in told]


def test_a_ledger_of_today_says_by_which_reading_it_was_decided(played: Data) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    for line in lines:
        cause = line["public"].pop("cause", {})
        line["public"].pop("reading", None)
        kept = str(line["public"])
        opened = {made: one for made, one in line.pop("opened", {}).items() if made in kept}
        line.update({"opened": opened} if opened else {})
        assert cause is not None
    told = checked(alone(lines)).differences
    assert [one.where for one in told] == ["ledger.entries[0].public (GameCreated)"]


@pytest.mark.parametrize("dice", ["20000000d6", "1d1" + "0" * 3000, "d", "1d0", "-5d6"])
def test_an_older_throw_that_no_clause_can_ask_for_is_told(dice: str) -> None:
    lines = older_throw(dice)
    told = checked(alone(lines)).differences
    assert f"ledger.entries[{len(lines) - 1}].public.dice (DiceThrown)" in [x.where for x in told]


def older_throw(dice: str) -> list[Data]:
    """The first throw of a game, in the form of before causes were told."""
    lines = deepcopy(recorded(GAMES["read_anew"]())["ledger"]["entries"])
    begun = lines[: place_of(lines, "LawRead")]
    thrown = lines[place_of(lines, "DiceThrown")]
    thrown["public"].pop("cause", None)
    thrown["public"]["dice"] = dice
    return [*begun, {**thrown, "form": 2, "seal": ""}]


@pytest.mark.parametrize(
    ("kind", "path"),
    some(
        [
            ("DiceThrown", ("message",)),
            ("GameStarted", ("how",)),
            ("GameCreated", ("ruleset",)),
            ("PointsScored", ("because", "code")),
            ("ProposalMade", ("letter",)),
            ("BallotCast", ("cause", "proposal")),
            ("RuleChanged", ("clauses",)),
        ],
        12,
    ),
)
@pytest.mark.parametrize("made", ["ab" * 32, ["ab" * 32], [], "", ["x"], [1]])
def test_what_is_nobodys_word_is_not_withheld_unnoticed(
    played: Data, kind: str, path: tuple[str, ...], made: object
) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    inner = lines[place_of(lines, kind)]["public"]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = {"sha256": made}
    ledger = {"events": len(lines), "head": rechained(lines), "entries": lines}
    report = checked({"ledger": ledger})
    assert not report.sound


@pytest.mark.parametrize("made", [[], "", "AB" * 32, ["ab"]])
def test_a_commitment_is_of_64_digits(played: Data, made: object) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    line = lines[place_of(lines, "ProposalMade")]
    line["public"]["cause"]["change"]["text"] = {"sha256": made}
    ledger = {"events": len(lines), "head": rechained(lines), "entries": lines}
    assert not checked({"ledger": ledger}).sound


def test_a_reading_takes_no_time() -> None:
    lines = recorded(GAMES["read_anew"]())["ledger"]["entries"]
    place = place_of(lines, "LawRead")
    lines[place]["public"]["at"] = lines[place + 1]["public"]["at"]
    told = [one.where for one in checked(alone(lines)).differences]
    assert told == [f"ledger.entries[{place}].public.at (LawRead)"]


@pytest.mark.parametrize("length", [0, -5, 10**40])
def test_a_chain_has_as_many_links_as_somebody_could_make(played: Data, length: int) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    lines[1]["public"]["length"] = length
    told = [one.where for one in checked(alone(lines)).differences]
    assert "ledger.entries[1].public.length (DiceCommitted)" in told


@pytest.mark.parametrize("commitment", ["", "ab" * 31, "AB" * 32, "ab" * 33, "xy" * 32])
@pytest.mark.parametrize("kind", ["DiceCommitted", "DiceReplaced", "GameImported"])
def test_a_chain_is_promised_by_a_hash(kind: str, commitment: str) -> None:
    """Where nothing was ever drawn of it, too."""
    game = "weighed" if kind == "DiceCommitted" else "short_chains"
    lines = deepcopy(recorded(GAMES[game]())["ledger"]["entries"])
    place = max(n for n, one in enumerate(lines) if one["public"]["event"] == kind)
    lines[place]["public"]["commitment"] = commitment
    told = [one.where for one in checked(alone(lines)).differences]
    assert f"ledger.entries[{place}].public.commitment ({kind})" in told


@pytest.mark.parametrize("who", [None, 1, ["nomic-mail"], {"sha256": "ab" * 32}])
def test_who_wrote_a_record_is_a_text(played: Data, who: object) -> None:
    told = checked(signed({**played, "written_by": who})).differences
    assert [one.where for one in told] == ["written_by"]


@pytest.mark.parametrize(
    ("key", "value"),
    [("received_at", LATE), ("answers", -5), ("answers", 10**50), ("who", "M")],
)
def test_a_cause_says_of_its_letter_what_the_server_could_know(
    played: Data, key: str, value: object
) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    place = place_of(lines, "BallotCast")
    lines[place]["public"]["cause"][key] = value
    if key == "who":
        say(lines[place], str(value), "cause", "who")
    told = [one.where for one in checked(alone(lines)).differences]
    assert f"ledger.entries[{place}].public.cause.{key}" in told


BELIEVED = ["ab" * 16, "token"]


def believed(lines: list[Data]) -> Data:
    """The line of a ballot, with what its letter was believed by committed to there."""
    line = lines[place_of(lines, "BallotCast")]
    line["public"]["cause"]["proof"] = {"sha256": commitment(*BELIEVED)}
    return line


def test_what_a_letter_was_believed_by_is_committed_to_and_stays_closed(played: Data) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    line = believed(lines)
    assert checked(alone(lines)).proven
    line["opened"][commitment(*BELIEVED)] = BELIEVED
    ledger = {"events": len(lines), "head": rechained(lines), "entries": lines}
    told = checked({"ledger": ledger}).differences
    assert [one.where.rpartition(".")[2] for one in told] == ["opened"]


@pytest.mark.parametrize("how", ["token", "God"])
def test_what_a_letter_was_believed_by_stood_there_in_older_forms(played: Data, how: str) -> None:
    lines = deepcopy(played["ledger"]["entries"])
    line = believed(lines)
    line["public"]["cause"]["proof"] = how
    assert not checked(alone(lines)).sound
    for one in lines[: lines.index(line) + 1]:
        one["form"] = 4
    report = checked(alone(lines))
    assert report.sound == (how == "token")
    assert any(one.startswith("1 proof of letters") for one in report.claimed)


def test_the_clock_writes_no_letters() -> None:
    lines = recorded(GAMES["people_come_and_go"]())["ledger"]["entries"]
    ticks = (
        n for n, x in enumerate(lines) if x["public"].get("cause", {}).get("command") == "Tick"
    )
    place = next(ticks)
    lines[place]["public"]["cause"]["letter"] = "one"
    told = [one.where for one in checked(alone(lines)).differences]
    assert told == [f"ledger.entries[{place}].public.cause.by"]


def rechained(lines: list[Data]) -> str:
    """Their head, with the hash of each made good, whatever it says."""
    head = GENESIS
    for line in lines:
        head = line["hash"] = hash_of(head, text_of(line["public"]), line.get("seal", ""))
    return head
