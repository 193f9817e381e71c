"""A kind of event has one home, and is missing nothing: each says what the state, the record, the
story and its written form make of it, is told to somebody, and is checked.

What makes an event of each kind happen is in a game (tests/games)."""

import pkgutil
from dataclasses import fields
from importlib import import_module

import pytest

from nomic_mail.archive.verify import referee
from nomic_mail.game import events
from nomic_mail.game.events import KINDS, Event
from nomic_mail.post import telling

each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@pytest.mark.parametrize("room", [events, telling], ids=["events", "telling"])
def test_every_file_of_kin_is_read(room: object) -> None:
    """One that is not read has no kinds, and tells of none."""
    name, path = vars(room)["__name__"], vars(room)["__path__"]
    for file in pkgutil.iter_modules(path):
        public = {one for one in vars(import_module(f"{name}.{file.name}")) if one[0] != "_"}
        assert public <= set(vars(room)), file.name


@each_kind
def test_each_kind_has_a_moment_or_says_that_it_has_none(kind: type[Event]) -> None:
    said = [one for one in kind.__mro__ if issubclass(one, Event) and one is not Event]
    assert any({"MOMENT", "moment"} & set(vars(one)) for one in said)


@each_kind
def test_each_kind_is_told_in_one_function_or_along_with_something_else(kind: type[Event]) -> None:
    assert (kind in telling.TELLS) != (kind in telling.ALONG)


@each_kind
def test_what_each_kind_says_of_its_written_form_fits(kind: type[Event]) -> None:
    names = {one.name for one in fields(kind)}
    assert set(kind.SEALED) <= names
    assert set(kind.BLANK) <= set(kind.SEALED)
    assert set(kind.UPCASTERS) == set(range(1, kind.VERSION))
    assert 1 <= kind.SEALED_SINCE <= kind.VERSION
    assert kind.SEALED or not kind.ERASABLE


def test_each_kind_is_checked() -> None:
    assert set(referee._BY_KIND) == set(KINDS.values())
