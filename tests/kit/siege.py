"""A server under attack: two running games with the same two players, an open ballot in each, one
that is past, and the addresses an attacker may know of.

The set-up is played once; each attack gets a copy of its disk.
"""

import json
import shutil
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

import msgspec

from nomic_mail.config import Server
from nomic_mail.game.commands import MODERATOR as MODERATOR_SEAT
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Matter, Token
from tests.kit.house import HOST, SEED, START, House, address_of

KEY = sha256(SEED.encode()).digest()
MODERATOR = f"moderator@{HOST}"
AUTHSERV = f"mx.{HOST}"
NOW = START + timedelta(hours=3)


def besieged(house: House) -> House:
    """The same server, believing its own mail server's results."""
    mail = msgspec.structs.replace(house.config.mail, authserv_id=AUTHSERV)
    house.config = msgspec.structs.replace(house.config, mail=mail)
    house.pump = house.another_pump("the house", house.database)
    house._letters = 1000  # the copies count on
    house.clock.set(NOW)
    return house


@dataclass
class Siege:
    """What stands before the attack; `names` are what the letters' %names% stand for."""

    folder: Path
    names: dict[str, str] = field(default_factory=dict)

    def copy(self, folder: Path) -> House:
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return besieged(House(folder, database=Server().database))

    def filled(self, text: str) -> str:
        for name, value in self.names.items():
            text = text.replace(f"%{name}%", value)
        return text


def lay_siege(folder: Path) -> Siege:
    house = House(folder, database=Server().database)
    mover, other = house.open_vote("tea")
    past = {name: house.door(name) for name in (mover, other)}
    for name in (mover, other):
        house.reply(name, "FOR\n")
    house.run()
    mover, other = house.mover("tea"), house.others("tea")[0]
    house.reply(mover, "PROPOSE ENACT: Cake\nThere is cake.\nEND\nCALL VOTE\n")
    house.run()
    house.open_vote("rum")
    siege = Siege(folder)
    ballots = {
        (game, name): house.last[game, address_of(name)]
        for game in ("tea", "rum")
        for name in (mover, other)
    }
    ballot, rum = ballots["tea", mover], ballots["rum", mover]
    seat = _seat(house, mover)
    siege.names = {
        "mover": address_of(mover),
        "other": address_of(other),
        "game": f"nomic+tea@{HOST}",
        "ballot": ballot.reply_to,
        "other-ballot": ballots["tea", other].reply_to,
        "rum-ballot": rum.reply_to,
        "past-ballot": past[mover],
        "BALLOT": ballot.reply_to.upper(),
        "ballot-id": ballot.message_id,
        "other-ballot-id": ballots["tea", other].message_id,
        "rum-ballot-id": rum.message_id,
    }
    siege.names |= _variants(ballot.reply_to, ballot.message_id, address_of(mover), seat)
    siege.names |= _of_a_challenge(house, mover, other)
    house.close()
    return siege


def _seat(house: House, name: str) -> tuple[int, int]:
    (row,) = house.rows(
        "SELECT game_id, seat FROM seats JOIN games ON games.id = game_id"
        " WHERE games.name = 'tea' AND address = ?",
        address_of(name),
    )
    return row[0], row[1]


def _variants(ballot: str, ballot_id: str, mover: str, seat: tuple[int, int]) -> dict[str, str]:
    """The same addresses as attackers, and mail programs, write them."""
    local, _, host = ballot.partition("@")
    own, _, domain = mover.partition("@")
    wrong = "b" if local.endswith("a") else "a"
    today = token.day_number(NOW.date())
    talk = Token(*seat, Matter("talk"), today - 1)
    stale = Token(*seat, Matter("game"), today + 30, epoch=7)
    id_local, _, id_host = ballot_id.strip("<>").partition("@")
    return {
        "garbled": f"{local[:-1]}{wrong}@{host}",
        "expired-talk": f"nomic+r.{token.mint(KEY, talk)}@{HOST}",
        "revoked": f"nomic+r.{token.mint(KEY, stale)}@{HOST}",
        "ballot-dotted": f"{local}.@{host}.",
        "ballot-wrapped": f"{local[:30]}\r\n {local[30:]}@{host}",
        "ballot-percent": f"{quote(local)}@{host}",
        "ballot-as-return-path": ballot.replace("+r.", "+b."),
        "forged-id": f"<{id_local[:-1]}{'b' if id_local[-1] == 'a' else 'a'}@{id_host}>",
        "mover-encoded": mover.replace("@", "=40"),
        "homoglyph": mover.replace("a", "а", 1),  # a Cyrillic letter
        "subaddress": f"{own}+x@{domain}",
    }


def _of_a_challenge(house: House, mover: str, other: str) -> dict[str, str]:
    """A letter in the mover's name waits for a YES; the doors of that, and the Moderator's own."""
    number = house.unproven(mover, "AGAINST 302\n")
    house.run()
    far = token.day_number(NOW.date()) + 30
    moderator = Token(_seat(house, mover)[0], MODERATOR_SEAT, Matter("game"), far)
    another = Token(*_seat(house, other), Matter("confirm", number), far)
    return {
        "confirm": house.door(mover),
        "others-confirm": f"nomic+r.{token.mint(KEY, another)}@{HOST}",
        "moderators-door": f"nomic+r.{token.mint(KEY, moderator)}@{HOST}",
    }


def heads(house: House) -> dict[str, str]:
    return {game: house.game(game).head for game in ("tea", "rum")}


def expected(file: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(file.with_suffix(".expect").read_text(encoding="utf-8"))
    return found
