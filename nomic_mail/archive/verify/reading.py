"""One entry of a ledger, read as strictly as it was written: what is read and written again has to
be the same. Else one text could be read as this here, and as that elsewhere.

1. What is withheld is not compared; nor is what goes without saying in an event, and is not said.
2. What is in an older form is not written any more: it is read strictly, and no more; but a cause
   is as it was.
"""

import json
import re
from typing import Any

from nomic_mail.game.course import Cause
from nomic_mail.game.events import Event
from nomic_mail.written import codec
from nomic_mail.written.entry import entry_of
from nomic_mail.written.words import MARK, Opened, made_of

# A moment by another clock than UTC's; words would be committed to.
ELSEWHEN = re.compile(r'"(\d{4}-\d\d-\d\dT[\d:.]+(?:[+-][\d:]+)?)"')


def read_as_written(line: Any) -> tuple[Event, Cause | None]:
    """Raises what BROKEN has."""
    entry = entry_of(0, line)
    event, cause = codec.read_strictly(entry.written), entry.cause
    if entry.form >= codec.COMMITTED:
        if found := ELSEWHEN.search(entry.public):
            raise codec.Unreadable(f"{found[1]} is no moment in UTC")
        again = codec.write(event, cause, b"", codec.letters_of(line["public"]))
        said = _heard(line["public"], line.get("opened", {}))
        own = _heard(json.loads(again.public), json.loads(again.sealed or "{}"))
        if entry.form < event.VERSION:  # the event was lifted, and its cause is as it was
            said, own = (_of_then(entry.form, one.get(codec.CAUSE)) for one in (said, own))
        if said != own and (where := _other(said, own)):
            raise codec.Unreadable(f"{'.'.join(where)} of a {entry.kind} is not written so")
    return event, cause


def _of_then(form: int, cause: Any) -> Any:
    """A cause in an older form; what a letter was believed by stood in it then."""
    if form >= codec.CLOSED or not cause:
        return {codec.CAUSE: cause}
    return {codec.CAUSE: {name: one for name, one in cause.items() if name != "proof"}}


def _withheld(value: Any) -> bool:
    told = value.get(MARK, "") if isinstance(value, dict) else ""
    return told is None or (isinstance(told, list) and None in told)


def _heard(value: Any, opened: Opened) -> Any:
    """With the text in the place of each commitment, and None in that of what is withheld."""
    if (here := made_of(value)) is not None:
        told = [opened[one][1] if one in opened else None for one in here]
        return {MARK: told if isinstance(value[MARK], list) else told[0]}
    if isinstance(value, dict):
        return {key: _heard(one, opened) for key, one in value.items()}
    return [_heard(one, opened) for one in value] if isinstance(value, list) else value


def _other(said: Any, own: Any) -> list[str]:
    """Where something stands that is not written now; nothing where all of it is."""
    if _withheld(said):
        return []
    if isinstance(said, dict) and isinstance(own, dict):
        for key, value in said.items():
            if key not in own and not _withheld(value):
                return [str(key)]
            if where := _other(value, own.get(key)):
                return [str(key), *where]
        return []
    if isinstance(said, list) and isinstance(own, list) and len(said) == len(own):
        inner = (_other(one, other) for one, other in zip(said, own, strict=True))
        return next((where for where in inner if where), [])
    return [] if type(said) is type(own) and said == own else [repr(said)]
