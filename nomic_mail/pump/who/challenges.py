"""Letters that prove nothing: held, and the registered address is asked whether they were its own.

1. Questions are capped for a person and a day, over all games that they play in or moderate, so
   that forged letters cannot flood anybody: one letter may come to the addresses of many games.
   Those that were answered YES count no more; a moderator's letters that prove who wrote them, and
   are asked about all the same, may be as many as answers, in each game. Who has proven nothing yet
   is asked as any stranger (unproven).
2. YES lets the letter act with its own time of receipt, NO throws it away. JOIN is a YES, too, to a
   letter that said so.
3. So are letters that only talk, or are answered and change nothing: two machines that answer each
   other, or one that answers its own words in the talk of all, come to an end. Letters that prove
   nothing count for themselves, and are answered as seldom as the others are asked about.
4. The question proves that one letter. Commands sent to its address are no answer to it, and are
   proven as at the game's own address. Who has not joined yet may still JOIN there.
5. A moderator's YES or NO to a letter that asks neither would be refused after another YES: it is
   told at once which of their own letters wait for one, and nobody else's.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import islice

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.events import Discussed
from nomic_mail.letters.grammar.moderator.syntax import forms_of
from nomic_mail.letters.grammar.understand import About, Said, understand
from nomic_mail.letters.grammar.wishes import read_wishes
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.prove import single_sender
from nomic_mail.letters.proof.token import Matter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.post.render import Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Plan, held_letters, moderator, reader_of, single
from nomic_mail.pump.who import lost, unproven
from nomic_mail.pump.who.invitees import takes_part
from nomic_mail.pump.who.proof import is_theirs, of_moderator, of_player, seat_now
from nomic_mail.pump.who.unshown import NOT_SHOWN, NOTHING_SHOWN, cut, shown_of
from nomic_mail.store.database.engines import Conflict, Connection
from nomic_mail.store.people import moderators, seats
from nomic_mail.store.queue import inbox, lately
from nomic_mail.store.queue.inbox import Arrival

CHALLENGES_A_DAY = 5
ANSWERS_A_DAY = 60
LONGEST_ACT = 12  # words
LINES_THAT_WAIT = 10
DAY = timedelta(days=1)


def challenge(
    case: Case,
    reader: Reader,
    why: str,
    would: Sequence[Mapping[str, object]] = (),
    *,
    proven: bool = False,
) -> Plan:
    """`would` is what the moderator's acts would do."""
    arrival, letter, game = case.arrival, case.letter, case.home
    since = arrival.acts_at - DAY
    with case.desk.look.read() as connection:
        whose = [(game.id, reader.seat)] if proven else _everywhere(connection, reader)
        asked = lately.challenges(connection, whose, since)
    is_known = case.seat is None or case.seat.confirmed_at is not None
    over = not is_known and unproven.is_over(case.desk, reader.address, arrival.acts_at)
    quotes = is_known or unproven.had_it_of_them(case)
    why = f"{'unproven' if quotes else NOT_SHOWN}: {why}"
    plan = Plan("held", why, "unasked", game, reader.seat, alone=True)
    if not over and asked < (ANSWERS_A_DAY if proven else CHALLENGES_A_DAY):
        plan.proof = "asked"
        said = understand(letter.subject, letter.text, About(talk=False)).said
        nothing = not would and reader.seat == c.MODERATOR and _says_nothing(letter)
        if nothing:
            plan.state, plan.result = "done", "a moderator's letter without a command"
        notice = single(
            reader.seat,
            "confirm_letter",
            Matter("confirm", arrival.id),
            "" if nothing else "?",
            **(shown_of(case) if quotes else NOTHING_SHOWN),
            unshown=not quotes,
            invited=not is_known,
            joins=not is_known and _would_join(case, said),
            would=would,
            **_amiss(case),
            last=not proven and asked + 1 == CHALLENGES_A_DAY,
            received_at=arrival.received_at,
            vote=any(_is_open(one.command, case) for one in said),
            nothing=nothing,
            forms=_nearly(case) if nothing else (),
        )
        if not is_known:
            reader = unproven.nameless(reader)
            plan.changes.append(unproven.noted(reader.address, arrival.acts_at))
        plan.letters.append(case.answer(reader, notice))
    return plan


def _everywhere(connection: Connection, reader: Reader) -> list[lately.Whose]:
    """All games in which letters go to that address (rule 1); who looks on has two numbers."""
    if reader.seat == c.MODERATOR:
        own = {one.game_id for one in moderators.of_address(connection, reader.address)} or {None}
        return [(one, c.MODERATOR) for one in ({None} if None in own else own)]
    found = seats.of_address(connection, reader.address)
    return [(one.game_id, seat) for one in found for seat in {one.seat, reader_of(one).seat}]


