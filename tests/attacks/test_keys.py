"""What the owner of a key says of it: a signature beyond that is none."""

from typing import Any

import pytest

from tests.attacks.kit import each
from tests.letters.test_dkim import ADA, Dns, letter, signed, verdict

BELOW = "ada@mail.players.example"
BEYOND: dict[str, tuple[bytes, str, dict[str, Any]]] = {
    "for a host below its domain, where it is for that alone": (b"t=s", BELOW, {}),
    "in the name of such a host, where it is for its domain alone": (
        b"t=s",
        ADA,
        {"identity": b"@mail.players.example"},
    ),
    "where it is being tried out, beside other flags": (b"t=s:y", ADA, {}),
    "by another hash than it is for": (b"h=sha1", ADA, {}),
    "where it is for other things than mail": (b"s=tlsrpt", ADA, {}),
}


def dns(key: tuple[bytes, bytes], says: bytes) -> Dns:
    return Dns(
        {"k._domainkey.players.example": key[1].replace(b"v=DKIM1;", b"v=DKIM1; %s;" % says)}
    )


@each("identity", "a key that its owner bounds", "signs {}", "it proves nothing", BEYOND)
def test_a_signature_beyond_its_key(
    key: tuple[bytes, bytes], given: tuple[bytes, str, dict[str, Any]]
) -> None:
    says, sender, more = given
    raw = signed(letter(sender), key[0], **more)
    assert verdict(raw, dns(key, says), sender) == "none"


@pytest.mark.parametrize("says", [b"t=s", b"t=", b"h=sha1:sha256", b"s=email", b"s=*; n=t=y"])
def test_a_signature_within_its_key(key: tuple[bytes, bytes], says: bytes) -> None:
    assert verdict(signed(letter(ADA), key[0]), dns(key, says)) == "pass"
