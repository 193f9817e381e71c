"""Commands that stand on one line, but for votes and proposals.

1. A line is a command only as a whole: `STATUS` is one, "Status quo is fine" is talk.
2. What cannot be undone (LEAVE) must be said plainly; whatever comes near it is asked about.
3. What only asks stands in `queries`, what only the Moderator does in `acts`.
"""

import re
from datetime import datetime, timedelta

from nomic_mail.game.commands import (
    AnyCommand,
    Ask,
    Away,
    Call,
    CallVote,
    Consent,
    Extend,
    Join,
    Leave,
    Observe,
    Overrule,
    Refuse,
    Retract,
    Withdraw,
)
from nomic_mail.game.durations import BadDuration, parse_duration
from nomic_mail.letters.grammar import queries
from nomic_mail.letters.grammar.forms import PROPOSAL, Doubt, form, number
from nomic_mail.letters.grammar.moderator import acts, discretion
from nomic_mail.letters.grammar.words import (
    SLIPPED_FOR,
    shown,
    slip_of,
    without_courtesies,
    word_set,
)

NO_NAME = word_set(
    "me us in the for this that and to with a an your our my his her we i you now please game it up"
    " them him forces hands at on of is was will would if not"
)
PARTICLES = word_set(
    "van von der den de del della di da la le du dos das ter ten af av bin ibn ben al el zu zur st"
    " st. mac"
)


def _join(found: re.Match[str]) -> AnyCommand | Doubt | None:
    text = (found["name"] or "").strip(" .,;:!\"'()<>")
    if not text:
        return Join()
    text = re.sub(r"<[^>]{0,200}>?$", "", text).strip()
    if "," in text:
        surname, _, name = (part.strip() for part in text.partition(","))
        words = [*name.split(), *surname.split()]
    else:
        words = text.split()
        name, surname = _split_name(words)
    plain = all(re.fullmatch(r"[^\W\d_][\w.'’-]{0,40}", word) for word in words)
    if len(words) > 6 or not plain or (not found["as"] and NO_NAME & {w.lower() for w in words}):
        question = f"{shown(found[0])}: to join, write JOIN and your name, as in JOIN Ada Lovelace."
        return Doubt(question) if found[0][:4].isupper() or found["as"] else None
    return Join(name=f"{name} {surname}".strip(), surname=surname)


def _split_name(words: list[str]) -> tuple[str, str]:
    """The surname is the last word with its particles: Vincent | van Gogh (the order of turns)."""
    at = len(words) - 1
    while at > 1 and words[at - 1].lower() in PARTICLES:
        at -= 1
    return (" ".join(words[:at]), " ".join(words[at:])) if at > 0 else (words[0], "")


def _length(text: str | None) -> timedelta | None:
    """A declared time limit; a BadDuration is the caller's."""
    return parse_duration(text) if text else None


def _call(found: re.Match[str]) -> AnyCommand | Doubt | None:
    """CALL PROPOSALS, CALL DISCUSSION, CALL VOTE: the chair's three steps, each with its time."""
    try:
        length = _length(found["length"])
    except BadDuration:
        length = None
    if found["length"] and (not length or found["in"]):
        return Doubt(
            f"{shown(found[0])}: for how long? Write a length of time behind it, as in CALL VOTE 3"
            " days, or nothing."
        )
    if not found["step"].lower().startswith(("prop", "disc")):
        return CallVote(length=length)
    return Call(
        step="proposals" if found["step"].lower().startswith("prop") else "discussion",
        length=length,
    )


def _extend(found: re.Match[str]) -> AnyCommand | Doubt | None:
    try:
        length = _length(found["length"])
    except BadDuration:
        length = None
    if length:
        return Extend(length=length)
    loud = found[0].split()[0].isupper()
    question = f"{shown(found[0])}: by how much? Write EXTEND BY 2 days, on a line of its own."
    return Doubt(question) if loud or found["length"] else None


def _refuse(found: re.Match[str]) -> AnyCommand | Doubt | None:
    if found["chair"] or found[0].split()[0] == "REFUSE":
        return Refuse()
    return Doubt(
        f"{shown(found[0])}: what do you refuse? Write REFUSE THE CHAIR if you do not want to be"
        " Chairperson, or your vote, as in AGAINST 301. Nothing was done."
    )


def _away(found: re.Match[str]) -> AnyCommand | Doubt | None:
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


