"""Which door a letter came in by: for which game, and from which seat.

1. The address a letter came to says what it is for. Where that is no reply address, a token may
   have come back another way: in To or Cc, in a line of its text, in the Message-ID it answers.
2. A token that came another way counts only for a seat of the one sender, in the game of the door.
   One of a Message-ID tells what a letter is about, and proves nothing (others see it), unless the
   player has allowed it.
3. A token that is expired or revoked proves nothing, and still tells what the letter is about.
4. A reply token in a letter that went to others as well is public: it counts this once, and never
   again. The token of a talk address is meant to be seen.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.state import State
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.prove import single_sender
from nomic_mail.letters.proof.token import Matter, Recipient, Token
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.letters.screen.kind import Screened, screen
from nomic_mail.post.render import Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import (
    FIRST_MODERATOR,
    Desk,
    Plan,
    are_moderators,
    moderator,
    moderator_known,
)
from nomic_mail.pump.who.credentials import proves
from nomic_mail.store.database import numbers
from nomic_mail.store.database.engines import Busy, Connection
from nomic_mail.store.people import addresses, moderators, seats
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue import outbox
from nomic_mail.store.queue.inbox import Arrival

MOST_IDS = 20
BEFORE_ALL = -1  # no epoch that is known


def nobodys(case: Case) -> Plan | None:
    if case.door.kind not in ("foreign", "bounce"):
        return None
    return Plan("screened", "a person's letter at an address nobody writes to")


def is_command(desk: Desk, recipient: str) -> bool:
    kinds = ("game", "token", "server")
    return door_of(desk, recipient).kind in kinds and not is_talk(desk, recipient)


def is_talk(desk: Desk, recipient: str) -> bool:
    door = door_of(desk, recipient)
    given = _opened(desk, door.value) if door.kind == "token" else None
    return door.kind == "talk" or (given is not None and given.matter.kind == "talk")


def door_of(desk: Desk, recipient: str) -> Recipient:
    mail = desk.config.mail
    return token.parse_recipient(recipient, mail.address, mail.delimiter)


def _opened(desk: Desk, text: str) -> Token | None:
    """Any token of ours but those of return paths, which no person writes to."""
    found = token.opened(desk.keys.tokens, text)
    return found if found is not None and found.matter.kind != "bounce" else None


def return_path(case: Case) -> Token | None:
    """The token of our return path that a bounce came to."""
    if case.screened.kind != "bounce" or case.door.kind != "bounce":
        return None
    today = case.arrival.received_at.date()
    found = token.read(case.desk.keys.tokens, case.door.value, today)
    return found if found is not None and found.matter.kind == "bounce" else None


def look_up(desk: Desk, arrival: Arrival) -> Case:
    """Makes the case: all that is known of a letter."""
    whole = message.read(arrival.raw)
    letter = desk.renderer.cut.letter(whole)
    screened = _screened(desk, arrival, letter)
    with desk.look.read() as connection:
        case = replace(_located(desk, connection, arrival, whole), letter=letter, screened=screened)
        state = as_it_stands(desk, case.game) if case.game is not None else None
    return replace(case, state=state)


def screened_as(desk: Desk, arrival: Arrival) -> Screened:
    return _screened(desk, arrival, desk.renderer.cut.letter(message.read(arrival.raw)))


def _screened(desk: Desk, arrival: Arrival, letter: Letter) -> Screened:
    mail = desk.config.mail
    return screen(
        letter,
        arrival.mail_from,
        (mail.address,),
        delimiter=mail.delimiter,
        limit_bytes=mail.max_letter_bytes,
    )


def as_it_stands(desk: Desk, game: Game) -> State | None:
    """Not where it cannot be read: then it stands still, which whoever looks for its deadlines
    tells (ticking)."""
    try:
        with desk.look.read() as connection:
            return desk.ledger.load(connection, game.id, game.version)
    except Busy:
        raise
    except Exception:
        return None


def locate(desk: Desk, arrival: Arrival, whole: Letter) -> Case:
    """For which game, and from whom: the tokens still stand in the `whole` letter."""
    with desk.look.read() as connection:
        return _located(desk, connection, arrival, whole)


def _located(desk: Desk, connection: Connection, arrival: Arrival, whole: Letter) -> Case:
    sender = single_sender(whole)
    own = tuple(seats.of_address(connection, sender)) if sender else ()
    chairs = tuple(moderators.of_address(connection, sender)) if sender else ()
    door = door_of(desk, arrival.recipient)
    found = Case(desk, arrival, whole, door, sender, seats=own, chairs=chairs)
    given = _opened(desk, found.door.value) if found.door.kind == "token" else None
    carried = list(_brought(desk, whole))
    carried += [replace(one, in_id=True) for one in _answered(desk, whole)]
    brought = [one for one in carried if _may_bring(desk, one, found)]
    if given is None:
        found = _by_address(desk, connection, found)
        fits = (one for one in brought if not found.game or one.game == found.game.id)
        given = next(fits, None)
    if given is not None:
        found = _by_token(desk, connection, found, given, brought)
    found = replace(found, former=_former(desk, connection, found, given))
    if found.door.kind == "talk":
        found = replace(found, matter=Matter("talk"))
    if found.seat is not None:
        known = addresses.confirmed_addresses(connection, found.seat)
        found = replace(found, addresses=known)
    return replace(found, published=_published(desk, connection, found, carried))


def _by_address(desk: Desk, connection: Connection, found: Case) -> Case:
    if found.door.kind in ("game", "talk"):
        game = seats.game_named(connection, found.door.value)
        mine = [seat for seat in found.seats if game and seat.game_id == game.id]
        reader = _moderates(desk, found, game)
        return replace(found, game=game, seat=mine[0] if mine else None, moderator=reader)
    games = [seats.game(connection, seat.game_id) for seat in found.seats]
    own = {one.id: one for one in games if one is not None}
    house = found.sender == desk.config.moderator.address.lower()
    if not own and (house or found.chairs):
        every = seats.all_games(connection)
        own = {one.id: one for one in every if _moderates(desk, found, one)}
    if len(own) != 1:
        return found
    (game,) = own.values()
    seat = found.seats[0] if found.seats else None
    return replace(found, game=game, seat=seat, moderator=_moderates(desk, found, game))


def _moderates(desk: Desk, found: Case, game: Game | None) -> Reader | None:
    """As which moderator the sender writes; rule 1 tells of which game."""
    if found.sender == desk.config.moderator.address.lower():
        return moderator(desk.config)
    fits = (one for one in found.chairs if game and one.game_id in (None, game.id))
    return next((moderator_known(one) for one in fits), None)


def _by_token(
    desk: Desk,
    connection: Connection,
    found: Case,
    given: Token,
    brought: Sequence[Token],
) -> Case:
    """The case by the token `given`: it says what the letter is about, and it, or another of the
    same seat, proves who writes."""
    own = (one for one in found.seats if (one.game_id, one.seat) == (given.game, given.seat))
    seat = next(own, None) or seats.one(connection, given.game, given.seat)
    today = found.arrival.received_at.date()
    good = (
        one
        for one in (given, *brought)
        if (one.game, one.seat) == (given.game, given.seat)
        and proves(one, given.matter)
        and (not one.in_id or (seat is not None and seat.by_id == "on"))
        and not one.expired(today)
        and (seat is None or seat.holds(one.epoch))
    )
    return replace(
        found,
        game=seats.game(connection, given.game),
        seat=seat,
        token=next(good, None),
        matter=given.matter,
        moderator=_chair_of(desk, connection, given),
    )


def _former(
    desk: Desk, connection: Connection, found: Case, given: Token | None
) -> datetime | None:
    """Since when numbers began again, where the letter of ours that this one answers may be lost:
    it is of before, and not among those that are there."""
    if found.seat is None or found.game is None:
        return None
    answers, epoch = found.letter.in_reply_to, given.epoch if given is not None else BEFORE_ALL
    base = desk.config.mail.address
    is_ours = token.written_at(answers, found.game.name, base) is not None
    if epoch >= found.seat.epochs_from or not (given or is_ours):
        return None
    if is_ours and outbox.wrote(connection, answers):
        return None
    return numbers.begun_again(connection, epoch, found.arrival.received_at)


def _chair_of(desk: Desk, connection: Connection, given: Token) -> Reader | None:
    """As which moderator the token has its holder write."""
    if given.seat == MODERATOR:
        return moderator(desk.config)
    if given.seat < FIRST_MODERATOR:
        return None
    chair = moderators.one(connection, given.seat - FIRST_MODERATOR)
    fits = chair is not None and chair.acts and chair.game_id in (None, given.game)
    return moderator_known(chair) if chair is not None and fits else None


def _brought(desk: Desk, letter: Letter) -> Iterator[Token]:
    """The tokens a letter carries beside the address it came to and what it answers (rule 1)."""
    doors = [door_of(desk, to) for to in letter.to[:MOST_IDS]]
    texts = [door.value for door in doors if door.kind == "token"]
    said, quoted = _codes(desk, letter.text)
    texts = [*said, *texts, *quoted]
    for text in dict.fromkeys(texts):
        found = _opened(desk, text)
        if found is not None:
            yield found


def _answered(desk: Desk, letter: Letter) -> Iterator[Token]:
    """Those of the letters of ours that it answers."""
    # decoded: Python's email package writes long Message-IDs as encoded words
    replied = [value for name, value in letter.headers if name == "in-reply-to"][:1]
    ids = [one for value in replied for one in value.split()[:MOST_IDS]]
    ids += reversed(letter.references[-MOST_IDS:])
    for text in dict.fromkeys(token.in_ids(ids, desk.config.mail.address)):
        found = _opened(desk, text)
        if found is not None:
            yield found


def _codes(desk: Desk, text: str) -> tuple[list[str], list[str]]:
    """The tokens of lines in the text, the writer's own first. Quoted lines for talk are left out:
    one stands at the end of every letter, and a reply does not mean it."""
    codes = token.in_text(text)
    kinds = {line.number: line.kind for line in scaffold(text)} if codes else {}
    said = [code for number, code in codes if kinds.get(number) == "said"]
    said = said if len(said) == 1 else []  # the whole letter was copied, both lines with it
    quoted = [code for _, code in codes if code not in said]
    opened = [(code, _opened(desk, code)) for code in quoted]
    return said, [code for code, one in opened if one and one.matter.kind != "talk"]


def _may_bring(desk: Desk, one: Token, found: Case) -> bool:
    """Rule 2."""
    if one.seat == MODERATOR:
        return found.sender == desk.config.moderator.address.lower()
    if one.seat >= FIRST_MODERATOR:
        return one.seat - FIRST_MODERATOR in [chair.id for chair in found.chairs]
    return any((one.game, one.seat) == (seat.game_id, seat.seat) for seat in found.seats)


def _published(desk: Desk, connection: Connection, found: Case, carried: Sequence[Token]) -> bool:
    """Whether the token of this seat stood in a letter that others have, too."""
    if found.token is None or found.seat is None:
        return False
    good = (found.token.game, found.token.seat, found.token.epoch)
    secret = (one for one in carried if one.matter.kind != "talk")
    if good not in [(one.game, one.seat, one.epoch) for one in secret]:
        return False
    letter = found.letter
    if any(name in ("list-id", "list-post") for name, _ in letter.headers):
        return True
    known = {*found.addresses, *letter.delivered_to}
    others = {to for to in letter.to if to not in known and door_of(desk, to).kind == "foreign"}
    if not others:
        return False
    return not others <= are_moderators(connection, desk.config, found.token.game)
