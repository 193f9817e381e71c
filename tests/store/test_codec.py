"""Events to text and back: whatever an event holds is read as it was written, and its written form
is one and the same for ever."""

import hmac
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from nomic_mail.game import commands
from nomic_mail.game.commands import Command, Vote
from nomic_mail.game.course import Cause
from nomic_mail.game.events import KINDS, BallotCast, Event
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import State
from nomic_mail.written import codec
from nomic_mail.written.words import all_made, commitment
from tests.kit.tiers import examples

FIRST = datetime(1970, 1, 1, tzinfo=UTC)
TIMES = st.integers(0, 10**16).map(lambda microseconds: FIRST + timedelta(0, 0, microseconds))
SPANS = st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=4000))
st.register_type_strategy(datetime, TIMES)
st.register_type_strategy(timedelta, SPANS)
FACTS = st.one_of(st.integers(), st.text(), st.tuples(st.integers(), st.text()), st.none())
PHRASES = st.builds(lambda facts: Phrase("said", **facts), st.dictionaries(st.text(), FACTS))
st.register_type_strategy(
    Phrase, st.one_of(PHRASES, st.builds(lambda one: Phrase("so", why=one), PHRASES))
)
st.register_type_strategy(Mapping, lambda kind: st.dictionaries(*map(st.from_type, get_args(kind))))


def made(kind: type[Event]) -> st.SearchStrategy[Event]:
    """With anything in each of its fields, or what is there where nothing is said."""
    unsaid = {one.name: st.just(one.default) for one in fields(kind) if one.default != NODEFAULT}
    fitting = {one.name: st.from_type(one.type) for one in fields(kind)}
    return st.builds(kind, **fitting | {k: v | fitting[k] for k, v in unsaid.items()})


EVERY_KIND = st.one_of([made(kind) for kind in KINDS.values()])
patiently = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
KEY = b"nobody else's"
A_SALT, ITS_SALT = (hmac.digest(KEY, text, "sha256")[:16].hex() for text in (b"against", b"ab"))
CAST = BallotCast(
    at=datetime(2026, 3, 2, 9, 0, 0, 5, tzinfo=UTC),
    number=301,
    seat=2,
    received_at=datetime(2026, 3, 2, 8, 59, tzinfo=UTC),
    letter="ab",
    changed=False,
    choice="against",
)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.__name__)
@settings(patiently, max_examples=examples(40))
@given(data=st.data())
def test_each_kind_of_event_is_read_back_as_it_was(kind: type[Event], data: st.DataObject) -> None:
    event: Any = data.draw(made(kind))
    written = codec.write(event, None, KEY)
    assert codec.read(written) == event
    assert codec.write(codec.read(written), None, KEY) == written


@patiently
@given(event=EVERY_KIND)
def test_what_is_sealed_or_in_peoples_words_is_written_apart(event: Event) -> None:
    written = codec.write(event, None, KEY)
    public, opened = json.loads(written.public), json.loads(written.sealed or "{}")
    assert public["event"] == written.kind == type(event).__name__
    assert sorted(opened) == sorted(set(all_made(public)))
    assert all(commitment(*told) == made for made, told in opened.items())
    for name in type(event).SEALED:
        said = public.get(name) and opened[public[name]["sha256"]][1]
        assert said == getattr(event, name)


CAUSES = st.one_of([st.from_type(kind) for kind in commands.KINDS.values()])


@patiently
@given(command=CAUSES, at=TIMES)
def test_each_command_is_read_back_from_what_came_of_it(command: Command, at: datetime) -> None:
    """But for what is nobody's matter but the server's."""
    written = codec.write(CAST, Cause(command, at), KEY)
    private: Any = dict.fromkeys(type(command).PRIVATE, "")
    assert codec.read_cause(written) == Cause(replace(command, **private), at)
    assert codec.read(written) == CAST


@patiently
@given(event=EVERY_KIND)
def test_the_written_form_is_canonical(event: Event) -> None:
    """Keys in order, no blanks: what hashes cover can be made again by any JSON library."""
    public = codec.write(event, None, KEY).public
    shortest = (",", ":")
    assert public == json.dumps(
        json.loads(public), sort_keys=True, separators=shortest, ensure_ascii=False
    )


def test_the_written_form_of_a_ballot_is_what_it_always_was() -> None:
    """Hashes of ledgers in the world stand on it: a change needs a new VERSION and an upcaster."""
    vote = Vote(by=2, choice="against", proposal=301, letter="ab", received_at=CAST.received_at)
    written = codec.write(CAST, Cause(vote, CAST.at), KEY)
    against, letter = commitment(A_SALT, "against"), commitment(ITS_SALT, "ab")
    assert written.public == (
        f'{{"at":"2026-03-02T09:00:00.000005Z","cause":{{"by":2,'
        f'"choice":{{"sha256":"{against}"}},"command":"Vote",'
        f'"decided_at":"2026-03-02T09:00:00.000005Z",'
        f'"letter":{{"sha256":"{letter}"}},"proposal":301,"received_at":"2026-03-02T08:59:00Z"}},'
        f'"changed":false,"choice":{{"sha256":"{against}"}},"event":"BallotCast",'
        f'"letter":{{"sha256":"{letter}"}},"number":301,'
        f'"received_at":"2026-03-02T08:59:00Z","seat":2}}'
    )
    opened = {against: [A_SALT, "against"], letter: [ITS_SALT, "ab"]}
    assert json.loads(written.sealed or "") == opened
    assert (written.kind, written.form) == ("BallotCast", 5)


def test_the_older_form_of_a_ballot_is_read_for_ever() -> None:
    public = (
        '{"at":"2026-03-02T09:00:00.000005Z","changed":false,"event":"BallotCast","number":301,'
        '"received_at":"2026-03-02T08:59:00Z","seat":2}'
    )
    sealed = '{"choice":"against","letter":"ab"}'
    assert codec.read(codec.Written("BallotCast", 1, public, sealed)) == CAST
    assert codec.read_cause(codec.Written("BallotCast", 1, public, sealed)) is None


@contextmanager
def a_fifth_form() -> Iterator[None]:
    """A later program, in which ballots have changed twice."""

    def renamed(fields: dict[str, object]) -> dict[str, object]:
        fields["seat"] = fields.pop("player")
        return fields

    def counted(fields: dict[str, object]) -> dict[str, object]:
        return {**fields, "changed": fields["changed"] == "yes"}

    lifts = {3: renamed, 4: counted}
    with patch.object(BallotCast, "VERSION", 5), patch.object(BallotCast, "UPCASTERS", lifts):
        yield


def test_an_older_form_is_lifted_step_by_step() -> None:
    written = codec.write(CAST, None, KEY)
    public = written.public.replace('"seat":2', '"player":2').replace("false", '"no"')
    with a_fifth_form():
        old = codec.Written("BallotCast", 3, public, written.sealed)
        assert codec.read(old) == CAST
        assert codec.write(CAST, None, KEY).form == 5


def test_a_field_more_is_another_form_of_a_state() -> None:
    """So that a snapshot of before is not read as one of now, with the field empty."""

    class Longer(State, frozen=True, kw_only=True):
        kept_since: int = 0

    forms = {codec.state_form(), codec.state_form(Longer)}
    assert len(forms) == 2
    assert all(0 <= form < 2**31 for form in forms)  # as the column holds it
    assert codec.state_form.__wrapped__(State) == codec.state_form()
