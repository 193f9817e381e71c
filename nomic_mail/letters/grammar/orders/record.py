"""Questions that the record answers (012), each on one line.

1. They change nothing, so a line in small letters is read as willingly as one in capitals; but what
   is a word of talk as well is one only as a whole line.
2. A day is a day of UTC. Alone it means all of it: rules AT a day are those at its end.
3. What stands where a day, a name or a number belongs and is none is asked about in capitals only:
   in small letters it was a sentence.
"""

import re
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS
from nomic_mail.game.commands import Ask
from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.letters.grammar.forms import Doubt, form
from nomic_mail.letters.grammar.language import Row, question, topics
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

NOT_ASKED = word_set(
    "not me so bother though is do does did are was should would the a an i you we it this that now"
    " then oh can on in wait even worry us him her they"
)
OUTCOMES = word_set("open adopted defeated lapsed withdrawn void vetoed")

_DAY = later(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:(?:[ T]+|,\s*)(?P<time>\d{1,2}:\d\d)(?:\s*(?:UTC|Z))?)?", re.I
)
_MOMENT = timedelta(microseconds=1)


class NoDay(ValueError):
    """It is no day, and no time of one."""


def moment_of(text: str, *, end: bool) -> datetime:
    """2026-03-01, or 2026-03-01 14:00; a day alone is its beginning, or its end."""
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise NoDay(text)
    try:
        day = datetime.fromisoformat(found["day"]).replace(tzinfo=UTC)
        if not found["time"]:
            return day + timedelta(days=1) - _MOMENT if end else day
        hours, minutes = map(int, found["time"].split(":"))
        return day.replace(hour=hours, minute=minutes)
    except (ValueError, OverflowError):
        raise NoDay(text) from None


def _loud(found: re.Match[str]) -> bool:
    return found[0].split()[0].isupper()


def _no_day(found: re.Match[str], text: str, example: str) -> Doubt | None:
    if not _loud(found):
        return None
    return Doubt(
        f'{shown(found[0])}: which day is "{text}"? Reply with year, month and day, as in'
        f" {example}."
    )


def _rules(found: re.Match[str]) -> Ask | Doubt | None:
    asked = (
        Ask(topic="rule", argument=str(read_number(found["n"])))
        if found["n"]
        else Ask(topic="rules")
    )
    if found["plain"] or found["bare"]:
        if found["n"]:
            return None
        asked = replace(asked, argument="plain")
    if not found["at"]:
        return asked
    try:
        return replace(asked, at=moment_of(found["at"], end=True))
    except NoDay:
        what = (
            f"RULE {asked.argument}" if found["n"] else "RULES PLAIN" if asked.argument else "RULES"
        )
        return _no_day(found, found["at"], f"{what} AT 2026-03-01 or {what} AT 2026-03-01 14:00")


def _history(found: re.Match[str]) -> Ask | Doubt | None:
    example = "HISTORY FROM 2026-03-01 TO 2026-03-31"
    since = until = None
    try:
        if found["since"]:
            since = moment_of(found["since"], end=False)
    except NoDay:
        return _no_day(found, found["since"], example)
    try:
        if found["until"]:
            until = moment_of(found["until"], end=True)
    except NoDay:
        return _no_day(found, found["until"], example)
    if since and until and since > until:
        return Doubt(
            f"{shown(found[0])}: the first day comes after the last. Reply as in {example}."
        )
    return Ask(topic="history", since=since, until=until)


def _proposals(found: re.Match[str]) -> Ask | Doubt | None:
    words = " ".join((found["which"] or "").lower().split())
    which = words.removeprefix("that are ").removeprefix("which are ")
    if not which:
        return Ask(topic="proposals")
    if which in OUTCOMES:
        return Ask(topic="proposals", argument=which)
    if which.startswith(("by ", "of ", "from ")) and which.partition(" ")[2]:
        return Ask(topic="proposals", argument=f"by {which.partition(' ')[2]}")
    if not _loud(found):
        return None
    return Doubt(
        f"{shown(found[0])}: which proposals? Reply PROPOSALS for all, or PROPOSALS OPEN, PROPOSALS"
        " ADOPTED, PROPOSALS DEFEATED, PROPOSALS BY and a player's name."
    )


