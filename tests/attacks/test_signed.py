"""Signatures that say more than that they hold, and letters that others read otherwise than we do:
who checks a signature, or a mail server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import dkim as dkimpy
from click.testing import CliRunner

from nomic_mail.cli import cli
from nomic_mail.letters.proof.dkim import Trust, authenticated
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from tests.archive.test_came import leave, noted
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import HOST, START, House, address_of
from tests.kit.siege import KEY
from tests.letters.test_dkim import ADA, Dns, letter, records, signed

GAME = f"nomic+tea@{HOST}"
OURS = "mx.nomic.example"
DAY, NOW = 24 * 60 * 60, int(START.timestamp())
Tags = dict[bytes, bytes]


def tagged(raw: bytes, private: bytes, tags: Tags, domain: str = "players.example") -> bytes:
    """Signed, with these tags in place of its own."""

    class Signer(dkimpy.DKIM):  # type: ignore[misc]
        def gen_header(self, fields: list[tuple[bytes, bytes]], *more: Any) -> bytes:
            kept = [one for one in fields if one[0] not in tags]
            fields[:] = [*kept, *tags.items()]
            found: bytes = super().gen_header(fields, *more)
            return found

    names = [b"from", b"to", b"subject", b"date", b"message-id"]
    made: bytes = Signer(raw).sign(
        b"k", domain.encode(), private, canonicalize=(b"relaxed", b"relaxed"), include_headers=names
    )
    return made + raw


def verdict(raw: bytes, dns: Dns, authserv_id: str = "") -> str:
    return authenticated(raw, ADA, GAME, Trust(authserv_id, dns), START).result


TAGS: dict[str, Tags] = {
    "was over a day before it came": {b"x": b"%d" % (NOW - DAY)},
    "was over before it was made": {b"t": b"%d" % (NOW + 9 * DAY), b"x": b"%d" % (NOW + 8 * DAY)},
    "is over at no time that can be read": {b"x": b"soon"},
    "is over in so many digits": {b"x": b"9" * 1500},
    "is for somebody of another domain": {b"i": b"ada@evil.example"},
    "is for somebody of a domain that ends alike": {b"i": b"ada@morePlayers.example"},
    "is of no version that there is": {b"v": b"2"},
    "is to be looked up elsewhere": {b"q": b"http"},
}


@each(
    "identity",
    "a letter that a player signed, and that never came",
    "sends it on, though its signature {}",
    "the player is asked",
    tuple(TAGS),
)
def test_a_signature_that_says_more(key: tuple[bytes, bytes], given: str) -> None:
    raw = tagged(letter(ADA), key[0], TAGS[given])
    assert verdict(raw, records(key)) == "none"
    assert verdict(tagged(letter(ADA), key[0], {}), records(key)) == "pass"


def test_a_signature_whose_time_runs_is_a_pass(key: tuple[bytes, bytes]) -> None:
    """Gmail's are good for a week."""
    raw = tagged(letter(ADA), key[0], {b"t": b"%d" % NOW, b"x": b"%d" % (NOW + 7 * DAY)})
    assert verdict(raw, records(key)) == "pass"


@attacks(
    Attack(
        "identity",
        "a key that is for its domain alone (t=s)",
        "signs for a host below it",
        "the player is asked",
    )
)
def test_a_key_for_the_domain_alone(key: tuple[bytes, bytes]) -> None:
    strict = Dns({"k._domainkey.players.example": b"t=s; " + key[1]})
    below = tagged(letter(ADA), key[0], {b"i": b"ada@mail.players.example"})
    assert (verdict(below, strict), verdict(below, records(key))) == ("none", "pass")
    own = tagged(letter(ADA), key[0], {b"i": b"ada@players.example"})
    assert verdict(own, strict) == "pass"


