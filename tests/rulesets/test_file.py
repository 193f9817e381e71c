"""A ruleset is one data file, from anywhere: read whole, or every mistake told at once.

1. The messages are held to as the Moderator reads them.
2. The game carries all it needs: the file and its name are not asked for again.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nomic_mail import rulesets
from nomic_mail.cli import cli
from nomic_mail.game import commands as c
from nomic_mail.game.clauses import KINDS
from nomic_mail.rulesets.file import MOST_CHARACTERS, MOST_RULES
from nomic_mail.toml import BadFile
from tests.kit.games.core_play import Play, enact
from tests.kit.house import NAMES, House, address_of
from tests.kit.recorded import checked, recorded
from tests.kit.tiers import some

PAGE = (Path(__file__).parents[2] / "docs" / "rulesets.md").read_text(encoding="utf-8")
Call = Callable[..., Result]


def example() -> str:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)

    def call(*words: str, status: int = 0) -> Result:
        result = CliRunner().invoke(cli, ["--config", "config.toml", *words])
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    return call


def facts(result: Result) -> Any:
    return json.loads(result.stdout)


HEAD = 'name = "tea_house"\ntitle = "Tea"\n'
RULE = '[[rule]]\nnumber = 201\nstatus = "mutable"\ntitle = "Tea"\ntext = "Tea is at four."\n'


def read_texts(*texts: str) -> list[str]:
    """Of the rules in a file, as the game has them."""
    heads = '[[rule]]\nnumber = {}\nstatus = "mutable"\ntitle = "Tea"\ntext = """\n{}\n"""\n'
    tables = (heads.format(201 + place, text) for place, text in enumerate(texts))
    return [rule.text for rule in rulesets.from_file(HEAD + "".join(tables), "tea.toml").rules]


def test_a_paragraph_wrapped_in_the_file_is_one_paragraph_in_letters() -> None:
    for rule in rulesets.from_file(example(), "tea.toml").rules:
        assert "\n" not in rule.text.replace("\n\n", "")


def test_what_stands_on_lines_of_its_own_stays_on_them() -> None:
    wrapped = (
        "Whoever made the proposal throws one die once it has been voted on, and scores\n"
        "what it shows. There are three prizes:\n\n- tea, for whoever has proposed most, and"
        " coffee, for whoever has voted on all\n  that was proposed;\n- cake."
    )
    lines = "Roses are red,\nViolets are blue."
    long = f"{'Tea and coffee. ' * 9}It is late.\nAnd cake."
    assert read_texts(wrapped, lines, long) == [
        "Whoever made the proposal throws one die once it has been voted on, and scores what it"
        " shows. There are three prizes:\n\n- tea, for whoever has proposed most, and coffee, for"
        " whoever has voted on all that was proposed;\n- cake.",
        lines,
        long,
    ]


WRONG = {
    "nothing": ("", "  the file\n      it has no name, and needs one"),
    "no TOML": ("name = tea\n", "  line 1: the file\n      not TOML: Invalid value"),
    "a text without end": (
        f'{HEAD}about = """\n{RULE}',
        "  line 9: the file\n      not TOML: Unterminated string",
    ),
    "a key twice": (
        f'{HEAD}title = "Tea"\n',
        "  line 3: the file\n      title stands in line 2 already: keep one of the two\n",
    ),
    "no name": (
        f'title = "Tea"\n{RULE}',
        "  the file\n      it has no name, and needs one",
    ),
    "a name of several words": (
        f'name = "Tea House"\ntitle = "Tea"\n{RULE}',
        '  line 1: name = "Tea House"\n      write one word in quotes, of at most 40 lowercase',
    ),
    "a name of ours": (
        f'name = "net_play"\ntitle = "Tea"\n{RULE}',
        '  line 1: name = "net_play"\n      there is a ruleset of this name already: give yours',
    ),
    "the name of games told by hand": (
        f'name = "told"\ntitle = "Tea"\n{RULE}',
        '  line 1: name = "told"\n      there is a ruleset of this name already',
    ),
    "no rules": (HEAD, "  the file\n      it has no rule, and needs one"),
    "an empty list of rules": (f"{HEAD}rule = []\n", "  line 3: rule\n      write from 1 to 1000"),
    "one bracket": (
        HEAD + RULE.replace("[[rule]]", "[rule]"),
        "  line 3: rule\n      write [[rule]], in two brackets, above each rule",
    ),
    "rules in the plural": (
        HEAD + RULE.replace("[[rule]]", "[[rules]]"),
        "  line 3: rules\n      no such key here: did you mean rule?",
    ),
    "an unknown key": (
        f'{HEAD}abuot = "Tea."\n{RULE}',
        "  line 3: abuot\n      no such key here: did you mean about?",
    ),
    "an unknown key in a rule": (
        f'{HEAD}{RULE}clause = ["victory: 30"]\n',
        "  line 8: rule 201, clause\n      no such key here: did you mean clauses?",
    ),
    "no number": (
        HEAD + RULE.replace("number = 201\n", ""),
        "  line 3: rule[1]\n      it has no number, and needs one",
    ),
    "a number in quotes": (
        HEAD + RULE.replace("201", '"201"'),
        '  line 4: rule[1], number = "201"\n      write a whole number from 0 to 99999, without',
    ),
    "a number out of all bounds": (
        HEAD + RULE.replace("201", "9" * 400),
        "  line 4: rule[1], number = a huge number\n      write a whole number from 0 to 99999",
    ),
    "a number that is true": (
        HEAD + RULE.replace("201", "true"),
        "  line 4: rule[1], number = true\n      write a whole number",
    ),
    "a number twice": (
        HEAD + RULE + RULE,
        "  line 9: rule[2], number = 201\n      two rules have this number: it is that of rule[1]",
    ),
    "an unknown status": (
        HEAD + RULE.replace('"mutable"', '"imutable"'),
        '  line 5: rule 201, status = "imutable"\n      write one of "typeless", "immutable", '
        '"mutable"; did you mean immutable?',
    ),
    "a status that is no text": (
        HEAD + RULE.replace('"mutable"', '["mutable"]'),
        "  line 5: rule 201, status\n      write one of",
    ),
    "no text": (
        HEAD + RULE.replace('text = "Tea is at four."\n', ""),
        "  line 3: rule 201\n      it has no text, and needs one",
    ),
    "an empty text": (
        HEAD + RULE.replace("Tea is at four.", "  "),
        '  line 7: rule 201, text = "  "\n      write what the rule says',
    ),
    "a text that is a number": (
        HEAD + RULE.replace('"Tea is at four."', "4"),
        '  line 7: rule 201, text = 4\n      write text in quotes, or in """',
    ),
    "a bell": (
        HEAD + RULE.replace("at four", "at \\u0007"),
        "      write text in quotes",
    ),
    "a title of two lines": (
        HEAD + RULE.replace('title = "Tea"', 'title = "Tea\\nand milk"'),
        "      write one line of text in quotes",
    ),
    "a title without end": (
        HEAD + RULE.replace('title = "Tea"', f'title = "{"Tea " * 40}"'),
        "      write at most 120 characters",
    ),
    "a clause that is none": (
        f'{HEAD}{RULE}clauses = ["victory = 50"]\n',
        '  line 8: rule 201, clauses = "victory = 50"\n      "victory = 50" is no clause; write it '
        "as victory: 50",
    ),
    "a clause of a kind nearly known": (
        f'{HEAD}{RULE}clauses = ["victroy: 50"]\n',
        "did you mean victory?",
    ),
    "a clause with a value that is none": (
        f'{HEAD}{RULE}clauses = [\n  "start: 0",\n  "adoption: never",\n]\n',
        '  line 8: rule 201, clauses = "adoption: never"\n      adoption: the adoption of',
    ),
    "one clause that is no list": (
        f'{HEAD}{RULE}clauses = "victory: 50"\n',
        '  line 8: rule 201, clauses = "victory: 50"\n      write a list of at most 50 clauses',
    ),
    "a list of numbers": (
        f"{HEAD}{RULE}clauses = [50]\n",
        "  line 8: rule 201, clauses\n      write a list of at most 50 clauses",
    ),
    "deep brackets": (f"{HEAD}about = {'[' * 100_000}", "brackets nested too deep"),
    "deep keys": (f"{HEAD}{'a.' * 50_000}a = 1", "line 3: the file\n      more than 30 dots"),
    "too many rules": (
        HEAD + "".join(RULE.replace("201", str(n)) for n in range(1, MOST_RULES + 2)),
        "      write from 1 to 1000 rules",
    ),
    "too long": (f'{HEAD}about = "{"tea " * 300_000}"', f"{MOST_CHARACTERS} characters are the"),
}


