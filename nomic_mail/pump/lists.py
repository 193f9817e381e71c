"""What comes back from a game's mailing list: copies of our own letters, and the players' postings.

1. Our own letter is known by its Message-ID, whatever the list has made of the rest. Nothing comes
   of it, nor of a posting that reached an address for commands.
2. A posting that reached the talk address is talk, once: it stands in the record, and is neither
   relayed nor answered, since all who read the list have it. The list vouches for its writer.
3. Where a list writes its own address into From, Reply-To tells the writer.
4. The same letter may come in from its writer, too, before or after; what went to an address for
   commands is carried out as if there were no copy.
5. Mail servers that cut off what an address adds hand in what a list sends to the talk address at
   the plain one, and the letter names none of ours. It is a posting to the list all the same.
"""

from collections.abc import Sequence
from dataclasses import replace

from nomic_mail.game.course import Refusal
from nomic_mail.letters.addresses import parse_addresses
from nomic_mail.letters.grammar import About, understand
from nomic_mail.letters.message import Letter
from nomic_mail.letters.proof import single_sender
from nomic_mail.letters.token import Recipient
from nomic_mail.pump.burst import by_one
from nomic_mail.pump.case import Case
from nomic_mail.pump.doors import door_of
from nomic_mail.pump.meant import apart, result_of
from nomic_mail.pump.plan import Plan, reader_of
from nomic_mail.store import outbox, seats
from nomic_mail.store.alike import alike
from nomic_mail.store.seats import Game

POSTED = "list: "


def sent_on(case: Case) -> Plan | None:
    """None where it is no letter that a list sent on. What is may be for any game."""
    if case.screened.kind != "player":
        return None
    found = _sent_on(case)
    if found is not None:
        found.alone = True
    return found


def _sent_on(case: Case) -> Plan | None:
    desk, arrival, letter = case.desk, case.arrival, case.letter
    door = door_of(desk, arrival.recipient)
    with desk.look.read() as connection:
        if letter.message_id and outbox.wrote(connection, letter.message_id):
            return Plan("screened", "loop: its Message-ID is that of a letter of ours")
        if door.kind == "server":
            return _at_the_plain_address(case, seats.listed(connection))
        game = None
        if door.kind in ("game", "talk"):
            game = seats.game_named(connection, door.value)
    if game is None or not game.list_address or arrival.vouched:
        return None
    by_it = _is_from(letter, game.list_address)
    if door.kind == "talk" and (by_it or game.list_address in letter.to):
        return _posting(case, game, door)
    if by_it:
        return _nothing("a posting, at an address for commands", game)
    return None


def _at_the_plain_address(case: Case, games: Sequence[Game]) -> Plan | None:
    """Rule 5."""
    arrival, letter = case.arrival, case.letter
    direct = any(door_of(case.desk, to).kind != "foreign" for to in letter.to)
    fits = [
        one
        for one in games
        if _is_from(letter, one.list_address) or (one.list_address in letter.to and not direct)
    ]
    if not fits or arrival.vouched:
        return None
    fits = [one for one in fits if one.status != "ended"] or fits
    if len(fits) > 1:
        return Plan("screened", f"{POSTED}several games have this list", "list")
    return _posting(case, fits[0], Recipient("talk", fits[0].name))


def _posting(case: Case, game: Game, door: Recipient) -> Plan:
    desk, arrival, letter, fresh = case.desk, case.arrival, case.letter, case.fresh
    with desk.look.read() as connection:
        before_it = [
            number
            for copies in (False, True)
            for number, to, _ in alike(connection, arrival, copies=copies)
            if number < arrival.id and (not copies or to == arrival.recipient)
        ]
        writer = _writer(letter, game.list_address)
        seat = seats.of_game_and_address(connection, game.id, writer) if writer else None
        before = desk.ledger.load(connection, game.id)
    if before_it:
        return _nothing(f"the same letter as {before_it[0]}", game)
    if seat is None or seat.seat not in before.playing:
        return _nothing("not from a player", game)
    talk = understand(letter.subject, letter.text, About(talk=True))
    case = Case(desk, arrival, letter, case.screened, door, writer, game, seat, state=before)
    question = apart(case, letter, seat, talk, ())
    if question is not None:
        letters = [desk.write(arrival, reader_of(seat), game, question)]
        told = f"{POSTED}{result_of(question)}"
        return Plan("done", told, "list", game, seat.seat, letters=letters)
    if not talk.said:
        return _nothing("it says nothing new", game)
    said = replace(
        talk.said[0].command,
        by=seat.seat,
        received_at=arrival.received_at,
        letter=letter.digest,
    )
    burst = by_one(game, before, said, arrival.acts_at, fresh, b"posting")
    if isinstance(burst, Refusal):
        return _nothing(burst.reason, game)
    return Plan("done", f"{POSTED}talk", "list", game, seat.seat).takes(burst)


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
