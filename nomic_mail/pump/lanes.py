"""Which letters touch one game alone, so that others can work on other games meanwhile: by
the address they came to (queue.lanes, rule 1), and by what they say.
"""

from nomic_mail.config import Config
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import SIDES
from nomic_mail.pump.case import Case
from nomic_mail.pump.keys import Keys
from nomic_mail.store.database.engines import Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue.lanes import Lane


def lane_of(database: Database, config: Config, keys: Keys) -> Lane | None:
    """Tells the game of an address; None where one process has all games."""
    if not database.is_shared and config.server.workers == 1:
        return None
    mail = config.mail

    def lane(recipient: str) -> int | None:
        door = token.parse_recipient(recipient, mail.address, mail.delimiter)
        if door.kind in ("token", "bounce"):
            found = token.opened(keys.tokens, door.value)
            return found.game if found is not None else None
        if door.kind not in ("game", "talk"):
            return None
        with database.read() as connection:
            game = seats.game_named(connection, door.value)
        return game.id if game is not None else None

    return lane


OF_THE_GAME = (
    "game",
    "proposal",
    "ballot",
    "question",
    "counted",
    "talked",
    "judgment",
    "leave",
    "talk",
    "call",
    *SIDES,
)


def stays_in_its_game(case: Case) -> bool:
    """A player's letter about the game itself. One about addresses or moderators may touch
    others."""
    matter = case.matter
    return (
        case.seat is not None
        and case.door.kind in ("game", "talk", "token")
        and not case.is_moderator
        and not case.chairs
        and (matter is None or matter.kind in OF_THE_GAME)
    )