@pytest.mark.parametrize("case", some(list(WRONG), 16))
def test_what_is_wrong_is_told_as_the_moderator_reads_it(case: str, call: Call) -> None:
    text, told = WRONG[case]
    Path("our.toml").write_text(text, encoding="utf-8")
    result = call("game", "new", "tea", "--ruleset", "our.toml", status=2)
    assert result.stderr.startswith("our.toml: ")
    assert told in result.stderr
    assert facts(call("game", "list", "--json")) == []


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_the_lines(call: Call) -> None:
    text = example().replace('"immutable"', '"imutable"', 1)
    text = text.replace('"procedure: turns"', '"victory = 50"')
    Path("our-rules.toml").write_text(text, encoding="utf-8")
    told = call("game", "new", "tea", "--ruleset", "our-rules.toml", status=2).stderr
    shown = re.search(r"    \$ nomic-mail game new .*\n((?:    .*\n)+)", PAGE)
    assert shown is not None
    assert [line.strip() for line in told.splitlines()] == [
        line.strip() for line in shown[1].splitlines()
    ]


def test_a_file_that_is_not_there_or_no_text(call: Call) -> None:
    told = call("game", "new", "tea", "--ruleset", "none.toml", status=2).stderr
    assert told.startswith("none.toml cannot be read: No such file")
    assert "chairperson, council, net_play" in told
    Path("our.toml").write_bytes(b'name = "tea"\ntitle = "Caf\xe9"\n')
    told = call("game", "new", "tea", "--ruleset", "our.toml", status=2).stderr
    assert (
        told == "our.toml: 1 problem\n  line 2: the file\n      this is not UTF-8: save the "
        "file as UTF-8\n"
    )
    told = call("game", "new", "tea", "--ruleset", "chess", status=1).stderr
    assert 'there is no ruleset "chess"' in told


