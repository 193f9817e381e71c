"""HAND OVER by mail: the same as at the command line, answered by a letter."""

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refused, Steps
from nomic_mail.letters.addresses import parse_addresses
from nomic_mail.letters.handing import read_handing
from nomic_mail.letters.message import Letter
from nomic_mail.letters.token import Matter, parse_recipient
from nomic_mail.post.answers import Answer, Reply
from nomic_mail.post.compose import compose
from nomic_mail.post.headers import sendable
from nomic_mail.post.render import Reader
from nomic_mail.pump.chairs import Chairs
from nomic_mail.pump.plan import Desk, Plan, single
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger
from nomic_mail.store.seats import Game


def one_person(config: Config, written: str) -> tuple[str, str]:
    """A name and an address that letters can be sent to."""
    found, mail = parse_addresses(written), config.mail
    fix = "Ada Lovelace <ada@example.org>"
    if len(found) != 1 or not sendable(found[0].address):
        raise Refused("the house", f'"{written}" is not one name and address', fix)
    address = found[0].address
    if parse_recipient(address, mail.address, mail.delimiter).kind != "foreign":
        raise Refused("the house", f"{address} is the server's own", fix)
    name = " ".join((found[0].name or address.partition("@")[0]).split())[:60]
    return name, address


class Handing:
    def __init__(self, desk: Desk, ledger: Ledger, chairs: Chairs) -> None:
        self._desk = desk
        self._ledger = ledger
        self._chairs = chairs

    def plan(self, arrival: Arrival, letter: Letter, game: Game, writer: Reader) -> Plan | None:
        order = read_handing(letter.subject, letter.text)
        if order is None:
            return None
        line, who = order
        answers = letter.message_id
        try:
            name, plan = self._asking(arrival, game, who, writer)
        except Refused as refused:
            with self._desk.database.read() as connection:
                state = self._ledger.load(connection, game.id)
            told = Reply(MODERATOR, (Answer(line, c.Moderate(), refused.refusal),))
            (notice,) = compose(Steps.of((), state), told)
            return Plan(
                game=game,
                seat=writer.marked,
                letters=[self._desk.write(arrival, writer, game, notice, answers)],
            )
        notice = single(MODERATOR, "moderator", Matter("game"), outcome="asked", name=name)
        plan.letters.append(self._desk.write(arrival, writer, game, notice, answers))
        plan.seat = writer.marked
        return plan

    def beforehand(
        self, arrival: Arrival, letter: Letter, game: Game, writer: Reader
    ) -> dict[str, object] | None:
        """What it would come to, before it is confirmed."""
        order = read_handing(letter.subject, letter.text)
        if order is None:
            return None
        line, who = order
        no, told = "", list[str]()
        try:
            _, plan = self._asking(arrival, game, who, writer)
            told = [plan.result.removeprefix("ok: ")]
        except Refused as refused:
            no = refused.refusal.reason
        return {"line": line, "no": no, "told": told, "counts": False}

    def _asking(self, arrival: Arrival, game: Game, who: str, writer: Reader) -> tuple[str, Plan]:
        name, address = one_person(self._desk.config, who)
        return name, self._chairs.ask(arrival, game, name, address, alone=True, by=writer.name)