def test_what_was_signed_for_a_week_is_proven_by_its_record_for_good(
    tmp_path: Path, key: tuple[bytes, bytes]
) -> None:
    house = with_keys(tmp_path, records(key))
    house.open_vote()
    mover = house.mover()
    text = "FOR 301\r\n\r\nFrom here on it is easy"
    raw = letter(address_of(mover), text, Date="Mon, 02 Mar 2026 09:00:00 +0000")
    tags = {b"t": b"%d" % NOW, b"x": b"%d" % (NOW + 7 * DAY)}
    house.hand_in(tagged(raw, key[0], tags), address_of(mover), [GAME])
    house.reply(house.others()[0], "FOR\n")
    house.run()
    assert house.kinds().count("BallotCast") == 2
    assert noted(house, records(key)) == 1
    file = tmp_path / "letters.mbox"
    file.write_bytes(leave(house, addresses=True))
    found = CliRunner().invoke(cli, ["verify", str(file)])
    assert "1 letter has a signature that holds" in found.output, found.output
    assert found.exit_code == 0


NAMED = {
    "a hard blank": b"d\xc2\xa0",
    "a wide one": b"d\xe2\x80\x83",
    "an end of a line": b"d\xc2\x85",
    "a sign that parts files": b"d\x1c",
    "one that parts records": b"d\x1f",
    "a vertical tab": b"d\x0b",
}


@each(
    "identity",
    "a domain of their own",
    "names a player's, too, in a tag whose name has {} behind it",
    "the player is asked",
    NAMED,
)
def test_a_domain_that_only_we_see(key: tuple[bytes, bytes], given: bytes) -> None:
    raw = tagged(letter(ADA), key[0], {given: b"players.example"}, "evil.example")
    assert verdict(raw, records(key, "evil.example")) == "none"


# One letter, read in two ways


def by_cr(raw: bytes) -> bytes:
    """In a letter that evil.example signs, below a signature that only we see."""
    claims = "from:to:subject:date:message-id"
    fake = f"v=1; a=rsa-sha256; c=relaxed/relaxed; d=players.example; s=k; h={claims}; bh=x; b=x"
    return f"X-Note: tea\rDKIM-Signature: {fake}\r\n".encode() + raw


def words_by_cr(raw: bytes) -> bytes:
    """Words that we take for the text, where a mail server reads on in a header."""
    return raw.replace(b"\r\n\r\n", b"\r\nX-Note: tea\r\rFOR 302\r\rX: \r\n\r\n", 1)


def results_by_cr(raw: bytes) -> bytes:
    """As it stands in a header of another name, no mail server takes it out."""
    told = f"Authentication-Results: {OURS}; dmarc=pass header.from=players.example"
    return f"X-Note: tea\r{told}\r\n".encode() + raw


def results_by_blank(raw: bytes) -> bytes:
    told = f"{OURS}; dmarc=pass header.from=players.example"
    return f"Authentication-Results : {told}\r\n".encode() + raw


def signature_by_blank(raw: bytes) -> bytes:
    return by_cr(raw).replace(b"X-Note: tea\rDKIM-Signature:", b"DKIM-Signature :")


def tags_below(raw: bytes) -> bytes:
    """A line that has lost the blank before it, to us; to others a header of an odd name."""
    return raw.replace(b"\r\nFrom:", b"\r\nd=players.example;i=@players.example;x:y\r\nFrom:", 1)


OTHERWISE: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "a player's signature behind a bare CR, above their own": ("evil.example", by_cr),
    "a player's signature, a blank before its colon, above their own": (
        "evil.example",
        signature_by_blank,
    ),
    "words behind two bare CRs below a player's signature": ("players.example", words_by_cr),
    "tags of a player's signature below their own, with no blank before them": (
        "evil.example",
        tags_below,
    ),
    "a pass of our mail server's behind a bare CR": ("evil.example", results_by_cr),
    "a pass of our mail server's, a blank before its colon": ("evil.example", results_by_blank),
}


def with_keys(folder: Path, dns: Dns) -> House:
    house = House(folder)
    house.pump = Pump(house.database, house.config, house.clock, Keys(KEY, dns), house._fresh, "x")
    return house


@each(
    "identity",
    "a domain of their own, or a player's signed letter",
    "writes {}",
    "the player is asked",
    tuple(OTHERWISE),
)
def test_a_letter_that_others_read_otherwise(key: tuple[bytes, bytes], given: str) -> None:
    domain, turned = OTHERWISE[given]
    raw = turned(tagged(letter(ADA), key[0], {b"z": b"a;"}, domain))
    assert verdict(raw, records(key, domain), OURS) == "none"
    assert verdict(signed(letter(ADA), key[0]), records(key), OURS) == "pass"
