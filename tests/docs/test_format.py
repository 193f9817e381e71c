"""docs/FORMAT.md tells other programs how a ledger is written: its lists of kinds and fields are
made of the code, by `pytest tests/docs/test_format.py --update-docs`; its example is read, and
fits."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from importlib import resources
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import FieldInfo, fields

from nomic_mail import phrases
from nomic_mail.game import commands, dice, events
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.commands import Change, Command
from nomic_mail.game.events import Event
from nomic_mail.game.part_points import POINTS
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.programs import Declared, Effect, Given, Hook, Mistake, Named
from nomic_mail.game.rulebook import Revision, Rule
from nomic_mail.game.settings import Settings
from nomic_mail.game.tally import tally
from nomic_mail.game.words import CLAUSE, FREE, WORDS
from nomic_mail.written import codec
from nomic_mail.written.entry import GENESIS, entry_of, hash_of, seal_of, text_of
from nomic_mail.written.words import all_made, commitment, pieces

PAGE = Path(__file__).resolve().parents[2] / "docs" / "FORMAT.md"
MADE = "## Every kind of event\n"
PLAIN = {int: "number", str: "text", bool: "true or false", datetime: "time", timedelta: "length"}
INNER = (Rule, Revision, Change, Settings, Declared, Named, Hook, Mistake, Given, Effect)
# Where words stand that can be in an event.
SAID = ("What events tell", "On what ground", "Rule-changes in proper form")
# Where there are refusals, and what else no event says.
UNSAID = (
    "Who may ask for what",
    "House settings",
    "Programs of rules",
    "Proposals and bindings",
    "Turns",
    "The chair",
    "The vote",
    "Who plays",
    "Judgment",
    "The Moderator's clocks",
    "The Moderator's discretion",
    "UNDO",
    "What waits for the Moderator",
    "What the server refuses",
    "People and their addresses",
    "How a code within a fact",  # of these, `said_by_code` has those of events
)
MARKED = {WORDS: "words", FREE: PLAIN[str], CLAUSE: "a clause", POINTS: PLAIN[int]}
OF_EVERY_EVENT = ("at",)
OF_EVERY_COMMAND = Command.__struct_fields__


def said(kind: Any) -> str:
    """What stands there, in a word or two."""
    if get_origin(kind) is Annotated:
        return MARKED[kind.__metadata__[0]]
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return ", ".join(f"`{one}`" if one else '`""`' for one in inner)
    if get_origin(kind) is tuple:
        if len(inner) == 2 and inner[1] is ...:
            return f"list of {said(inner[0])}"
        return f"[{', '.join(map(said, inner))}]"
    if get_origin(kind) is Mapping:
        return f"{said(inner[1])} by {said(inner[0])}"
    if get_origin(kind) in (Union, UnionType):
        others = [said(one) for one in inner if one is not NoneType]
        return " or ".join([*others, *["null"] * (NoneType in inner)])
    if kind is Phrase:
        return "said"
    return f"a {kind.__name__}" if kind in INNER else PLAIN[kind]


def rows(kinds: Iterator[type], common: tuple[str, ...]) -> Iterator[str]:
    for kind in sorted(kinds, key=lambda one: one.__name__):
        secret, hidden = getattr(kind, "SEALED", ()), getattr(kind, "PRIVATE", ())
        hints = get_type_hints(kind, include_extras=True)
        told = [
            _field(one, hints[one.name], secret)
            for one in fields(kind)
            if one.name not in hidden and (one.name not in common or one.name in secret)
        ]
        yield f"| `{kind.__name__}` | {'; '.join(told) or '–'} |"


def _field(one: FieldInfo, kind: Any, secret: tuple[str, ...]) -> str:
    told = f"{said(kind)}, secret" if one.name in secret else said(kind)
    return f"`{one.name}` {told}" + ("" if one.required else "?")


def made() -> str:
    of_play = [one for one in commands.KINDS.values() if one.__name__ not in NO_CAUSES]
    return "\n".join(
        [
            MADE,
            "A `?` is behind a field that may be missing. `at` is in each.\n",
            "| event | its fields |",
            "|---|---|",
            *rows(iter(events.KINDS.values()), OF_EVERY_EVENT),
            "\n## Every kind of command\n",
            "As causes hold them, without what each may have (above).\n",
            "| command | its fields |",
            "|---|---|",
            *rows(iter(of_play), OF_EVERY_COMMAND),
            "\n## What stands in them\n",
            "| | its fields |",
            "|---|---|",
            *rows(iter(INNER), ()),
            "\n## What is said, in words\n",
            "| code | its words |",
            "|---|---|",
            *(f"| `{code}` | {told} |" for code, told in said_by_code()),
            "",
        ]
    )


def said_by_code() -> Iterator[tuple[str, str]]:
    yield from _in_sections()
    for name, kind in sorted(KINDS.items()):
        if kind.pays is not None:
            yield f"paid` of `{name}", kind.pays.because
    for how in ("counted", "no_value"):
        for fact, told in phrases.words()["names"][how].items():
            yield f":{how}` of `{fact}", told


def _sections() -> list[str]:
    """With their headings; what stands at the top of the file is none."""
    codes = resources.files(phrases) / "codes.toml"
    found = re.split(r"^# ", codes.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [one for one in found if one.partition("\n")[2].strip()]


def _in_sections() -> Iterator[tuple[str, str]]:
    for section in _sections():
        if section.startswith(SAID):
            for code, languages in tomllib.loads(section.partition("\n")[2]).items():
                told = languages[phrases.ENGLISH]
                text = told if isinstance(told, str) else told[0]
                yield code, text.replace("|", "\\|")


def test_what_stands_below_a_new_heading_is_on_the_page_or_in_no_event() -> None:
    """By its heading: one that is new has to be told here or there."""
    headings = [one.partition("\n")[0] for one in _sections()]
    unknown = [one for one in headings if not one.startswith((*SAID, *UNSAID))]
    assert unknown == [], "SAID, where an event can say it; else UNSAID"


# Questions, and what is made into another command before it is decided.
NO_CAUSES = ("Ask", "Dispose", "Preview", "ProposeEdited", "AddEffects", "Observe")


def test_its_lists_are_what_the_code_writes(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    now = page.partition(MADE)[0].rstrip() + "\n\n" + made()
    if request.config.getoption("--update-docs"):
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now, f"pytest {__file__} --update-docs"


def test_each_command_has_its_row_of_what_comes_of_it() -> None:
    """The second opinion goes by that table."""
    section = PAGE.read_text(encoding="utf-8").partition("## What comes of a command")[2]
    told = {*re.findall(r"^\| `(\w+)` \|", section.partition("\n## ")[0], re.M)}
    without = {*NO_CAUSES, "TakeOver", "Tick", "Try"}  # nothing comes of it, or anything (Tick)
    lacking = {one.__name__ for one in commands.KINDS.values()} - without - told
    assert not lacking, f"by hand, in {PAGE.name}: a row of what comes of {sorted(lacking)}"


def test_its_example_is_an_entry() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    line = json.loads(shown)
    assert line["hash"] == hash_of(GENESIS, text_of(line["public"]))
    told = {*all_made(line["public"])} - codec.closed_in(line["public"])
    assert sorted(line["opened"]) == sorted(told)
    assert all(commitment(*told) == one for one, told in line["opened"].items())
    entry = entry_of(1, line)
    event, cause = codec.read_strictly(entry.written), entry.cause
    assert isinstance(event, Event) and cause is not None
    again = codec.write(event, cause, b"another's")
    assert json.loads(again.public).keys() == line["public"].keys()
    written = {*json.loads(again.public)["cause"], *type(cause.command).CLOSED}
    assert written == {*line["public"]["cause"]}


# The examples for other programs

VECTORS = PAGE.with_name("format-vectors.json")
LINK = sha256(b"a link").hexdigest()
SALT = "0c6e1f4b92d87a35e1d04c7f8b2a9603"
VOTES: tuple[tuple[str, dict[int, Any], dict[int, int], tuple[int, ...]], ...] = (
    ("unanimous", {1: "for", 2: "for", 3: "for"}, {}, (1, 2, 3)),
    ("unanimous", {1: "for", 2: "for"}, {}, (1, 2, 3)),
    ("unanimous", {1: "for", 2: "against"}, {}, (1, 2, 3)),
    ("unanimous", {1: "for", 2: "for"}, {1: 2, 2: 0}, (1, 2)),
    ("majority of cast", {1: "for", 2: "against", 3: "abstain"}, {}, (1, 2, 3)),
    ("majority of cast", {1: "for"}, {}, (1, 2, 3)),
    ("majority of cast", {}, {}, (1, 2, 3)),
    ("majority of cast", {1: "for", 2: "against"}, {2: 3}, (1, 2)),
    ("majority of eligible", {1: "for", 2: "against"}, {}, (1, 2, 3)),
    ("majority of eligible", {1: "for", 2: "for"}, {}, (1, 2, 3)),
    ("2/3 of cast", {1: "for", 2: "for", 3: "against"}, {}, (1, 2, 3)),
    ("2/3 of eligible", {1: "for", 2: "against", 3: "against"}, {}, (1, 2, 3)),
    ("majority of cast, quorum 1/2", {1: "for"}, {}, (1, 2, 3)),
    ("majority of cast, quorum 5 heads", {1: "for", 2: "for"}, {}, (1, 2)),
    ("majority of cast, quorum 2 heads", {1: "for"}, {}, (1, 2, 3)),
    ("majority of cast, quorum 1/2 of votes", {1: "for", 2: "for"}, {1: 1, 2: 1, 3: 3}, (1, 2, 3)),
    ("majority of cast; tie: passes", {1: "for", 2: "against"}, {}, (1, 2, 3)),
    ("majority of cast; tie: passes", {3: "abstain"}, {}, (1, 2, 3)),
    ("majority of eligible; tie: fails", {1: "for", 2: "against"}, {}, (1, 2, 3)),
    ("3/4 of cast, quorum 1/3 of votes; power: 3", {1: "for", 2: "against"}, {1: 3}, (1, 2, 3)),
)


def by_chance() -> dict[str, Any]:
    """What links of the dice's chain decide (007, 008)."""
    shuffled = text_of(
        {"game": "tea", "joined": [[seat, f"{seat}" * 64] for seat in (1, 2, 3, 4, 5)]}
    )
    mixed, chain = [6, 6, 100, 1000, 2, 52], dice.new_chain(1, bytes(range(32)), 20)

    def thrown(link: str, message: str) -> list[int]:
        drawn = dice.Throws(link, message)
        return [drawn.next(sides) for sides in mixed]

    throws = [(2, 6), (3, 100), (20, 2), (2, 256), (2, 257), (4, 1000)]
    return {
        "links": [{"link": LINK, "commitment": sha256(bytes.fromhex(LINK)).hexdigest()}],
        "throws": [
            {
                "link": LINK,
                "message": f"{count} dice",
                "dice": f"{count}d{sides}",
                "faces": list(dice.throw(LINK, f"{count} dice", count, sides)),
            }
            for count, sides in throws
        ],
        "calls": [
            {"link": LINK, "message": "a call", "sides": mixed, "faces": thrown(LINK, "a call")}
        ],
        "dealt": [
            {
                "seed": chain.seed,
                "length": chain.length,
                "commitment": chain.commitment,
                "message": "a hand",
                "secret_sides": mixed,
                "secret_faces": thrown(chain.seed, "a hand"),
            }
        ],
        "shuffles": [
            {
                "link": LINK,
                "message": shuffled,
                "order": list(dice.shuffle(LINK, shuffled, (1, 2, 3, 4, 5))),
            }
        ],
    }


