"""Letters that prove nothing: held, and the registered address is asked whether they were its own.

1. Questions are capped for a seat and a day, so that forged letters cannot flood anybody. Those
   that were answered YES count no more; a moderator's letters that prove who wrote them, and are
   asked about all the same, may be as many as answers.
2. YES lets the letter act with its own time of receipt, NO throws it away. JOIN is a YES, too, to a
   letter that said so.
3. So are letters that only talk, or are answered and change nothing: two machines that answer each
   other, or one that answers its own words in the talk of all, come to an end. Letters that prove
   nothing count for themselves.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from nomic_mail.game import commands as c
from nomic_mail.game.events import Discussed
from nomic_mail.letters import message
from nomic_mail.letters.grammar import About, understand
from nomic_mail.letters.message import Letter
from nomic_mail.letters.proof import confirmed
from nomic_mail.letters.quoting import INVISIBLE
from nomic_mail.letters.token import Matter
from nomic_mail.post.compose import Notice
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.doors import Located
from nomic_mail.pump.plan import Desk, Plan, held_letters, single
from nomic_mail.store import inbox, lately
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Conflict
from nomic_mail.store.seats import Game

CHALLENGES_A_DAY = 5
ANSWERS_A_DAY = 60
SHOWN_CHARACTERS = 1500
DAY = timedelta(days=1)


class Questions:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def challenge(
        self,
        arrival: Arrival,
        letter: Letter,
        game: Game,
        reader: Reader,
        why: str,
        would: Sequence[Mapping[str, object]] = (),
        *,
        located: Located | None = None,
        proven: bool = False,
    ) -> Plan:
        """`would` is what the moderator's acts would do; `located` tells a player what is amiss."""
        since = arrival.acts_at - DAY
        with self._desk.database.read() as connection:
            asked = lately.challenges(connection, game.id, reader.seat, since)
        plan = Plan("held", f"unproven: {why}", "unasked", game, reader.seat)
        if asked < (ANSWERS_A_DAY if proven else CHALLENGES_A_DAY):
            plan.proof = "asked"
            said = understand(letter.subject, letter.text, About(talk=False)).said
            notice = single(
                reader.seat,
                "confirm_letter",
                Matter("confirm", arrival.id),
                "?",
                text=shown(letter, subject=True),
                would=would,
                **_amiss(located),
                last=not proven and asked + 1 == CHALLENGES_A_DAY,
                received_at=arrival.received_at,
                vote=any(isinstance(one.command, c.Vote) for one in said),
            )
            plan.letters.append(self._written(arrival, letter, game, reader, notice))
        return plan

    def confirmation(
        self, arrival: Arrival, letter: Letter, game: Game, reader: Reader, number: int
    ) -> Plan | None:
        """None where it says neither but gives commands of its own: those are proven like any
        reply's."""
        said = confirmed(letter.text)
        with self._desk.database.read() as connection:
            held = inbox.get(connection, number)
        plan = Plan("done", game=game, seat=reader.seat, proof="token")
        theirs = held is not None and (held.game_id, held.seat) == (game.id, reader.seat)
        commands = [one.command for one in understand("", letter.text, About()).said]
        again = theirs and held is not None and _joins_again(commands, held)
        if not said.meant and commands and not again:
            return None
        more = not again and understand("", said.rest, About()).said  # lost beside a YES
        if held is None or not theirs or held.state != "held":
            occasion = "confirmed_gone"
        elif again or (said.yes and not more):
            plan.changes.append(lambda conn: _expect(inbox.confirm(conn, held.id, arrival.acts_at)))
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
        notice = single(reader.seat, occasion, matter, "?" if unclear else "")
        plan.letters.append(self._written(arrival, letter, game, reader, notice))
        return plan

    def _written(
        self, arrival: Arrival, letter: Letter, game: Game, reader: Reader, notice: Notice
    ) -> Finished:
        return self._desk.write(arrival, reader, game, notice, letter.message_id)

    def capped(self, arrival: Arrival, plan: Plan) -> Plan:
        """The plan, unless it is one answer too many. The moderator is told of the first."""
        if plan.game is None or plan.seat is None or plan.state != "done" or arrival.vouched:
            return plan
        moves = not all(isinstance(event, Discussed) for event in plan.events)
        if moves or plan.changes or not plan.letters:
            return plan
        since = arrival.acts_at - DAY
        with self._desk.database.read() as connection:
            whose, proven = (plan.game.id, plan.seat), bool(plan.proof)
            answered = lately.answered(connection, *whose, since, proven=proven)
            before = lately.capped(connection, *whose, since)
        if answered < ANSWERS_A_DAY:
            return plan
        why = f"loop: {answered} letters of this player were answered or sent on within a day"
        stopped = Plan("screened", why, "capped", plan.game, plan.seat)
        if not before:
            stopped.state = "held"
            stopped.letters += held_letters(self._desk, arrival, why, plan.game)
        return stopped


def _joins_again(commands: Sequence[c.AnyCommand], held: Arrival) -> bool:
    """A plain JOIN in answer to one that is held means that one, with the name it gave."""
    if held.state != "held" or not commands:
        return False
    if not all(isinstance(one, c.Join) and not one.name for one in commands):
        return False
    letter = message.read(held.raw)
    asked = understand(letter.subject, letter.text, About()).said
    return any(isinstance(one.command, c.Join) for one in asked)


def _amiss(located: Located | None) -> dict[str, object]:
    """A reply that proves nothing: from an address not known here, or by a token that is void; or
    an old letter."""
    if located is None or located.door.kind != "token" or located.again:
        return {"foreign": "", "stale": False, "again": located is not None and located.again}
    sender = located.sender or ""
    foreign = "" if sender in {one.strip().lower() for one in located.addresses} else sender
    return {"foreign": foreign, "stale": located.token is None, "again": ""}


def shown(letter: Letter, *, subject: bool = False) -> str:
    """What a letter says, without what turns its words around where they are read."""
    above = f"Subject: {letter.subject}\n\n" if subject and letter.subject else ""
    return INVISIBLE.sub("", above + letter.text)[:SHOWN_CHARACTERS]


def _expect(changed: object) -> None:
    if not changed:
        raise Conflict("the held letter was dealt with meanwhile")
