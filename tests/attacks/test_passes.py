"""Passes of our own mail server for a letter that a player did write, once, to somebody else."""

from collections.abc import Callable

import dkim as dkimpy

from nomic_mail.letters.proof.dkim import Trust, authenticated
from tests.attacks.kit import each
from tests.kit.house import START
from tests.letters.test_dkim import ADA, GAME, letter, signed

AUTHSERV = "mx.nomic.example"
TO_RUM = "nomic+rum@nomic.example"
DMARC = "dmarc=pass header.from=players.example"
DKIM = "dkim=pass header.d=players.example"
BLANKS = b"\r\n " * 3_000


def padded(raw: bytes) -> bytes:
    """What is signed stays the same: of blanks any number is one (RFC 6376, 3.4.2)."""
    return raw.replace(b"; ", b";" + BLANKS, 1)


def pushed_down(raw: bytes, by: int) -> bytes:
    """The signature stands below so much that nobody signed."""
    head, _, rest = raw.partition(b"From:")
    above, _, text = rest.partition(b"\r\n\r\n")
    junk = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 900) for n in range(by // 900))
    return b"From:" + above + b"\r\n" + junk + head + b"\r\n" + text


WAYS: dict[str, tuple[str, str, Callable[[bytes], bytes]]] = {
    "as it is": (DMARC, "players.example", lambda raw: raw),
    "signed by a host below it": (DMARC, "mail.players.example", lambda raw: raw),
    "with blanks before the signature's domain": (DMARC, "players.example", padded),
    "with such blanks, and the signature's pass": (DKIM, "players.example", padded),
    "with 300 KB above the signature": (
        DMARC,
        "players.example",
        lambda r: pushed_down(r, 300_000),
    ),
    "with 600 KB above it": (DKIM, "players.example", lambda raw: pushed_down(raw, 600_000)),
}


@each(
    "identity",
    "a signed letter of a player's to another game, and a mail server that checks it",
    "sends it on to this game {}",
    "the player is asked",
    tuple(WAYS),
)
def test_a_pass_for_a_letter_to_somebody_else(key: tuple[bytes, bytes], given: str) -> None:
    said, domain, sent_on = WAYS[given]
    results = f"Authentication-Results: {AUTHSERV}; {said}\r\n".encode()
    raw = results + sent_on(signed(letter(ADA, To=TO_RUM), key[0], domain))
    assert dkimpy.verify(raw, dnsfunc=lambda name, timeout=5: key[1])
    assert authenticated(raw, ADA, GAME, Trust(AUTHSERV), START).result == "none"
    mine = results + signed(letter(ADA), key[0], domain)
    assert authenticated(mine, ADA, GAME, Trust(AUTHSERV), START).result == "pass"


@each(
    "identity",
    "a suffix under which anybody has names, and a mail server that tells of its signature",
    "signs for a name under {}",
    "the player is asked",
    ("co.uk", "github.io"),
)
def test_a_pass_of_a_public_suffix(given: str) -> None:
    sender = f"ada@players.{given}"
    for signer, result in ((given, "none"), (f"players.{given}", "pass")):
        results = f"Authentication-Results: {AUTHSERV}; dkim=pass header.d={signer}\r\n".encode()
        raw = results + letter(sender)
        assert authenticated(raw, sender, GAME, Trust(AUTHSERV), START).result == result
