"""program: what is told of one before it is proposed."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bench.archive import put_with_letters
from nomic_mail.cli import cli
from nomic_mail.game.timers import next_time
from nomic_mail.rulesets.programs import interface, library
from nomic_mail.store.database.engines import Database
from tests.game import test_programs as programs


def call(*words: str, status: int = 0, typed: str | None = None) -> Any:
    result = CliRunner().invoke(cli, ["program", *words], input=typed)
    assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
    return result


def test_a_program_without_mistakes_tells_what_it_declares(tmp_path: Path) -> None:
    file = tmp_path / "coins.py"
    file.write_text(
        'coins = quantity("coins", 5, most=9)\n@action("PAY")\ndef pay(me):\n    pass\n'
    )
    told = call("check", str(file)).stdout
    assert "coins" in told
    assert "from 5, at most 9" in told
    assert "players write PAY" in told
    facts = json.loads(call("check", str(file), "--json").stdout)
    assert facts["names"][0]["most"] == 9
    assert facts["hooks"][0]["what"] == "PAY"


WRONG = 'PROPOSE ENACT: Coins\nCoins.\nEffects:\n  program:\n    x = quantty("x")\nEND\n'


def test_a_mistake_is_told_with_its_line_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "coins.txt"
    file.write_text(WRONG)
    assert f"{file}:5:" in call("check", str(file), status=1).stderr
    (one,) = json.loads(call("check", str(file), "--json", status=1).stdout)["mistakes"]
    assert (one["line"], "quantty" in one["why"]) == (5, True)


def test_an_action_s_words_may_be_no_command_of_the_server() -> None:
    told = call("check", "-", typed='@action("STATUS")\ndef f(me):\n    pass\n', status=1)
    assert "the server" in told.stderr


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    call("check", str(tmp_path / "none.py"), status=2)


KUDOS = """kudos = quantity("kudos", start=1)

@action("THANK <player>")
def thank(me, player):
    if player == me:
        refuse("you cannot thank yourself")
    kudos.give(player, 1)

