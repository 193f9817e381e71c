"""nomic-mail mod: what it prints, and that --preview does nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.cli import cli
from nomic_mail.cli.mod import ACTS
from nomic_mail.play.table import Received
from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from tests.kit.calling import Call
from tests.kit.house import HOST, House
from tests.kit.tiers import some


@pytest.fixture
def call(call: Call) -> Call:
    call("game", "new", "tea")
    for who in ("Ada Lovelace <ada@example.org>", "Bob Babbage <bob@example.org>"):
        call("player", "add", "tea", who, "--confirmed")
    return call


def contents(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with closing(sqlite3.connect(folder / "nomic.db")) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in names}


def test_an_act_is_imagined_and_then_done(call: Call, tmp_path: Path) -> None:
    call("mod", "say", "tea", "START")
    before = contents(tmp_path)
    seen = call("mod", "extend", "tea", "turn 1", "--by", "2 days", "--preview").stdout
    assert "Nothing is done yet" in seen
    assert "turn 1 has more time, until" in seen
    assert "[tea?] More time in turn 1" in seen
    assert "By when" not in seen
    whole = ("mod", "extend", "tea", "turn 1", "--by", "2 days", "--preview", "-v")
    assert "By when" in call(*whole).stdout
    assert contents(tmp_path) == before
    done = call("mod", "extend", "tea", "turn 1", "--by", "2 days", "--why", "the fair").stdout
    assert "EXTEND (the fair)" in done
    assert len(contents(tmp_path)["ledger"]) == len(before["ledger"]) + 2


def test_a_letter_that_several_get_is_shown_once(call: Call) -> None:
    call("player", "add", "tea", "Cid Hale <cid@example.org>", "--confirmed")
    for more in ((), ("-v",)):
        told = call("mod", "announce", "tea", "Tea is at four.", "--preview", *more).stdout
        assert told.count("to Ada Lovelace <ada@example.org>: [tea] An announcement") == 1
        others = "and so to 2 others: Bob Babbage <bob@example.org>, Cid Hale <cid@example.org>"
        assert others in " ".join(told.split())
        assert told.count("[tea] An announcement") == 2  # the moderator's is another


def test_what_is_another_for_each_is_shown_for_each(call: Call) -> None:
    call("mod", "say", "tea", "START")
    told = call("mod", "extend", "tea", "turn 1", "--by", "2 days", "--preview").stdout
    assert told.count("More time in turn 1") == 3
    assert "and so to" not in told


def test_what_binds_says_why_as_other_acts_do(call: Call, tmp_path: Path) -> None:
    """013: a rule's own words are no reason where it is asked what they mean."""
    call("mod", "say", "tea", "START")
    call(
        "mod",
        "bind",
        "tea",
        "205",
        "skipping: allowed",
        "--why",
        "Ada's\nreading; Bob's, too",
    )
    events = [row for row in contents(tmp_path)["ledger"] if "ModeratorActed" in str(row)]
    assert "\"Ada's reading; Bob's, too\"" in str(events[-1]).replace("\\'", "'")
    done = call("mod", "keep", "tea", "205", "--why", "so it stays").stdout
    assert "so it stays" in done


def test_what_would_be_refused_is_refused_in_a_preview(call: Call) -> None:
    for preview in ((), ("--preview",)):
        refused = call("mod", "close", "tea", "301", *preview, status=1).stderr
        assert refused.startswith("Refused: there is no vote on 301, and no vote is open")
    assert "not one act" in call("mod", "say", "tea", "STATUS", status=1).stderr
    assert "not one act" in call("mod", "say", "tea", "PAUSE; RESUME", status=1).stderr
    assert "--by or --until" in call("mod", "extend", "tea", "301", status=2).stderr
    assert 'Did you mean "close"' in call("mod", "clos", "tea", status=2).stderr


def test_the_order_of_a_preview_is_not_the_order_to_come(call: Call, tmp_path: Path) -> None:
    """007, 008: nobody can look at what is drawn, and then think better of it."""
    assert "stands here as an example" in call("mod", "say", "tea", "START", "--preview").stdout
    first = call("mod", "say", "tea", "START", "--preview").stdout
    another = (call("mod", "say", "tea", "START", "--preview").stdout for _ in range(40))
    assert any(seen != first for seen in another)  # of two orders: 40 alike by no chance


def test_a_pause_from_the_command_line(call: Call) -> None:
    call("mod", "say", "tea", "START")
    call("mod", "pause", "tea", "--why", "holidays")
    assert "paused" in call("game", "show", "tea").stdout
    assert "paused already" in call("mod", "pause", "tea", status=1).stderr
    assert "the game goes on" in call("mod", "resume", "tea").stdout
    assert "announces" in call("mod", "announce", "tea", "Tea is at four.").stdout
    call("mod", "end", "tea", typed="n\n", status=1)
    ended = call("mod", "end", "tea", "--why", "it was fun", typed="y\n").stdout
    assert "the game is over: it was fun" in ended


