"""The record as one file for a letter: record.json for programs and record.txt for people, with the
page that checks it.

1. The same ledger gives the same bytes: the members' times are those of no clock.
2. Where a rule keeps, or kept, what its owner alone may see, the ledger, which has it, stays at
   home until the game is over, and with it the page.
"""

import io
from collections.abc import Sequence

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.bag import PAGES, page
from nomic_mail.archive.json import lay
from nomic_mail.archive.rooms import packing
from nomic_mail.written.entry import Entry


def record_zip(name: str, entries: Sequence[Entry]) -> bytes:
    """In a folder of the game's name."""
    game = Leaving(lay(entries), lambda: (entry.event for entry in entries))
    out = io.BytesIO()
    with packing(out, name) as room:
        room.write("record.txt", game.pieces("text"))
        if not game.laid.record.keeps_secrets:  # rule 2
            room.write("record.json", game.pieces("json"))
            for one in PAGES:
                room.write(one, [page(one)])
    return out.getvalue()
