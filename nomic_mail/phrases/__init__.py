"""What the core says, in words: it knows codes and facts only, and `codes.toml` has their words.

1. A new refusal is one `raise` and one line of words there for each language. A wall holds each
   code to its words, and the words to the facts that are given.
2. A fact is told as people read it: a moment as 2026-01-05 18:00 UTC, a length of time as 2 days
   (`{least:short}`: 2d), a phrase in its own words; several names with commas between them
   (`{names:listed}`: Ada, Bob and Cid; `{names: and }`: with that between them); `{law:law}` is
   what is cited: rule 201, or the custom of the house where that rule is gone.
   `{why:cure}` is what would work in place of what that phrase refuses.
3. `{step:call}` is the word for that fact in [names.call].
4. Records are made with these words, too: what an event tells is told for ever as it is told now.
   Who would say it otherwise gives it another code.
5. Records are in English; letters are in the language of who reads them (`phrases.letters`). What
   has no words in it is said in English. What is made in English elsewhere, `german.toml` turns.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS
from nomic_mail.game.course import Law, Refusal
from nomic_mail.game.durations import parse_duration, say_duration, show_duration
from nomic_mail.game.events import Event
from nomic_mail.game.numbers import printed
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.chronicle import chronicle
from nomic_mail.game.record.story import Moment
from nomic_mail.game.settings import SETTING_NAMES, Settings
from nomic_mail.game.state import State

ENGLISH = "en"
SMALL, ASKED = "small", "asked"  # these English has elsewhere
SETTINGS = "settings"  # what each means
CALLED = "setting_names"
LIBRARY = "library"  # what each ready rule says
MADE = "made"  # what is told in English where it is made: of a clause, a program, the desk
RAISED = "raised"  # what the interpreter and its type checker say of a program
LANGUAGES = {ENGLISH: "english", "de": "german"}

LONGEST = 1_000  # of a question
_LINE = re.compile(r'^(\w+|"[^"]*")\.([a-z]{2})( = .*)$', re.M)  # of codes.toml
_GAP = re.compile(r"\\{\\}")
_ONE_WERE = re.compile(r"^(1(?: of \d+ [a-z ]+)?) were(?= for it)")
_OF_ONE = re.compile(r"\bof 1 ((?:eligible )?(?:voter|ballot|vote))s\b")
_EINE_WAREN = re.compile(r"^(1(?: von \d+ [A-Za-zäöü ]+)?) waren(?= dafür)")
_EINER_STIMMTE = re.compile(r"^(1 von \d+) stimmten(?= ab\b)")
_EINE_STIMME = re.compile(r"\b(von|an) 1 (abgegebenen|fehlenden) Stimmen\b")


class Worded(Struct, frozen=True):
    because: str
    reason: str
    what_would_work: str


class _Words(Formatter):
    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("law", "03d"):
            return cited(value, self._language) if format_spec == "law" else printed(value)
        match value:
            case Phrase():
                return (_cure if format_spec == "cure" else said)(value, self._language)
            case datetime():
                return f"{value:%Y-%m-%d %H:%M} UTC"
            case timedelta():
                return (
                    show_duration(value)
                    if format_spec == "short"
                    else length(value, self._language)
                )
            case (*most, last) if format_spec == "listed":
                return f" {small_word('and', self._language)} ".join(
                    [", ".join(most), last] if most else [last]
                )
            case tuple():
                between = (
                    f" {small_word('and', self._language)} "
                    if format_spec == " and "
                    else format_spec
                )
                return (between or ", ").join(map(str, value))
            case str():
                if format_spec:
                    value = _named(format_spec, value, self._language)
                return asked(str(value), self._language)
        return format(value, format_spec)


@cache
def words(language: str = ENGLISH) -> Mapping[str, Any]:
    """By code: what is refused and what would work, or the one text of a phrase."""

    def own(line: re.Match[str]) -> str:
        """Those of other languages are not even parsed: every start of the program reads this."""
        return f"{line[1]}{line[3]}" if line[2] == language else ""

    room = resources.files(__package__)
    codes = tomllib.loads(_LINE.sub(own, (room / "codes.toml").read_text("utf-8")))
    if language != ENGLISH:
        turned = tomllib.loads((room / f"{LANGUAGES[language]}.toml").read_text("utf-8"))
        codes["names"] |= turned["names"]
    return codes


def _of(code: str, language: str) -> Any:
    return words(language).get(code) or words()[code]


def _named(table: str, name: str, language: str) -> Any:
    own = words(language)["names"].get(table, {})
    if name in own:
        return own[name]
    return name if table == SMALL else words()["names"][table][name]


def named(table: str, english: str, language: str) -> str:
    return str(_named(table, english, language))


def meant(table: str, name: str, english: str, language: str) -> str:
    """What is explained in English where it is made, by the name of what it explains."""
    return str(words(language)["names"].get(table, {}).get(name, english))


def either(english: str, german: str, language: str) -> str:
    """Of what has its words in both where it is made."""
    return english if language == ENGLISH else german


def setting_name(key: str, language: str) -> str:
    return meant(CALLED, key, SETTING_NAMES.get(key, key), language)


def setting_value(value: str, key: str, language: str) -> str:
    """What was written for it, as people say it: 3d is 3 days."""
    if not isinstance(getattr(Settings(), key, None), timedelta):
        return small_word(value, language)
    time = parse_duration(value)
    endless = "no deadline" if key in ("vote_window", "turn_window") else "none"
    return length(time, language) if time else small_word(endless, language)


def asked(question: str, language: str) -> str:
    """What is asked about a line, or is wrong with a clause or a program, which is put together in
    English where that is read; each piece of it is turned."""
    for form, told in _asked(language):
        if len(question) <= LONGEST and (found := form.fullmatch(question)):
            return told.format(*(_piece(piece, language) for piece in found.groups()))
    return question


def _piece(piece: str, language: str) -> str:
    """A line of the reader's own stands in the quotation marks of their language."""
    told = asked(piece, language)
    own = told == piece and language != ENGLISH and re.fullmatch(r'"[^"]+"', piece) is not None
    return f"„{piece[1:-1]}“" if own else told


