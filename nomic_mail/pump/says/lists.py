"""What comes back from a game's mailing list: copies of our own letters, and the players' postings.

1. Our own letter is known by its Message-ID, whatever the list has made of the rest. Nothing comes
   of it, nor of a posting that reached an address for commands.
2. A posting is talk, once: it stands in the record, and is neither relayed nor answered, since all
   who read the list have it.
3. Where a list writes its own address into From, Reply-To tells the writer.
4. The same letter may come in from its writer, too, before or after; what went to an address for
   commands is carried out as if there were no copy.
5. Mail servers that cut off what an address adds hand in what a list sends to the talk address at
   the plain one, and the letter names none of ours. It is a posting to the list all the same.
6. Anybody can write To and List-Id. A posting is the list's if it came to the address that only the
   list knows (`door_of`), if the domain in its From stands behind it, to this list, or where From
   is believed anyway. Any other is held, and the Moderator told how to go on, once a day.
"""

from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from nomic_mail.game.course import Refusal
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.prove import single_sender
from nomic_mail.letters.proof.token import Matter, Recipient, Token, make_address, mint
from nomic_mail.phrases.letters import worded
from nomic_mail.pump.burst import by_one
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Plan, reader_of, trouble_letters
from nomic_mail.pump.says.meaning import apart, result_of
from nomic_mail.pump.who import doors
from nomic_mail.pump.who.proof import verdict
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue import inbox, outbox
from nomic_mail.store.queue.alike import alike

POSTED = "list: "
LISTED = (1 << 20) - 2  # in the token of the list's own address: no seat has such a number
FOR_EVER = 0xFFFF  # days: nobody subscribes a list anew every three months


def door_of(key: bytes, base: str, delimiter: str, game: Game) -> str:
    """The address to subscribe to the game's list; another for another list. Nothing where the mail
    server knows one address of ours only."""
    if not delimiter:
        return ""
    return make_address(base, delimiter, f"r.{mint(key, _token(game))}")


def _token(game: Game) -> Token:
    which = int.from_bytes(sha256(game.list_address.encode()).digest()[:3], "big")
    return Token(game.id, LISTED, Matter("talk", which), FOR_EVER)


def sent_on(case: Case) -> Plan | None:
    """None where it is no letter that a list sent on. What is may be for any game."""
    if case.screened.kind != "player":
        return None
    found = _sent_on(case)
    if found is not None:
        found.alone = True
    return found


def _sent_on(case: Case) -> Plan | None:
    door, game, letter = case.door, case.game, case.letter
    with case.desk.look.read() as connection:
        if letter.message_id and outbox.wrote(connection, letter.message_id):
            return Plan("screened", "loop: its Message-ID is that of a letter of ours")
        listed = seats.listed(connection) if door.kind == "server" else []
    if case.token is not None and case.token.seat == LISTED:
        if game is None or not game.list_address or case.token != _token(game):
            return Plan("screened", f"{POSTED}at the address of a list that is none any more")
        return _posting(case, game)
    if door.kind == "server":
        return _at_the_plain_address(case, listed)
    if door.kind not in ("game", "talk") or game is None or not game.list_address:
        return None
    by_it = _is_from(letter, game.list_address)
    if door.kind == "talk" and (by_it or game.list_address in letter.to):
        return _claimed(case, game)
    if by_it and not case.arrival.vouched:
        return _nothing("a posting, at an address for commands", game)
    return None


def _claimed(case: Case, game: Game) -> Plan:
    """Rule 6. Whoever released it has vouched for it."""
    plan, desk, arrival = _posting(case, game), case.desk, case.arrival
    if plan.state != "done" or arrival.vouched or desk.config.mail.trust == "open":
        return plan
    if verdict(case, case.sender or "", game.list_address).result == "pass":
        return plan
    held = Plan("held", f"{POSTED}nothing shows that the list sent it", "list", game)
    day = arrival.acts_at.replace(hour=0, minute=0, second=0, microsecond=0)
    what = f"Postings on the mailing list of {game.name} cannot be told from forged ones"
    text = (  # of a day's letters the same
        f"Letters came that say they were sent on by {game.list_address}, and nothing shows"
        " that they were: they are held. Subscribe to the list the address that `nomic-mail"
        f" game show {game.name}` tells, in place of the one it has of us: what comes there is"
        " the list's. `nomic-mail letter held` shows what waits, and `nomic-mail letter"
        " release` takes it down."
    )
    cause = f"posting {game.id} {game.list_address} {day.isoformat()}"
    held.letters += trouble_letters(desk, day, what, text, cause, game)
    return held


