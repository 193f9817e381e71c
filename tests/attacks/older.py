"""Attacks that stand with what they attack: the row, and the test that makes it."""

from tests.attacks.kit import Attack

OLDER: tuple[tuple[Attack, str], ...] = (
    (
        Attack(
            "flood",
            "twenty-one addresses",
            "writes JOIN from each of them in a day",
            "twenty are asked; the last waits for the Moderator",
        ),
        "tests/pump/test_strangers.py::test_joins_are_capped_and_what_is_over_it_waits_for_the_moderator",
    ),
)
