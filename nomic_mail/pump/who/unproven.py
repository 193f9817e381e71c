"""An address that has proven nothing: anybody can write it into a From line, and it may be that of
somebody who has never heard of us.

1. It has one letter a day of ours, over all games, however it is spelt: with whatever behind a +,
   dots wherever they are, and any name of its provider's, as large ones take them. What is over it
   waits, for its writer to prove something or for the Moderator.
2. All addresses of a domain may be one person's: those who ask to join are asked so many a day,
   over all games; who comes after them waits likewise.
3. That letter has our own words alone: none of the letter's, and not the name in its From. Where
   the letter came to a reply address of theirs that is good, only they, or whomever they gave it
   to, can have written: they are shown what it says.
"""

from datetime import datetime, timedelta

from msgspec.structs import replace

from nomic_mail.letters.proof.domains import registered
from nomic_mail.post.headers import mailbox
from nomic_mail.post.render import Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Change, Desk
from nomic_mail.store.people import unproven

DAY = timedelta(days=1)
OF_A_DOMAIN = 20
# Who has a mailbox at one of these has it at the first.
PROVIDERS = (
    "gmail.com googlemail.com",
    "icloud.com me.com mac.com",
    "proton.me protonmail.com protonmail.ch pm.me",
    "yandex.ru yandex.com yandex.by yandex.kz yandex.ua ya.ru",
)
THE_FIRST = {one: names.split()[0] for names in PROVIDERS for one in names.split()}


def is_over(desk: Desk, address: str, at: datetime) -> bool:
    """Whether it has had its letter (rule 1)."""
    with desk.look.read() as connection:
        return unproven.written_since(connection, _whose(address), at - DAY)


def domain_is_over(desk: Desk, address: str, at: datetime) -> bool:
    """Rule 2."""
    whose = _domain(address)
    with desk.look.read() as connection:
        written = unproven.all_written_since(connection, at - DAY)
    return sum(_domain(one) == whose for one in written) >= OF_A_DOMAIN


def _domain(address: str) -> str:
    return registered(address.rpartition("@")[2])


def noted(address: str, at: datetime) -> Change:
    return lambda connection: unproven.write(connection, _whose(address), at)


def _whose(address: str) -> str:
    """The same for all that may come to one mailbox. No letter is sent there."""
    local, at, domain = mailbox(address).rpartition("@")
    domain = THE_FIRST.get(domain.lower(), domain)
    plain = local.strip('"').partition("+")[0].replace(".", "")
    return f"{plain or local}{at}{domain}"


def had_it_of_them(case: Case) -> bool:
    """Rule 3."""
    return case.door.kind == "token" and case.is_about("join") and case.token is not None


def nameless(reader: Reader) -> Reader:
    """Rule 3."""
    return replace(reader, name="")
