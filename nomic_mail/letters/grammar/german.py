"""Commands in German: a line that begins with one is read as the English line.

1. Capitals are commands: `REGELN` is one, "Regeln" is a word of German. The words of `_ALONE` are
   so in any letters where nothing else stands on their line.
2. What stands behind the word stays as it was written, but for lengths of time and the few words
   of `_VALUES`; so does whatever is told of the line.
3. Votes in German are read with those of all other languages (`votes.said.tongues`).
4. What only asks is asked with "bitte" in any letters, and so is the vote behind it: "Bitte
   abstimmen" is said to the others.
5. "MITSPIELEN möchte ich nicht" is a sentence: whoever sends it does not join under that name.
"""

import re

from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

COMMANDS = {
    "HILFE": "HELP",
    "STAND": "STATUS",
    "REGELN": "RULES",
    "REGEL": "RULE",
    "PUNKTE": "SCORES",
    "PUNKTESTAND": "SCORES",
    "VERLAUF": "HISTORY",
    "SPIELE": "GAMES",
    "MITSPIELEN": "JOIN",
    "ZUSCHAUEN": "OBSERVE",
    "AUFHÖREN": "LEAVE",
    "AUFGEBEN": "FORFEIT",
    "VORSCHLAG NEUE REGEL": "PROPOSE ENACT",
    "VORSCHLAG ÄNDERN": "PROPOSE AMEND",
    "VORSCHLAG AUFHEBEN": "PROPOSE REPEAL",
    "VORSCHLAG UMWANDELN": "PROPOSE TRANSMUTE",
    "ABSTIMMEN": "CALL VOTE",
    "ÜBERARBEITEN": "REVISE",
    "ZURÜCKZIEHEN": "WITHDRAW",
    "URTEIL VERLANGEN": "JUDGMENT",
    "URTEIL": "RULING",
    "VERWERFEN": "OVERRULE",
    "AUFRECHTERHALTEN": "UPHOLD",
    "EINWILLIGEN": "CONSENT",
    "AN ALLE": "TELL",
    "AN DEN MODERATOR": "TELL MODERATOR",
    "WARUM": "WHY",
    "ABWESEND": "AWAY",
    "ZURÜCK": "BACK",
    "SPRACHE": "LANGUAGE",
    "ZEITZONE": "TIMEZONE",
    "SAMMELBRIEF": "DIGEST",
    "GESPRÄCHE": "TALK",
    "QUITTUNGEN": "RECEIPTS",
    "BEWEISE": "PROOF",
}
_ALONE = word_set(
    "HILFE REGELN REGEL PUNKTE PUNKTESTAND VERLAUF SPIELE MITSPIELEN ZUSCHAUEN ABSTIMMEN"
    " ZURÜCKZIEHEN VERWERFEN EINWILLIGEN"
)
_ASKS = word_set(
    "HILFE HELP STAND STATUS REGELN RULES REGEL RULE PUNKTE PUNKTESTAND SCORES VERLAUF HISTORY"
    " SPIELE GAMES"
)
_PLEASE = later(
    r"(?:bitte,? (?:(?:die|den|das|um) )?(?P<first>\w{4,12})"
    r"|(?:(?:die|den|das) )?(?P<last>\w{4,12})(?P<number> \d{1,6})?,? bitte)[\s.!]*",
    re.I,
)
_VALUES = {
    "HELP": {
        "ZUG": "TURN",
        "VORSCHLAG": "PROPOSE",
        "VORSCHLAGEN": "PROPOSE",
        "ABSTIMMEN": "VOTE",
        "STIMMEN": "VOTE",
        "URTEIL": "JUDGMENT",
        "REGELN": "CLAUSES",
        "ADRESSE": "ADDRESS",
        "ABWESEND": "AWAY",
        "ABWESENHEIT": "AWAY",
        "ZEIT": "TIME",
        "WÜRFEL": "DICE",
        "GESPRÄCHE": "TALK",
        "SAMMELBRIEF": "DIGEST",
        "EINSTELLUNGEN": "SETTINGS",
        "MODERATOR": "MODERATOR",
    },
    "DIGEST": {"TÄGLICH": "DAILY", "WÖCHENTLICH": "WEEKLY", "SOFORT": "IMMEDIATE", "AUS": "OFF"},
    "TALK": {"SOFORT": "IMMEDIATE", "SAMMELBRIEF": "DIGEST", "AUS": "OFF"},
    "RECEIPTS": {"AN": "ON", "AUS": "OFF"},
    "PROOF": {"AN": "ON", "AUS": "OFF"},
}
_ALIKE = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})  # as many keyboards have it
_KNOWN = {form: told for word, told in COMMANDS.items() for form in (word, word.translate(_ALIKE))}
FIRST = frozenset(form.split()[0] for form in _KNOWN) - {"STAND"}  # which is English, too
_KNOWN |= {word: word for word in _VALUES}  # DIGEST TÄGLICH
_LINE = later(
    rf"(\W{{0,3}})({'|'.join(sorted(_KNOWN, key=len, reverse=True))})(?![\w-])(.*)", re.DOTALL
)
# A proposal that is nearly one: in small letters, or "Vorschlag: Regel 206 aufheben".
_NEARLY = later(
    r"\W{0,3}(?:mein )?vorschlag[:,]? (?:(?P<new>neue regel)\b"
    r"|(?:(?:die )?regel (?P<early>\d{1,6}) )?(?:(?:die )?regel )?"
    r"(?P<act>(?:ä|ae)ndern|aufheben|streichen|umwandeln)"
    r"(?: (?:die )?(?:regel )?(?P<late>\d{1,6})\b)?)(?P<rest>\s?[:–—-]\s.*|[\s.!]*)",
    re.IGNORECASE | re.DOTALL,
)
_ACTS = {"aufheben": "REPEAL", "streichen": "REPEAL", "umwandeln": "TRANSMUTE"}
_UNITS = {"minute": "minute", "stunde": "hour", "tag": "day", "woche": "week"}
_LENGTH = later(r"\b(\d{1,6}) ?(minute|stunde|tag|woche)(?:e|n|en)?\b", re.IGNORECASE)
_TIMED = frozenset(("AWAY", "ABWESEND", "CALL", "EXTEND", "REOPEN", "ABSTIMMEN"))
_NO_NAME = re.compile(
    r"\b(?:ich|wir|nicht|nie|kein\w*|möchte\w*|will|würde\w*|kann|darf|gern\w*|bitte|doch)\b", re.I
)


