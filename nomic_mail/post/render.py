"""Notices to finished letters: the templates' words in two forms, the reply token, the headers.

1. What players wrote is data: it is printed, never run as a template, and no header takes a line
   break from it.
2. A Message-ID is made from (server epoch, game, version, cause, occasions, recipient): a letter
   rendered again is recognisable as the same one. It carries the reply token, too, for mail
   programs that answer From and not Reply-To.
3. Text and HTML are one template rendered twice; `text` and `page` say how each form is set.
4. A letter's thread is named by a Message-ID nobody ever sent, the same in every letter of it, and
   so a proposal's letters are one conversation wherever References make one; by their subjects
   only where the house wants it so ([mail] subjects).
5. The envelope sender is a token of its own (VERP), or empty for refusals.
6. A letter to a mailing list is answered to the list, and leaves the List headers to it.
7. Who reads another language gets the letter in that: templates of a folder of its own, and facts
   said in it. What all were told stands in the record in English, whoever read what.
"""

import hmac
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from email.utils import format_datetime
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from css_inline import CSSInliner
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateSyntaxError,
    meta,
)
from jinja2.defaults import DEFAULT_NAMESPACE
from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.numbers import DIGITS, printed_with
from nomic_mail.letters.proof import token as tokens
from nomic_mail.letters.proof.cutting import Cut
from nomic_mail.letters.proof.token import Matter, Token, make_address
from nomic_mail.patterns import short_turns
from nomic_mail.phrases import ENGLISH
from nomic_mail.phrases.letters import in_language
from nomic_mail.post import page, parcel, sections, text
from nomic_mail.post.audience import BOUNCES, THE_LIST
from nomic_mail.post.calendar import CalendarEntry, Organizer, Sheet, sheets
from nomic_mail.post.compose import Attachment, Notice, Section
from nomic_mail.post.drafts import ANSWERS
from nomic_mail.post.headers import one_line, recipient
from nomic_mail.post.reader import Finished, HouseWays, Reader, Speaking, Told
from nomic_mail.post.times import clock, day, when

__all__ = ["TOKEN_DAYS", "Finished", "HouseWays", "Reader", "Renderer", "Speaking", "Templates"]

log = logging.getLogger("nomic_mail.post")

TOKEN_DAYS = 90
OUTSIDE = (
    "address",
    "successor",
    "takeover",
)  # what such a letter is about, its reader has no seat by
ANSWERED_ALONE = (
    *("address", "confirm", "consent", "join", "leave", "moderator", "stop", "successor"),
    "takeover",
)
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
_GAPS = re.compile(r"\n{3,}")
_LINK: ContextVar[Callable[[str], str]] = ContextVar("link")  # of the letter that is being set


class _Words(Struct, frozen=True):
    """A letter as text: `shown` are the blocks of its sections that it shows, `facts` what its
    templates were told."""

    facts: dict[str, Any]
    subject: str
    plain: str
    shown: list[str]
    long: tuple[Attachment, ...]
    proof: tuple[Attachment, ...]

    @property
    def told(self) -> Told:
        return self.subject, self.plain, sections.attached((*self.long, *self.proof))


_OF_EACH_DICT = frozenset(dir(dict))


