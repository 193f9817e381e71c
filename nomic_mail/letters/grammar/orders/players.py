"""What players and the Chairperson say on one line, but for votes and proposals."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from nomic_mail.game.commands import (
    Ask,
    Away,
    Call,
    CallVote,
    Command,
    Consent,
    Extend,
    Join,
    Leave,
    Observe,
    Overrule,
    Refuse,
    Retract,
    Uphold,
    Withdraw,
)
from nomic_mail.game.durations import BadDuration, parse_duration
from nomic_mail.letters.grammar.forms import PROPOSAL, Doubt, form, number
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.lists import word_set

NO_NAME = word_set(
    "me us in the for this that and to with a an your our my his her we i you now please game it up"
    " them him forces hands at on of is was will would if not"
)
PARTICLES = word_set(
    "van von der den de del della di da la le du dos das ter ten af av bin ibn ben al el zu zur st"
    " st. mac"
)


def _join(found: re.Match[str]) -> Command | Doubt | None:
    text = (found["name"] or "").strip(" .,;:!\"'()<>")
    if not text:
        return Join()
    words, surname = name_of(text)
    a_name = found["as"] or not NO_NAME & {word.lower() for word in _but_the(words)}
    no_name = not is_plain_name(words) or not a_name
    if no_name or text.partition(",")[2].lstrip()[:1].islower():  # Evil Eve, if you like
        question = f"{shown(found[0])}: to join, write JOIN and your name, as in JOIN Ada Lovelace."
        asks = not no_name or found[0][:4].isupper() or found["as"]
        return Doubt(question) if asks else None
    return Join(name=" ".join(words), surname=surname)


def _but_the(words: Sequence[str]) -> Sequence[str]:
    """William the Silent, Mary of Orange."""
    framed = len(words) == 3 and words[0].istitle() and words[2].istitle()
    return (words[0], words[2]) if framed and words[1] in ("the", "of") else words


def name_of(text: str) -> tuple[list[str], str]:
    """The words of a whole name, and the surname: `Lovelace, Ada` as well."""
    text = re.sub(r"<[^>]{0,200}>?$", "", text.strip(" .,;:!\"'()<>")).strip()
    if "," in text:
        surname, _, name = (part.strip() for part in text.partition(","))
        return [*name.split(), *surname.split()], surname
    words = text.split()
    return words, _split_name(words)[1] if words else ""


def is_plain_name(words: Sequence[str]) -> bool:
    plain = all(re.fullmatch(r"[^\W\d_][\w.'’-]{0,40}", word) for word in words)
    return plain and 0 < len(words) <= 6


def _split_name(words: list[str]) -> tuple[str, str]:
    """The surname is the last word with its particles: Vincent | van Gogh (the order of turns)."""
    at = len(words) - 1
    while at > 1 and words[at - 1].lower() in PARTICLES:
        at -= 1
    return (" ".join(words[:at]), " ".join(words[at:])) if at > 0 else (words[0], "")


def _length(text: str | None) -> timedelta | None:
    """A declared time limit; a BadDuration is the caller's."""
    return parse_duration(text) if text else None


_STEPS: Mapping[str, Literal["proposals", "discussion"]] = {
    "prop": "proposals",
    "disc": "discussion",
}


def _call(found: re.Match[str]) -> Command | Doubt | None:
    """CALL PROPOSALS, CALL DISCUSSION, CALL VOTE: the chair's three steps, each with its time."""
    try:
        length = _length(found["length"])
    except BadDuration:
        length = None
    step = _STEPS.get(found["step"][:4].lower())
    if found["length"] and (not length or found["in"]):
        return Doubt(
            f"{shown(found[0])}: for how long? Write a length of time behind it, as in CALL"
            f" {(step or 'vote').upper()} 3 days, or nothing."
        )
    return Call(step=step, length=length) if step else CallVote(length=length)


