"""What letters are proven with."""

from msgspec import Struct

from nomic_mail.letters.proof.names import Lookup, dns_lookup


class Keys(Struct, frozen=True):
    """The server's secret, for tokens, never in a log, a letter or an export; and where the keys of
    other servers' signatures are found."""

    tokens: bytes
    lookup: Lookup = dns_lookup

    def __repr__(self) -> str:
        return "Keys()"
