"""Consent to the next turn in people's own words, in answer to a letter about a judgment (212).

1. Whoever says that they consent, and no more, consents. Other words that agree do so only where
   there is nothing else to agree with: no vote is open, no ruling is given, and they are not asked
   to judge.
2. What agrees and says more is asked about. A bare yes, which may be meant for the question, is
   refused as a vote, and told what can be said to a judgment.
3. Who does not consent need say nothing, and is told so.
4. A letter with a command in it says what that says.
"""

import re

from nomic_mail.game import commands as c
from nomic_mail.game.procedures.judgment import consented, next_mover
from nomic_mail.letters.grammar.reading import Asked, Said, Understood
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.mime.message import Letter
from nomic_mail.patterns import later
from nomic_mail.pump.case import Case
from nomic_mail.pump.says import saying_yes

_FEW = 160  # characters

_WORD = later(r"\b(?:consent|einwillig\w+|willige\b[^.!?]{0,40}\bein)\b", re.IGNORECASE)
_NEVER = later(
    r"\b(?:not|no|never|cannot|refuse|withhold|nicht|nie|kein\w*|verweiger\w*|nobody|none|neither"
    r"|nothing|nichts|niemand)\b|n[’']t\b"
    r"|\b(?:dont|wont|cant)\b",
    re.IGNORECASE,
)

_BEGUN = (
    r"(?:(?:the|his|her|their|that|this|[^\W\d_]{2,30}[’']s|[^\W\d_]{2,30}s|seinen?|ihren?) )?"
    r"(?:next |nächste[nr]? )?(?:turn|zug)"
)
_TO = rf"(?: (?:to|with|in|zu) (?:it|that|this|(?:the |den |dem )?{_BEGUN}(?: beginning)?))?"
_CONSENTS = later(
    rf"(?:(?:i|we) (?:(?:hereby|do|also|too|gladly|happily|fully) ){{0,2}}consent|i[’']m consenting"
    rf"|(?:you have |here is )?my consent|consent(?:ed| from me| given)?){_TO}"
    r"(?: (?:too|as well|then|hereby)){0,2}"
    r"|(?:ich )?(?:willige|einwillige) (?:(?:hiermit|gerne?|auch) ){0,2}(?:(?:in )?\w{1,20} ){0,3}?"
    r"ein|(?:meine |hiermit meine )?einwilligung(?: (?:hast du|habt ihr))?",
    re.IGNORECASE,
)
_FINE = later(
    r"(?:(?:that[’']?s|that is|it[’']s|it is|this is|all|i[’']m|i am|is|quite|das ist|ist|wär)"
    r" ){0,2}(?:fine|ok(?:ay)?|alright|all right|good|in ordnung|recht)"
    r" (?:with|by|for|für) (?:me|that|it|this|mich)"
    r"|(?:i have |there[’']s |there is )?no objections?(?: (?:from me|here|to (?:it|that)))?"
    r"|i don[’']?t (?:mind|object)(?: (?:it|that|at all))?"
    r"|(?:just |please |let[’']?s |let us |we can |you can |they can )?"
    r"(?:go on|go ahead|play on|carry on|move on|keep going)(?: (?:please|then))?"
    r"|(?:he|she|they) (?:may|can) (?:begin|start|go(?: on| ahead)?)"
    r"|let (?:him|her|them) (?:begin|start|go(?: on| ahead)?)"
    r"|(?:there[’']s |there is )?no (?:need (?:for|of)|reason for) (?:an? |the |any )?"
    r"(?:judge|ruling|judge?ment)"
    r"|(?:we|i) (?:don[’']?t|do not) (?:need|want) (?:an? |the |any )?(?:judge|ruling|judge?ment)"
    r"|(?:ich bin |bin )?(?:(?:damit|gerne?|auch|voll) ){0,2}einverstanden(?: damit)?"
    r"|von mir aus(?: gerne?| ja)?|meinetwegen(?: gerne?)?|(?:das )?ist mir (?:recht|lieber so)"
    r"|(?:das )?passt(?: für mich| mir)?|(?:ich habe |hab )?(?:keine einwände|nichts dagegen)"
    r"|kein einwand(?: von mir)?|(?:macht?|spielt?|geht) (?:ruhig |doch )?weiter"
    r"|weiter geht[’']?s|(?:wir brauchen |ich brauche |es braucht )?kein(?:en)? "
    r"(?:richter|urteil)(?: nötig)?",
    re.IGNORECASE,
)
_AGREES = later(
    r"yes|yep|yeah|yup|ok(?:ay)?|sure|fine|good|great|right|alright|agreed|of course|gladly"
    r"|then|too|thanks|thank you|please|ja|jo|jep|klar|gut|gerne?|danke|bitte|natürlich|stimmt"
    r"|i (?:fully |do )?agree(?: (?:with|to) (?:that|it|this))?|i[’']m in|dafür|ich stimme zu",
    re.IGNORECASE,
)
_DECLINES = later(
    r"no|nope|nah|nein|nee|nö|no thanks|no thank you|nein danke|not (?:from|by|with) me"
    r"|i (?:object|disagree|refuse|do not agree|don[’']?t agree|am against (?:it|that))"
    r"|(?:i|we) (?:want|would like|need|prefer|will wait for|wait for) (?:an? |the )?"
    r"(?:ruling|judge|judge?ment)"
    r"|let the judge (?:decide|rule)|(?:ich bin )?(?:nicht einverstanden|dagegen)"
    r"|ich (?:will|möchte|warte auf) ein urteil|der richter soll (?:entscheiden|urteilen)",
    re.IGNORECASE,
)


