"""Every kind of letter as it leaves the house, shown without a game: what the sample games told to
whom is kept in `samples.json`, and rendered with the templates in use (`sampling` plays the games,
and a test holds what is kept to them).

1. Who tells moments in words of their own (MOMENTS) has the games played after all: in a HISTORY
   those words are facts already.
"""

import email.policy
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from nomic_mail.config import Mail, Server, shipped
from nomic_mail.game.record.story import Moment
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases import ENGLISH
from nomic_mail.phrases.letters import InWords
from nomic_mail.post.deadlines import Deadline
from nomic_mail.post.digest import read_time
from nomic_mail.post.drafts import Attachment, Notice, Section
from nomic_mail.post.reader import HouseWays, Reader, Speaking
from nomic_mail.post.render import Renderer

KEPT = Path(__file__).with_name("samples.json")
MOMENTS = "_moments.txt"
KINDS = {
    kind.__name__: kind
    for kind in (Speaking, Deadline, Attachment, Matter, Moment, Notice, Reader, Section)
}


def letters(
    templates: str = "", site: str = "", language: str = ENGLISH
) -> Mapping[str, EmailMessage]:
    """A letter for each occasion, in the order of the games. `templates` is a folder of one's own
    that comes before the shipped one, `site` where the house shows its games."""
    return _which("to one", templates, site, language)


def to_a_list(
    templates: str = "", site: str = "", language: str = ENGLISH
) -> Mapping[str, EmailMessage]:
    """A letter for each occasion that a game behind a mailing list sends there, in their order."""
    return _which("to a list", templates, site, language)


def _which(which: str, templates: str, site: str, language: str) -> Mapping[str, EmailMessage]:
    if templates and (Path(templates) / MOMENTS).exists():
        from nomic_mail.play import sampling

        return sampling.played(templates)[which]
    return _Kept(which, templates, site, language)


class _Kept(Mapping[str, EmailMessage]):
    """Each is rendered when it is first asked for; two occasions may stand in one letter."""

    def __init__(self, which: str, templates: str, site: str, language: str) -> None:
        kept = json.loads(KEPT.read_text(encoding="utf-8"), object_hook=_read_fact)
        self._server, self._told, self._index = kept["server"], kept["told"], kept[which]
        self._rules = kept["rules"]  # told once, however many letters cite them
        self._made: dict[int, EmailMessage] = {}
        self._ways = HouseWays(site=site, language=language)
        self._folders = [*([Path(templates)] if templates else []), shipped("templates")]

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __getitem__(self, occasion: str) -> EmailMessage:
        which = self._index[occasion]
        if which not in self._made:
            epoch, notice, reader, about = self._told[which]
            about = replace(about, rules=self._rules[about.rules])
            body = self._renderer(epoch).render(notice, reader, about).body
            self._made[which] = read(body)
        return self._made[which]

    def _renderer(self, epoch: str) -> Renderer:
        key = bytes.fromhex(self._server["key"])
        address, owner = self._server["address"], self._server["owner"]
        folders, name = self._folders, Server().name
        return Renderer(folders, address, Mail().delimiter, name, key, epoch, owner, self._ways)


def _read_fact(fields: dict[str, Any]) -> Any:
    if (kind := KINDS.get(fields.get("$", ""))) is not None:
        return kind(**{name: value for name, value in fields.items() if name != "$"})
    if list(fields) == ["$in"]:
        return InWords(fields["$in"].__getitem__)
    if list(fields) == ["$day"]:
        return date.fromisoformat(fields["$day"])
    return bytes.fromhex(fields["$bytes"]) if list(fields) == ["$bytes"] else read_time(fields)


def read(body: bytes) -> EmailMessage:
    return BytesParser(EmailMessage, policy=email.policy.default).parsebytes(body)


def occasions(letter: EmailMessage) -> Sequence[str]:
    return str(letter["X-Nomic-Mail"]).split(";")[2].split()


def text_of(letter: EmailMessage) -> str:
    return _content(letter, "plain")


def page_of(letter: EmailMessage) -> str:
    return _content(letter, "html")


def _content(letter: EmailMessage, form: str) -> str:
    part = letter.get_body((form,))
    return str(part.get_content()).replace("\r", "") if part is not None else ""