@cache
def _asked(language: str) -> list[tuple[re.Pattern[str], str]]:
    names = words(language)["names"]
    forms = [one for table in (RAISED, ASKED, MADE) for one in names.get(table, {}).items()]
    return [(re.compile(_GAP.sub("(.+?)", re.escape(form)), re.S), told) for form, told in forms]


def small_word(word: str, language: str) -> str:
    return named(SMALL, word, language)


def length(time: timedelta, language: str) -> str:
    """As `say_duration`, in any language."""
    count, unit = say_duration(time).split()
    return f"{count} {small_word(unit, language)}"


def so_long(time: timedelta, language: str) -> str:
    """As people tell it, and no finer than matters: what was measured is rarely a whole hour."""
    hours = time.total_seconds() / 3600
    if hours < 1:
        count, unit = max(round(hours * 60), 1), "minute"
    elif hours < 48:
        count, unit = round(hours), "hour"
    else:
        count, unit = round(hours / 24), "day"
    return f"{count} {small_word(unit if count == 1 else f'{unit}s', language)}"


def said(phrase: Phrase, language: str = ENGLISH) -> str:
    """Of what is refused: the reason. What another program's ledger says by a code, or of facts,
    that are not known here, is told as it stands there."""
    try:
        return _filled(_text(phrase, language), phrase, language)
    except (LookupError, ValueError, TypeError, AttributeError):
        facts = ", ".join(f"{key}: {_told(one)}" for key, one in phrase.facts.items())
        return f"{phrase.code} ({facts})" if facts else phrase.code


def in_a_letter(phrase: Phrase, language: str = ENGLISH) -> str:
    """The same; but one vote "was" for it, which a record tells as it always has (rule 4)."""
    told = said(phrase, language)
    if language == ENGLISH:
        return _OF_ONE.sub(r"of 1 \1", _ONE_WERE.sub(r"\1 was", told))
    told = _EINER_STIMMTE.sub(r"\1 stimmte", _EINE_WAREN.sub(r"\1 war", told))
    return _EINE_STIMME.sub(r"\1 1 \2 Stimme", told)


def _cure(phrase: Phrase, language: str) -> str:
    """What would work, of what is refused."""
    return _filled(_of(phrase.code, language)[1], phrase, language)


def _text(phrase: Phrase, language: str) -> str:
    """What a clause pays for stands with it, where it is known."""
    if phrase.code == "paid" and (kind := KINDS.get(phrase.facts["clause"])) and kind.pays:
        return either(kind.pays.because, kind.pays.german, language)
    text = _of(phrase.code, language)
    return text if isinstance(text, str) else str(text[0])


def _told(fact: object) -> str:
    return said(fact) if isinstance(fact, Phrase) else str(fact)


def worded(refusal: Refusal, language: str = ENGLISH) -> Worded:
    texts = _of(refusal.code, language)
    reason, cure = (_filled(one, refusal, language) for one in texts)
    return Worded(cited(refusal.because, language), reason, cure)


def cited(law: Law, language: str = ENGLISH) -> str:
    match law:
        case int():
            return f"{small_word('rule', language)} {printed(law)}"
        case tuple():
            between = f" {small_word('and', language)} "
            return between.join(cited(one, language) for one in law)
        case None:
            return small_word("the custom of the house", language)
    house = small_word("the house setting" if law else "the house", language)
    return f"{house}: {setting_name(law, language)}" if law else house


def _filled(text: str, phrase: Phrase, language: str) -> str:
    return _Words(language).vformat(text, (), phrase.facts)


def chronicled(
    events: Iterable[Event], state: State | None = None, say: Callable[[Phrase], str] = said
) -> Iterator[Moment]:
    """The chronicle, in words."""
    for one in chronicle(events, state):
        yield replace(one, facts={key: spoken(fact, say) for key, fact in one.facts.items()})


def spoken(fact: Any, say: Callable[[Phrase], str] = said) -> Any:
    """The same, with all phrases in words."""
    if isinstance(fact, Phrase):
        return say(fact)
    if isinstance(fact, tuple) and any(isinstance(one, Phrase) for one in fact):
        return tuple(spoken(one, say) for one in fact)
    return fact