def read(case: Case, letter: Letter, found: Understood) -> Understood:
    """What was found in the letter, or what it says of the consent."""
    if not _is_of_it(case) or any(not isinstance(one.command, c.Vote) for one in found.said):
        return found
    text = _words(case, letter)
    if declines(case, letter):
        return Understood((), (), (text,))
    way = _says(text, alone=_nothing_else(case))
    if way == "consents":
        return Understood((Said(c.Consent(), text, "consent in their own words"),), (), ())
    if way == "asked" and not found.said:
        asks = f"{shown(text)}: did you mean CONSENT? Nothing was done; please write it again."
        return Understood((), (Asked(text, asks),), ())
    return found


def declines(case: Case, letter: Letter) -> bool:
    """Whether it says that they do not consent (rule 3)."""
    if not _is_of_it(case):
        return False
    text = _words(case, letter)
    if _WORD.search(text) and "?" not in text:
        return _NEVER.search(text) is not None
    if not _nothing_else(case):
        return False
    said = _clauses(text)
    return bool(said) and _DECLINES.fullmatch(" ".join(said)) is not None


def _is_of_it(case: Case) -> bool:
    state = case.before
    judgment, seat = state.judgment, case.seat
    if judgment is None or seat is None or not case.is_about("judgment") or state.is_open:
        return False
    if not case.may("command") or state.status != "running" or seat.seat not in state.playing:
        return False
    return not consented(state) and seat.seat != next_mover(state, state.at)


def _nothing_else(case: Case) -> bool:
    """Rule 1: whether there is nothing else that they could agree with, or not."""
    judgment, seat = case.before.judgment, case.seat
    if judgment is None or seat is None or case.before.polls or judgment.ruled:
        return False
    return judgment.judge != seat.seat


def _words(case: Case, letter: Letter) -> str:
    if letter.perhaps or letter.attached or letter.goes_on:
        return ""
    text = " ".join(saying_yes.own_lines(case, letter))
    return text if len(text) <= _FEW else ""


def _clauses(text: str) -> list[str]:
    parts = re.split(r"[,.;:!…–—\n]+|\s-+\s", text)
    return [one.strip() for one in parts if re.search(r"\w", one)]


def _says(text: str, *, alone: bool) -> str:
    said = _clauses(text)
    if not said:
        return ""
    explicit = any(_CONSENTS.fullmatch(one) for one in said)
    fine = any(_FINE.fullmatch(one) for one in said)
    whole = all(any(each.fullmatch(one) for each in (_CONSENTS, _FINE, _AGREES)) for one in said)
    if whole and "?" not in text and (explicit or (fine and alone)):
        return "consents"
    if explicit or fine or _WORD.search(text):
        return "asked"
    return "asked" if whole and alone else ""