def _extend(found: re.Match[str]) -> Command | Doubt | None:
    try:
        length = _length(found["length"])
    except BadDuration:
        length = None
    if length:
        return Extend(length=length)
    loud = found[0].split()[0].isupper()
    question = f"{shown(found[0])}: by how much? Write EXTEND BY 2 days, on a line of its own."
    return Doubt(question) if loud or found["length"] else None


def _refuse(found: re.Match[str]) -> Command | Doubt | None:
    if found["chair"] or found[0].split()[0] == "REFUSE":
        return Refuse()
    return Doubt(
        f"{shown(found[0])}: what do you refuse? Write REFUSE THE CHAIR if you do not want to be"
        " Chairperson, or your vote, as in AGAINST 301. Nothing was done."
    )


def _away(found: re.Match[str]) -> Command | Doubt | None:
    if found["day"]:
        try:
            day = datetime.fromisoformat(f"{found['day']}T23:59:00+00:00")
        except ValueError:
            return Doubt(f"{shown(found[0])}: there is no such day. Write AWAY UNTIL 2026-12-24.")
        return Away(until=day)
    try:
        return Away(length=parse_duration(found["length"]))
    except BadDuration:
        return None


word(
    "JOIN",
    Row("any time", "JOIN Your Name", "take part", "mitspielen", 150, ends=True),
    page="join",
    slips=True,
)
word("OBSERVE", page="observe", small=False)
word(
    "LEAVE",
    Row(
        "any time",
        "LEAVE",
        "asks, and FORFEIT leaves at once",
        "fragt nach; FORFEIT geht sofort",
        160,
        ends=True,
    ),
    usage="LEAVE",
    page="leave",
    slips=True,
)
word("FORFEIT", usage="FORFEIT", page="leave", slips=True)
word(
    "RETRACT",
    Row("voting", "RETRACT", "take your ballot back", "deine Stimme zurücknehmen", 20),
    usage="RETRACT, or RETRACT 301",
    page="vote",
    slips=True,
)
word(
    "WITHDRAW",
    Row("turn, proposing", "WITHDRAW", "take the proposal back", "den Vorschlag zurücknehmen", 30),
    usage="WITHDRAW, or WITHDRAW 301",
    page="propose",
    slips=True,
)
word(
    "CALL VOTE",
    Row(
        "turn, proposing",
        "CALL VOTE",
        "end the debate, open the vote",
        "Debatte zu, Abstimmung auf",
        40,
    ),
    Row(
        "chair",
        "CALL VOTE 3 days",
        "open the vote on all of them",
        "die Abstimmung über alle eröffnen",
        30,
    ),
    usage="CALL VOTE, CALL PROPOSALS 2 days, CALL DISCUSSION 5 days or CALL VOTE 3 days",
    page="chair",
    slips=True,
)
word(
    "CALL PROPOSALS",
    Row("chair", "CALL PROPOSALS 2 days", "ask for proposals", "um Vorschläge bitten", 10),
    page="chair",
)
word(
    "CALL DISCUSSION",
    Row("chair", "CALL DISCUSSION 5 days", "open the discussion", "die Diskussion eröffnen", 20),
    page="chair",
)
word(
    "EXTEND",
    Row(
        "chair",
        "EXTEND BY 2 days",
        "more time, said before it is over",
        "mehr Zeit, bevor sie um ist",
        40,
    ),
    usage="EXTEND BY 2 days (the Chairperson), or EXTEND 301 BY 2 days (the Moderator)",
    page="chair",
)
word(
    "REFUSE",
    Row(
        "chair",
        "REFUSE THE CHAIR",
        "let the next player be Chairperson",
        "den Vorsitz weitergeben",
        50,
    ),
    usage="REFUSE THE CHAIR",
    page="chair",
)
word(
    "CONSENT",
    Row(
        "judgment, judging",
        "CONSENT",
        "let the next turn begin",
        "den nächsten Zug beginnen lassen",
        40,
    ),
    usage="CONSENT",
    page="judgment",
)
word(
    "OVERRULE",
    Row(
        "judgment, judging", "OVERRULE", "do not accept the ruling", "das Urteil nicht annehmen", 30
    ),
    usage="OVERRULE",
    page="judgment",
)
word(
    "UPHOLD",
    Row(
        "judgment, judging",
        "UPHOLD",
        "accept it, where it is voted on",
        "es annehmen, wo darüber abgestimmt wird",
        35,
    ),
    usage="UPHOLD",
    page="judgment",
)
word(
    "AWAY",
    Row(
        "any time",
        "AWAY 2 weeks, BACK",
        "announce an absence",
        "eine Abwesenheit ansagen",
        90,
        ends=True,
    ),
    usage="AWAY 2 weeks, AWAY UNTIL 2026-12-24 or BACK",
    page="leave",
)
word("BACK", page="leave")
word(
    "PRESENT",
    Row(
        "any time",
        "PRESENT",
        "you are here, and how it stands",
        "du bist da; und wie es steht",
        92,
        ends=True,
    ),
    page="leave",
)