LENGTH = (
    r"(?:(?:\s*[:,]\s*| )(?:(?:(?P<in>in)|by|for|within|of|to last) )?(?P<length>\d[\w ,]{0,40}))?"
)
FORMS = (
    form(
        r"(?:i )?(?:hereby )?join(?: the game| in)?(?P<as> as| under the name(?: of)?)?"
        r"(?:[\s:,]+(?P<name>\S.{0,120}?))?",
        _join,
    ),
    form(r"(?:i )?(?:hereby )?observe(?: (?:the |this )?game)?", lambda _: Observe()),
    form(
        r"(?:i )?(?:hereby )?(?:leave|forfeit)(?: (?:the |this )?game)?(?: immediately)?",
        lambda _: Leave(),
    ),
    form(
        r"(?:i )?(?:hereby )?(?:retract|withdraw) my (?:vote|ballot)"
        rf"(?: (?:on|for|from) {PROPOSAL})?",
        lambda m: Retract(proposal=number(m["n"])),
    ),
    form(
        rf"(?:i )?(?:hereby )?retract(?: (?:vote|ballot))?(?: (?:on |for |from )?{PROPOSAL})?",
        lambda m: Retract(proposal=number(m["n"])),
    ),
    form(
        r"(?:i )?(?:hereby )?withdraw(?: (?:it|(?:my|the|this) proposal|(?:proposal )?#?\d{1,6}))?",
        lambda _: Withdraw(),
    ),
    form(
        r"(?:i )?(?:hereby )?call(?: for)?(?: (?:the|a|an))? (?P<step>vot(?:e|es|ing)|proposals"
        r"|discussion|debate)(?: now)?(?: (?:on |for )?(?:it|my proposal|(?:proposal )?#?\d{3,6}))?"
        rf"{LENGTH}",
        _call,
    ),
    *discretion.FORMS,
    *acts.FORMS,
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
        r"(?:i am |i'm )?away(?: until (?P<day>\d{4}-\d\d-\d\d)"
        r"| (?:for )?(?P<length>\d{1,3} ?[a-z]{1,7}))",
        _away,
    ),
    form(r"(?:i am |i'm )?back(?: again)?", lambda _: Away()),
    *queries.FORMS,
)
NEARLY_JOINS = re.compile(
    r"\b(?:i'?d (?:like|love|want)|i would (?:like|love)|i want|i wish|can i|may i|could i"
    r"|let me|count me|sign me up|i'?m) (?:to )?(?:in\b(?! fav)|join|up\b|play\b)|\bi'?ll join\b",
    re.I,
)
NEARLY_LEAVES = re.compile(
    r"^(?:i(?:'m| am)? )?(?:quit|quitting|resign|i'?m out|leaving)(?: the game)?[\s.!]*$"
    r"|\bi (?:want|would like|wish|have|need)(?: to)? (?:leave|quit|forfeit)\b",
    re.I,
)


# What a line in capitals that begins with the word, and is none of its forms, may be meant for.
USAGE = {
    "CALL": "CALL VOTE, CALL PROPOSALS 2 days, CALL DISCUSSION 5 days or CALL VOTE 3 days",
    "EXTEND": "EXTEND BY 2 days (the Chairperson), or EXTEND 301 BY 2 days (the Moderator)",
    "CLOSE": "CLOSE 301",
    "PAUSE": "PAUSE, or PAUSE: and the reason",
    "RESUME": "RESUME, alone on a line",
    "RELEASE": "RELEASE 12, with the number of the held letter",
    "DISCARD": "DISCARD 12: and a word to its sender",
    "REFUSE": "REFUSE THE CHAIR",
    "RETRACT": "RETRACT, or RETRACT 301",
    "WITHDRAW": "WITHDRAW",
    "AWAY": "AWAY 2 weeks, AWAY UNTIL 2026-12-24 or BACK",
    "LEAVE": "LEAVE",
    "FORFEIT": "FORFEIT",
    "CONSENT": "CONSENT",
    "OVERRULE": "OVERRULE",
    "RULE": "RULE 203, or RULE 203 AT 2026-03-01",
    "RULES": "RULES, or RULES AT 2026-03-01",
    "PROPOSAL": "PROPOSAL 301",
    "PROPOSALS": "PROPOSALS, PROPOSALS OPEN, PROPOSALS ADOPTED or PROPOSALS BY and a player's name",
    "HISTORY": "HISTORY, or HISTORY FROM 2026-03-01 TO 2026-03-31",
    "RECORDS": "RECORDS, alone on a line",
    "VERIFY": "VERIFY 1, or VERIFY SHUFFLE",
}


def read_order(text: str, *, from_moderator: bool) -> AnyCommand | Doubt | None:
    """The command a line is, a question about it, or None where it is something else."""
    plain = without_courtesies(text) if len(text) <= 600 else ""
    if not plain:
        return None
    for one in FORMS:
        found = one.pattern.match(plain)
        if found is None:
            continue
        if one.moderator and not from_moderator and not plain.split()[0].isupper():
            return None  # "Start" and "Close" are everyday words
        if made := one.make(found):
            return _asked(made, text)
    return _near_miss(text, plain)


def _asked(made: AnyCommand | Doubt, text: str) -> AnyCommand | Doubt:
    """A question mark makes a question of whatever acts; `rule 203?` is answered."""
    if isinstance(made, Doubt | Ask) or not text.rstrip().endswith("?"):
        return made
    return Doubt(
        f"{shown(text)}: is that a command of yours, or a question? Nothing was done. Write it"
        " again without the question mark to have it done."
    )


def _near_miss(text: str, plain: str) -> Doubt | None:
    if NEARLY_JOINS.search(plain) and len(plain.split()) <= 20:
        return Doubt(
            f"{shown(text)}: do you want to join? Then write JOIN and your name on a line of its"
            " own, as in JOIN Ada Lovelace."
        )
    if NEARLY_LEAVES.search(plain):
        return Doubt(
            f"{shown(text)}: do you want to leave the game for good? Then write LEAVE on a line of"
            " its own."
        )
    if SLIPPED_FOR.match(plain):
        return Doubt(
            f"{shown(text)}: did you mean FOR? Nothing was counted; please write it again."
        )
    word = re.match(r"[A-Za-z]+", plain)
    if word is None:
        return None
    if (usage := USAGE.get(word[0])) and len(plain.split()) <= 12:
        return Doubt(f"{shown(text)}: this server knows {usage}. Nothing was done.")
    if (known := slip_of(word[0])) and (word[0].isupper() or len(plain.split()) <= 4):
        return Doubt(
            f"{shown(text)}: did you mean {known}? Nothing was done; please write it again."
        )
    return None
