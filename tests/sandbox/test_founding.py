"""A ruleset file whose rules carry programs: what is wrong with one is told with its line before
any game is made, and what is right runs from the first turn on."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomic_mail import rulesets
from nomic_mail.cli import cli
from nomic_mail.sandbox import sandbox
from nomic_mail.sandbox.founding import look_at_programs
from nomic_mail.toml import BadFile

COINS = Path("tests/games/own/coins.toml").read_text(encoding="utf-8")
PAGE = Path("docs/rulesets.md").read_text(encoding="utf-8")


def problems(text: str) -> list[str]:
    try:
        look_at_programs(rulesets.from_file(text, "coins.toml"), text, Path("coins.toml"))
    except BadFile as bad:
        return [f"{one.line}: {one.key}: {one.value}: {one.fix}" for one in bad.problems]
    return []


def doubts(text: str) -> list[str]:
    ruleset = rulesets.from_file(text, "coins.toml")
    return [str(one) for one in look_at_programs(ruleset, text, Path("coins.toml"))]


def line_of(words: str, text: str = COINS) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if words in line)


def test_what_is_right_has_no_problems() -> None:
    assert problems(COINS) == []


WRONG = {
    "a name that is not there": (
        "coins.move(me, to, n)",
        "coin.move(me, to, n)",
        "column 5",
        "coin",
    ),
    "a kind that is wrong": ("roll(6))", "'six')", "column 28", ""),
    "what the language lacks": (
        'coins = quantity("coins", open',
        'import os\ncoins = quantity("coins", open',
        "column 1",
        "no files",
    ),
    "a word of the server's": ('"GIVE <n>', '"JOIN <n>', "column 2", "JOIN"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mistake_is_told_with_its_line_and_column_in_the_file(what: str) -> None:
    right, wrong, column, word = WRONG[what]
    text = COINS.replace(right, wrong, 1)
    (told,) = problems(text)
    place = line_of(wrong.strip().split("\n")[0], text)
    assert told.startswith(f"{place}: rule 203, program: "), told
    assert f": {column}: " in told
    assert word in told


def test_one_in_the_list_of_clauses_is_found_there() -> None:
    text = COINS.replace("program = '''", "clauses = ['''program:", 1)
    text = text.replace('clauses = ["adoption: program", "votes: 1"]\n', "")
    text = text.replace("players())\n'''", "player_s())\n''', 'adoption: program']", 1)
    (told,) = problems(text)
    assert told.startswith(f"{line_of('player_s', text)}: rule 202, program: ")


VAIN = {
    "a clause without its function": (
        '@decides("adopted")\ndef adopted(proposal):',
        "def adopted(proposal: Proposal) -> bool:",
        'no function below @decides("adopted")',
    ),
    "a function without its clause": (
        '"adoption: program", ',
        "",
        'the clause "adoption: program"',
    ),
    "a number that nobody keeps": ("victory: 30 coins", "victory: 30 talers", "keeps talers"),
    "a number that is secret": ('"coins", open=True', '"coins", secret=True', "is kept secret"),
    "a number of the whole game": (
        'quantity("coins", open=True)',
        'quantity("coins", open=True)\ngold = quantity("gold", owner="game")',
        "",
    ),
    "an action of two rules": (
        'coins = quantity("coins", of="Coins")\n',
        'coins = quantity("coins", of="Coins")\n\n@action("GIVE <n> COINS TO <player>")\n'
        "def gives(me, n, to):\n    pass\n",
        "rule 202 has this action already",
    ),
}


@pytest.mark.parametrize("what", VAIN)
def test_what_would_run_and_do_nothing_is_told(what: str) -> None:
    right, wrong, word = VAIN[what]
    assert right in COINS
    told = problems(COINS.replace(right, wrong, 1))
    assert len(told) == (1 if word else 0), told
    assert word in "".join(told)


def first_done(body: str, what: str = "begins") -> str:
    right = 'coins = quantity("coins", of="Coins")\n'
    assert right in COINS
    lines = body.replace("\n", "\n    ")
    return COINS.replace(right, f'{right}\n@on("{what}")\ndef first():\n    {lines}\n', 1)


@pytest.mark.parametrize("what", ["begins", "started"])
@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("coins.set(players()[0], 1 // 0)", "division"),
        ("import json\ncoins.set(players()[0], json.loads('null') + 1)", "TypeError"),
        ('quantity("coins", of="Coins").give(players()[0], 1)', ""),
        ("coins.set(players()[roll(len(players())) - 1], len(rules()))", ""),
        ("coins.set(players()[4], 1)", ""),  # for five and more
        ("points(players()[0], 60 // (len(players()) % 3))", ""),  # not for three or twelve
        ("points(players()[0], 60 // (roll(6) - 1))", ""),
    ],
)
def test_what_would_break_as_the_game_begins_is_told_before(
    what: str, body: str, word: str
) -> None:
    text = first_done(body, what)
    told = problems(text)
    assert len(told) == (1 if word else 0), told
    if word:
        assert word in told[0]
        line = line_of(body.rpartition("\n")[2], text)
        assert told[0].startswith(f"{line}: rule "), told
    else:
        assert doubts(text) == []


@pytest.mark.parametrize(
    "body",
    [
        "taken = []\n"
        "for one in players():\n"
        "    n = roll(20)\n"
        "    while n in taken:\n"
        "        n = roll(20)\n"
        "    taken.append(n)\n"
        "    coins.set(one, n)",
        "n = 0\nwhile roll(6) != 6:\n    n = n + 1\npoints(players()[0], n)",
    ],
)
def test_what_is_thrown_anew_until_it_fits_ends(body: str) -> None:
    text = first_done(body)
    assert (problems(text), doubts(text)) == ([], [])


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('coins.set([p for p in players() if p.name == "Ada Lovelace"][0], 100)', "IndexError"),
        ('coins.set({p.name: p for p in players()}["Ada Lovelace"], 100)', "KeyError"),
        ("coins.set(players()[len(rules()) + 20], 1)", "IndexError"),
        ("points(players()[0], 10 ** 9)", "by the million"),
        ("while roll(1000000) != 7: pass", "100 dice"),
    ],
)
def test_what_may_be_right_by_others_is_told_and_the_game_is_made(line: str, word: str) -> None:
    text = first_done(line)
    (told,) = doubts(text)
    assert told.startswith(f"  line {line_of(line, text)}: rule 202, program = "), told
    assert word in told


def test_two_programs_of_one_rule_are_too_many() -> None:
    text = COINS.replace('["victory: 30 coins"]', '["victory: 30 coins", "program: x = 1"]')
    with pytest.raises(BadFile, match="a rule has one program"):
        rulesets.from_file(text, "coins.toml")


def test_where_no_program_can_be_read_no_game_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "version", lambda: "")
    (told,) = problems(COINS)
    assert "pip install pydantic-monty" in told


def test_no_game_is_made_of_a_file_with_mistakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    file = tmp_path / "coins.toml"
    file.write_text(COINS.replace("coins.move", "coin.move"), encoding="utf-8")
    new = ["--config", "config.toml", "game", "new", "tea", "--ruleset", "coins.toml"]
    told = CliRunner().invoke(cli, new)
    assert told.exit_code == 2
    assert (
        f'line {line_of("coins.move")}: rule 203, program = "coin.move(me, to, n)"' in told.stderr
    )
    assert "column 5: there is no coin here" in told.stderr
    file.write_text(COINS, encoding="utf-8")
    assert CliRunner().invoke(cli, new).exit_code == 0


def test_a_game_is_made_of_a_file_that_may_break_and_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    by_name = 'coins.set([p for p in players() if p.name == "Ada Lovelace"][0], 100)'
    Path("coins.toml").write_text(first_done(by_name), encoding="utf-8")
    new = ["--config", "config.toml", "game", "new", "tea", "--ruleset", "coins.toml", "--json"]
    made = CliRunner().invoke(cli, new)
    assert made.exit_code == 0, made.output
    assert "coins.toml: as the game begins this may break" in made.stderr
    assert "IndexError" in made.stderr
    assert "break" not in made.stdout


def test_the_page_s_example_can_be_played() -> None:
    whole, more = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[:2]
    assert problems(f"{whole}\n{more}") == []
    assert any(one.program for one in rulesets.from_file(f"{whole}\n{more}", "tea.toml").rules)


def test_a_word_of_the_game_and_what_no_rule_keeps_are_told() -> None:
    seat = """
[[rule]]
number = 250
status = "mutable"
title = "Seat"
text = "Somebody has a seat."
program = '''
seat = office("in turn")

@action("TAKE SEAT")
def take(me):
    seat.give(me)
'''
"""
    (told,) = problems(COINS + seat)
    assert "rule 250" in told
    assert "in turn" in told
    assert problems(COINS.replace('of="Coins"', 'of="COINS"')) == []
    wrong = COINS.replace('of="Coins"', 'of="Coinz"')
    (told,) = problems(wrong)
    assert told.startswith(f"{line_of('Coinz', wrong)}: ")
