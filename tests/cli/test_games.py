"""The moderator's commands against a real folder: what they print, refuse and exit with."""

import json
import mailbox
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.kit.calling import Call

ADA = "Ada Lovelace <ada@example.org>"
BOB = "Bob Babbage <bob@example.org>"


@pytest.fixture
def tea(call: Call) -> Call:
    """A game that runs, with Ada and Bob."""
    call("game", "new", "tea", "--title", "Tea and Rules")
    for who in (ADA, BOB):
        call("player", "add", "tea", who, "--confirmed")
    call("game", "start", "tea")
    return call


def facts(result: Result) -> Any:
    return json.loads(result.stdout)


def test_a_new_game(call: Call) -> None:
    assert "No games yet" in call("game", "list").stdout
    told = call("game", "new", "tea", "--set", "debate_min=0", "--set", "vote_window = 3d").stdout
    assert "nomic+tea@localhost" in told
    assert "Whoever gets its letters is told your address, " in told
    shown = facts(call("game", "show", "tea", "--json"))
    assert shown["status"] == "forming"
    assert (shown["settings"]["debate_min"], shown["settings"]["vote_window"]) == ("0", "3d")
    assert [one["name"] for one in facts(call("game", "list", "--json"))] == ["tea"]
    assert "tea" in call("game", "list").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Tea!",), "cannot be part of an address"),
        (("tea", "--ruleset", "chess"), "chairperson, council, net_play"),
        (("tea", "--set", "debate_min=soon"), "debate_min"),
        (("tea", "--set", "tempo=3d"), "tempo"),
    ],
)
def test_a_new_game_refused(call: Call, words: tuple[str, ...], told: str) -> None:
    refused = call("game", "new", *words, status=1).stderr
    assert refused.startswith("Refused: ")
    assert told in refused
    assert facts(call("game", "list", "--json")) == []


def test_a_game_of_that_name_is_there(call: Call) -> None:
    call("game", "new", "tea")
    assert "already" in call("game", "new", "tea", status=1).stderr


def test_wrong_usage(call: Call) -> None:
    assert "KEY=VALUE" in call("game", "new", "tea", "--set", "debate_min", status=2).stderr
    assert "KEY=VALUE" in call("game", "set", "tea", "debate_min", status=2).stderr
    assert "Missing argument" in call("game", "new", status=2).stderr


@pytest.mark.parametrize(
    "words",
    [
        ("game", "show", "coffee"),
        ("game", "start", "coffee"),
        ("game", "set", "coffee", "debate_min=0"),
        ("game", "close", "coffee"),
        ("game", "end", "coffee", "--yes"),
        ("player", "add", "coffee", ADA),
        ("player", "list", "coffee"),
        ("rules", "coffee"),
        ("why", "coffee"),
        ("export", "coffee", "-"),
    ],
)
def test_no_such_game(call: Call, words: tuple[str, ...]) -> None:
    assert 'there is no game "coffee"' in call(*words, status=1).stderr


def test_players(call: Call) -> None:
    call("game", "new", "tea")
    assert "Nobody yet" in call("player", "list", "tea").stdout
    assert "their reply JOIN takes them in" in call("player", "add", "tea", ADA).stdout
    assert "plays in tea" in call("player", "add", "tea", BOB, "--confirmed").stdout
    listed = facts(call("player", "list", "tea", "--json"))
    assert [(one["name"], one["status"]) for one in listed] == [
        ("Ada Lovelace", "invited"),
        ("Bob Babbage", "playing"),
    ]
    assert "bob@example.org" in call("player", "list", "tea").stdout
    assert "is a player already" in call("player", "add", "tea", BOB, status=1).stderr
    moderator = call("player", "add", "tea", "moderator@localhost", status=1)
    assert "013" in moderator.stderr
    assert "name and address" in call("player", "add", "tea", "Ada", status=1).stderr
    assert "two players" in call("game", "start", "tea", status=1).stderr


def test_a_game_that_runs(tea: Call) -> None:
    shown = facts(tea("game", "show", "tea", "--json"))
    assert shown["status"] == "running"
    assert shown["turn"] == 1
    assert shown["due_at"].endswith("Z")
    text = tea("game", "show", "tea").stdout
    assert len(text.splitlines()) <= 24
    assert max(map(len, text.splitlines())) <= 80
    assert "Tea and Rules (tea)" in text
    assert "to propose by" in text
    assert "Ada Lovelace" in text
    assert tea("game", "start", "tea", status=1).stderr.startswith("Refused: ")
    assert tea("game", "close", "tea", status=1).stderr.startswith("Refused: ")
    assert facts(tea("status", "--json"))["next_deadline"] == shown["due_at"]