def test_one_of_ours_is_meant_by_its_name_whatever_lies_about(call: Call) -> None:
    Path("net_play").write_text("not this", encoding="utf-8")
    Path("ours").write_text(example(), encoding="utf-8")
    call("game", "new", "tea")
    call("game", "new", "own", "--ruleset", "ours")
    listed = {one["name"]: one["ruleset"] for one in facts(call("game", "list", "--json"))}
    assert listed == {"tea": "net_play", "own": "tea_house"}


def test_an_edition_says_so_itself() -> None:
    assert rulesets.load("suber_1982").edition_of == "suber_1982.md"
    own = example()
    assert rulesets.from_file(own, "own.toml").edition_of == ""
    with pytest.raises(BadFile, match="edition_of"):
        rulesets.from_file("edition_of = 1982\n" + own, "own.toml")


def test_ours_are_read_by_the_same_reader() -> None:
    for name in rulesets.names():
        assert rulesets.load(name).name == name
    folder = Path(rulesets.__file__).parent
    text = (folder / "suber_mail.toml").read_text(encoding="utf-8")
    with pytest.raises(BadFile, match="name already"):
        rulesets.from_file(text, "suber_mail.toml")
    own = rulesets.from_file(text.replace('name = "suber_mail"', 'name = "ours"', 1), "ours.toml")
    assert own.rules == rulesets.load("suber_mail").rules


def test_every_form_of_every_clause_can_stand_in_a_file() -> None:
    lines = [f"{kind.name}: {form}" for kind in KINDS.values() for form in kind.forms]
    keeps = 'program: coins = quantity("coins")'
    for line in lines:
        clauses = [line] if " coins" not in line or line.startswith("program") else [line, keeps]
        (rule,) = rulesets.from_file(f"{HEAD}{RULE}clauses = {json.dumps(clauses)}\n", "our").rules
        assert rule.clauses == tuple(clauses)


def test_a_clause_that_counts_what_no_program_of_the_set_keeps_is_told() -> None:
    with pytest.raises(BadFile, match="no program of these rules keeps favorabel"):
        rulesets.from_file(f'{HEAD}{RULE}clauses = ["reward adopted: favorabel"]\n', "our")


# A game on it


def test_a_game_on_the_rules_of_the_page_goes_on_without_the_file(call: Call) -> None:
    """docs/rulesets.md: made, listed, told, exported, verified, and imported elsewhere."""
    file = Path("our-rules.toml")
    file.write_text(example(), encoding="utf-8")
    told = call("game", "new", "tea", "--ruleset", "our-rules.toml").stdout
    assert "nomic+tea@localhost" in told
    file.unlink()
    assert facts(call("game", "show", "tea", "--json"))["ruleset"] == "tea_house"
    for who in ("Ada Lovelace <ada@example.org>", "Bob Babbage <bob@example.org>"):
        call("player", "add", "tea", who, "--confirmed")
    call("game", "start", "tea")
    rules = {one["number"]: one for one in facts(call("rules", "tea", "--json"))}
    assert rules[102]["clauses"] == ["votes: 1", "ballots: secret with abstention"]
    assert rules[203]["status"] == "mutable"
    assert "majority of eligible  (rule 202)" in call("why", "tea", "adoption").stdout
    book = call("rules", "tea", "--plain").stdout
    Path("edited.txt").write_text(book.replace("twenty points", "thirty points"), encoding="utf-8")
    assert "has thirty points wins" in " ".join(call("preview", "tea", "edited.txt").stdout.split())
    call("export", "tea", "moving.json")
    assert CliRunner().invoke(cli, ["init", "elsewhere"]).exit_code == 0
    there = ["--config", "elsewhere/config.toml"]
    moved = CliRunner().invoke(cli, [*there, "import", "moving.json"])
    assert moved.exit_code == 0, moved.output
    shown = CliRunner().invoke(cli, [*there, "game", "show", "tea", "--json"])
    assert facts(shown)["ruleset"] == "tea_house"
    call("game", "end", "tea", "--yes")
    for form in ("json", "txt", "site"):
        call("export", "tea", f"tea.{form}", *(["--format", "site"] if form == "site" else []))
    assert (
        json.loads(Path("tea.json").read_text(encoding="utf-8"))["game"]["ruleset"] == "tea_house"
    )
    assert "tea_house" in Path("tea.txt").read_text(encoding="utf-8")
    call("verify", "tea.json")