def _would_join(case: Case, said: Sequence[Said]) -> bool:
    """Whether it takes its writer in, once it is theirs."""
    joins = any(isinstance(one.command, c.Join) for one in said)
    if joins or case.seat is None or case.state is None:
        return joins
    return bool(takes_part(case, case.letter, case.seat))


def _nearly(case: Case) -> tuple[str, ...]:
    """How the act is written that the letter begins with, in whatever letters."""
    first = _first_line(case.letter)
    short = len(first.split()) <= LONGEST_ACT
    return forms_of(first, case.state) if case.state is not None and short else ()


def _first_line(letter: Letter) -> str:
    lines = (line.text.strip() for line in scaffold(letter.text) if line.kind == "said")
    return next((line for line in lines if line), "")


def _is_open(command: c.Command, case: Case) -> bool:
    """Whether it is a vote on something that is voted on."""
    if not isinstance(command, c.Vote) or case.state is None:
        return isinstance(command, c.Vote)
    polls = case.state.polls
    return bool(polls) if command.proposal is None else command.proposal in polls


def _says_nothing(letter: Letter) -> bool:
    """Of a moderator's: a YES to the question would do nothing."""
    wishes, rest = read_wishes(letter.subject, letter.text)
    read = understand("", rest, About(from_moderator=True))
    return not (wishes or read.said or read.questions)


def not_proven(case: Case) -> Plan | None:
    if case.once(is_theirs):
        return None
    return challenge(case, reader_of(case.once(seat_now)), case.once(of_player).why)


def player_no_answer(case: Case) -> Case | None:
    """Rule 4."""
    if not case.may("confirm") or _is_answer(case):
        return None
    if case.seat is not None and case.seat.confirmed_at is None:
        return replace(case, matter=Matter("join"))
    return replace(case, matter=Matter("game"), token=None, found={})


def moderator_no_answer(case: Case) -> Case | None:
    """Theirs are asked about in any case. What answers a letter that found no command, and so asks
    nothing, says one."""
    if not case.may("confirm"):
        return None
    held = _asked_about(case)
    asks = held is None or (held.state, held.proof) != ("done", "asked")
    if _is_answer(case, a_moderator=True) if asks else _only_answers(case):
        return None
    return replace(case, matter=Matter("game"))


def moderator_answers_nothing(case: Case) -> Plan | None:
    """Rule 5."""
    text, desk = case.letter.text, case.desk
    wishes, rest = read_wishes(case.letter.subject, text)
    votes = all(isinstance(one, c.Vote) for one in _commands(rest, a_moderator=True))
    if case.arrival.vouched or wishes or not votes or not confirmed(text).meant or _nearly(case):
        return None
    reader = case.moderator or moderator(desk.config)
    if case.sender != reader.address.lower():
        return None  # whoever it is, what waits is not theirs to hear of
    with desk.look.read() as connection:
        held = [
            one
            for one in inbox.held(connection)
            if (one.game_id, one.seat, one.proof) == (case.home.id, c.MODERATOR, "asked")
        ]
    read = ((message.read(one.raw), one.received_at) for one in held)
    own = ((_first_line(one), at) for one, at in read if single_sender(one) == case.sender)
    waits = [(cut(line), at) for line, at in islice(own, LINES_THAT_WAIT)]
    notice = single(c.MODERATOR, "confirmed_gone", Matter("game"), waits=waits, gone=False)
    plan = Plan("done", "a YES or NO to what asks neither", game=case.home, seat=c.MODERATOR)
    plan.proof = case.once(of_moderator).how
    plan.letters.append(case.answer(reader, notice))
    return plan


def player_confirmed(case: Case) -> Plan | None:
    return _confirmed(case, reader_of(case.once(seat_now)))


def moderator_confirmed(case: Case) -> Plan | None:
    if case.once(of_moderator).how != "token":
        return None
    return _confirmed(case, case.moderator or moderator(case.desk.config))


def _asked_about(case: Case) -> Arrival | None:
    if case.matter is None:
        return None
    with case.desk.look.read() as connection:
        return inbox.get(connection, case.matter.number)


def _is_answer(case: Case, *, a_moderator: bool = False) -> bool:
    """Whether it says YES or NO, or has nothing that is read as a command."""
    text = case.letter.text
    commands = _commands(text, a_moderator=a_moderator)
    if confirmed(text).meant:
        return True
    if not commands:
        return not (a_moderator and _means_an_act(case))
    held = _asked_about(case)
    return held is not None and _joins_again(commands, held)


def _only_answers(case: Case) -> bool:
    said = confirmed(case.letter.text)
    return said.meant and not _commands(said.rest, a_moderator=True)


def _means_an_act(case: Case) -> bool:
    """Of numbers, as "release it" may be said of the letter that is asked about."""
    first = _first_line(case.letter)
    return bool(_nearly(case)) and any(map(str.isdigit, first)) and "?" not in first