def test_whoever_sets_what_a_rule_says_itself_is_told_that_it_does_nothing(call: Call) -> None:
    """In open play a rule has the times of debate and vote; whose turn it is, is nobody's."""
    set_too = ("--set", "vote_window=1d", "--set", "extensions=1")
    made = call("game", "new", "tea", "--ruleset", "open", *set_too).stdout
    assert "vote_window does nothing in this game: rule 201 says" in made
    assert "extensions does nothing" not in made
    assert "rule 201" in call("game", "set", "tea", "debate_min=0").stdout
    assert "rule 201" not in call("game", "set", "tea", "debate_max=9d").stdout
    for who in (ADA, BOB):
        call("player", "add", "tea", who, "--confirmed")
    call("game", "start", "tea")
    shown = " ".join(call("game", "show", "tea").stdout.split())
    assert "procedure open play: anybody proposes" in shown
    assert "turn" not in shown


def test_a_setting_is_changed(tea: Call) -> None:
    assert "debate_min is 24h now" in tea("game", "set", "tea", "debate_min = 24h").stdout
    assert facts(tea("game", "show", "tea", "--json"))["settings"]["debate_min"] == "24h"
    assert "tempo" in tea("game", "set", "tea", "tempo=3", status=1).stderr
    assert "soon" in tea("game", "set", "tea", "debate_min=soon", status=1).stderr


def letters_out(call: Call) -> int:
    return sum(facts(call("status", "--json"))["outbox"].values())


def test_a_setting_that_would_hold_otherwise_than_written_is_refused(tea: Call) -> None:
    """A vote was extended by an hour, where all were told that it is a minute."""
    for words in (
        ("game", "set", "tea", "extension=1m"),
        ("mod", "set", "tea", "extension=59m"),
        ("game", "new", "cake", "--set", "extension=0"),
    ):
        assert "extension cannot be less than 1 hour" in tea(*words, status=1).stderr
    assert facts(tea("game", "show", "tea", "--json"))["settings"]["extension"] == "3d"
    assert "extension is 1h now" in tea("game", "set", "tea", "extension=1 hour").stdout


def test_a_setting_that_is_so_already_is_told_to_nobody(tea: Call) -> None:
    before = letters_out(tea)
    told = tea("game", "set", "tea", "extension=72h").stdout
    assert told == "extension is 3d already: nobody is told\n"
    assert "extension is 3d already" in tea("mod", "set", "tea", "extension=3d", status=1).stderr
    assert letters_out(tea) == before


def test_several_settings_are_one_letter_and_all_or_none(tea: Call) -> None:
    before = letters_out(tea)
    words = ("debate_min=24h", "extension=3d", "vote_window=3d")
    assert "soon" in tea("game", "set", "tea", *words, "turn_window=soon", status=1).stderr
    assert facts(tea("game", "show", "tea", "--json"))["settings"]["debate_min"] == "48h"
    assert letters_out(tea) == before
    told = tea("game", "set", "tea", *words).stdout
    assert "debate_min is 24h now, vote_window is 3d now; the players are told" in told
    assert "extension is 3d already: nobody is told" in told
    house = facts(tea("game", "show", "tea", "--json"))["settings"]
    assert (house["debate_min"], house["vote_window"]) == ("24h", "3d")
    assert letters_out(tea) == before + 3  # two players and the Moderator
    assert "twice" in tea("game", "set", "tea", "debate_min=1h", "debate_min=0", status=2).stderr


def test_a_game_is_ended_only_when_meant(tea: Call) -> None:
    tea("game", "end", "tea", status=1, typed="n\n")
    assert facts(tea("game", "show", "tea", "--json"))["status"] == "running"
    tea("game", "end", "tea", "--reason", "summer", typed="y\n")
    assert facts(tea("game", "show", "tea", "--json"))["status"] == "ended"
    assert tea("game", "end", "tea", "--yes", status=1).stderr.startswith("Refused: ")


def test_the_letter_to_friends_tells_how_a_game_with_a_chairperson_goes(call: Call) -> None:
    told = " ".join(call("game", "new", "court", "--ruleset", "chairperson").stdout.split())
    assert "Each of us is Chairperson in turn" in told
    assert "for proposals (1 day at least), for the discussion (5 days) and for the vote" in told
    assert "whoever has the turn" not in told


def test_who_has_won_is_shown(tea: Call) -> None:
    tea("mod", "correct", "score", "tea", "Ada", "100", "--why", "a test")
    assert "won by   Ada Lovelace" in tea("game", "show", "tea").stdout


def test_rules(tea: Call) -> None:
    assert len(facts(tea("rules", "tea", "--json"))) == 42
    (one,) = facts(tea("rules", "tea", "203", "--json"))
    assert one["clauses"] == ["adoption: unanimous of eligible"]
    assert "[the server does: adoption: unanimous of eligible]" in tea("rules", "tea", "203").stdout
    assert "there is no rule 999" in tea("rules", "tea", "999", status=1).stderr


