"""The moderator: whom questions go to that only a human can judge."""

from collections.abc import Iterator
from typing import Literal
from zoneinfo import available_timezones

from msgspec import Struct

from nomic_mail.config.kinds import Address, Line, Text


class ModeratorSection(Struct, frozen=True, forbid_unknown_fields=True):
    name: Line = "The Moderator"
    address: Address = "moderator@localhost"
    timezone: Text = "UTC"
    desk: Literal["daily", "never"] = "daily"


def people_problems(one: ModeratorSection) -> Iterator[tuple[str, str, object, str]]:
    """(key, its name, its value, fix), as `post_problems` tells them."""
    if one.timezone != "UTC" and one.timezone not in available_timezones():
        fix = 'a time zone by its name, such as "Europe/Berlin", or "UTC"'
        yield "moderator.timezone", "timezone", one.timezone, fix