def test_a_reason_that_would_be_lost_is_refused(call: Call) -> None:
    """112: whoever wins does so by the rules."""
    told = call("mod", "end", "tea", "--winner", "Ada", "--why", "a good year", status=2).stderr
    assert "leave --why out" in told


@pytest.mark.parametrize("name", [name for name in ACTS if name != "desk"])
def test_every_act_has_its_help_and_an_example(name: str) -> None:
    told = CliRunner().invoke(cli, ["mod", name, "--help"]).stdout
    assert f"nomic-mail mod {name}" in told
    assert "--preview" in told


def test_ballots_are_not_told_before_they_are_counted(tmp_path: Path) -> None:
    """010: a preview of CLOSE says that they are counted, and no more."""
    house = House(tmp_path)
    mover, _ = house.open_vote(extensions="0")
    house.reply(mover, "AGAINST 301")
    house.run()
    house.later(days=8)
    house.run()
    asked = _asked_about(house, "CLOSE 301")
    assert "the ballots are counted" in asked.text
    assert "defeated" not in asked.text
    assert "lapsed" not in asked.text


def _asked_about(house: House, line: str) -> Received:
    to = f"nomic+tea@{HOST}"
    raw = house.written("The Moderator", to, line)
    raw = raw.replace(b"the@players.example", f"moderator@{HOST}".encode())
    house.hand_in(raw, f"moderator@{HOST}", [to])
    return house.run()[-1]