def test_why(tea: Call) -> None:
    assert "adoption: unanimous of eligible  (rule 203)" in tea("why", "tea", "adoption").stdout
    (one,) = facts(tea("why", "tea", "adoption", "--json"))
    assert one["sources"][0]["rule"] == 203
    assert len(facts(tea("why", "tea", "--json"))) > 5
    refused = tea("why", "tea", "luck", status=1).stderr
    assert 'there is no mechanic "luck"' in refused
    assert "adoption" in refused


def test_clauses(call: Call) -> None:
    every = facts(call("clauses", "--json"))
    assert {"adoption", "victory"} <= {one["kind"] for one in every}
    (one,) = facts(call("clauses", "reward-proposer", "--json"))
    assert one["kind"] == "reward proposer"
    assert "for example  victory: 100" in call("clauses", "victory").stdout
    assert 'there is no kind "luck"' in call("clauses", "luck", status=1).stderr


def test_preview(tea: Call, tmp_path: Path) -> None:
    file = tmp_path / "proposal.txt"

    def previewed(text: str, status: int = 0) -> Result:
        file.write_text(text, encoding="utf-8")
        return tea("preview", "tea", str(file), status=status)

    told = previewed("PROPOSE AMEND 208: Fifty\nFifty win.\nEffects:\n  victory: 50\n").stdout
    assert "victory: 100 (rule 208)  ->  victory: 50 (rule 301)" in told
    assert "needs unanimous of eligible (rule 203)" in told
    assert "+ Fifty win." in told and "- Whoever is first" in told
    plain = previewed("PROPOSE ENACT: Tea\nThere is tea.\n").stdout
    assert "The server does as before." in plain
    assert "rule 101 is immutable" in previewed("PROPOSE REPEAL 101\n", 1).stderr
    assert "has no PROPOSE line" in previewed("Hello\n", 1).stderr
    silent = "PROPOSE ENACT: Silence\nNot counted.\nEffects:\n  inactive: after 2 votes missed\n"
    assert "Note: " in previewed(silent).stdout
    runs = "PROPOSE ENACT: Coins\nThere are coins.\nEffects:\n  program:\n"
    runs += '    coins = quantity("coins")\n'
    assert "Note: Its program would keep coins" in previewed(runs).stdout


def test_export(tea: Call, tmp_path: Path) -> None:
    record = facts(tea("export", "tea", "-"))
    assert record["format"] == "nomic-mail/1"
    assert "ada@example.org" not in json.dumps(record)
    file = tmp_path / "tea.json"
    assert f"wrote {file}" in tea("export", "tea", str(file)).stdout
    assert json.loads(file.read_bytes()) == record


def test_export_as_text_and_as_letters(tea: Call, tmp_path: Path) -> None:
    text = tea("export", "tea", "-", "--format", "text").stdout
    assert text.startswith("Tea and Rules\n=============\n")
    assert "The game begins." in text
    file = tmp_path / "tea.mbox"
    tea("export", "tea", str(file), "--format", "mbox")
    (letter,) = mailbox.mbox(file, create=False)
    assert letter["Subject"] == "[tea] The game begins"
    assert "ada@example.org" not in text + file.read_text()


def test_the_rules_as_they_stood(tea: Call) -> None:
    now = tea("rules", "tea", "203").stdout
    assert tea("rules", "tea", "203", "--at", "2999-01-01").stdout == now
    assert tea("rules", "tea", "--at", "2999-01-01").stdout == tea("rules", "tea").stdout
    plain = tea("rules", "tea", "--plain").stdout
    assert tea("rules", "tea", "--plain", "--at", "2999-01-01").stdout == plain
    (rule,) = facts(tea("rules", "tea", "203", "--json", "--at", "2999-01-01"))
    assert rule["title"] == "Adoption"
    for words, told in [
        (("--at", "2019-01-01"), "before that it had no rules"),
        (("999", "--at", "2999-01-01"), "there was no rule 999"),
    ]:
        assert told in tea("rules", "tea", *words, status=1).stderr
    assert "write --at 2026-03-01" in tea("rules", "tea", "--at", "yesterday", status=2).stderr


def test_a_player_whom_no_letter_can_reach_is_refused(call: Call) -> None:
    call("game", "new", "tea")
    told = call("player", "add", "tea", "Ada <a..b@example.org>", status=1).stderr
    assert "is not one name and address" in told


