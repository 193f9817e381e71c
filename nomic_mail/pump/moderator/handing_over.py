"""HAND OVER by mail: the same as at the command line, answered by a letter."""

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refused, Steps
from nomic_mail.letters.grammar.moderator.handing import read_handing
from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.proof.token import Matter, parse_recipient
from nomic_mail.phrases.letters import worded
from nomic_mail.post.answers import Answer, Reply
from nomic_mail.post.compose import compose
from nomic_mail.post.headers import sendable
from nomic_mail.post.render import Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.moderator.chairs import ask
from nomic_mail.pump.plan import Desk, Plan, moderator, single
from nomic_mail.store.people import seats


def one_person(config: Config, written: str) -> tuple[str, str]:
    """A name and an address that letters can be sent to."""
    found, mail = parse_addresses(written), config.mail
    if len(found) != 1 or not sendable(found[0].address):
        raise Refused("no_one_person", written=written)
    address = found[0].address
    if parse_recipient(address, mail.address, mail.delimiter).kind != "foreign":
        raise Refused("person_is_the_server", address=address)
    name = " ".join((found[0].name or address.partition("@")[0]).split())[:60]
    return name, address


def somebody(desk: Desk, written: str) -> tuple[str, str]:
    """One person, whose address nobody else reads."""
    name, address = one_person(desk.config, written)
    with desk.look.read() as connection:
        if seats.is_a_list(connection, address):
            raise Refused("person_is_a_list", address=address)
    return name, address


def ordered(case: Case) -> Plan | None:
    """Does what was confirmed."""
    order = read_handing(case.letter.subject, case.letter.text)
    if order is None:
        return None
    writer = case.moderator or moderator(case.desk.config)
    line, who = order
    try:
        name, plan = _asking(case, who, writer)
        notice = single(MODERATOR, "moderator", Matter("game"), outcome="asked", name=name)
    except Refused as refused:
        plan = Plan(game=case.game)
        told = Reply(MODERATOR, (Answer(line, c.Moderate(), refused.refusal),))
        (notice,) = compose(Steps.of((), case.before), told)
    plan.letters.append(case.answer(writer, notice))
    plan.seat, plan.proof = writer.marked, case.arrival.proof
    return plan


def beforehand(case: Case, writer: Reader) -> dict[str, object] | None:
    """What would become of it, for the question whether to do it."""
    order = read_handing(case.letter.subject, case.letter.text)
    if order is None:
        return None
    line, who = order
    no, told = "", list[str]()
    try:
        _, plan = _asking(case, who, writer)
        told = [plan.result.removeprefix("ok: ")]
    except Refused as refused:
        no = worded(refused.refusal).reason
    return {"line": line, "no": no, "told": told, "counts": False, "forms": ()}


def _asking(case: Case, who: str, writer: Reader) -> tuple[str, Plan]:
    name, address = somebody(case.desk, who)
    by = writer.name
    return name, ask(case.desk, case.arrival, case.home, name, address, alone=True, by=by)
