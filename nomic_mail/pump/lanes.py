"""What lies in one game, so that other games can go on beside it: an address (queue.lanes, rule 1),
and a letter.
"""

from nomic_mail.config import Config
from nomic_mail.letters.proof import token
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Keys
from nomic_mail.store.database.engines import Database
from nomic_mail.store.people import seats
from nomic_mail.store.queue.lanes import Lane


def lane_of(database: Database, config: Config, keys: Keys) -> Lane | None:
    """None where nobody can share the database: then nobody has to tell games apart."""
    if not database.is_shared:
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


OF_THE_GAME = ("game", "proposal", "ballot", "talk")


def stays_in_its_game(case: Case) -> bool:
    """A player's, and about the game itself: not who has which address, or moderates what."""
    matter = case.matter
    return (
        case.seat is not None
        and case.door.kind in ("game", "talk", "token")
        and not case.is_moderator
        and not case.chairs
        and (matter is None or matter.kind in OF_THE_GAME)
    )
