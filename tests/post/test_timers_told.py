"""When a rule runs by itself, as HELP ACTIONS tells it."""

import email
import email.policy

from nomic_mail.play.samples import text_of
from tests.kit.played import GAMES, Look

FILE = next(one for one in GAMES if one.stem == "in-a-zone")


def test_when_a_rule_runs_next_is_told_in_utc_and_by_the_reader_s_own_clocks(played: Look) -> None:
    bodies = played(FILE).bodies
    told = [text_of(email.message_from_bytes(one, policy=email.policy.default)) for one in bodies]
    first, second, third = (" ".join(one.split()) for one in told if "runs by itself:" in one)
    assert (
        "every Monday 20:00 Europe/Berlin: next at Mon 2026-03-16 19:00 UTC (Mon 15:00 in" in first
    )
    assert "Monday 20:00 Europe/Berlin: next at Mon 2026-03-30 18:00 UTC (Mon 14:00 in" in second
    assert "Monday 08:00 Pacific/Auckland: next at Sun 2026-03-29 19:00 UTC (Sun 15:00 in" in second
    assert "Monday 08:00 Pacific/Auckland: next at Sun 2026-04-12 20:00 UTC (Sun 16:00 in" in third
    assert "Write it on a line" not in first
