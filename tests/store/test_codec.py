"""Events to text and back: whatever an event holds is read as it was written, and its written form
is one and the same for ever."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic_mail.game.events import KINDS, BallotCast, Event
from nomic_mail.store.games import codec

FIRST = datetime(1970, 1, 1, tzinfo=UTC)
TIMES = st.integers(0, 10**16).map(lambda microseconds: FIRST + timedelta(0, 0, microseconds))
SPANS = st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=4000))
st.register_type_strategy(datetime, TIMES)
st.register_type_strategy(timedelta, SPANS)
st.register_type_strategy(Mapping, lambda kind: st.dictionaries(*map(st.from_type, get_args(kind))))

EVERY_KIND = st.one_of([st.from_type(kind) for kind in KINDS.values()])
patiently = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
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
@patiently
@given(data=st.data())
def test_each_kind_of_event_is_read_back_as_it_was(kind: type[Event], data: st.DataObject) -> None:
    event: Any = data.draw(st.from_type(kind))
    written = codec.write(event)
    assert codec.read(written) == event
    assert codec.write(codec.read(written)) == written


@patiently
@given(event=EVERY_KIND)
def test_what_is_sealed_is_written_apart(event: Event) -> None:
    written = codec.write(event)
    public, sealed = json.loads(written.public), json.loads(written.sealed or "{}")
    assert tuple(sealed) == tuple(sorted(type(event).SEALED))
    assert not set(public) & set(sealed)
    assert public["event"] == written.kind == type(event).__name__


@patiently
@given(event=EVERY_KIND)
def test_the_written_form_is_canonical(event: Event) -> None:
    """Keys in order, no blanks: what hashes cover can be made again by any JSON library."""
    public = codec.write(event).public
    shortest = (",", ":")
    assert public == json.dumps(
        json.loads(public), sort_keys=True, separators=shortest, ensure_ascii=False
    )


def test_the_written_form_of_a_ballot_is_what_it_always_was() -> None:
    """Hashes of ledgers in the world stand on it: a change needs a new VERSION and an upcaster."""
    written = codec.write(CAST)
    assert written.public == (
        '{"at":"2026-03-02T09:00:00.000005Z","changed":false,"event":"BallotCast","number":301,'
        '"received_at":"2026-03-02T08:59:00Z","seat":2}'
    )
    assert written.sealed == '{"choice":"against","letter":"ab"}'
    assert (written.kind, written.form) == ("BallotCast", 1)


@contextmanager
def a_third_form() -> Iterator[None]:
    """A later program, in which ballots have changed twice."""

    def renamed(fields: dict[str, object]) -> dict[str, object]:
        fields["seat"] = fields.pop("player")
        return fields

    def counted(fields: dict[str, object]) -> dict[str, object]:
        return {**fields, "changed": fields["changed"] == "yes"}

    lifts = {1: renamed, 2: counted}
    with patch.object(BallotCast, "VERSION", 3), patch.object(BallotCast, "UPCASTERS", lifts):
        yield


def test_an_older_form_is_lifted_step_by_step() -> None:
    written = codec.write(CAST)
    public = written.public.replace('"seat":2', '"player":2').replace("false", '"no"')
    with a_third_form():
        old = codec.Written("BallotCast", 1, public, written.sealed)
        assert codec.read(old) == CAST
        assert codec.write(CAST).form == 3
