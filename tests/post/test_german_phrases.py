"""The core's words in German: a text for each of the English ones, of the same facts."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import nomic_mail
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.programs import Broke, Calling, Run
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.settings import SETTING_MEANINGS, SETTING_NAMES
from nomic_mail.letters.grammar.language import ROWS, usages
from nomic_mail.letters.grammar.language import words as known
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.phrases import (
    ASKED,
    CALLED,
    LANGUAGES,
    MADE,
    SETTINGS,
    asked,
    words,
)
from nomic_mail.rulesets import load
from nomic_mail.rulesets.book import NotOneChange, printed
from nomic_mail.rulesets.derive import derive
from tests.kit.programs import ADA, RUNS, seen

NAMES = "names"
ASKS = re.compile(r"\b(?:[Nn]othing (?:was|is)|[Pp]lease|Write|Reply|[Ss]end)\b[^?]{9,}\.$|\w\?$")
HOUSE = Path(nomic_mail.__file__).parent
READ = HOUSE / "letters" / "mime"
READER = HOUSE / "letters" / "grammar"


def facts(text: str) -> set[str]:
    return {fact for _, fact, _, _ in Formatter().parse(text) if fact is not None}


def texts(catalogue: Any) -> Iterator[tuple[str, list[str]]]:
    for code, text in catalogue.items():
        if code != NAMES:
            yield code, [text] if isinstance(text, str) else list(text)


def test_each_code_is_said_in_german() -> None:
    lacking = words().keys() - words("de").keys()
    assert not lacking, f"phrases/codes.toml has no German line (.de) of {sorted(lacking)}"
    assert words("de").keys() <= words().keys()


def test_it_is_one_text_or_two_as_in_english() -> None:
    english = dict(texts(words()))
    assert not [code for code, said in texts(words("de")) if len(said) != len(english[code])]


def test_it_names_the_facts_that_are_there() -> None:
    english = dict(texts(words()))
    for code, said in texts(words("de")):
        for mine, theirs in zip(said, english[code], strict=True):
            assert facts(mine) <= facts(theirs), code


def test_names_within_facts_are_said_in_german() -> None:
    german, english = words("de")[NAMES], words()[NAMES]
    assert all(german[table].keys() == english[table].keys() for table in english)


def test_so_is_what_each_setting_means() -> None:
    assert words("de")[NAMES][SETTINGS].keys() == SETTING_MEANINGS.keys()
    assert words("de")[NAMES][CALLED].keys() == SETTING_MEANINGS.keys() == SETTING_NAMES.keys()


def test_what_a_clause_pays_for_names_the_same_facts() -> None:
    pays = [kind.pays for kind in KINDS.values() if kind.pays]
    assert pays
    assert all(facts(one.german) == facts(one.because) for one in pays)


def test_what_a_clause_and_a_line_of_help_say_is_said_otherwise_in_german() -> None:
    assert known()
    said = [(one.does, one.german) for one in ROWS]
    said += [(one.meaning, one.german) for one in KINDS.values()]
    assert not [english for english, german in said if not german or german == english]


ASKED_ABOUT = [
    "Perhaps for, perhaps not.",
    "Dafür, gute Idee!",
    "STAUTS?",
    "FORFEIT?",
    "WITHDRAWW",
    "PROPOSE",
    "PROPOSE AMEND: Two",
    "Vote FOR, but not on this",
    "I want to leave the game",
    "NAME 3 points for me",
    "LEAVE",
    "FOR\nAGAINST",
]


@pytest.mark.parametrize("line", ASKED_ABOUT)
@pytest.mark.parametrize("about", [About(ballot=301), About(open_ballots=(301, 302))])
def test_what_is_asked_about_a_line_is_said_in_german(line: str, about: About) -> None:
    for one in understand("", line, about).questions:
        german = asked(one.question, "de")
        assert german != one.question
        assert not re.search(r"\b(?:Nothing|Write|Reply|your)\b", german), german


def test_so_is_each_of_what_is_made_elsewhere() -> None:
    """As it stands in the source of clauses, of programs, of rulesets and of the desk."""
    rooms = (HOUSE / room for room in ("game", "letters", "sandbox", "pump", "daemon", "store"))
    files = [file for room in rooms for file in room.rglob("*.py")]
    files += sorted((HOUSE / "rulesets").glob("*.*"))
    source = "".join(file.read_text("utf-8") for file in files if file.suffix in (".py", ".toml"))
    source = re.sub(r'["\']\s*\n\s*f?["\']', "", source).lower()
    for form in words("de")[NAMES][MADE]:
        piece = max(re.split(r"\{\}|[()\n]", form), key=len).strip(" .;:")
        assert piece[:28].lower() in source, form


def told_in(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(told_in(part) or "X" for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return "".join(told_in(part) or "X" for part in (left, right))
    return ""


def questions_in(file: Path) -> Iterator[str]:
    """What a file of the reader asks, or says was not done, in one piece; each gap is an X. No form
    tells apart two gaps at its beginning."""
    tree = ast.parse(file.read_text("utf-8"))
    within = {id(part) for one in ast.walk(tree) for part in getattr(one, "values", ())}
    within |= {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}  # docstrings
    for one in ast.walk(tree):
        said = told_in(one) if id(one) not in within else ""
        whole = len(said.split()) > 4 and not said.startswith((" ", "X X"))
        if whole and ASKS.search(said) and not re.search(r"[\n\\|]", said):
            yield said


@pytest.mark.parametrize("file", sorted(READER.rglob("*.py")), ids=lambda file: file.stem)
def test_each_question_of_the_reader_is_asked_in_german(file: Path) -> None:
    lost = [one for one in questions_in(file) if asked(one, "de") == one]
    assert not lost


def test_how_each_command_is_written_is_told_in_german() -> None:
    written = [one for one in usages().values() if re.search(r"\b(?:or|and|with|alone)\b", one)]
    assert written
    assert not [one for one in written if asked(one, "de") == one]


def reasons_in(file: Path) -> Iterator[str]:
    """Why a letter is held: what is said of it, of its From, or of a signature."""
    tree = ast.parse(file.read_text("utf-8"))
    within = {id(part) for one in ast.walk(tree) for part in getattr(one, "values", ())}
    for one in ast.walk(tree):
        said = told_in(one) if id(one) not in within else ""
        if (
            re.match(r"(?:its?|the signature|the key|what X) .{12,}|X is no ", said)
            and len(said) < 90
        ):
            yield said


PROOF = HOUSE / "letters" / "proof"
ON_PROOF = [*(PROOF / f"{name}.py" for name in ("prove", "dkim", "results"))]
ON_PROOF += [HOUSE / "pump" / "who" / "again.py"]


@pytest.mark.parametrize("file", ON_PROOF, ids=lambda file: file.stem)
def test_why_a_letter_is_held_is_told_in_german(file: Path) -> None:
    reasons = list(reasons_in(file))
    assert reasons
    assert not [one for one in reasons if asked(one, "de") == one]


def test_what_of_a_letter_was_not_read_is_told_in_german() -> None:
    for file in (READ / "parts.py", READ / "message.py"):
        calls = ast.walk(ast.parse(file.read_text("utf-8")))
        told = [one.args[0] for one in calls if isinstance(one, ast.Call) and is_of_trouble(one)]
        notes = [*filter(None, map(told_in, told)), *message.UNREAD.values()]
        assert notes
        assert not [one for one in notes if asked(one, "de") == one]


def is_of_trouble(call: ast.Call) -> bool:
    return ast.unparse(call.func).endswith("trouble.append")


@pytest.mark.parametrize("name", ["derive", "diffs", "patches", "repository"])
def test_what_is_wrong_with_a_copy_of_the_rules_or_a_patch_is_told_in_german(name: str) -> None:
    tree = ast.parse((HOUSE / "rulesets" / f"{name}.py").read_text("utf-8"))
    calls = [one for one in ast.walk(tree) if is_of(one, ["NotOneChange"])]
    told = [told_in(one.args[0]) for one in calls if isinstance(one, ast.Call)]
    asked_of = [str(NotOneChange(one)) for one in told if one and "X rule X" not in one]
    assert asked_of
    left = [one for one in asked_of if asked(one, "de") == one]
    assert not [one for one in left if "a proposal X" not in one]  # of two kinds, told below


def test_so_is_where_a_copy_ends_early_or_changes_too_much() -> None:
    rules = Rules({rule.number: rule for rule in load("net_play").rules})
    copied = printed(rules)
    for text in (copied[: len(copied) // 2], copied.replace("vote", "ballot")):
        with pytest.raises(NotOneChange) as no:
            derive(rules, text)
        assert asked(str(no.value), "de").startswith("Es "), no.value


WRONG = ("Fault", "PermissionError", "BadClause", "refuse")


@pytest.mark.parametrize("room", ["game/clauses", "sandbox"])
def test_what_is_wrong_with_a_clause_or_a_program_is_told_in_german(room: str) -> None:
    """What begins with a gap is put together of what is told so elsewhere."""
    told = []
    for file in sorted((HOUSE / room).rglob("*.py")):
        calls = (one for one in ast.walk(ast.parse(file.read_text("utf-8"))) if is_of(one, WRONG))
        told += [told_in(one.args[0]) for one in calls if isinstance(one, ast.Call) and one.args]
    whole = [one for one in told if len(one.split()) > 2 and not one.startswith("X, ")]
    assert whole
    assert not [one for one in whole if asked(one, "de") == one]


BREAKS = (
    "1 // (me.score - 12)",
    "{}['a']",
    "[1][me.score]",
    "[].pop()",
    "int('x')",
    "max([])",
    "[1].remove(3)",
    "[1].index(3)",
    "'a'.index('b')",
    "range(1, 2, 0)",
    "{[1]: 2}",
    "if me.score > 100:\n        y = 1\n    y",
    "x = None\n    x.name",
    "'a' + 1",
    "1 < 'a'",
    "say(3)",
    "a, b = [1]",
    "a, b = (1, 2, 3)",
    "for i in 3:\n        pass",
    "me.foo",
    "players(1)",
    "say()",
    "roll()",
    "n = 3\n    n[0]",
    "n = 3\n    n()",
    "t = (1, 2)\n    t[0] = 3",
    "'abc'[9]",
    "x = ",
    "pass\n        pass",
    "pass pass",
)


@pytest.mark.parametrize("body", BREAKS)
def test_what_the_interpreter_says_of_a_program_is_told_in_german(body: str) -> None:
    source = f'@action("DIG")\ndef dig(me):\n    {body}\n'
    read = RUNS.read(source)
    if isinstance(read, tuple):
        found = [one.why for one in read]
    else:
        came = RUNS.run(Run(source, read, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 1))
        assert isinstance(came, Broke), came
        found = [came.mistake.why]
    german = [asked(one, "de") for one in found]
    assert not set(found) & set(german), found


def is_of(node: ast.AST, names: Sequence[str]) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in names


def test_no_text_is_a_piece_of_the_program() -> None:
    every = [one for language in LANGUAGES for _, said in texts(words(language)) for one in said]
    assert not [one for one in every if re.match(r"[('\[]+'|\(\"", one) or "None" in one]


def test_a_question_that_has_no_german_words_is_asked_in_english() -> None:
    assert asked("Is it so?", "de") == "Is it so?"


def test_each_is_asked_somewhere() -> None:
    """As it stands in the reader's source: each stretch between two gaps."""
    source = "".join(file.read_text("utf-8") for file in sorted(READER.rglob("*.py")))
    source = re.sub(r'"\s*(?:\n\s*)?f?"', "", source)
    for form in words("de")[NAMES][ASKED]:
        first = max(form.split("{}"), key=len).strip()
        assert first[:30].lower() in source.lower(), form
