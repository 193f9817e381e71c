"""Letters of ours that came back, to a return path that only we can have made.

1. A bounce moves no game. One for good is counted, those of the same hours once; after some in a
   row, over a day and without a word of the player between, nothing more is sent to them, and the
   moderator is told. The last of these is of a letter that was sent on a later day than the first
   came back: whoever was shown one letter of ours can return it again and again, and no other.
2. What came back for now is only noted, and so is what came back from somebody else's address.
3. The player's next proven letter lets it all go out again.
4. What a game's mailing list sends back for good is the moderator's to see to: told once a day.
"""

from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.proof.token import Matter, Token, expiry
from nomic_mail.letters.screen import dsn
from nomic_mail.post.audience import BOUNCES
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.render import TOKEN_DAYS
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Desk, Plan, moderators_of, trouble_letters
from nomic_mail.pump.who.doors import return_path
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue.inbox import Arrival


def automatic(case: Case) -> Plan | None:
    if case.screened.kind == "player" or return_path(case) is not None:
        return None
    return Plan("screened", f"{case.screened.kind}: {case.screened.why}")


def bounced(case: Case) -> Plan | None:
    given, desk, arrival = return_path(case), case.desk, case.arrival
    if given is None:
        return None
    found = dsn.read(arrival.raw)
    with desk.look.read() as connection:
        game = seats.game(connection, given.game)
        seat = seats.one(connection, given.game, given.seat)
    if game is not None and given.seat == BOUNCES:
        return _from_the_list(desk, arrival, game, for_good=found.permanent != ())
    if game is None or seat is None:
        return Plan("screened", "bounce: of a letter to nobody in a game", game=game)
    plan = Plan("screened", f"bounce: for now, from seat {seat.seat}", "bounce", game, seat.seat)
    # Where forwarding changed the address, the return path still tells whose letter it was.
    if found.permanent == () or (
        seat.address not in found.permanent and seat.address in found.temporary
    ):
        return plan
    if not seat.counts(arrival.acts_at) or _is_old(given, seat, arrival):
        plan.result = f"bounce: for good, from seat {seat.seat}, soon after another"
        return plan
    plan.result = f"bounce: for good, from seat {seat.seat} ({seat.failures + 1} in a row)"
    plan.changes.append(lambda connection: seats.failed(connection, seat, arrival.acts_at))
    if seat.ends_with(arrival.acts_at):
        facts = {"name": seat.name, "failures": seat.failures + 1}
        notice = Notice(MODERATOR, (Section("suspended", facts),), Matter("game"), "?", "server")
        with desk.look.read() as connection:
            readers = moderators_of(connection, desk.config, game)
        plan.letters += [desk.write(arrival, one, game, notice) for one in readers]
    return plan


def _is_old(given: Token, seat: Seat, arrival: Arrival) -> bool:
    """Whether it would end the deliveries, and may be what has come back before (rule 1)."""
    since = seat.failing_since
    if since is None or not seat.ends_with(arrival.acts_at):
        return False
    return given.expires <= expiry(since.date(), TOKEN_DAYS)


def _from_the_list(desk: Desk, arrival: Arrival, game: Game, *, for_good: bool) -> Plan:
    plan = Plan("screened", "bounce: from the mailing list", "bounce", game)
    if for_good and game.list_address:
        day = arrival.acts_at.replace(hour=0, minute=0, second=0, microsecond=0)
        what = f"Letters to the mailing list of {game.name} come back"
        text = (
            f"What went to {game.list_address} came back, from the list or from somebody on it."
            " See to it that the list takes letters from the game's own address. Without a list,"
            f" news comes to each player alone: nomic-mail game set {game.name} list="
        )
        cause = f"list {game.id} {game.list_address} {day.isoformat()}"
        plan.letters += trouble_letters(desk, day, what, text, cause, game)
    return plan
