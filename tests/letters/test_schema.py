"""What `letter read --json` prints keeps to its published schema, whatever letter it is given; and
the schema follows from the commands: `--update-docs` writes what is new into it."""

import json
from copy import deepcopy
from datetime import datetime, timedelta
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import jsonschema
import pytest
from msgspec import Struct

from nomic_mail.cli.letter import NOT_TOLD, _fields, understood
from nomic_mail.game import commands as c
from nomic_mail.game.numbers import as_texts
from nomic_mail.letters.grammar.language import questions
from nomic_mail.letters.grammar.reading import Action
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.played import words_of_all
from tests.kit.tiers import some

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/letter-read.schema.json"
SCHEMA: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8"))
KEPT = jsonschema.Draft202012Validator(SCHEMA)
LETTERS = sorted((ROOT / "tests/letters").glob("*.eml"))

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
    return json.loads(json.dumps(as_texts(facts), default=lambda at: f"{at:%Y-%m-%dT%H:%M:%SZ}"))


@pytest.mark.parametrize("path", some(LETTERS, 40), ids=lambda path: path.stem)
def test_each_letter_keeps_to_the_schema(path: Path) -> None:
    for ballot in (None, 301):
        KEPT.validate(plain(understood(path.read_bytes(), ballot)))


def test_each_command_of_each_game_keeps_to_its_form() -> None:
    """What is said in no game is told by `test_every_command_is_given_in_a_game`."""
    seats = ((1, "Ada"), (2, "Bob"))
    gives = Action("GIVE <n> COINS TO <player>", rule=301, lineage=301, players=seats)
    hides = Action("HIDE <word>", rule=301, lineage=301, players=seats, sealed=True)
    every = About(301, (301, 302, -7), from_moderator=True, actions=(gives, hides))
    said = [one for text in words_of_all() for one in understand("", text, every).said]
    said += understand("", "hello", About(talk=True)).said
    said += understand("", "HIDE tea", every).said
    told = [{**_fields(one.command), "line": one.line, "why": one.why} for one in said]
    told += understood(OF_THEIR_OWN, None)["commands"]
    kept = {verb: jsonschema.Draft202012Validator(form) for verb, form in SCHEMA["$defs"].items()}
    for one in told:
        kept[one["verb"]].validate(plain(one))
    assert {one["verb"] for one in told} == set(kept)


def test_the_schema_is_what_the_commands_are(request: pytest.FixtureRequest) -> None:
    """Each command's own fields, each question's topic; words about them are written by hand."""
    defs = dict(SCHEMA["$defs"])
    for kind in c.KINDS.values():
        if kind.WRITTEN:
            verb = kind.__name__.lower()
            form, was = form_of(kind), defs.get(verb, {})
            defs[verb] = was if meant(was) == meant(form) else described(form, was)
    listed = SCHEMA["properties"]["commands"]["items"]["oneOf"]
    new = [{"$ref": f"#/$defs/{verb}"} for verb in defs]
    now = deepcopy(SCHEMA)
    now["$defs"] = defs
    now["properties"]["commands"]["items"]["oneOf"] += [one for one in new if one not in listed]
    if request.config.getoption("--update-docs") and now != SCHEMA:
        PAGE.write_text(f"{laid(now)}\n", encoding="utf-8")
    else:
        wrong = [verb for verb in defs if defs[verb] != SCHEMA["$defs"].get(verb)]
        assert now == SCHEMA, f"{PAGE.name} lacks {wrong}: pytest {__file__} --update-docs"


# What the schema has to be


def form_of(kind: type[c.Command]) -> dict[str, Any]:
    own = {name: of for name, of in get_type_hints(kind).items() if name in shown(kind)}
    if c.Change | None in own.values():  # told with its own fields, where there is one
        plain_one = {**own, "change": NoneType}
        return {"oneOf": [an_object(kind, plain_one), an_object(kind, {**own, "change": c.Change})]}
    return an_object(kind, own)


def shown(kind: type[c.Command]) -> list[str]:
    """The fields that a letter tells."""
    return [name for name in kind.__struct_fields__ if name not in NOT_TOLD]


def an_object(kind: type[c.Command], own: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"verb": {"const": kind.__name__.lower()}}
    for name, of in own.items():
        if of is c.Change:
            told |= {field: field_of(field, one) for field, one in get_type_hints(c.Change).items()}
        else:
            told[name] = {"enum": list(questions())} if name == "topic" else field_of(name, of)
    told |= {"line": {"type": "string"}, "why": {"type": "string"}}
    return {
        "type": "object",
        "properties": told,
        "required": list(told),
        "additionalProperties": False,
    }


def field_of(name: str, kind: Any) -> dict[str, Any]:
    """A rule can be 301.2, where one of several changes made it, and points can be 7/2, where parts
    of them count: these are texts."""
    form = type_of(kind)
    if name in ("points", "total", "stood"):
        parts = {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}
        return {"oneOf": [*form.get("oneOf", [form]), parts]}
    if name not in ("target", "amendment", "rule", "chosen"):
        return form
    part = {"type": "string", "pattern": "^[1-9][0-9]{0,5}(\\.[1-9][0-9]?){1,2}$"}
    return {"oneOf": [*form.get("oneOf", [form]), part]}


def type_of(kind: Any) -> dict[str, Any]:
    names = {str: "string", int: "integer", bool: "boolean", NoneType: "null", timedelta: "string"}
    if kind in names:
        return {"type": names[kind]}
    if kind is datetime:
        return {"type": "string", "format": "date-time"}
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": type_of(get_args(kind)[0])}
    if isinstance(kind, type) and issubclass(kind, Struct):
        own = {name: field_of(name, one) for name, one in get_type_hints(kind).items()}
        required = {"required": list(own), "additionalProperties": False}
        return {"type": "object", "properties": own, **required}
    assert get_origin(kind) in (Union, UnionType), f"a field of {kind} has no form in JSON yet"
    return {"oneOf": [type_of(one) for one in get_args(kind)]}


def meant(form: Any) -> Any:
    """Without the words about it, and one thing written in one way."""
    if isinstance(form, list):
        return sorted((meant(one) for one in form), key=repr)
    if not isinstance(form, dict):
        return form
    if isinstance(kinds := form.get("type"), list):
        return meant({"oneOf": [{"type": one} for one in kinds]})
    if None in form.get("enum", ()):
        rest = {"enum": [one for one in form["enum"] if one is not None]}
        return meant({"oneOf": [{"type": "null"}, rest]})
    words = ("format", *(("description",) if isinstance(form.get("description"), str) else ()))
    return {key: meant(form[key]) for key in sorted(form) if key not in words}


def described(form: dict[str, Any], was: dict[str, Any]) -> dict[str, Any]:
    """With the words that there were."""
    told = {"description": was["description"]} if "description" in was else {}
    before = was.get("properties", {})
    for name, one in form.get("properties", {}).items():
        if meant(before.get(name)) == meant(one):
            form["properties"][name] = before[name]
    return {**told, **form}


def laid(value: Any, margin: str = "") -> str:
    """On one line what fits there."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(flat) <= 90 or not isinstance(value, dict | list):
        return flat
    inner = margin + "  "
    if isinstance(value, list):
        told = [f"{inner}{laid(one, inner)}" for one in value]
        return "[\n" + ",\n".join(told) + f"\n{margin}]"
    told = [f"{inner}{json.dumps(key)}: {laid(one, inner)}" for key, one in value.items()]
    return "{\n" + ",\n".join(told) + f"\n{margin}}}"


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