class _Environment(Environment):
    """Most of what a template speaks of are facts by their names: there Jinja looks for an
    attribute first, which takes longer than all else."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj and attribute not in _OF_EACH_DICT:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def compile(self, *told: Any, **ways: Any) -> Any:
        with short_turns():
            return super().compile(*told, **ways)


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...], form: str, language: str) -> Environment:
    """Kept, as compiling all templates takes longer than a game does. A file of somebody's own that
    changed is read anew; the last folder, and what is in it, are this program's."""
    environment = _Environment(
        auto_reload=not all(one.is_relative_to(folders[-1]) for one in folders),
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=form == "html",  # plain text is not escaped
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= page.FILTERS if form == "html" else text.FILTERS
    environment.filters |= text.spoken(language)
    return environment


@lru_cache(maxsize=64)
def _made(template: Template, told: tuple[tuple[str, Any], ...]) -> Any:
    """The same for all letters that tell it the same."""
    return template.make_module(dict(told))


@lru_cache(maxsize=64)
def _asked_for(environment: Environment, template: Template) -> tuple[str, ...] | None:
    """What a file of macros wants to be told; None where it has others do its work."""
    read = environment.parse(Path(template.filename or "").read_text(encoding="utf-8"))
    if any(True for _ in meta.find_referenced_templates(read)):
        return None
    return tuple(sorted(meta.find_undeclared_variables(read)))


def _reply_link(words: str) -> str:
    return _LINK.get()(words)


def _no_link(words: str) -> str:
    return ""


class Templates:
    """The templates in one form. Where two folders have one of the same name, the first's holds. A
    file that changed is read anew for the next letter. Those of another language stand in folders
    of their own within these; what such a folder lacks is told in English."""

    def __init__(self, folders: Sequence[Path], form: str, language: str = ENGLISH) -> None:
        self._form = form
        self._environment = _environment(tuple(folders), form, language)
        self._of_this_letter: dict[str, Template] = {}

    def _template(self, name: str) -> Template:
        found = self._of_this_letter.get(name)
        if found is None:
            found = self._of_this_letter[name] = self._environment.get_template(name)
        return found

    def with_parts(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """What a letter tells, and `parts`: the macros that letters share, which know it too. Each
        letter begins with it."""
        if self._environment.auto_reload:
            self._of_this_letter = {}
        form = self._macros(f"_form.{self._form}", told)
        parts = self._macros("_parts.txt", {**told, "form": form})
        return {**told, "form": form, "parts": parts}

    def _macros(self, name: str, told: Mapping[str, Any]) -> Any:
        template = self._template(name)
        asked = _asked_for(self._environment, template)
        if asked is None:
            return template.make_module(dict(told))
        return _made(template, tuple([(one, told[one]) for one in asked if one in told]))

    def trouble(self, name: str) -> str:
        """The line where a template is not one, and why; else nothing."""
        try:
            template = self._environment.get_template(name)
        except TemplateSyntaxError as error:
            return f"line {error.lineno}: {error.message}"
        except (TemplateError, UnicodeDecodeError, OSError) as error:
            return f"it cannot be read: {error}"
        blocks = () if name.startswith("_") else ("subject", "body")
        lost = [one for one in blocks if one not in template.blocks]
        return f"it has no {{% block {lost[0]} %}}" if lost else ""

    def has(self, occasion: str, name: str) -> bool:
        return name in self._template(f"{occasion}.txt").blocks

    def block(self, occasion: str, name: str, told: dict[str, Any]) -> str:
        template = self._template(f"{occasion}.txt")
        rendered = "".join(template.blocks[name](template.new_context(told, shared=True)))
        return _GAPS.sub("\n\n", rendered).strip("\n")

    def line(self, name: str, macro: str, told: Mapping[str, Any], one: object) -> str:
        module = self._template(name).make_module(dict(told))
        return " ".join(str(getattr(module, macro)(one)).split())

    def whole(self, name: str, told: Mapping[str, Any]) -> str:
        return self._template(name).render(told)


def in_tongue(folders: Sequence[Path], form: str, language: str) -> Templates:
    own = [] if language == ENGLISH else [one / language for one in folders]
    return Templates([*own, *folders], form, language)


def _subjects(forms: "_Forms", own: Sequence[Section], told: Mapping[str, Any]) -> list[str]:
    blocks = (forms.plain.block(one.occasion, "subject", sections.of(one, told)) for one in own)
    return [" ".join(one.split()) for one in blocks]


class _Forms(Struct, frozen=True):
    plain: Templates
    html: Templates


class Renderer:
    """`templates` are folders: the first that has a template gives it, and the last has them all.
    Where a template of somebody's own is broken, the letter goes out in the last one's words: a
    game does not stop for it."""

    def __init__(
        self,
        templates: Path | Sequence[Path],
        base: str,
        delimiter: str,
        server: str,
        key: bytes,
        epoch: str,
        owner: str = "",
        house: HouseWays | None = None,
    ) -> None:
        self._folders = [templates] if isinstance(templates, Path) else list(templates)
        self._base = base
        self._delimiter = delimiter
        self._server = server
        self._key = key
        self._epoch = epoch
        self._owner = owner
        self._house = house or HouseWays()
        self._host = base.rpartition("@")[2]
        self.cut = Cut(base, delimiter, key)
        self._forms_in: dict[str, _Forms] = {}

    def _in(self, language: str) -> _Forms:
        found = self._forms_in.get(language)
        if found is None:
            forms = (in_tongue(self._folders, form, language) for form in ("txt", "html"))
            found = self._forms_in[language] = _Forms(*forms)
        return found

    @cached_property
    def _shipped_forms(self) -> _Forms:
        return _Forms(Templates(self._folders[-1:], "txt"), Templates(self._folders[-1:], "html"))

    @cached_property
    def _inliner(self) -> CSSInliner:
        return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)

    def tells(self, notice: Notice, reader: Reader, about: Speaking) -> bool:
        """Whether its facts are those that letters have today."""
        try:
            self.render(notice, reader, about)
        except (TemplateError, TypeError, ValueError, LookupError, AttributeError):
            where = (reader.seat, about.name)
            log.warning("what waited for seat %s of %s has other facts now", *where, exc_info=True)
            return False
        return True

    def render(self, notice: Notice, reader: Reader, about: Speaking) -> Finished:
        with printed_with(about.digits):
            return self._render(notice, reader, about)

    def _render(self, notice: Notice, reader: Reader, about: Speaking) -> Finished:
        language = reader.language or self._house.language
        reader, english = replace(reader, language=language), replace(reader, language=ENGLISH)
        if language == ENGLISH:
            as_made = about.digits == DIGITS
            told = notice if as_made else sections.in_tongue(notice, ENGLISH)
            return self._rendered(told, english, about)
        whole = self._rendered(sections.in_tongue(notice, language), reader, about)
        return replace(whole, words=self._in_english(notice, english, about))  # rule 7

    def _in_english(self, notice: Notice, reader: Reader, about: Speaking) -> Told:
        about = replace(about, language=ENGLISH)
        told = self._of_letter(notice, reader, about)
        try:
            return self._words(self._in(ENGLISH), notice, told, about).told
        except TemplateError:
            return self._words(self._shipped_forms, notice, told, about).told

    def _rendered(self, notice: Notice, reader: Reader, about: Speaking) -> Finished:
        about = replace(about, language=reader.language)
        message_id = self._message_id(notice, reader, about)
        reply_to = self._token_address("r", notice.matter, reader, about)
        told = self._of_letter(notice, reader, about)
        try:
            forms = self._in(reader.language)
            words, html, entries = self._both(forms, notice, told, about, reply_to)
        except TemplateError:
            if len(self._folders) == 1 and reader.language == ENGLISH:
                raise
            log.exception("templates in %s cannot be used", self._folders[0])
            words, html, entries = self._both(self._shipped_forms, notice, told, about, reply_to)
        headers = self._headers(notice, reader, about, words.subject, reply_to)
        headers["Message-ID"] = message_id
        organizer = Organizer(about.title, self._game_address(about))
        dates = sheets(entries, about.version, about.at, organizer)
        attached = (*words.long, *words.proof, *notice.files)
        content = self._content(words.plain, html, dates, attached, message_id)
        refused = notice.tag == "!"
        bounces = Matter("bounce")
        sender = replace(reader, seat=BOUNCES) if reader.seat == THE_LIST else reader
        mail_from = "" if refused else self._token_address("b", bounces, sender, about)
        body = parcel.letter(headers, content)
        return Finished(message_id, mail_from, reader.address, body, reader.seat, words.told)

    def story(self, moments: Iterable[object], reader: Reader, about: Speaking) -> list[str]:
        """What happened, each moment in the line that HISTORY has for it."""
        reader = replace(reader, language=reader.language or self._house.language)
        plain = self._in(reader.language).plain
        told = plain.with_parts({**self._told(reader, about), "reply_link": _no_link})
        turned = (in_language(one, reader.language) for one in moments)
        lines = [plain.line("_moments.txt", "line", told, one) for one in turned]
        return [line for line in lines if line]

    # The words

    def _both(
        self, forms: _Forms, notice: Notice, told: dict[str, Any], about: Speaking, reply_to: str
    ) -> tuple[_Words, str, list[CalendarEntry]]:
        words = self._words(forms, notice, told, about)
        html = self._page(forms, notice, words, reply_to)
        return words, html, self._entries(forms.plain, notice, told, about)

    def _words(
        self, forms: _Forms, notice: Notice, told: Mapping[str, Any], about: Speaking
    ) -> _Words:
        def news(section: Section) -> str:
            return sections.news(forms.plain, section, plain)

        plain = forms.plain.with_parts({**told, "news": news})
        proof = sections.proof(forms.plain, notice, plain)
        plain["attached"] = bool(proof)
        own = [one for one in notice.sections if one.heading is None]
        subjects = _subjects(forms, own, plain)
        if not any(subjects):  # what is hardly worth one is all that there is
            subjects = _subjects(forms, own, {**plain, "nothing_else": True})
        subject = self._subject(notice, about, subjects)
        bodies, long = sections.bodies(forms.plain, notice, plain)
        whole = sections.text(forms.plain, [body for _, body in bodies], plain)
        return _Words(plain, subject, whole, [name for name, _ in bodies], long, proof)

    def _page(self, forms: _Forms, notice: Notice, words: _Words, reply_to: str) -> str:
        facts = words.facts
        _LINK.set(lambda shown: page.mail_link(reply_to, f"Re: {words.subject}", shown))
        html = forms.html.with_parts(
            {
                **facts,
                "talk_address": page.mailto(str(facts["talk_address"])),
                "talk_link": page.mail_link(str(facts["talk_address"])),
                "reply_link": _reply_link,
            }
        )
        whole = sections.page(forms.html, notice, words.shown, html, words.subject)
        return page.ascii_lines(self._inliner.inline(whole))

    def _of_letter(self, notice: Notice, reader: Reader, about: Speaking) -> dict[str, Any]:
        return {
            **self._told(reader, about),
            **self._codes(notice, reader, about),
            "invited": notice.matter.kind == "join",  # and no player yet
            "listed": reader.seat == THE_LIST,
            "outside": reader.seat < 0 or notice.matter.kind in OUTSIDE,  # and no player at all
            "reply_link": _no_link,
            "talk_link": "",
        }

    def _asked(self, about: Speaking) -> str:
        """Where a person is asked about the game."""
        known = self._house.own_moderator if about.handed_over else None
        return (known(about.game_id) if known else "") or self._owner

    def _told(self, reader: Reader, about: Speaking) -> dict[str, Any]:
        """What every template may speak of."""
        return {
            **DEFAULT_NAMESPACE,
            "me": reader,
            "game": about,
            "server": self._server,
            "owner": self._asked(about),
            "game_address": self._game_address(about),
            "talk_address": self._token_address("r", Matter("talk"), reader, about),
            "when": lambda moment: when(moment, about.at, reader.zone, reader.language),
            "day": lambda moment: day(moment, reader.zone, reader.language),
            "clock": lambda moment: clock(moment, reader.zone),
            "one_subject": self._house.one_subject,
            "site": f"{self._house.site}/{about.name}" if self._house.site and about.name else "",
            "answer_days": TOKEN_DAYS,
            "nothing_else": False,
        }

    def _subject(self, notice: Notice, about: Speaking, subjects: Sequence[str]) -> str:
        """All the news in one line, as long as it is a short one; else the first of it, before what
        was asked for. That a letter was read is the news only where it is the only one, or the
        letter was refused."""
        own = [one.occasion for one in notice.sections if one.heading is None]
        told = [(what, said) for what, said in zip(own, subjects, strict=True) if said]
        if len(subjects) > 1 and notice.tag != "!":
            told = [(what, said) for what, said in told if what != "receipt"] or told
        first = [said for what, said in told if what not in ANSWERS or what == "receipt"]
        telling = list(dict.fromkeys(said for _, said in told)) or [""]
        joined = "; ".join(telling)
        news = joined if len(joined) <= 90 else (first or telling)[0][:150]
        name = about.name or "server"
        if self._house.one_subject:  # as it was, for whoever sorts by it
            tag = f"[nomic {name}] [{notice.tag}]" if notice.tag else f"[nomic {name}]"
        else:
            tag = f"[{about.name or 'nomic'}{notice.tag}]"
        return one_line(f"{tag} {news}")

    # The headers

    def _headers(
        self, notice: Notice, reader: Reader, about: Speaking, subject: str, reply_to: str
    ) -> dict[str, object]:
        name = about.name or "server"  # a letter of no one game, to the moderator
        title = one_line(about.title or self._server)
        is_asked = notice.matter.kind in ANSWERED_ALONE  # also by who answers From
        headers: dict[str, object] = {
            "From": recipient(title, reply_to if is_asked else self._game_address(about)),
            "To": recipient(one_line(reader.name), reader.address),
            "Subject": subject,
            "Date": format_datetime(about.at),
            "Reply-To": recipient("", reply_to),
            "List-Id": f"<{name}.{self._host}>",
            "List-Help": f"<{page.mail_link(reply_to, 'HELP')}>",
            # a mail program's own button may come to this: it asks, and never forfeits (113)
            "List-Unsubscribe": f"<{page.mail_link(reply_to, 'HELP LEAVE')}>",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "OOF, AutoReply",
            "X-Nomic-Mail": f"{self._epoch}; {name} {about.version}; {sections.occasions(notice)}",
        }
        if owner := self._asked(about):
            headers["List-Owner"] = f"<{page.mail_link(owner)}>"
        if reader.seat == THE_LIST:  # rule 6
            headers = {key: value for key, value in headers.items() if key[:5] != "List-"}
        root = f"<{name}.{notice.thread}.{self._epoch}@{self._host}>"
        answered = _MESSAGE_ID.fullmatch(about.in_reply_to)
        headers["References"] = f"{root} {answered[0]}" if answered else root
        headers["In-Reply-To"] = answered[0] if answered else root
        return headers

    def _message_id(self, notice: Notice, reader: Reader, about: Speaking) -> str:
        said = " ".join(section.occasion for section in notice.sections)
        facts = (self._epoch, about.name, about.version, about.cause, said, reader.address)
        digest = sha256("\n".join(map(str, facts)).encode()).hexdigest()[:20]
        name = f"{about.name or 'server'}.{about.version}.{digest}"
        if reader.marked < 0:
            return f"<{name}@{self._host}>"
        token = self._token(notice.matter, reader, about, in_id=True)
        return tokens.id_with(token, name, self._host)

    def _content(
        self,
        plain: str,
        html: str,
        dates: Sequence[Sheet],
        files: Sequence[Attachment],
        message_id: str,
    ) -> str:
        """The same boundaries for the same letter, and unknown to whoever writes into one."""
        secret = hmac.digest(self._key, b"boundary\0" + message_id.encode(), "sha256").hex()[:40]
        forms = [
            parcel.part('text/plain; charset="utf-8"', plain),
            parcel.part('text/html; charset="utf-8"', html),
        ]
        both = parcel.multipart("alternative", f"=_0_{secret}", forms)
        attached = [*map(parcel.sheet, dates), *map(parcel.attached, files)]
        if not attached:
            return both
        return parcel.multipart("mixed", f"=_1_{secret}", [both, *attached])

    def _entries(
        self, plain: Templates, notice: Notice, told: Mapping[str, Any], about: Speaking
    ) -> list[CalendarEntry]:
        entries = []
        for one in notice.deadlines:
            own = {**told, "kind": one.kind, "number": one.number, "moot": one.moot}
            summary = " ".join(plain.block("_deadline", "subject", own).split())
            uid = f"{about.name}.{one.name}.{notice.to}.{self._epoch}@{self._host}"
            entries.append(CalendarEntry(one, uid, summary, plain.block("_deadline", "body", own)))
        return entries

    def _game_address(self, about: Speaking) -> str:
        return make_address(self._base, self._delimiter, about.name)

    def _codes(self, notice: Notice, reader: Reader, about: Speaking) -> dict[str, str]:
        """Lines that say what an address cannot, where addresses have no additions."""
        if self._delimiter or reader.marked < 0:
            return {"reply_code": "", "talk_code": ""}
        matters = (notice.matter, Matter("talk"))
        reply, talk = (self._token(matter, reader, about) for matter in matters)
        return {"reply_code": tokens.code_line(reply), "talk_code": tokens.code_line(talk)}

    def reply_code(self, reader: Reader, about: Speaking) -> str:
        return tokens.code_line(self._token(Matter("game"), reader, about))

    def _token(
        self, matter: Matter, reader: Reader, about: Speaking, *, in_id: bool = False
    ) -> str:
        expires = tokens.expiry(about.at.date(), TOKEN_DAYS)
        whose = (about.game_id, reader.marked, matter)
        token = Token(*whose, expires, reader.token_epoch, in_id)
        return tokens.mint(self._key, token)

    def _token_address(self, kind: str, matter: Matter, reader: Reader, about: Speaking) -> str:
        """Whoever has no seat (a number below 0) has no token either. Who talks to a list writes
        there."""
        if reader.seat == THE_LIST:
            return reader.address
        tag = about.name
        if reader.marked >= 0:
            tag = f"{kind}.{self._token(matter, reader, about)}"
        return make_address(self._base, self._delimiter, tag)
