"""What other servers vouch for: signatures made here with a real key, over a DNS that is a dict."""

from pathlib import Path
from typing import Any

import dkim as dkimpy
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.proof.dkim import LOOKUPS, Trust, Unknown, authenticated, dmarc_failure
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from tests.kit.house import HOST, House, address_of
from tests.kit.letters.rsa_key import key_pair
from tests.kit.siege import KEY, MODERATOR, Siege, heads, lay_siege

GAME = f"nomic+tea@{HOST}"
SIGNED = ("from", "to", "subject", "date", "message-id")


@pytest.fixture(scope="module")
def key() -> tuple[bytes, bytes]:
    """A private key in PEM, and the record its public one stands in."""
    return key_pair()


class Dns:
    """A name server that knows what it is told, and what it was asked."""

    def __init__(self, records: dict[str, bytes | None]) -> None:
        self.records = records
        self.asked: list[str] = []

    def __call__(self, name: str, seconds: float) -> bytes | None:
        self.asked.append(name)
        found = self.records.get(name.rstrip("."), b"trouble")
        if found == b"trouble":
            raise Unknown("Timeout")
        return found


def letter(sender: str, text: str = "AGAINST 302", **headers: str) -> bytes:
    head = {
        "From": f"The Mover <{sender}>",
        "To": GAME,
        "Subject": "my vote",
        "Date": "Mon, 02 Mar 2026 11:00:00 +0000",
        "Message-ID": "<a1@mail.test>",
        **headers,
    }
    lines = [f"{name}: {value}" for name, value in head.items()]
    return "\r\n".join([*lines, "", text, ""]).encode()


def signed(
    raw: bytes,
    private: bytes,
    domain: str = "players.example",
    names: tuple[str, ...] = SIGNED,
    **more: Any,
) -> bytes:
    signature: bytes = dkimpy.sign(
        raw,
        b"k",
        domain.encode(),
        private,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name.encode() for name in names],
        **more,
    )
    return signature + raw


def records(key: tuple[bytes, bytes], domain: str = "players.example") -> Dns:
    return Dns({f"k._domainkey.{domain}": key[1]})


ADA = "ada@players.example"


def verdict(raw: bytes, dns: Dns, sender: str = ADA, to: str = GAME) -> str:
    return authenticated(raw, sender, to, Trust("", dns)).result


def test_a_signature_of_the_senders_domain_is_a_pass(key: tuple[bytes, bytes]) -> None:
    raw = signed(letter(ADA), key[0])
    assert verdict(raw, records(key)) == "pass"
    relayed = b"Received: from a by b; Mon, 2 Mar 2026 11:00:01 +0000\r\n" + raw
    assert verdict(relayed, records(key)) == "pass"


def test_so_is_one_of_a_domain_above_it_and_none_below_or_beside(key: tuple[bytes, bytes]) -> None:
    sender = "ada@mail.players.example"
    raw = signed(letter(sender), key[0])
    assert verdict(raw, records(key), sender) == "pass"
    for domain in ("evil.players.example", "evil.example", "layers.example", "example"):
        raw = signed(letter(ADA), key[0], domain)
        dns = records(key, domain)
        assert verdict(raw, dns) == "none", domain
        assert dns.asked == []


def test_every_signature_is_tried(key: tuple[bytes, bytes]) -> None:
    """A mailing list signs, too, and its signature stands first."""
    raw = signed(signed(letter(ADA), key[0]), key[0], "lists.example")
    assert verdict(raw, records(key)) == "pass"
    broken = signed(letter(ADA, "FOR 302"), key[0]).partition(b"From:")[0]
    assert verdict(broken + signed(letter(ADA), key[0]), records(key)) == "pass"


def test_what_was_changed_on_the_way_is_no_pass(key: tuple[bytes, bytes]) -> None:
    raw = signed(letter(ADA), key[0])
    assert verdict(raw.replace(b"AGAINST 302", b"FOR 302"), records(key)) == "none"
    assert verdict(raw.replace(b"my vote", b"FOR 302"), records(key)) == "none"
    assert verdict(b"Subject: FOR 302\r\n" + raw, records(key)) == "none"
    assert (
        verdict(b"Content-Type: text/html\r\nContent-Type: text/plain\r\n" + raw, records(key))
        == "none"
    )


