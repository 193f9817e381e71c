"""The record as one file for a letter: record.json for programs and record.txt for people.

1. The same ledger gives the same bytes: the members' times are those of no clock.
"""

import io
from collections.abc import Sequence
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from nomic_mail.archive.json import Entry, record_json
from nomic_mail.archive.text import record_text

NO_TIME = (1980, 1, 1, 0, 0, 0)


def record_zip(name: str, entries: Sequence[Entry]) -> bytes:
    """In a folder of the game's name."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        for file, data in (
            ("record.txt", record_text(entries).encode()),
            ("record.json", record_json(entries)),
        ):
            member = ZipInfo(f"{name}/{file}", NO_TIME)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            packed.writestr(member, data)
    return out.getvalue()
