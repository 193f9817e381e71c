"""A key is its owner's to choose, and may be one that takes long to reckon with."""

import base64
import secrets
import time

import pytest

from nomic_mail.letters.proof.dkim import RECORD_BYTES, Trust, authenticated
from tests.attacks.kit import each
from tests.kit.house import START
from tests.kit.letters.rsa_key import key_pair
from tests.letters.test_dkim import ADA, GAME, Dns, letter, signed

MOST_SECONDS = 0.5  # of the processor's
BITS = {
    "of 10,000 bits, and an exponent as long": (10_000, 10_000),
    "of 2,048 bits, and an exponent of 16,000": (2_048, 16_000),
    "of 2,800 bits, and an exponent as long": (2_800, 2_800),
}


def der(tag: int, data: bytes) -> bytes:
    size = len(data)
    long = size.to_bytes((size.bit_length() + 7) // 8, "big")
    head = bytes([size]) if size < 128 else bytes([0x80 | len(long)]) + long
    return bytes([tag]) + head + data


def whole(number: int) -> bytes:
    return der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def record(modulus: int, exponent: int) -> bytes:
    kind = bytes.fromhex("300d06092a864886f70d0101010500")
    inner = der(0x30, whole(modulus) + whole(exponent))
    return b"v=DKIM1; p=" + base64.b64encode(der(0x30, kind + der(3, b"\0" + inner)))


@each(
    "time",
    "a domain of their own",
    "signs thrice, by a key {}",
    "it proves nothing, and takes no time",
    tuple(BITS),
)
def test_a_costly_key(given: str) -> None:
    bits, exponent = BITS[given]
    size = bits // 8
    made = [(1 << count - 1) | secrets.randbits(count - 1) | 1 for count in (bits, exponent)]
    raw = letter(ADA)
    for _ in range(3):
        raw = signed(raw, key_pair()[0])
    dns = Dns({"k._domainkey.players.example": record(*made)})
    number = base64.b64encode(secrets.token_bytes(size - 1).rjust(size, b"\0"))
    head, mark, rest = raw.partition(b"From:")
    ours = b"".join(
        one.partition(b" b=")[0] + b" b=" + number + b"\r\n"
        for one in (b"DKIM-Signature:" + part for part in head.split(b"DKIM-Signature:")[1:])
    )
    since = time.process_time()
    found = authenticated(ours + mark + rest, ADA, GAME, Trust("", dns), START)
    assert time.process_time() - since < MOST_SECONDS
    assert found.result == "none"


@pytest.mark.parametrize("notes", [0, 200])
def test_a_key_as_people_have_them_is_one(notes: int) -> None:
    key = key_pair()
    known = b"v=DKIM1; n=" + b"x" * notes + b"; " + key[1].partition(b";")[2]
    long = record(1 << 4095 | 1, 65_537)
    assert len(long) + notes < RECORD_BYTES
    dns = Dns({"k._domainkey.players.example": known})
    assert authenticated(signed(letter(ADA), key[0]), ADA, GAME, Trust("", dns)).result == "pass"
