"""What answers "Did you mean that for the game?", which is asked of a command sent to all players.

1. YES does what was written, as if it came now; SEND IT, however it is said, sends it to all as it
   stands. Either way nobody has to write it again. A bare NO does neither.
2. Only words that the question showed whole are done or sent, and they once.
3. Nothing is carried over to a vote, a proposal or a judgment that began since: what was written
   was not about that.
"""

import re

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.bodies import courteous
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import Matter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.post.compose import Notice
from nomic_mail.post.facts import ballot_matter
from nomic_mail.pump.case import Case, Sends
from nomic_mail.pump.plan import Change, Plan, reader_of, single
from nomic_mail.pump.who.proof import seat_now
from nomic_mail.pump.who.showing import SHOWN_CHARACTERS, of_its_own, own_words, plainly
from nomic_mail.store.queue import inbox

HELD = "a command at the talk address"
DONE = f"{HELD}, done or sent since"
_SEP = r"[\s,.:;!–—-]{1,4}"
_MANNERS = (
    r"please|bitte|thanks|thank you|danke|sorry|entschuldigung|oh|ok(?:ay)?|exactly|genau|then|dann"
)
_IT = r"(?:it|that|this|das|es)"
_MEANT = (
    rf"{_IT} (?:was|is|war|ist)(?: all| nur| doch| schon)?(?: (?:meant|intended))?"
    r" (?:for|to) the (?:game|server)"
    rf"|{_IT} (?:was|is)(?: meant)?|(?:it|that)[’']s (?:right|correct|for the game)"
    r"|(?:meant )?for the game|i (?:did|do)(?: mean (?:it|that))?"
    r"|i meant (?:it|that)(?: for the game)?|(?:carry it out|do it|count it|go ahead)"
    rf"|(?:{_IT} (?:war|ist) )?(?:so |schon |doch )?(?:für[’']?s|für das|ans|an das) spiel"
    r"(?: gemeint)?"
    rf"|{_IT} (?:war|ist)(?: es| so)?(?: gemeint)?|war es|so (?:war|ist) (?:es|das)(?: gemeint)?"
    r"|mach (?:das|es)|ausführen"
)
_YES = later(
    rf"\W*(?:(?:{_MANNERS}){_SEP})*(?:yes|yep|yeah|yup|sure|correct|right|ja|jawohl|jep|stimmt"
    rf"|richtig|(?:meant )?for the game|fürs spiel)(?:{_SEP}(?:{_MEANT}|{_MANNERS}))*\W*",
    re.I,
)
_ALL = r"(?:all|everyone|everybody|them|the others|all (?:of them|players)|the players)"
_ALLE = r"alle(?: anderen)?"
_SENT = (
    rf"(?:please )?(?:just )?send {_IT}(?: on)?(?: to {_ALL})?(?: as (?:it is|talk))?"
    rf"|send (?:on|to {_ALL})|tell(?: {_ALL})?"
    rf"|(?:bitte )?schick\w* {_IT}(?: bitte)?(?: so)?(?: (?:an {_ALLE}|ab|raus|weiter|los))?"
    rf"|an {_ALLE}"
)
_TALK = (
    rf"(?:(?:it|that|this)(?:[’']s| is| was) )?(?:just |only |all |mere(?:ly)? )?"
    rf"(?:talk(?:ing)?|chat(?:ting)?|(?:meant )?for {_ALL})"
    rf"|{_IT} (?:war|ist) (?:nur |bloß |doch )?(?:gerede|geplauder|ein gespräch|so gesagt"
    rf"|für {_ALLE})"
    rf"|nur (?:gerede|geplauder|so gesagt)|für {_ALLE}"
)
_NO = r"no|nope|nah|not at all|nein|nee|nö"
_SEND = later(
    rf"\W*(?:(?:{_NO}|{_MANNERS}){_SEP})*(?:{_SENT}|{_TALK})"
    rf"(?:{_SEP}(?:{_SENT}|{_TALK}|{_MANNERS}))*\W*",
    re.I,
)
_BARE_NO = later(rf"\W*(?:{_NO})(?:{_SEP}(?:{_MANNERS}|it was not|war es nicht))*\W*", re.I)


def question(case: Case, seat: int, state: State) -> Notice:
    """Of the letter at hand, which is neither carried out nor sent on."""
    return _notice(seat, state, case.letter, case.arrival.id, "asked")


