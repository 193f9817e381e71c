"""What says the same thing otherwise, or two things at once, is found by the verifier in JavaScript
as well: a reader in another language is held to the same text."""

import json
from collections.abc import Callable

import pytest

from tests.attacks.test_spelt_records import WAYS, honest, written
from tests.kit.second_opinion import said_of_texts


@pytest.fixture(scope="module")
def said() -> dict[str, list[str]]:
    texts = [make() for make in WAYS.values()]
    return dict(zip(WAYS, said_of_texts(texts), strict=True))


@pytest.mark.parametrize("way", WAYS)
def test_it_is_found_there_as_well(said: dict[str, list[str]], way: str) -> None:
    assert said[way]


def test_how_it_is_laid_out_is_no_difference_there() -> None:
    ways: list[Callable[[], str]] = [lambda: json.dumps(honest()), lambda: written(honest())]
    assert said_of_texts([make() for make in ways]) == [[], []]
