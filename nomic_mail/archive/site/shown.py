"""Where a site is shown: beside which others, at which address, and whom to write to there.

1. No part of the game: site.json keeps it, so that the pages can be made again from that and the
   record. What stands in a site.json may be anybody's: what is nothing of ours is left out.
"""

import re
from typing import Any
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import asdict

URL = re.compile(r"https?://[A-Za-z0-9._~:/%\[\]-]{1,250}")
ADDRESS = re.compile(r"[^\s<>\"]{1,100}@[^\s<>\"]{1,250}")
SERVER = re.compile(r"[^\x00-\x1f\x7f]{1,60}")


class Shown(Struct, frozen=True):
    """`server` has an index of its games above this one; `url` is where the game's own folder is
    (without a stroke at its end), and `address` where letters to the game go."""

    server: str = ""
    url: str = ""
    address: str = ""

    def __post_init__(self) -> None:
        for kind, told in ((SERVER, self.server), (URL, self.url), (ADDRESS, self.address)):
            if told and not kind.fullmatch(told):
                raise ValueError(f"no site is shown at {told[:80]!r}")

    @property
    def told(self) -> dict[str, str]:
        return {name: told for name, told in asdict(self).items() if told}

    @property
    def letter(self) -> str:
        """RFC 6068: one that asks to join, at a touch."""
        return f"mailto:{quote(self.address, safe='@')}?subject=JOIN&body=JOIN"

    def at(self, path: str) -> str:
        """A page's address, where that is known; else how it is reached from the front page."""
        short = "" if path == "index.html" and self.url else path
        return f"{self.url}/{short}" if self.url else path


NOT_SHOWN = Shown()


def read_shown(told: Any) -> Shown:
    """Of what stands in a site.json."""
    if not isinstance(told, dict):
        return NOT_SHOWN
    kept = {name: told.get(name, "") for name in Shown.__struct_fields__}
    if not all(isinstance(one, str) for one in kept.values()):
        return NOT_SHOWN
    try:
        return Shown(**kept)
    except ValueError:
        return NOT_SHOWN