def _verify(found: re.Match[str]) -> Ask | Doubt | None:
    what = (found["what"] or "").lower().removeprefix("the ").strip(" #")
    what = re.sub(r"^(?:throw|roll|dice|proposal)\s*#?(?=\d|$)", "", what)
    if re.fullmatch(r"\d{0,6}", what):
        return Ask(topic="verify", argument=str(int(what)) if what else "")
    if what in ("shuffle", "order", "order of play"):
        return Ask(topic="verify", argument="shuffle")
    if not _loud(found):
        return None
    return Doubt(
        f"{shown(found[0])}: verify which throw? Reply VERIFY 1 for the first, VERIFY for the last,"
        " VERIFY 301 for the one of proposal 301, or VERIFY SHUFFLE for the order of play."
    )


def _why(found: re.Match[str]) -> Ask | None:
    words = re.sub(r"(?i)^rule\s+(?=\d)", "", found["what"].strip()).split()
    loud = found[0].split()[0] == "WHY"
    if not words:
        return Ask(topic="why") if loud else None
    if words[0].lower().strip(".,;:!") in NOT_ASKED or len(words) > (4 if loud else 2):
        return None
    return Ask(topic="why", argument=" ".join(words).lower())


def _help(found: re.Match[str]) -> Ask | None:
    topic = found["topic"].lower()
    if " " in topic:
        kind = re.sub(r"^clauses? ", "", topic)
        known = kind == "all" or any(f"{one} ".startswith(f"{kind} ") for one in KINDS)
        return Ask(topic="help", argument=f"clauses {kind}") if known else None
    if topic and topic not in topics() and not _loud(found):
        return None
    return Ask(topic="help", argument=topic)


