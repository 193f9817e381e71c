"""What stands in a ledger for everybody to read: no words of people's own, and no secret.

1. A text in an event or a command is people's words (`Words`), or secret (`SEALED`, `CLOSED`,
   `PRIVATE`), or of a closed kind: an id, a digest, a word of the grammar. Which kinds there are
   stands here, by the names of fields, with what is one: a field of a new name has to be marked,
   or be of a kind.
2. In what was played each such text is held to its kind; nothing that people said in a command, and
   nothing that is sealed in an event, stands anywhere else as it is.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from nomic_mail.game import commands as c
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.events import KINDS, ProgramRead
from nomic_mail.game.programs import PERIODS
from nomic_mail.game.settings import SETTING_MEANINGS
from nomic_mail.game.words import WORDS, is_program
from nomic_mail.written.codec import CAUSE
from nomic_mail.written.entry import Entry
from nomic_mail.written.words import CLAUSES, made_of
from tests.kit.played import GAMES, Look, named
from tests.kit.tiers import some


def one_of(*names: str) -> Callable[[str], object]:
    return names.__contains__


def like(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).fullmatch


def ours(text: str) -> bool:
    """What the program says, or a ruleset: nothing of what people say is in it, as with any."""
    return True


def clause(text: str) -> object:
    return not is_program(text) and parse_clause(text)  # raises where it is none


DIGEST, NAME = like("([0-9a-f]{64})?"), like("[a-z][a-z0-9_-]*")
ACTS = one_of(*(kind.NAMED or name.upper() for name, kind in c.KINDS.items()))
CLOSED: Mapping[str, Callable[[str], object]] = {
    "act": ACTS,
    "clauses": clause,
    "code": like("[a-z][a-z0-9_]*"),
    "commitment": DIGEST,
    "facts": ours,
    "dice": like("[0-9]+d[0-9]+"),
    "effects": clause,
    # A program's own words, as its rule's text has them in public:
    "ProgramRead.digest": DIGEST,
    "form": ours,
    **dict.fromkeys(
        ("Named.name", "Effect.name", "ProgramRead.name", "ProgramRan.name", "ValueCorrected.name"),
        ours,
    ),
    "once": like(rf"|([0-9]{{1,2}} times )?({'|'.join(PERIODS)})"),
    "what": ours,
    "who": ours,
    "interpreter": like("(monty [0-9.]+)?"),
    "stamp": like("|(turn|circuit|day|week) [0-9-]+(, [0-9]{1,2})?"),
    "GameCreated.guides": ours,
    "GameStarted.how": ours,
    "key": one_of(*SETTING_MEANINGS),
    "letter": DIGEST,
    "link": DIGEST,
    "seeds": like("[0-9]{1,9}|[0-9a-f]{64}"),  # of which throw, and the seed
    "message": lambda text: not text or json.loads(text),
    "GameCreated.name": NAME,
    "over": DIGEST,
    "ruleset": NAME,
    "ready": like("[a-z]*"),
    "power": like(r"|[0-9]{1,3}(\.[0-9]{1,3})?"),
    "share": like("(unanimous|majority|[0-9]{1,3}/[0-9]{1,3}) of cast"),
    "tally": one_of("for", "against", "abstain", "absent"),
    "VotingOpened.threshold": ours,
    "topic": NAME,
}


HIDDEN = ("SEALED", "CLOSED", "PRIVATE")


def kind_of(owner: str, name: str) -> Callable[[str], object] | None:
    return CLOSED.get(f"{owner}.{name}", CLOSED.get(name))


def bare(kind: Any, owner: str = "", name: str = "") -> Iterator[tuple[str, str]]:
    """The fields of it, and of what is in it, whose texts stand there as they are."""
    if get_origin(kind) is Annotated:
        if WORDS not in kind.__metadata__:
            yield from bare(get_args(kind)[0], owner, name)
    elif isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind, include_extras=True)
        unsaid = {hid for how in HIDDEN for hid in getattr(kind, how, ())}
        for field in kind.__struct_fields__:
            if field not in unsaid:
                yield from bare(hints[field], kind.__name__, field)
    elif get_origin(kind) not in (None, Literal):
        for inner in get_args(kind):
            yield from bare(inner, owner, name)
    elif kind is str:
        yield owner, name


@pytest.mark.parametrize(
    "kind", [*KINDS.values(), *c.KINDS.values()], ids=lambda kind: str(kind.__name__)
)
def test_each_text_is_marked_or_of_a_closed_kind(kind: Any) -> None:
    unknown = [".".join(one) for one in bare(kind) if kind_of(*one) is None]
    assert unknown == [], "people's words (Words), a secret (SEALED, CLOSED), or which closed kind?"


# In what was played

ENOUGH = 4  # letters: what is shorter is a word of the program's as well
SECRET = ("choice", "letter")

TRANSCRIPTS = pytest.mark.parametrize("file", some(GAMES, 8), ids=named)


def in_the_clear(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Each text that is not committed to, by the name of its field."""
    if isinstance(value, dict) and made_of(value) is None:
        for key, inner in value.items():
            if not key.isidentifier():
                yield name, key
            own = key.isidentifier() and name != "facts"  # whatever a code tells is that
            yield from in_the_clear(inner, key if own else name)
    elif isinstance(value, list):
        for inner in value:
            yield from in_the_clear(inner, name)
    elif isinstance(value, str):
        yield name, value