def _at_the_plain_address(case: Case, games: Sequence[Game]) -> Plan | None:
    """Rule 5."""
    letter = case.letter
    direct = any(doors.door_of(case.desk, to).kind != "foreign" for to in letter.to)
    fits = [
        one
        for one in games
        if _is_from(letter, one.list_address) or (one.list_address in letter.to and not direct)
    ]
    if not fits:
        return None
    fits = [one for one in fits if one.status != "ended"] or fits
    if len(fits) > 1:
        return Plan("screened", f"{POSTED}several games have this list", "list")
    return _claimed(case, fits[0])


def _posting(case: Case, game: Game) -> Plan:
    desk, arrival, letter = case.desk, case.arrival, case.letter
    with desk.look.read() as connection:
        writer = _writer(letter, game.list_address)
        seat = seats.of_game_and_address(connection, game.id, writer) if writer else None
        before_it = [
            number
            for copies in (False, True)
            for number, to, *_ in alike(connection, arrival, copies=copies)
            if number < arrival.id
            and (
                (to == arrival.recipient or _taken_down(connection, number))
                if copies
                else _wrote(connection, number, seat)
            )
        ]
        before = desk.ledger.load(connection, game.id)
    if before_it:
        return _nothing(f"the same letter as {before_it[0]}", game)
    if seat is None or seat.seat not in before.playing:
        return _nothing("not from a player", game)
    talk = understand(letter.subject, letter.text, About(talk=True))
    door = Recipient("talk", game.name)
    talked = Case(
        desk,
        arrival,
        letter,
        door,
        writer,
        game=game,
        seat=seat,
        matter=Matter("talk"),
        state=before,
    )
    question = apart(talked, letter, seat, talk, ())
    if question is not None:
        letters = [desk.write(arrival, reader_of(seat), game, question)]
        told = f"{POSTED}{result_of(question)}"
        return Plan("done", told, "list", game, seat.seat, letters=letters)
    if not talk.said:
        return _nothing("it says nothing new", game)
    said = replace(
        talk.said[0].command,
        by=seat.seat,
        received_at=arrival.came,
        letter=letter.digest,
        proof="list",
    )
    burst = by_one(case.desk, game, before, said, arrival.acts_at, case.fresh, b"posting")
    if isinstance(burst, Refusal):
        return _nothing(worded(burst).reason, game)
    return Plan("done", f"{POSTED}talk", "list", game, seat.seat).takes(burst)


def _taken_down(connection: Connection, number: int) -> bool:
    copy = inbox.get(connection, number)
    return copy is not None and copy.state == "done"


def _wrote(connection: Connection, number: int, seat: Seat | None) -> bool:
    """Rule 4: not what somebody else sent under its Message-ID, nor what may be forged."""
    first = inbox.get(connection, number)
    if first is None or seat is None:
        return False
    return first.state != "held" and (first.game_id, first.seat) == (seat.game_id, seat.seat)


def _nothing(why: str, game: Game) -> Plan:
    return Plan("screened", f"{POSTED}{why}", "list", game)


def _is_from(letter: Letter, address: str) -> bool:
    """Whether the list's own headers stand in it (RFC 2919, RFC 2369)."""
    names = (address, address.replace("@", "."))
    told = (value.lower() for name, value in letter.headers if name in ("list-id", "list-post"))
    return any(f"<{name}>" in one or f"mailto:{name}" in one for one in told for name in names)


def _writer(letter: Letter, address: str) -> str | None:
    """Rule 3."""
    sender = single_sender(letter)
    if sender != address:
        return sender
    told = next((value for name, value in letter.headers if name == "reply-to"), "")
    others = [one.address for one in parse_addresses(told) if one.address != address]
    return others[0] if len(others) == 1 else None