LENGTH = (
    r"(?:(?:\s*[:,]\s*| )(?:(?:(?P<in>in)|by|for|within|of|to last) )?(?P<length>\d[\w ,]{0,40}))?"
)
FORMS = (
    form(
        r"(?:i )?(?:hereby )?join(?: the game| in)?(?P<as> as| under the name(?: of)?)?"
        r"(?:[\s:,]+(?P<name>\S.{0,120}?))?",
        _join,
    ),
    form(r"present", lambda _: Ask(topic="status")),
    form(r"(?:i )?(?:hereby )?observe(?: (?:the |this )?game)?", lambda _: Observe()),
    form(
        r"(?:i )?(?:hereby )?(?:leave|forfeit)(?: (?:the |this )?game)?(?: immediately)?",
        lambda _: Leave(),
    ),
    form(
        r"(?:i )?(?:hereby )?(?:retract|withdraw|take back) my (?:vote|ballot)"
        rf"(?: (?:on|for|from) {PROPOSAL})?",
        lambda m: Retract(proposal=number(m["n"])),
    ),
    form(
        rf"(?:i )?(?:hereby )?retract(?: (?:vote|ballot))?(?: (?:on |for |from )?{PROPOSAL})?",
        lambda m: Retract(proposal=number(m["n"])),
    ),
    form(
        r"(?:i )?(?:hereby )?withdraw"
        r"(?: (?:it|(?:my|the|this) proposal|(?:proposal )?#?(?P<n>\d{1,6})))?",
        lambda m: Withdraw(proposal=number(m["n"])),
    ),
    form(
        r"(?:i )?(?:hereby )?call(?: for)?(?: (?:the|a|an))? (?P<step>vot(?:e|es|ing)|proposals"
        r"|discussion|debate)(?: now)?(?: (?:on |for )?(?:it|my proposal|(?:proposal )?#?\d{3,6}))?"
        rf"{LENGTH}",
        _call,
    ),
    form(
        r"(?:i )?(?:hereby )?extend(?: (?:the |this )?(?:time(?: limit)?|deadline|period|debate"
        rf"|discussion|vote|voting|proposals|it))?{LENGTH}",
        _extend,
    ),
    form(
        r"(?:i )?(?:hereby )?refuse(?P<chair>(?: to take)?(?: (?:the|to be))?"
        r" chair(?:person|man|woman|manship)?)?",
        _refuse,
    ),
    form(r"(?:i )?(?:hereby )?consent", lambda _: Consent()),
    form(
        r"(?:i )?(?:hereby )?overrule(?: (?:the )?(?:judge|judge?ment|ruling))?",
        lambda _: Overrule(),
    ),
    form(
        r"(?:i )?(?:hereby )?uphold(?: (?:the )?(?:judge|judge?ment|ruling))?",
        lambda _: Uphold(),
    ),
    form(
        r"(?:i am |i'm )?away:?(?: until (?P<day>\d{4}-\d\d-\d\d)"
        r"| (?:for )?(?P<length>\d{1,3} ?[a-z]{1,7}))",
        _away,
    ),
    form(r"(?:i am |i'm )?back(?: again)?", lambda _: Away()),
)
