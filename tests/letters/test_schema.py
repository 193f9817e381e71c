"""What `letter read --json` prints keeps to its published schema, whatever letter it is given."""

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from nomic_mail.cli.letter import _fields, understood
from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs/letter-read.schema.json").read_text())
KEPT = jsonschema.Draft202012Validator(SCHEMA)
LETTERS = sorted((ROOT / "tests/letters").glob("*.eml"))

UNWRITTEN = {
    "Tick",
    "Outage",
    "Replace",
    "ReplaceDice",
    "GoOnFromRecord",
    "Moderate",
}  # the clock's, or the command line's
EVERY_VERB = """
JOIN Ada Lovelace
OBSERVE
LEAVE
WITHDRAW
CALL VOTE 3 days
FOR 301
ABSTAIN 302
AGAINST J7
RETRACT 301
RULE 203
RULES AT 2026-03-01
PROPOSALS BY Ada
PROPOSAL 300
HISTORY FROM 2026-03-01 TO 2026-03-31
RECORDS
VERIFY 1
OVERRULE
CONSENT
AWAY UNTIL 2026-12-24
AWAY 2 weeks
BACK
CALL PROPOSALS 2 days
CALL DISCUSSION
EXTEND BY 36 hours
REFUSE THE CHAIR
BIND 303 KEEP
DROP 304
BIND 305: adoption: 2/3; victory: 100
ADMIT Grace Hopper
DECLINE Mallory
START
CLOSE 301
SKIP
REMOVE Ada Lovelace
END GAME: it is spring
SET debate_min = 24h
EXTEND TURN 7 BY 2 days: Ada is ill
REOPEN 301 FOR 2 days: the post was down
PAUSE
RESUME
ANNOUNCE
We play on after the holidays.
END
RELEASE 12
DISCARD 13: not meant for us
AWARD Ada 10 RULE 202: the best haiku
FINE Ada 10 RULE 202: the worst
ORDER Ada, Bob, Cid RULE 201: as agreed
CORRECT SCORE Ada 25: miscounted
CORRECT TURN 7 TO Ada: passed on wrongly
CORRECT RULE 203: a word was lost
Two thirds are enough.
END
UNDO
MUTE Ada: she asked for it
UNMUTE Ada
REMOVE TALK 31: an address stood in it
REPLACE Ada BY "Grace Hopper <grace@example.org>"
JUDGMENT CHAIR: three weeks without a word
END
RULING REPLACE CHAIR
WINNER: Ada
END
PREVIEW AMEND 203: Two thirds
Two thirds are enough.
END
REVISE: Tea
Still tea.
END
REVISE REPEAL 206
END
PROPOSE ENACT: Tea
There is tea.
Effects: none
"""
EDIT = "PROPOSE: Two thirds\n@@ -1 +1 @@\n-All must agree.\n+Two thirds must agree.\n"
OF_THEIR_OWN = b"""From: ada@example.org

ADDRESS ALSO ada@work.example
ADDRESS

DIGEST DAILY
TALK OFF
TIMEZONE Europe/Berlin
TIMEZONE Atlantis
FOR 301
"""


def plain(facts: Any) -> Any:
    return json.loads(json.dumps(facts, default=lambda at: f"{at:%Y-%m-%dT%H:%M:%SZ}"))


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_each_letter_keeps_to_the_schema(path: Path) -> None:
    for ballot in (None, 301):
        KEPT.validate(plain(understood(path.read_bytes(), ballot)))


def test_each_command_a_letter_can_hold_has_its_form() -> None:
    moderator = About(301, (301, 302, -7), from_moderator=True)
    said = [
        *understand("", EVERY_VERB, moderator).said,
        *understand("", EDIT, moderator).said,
        *understand("", "hello", About(talk=True)).said,
    ]
    seen = {type(one.command).__name__ for one in said}
    assert seen == {kind.__name__ for kind in get_args(c.AnyCommand)} - UNWRITTEN
    commands = [{**_fields(one.command), "line": one.line, "why": one.why} for one in said]
    commands += understood(OF_THEIR_OWN, None)["commands"]
    facts: dict[str, Any] = {"kind": "player", "why": "", "from": None, "questions": []}
    facts |= {"ignored": [], "bounce": None, "commands": commands}
    KEPT.validate(plain(facts))
    assert {one["verb"] for one in commands} == set(SCHEMA["$defs"])


def test_a_key_that_is_not_in_the_schema_is_none() -> None:
    facts = plain(understood(b"From: ada@example.org\n\nFOR 301\n", 301))
    (command,) = facts["commands"]
    assert command["choice"] == "for"
    command["strength"] = 3
    with pytest.raises(jsonschema.ValidationError):
        KEPT.validate(facts)


def test_what_a_player_says_to_the_server_alone_is_told_and_taken_out_of_the_rest() -> None:
    facts = understood(OF_THEIR_OWN, 301)
    told = [(one["verb"], one.get("value", one.get("act"))) for one in facts["commands"]]
    assert told == [
        ("address", "also"),
        ("address", "list"),
        ("digest", "daily"),
        ("talk", "none"),
        ("timezone", "Europe/Berlin"),
        ("timezone", "atlantis"),
        ("vote", None),
    ]
    assert [one["known"] for one in facts["commands"] if "known" in one] == [
        True,
        True,
        True,
        False,
    ]
    assert not facts["ignored"]
    assert not facts["questions"]