@pytest.mark.parametrize("missing", SIGNED[1:])
def test_a_signature_that_leaves_out_what_we_read_is_none(
    key: tuple[bytes, bytes], missing: str
) -> None:
    names = tuple(name for name in SIGNED if name != missing)
    assert verdict(signed(letter(ADA), key[0], names=names), records(key)) == "none"


def test_an_open_end_is_refused_even_where_nothing_was_appended(key: tuple[bytes, bytes]) -> None:
    raw = signed(letter(ADA, "Hello"), key[0], length=True)
    assert b"l=" in raw
    for one in (raw, raw + b"AGAINST 302\r\n"):
        dns = records(key)
        assert verdict(one, dns) == "none"
        assert dns.asked == []


def test_a_letter_to_somebody_else_cannot_be_sent_on_to_us(key: tuple[bytes, bytes]) -> None:
    private = signed(letter(ADA, To="bob@players.example"), key[0])
    assert verdict(private, records(key)) == "none"
    copied = letter(ADA, To="bob@players.example", Cc=GAME)
    assert verdict(signed(copied, key[0]), records(key)) == "none"
    assert verdict(signed(copied, key[0], names=(*SIGNED, "cc")), records(key)) == "pass"


def test_trouble_of_the_dns_is_unknown_and_no_key_is_none(key: tuple[bytes, bytes]) -> None:
    raw = signed(letter(ADA), key[0])
    assert verdict(raw, Dns({})) == "unknown"
    assert verdict(raw, Dns({"k._domainkey.players.example": None})) == "none"


def test_a_key_that_is_being_tried_out_or_revoked_proves_nothing(key: tuple[bytes, bytes]) -> None:
    raw = signed(letter(ADA), key[0])
    for record in (
        b"t=y; " + key[1],
        b"v=DKIM1; t=s:y; " + key[1][9:],
        b"v=DKIM1; p=",
        b"?" * 9000,
    ):
        assert verdict(raw, Dns({"k._domainkey.players.example": record})) == "none"


def test_look_ups_are_few_and_time_is_bounded(key: tuple[bytes, bytes]) -> None:
    raw = letter(ADA)
    for _ in range(9):
        raw = signed(raw, key[0])
    dns = Dns({})
    assert verdict(raw, dns) == "unknown"
    assert len(dns.asked) == LOOKUPS
    dns = records(key)
    assert verdict(signed(signed(raw, key[0]), key[0]), dns) == "none"
    long = signed(letter(ADA), key[0]).replace(b"\r\n\r\n", b"\r\n\r\n" + b" " * 60_000 + b"x", 1)
    assert verdict(long, dns) == "none"
    assert dns.asked == []


RESULTS = "Authentication-Results: mx.nomic.example"


@pytest.mark.parametrize(
    ("header", "result"),
    [
        (f"{RESULTS}; dmarc=pass header.from=players.example", "pass"),
        (f"{RESULTS} 1; dkim=pass header.d=players.example", "pass"),
        (f"{RESULTS}; dkim=pass header.i=@players.example", "pass"),
        (f"{RESULTS.upper()}; DMARC=PASS header.from=PLAYERS.example", "pass"),
        (f"{RESULTS}; dmarc=fail header.from=players.example", "failed"),
        (f"{RESULTS}; dmarc=temperror header.from=players.example", "none"),
        (f"{RESULTS}; dmarc=pass", "none"),
        (f"{RESULTS}; none", "none"),
        (f"{RESULTS}\r\n{RESULTS}; dmarc=pass header.from=players.example", "none"),
        ("Authentication-Results: ((((((((((", "none"),
        ("Authentication-Results:", "none"),
        (f"{RESULTS}; " + "dkim=pass (" * 2000, "none"),
    ],
)
def test_the_results_of_our_own_mail_server(header: str, result: str) -> None:
    raw = header.encode() + b"\r\n" + letter(ADA)
    trust = Trust("mx.nomic.example")
    assert authenticated(raw, ADA, GAME, trust).result == result
    assert bool(dmarc_failure(raw, trust)) is (result == "failed")
    assert authenticated(raw, ADA, GAME, Trust()).result == "none"


