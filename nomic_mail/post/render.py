"""Notices to finished letters: the templates' words, the reply token, the headers, the bytes.

1. What players wrote is data: it is printed, never run as a template, and no header takes a line
   break from it.
2. A Message-ID is made from (server epoch, game, version, cause, occasions, recipient): a letter
   rendered again is recognisable as the same one. It carries the reply token, too, for mail
   programs that answer From and not Reply-To.
3. Lines are folded at 72 columns; addresses and links are left whole.
4. The envelope sender is a token of its own (VERP), or empty for refusals and automatic questions.
"""

import re
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import policy
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from nomic_mail.letters import token as tokens
from nomic_mail.letters.token import Matter, Token, make_address
from nomic_mail.post.compose import Notice

COLUMNS = 72
TOKEN_DAYS = 90
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
# Python folds a header of 69 to 77 columns right after its name; ASCII ones need no folding at all
_ASCII_POLICY = policy.SMTP.clone(max_line_length=998, utf8=False)
_POLICY = policy.SMTP.clone(max_line_length=78, utf8=False)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a letter is for."""

    seat: int
    name: str
    address: str
    zone: str = "UTC"
    token_epoch: int = 0


@dataclass(frozen=True, slots=True)
class About:
    """The game a letter speaks of, and what caused it."""

    game_id: int
    name: str
    title: str
    version: int
    at: datetime
    cause: str = ""
    in_reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    message_id: str
    mail_from: str
    recipient: str
    body: bytes


def sendable(address: str) -> bool:
    """Whether a letter of ours can name it as its recipient."""
    try:
        str(_recipient("", address))
    except (MessageError, ValueError, IndexError, AttributeError):  # the stdlib's parser has gaps
        return False
    return True


def _recipient(name: str, address: str) -> Address:
    """An international domain goes in its ASCII form, which every header can hold."""
    local, _, domain = address.rpartition("@")
    domain = domain if domain.isascii() else domain.encode("idna").decode("ascii")
    return Address(name, addr_spec=f"{local}@{domain}")


class Renderer:
    def __init__(
        self, templates: Path, base: str, delimiter: str, server: str, key: bytes, epoch: str
    ) -> None:
        self._templates = templates
        self._base = base
        self._delimiter = delimiter
        self._server = server
        self._key = key
        self._epoch = epoch
        self._host = base.rpartition("@")[2]

    @cached_property
    def _environment(self) -> Environment:
        # plain text, so nothing is escaped; the HTML letters will have an environment of their own
        environment = Environment(  # noqa: S701
            loader=FileSystemLoader(self._templates),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {
            "num": lambda number: f"{number:03d}",
            "names": _listed,
            "signed": lambda points: f"{points:+d}",
            "indented": _indented,
            "quoted": _quoted,
            "link": _chopped,
        }
        environment.globals["parts"] = environment.get_template("_parts.txt").module
        return environment

    def _template(self, occasion: str) -> Template:
        return self._environment.get_template(f"{occasion}.txt")

    def render(self, notice: Notice, reader: Reader, about: About) -> Finished:
        message_id = self._message_id(notice, reader, about)
        reply_to = self._token_address("r", notice.matter, reader, about)
        subjects, bodies = [], []
        for section in notice.sections:
            subject, body = self._texts_of(section.occasion, section.facts, reader, about)
            receipt = section.occasion == "receipt" and notice.tag != "!"
            subjects.append("" if receipt and len(notice.sections) > 1 else subject)
            bodies.append(body)
        bodies.append(
            self._texts_of("_footer", self._codes(notice, reader, about), reader, about)[1] + "\n"
        )
        text = "\n\n* * *\n\n".join(bodies[:-1]) + "\n\n" + bodies[-1]
        headers = self._headers(notice, reader, about, subjects)
        headers["Reply-To"] = Address("", addr_spec=reply_to)
        headers["Message-ID"] = message_id
        ascii_only = all(str(value).isascii() for value in headers.values())
        letter = EmailMessage(policy=_ASCII_POLICY if ascii_only else _POLICY)
        for name, value in headers.items():
            letter[name] = value
        _set_text(letter, folded(text))
        refused = notice.tag == "!"
        bounces = Matter("bounce")
        mail_from = "" if refused else self._token_address("b", bounces, reader, about)
        return Finished(message_id, mail_from, reader.address, letter.as_bytes())

    def _texts_of(
        self, occasion: str, facts: Mapping[str, Any], reader: Reader, about: About
    ) -> tuple[str, str]:
        template = self._template(occasion)
        context = template.new_context(
            {
                "facts": facts,
                **facts,
                "me": reader,
                "game": about,
                "server": self._server,
                "game_address": make_address(self._base, self._delimiter, about.name),
                "talk_address": self._token_address("r", Matter("talk"), reader, about),
                "when": lambda moment: _when(moment, about.at, reader.zone),
            }
        )
        subject = "".join(template.blocks["subject"](context))
        body = "".join(template.blocks["body"](context))
        return " ".join(subject.split()), re.sub(r"\n{3,}", "\n\n", body).strip("\n")

    def _headers(
        self, notice: Notice, reader: Reader, about: About, subjects: Sequence[str]
    ) -> dict[str, object]:
        tag = f" [{notice.tag}]" if notice.tag else ""
        game_address = make_address(self._base, self._delimiter, about.name)
        name = about.name or "server"  # a letter of no one game, to the moderator
        list_id = f"{name}.{self._host}"
        headers: dict[str, object] = {
            "From": Address(_plain(about.title or self._server), addr_spec=game_address),
            "To": _recipient(_plain(reader.name), reader.address),
            "Subject": _plain(f"[nomic {name}]{tag} {_subject(subjects)}"),
            "Date": format_datetime(about.at),
            "List-Id": f"<{list_id}>",
            "List-Help": f"<mailto:{game_address}?subject=HELP>",
            "List-Unsubscribe": f"<mailto:{game_address}?subject=LEAVE>",
            "Auto-Submitted": "auto-generated",
            "X-Nomic-Mail": f"{self._epoch}; {name} {about.version}",
        }
        root = f"<{name}.{notice.thread}.{self._epoch}@{self._host}>"
        answered = _MESSAGE_ID.fullmatch(about.in_reply_to)
        headers["References"] = f"{root} {answered[0]}" if answered else root
        headers["In-Reply-To"] = answered[0] if answered else root
        return headers

    def _message_id(self, notice: Notice, reader: Reader, about: About) -> str:
        said = " ".join(section.occasion for section in notice.sections)
        facts = (self._epoch, about.name, about.version, about.cause, said, reader.address)
        digest = sha256("\n".join(map(str, facts)).encode()).hexdigest()[:20]
        name = f"{about.name or 'server'}.{about.version}.{digest}"
        if reader.seat < 0:
            return f"<{name}@{self._host}>"
        return tokens.id_with(self._token(notice.matter, reader, about), name, self._host)

    def _codes(self, notice: Notice, reader: Reader, about: About) -> dict[str, str]:
        """Lines that say what an address cannot, where addresses have no additions."""
        if self._delimiter or reader.seat < 0:
            return {"reply_code": "", "talk_code": ""}
        matters = (notice.matter, Matter("talk"))
        reply, talk = (self._token(matter, reader, about) for matter in matters)
        return {"reply_code": tokens.code_line(reply), "talk_code": tokens.code_line(talk)}

    def _token(self, matter: Matter, reader: Reader, about: About) -> str:
        expires = tokens.expiry(about.at.date(), TOKEN_DAYS)
        token = Token(about.game_id, reader.seat, matter, expires, reader.token_epoch)
        return tokens.mint(self._key, token)

    def _token_address(self, kind: str, matter: Matter, reader: Reader, about: About) -> str:
        """Whoever has no seat (a number below 0) has no token either."""
        tag = about.name
        if reader.seat >= 0:
            tag = f"{kind}.{self._token(matter, reader, about)}"
        return make_address(self._base, self._delimiter, tag)


def _set_text(letter: EmailMessage, text: str) -> None:
    """7-bit clean: plain where it can be, quoted-printable where it must."""
    if text.isascii():
        letter.set_content(text, cte="7bit")
    else:
        letter.set_content(text, charset="utf-8", cte="quoted-printable")


def _subject(subjects: Sequence[str]) -> str:
    """All the news in one line, as long as it is a short one; else the first of it."""
    telling = list(dict.fromkeys(subject for subject in subjects if subject)) or [""]
    joined = "; ".join(telling)
    return joined if len(joined) <= 90 else telling[0][:150]


def _plain(text: str) -> str:
    """One line without control characters: fit for a header."""
    return " ".join(
        re.sub(
            r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", " ", text
        ).split()
    )


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def _indented(text: str, by: int = 4) -> str:
    return textwrap.indent(text.strip("\n"), " " * by)


def _quoted(text: str) -> str:
    return textwrap.indent(text.strip("\n"), "> ", lambda _: True)


def _chopped(text: str, width: int = 64) -> str:
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False))


def _when(moment: datetime, now: datetime, zone: str) -> str:
    told = f"{moment:%a %Y-%m-%d %H:%M} UTC"
    if zone != "UTC":
        # a zone may be gone from the tables: UTC is still right
        with suppress(ZoneInfoNotFoundError, ValueError):
            told += f" ({moment.astimezone(ZoneInfo(zone)):%a %H:%M} in {zone})"
    return told + _how_soon(moment - now)


def _how_soon(left: timedelta) -> str:
    hours = left.total_seconds() / 3600
    if hours <= 0:
        return ""
    if hours < 48:
        count, unit = max(round(hours), 1), "hour"
    else:
        count, unit = round(hours / 24), "day"
    return f", in {count} {unit}{'' if count == 1 else 's'}"


_INDENT = re.compile(r"(\s*(?:> ?)*)((?:- |\d+\. )?)")


def folded(text: str) -> str:
    """Every line at most 72 columns, the continuation lines under the text they continue."""
    lines = (line if line == "-- " else line.rstrip() for line in text.split("\n"))
    return "\n".join(piece for line in lines for piece in _fold(line))


def _fold(line: str) -> list[str]:
    if len(line) <= COLUMNS:
        return [line]
    found = _INDENT.match(line)
    indent, bullet = (found[1], found[2]) if found else ("", "")
    return textwrap.wrap(
        line[len(indent) :],
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + " " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        drop_whitespace=True,
    ) or [line]