def vectors() -> dict[str, Any]:
    """Of each thing that FORMAT.md tells how to work out, by the code that does it here."""
    texts = ["", "tea", '"\\/\b\f\n\r\t\x01\x1f\x7f', "é\u2028\U0001f375", "\uffff and \U0001f375"]
    many = {"points": [2**53 + 1, -(10**27) - 1]}
    values = [
        *texts,
        many,
        {"b": [1, -2, 0], "a": None, "c": {"é": True, "\uffff": 1, "\U0001f375": 2}},
    ]
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    entry, words = json.loads(shown), "Write to one@here.example, or two@there.example."
    counted = [(*one, tally(one[0], one[3], one[1], one[2])) for one in VOTES]
    return {
        "canonical": [{"value": one, "text": text_of(one)} for one in values],
        "commitments": [{"salt": SALT, "text": x, "sha256": commitment(SALT, x)} for x in texts],
        "pieces": [{"text": words, "pieces": pieces(words)}],
        "hashes": [
            {"before": GENESIS, "public": entry["public"], "seal": "", "hash": entry["hash"]},
            {
                "before": entry["hash"],
                "public": {"event": "GamePaused", "at": "2026-03-02T10:00:00Z"},
                "seal": seal_of("ab" * 16, '{"choice":"for"}'),
                "hash": hash_of(
                    entry["hash"],
                    text_of({"event": "GamePaused", "at": "2026-03-02T10:00:00Z"}),
                    seal_of("ab" * 16, '{"choice":"for"}'),
                ),
            },
        ],
        "seals": [
            {
                "salt": "ab" * 16,
                "sealed": {"choice": "for"},
                "seal": seal_of("ab" * 16, '{"choice":"for"}'),
            }
        ],
        **by_chance(),
        "counts": [
            {
                "threshold": threshold,
                "electorate": list(electorate),
                "votes": {str(seat): choice for seat, choice in votes.items()},
                "weights": {str(seat): many for seat, many in weights.items()},
                "tally": dict(found.counts),
                "outcome": found.outcome,
            }
            for threshold, votes, weights, electorate, found in counted
        ],
    }


def test_its_examples_are_what_the_code_makes(request: pytest.FixtureRequest) -> None:
    now = json.dumps(vectors(), ensure_ascii=True, indent=1) + "\n"
    if request.config.getoption("--update-docs"):
        VECTORS.write_text(now, encoding="utf-8")
    assert VECTORS.read_text(encoding="utf-8") == now, f"pytest {__file__} --update-docs"