def committed(value: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """What is committed to, by the name of its field."""
    if (made := made_of(value)) is not None:
        yield name, made
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from committed(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from committed(inner, name)


def parts_of(entry: Entry) -> tuple[tuple[str, Any], tuple[str, Any]]:
    """What stands in it of the event and of its cause, with the names of their kinds."""
    public = json.loads(entry.public)
    cause = public.pop(CAUSE, {})
    return (entry.kind, public), (cause.get("command", ""), cause)


def is_so(owner: str, name: str, text: str) -> bool:
    known = kind_of(owner, name)
    try:
        return known is None or bool(known(text))
    except ValueError:
        return False


@TRANSCRIPTS
def test_each_text_in_the_clear_is_of_its_kind(played: Look, file: Path) -> None:
    """One with a mail address in it is committed to, whatever it is: and so it is of none."""
    wrong = set[tuple[str, str, str]]()
    for entry in played(file).entries():
        for owner, value in parts_of(entry):
            told = ((owner, *one) for one in in_the_clear(value))
            wrong |= {one for one in told if not is_so(*one)}
            kind = {**KINDS, **c.KINDS}.get(owner)
            names = {name for _, name in bare(kind)} - {*CLAUSES}  # of them, programs are
            wrong |= {(owner, name, "@") for name, _ in committed(value) if name in names}
    assert wrong == set()


CHOICES = re.compile(r"<choice ([^>]+)>")


def terms_of(entries: list[Entry]) -> set[str]:
    """What programs keep, and the forms of what calls them with what these offer: they are the
    law's, whoever writes them."""
    read = [one.event.declares for one in entries if isinstance(one.event, ProgramRead)]
    forms = {hook.what for one in read for hook in one.hooks}
    offered = {
        choice for form in forms for part in CHOICES.findall(form) for choice in part.split("|")
    }
    return {name.name for one in read for name in one.names} | forms | offered


def repeated(entries: list[Entry]) -> set[tuple[str, str]]:
    """What was said in some command and stands in the clear, and in which field."""
    said, clear = set[str](), set[tuple[str, str]]()
    for entry in entries:
        opened, (event, cause) = json.loads(entry.sealed or "{}"), parts_of(entry)
        told = committed(cause[1])
        known = (one for name, made in told if name not in SECRET for one in made)
        said |= {opened[one][1] for one in known if one in opened}  # else it was taken out
        for owner, value in (event, cause):
            clear |= {one for one in in_the_clear(value) if kind_of(owner, one[0])}
    words = [one for one in said - terms_of(entries) if len(one) >= ENOUGH]
    return {(name, one) for name, text in clear for one in words if _holds(text, one)}


@TRANSCRIPTS
def test_nothing_that_people_said_stands_anywhere_as_it_is(played: Look, file: Path) -> None:
    assert repeated(played(file).entries()) == set()


def _holds(text: str, words: str) -> bool:
    return words in text and bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text))


@TRANSCRIPTS
def test_what_is_sealed_in_an_event_is_sealed_in_its_cause(played: Look, file: Path) -> None:
    caused = set[str]()
    for entry in played(file).entries():
        opened, ((_, public), (command, cause)) = json.loads(entry.sealed or "{}"), parts_of(entry)
        caused = {text for _, text in in_the_clear(cause)} if command else caused
        sealed = (made for name, made in committed(public) if name in KINDS[entry.kind].SEALED)
        secrets = {opened[one][1] for made in sealed for one in made if one in opened}
        assert not caused & (secrets - {""}), entry.kind