def test_calendars_follow_an_extension_and_a_pause(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    for line, told in (
        ("EXTEND TURN 1 UNTIL 2026-03-20 12:00", b"20260320T12"),
        ("PAUSE", b"METHOD:CANCEL"),
        ("RESUME", b"20260320T12"),
    ):
        sent = len(house.bodies)
        house.act("say", game="tea", line=line)
        house.run()
        sheets = [body for body in house.bodies[sent:] if b"BEGIN:VCALENDAR" in body]
        assert len(sheets) == 1, line
        assert told in sheets[0], (line, sheets[0].decode())


def test_who_of_several_moderators_acts_is_in_the_record(call: Call) -> None:
    """At the command line it is whom the configuration names, or who is named by --as."""
    call("mod", "say", "tea", "START")
    refused = call("mod", "--as", "Grace Hopper", "pause", "tea", status=1).stderr
    assert 'Refused: "Grace Hopper" does not moderate here' in refused
    call("mod", "--as", "The Moderator", "pause", "tea", "--why", "a fair")
    told = call("export", "tea", "--format", "text", "-").stdout
    assert "The Moderator: PAUSE (a fair)" in told


def test_another_moderator_is_named_in_the_record_and_in_the_letters(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    grace = "Grace Hopper <grace@players.example>"
    house.act("add moderator", game="tea", moderator=grace)
    (asked,) = house.run()
    house.mail(grace, asked.reply_to, "YES\n")
    house.run()
    house.act("say", game="tea", line="SET vote_window = 3d", who="grace hopper")
    told = house.run()
    acted = house.events()[-2]
    assert (acted.who, acted.act) == ("Grace Hopper", "SET")
    assert len(told) == 4
    assert all("Grace Hopper, the Moderator, has done this." in one.text for one in told)


def test_a_moderator_who_writes_ten_times_a_day_is_asked_ten_times(tmp_path: Path) -> None:
    """Each is confirmed, and counts no more; forged ones still fill the cap, and no more than it,
    but for what the moderator writes in reply to a letter of ours."""
    house = House(tmp_path)
    house.begin()
    for hours in range(10):
        house.later(minutes=7)
        to = f"nomic+tea@{HOST}"
        (asked,) = _from_moderator(house, to, f"SET vote_window = {hours + 20}h\n")
        _from_moderator(house, asked.reply_to, "YES\n")
    assert house.kinds().count("SettingChanged") == 10
    forged = [_from_moderator(house, to, f"PAUSE: {count}\n") for count in range(9)]
    assert sum(map(len, forged)) == CHALLENGES_A_DAY
    (told,) = _from_moderator(house, asked.reply_to, "PAUSE: a fair\n")
    (asked,) = _from_moderator(house, told.reply_to, "PAUSE: a fair\n")
    _from_moderator(house, asked.reply_to, "YES\n")
    assert house.kinds()[-1] == "GamePaused"


def _from_moderator(house: House, to: str, text: str) -> list[Received]:
    """What comes back to them."""
    moderator = house.config.moderator.address
    raw = house.written("The Moderator", to, text)
    raw = raw.replace(b"the@players.example", moderator.encode())
    house.hand_in(raw, moderator, [to])
    return [one for one in house.run() if one.to == moderator]


HELD = """From: Ada Lovelace <ada@example.org>
To: nomic+tea@localhost
Subject: a letter
Date: Mon, 02 Mar 2026 12:00:00 +0000
Message-ID: <1@example.org>

TIMEZONE Europe/Berlin
"""


def hold(call: Call, folder: Path) -> str:
    """A letter that proves nothing; its number."""
    file = folder / "held.eml"
    file.write_text(HELD)
    call("letter", "deliver", str(file), "--recipient", "nomic+tea@localhost")
    call("mod", "announce", "tea", "Tea is at four.")
    return call("letter", "held", "--json").stdout.partition('"id": ')[2].partition(",")[0]


@pytest.mark.parametrize("words", [("letter", "discard"), ("mod", "discard", "tea")])
def test_a_word_to_the_sender_of_a_letter_that_is_put_away_gets_there(
    call: Call, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The desk writes it as `letter discard`, and the letter that tells of it as DISCARD."""
    number = hold(call, tmp_path)
    call(*words, number, "--why", "it came\nfrom somebody else")
    (told,) = [body for body in posted(tmp_path) if b"A letter in your name was discarded" in body]
    assert b"To: Ada Lovelace" in told
    assert b"it came from somebody else" in b" ".join(told.split())
    assert "it came from somebody else" in call("letter", "show", number).stdout


def test_without_a_word_nobody_is_told(call: Call, tmp_path: Path) -> None:
    number = hold(call, tmp_path)
    assert "is discarded" in call("letter", "discard", number).stdout
    assert not any(b"A letter in your name was discarded" in body for body in posted(tmp_path))


def posted(folder: Path) -> list[bytes]:
    with closing(sqlite3.connect(folder / "nomic.db")) as connection:
        return [body for (body,) in connection.execute("SELECT body FROM outbox")]


def test_held_letters_are_told_by_who_wrote_them_and_for_which_game(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the address they came to, which may be the key to somebody's seat."""
    monkeypatch.setenv("COLUMNS", "80")
    number = hold(call, tmp_path)
    told = call("letter", "held").stdout
    head, _, row, *_ = told.splitlines()
    assert head.split() == ["id", "received", "(UTC)", "game", "from", "waits", "for", "why"]
    assert row.split()[0] == number
    assert "tea" in row
    assert "ada@example.org" in row
    assert "its sender" in row
    assert "nomic+" not in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_list_that_fits_a_terminal_with_narrow_gaps_is_not_folded(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folded address cannot be copied."""
    monkeypatch.setenv("COLUMNS", "80")
    call("player", "set", "tea", "Ada", "--timezone", "Europe/Berlin")
    told = call("player", "list", "tea").stdout
    assert max(map(len, told.splitlines())) <= 80
    assert "ada@example.org  playing" in told


def test_an_address_too_long_for_its_column_stands_whole_below_its_row(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    address = "augusta.ada.king.countess.of.lovelace@analytical-engines.example"
    call("player", "add", "tea", f"Countess Lovelace <{address}>", "--confirmed")
    lines = call("player", "list", "tea").stdout.splitlines()
    assert f"    {address}" in lines
    row = lines[lines.index(f"    {address}") - 1]
    assert "Countess Lovelace" in row
    assert "playing" in row
    assert max(map(len, lines)) <= 80


OUTLINE = Path(__file__).parents[1] / "games" / "own" / "outline.toml"
NAMING = (
    "rules tea RULE",
    "mod bind tea RULE none",
    "mod award tea Ada 5 --rule RULE",
    "mod fine tea Ada 5 --rule RULE",
    "mod roll tea 1d6 --rule RULE",
    "mod order tea Ada Bob --rule RULE",
    "mod correct rule tea RULE right.txt --why misprint",
    "mod correct status tea RULE immutable",
)


@pytest.mark.parametrize("words", some(NAMING, 3))
def test_a_rule_of_an_outline_is_named_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """So are rules that came of one proposal: 304.2."""

    def told_of(rule: str) -> Result:
        return CliRunner().invoke(cli, words.replace("RULE", rule).split())

    monkeypatch.chdir(tmp_path)
    (tmp_path / "right.txt").write_text("What it says.\n")
    assert CliRunner().invoke(cli, ["init"]).exit_code == 0
    made = CliRunner().invoke(cli, ["game", "new", "tea", "--ruleset", str(OUTLINE)])
    assert made.exit_code == 0
    known, gone, none = told_of("1.2.1"), told_of("7.7"), told_of("1.x")
    assert known.exit_code < 2, known.output
    assert gone.exit_code == 1, gone.output
    assert "7.7" in gone.output or words.split()[1] in ("award", "fine", "roll", "order")
    assert none.exit_code == 2
    assert "1.x is no number of a rule, such as 203, 304.2 or 1.4" in none.output
