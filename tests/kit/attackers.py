"""What an outsider writes who was shown, or has guessed, something of a player's."""

import re
from dataclasses import dataclass, field

from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Token
from nomic_mail.play.table import Received
from tests.kit.house import House, address_of
from tests.kit.siege import KEY

EVIL = "evil@attacker.example"


@dataclass
class Attacker:
    """Forges one player's From, as anybody can; reads EVIL, and no other mailbox."""

    house: House
    victim: str
    count: int = field(default=0)

    @property
    def home(self) -> str:
        return address_of(self.victim)

    def forges(self, to: str, text: str, *, sender: str = "", **headers: str) -> int:
        """A letter under the victim's From (or another's); the number it was taken in under."""
        self.count += 1
        raw = self.house.written(self.victim, to, text, f"<{self.count}.forged@attacker.example>")
        raw = raw.replace(self.home.encode(), (sender or self.home).encode())
        lines = "".join(
            f"{name.replace('_', '-')}: {value}\n" for name, value in headers.items() if value
        )
        number = self.house.hand_in(lines.encode() + raw, EVIL, [to])[0]
        self.house.run()
        return number

    def talk_address(self) -> str:
        """As it stands in the text of the victim's letters."""
        return leaked(self.house.last["tea", self.home], "talk")

    def letters(self) -> list[Received]:
        return [one for one in self.house.told if one.to == EVIL]

    def answers_there(self, text: str = "YES\n") -> int:
        """From EVIL, to whatever question came there last."""
        return self.forges(self.letters()[-1].reply_to, text, sender=EVIL)


def leaked(letter: Received, kind: str) -> str:
    """The address in a letter whose token is about `kind`."""
    for found in re.findall(r"nomic\+r\.[a-z2-7]+@\S+", f"{letter.reply_to} {letter.text}"):
        one = opened(found)
        if one is not None and one.matter.kind == kind:
            return str(found)
    raise AssertionError(f"no token about {kind} in the letter {letter.subject!r}")


def opened(address: str) -> Token | None:
    return token.opened(KEY, address)


def addresses_of(house: House, player: str) -> tuple[str, list[str]]:
    """Where this player's letters go, and from where else theirs may come."""
    ((seat, main),) = house.rows("SELECT seat, address FROM seats WHERE name = ?", player)
    others = house.rows(
        "SELECT address FROM addresses WHERE seat = ? AND confirmed_at IS NOT NULL ORDER BY id",
        seat,
    )
    return main, [one for (one,) in others]