def answered(case: Case) -> Plan | Case | None:
    """What its answer brings: another letter to be read in place of it, or what is told at once."""
    if case.matter is None or not case.may("say again") or case.former is not None:
        return None
    said = _said(case)
    if not any(one.fullmatch(said) for one in (_YES, _SEND, _BARE_NO)) or _holds_more(case.letter):
        return None
    with case.desk.look.read() as connection:
        held = inbox.get(connection, case.matter.number)
    seat = case.once(seat_now)
    if held is None or (held.game_id, held.seat) != (case.home.id, seat.seat) or not held.raw:
        return None
    letter, state = case.desk.read(held.raw), case.before
    to_all = _SEND.fullmatch(said) is not None
    outcome = ""
    if held.result != HELD:
        outcome = "gone"
    elif not _is_whole(letter):
        outcome = "asked"
    elif _BARE_NO.fullmatch(said):
        outcome = "no"
    elif not to_all and _is_of_another(letter, state, held):
        outcome = "since"
    if outcome:
        notice = _notice(seat.seat, state, letter, held.id, outcome)
        plan = Plan(result=f"{HELD}: {outcome}", game=case.game, seat=seat.seat)
        plan.letters = [case.answer(reader_of(seat), notice)]
        return plan
    words = replace(
        case.letter,
        subject="",
        text=_words(letter) if to_all else _apart(_words(letter)),
        attached=(),
        trouble=(),
        perhaps="",
        goes_on=False,
    )
    matter = Matter("talk") if to_all else ballot_matter(state) or Matter("game")
    return replace(case, letter=words, matter=matter, sends=Sends(held.id), found={})


def noted(case: Case, plan: Plan) -> list[Change]:
    """Rule 2: it is done once. What waits for a pause to end is not done yet."""
    sends = case.sends
    if sends is None or plan.state != "done":
        return []
    return [lambda connection: inbox.note(connection, sends.number, DONE)]


def _notice(seat: int, state: State, letter: Letter, number: int, outcome: str) -> Notice:
    matter = Matter("talked", number)
    if outcome == "gone":
        matter = ballot_matter(state) or Matter("game")
    return single(
        seat,
        "talk_command",
        matter,
        "" if outcome == "gone" else "?",
        text=own_words(letter),
        whole=_is_whole(letter),
        closes_at=state.closes_at,
        outcome=outcome,
    )


def _said(case: Case) -> str:
    """What the letter says, without greetings, farewells and its writer's name."""
    lines = (one.text.strip() for one in scaffold(case.letter.text) if one.kind == "said")
    name = case.seat.name if case.seat is not None else ""
    return " ".join(line for line in lines if line and not courteous(line, name))


def _holds_more(letter: Letter) -> bool:
    """Than its words."""
    return bool(letter.attached or letter.trouble or letter.perhaps or letter.goes_on)


def _is_whole(letter: Letter) -> bool:
    return not _holds_more(letter) and len(plainly(of_its_own(letter).text)) <= SHOWN_CHARACTERS


def _words(letter: Letter) -> str:
    kept = (one.written for one in scaffold(plainly(letter.text)) if one.kind in ("said", "blank"))
    return "\n".join(kept).strip()


def _apart(words: str) -> str:
    """With what was asked about on lines of its own: it is a command, and no end of a sentence."""
    asked = {one.line for one in understand("", words, About()).questions}
    lines = words.split("\n")
    return "\n".join(f"\n{one}\n" if one.strip() in asked else one for one in lines)


def _is_of_another(letter: Letter, state: State, held: inbox.Arrival) -> bool:
    """Rule 3."""
    at, judgment = held.acts_at, state.judgment
    votes = any(poll.opened_at > at for poll in state.open_polls)
    proposals = any(one.made_at > at for one in state.proposals.values())
    asked = judgment is not None and (judgment.asked_at is None or judgment.asked_at > at)
    if not (votes or proposals or asked):
        return False
    read = understand("", _words(letter), About(open_ballots=tuple(state.polls)))
    kinds = (
        *((c.Vote,) if votes else ()),
        *((c.CallVote, c.Withdraw, c.Revise, c.AddEffects) if proposals else ()),
        *((c.Ruling, c.Consent, c.Overrule, c.Uphold) if asked else ()),
    )
    return bool(read.questions) or any(isinstance(one.command, kinds) for one in read.said)
