"""Commands in German: a line that begins with one is read as the English line.

1. Only capitals are commands: `REGELN` is one, "Regeln" is a word of German.
2. What stands behind the word stays as it was written, but for the few words of `_VALUES`; so does
   whatever is told of the line.
3. Votes in German are read with those of all other languages (`votes.tongues`).
"""

import re
from functools import lru_cache

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
    "ABSTIMMUNG": "CALL VOTE",
    "ZURÜCKZIEHEN": "WITHDRAW",
    "URTEIL VERLANGEN": "JUDGMENT",
    "URTEIL": "RULING",
    "VERWERFEN": "OVERRULE",
    "EINWILLIGEN": "CONSENT",
    "AN ALLE": "TELL",
    "SPRACHE": "LANGUAGE",
    "ZEITZONE": "TIMEZONE",
    "SAMMELBRIEF": "DIGEST",
    "GESPRÄCHE": "TALK",
    "QUITTUNGEN": "RECEIPTS",
    "BEWEISE": "PROOF",
}
_VALUES = {
    "DIGEST": {"TÄGLICH": "DAILY", "WÖCHENTLICH": "WEEKLY", "SOFORT": "IMMEDIATE", "AUS": "OFF"},
    "TALK": {"SOFORT": "IMMEDIATE", "SAMMELBRIEF": "DIGEST", "AUS": "OFF"},
    "RECEIPTS": {"AN": "ON", "AUS": "OFF"},
    "PROOF": {"AN": "ON", "AUS": "OFF"},
}
_ALIKE = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})  # as many keyboards have it
_KNOWN = {form: told for word, told in COMMANDS.items() for form in (word, word.translate(_ALIKE))}
_LINE = later(
    rf"(\W{{0,3}})({'|'.join(sorted(_KNOWN, key=len, reverse=True))})(?![\w-])(.*)", re.DOTALL
)


@lru_cache(maxsize=256)
def in_english(line: str) -> str:
    found = _LINE.fullmatch(line.strip())
    if found is None:
        return line
    mark, word, rest = found[1], _KNOWN[found[2]], found[3]
    values = _VALUES.get(word, {})
    told = values.get(rest.strip(" .!").upper())
    return f"{mark}{word} {told}" if told else f"{mark}{word}{rest}"
