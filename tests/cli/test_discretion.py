"""What the Moderator does of their own at the command line, and what becomes of talk that is taken
out of the record. That each act does the same by mail stands in `test_moderator_lines`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.archive.json import record_json
from nomic_mail.archive.mbox import Ours, mbox
from nomic_mail.archive.verify import verify
from nomic_mail.cli import cli
from nomic_mail.play.table import HOST, Table
from nomic_mail.play.transcript import Playing, parse
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue import outbox
from nomic_mail.written.entry import Entry
from tests.kit.recorded import record_text

Call = Callable[..., Result]
MODERATOR = f"The Moderator <moderator@{HOST}>"
BEFORE = """moderator 2026-03-02 09:00 new game tea net_play debate_min=0d
moderator 2026-03-02 09:00 add player Ada Lovelace <ada@players.example> confirmed
moderator 2026-03-02 09:00 add player Bob Babbage <bob@players.example> confirmed
moderator 2026-03-02 09:10 start
mail 2026-03-02 09:20 ada to tea.talk:
    My telephone is 555 1234.
mail 2026-03-02 09:21 ada reply "[confirm_letter]":
    YES
moderator 2026-03-02 09:30 MUTE Bob: he shouts
moderator 2026-03-02 09:40 SET vote_window = 2d
"""


def played(folder: Path, *more: str) -> tuple[Table, list[Entry]]:
    turns = parse(BEFORE + "".join(more))
    table = Table(folder, "discretion", next(turn.at for turn in turns if turn.at))
    game = Playing(table)
    for turn in turns:
        list(game.play(turn))
    return table, table.entries("tea", 0)


# Talk that is taken out


def out_of(table: Table) -> list[bytes]:
    """The record in its forms, and the letters."""
    entries = table.entries("tea", 0)
    mail = table.config.mail
    ours = Ours(
        mail.address, mail.delimiter, frozenset({table.config.moderator.address}), "tea", "Tea"
    )
    with table.database.read() as connection:
        found = seats.game_named(connection, "tea")
        assert found is not None
        removed = ledger.removed_talk(connection, found.id)
        letters = b"".join(mbox(outbox.of_game(connection, found.id), ours, removed=removed))
    return [record_json(entries), record_text(entries).encode(), letters]


def test_talk_that_is_removed_is_in_no_export_and_the_chain_holds(tmp_path: Path) -> None:
    table, entries = played(tmp_path)
    assert all(b"555 1234" in form for form in out_of(table))
    table.act("say", game="tea", line="REMOVE TALK 8: a telephone number")
    table.pump.run()
    after = table.entries("tea", 0)
    forms = out_of(table)
    table.close()
    assert [entry.hash for entry in after[: len(entries)]] == [entry.hash for entry in entries]
    assert after[7].sealed is None
    assert after[7].seal == entries[7].seal
    assert not any(b"555 1234" in form for form in forms)
    report = verify(json.loads(forms[0]))
    assert report.differences == []


def test_talk_that_waits_for_a_digest_is_taken_out_of_it(tmp_path: Path) -> None:
    weekly = "mail 2026-03-02 09:15 bob to tea:\n    DIGEST DAILY\n"
    sure = 'mail 2026-03-02 09:16 bob reply "[confirm_letter]":\n    YES\n'
    lines = BEFORE.splitlines(keepends=True)
    turns = parse("".join([*lines[:4], weekly, sure, *lines[4:]]))
    table = Table(tmp_path, "digest", next(turn.at for turn in turns if turn.at))
    game = Playing(table)
    for turn in turns:
        list(game.play(turn))
    number = next(one.seq for one in table.entries("tea", 0) if one.kind == "Discussed")
    list(game.play(parse(f"moderator 2026-03-02 10:00 REMOVE TALK {number}: a number\n")[0]))
    told = list(game.play(parse("tick 2026-03-03 12:00\n")[0]))
    texts = [letter.text for letter in game.letters if letter.to.startswith("bob@")]
    table.close()
    assert any("Bob Babbage" in line for line in told)
    assert not any("555 1234" in text for text in texts)


def test_who_forges_an_erased_letter_is_found_out(tmp_path: Path) -> None:
    """Left out of a record that nobody took it out of, or put back into one."""
    table, _ = played(tmp_path)
    whole = json.loads(record_json(table.entries("tea", 0)))
    table.close()
    del whole["ledger"]["entries"][7]["opened"]
    assert not verify(whole).proven


# The command line


@pytest.fixture
def call(tmp_path: Path) -> Call:
    def call(*words: str, status: int = 0) -> Result:
        result = CliRunner().invoke(cli, ["--config", str(tmp_path / "config.toml"), *words])
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    call("game", "new", "tea")
    for who in ("Ada Lovelace <ada@example.org>", "Bob Babbage <bob@example.org>"):
        call("player", "add", "tea", who, "--confirmed")
    call("game", "start", "tea")
    return call


def test_each_command_forms_its_line(call: Call, tmp_path: Path) -> None:
    text = tmp_path / "right.txt"
    text.write_text("Each has one vote.\n\nNobody has two.\n", encoding="utf-8")
    for words, told in (
        (("award", "tea", "Ada", "10", "--rule", "202", "--why", "the riddle"), "is awarded 10"),
        (("undo", "tea", "--why", "a slip"), "is taken back"),
        (("fine", "tea", "Bob", "5", "--rule", "202", "--why", "the answer"), "is fined 5"),
        (("correct", "score", "tea", "Bob", "3", "--from", "-5", "--why", "x"), "from -5 to 3"),
        (("correct", "status", "tea", "207", "immutable", "--why", "x"), "it is immutable"),
        (("correct", "rule", "tea", "207", str(text), "--why", "x"), "rule 207"),
        (("order", "tea", "Bob", "Ada", "--rule", "7", "--why", "x"), "order of play is set"),
        (("mute", "tea", "Bob", "--why", "he shouts"), "not passed on"),
        (("unmute", "tea", "Bob"), "passed on again"),
        (("replace", "tea", "Bob", "Grace Hopper <grace@example.org>"), "is asked to play on"),
    ):
        assert told in call("mod", *words).stdout
    assert (
        "no letter to all" in call("mod", "remove-talk", "tea", "3", "--why", "x", status=1).output
    )
    shown = call("mod", "award", "tea", "Ada", "100", "--rule", "202", "--why", "x", "--preview")
    assert "has won" in shown.stdout
    assert json.loads(call("game", "show", "tea", "--json").stdout)["status"] == "running"
