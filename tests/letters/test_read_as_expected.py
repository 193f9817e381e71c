"""Letters as they come, beside what is made of them: tests/letters/NNNN-what.eml and .expect.

`UPDATE_LETTERS=1 pytest tests/letters/test_read_as_expected.py` writes the .expect files anew from
what the code now says; the diff is then read by a person. A new letter needs only its .eml, and an
.expect with what it answers, if anything: {"about": {"ballot": 301, "open_ballots": [301]}}.
"""

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from nomic_mail.game.numbers import as_texts
from nomic_mail.letters.grammar import understand as grammar
from nomic_mail.letters.mime import message
from nomic_mail.letters.screen import kind as screen

FOLDER = Path(__file__).parent
LETTERS = sorted(FOLDER.glob("*.eml"))
UPDATE = bool(os.environ.get("UPDATE_LETTERS"))
OWN = ("nomic@example.net",)


def about_of(given: dict[str, Any]) -> grammar.About:
    open_ballots = tuple(given.get("open_ballots", ()))
    about: dict[str, Any] = {**given, "open_ballots": open_ballots}
    return grammar.About(**about)


# what the pump fills in
SAID_BY_FEW = ("comment", "more", "parts", "power")  # they stand there where there are some
NOT_TOLD = ("by", "received_at", "letter", "who", "answers", "proof", "held_at")


def plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return {name: plain(one) for name, one in asdict(value).items()}
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def command_of(said: grammar.Said) -> dict[str, Any]:
    own: dict[str, Any] = as_texts(plain(said.command))
    for name in NOT_TOLD:
        del own[name]
    own.pop("invited", None)  # so is this
    for name in SAID_BY_FEW:
        if not own.get(name):
            own.pop(name, None)
    for change in (own.get("change"), *own.get("more", ()), *own.get("parts", ())):
        if change and change["chosen"] is None:
            del change["chosen"]
    own = {k: str(v) if isinstance(v, timedelta | datetime) else v for k, v in own.items()}
    told: dict[str, Any] = {"verb": type(said.command).__name__, "line": said.line, "why": said.why}
    return told | own


def outcome_of(raw: bytes, given: dict[str, Any]) -> dict[str, Any]:
    letter = message.read(raw)
    screened = screen.screen(letter, given.get("mail_from"), OWN)
    about = about_of(given.get("about", {}))
    understood = grammar.understand(letter.subject, letter.text, about, letter.attached)
    if screened.kind != "player":  # a machine's words are not looked at
        understood = grammar.Understood((), (), ())
    inputs: dict[str, Any] = {name: given[name] for name in ("about", "mail_from") if name in given}
    found: dict[str, Any] = {
        **inputs,
        "kind": screened.kind,
        "why": screened.why,
        "from": [address.address for address in letter.froms],
        "commands": [command_of(said) for said in understood.said],
        "questions": [asked.question for asked in understood.questions],
        "ignored": list(understood.ignored),
        "trouble": list(letter.trouble),
    }
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_letter_is_read_as_expected(path: Path) -> None:
    beside = path.with_suffix(".expect")
    given: dict[str, Any] = json.loads(beside.read_text()) if beside.exists() else {}
    outcome = outcome_of(path.read_bytes(), given)
    if UPDATE:
        beside.write_text(json.dumps(outcome, indent=2, ensure_ascii=False) + "\n")
    else:
        assert outcome == given


def test_there_are_letters_and_each_has_its_expectation() -> None:
    assert len(LETTERS) >= 150
    assert {path.stem for path in LETTERS} == {path.stem for path in FOLDER.glob("*.expect")}