@every("monday 20:00")
def week():
    kudos.give(players()[0], 1 // 0)
"""


def test_a_program_is_tried_and_a_line_may_be_another_player_s(tmp_path: Path) -> None:
    file = tmp_path / "kudos.py"
    file.write_text(KUDOS)
    told = call("try", str(file), "THANK Bob", "AS Bob: THANK Ada").stdout
    assert "keeps kudos" in told
    assert "Bob: kudos 1 -> 2" in told
    assert "Ada: kudos 1 -> 2" in told


def test_a_rule_that_would_end_itself_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "summer.py"
    file.write_text('@action("KEEP STILL")\ndef still(me):\n    points(me, 1)\n    lapse()\n')
    told = call("try", str(file), "KEEP STILL", "KEEP STILL", status=1).stdout
    assert "Ada: +1 point\n  rule 301 is repealed by its own program\nKEEP STILL:\n" in told


def test_without_a_line_each_of_its_functions_is_tried_once(tmp_path: Path) -> None:
    file = tmp_path / "kudos.py"
    file.write_text(KUDOS)
    told = call("try", str(file), status=1).stdout
    assert "THANK Bob:\n  Bob: kudos 1 -> 2" in told
    assert f"WHEN monday 20:00:\n  it breaks: {file}:11:" in told


@pytest.mark.parametrize("name", [one.name for one in library()])
def test_each_rule_of_the_library_can_be_tried(name: str) -> None:
    letter = next(one.letter for one in library() if one.name == name)
    result = CliRunner().invoke(cli, ["program", "try", "-"], input=letter)
    assert result.exit_code in (0, 1), result.output
    assert "it breaks" not in result.output
    assert "The draft:" in result.output


def test_one_day_and_one_point_are_told_as_one(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(
        '@action("WORK")\ndef work(me):\n    points(me, 1)\n    later(1, "pay")\n\n'
        '@timer("pay")\ndef pay():\n    say("Paid.")\n'
    )
    told = call("try", str(file), "WORK").stdout
    assert "+1 point\n" in told
    assert "pay: called in 1 day\n" in told


def test_what_is_tried_and_comes_to_nothing_says_why(tmp_path: Path) -> None:
    file = tmp_path / "kudos.py"
    file.write_text(KUDOS)
    result = call("try", str(file), "AS Bob: THANK Bob", "FOR 301", "--json", status=1)
    _, first, second = json.loads(result.stdout)["tried"]
    assert (first["ok"], first["told"]) == (False, ["no: you cannot thank yourself"])
    assert "nothing else is tried" in second["told"][0]
    assert "no player" in call("try", str(file), "--as", "Eve", status=1).stderr


WEEK = """coins = quantity("coins")

@every("monday 20:00 Europe/Berlin")
def week():
    say(f"It is {weekday()}, {today()}.")
    for player in players():
        coins.give(player, 1)

@action("COUNT")
def count(me):
    say(f"{me} has {coins.of(me)} on {today()}.")
    later(2, "bell")

@timer("bell")
def bell():
    say("The bell rings.")
"""


def test_a_program_is_tried_as_of_a_moment_before_and_after_its_timer(tmp_path: Path) -> None:
    file = tmp_path / "week.py"
    file.write_text(WEEK)
    now = datetime.now(UTC)
    monday = next_time("monday 20:00 Europe/Berlin", now + timedelta(days=7))
    minute = timedelta(minutes=1)
    before, after = (f"{one:%Y-%m-%d %H:%M}" for one in (monday - minute, monday + minute))
    told = call("try", str(file), "--at", before, "COUNT").stdout
    assert f"Ada has 1 on {before[:10]}." in told
    told = call("try", str(file), "--at", after, "COUNT").stdout
    assert f"Until {after}:\n" in told
    assert told.count("to all: It is monday") == 2
    assert f"Ada has 2 on {after[:10]}." in told


def test_as_of_a_moment_that_is_gone_a_game_is_made_up_that_begins_then(tmp_path: Path) -> None:
    file = tmp_path / "week.py"
    file.write_text(WEEK)
    told = call("try", str(file), "--at", "2026-03-30 20:00", "COUNT").stdout
    assert "Ada has 0 on 2026-03-30." in told
    assert "Until" not in told
    assert "no day" in call("try", str(file), "--at", "monday", status=2).stderr


def test_in_a_copy_of_a_game_it_is_tried_as_the_game_stood_then(tmp_path: Path) -> None:
    made = programs.game()
    lineage = programs.adopt(made, programs.change(programs.COINS))
    adopted = made.at
    made.at += timedelta(days=1)
    given = programs.number(2), programs.player(2)
    programs.perform(made, lineage, "PAY <n> TO <player>", *given)
    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    put_with_letters(database, "game", made.events, 3)
    database.close()
    file = tmp_path / "count.py"
    file.write_text("""
coins = quantity("coins", of="Coins")

@action("COUNT")
def count(me):
    say(f"{me} has {coins.of(me)}.")
""")
    config = ["--config", str(tmp_path / "config.toml")]

    def tried(*at: str, status: int = 0) -> str:
        words = [*config, "program", "try", str(file), "--game", "game", *at, "COUNT"]
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == status, result.output
        return result.output

    assert "has 3." in tried()
    assert "has 5." in tried("--at", f"{adopted + timedelta(hours=1):%Y-%m-%d %H:%M}")
    assert "is not running at" in tried("--at", "2020-01-01", status=1)


def test_what_is_too_long_until_then_is_told(tmp_path: Path) -> None:
    file = tmp_path / "hours.py"
    file.write_text(
        '@every("1 hour")\ndef hour():\n    say("Ding.")\n\n'
        '@action("ASK")\ndef ask(me):\n    say("Yes.")\n'
    )
    at = f"{datetime.now(UTC) + timedelta(days=60):%Y-%m-%d}"
    told = call("try", str(file), "--at", at, "ASK", status=1).stdout
    assert "more than 200 times" in told
    assert "Yes." not in told


def test_a_mistake_of_what_is_tried_is_told_with_its_line_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "coins.txt"
    file.write_text(WRONG)
    assert f"{file}:5:" in call("try", str(file), "PAY", status=1).stderr


def test_all_that_a_program_can_use_is_printed() -> None:
    assert call("api").stdout == interface()


def test_the_limits_are_told() -> None:
    facts = json.loads(call("limits", "--json").stdout)
    assert facts["things that a call does"] == 500
    assert "16,000" in call("limits").stdout


@pytest.mark.parametrize("ready", library(), ids=lambda ready: ready.name)
def test_a_rule_of_the_library_is_printed_as_it_can_be_sent_and_checked(ready: Any) -> None:
    printed = call("library", ready.name).stdout
    assert printed == ready.letter
    assert "It can be proposed." in call("check", "-", typed=printed).stdout


def test_the_library_is_listed() -> None:
    assert "The auction" in call("library").stdout
    assert len(json.loads(call("library", "--json").stdout)) == len(library())
    assert "coins" in call("library", "nothing", status=1).stderr
    assert json.loads(call("library", "coins", "--json").stdout)["title"] == "Coins"