def test_an_act_that_broke_the_server_is_not_told_as_done(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("game", "new", "tea")

    def breaks(*given: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("nomic_mail.pump.burst.compose", breaks)
    told = call("player", "add", "tea", ADA, "--confirmed", status=1).stderr
    assert "It was not done" in told
    assert "nomic-mail letter show" in told


def test_no_escape_sequence_reaches_the_terminal(call: Call) -> None:
    call("game", "new", "tea", "--title", "Te\x9b31ma")
    call("player", "add", "tea", "A\x9b31mda <ada@example.org>", "--confirmed")
    for words in (("player", "list", "tea"), ("game", "show", "tea"), ("game", "list")):
        assert "\x9b" not in call(*words).stdout


def test_files_that_cannot_be_read_or_written_are_told(tea: Call, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe")
    assert "UTF-8" in tea("preview", "tea", str(bad), status=2).stderr
    assert "UTF-8" in tea("replay", str(bad), status=2).stderr
    nowhere = str(tmp_path / "nowhere" / "tea.json")
    assert "cannot be written" in tea("export", "tea", nowhere, status=1).stderr


FOREIGN = """Our own set

Immutable rules

101. All obey the rules.

Mutable rules

203. A rule change needs all votes.
208. A hundred points win.
212. Who is before the mover judges
"""


def test_a_game_on_a_foreign_text(call: Call, tmp_path: Path) -> None:
    """What the ruleset's clauses would do is not said plainly: each rule is told. So are gaps, and
    cut-off sentences."""
    file = tmp_path / "own.txt"
    file.write_text(FOREIGN, encoding="utf-8")
    words = ("game", "new", "own", "--ruleset", "suber_1982", "--texts", str(file))
    refused = call(*words, status=3)
    assert "4 rules read" in refused.stdout
    assert "212: a sentence is cut off" in refused.stdout
    needed = re.findall(r"--bind '(\d+): none'", refused.stderr)
    assert {"203", "208", "212", "206"} <= {*needed}
    said = dict.fromkeys(needed, "none") | {"208": "victory: 100"}
    call(*words, *(word for n, one in said.items() for word in ("--bind", f"{n}: {one}")))
    rules = facts(call("rules", "own", "--json"))
    assert [(one["number"], one["status"], one["clauses"]) for one in rules] == [
        (101, "immutable", []),
        (203, "mutable", []),
        (208, "mutable", ["victory: 100"]),
        (212, "mutable", []),
    ]
    file.write_text("Nothing here.\n", encoding="utf-8")
    call("game", "new", "none", "--texts", str(file), status=2)


def test_the_lines_of_a_rule_are_shown_as_its_own(call: Call, tmp_path: Path) -> None:
    """Paragraphs, headings and items of a list; only what is too long for a line is folded."""
    text = (
        "a. Tea:\nIt is served\n  1. at four;\n  2. at five.\n\nCake is " + "very " * 14 + "good."
    )
    file = tmp_path / "own.toml"
    rule = f'[[rule]]\nnumber = 201\nstatus = "mutable"\ntitle = "Tea"\ntext = """{text}"""\n'
    file.write_text(f'name = "tea_house"\ntitle = "Tea"\n\n{rule}', encoding="utf-8")
    call("game", "new", "tea", "--ruleset", str(file))
    shown = call("rules", "tea", "201").stdout
    body = "    a. Tea:\n    It is served\n      1. at four;\n      2. at five.\n\n    Cake is very"
    assert body in shown and "\n    very good.\n" in shown


def test_a_preview_of_an_edited_rule_book(tea: Call, tmp_path: Path) -> None:
    book = tea("rules", "tea", "--plain").stdout
    file = tmp_path / "mine.txt"
    file.write_text(book.replace("achieve 100 points", "achieve 80 points"), encoding="utf-8")
    assert "keeps what it makes the server do" in tea("preview", "tea", str(file)).stdout
    file.write_text(book, encoding="utf-8")
    assert "changes nothing" in tea("preview", "tea", str(file), status=1).stderr


def test_a_ruleset_file_that_no_game_would_begin_with_is_told_at_once(
    call: Call, tmp_path: Path
) -> None:
    """What counts coins, where no program of its rules keeps any."""
    file = tmp_path / "own.txt"
    file.write_text("201. There are coins.\n\n202. Whoever has 30 coins wins.\n", encoding="utf-8")
    gone = (7, 9, 11, 108, 109, 201, 203, 204, 206, 207, 208, 209, 211, 212, 213)
    bound = ("202: victory: 30 coins", *(f"{number}: none" for number in gone))
    binds = (word for one in bound for word in ("--bind", one))
    call("game", "new", "tea", "--texts", str(file), *binds)
    again = call("rules", "tea", "--ruleset", status=1)
    assert "`game new` refuses that file as it stands; mend it first:" in again.stderr
    assert "no program of these rules keeps coins" in again.stderr
    file = tmp_path / "again.toml"
    file.write_text(again.stdout, encoding="utf-8")
    assert "keeps coins" in call("game", "new", "two", "--ruleset", str(file), status=2).stderr
