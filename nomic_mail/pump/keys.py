"""What letters are proven with."""

from dataclasses import dataclass, field

from nomic_mail.letters.proof.names import Lookup, dns_lookup


@dataclass(frozen=True, slots=True)
class Keys:
    """The server's secret, for tokens, never in a log, a letter or an export; and where the keys of
    other servers' signatures are found."""

    tokens: bytes = field(repr=False)
    lookup: Lookup = dns_lookup
