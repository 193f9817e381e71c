"""Some of the same games on PostgreSQL (others each day; more in soak), and the pump's tests: not a
word of a letter is another."""

from pathlib import Path

import pytest

from nomic_mail.play.transcript import played
from tests.kit.played import GAMES
from tests.kit.real.real_postgres import Postgres
from tests.kit.tiers import some
from tests.pump import test_confirm as test_pump_confirm
from tests.pump import test_fence as test_pump_fence
from tests.pump import test_letters as test_pump_letters
from tests.pump import test_outbox as test_pump_outbox
from tests.pump import test_reminders
from tests.pump import test_strangers as test_pump_strangers
from tests.real.store import test_postgres
from tests.real.store.test_postgres import played_again


@pytest.mark.parametrize(
    "game", some(GAMES[1::6], 8, check=8), ids=lambda game: f"{game.parent.name}/{game.stem}"
)
def test_a_transcript_is_played_on_postgresql(
    game: Path, tmp_path: Path, postgresql: Postgres
) -> None:
    text = game.read_text(encoding="utf-8")
    found = played(text, tmp_path, database=postgresql.emptied())
    assert as_told(found) == as_told(text)


def as_told(text: str) -> list[str]:
    """The letters of one moment in any order: of two transactions either may be the first."""
    lines = text.splitlines()
    found: list[str] = []
    told: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("  > "):
            told.append(line)
        elif line.startswith("  | ") and told:
            told[-1] += f"\n{line}"
        else:
            found += [*sorted(told), line]
            told = []
    return found


AGAIN = (
    test_pump_confirm,
    test_pump_fence,
    test_pump_letters,
    test_pump_outbox,
    test_pump_strangers,
    test_reminders,
)
for each in AGAIN:
    globals().update(played_again(each))
house = test_postgres.house