def _confirmed(case: Case, reader: Reader) -> Plan | None:
    if case.matter is None or not case.may("confirm"):
        return None
    arrival, letter, game, held = case.arrival, case.letter, case.home, _asked_about(case)
    said, number = confirmed(letter.text), case.matter.number
    plan = Plan("done", game=game, seat=reader.seat, proof="token")
    theirs = held is not None and (held.game_id, held.seat) == (game.id, reader.seat)
    again = theirs and held is not None and _joins_again(_commands(letter.text), held)
    moderates = reader.seat == c.MODERATOR
    more = not again and _commands(said.rest, a_moderator=moderates)  # lost beside a YES
    if held is None or not theirs or held.state != "held":
        occasion = "confirmed_gone"
    elif again or (said.yes and not more):
        plan.changes.append(lambda conn: _expect(inbox.confirm(conn, held.id, arrival)))
        plan.result = f"confirmed letter {held.id}"
        return plan
    elif said.yes is None or more:
        occasion = "confirmed_unclear"
    else:
        plan.changes.append(
            lambda conn: _expect(
                inbox.discard(conn, held.id, arrival.acts_at, "its sender disowned it")
            )
        )
        occasion = "confirmed_no"
    unclear = occasion == "confirmed_unclear"
    matter = Matter("confirm", number) if unclear else Matter("game")
    facts = {"gone": True} if occasion == "confirmed_gone" else {}
    notice = single(reader.seat, occasion, matter, "?" if unclear else "", **facts)
    plan.letters.append(case.answer(reader, notice))
    return plan


def capped(case: Case, plan: Plan) -> Plan:
    """The plan, unless it is one answer too many. The moderator is told of the first."""
    arrival = case.arrival
    if plan.game is None or plan.seat is None or plan.state != "done" or arrival.vouched:
        return plan
    moves = not all(isinstance(event, Discussed) for event in plan.events)
    if moves or plan.changes or not plan.letters:
        return plan
    since = arrival.acts_at - DAY
    whose: list[lately.Whose] = [(plan.game.id, plan.seat)]
    proven = plan.proof not in lately.UNPROVEN
    with case.desk.look.read() as connection:
        if not proven:
            seat = seats.one(connection, plan.game.id, plan.seat)
            reader = reader_of(seat) if seat else case.moderator or moderator(case.desk.config)
            whose, plan.alone = _everywhere(connection, reader), True
        answered = lately.answered(connection, whose, since, proven=proven)
        before = lately.capped(connection, whose, since)
    if answered < (ANSWERS_A_DAY if proven else CHALLENGES_A_DAY):
        return plan
    why = f"loop: {answered} letters of this player were answered or sent on within a day"
    stopped = Plan("screened", why, "capped", plan.game, plan.seat)
    if not before:
        stopped.state = "held"
        stopped.letters += held_letters(case.desk, arrival, why, plan.game)
    return stopped


def _commands(text: str, *, a_moderator: bool = False) -> list[c.Command]:
    return [one.command for one in understand("", text, About(from_moderator=a_moderator)).said]


def _joins_again(commands: Sequence[c.Command], held: Arrival) -> bool:
    """A plain JOIN in answer to one that is held means that one, with the name it gave."""
    if held.state != "held" or not commands:
        return False
    if not all(isinstance(one, c.Join) and not one.name for one in commands):
        return False
    letter = message.read(held.raw)
    asked = understand(letter.subject, letter.text, About()).said
    return any(isinstance(one.command, c.Join) for one in asked)


def _amiss(case: Case) -> dict[str, object]:
    """Of a player's reply that proves nothing: from an address not known here, or by a token that
    is void, or by the Message-ID it answers alone; or an old letter."""
    told: dict[str, object] = {
        "foreign": "",
        "stale": False,
        "again": "",
        "lost": {},
        "renamed": False,
        "by_id": False,
    }
    if case.seat is None and case.is_moderator:
        return {**told, "foreign": _elsewhere(case)}
    if case.seat is None:
        return told
    if case.seat.confirmed_at is None and (case.again or case.door.kind != "token"):
        return told
    if case.again:
        since_then = {"lost": lost.facts(case)} if case.again == lost.WHY else {}
        return {**told, "again": case.again, "renamed": case.renamed, **since_then}
    if case.door.kind != "token":
        by_id = case.matter is not None and case.door.kind != "talk"
        return {**told, "by_id": by_id, "renamed": case.renamed}
    return {**told, "foreign": foreign(case), "stale": case.token is None}


def foreign(case: Case) -> str:
    """Where a player's letter came from, if that is no address of theirs."""
    sender = case.sender or ""
    return "" if sender in {lowered(one.strip()) for one in case.addresses} else sender


def _elsewhere(case: Case) -> str:
    """Where a moderator's letter came from, if that is no address of theirs."""
    reader = case.moderator or moderator(case.desk.config)
    return "" if case.sender in (None, reader.address.lower()) else case.sender


def _expect(changed: object) -> None:
    if not changed:
        raise Conflict("the held letter was dealt with meanwhile")
