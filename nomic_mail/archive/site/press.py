"""The templates of the site, and how their words become bytes.

1. Every value is escaped; a control character, which no page may hold, is shown as missing, and
   what turns the words behind it about is a blank, as in letters.
2. A page comes out piece by piece: a list of a thousand rows is never whole in memory.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from nomic_mail import __version__
from nomic_mail.archive.lines import takes
from nomic_mail.archive.told import moments
from nomic_mail.config import shipped
from nomic_mail.game.numbers import printed as called
from nomic_mail.game.state import TOLD, label
from nomic_mail.game.wording import TURNS, changes
from nomic_mail.phrases import said
from nomic_mail.rulesets import load, names

_NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_TURNS = re.compile(f"[{TURNS}]")
_ONE = re.compile(r"(-?\d+ -> -?\d+|\(rule \d+\))")
PIECE = 1 << 14
LONG_WORD = 20
PREVIEW = 160  # characters of a text, where no more of it is shown


def clean(value: Any) -> Any:
    """What neither HTML nor XML can hold. Line ends are one sign, as browsers read them."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    value = _TURNS.sub(" ", value.replace("\r\n", "\n").replace("\r", "\n"))
    return _NO_TEXT.sub("\ufffd", value)


def stamp(moment: datetime | str) -> str:
    """For programs."""
    return moments.read(moment).strftime("%Y-%m-%dT%H:%M:%SZ")


def words(moment: datetime | str) -> str:
    at = moments.read(moment)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


def day(moment: datetime | str) -> str:
    at = moments.read(moment)
    return f"{at.day} {at:%B %Y}"


def sentence(told: str) -> str:
    """Alone, without what stood beneath it."""
    return told[:1].upper() + told[1:].rstrip(":")


def parted(text: str) -> list[str]:
    """Every second piece is read as one, and stays on one line."""
    return _ONE.split(text)


def titled(ruleset: str) -> str:
    return load(ruleset).title if ruleset in names() else ruleset


def unwieldy(text: str) -> bool:
    """Whether a word of it is longer than people's words are."""
    if len(text) <= LONG_WORD:
        return False
    return any(len(one) > LONG_WORD for one in re.split(r"[\s-]+", text))


def preview(text: str) -> str:
    """Its beginning, in one line."""
    words = " ".join(str(clean(text)).split())
    return words if len(words) <= PREVIEW else words[: PREVIEW - 1].rpartition(" ")[0] + "…"


def paragraphs(text: str) -> list[str]:
    """People's own; inside of one their lines are kept."""
    return [one.strip("\n") for one in re.split(r"\n[ \t]*\n\s*", clean(text)) if one.strip()]


def marked(now: str, was: str) -> list[tuple[str, str, str]]:
    """What became of it, the space before it, the words."""
    told = ((kind, words, words.lstrip()) for kind, words in changes(clean(now), clean(was)))
    return [(kind, words[: len(words) - len(bare)], bare) for kind, words, bare in told]


@lru_cache(maxsize=2)
def environment(*, told: bool = False) -> Environment:
    """Of a game that is told, dates are as far as they are."""
    made = Environment(
        loader=FileSystemLoader(shipped("templates") / "site"),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=clean,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"version": __version__, "diff": marked, "told": told}
    made.filters |= {
        "num": lambda number: number if isinstance(number, str) else called(number),
        "signed": lambda points: f"{points:+d}".replace("-", "\N{MINUS SIGN}"),
        "minus": lambda number: str(number).replace("-", "\N{MINUS SIGN}"),
        "instant": stamp,
        "stamp": moments.stamp if told else stamp,
        "words": moments.words if told else words,
        "day": moments.words if told else day,
        "hour": lambda moment: f"{moments.read(moment):%H:%M}",
        "paragraphs": paragraphs,
        "sentence": sentence,
        "parted": parted,
        "titled": titled,
        "preview": preview,
        "unwieldy": unwieldy,
        "takes": takes,
    }
    made.filters["called"], made.filters["said"] = label, said
    return made


def printed(name: str, **facts: Any) -> Iterator[bytes]:
    """A template that stumbles over a stranger's record is a ValueError, as all else of it."""
    try:
        held: list[str] = []
        size = 0
        told = getattr(facts.get("game"), "ruleset", "") == TOLD
        for piece in environment(told=told).get_template(name).generate(facts):
            held.append(piece)
            size += len(piece)
            if size >= PIECE:
                yield "".join(held).encode()
                held, size = [], 0
        yield "".join(held).encode()
    except TemplateError as trouble:
        raise ValueError(f"{name}: {trouble}") from trouble
