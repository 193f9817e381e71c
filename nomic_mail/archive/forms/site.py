"""A web site of the game. In a bag it stands on the bag's own record.json."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nomic_mail.archive.forms import ExportForm, Leaving

if TYPE_CHECKING:
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import Watch
    from nomic_mail.archive.rooms import Folder, Packed, Room
    from nomic_mail.archive.site import Page, Shown

RECORD = "record.json"


def pages_of(
    game: Leaving, record_at: str = RECORD, shown: "Shown | None" = None
) -> "Iterator[Page]":
    """Each page is to be written before the next is asked for."""
    from nomic_mail.archive.site import NOT_SHOWN, site_pages

    events = game.watch(game.events(), "writing site")
    return site_pages(game.laid, events, 0, record_at, game.addresses, shown or NOT_SHOWN)


def write_site(game: Leaving, room: "Folder | Packed", shown: "Shown | None" = None) -> None:
    for name, pieces in pages_of(game, shown=shown):
        room.write(name, pieces)


def _taken(room: "Room", watch: "Watch") -> "Taken | None":
    from nomic_mail.archive.opening import MARK, in_room

    names = room.names()
    if MARK not in names:
        return None
    with room.opened(MARK) as file:
        withheld = b'"withheld": true' in file.read(1 << 16)
    if withheld and RECORD not in names:
        raise ValueError(f"a site has no {RECORD} while its game is on, whose rules have secrets")
    return in_room("site", room, "", watch)


FORM = ExportForm(
    place=5,
    brief="all of it as a web site: open it in a browser",
    what="a web site of the game, for any browser: [site.md](site.md)",
    who="everybody",
    fill=write_site,
    filled="a web site; open index.html in it",
    in_bag="site/",
    from_room=_taken,
)
