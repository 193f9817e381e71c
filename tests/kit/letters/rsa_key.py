"""A real key pair for the tests of signatures, made here: nothing but Python is needed."""

import base64
import random
from collections.abc import Sequence


def _prime(luck: random.Random, bits: int) -> int:
    while True:
        number = luck.getrandbits(bits) | 3 << (bits - 2) | 1
        if number % 65537 != 1 and all(_likely(number, luck) for _ in range(20)):
            return number


def _likely(number: int, luck: random.Random) -> bool:
    """Miller and Rabin's test, once."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    power = pow(luck.randrange(2, number - 1), odd, number)
    if power in (1, number - 1):
        return True
    return any((power := power * power % number) == number - 1 for _ in range(twos - 1))


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 128:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + content


def _numbers(numbers: Sequence[int]) -> bytes:
    pieces = (_der(2, one.to_bytes(one.bit_length() // 8 + 1, "big")) for one in numbers)
    return _der(0x30, b"".join(pieces))


def key_pair(seed: int = 6376) -> tuple[bytes, bytes]:
    """The private key in PEM (PKCS #1), and the DNS record that holds the public one."""
    luck = random.Random(seed)
    one, other, public = _prime(luck, 512), _prime(luck, 512), 65537
    modulus, secret = one * other, pow(public, -1, (one - 1) * (other - 1))
    rest = (secret % (one - 1), secret % (other - 1), pow(other, -1, one))
    private = base64.encodebytes(_numbers((0, modulus, public, secret, one, other, *rest)))
    pem = b"-----BEGIN RSA PRIVATE KEY-----\n" + private + b"-----END RSA PRIVATE KEY-----\n"
    rsa = bytes.fromhex("300d06092a864886f70d0101010500")  # rsaEncryption, without parameters
    known = _der(0x30, rsa + _der(3, b"\0" + _numbers((modulus, public))))
    return pem, b"v=DKIM1; k=rsa; p=" + base64.b64encode(known)
