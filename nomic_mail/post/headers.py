"""What people's names, addresses and titles are made fit for before a header holds them."""

import re
from email.errors import MessageError
from email.headerregistry import Address
from functools import lru_cache


def sendable(address: str) -> bool:
    """Whether a letter of ours can name it as its recipient."""
    try:
        str(recipient("", address))
    except (MessageError, ValueError, IndexError, AttributeError):  # the stdlib's parser has gaps
        return False
    return True


@lru_cache(maxsize=1024)
def recipient(name: str, address: str) -> Address:
    """An international domain goes in its ASCII form, which every header can hold."""
    local, _, domain = address.rpartition("@")
    domain = domain if domain.isascii() else domain.encode("idna").decode("ascii")
    return Address(name, addr_spec=f"{local}@{domain}")


def mailbox(address: str) -> str:
    """As it stands in the To of a letter of ours: one, for all that is one."""
    return recipient("", address).addr_spec if sendable(address) else address


def one_line(words: str) -> str:
    """One line without control characters, or what a reader makes some of (`=?`): fit for a
    header."""
    plain = " ".join(
        re.sub(
            r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", " ", words
        ).split()
    )
    return plain.replace("=?", "= ?")