question(
    "RULES",
    Row(
        "any time, records",
        "RULES, RULE 203",
        "the rules, or one with its history",
        "die Regeln, oder eine mit ihrer Geschichte",
        20,
    ),
    Row(
        "records",
        "RULES PLAIN",
        "their words alone, without what the server does",
        "nur ihre Worte, nicht was der Server tut",
        22,
    ),
    Row(
        "records",
        "RULES AT 2026-03-01",
        "as they stood on that day",
        "wie sie an jenem Tag waren",
        24,
    ),
    usage="RULES, RULES PLAIN, or RULES AT 2026-03-01",
    page="records",
    slips=True,
)
question(
    "RULE",
    Row(
        "records",
        "RULE 203 AT 2026-03-01",
        "one of them, on that day",
        "eine von ihnen, an jenem Tag",
        30,
    ),
    usage="RULE 203, or RULE 203 AT 2026-03-01",
    page="records",
)
question(
    "WHY",
    Row(
        "any time, records",
        "WHY adoption",
        "what the server does, and by which rule",
        "was der Server tut, und nach welcher Regel",
        38,
    ),
    page="records",
)
question(
    "STATUS",
    Row("any time", "STATUS, SCORES", "how the game stands", "wie das Spiel steht", 10),
    Row("records", "STATUS, SCORES", "how the game stands", "wie das Spiel steht", 35),
    page="records",
    slips=True,
)
question("SCORES", page="records", slips=True)
question(
    "PROPOSALS",
    Row(
        "any time",
        "PROPOSALS, PROPOSAL 301",
        "all of them, or one with its whole life",
        "alle, oder einer mit seiner Geschichte",
        40,
    ),
    Row(
        "records", "PROPOSALS", "all of them, and how each stands", "alle, und wie jeder steht", 60
    ),
    Row(
        "records",
        "PROPOSALS ADOPTED",
        "or OPEN, DEFEATED, LAPSED, WITHDRAWN",
        "oder OPEN, DEFEATED, LAPSED, WITHDRAWN",
        70,
    ),
    Row("records", "PROPOSALS BY Ada", "those of one player", "die von jemandem", 80),
    past=True,
    usage="PROPOSALS, PROPOSALS OPEN, PROPOSALS ADOPTED or PROPOSALS BY and a player's name",
    page="records",
)
question(
    "PROPOSAL",
    Row(
        "records",
        "PROPOSAL 301",
        "its whole life: texts, talk, votes",
        "seine Geschichte: Texte, Gespräch, Stimmen",
        90,
    ),
    past=True,
    occasion="life",
    usage="PROPOSAL 301",
    page="records",
)
question(
    "HISTORY",
    Row(
        "any time",
        "HISTORY, RECORDS",
        "what happened; all of it, as files",
        "was geschah; alles, als Dateien",
        50,
    ),
    Row("records", "HISTORY", "what happened, day by day", "was geschah, Tag für Tag", 100),
    Row(
        "records",
        "HISTORY FROM 2026-03-01",
        "since a day; TO and a day ends it",
        "seit einem Tag; TO und ein Tag endet es",
        110,
    ),
    past=True,
    usage="HISTORY, or HISTORY FROM 2026-03-01 TO 2026-03-31",
    page="records",
    slips=True,
)
question(
    "RECORDS",
    Row("records", "RECORDS", "all of it, as files", "alles, als Dateien", 130),
    past=True,
    usage="RECORDS, alone on a line",
    page="records",
    slips=True,
)
question(
    "VERIFY",
    Row(
        "any time",
        "VERIFY 1",
        "how to check a throw of the dice",
        "wie man einen Wurf nachprüft",
        60,
    ),
    Row(
        "records",
        "VERIFY 1",
        "how to check a throw; also SHUFFLE",
        "wie man einen Wurf nachprüft; auch SHUFFLE",
        120,
    ),
    past=True,
    usage="VERIFY 1, or VERIFY SHUFFLE",
    page="dice",
    slips=True,
)
question(
    "WHOAMI",
    Row("any time", "WHOAMI", "what the game knows of you", "was das Spiel von dir weiß", 70),
    slips=True,
)
question(
    "HELP",
    Row(
        "any time",
        "HELP, HELP CLAUSES",
        "this, and how a rule binds the server",
        "dies, und wie eine Regel den Server bindet",
        140,
    ),
    slips=True,
)

_POLITE = r"(?:(?:show|send|read|see|list|give)(?: me| us)? )?(?:(?:the|all) ){0,2}"
_AT = r"(?:\s*,?\s+(?:(?:as )?(?:at|on|of))\s+(?P<at>\S.{0,40}?))?"
FORMS = (
    form(
        rf"{_POLITE}(?P<bare>plain )?rule(?:s|s?\s*#?(?P<n>{NUMBER}))(?P<plain>\s+plain)?{_AT}",
        _rules,
    ),
    form(r"why\b[\s:]*(?P<what>[\w .-]{0,60}?)", _why),
    form(rf"{_POLITE}(?:game )?status", lambda _: Ask(topic="status")),
    form(rf"{_POLITE}scores?(?: chart)?", lambda _: Ask(topic="scores")),
    form(rf"{_POLITE}proposals\b[\s:]*(?P<which>[^\W_][\w .,'’-]{{0,80}}?)?", _proposals),
    form(
        rf"{_POLITE}proposal\s*#?(?P<n>{NUMBER})",
        lambda m: Ask(topic="proposal", argument=str(read_number(m["n"]))),
    ),
    form(
        rf"{_POLITE}(?:game )?history(?:\s+(?:from|since)\s+(?P<since>\S.{{0,40}}?))?"
        r"(?:\s+(?:to|until|till)\s+(?P<until>\S.{0,40}?))?",
        _history,
    ),
    form(rf"{_POLITE}(?:game |whole )?records?", lambda _: Ask(topic="records")),
    form(r"verify\b[\s:]*(?P<what>[\w #-]{0,40}?)", _verify),
    form(r"who ?am ?i", lambda _: Ask(topic="whoami")),
    form(r"help\b[\s:]*(?P<topic>[\w-]{0,30}(?: [a-z]{1,20}){0,4})", _help),
)