def in_english(line: str) -> str:
    line = _pleased(line)
    first = re.match(r"\W{0,3}(\w+)", line)
    loud = first[1].upper() if first is not None and len(line) <= 40 else ""
    alone = re.fullmatch(r"\W{0,3}\w+(?: \d{1,6})?[\s.!]*", line.strip()) is not None
    if (alone or loud == "HILFE") and loud in _ALONE:
        line = line.upper()
    if first is not None and first[1] in _TIMED:  # why is said behind a colon
        act, colon, why = line.partition(":")
        act = _LENGTH.sub(lambda one: f"{one[1]} {_UNITS[one[2].lower()]}s", act, count=1)
        line = f"{act}{colon}{why}"
    found = _LINE.fullmatch(line.strip())
    if found is None or (_KNOWN[found[2]] in ("JOIN", "WHY") and _NO_NAME.search(found[3])):
        return line
    mark, word, rest = found[1], _KNOWN[found[2]], found[3]
    rest = rest.replace(" BIS ", " UNTIL ", 1) if word == "AWAY" else rest
    values = _VALUES.get(word, {})
    told = values.get(rest.strip(" .!").upper().removesuffix("BITTE").strip(" ,"))
    return f"{mark}{word} {told}" if told else f"{mark}{word}{rest}"


def _pleased(line: str) -> str:
    """Rule 4: the command alone, in capitals."""
    found = _PLEASE.fullmatch(line.strip()) if len(line) <= 40 else None
    if found is None:
        return line
    word = (found["first"] or found["last"]).upper()
    asks = word in _ASKS or (word == "ABSTIMMEN" and found["last"])
    return f"{word}{found['number'] or ''}" if asks else line


def nearly_proposes(line: str) -> str:
    """The head of a proposal as it is written, of a line that is nearly a German one."""
    found = _NEARLY.fullmatch(" ".join(line[:500].split()))
    number = found and (found["early"] or found["late"])
    if found is None or not (found["new"] or number) or "?" in found["rest"]:
        return ""
    act = f"{_ACTS.get(found['act'].lower(), 'AMEND')} {number}" if number else "ENACT"
    titled = found["new"] or found["rest"].strip().startswith((":", "-", "–", "—"))
    title = found["rest"].strip(" :.–—-") if titled else ""
    return f"PROPOSE {act}{': ' if title or act == 'ENACT' else ''}{title}"
