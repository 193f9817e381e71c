"""The day makes some of the attacks, others each day; check makes all, and so does who names a file
of them."""

from pathlib import Path

import pytest

from tests.kit.house import House
from tests.kit.letters.rsa_key import key_pair
from tests.kit.tiers import some

HERE = Path(__file__).parent
ONE_OF = 3


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    named = (Path(config.invocation_params.dir, one.partition("::")[0]) for one in config.args)
    if any(HERE in one.parents for one in named):
        return
    attacks = [one for one in items if one.path.parent == HERE]
    made = set(some(attacks, len(attacks) // ONE_OF))
    items[:] = [one for one in items if one in made or one.path.parent != HERE]


@pytest.fixture
def house(house: House) -> House:
    """A game begun."""
    house.begin()
    return house


@pytest.fixture(scope="module")
def key() -> tuple[bytes, bytes]:
    return key_pair()