def test_a_whole_game_on_it_is_played_won_and_checked() -> None:
    own = rulesets.from_file(example(), "our-rules.toml")
    play = Play(3, own.rules)
    play.done(c.Start(by=c.MODERATOR))
    while play.state.status == "running":
        play.turn(enact("More tea."), 3)
    assert max(player.score for player in play.state.players.values()) >= 20
    assert checked(recorded(play.events)).differences == []


def test_letters_of_a_game_on_it_cite_its_own_rules_alone(tmp_path: Path) -> None:
    """Rules 007 to 013 are of the net-play sets, however a ruleset of one's own is called."""
    house = House(tmp_path)
    own = example().replace('"tea_house"', '"net_play_of_ours"')
    for game, ruleset in (("tea", own), ("rum", "net_play")):
        house.act("new game", game=game, title="", ruleset=ruleset, settings={"debate_min": "0"})
        for name in NAMES[:2]:
            who = f"{name} <{address_of(name)}>"
            house.act("add player", game=game, player=who, confirmed=True)
        house.act("command", game=game, verb="Start", fields={})
        house.run()
        for text in ("PROPOSE ENACT: Cake\nThere is cake.\n", "CALL VOTE\n", "FOR\n"):
            for name in NAMES[:2] if text != "FOR\n" else NAMES[:1]:  # one of them has the turn
                house.reply(name, text, game)
                house.run()
    told = {game: house.last[game, address_of(NAMES[0])].text for game in ("tea", "rum")}
    assert all("Nobody sees it before the vote closes" in one for one in told.values())
    assert ("(rule 010)" in told["tea"], "(rule 010)" in told["rum"]) == (False, True)


def test_an_act_with_a_ruleset_that_is_wrong_is_refused_and_makes_no_game(tmp_path: Path) -> None:
    """However it came into the queue: what the command line checked is checked again."""
    house = House(tmp_path)
    wrong = example().replace('"immutable"', '"imutable"', 1)
    number = house.act("new game", game="tea", title="", ruleset=wrong, settings={})
    house.run()
    assert "did you mean immutable?" in house.arrival(number).result
    with pytest.raises(AssertionError):
        house.game("tea")


def test_the_shell_completes_names_and_files(call: Call) -> None:
    from nomic_mail.cli.game import new

    (option,) = [one for one in new.params if one.name == "ruleset"]
    found = option.type.shell_complete(new.make_context("new", ["tea"]), option, "suber")
    assert [(one.type, one.value) for one in found] == [
        ("file", "suber"),
        ("plain", "suber_1982"),
        ("plain", "suber_mail"),
    ]


def test_where_nothing_is_debated_nobody_is_told_how_long(call: Call) -> None:
    swift = RULE + 'clauses = ["procedure: open, debate 0, vote 2d"]\n'
    Path("swift.toml").write_text(HEAD + swift, encoding="utf-8")
    told = " ".join(call("game", "new", "tea", "--ruleset", "swift.toml").output.split())
    assert "a proposal is voted on at once, for 2 days at most" in told
    assert "0 minutes" not in told


def test_the_game_of_the_page_is_played_on_the_rules_of_the_page(call: Call) -> None:
    Path("our-rules.toml").write_text(example(), encoding="utf-8")
    found = re.search(r"```\n(moderator .*?)```", PAGE, re.DOTALL)
    assert found is not None
    Path("tea.game").write_text(found[1], encoding="utf-8")
    call("replay", "--write", "tea.game")
    played = Path("tea.game").read_text(encoding="utf-8")
    assert "Not done" not in played
    assert 'outcome="defeated"' in played
    assert "it needed more than half" in played
    assert "as written" in call("replay", "tea.game").output
    file = Path("our-rules.toml")
    file.write_text(file.read_text("utf-8").replace("victory: 20", "victory: most"), "utf-8")
    told = call("replay", "tea.game", status=2).output
    assert 'line 47: rule 203, clauses = "victory: most"' in told