@given(st.binary(max_size=400), st.binary(max_size=400))
def test_whatever_stands_in_these_headers_nothing_raises(results: bytes, signature: bytes) -> None:
    head = b"Authentication-Results: mx.nomic.example; " + results
    head += b"\r\nDKIM-Signature: v=1; d=players.example; s=k; h=from:to:subject:date:message-id; "
    trust = Trust("mx.nomic.example", Dns({"k._domainkey.players.example": b"p=" + signature}))
    authenticated(head + signature + b"\r\n" + letter(ADA), ADA, GAME, trust)
    dmarc_failure(head, trust)


# Delivered to a server


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    return lay_siege(tmp_path_factory.mktemp("siege"))


def delivered(siege: Siege, folder: Path, raw: bytes, dns: Dns) -> tuple[House, int]:
    house = siege.copy(folder)
    house.pump = Pump(
        house.database, house.config, house.clock, Keys(KEY, dns), house._fresh, "the house"
    )
    number = house.hand_in(raw, siege.names["mover"], [GAME])[0]
    house.run()
    return house, number


def test_a_signed_vote_without_a_token_counts(
    siege: Siege, tmp_path: Path, key: tuple[bytes, bytes]
) -> None:
    raw = signed(letter(siege.names["mover"]), key[0])
    house, number = delivered(siege, tmp_path, raw, records(key))
    assert (house.became(number), house.arrival(number).proof) == ("done", "signed")
    assert house.kinds("tea")[-1] == "BallotCast"


@pytest.mark.parametrize("attack", ["appended", "unsigned subject", "another domain", "no answer"])
def test_what_is_not_wholly_signed_is_asked_about(
    siege: Siege, tmp_path: Path, key: tuple[bytes, bytes], attack: str
) -> None:
    raw, dns = letter(siege.names["mover"]), records(key)
    match attack:
        case "appended":
            hello = letter(siege.names["mover"], "Hello.")
            raw = signed(hello, key[0], length=True) + b"AGAINST 302\r\n"
        case "unsigned subject":
            names = tuple(name for name in SIGNED if name != "subject")
            raw = signed(raw, key[0], names=names).replace(b"my vote", b"AGAINST 302")
        case "another domain":
            raw, dns = signed(raw, key[0], "evil.example"), records(key, "evil.example")
        case "no answer":
            raw, dns = signed(raw, key[0]), Dns({})
    house = siege.copy(tmp_path)
    before = heads(house)
    house.close()
    house, number = delivered(siege, tmp_path, raw, dns)
    assert (house.became(number), house.arrival(number).proof) == ("held", "asked")
    assert heads(house) == before
    assert ("could not be had" in house.arrival(number).result) is (attack == "no answer")


def test_where_dkim_is_switched_off_nobody_is_asked(
    siege: Siege, tmp_path: Path, key: tuple[bytes, bytes]
) -> None:
    house, dns = siege.copy(tmp_path), records(key)
    mail = msgspec.structs.replace(house.config.mail, dkim=False)
    house.config = msgspec.structs.replace(house.config, mail=mail)
    house.pump = Pump(
        house.database, house.config, house.clock, Keys(KEY, dns), house._fresh, "the house"
    )
    raw = signed(letter(siege.names["mover"]), key[0])
    number = house.hand_in(raw, siege.names["mover"], [GAME])[0]
    house.run()
    assert (house.became(number), dns.asked) == ("held", [])


def test_a_moderators_signed_command_is_confirmed_all_the_same(
    siege: Siege, tmp_path: Path, key: tuple[bytes, bytes]
) -> None:
    raw = signed(letter(MODERATOR, "SET extensions = 5"), key[0], HOST)
    house, number = delivered(siege, tmp_path, raw, records(key, HOST))
    assert (house.became(number), house.last["tea", MODERATOR].to) == ("held", MODERATOR)


def test_a_stranger_whose_domain_stands_behind_the_letter_is_answered_without_a_token(
    siege: Siege, tmp_path: Path, key: tuple[bytes, bytes]
) -> None:
    eve = "eve@evil.example"
    raw = signed(letter(eve, "What is this?"), key[0], "evil.example")
    house, number = delivered(siege, tmp_path, raw, records(key, "evil.example"))
    answer = house.last["tea", eve]
    assert house.became(number) == "done"
    assert answer.reply_to == GAME
    assert "nomic+r." not in answer.text
    assert not any(address_of(one) in answer.text for one in ("Ada", "Bob"))
