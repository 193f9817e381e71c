"""Letters that prove less than they seem to: From in forms that readers differ on, results that
nobody's mail server wrote, signatures over too little."""

from pathlib import Path

import pytest

from nomic_mail.letters.proof.dkim import Trust, authenticated
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import START, House, address_of
from tests.letters.test_dkim import ADA, GAME, SIGNED, Dns, letter, records, signed

ASKED = "the player is asked"
X = "evil@x.example"
AUTHSERV = "mx.nomic.example"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


FROMS = (
    f"{X} <VICTIM>",
    f"Ada {X} <VICTIM>",
    f"{X}(Ada)<VICTIM>",
    f'"Ada" {X} <VICTIM>',
    f'"{X}"@y.example <VICTIM>',
    f"<VICTIM> {X}",
    "<@x.example:VICTIM>",
    f"{X}, <VICTIM>",
)


@attacks(
    *(
        Attack("identity", "a leaked reply address, and a pass for x", f"From: {one}", ASKED, one)
        for one in FROMS
    )
)
def test_a_from_that_two_readers_read_in_two_ways(house: House, given: str) -> None:
    victim = house.others()[0]
    raw = house.written(victim, house.door(victim), "AGAINST\n")
    _, _, rest = raw.partition(b"\n")
    head = f"From: {given.replace('VICTIM', address_of(victim))}\n"
    results = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from=x.example\n"
    number = house.post_in(results.encode() + head.encode() + rest, victim, house.door(victim))
    house.run()
    assert (house.became(number), house.arrival(number).proof) == ("held", "asked")
    assert "BallotCast" not in house.kinds()


@pytest.mark.parametrize(
    "sender", ["VICTIM <VICTIM>", '"Ada (x@work.example)" <VICTIM>', "=?utf-8?q?a=40b?= <VICTIM>"]
)
def test_what_real_mail_programs_write_is_no_doubt(house: House, sender: str) -> None:
    victim = house.others()[0]
    raw = house.written(victim, house.door(victim), "AGAINST\n")
    head = f"From: {sender.replace('VICTIM', address_of(victim))}\n".encode()
    number = house.post_in(head + raw.partition(b"\n")[2], victim, house.door(victim))
    house.run()
    assert house.became(number) == "done"


@attacks(
    Attack(
        "identity",
        "a domain that looks like a player's to a careless server",
        "writes U+212A for the k in a player's address",
        ASKED,
    )
)
def test_the_kelvin_sign_is_no_k(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    for who in ("Kim Kirk <kim@kirk.example>", "Bob Babbage <bob@players.example>"):
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    door = house.last["tea", "kim@kirk.example"].reply_to
    raw = f"From: Kim <\u212aim@kirk.example>\nTo: {door}\nMessage-ID: <k@x>\n\nLEAVE\n"
    number = house.hand_in(raw.encode(), X, [door])[0]
    house.run()
    assert house.became(number) == "held"
    assert "kim@kirk.example" in {one.to for one in house.told}


HERE = (
    f"by {AUTHSERV} (Postfix, from userid 1000) id 4Z; Mon, 2 Mar 2026 11:00:00 +0000 (UTC)",
    f"from localhost (localhost [127.0.0.1]) by {AUTHSERV} (Postfix) with ESMTP id 4Z",
    f"from mx.players.example (unknown [IPv6:::1]) by {AUTHSERV} (Postfix) with ESMTP id 4Z",
    f"from eve by {AUTHSERV} with local (Exim 4.96) (envelope-from <x@y>) id 1a-2b-3c",
    f"from eve (helo=mx.players.example) by {AUTHSERV} with local-esmtp (Exim 4.96) id 1a-2b-3d",
    f"(from eve@localhost) by {AUTHSERV} (8.17.1/8.17.1/Submit) id 42",
    "(qmail 4711 invoked by uid 1000)",
)


@each(
    "identity",
    "a login on the machine",
    "hands in a pass of its own: Received: {}",
    "it is not believed",
    HERE,
)
def test_a_pass_that_a_program_on_the_machine_wrote(given: str) -> None:
    results = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from=players.example"
    outside = f"Received: from mx.players.example (mx.players.example [192.0.2.1]) by {AUTHSERV}"
    trust = Trust(AUTHSERV)
    for heads in ((f"Received: {given}", results), (results, f"Received: {given}")):
        raw = "\r\n".join((*heads, outside, "")).encode() + letter(ADA)
        assert authenticated(raw, ADA, GAME, trust).result == "none"
    raw = "\r\n".join((results, outside, "")).encode() + letter(ADA)
    assert authenticated(raw, ADA, GAME, trust).result == "pass"
    fails = results.replace("pass", "fail")
    raw = "\r\n".join((fails, f"Received: {given}", "")).encode() + letter(ADA)
    assert authenticated(raw, ADA, GAME, trust).result == "failed"


LOGINS = (
    f"from eve (pool.x.example [192.0.2.9]) by {AUTHSERV} (Postfix) with ESMTPSA id 4Z",
    f"from eve (pool.x.example [192.0.2.9]) by {AUTHSERV} (Postfix) with ESMTPA id 4Z",
    f"from eve (pool.x.example [192.0.2.9]) by {AUTHSERV} (Postfix) with UTF8SMTPSA id 4Z",
    f"from pool.x.example ([192.0.2.9]) by {AUTHSERV} with esmtpsa (TLS1.3) (Exim 4.96) id 1a-2b",
    "from eve (pool.x.example [192.0.2.9]) (Authenticated sender: eve@nomic.example)"
    f" by {AUTHSERV} (Postfix) with ESMTP id 4Z",
)


@each(
    "identity",
    "a mailbox at our own mail server, which looks at no letter of its customers'",
    "hands in a pass of its own: Received: {}",
    "it is not believed",
    LOGINS,
)
def test_a_pass_that_a_customer_of_our_mail_servers_wrote(given: str) -> None:
    assert _with_a_pass(given) == "none"


LMTP = (
    f"from {AUTHSERV} by {AUTHSERV} with LMTP id aBc (envelope-from <eve@{AUTHSERV}>)",
    f"from {AUTHSERV} by {AUTHSERV} (Cyrus 3.6) with LMTPA",
)


@each(
    "identity",
    "a login on the machine, and a mailbox server to which the mail server hands letters by LMTP",
    "hands in a pass of its own, below a line of that server's: Received: {}",
    "it is not believed",
    (*HERE, *LOGINS),
)
def test_a_pass_below_the_line_of_a_mailbox_server(given: str) -> None:
    for line in LMTP:
        assert _with_a_pass(line, given) == "none"
        assert _with_a_pass(line, OUTSIDE) == "pass"


OUTSIDE = (
    f"from mx.players.example (mx.players.example [192.0.2.1]) by {AUTHSERV} (Postfix)"
    " with ESMTPS id 4Z"
)


def _with_a_pass(*received: str) -> str:
    results = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from=players.example"
    heads = [*(f"Received: {one}" for one in received[:-1]), results, f"Received: {received[-1]}"]
    raw = "\r\n".join((*heads, "")).encode() + letter(ADA)
    return authenticated(raw, ADA, GAME, Trust(AUTHSERV)).result


MULTIPART = (
    "--b\r\nContent-Type: text/plain\r\n\r\nHello.\r\n"
    "--b\r\nContent-Type: text/html\r\n\r\n<p>Hello.</p>\r\n--b--"
)
REPACKED = {
    "another type": ("FOR\r\n", {"Content-Type": "text/html"}),
    "a transfer encoding": ("RkVFTCBBR0FJTlNU", {"Content-Transfer-Encoding": "base64"}),
    "quoted-printable": ("=46OR", {"Content-Transfer-Encoding": "quoted-printable"}),
    "another boundary": (MULTIPART, {"Content-Type": "multipart/mixed; boundary=c"}),
    "no parts": (MULTIPART, {"Content-Type": "text/plain"}),
    "UTF-7": ("+AEYATwBS-", {"Content-Type": "text/plain; charset=utf-7"}),
    "EBCDIC": ("abc", {"Content-Type": "text/plain; charset=cp037"}),
    "UTF-16": ("FOR!", {"Content-Type": "text/plain; charset=utf-16"}),
    "lines that are joined": ("FOR \r\nnobody", {"Content-Type": "text/plain; delsp=yes"}),
}


@each(
    "votes",
    "a signed letter of a player's whose packing is not signed",
    "sends it on with {}",
    ASKED,
    tuple(REPACKED),
)
def test_a_letter_packed_otherwise_than_its_writer_did(
    key: tuple[bytes, bytes], given: str
) -> None:
    text, more = REPACKED[given]
    raw = signed(letter(ADA, text), key[0])
    heads = "".join(f"{name}: {value}\r\n" for name, value in more.items()).encode()
    found = authenticated(heads + raw, ADA, GAME, Trust("", records(key)))
    assert (found.result, "does not cover content-type" in found.why) == ("none", True)
    names = (*SIGNED, "content-type", "content-transfer-encoding")
    whole = signed(letter(ADA, text, **more), key[0], names=names)
    assert authenticated(whole, ADA, GAME, Trust("", records(key))).result == "pass"


def test_what_a_large_provider_leaves_unsigned_is_believed_where_it_can_be_read_one_way(
    key: tuple[bytes, bytes],
) -> None:
    for text, kind in (
        ("FOR\r\n\r\nHello there", 'text/plain; charset="UTF-8"'),
        (MULTIPART, 'multipart/alternative; boundary="b"'),
    ):
        raw = signed(letter(ADA, text, **{"Content-Type": kind}), key[0])
        assert authenticated(raw, ADA, GAME, Trust("", records(key))).result == "pass"


@attacks(
    Attack("identity", "a key of 2005", "signs with rsa-sha1", ASKED),
    Attack("identity", "a domain in the United Kingdom", "signs as co.uk", ASKED),
    Attack("identity", "a page at github.io", "signs as github.io", ASKED),
    Attack("votes", "an old signed letter that never got here", "sends it now", ASKED),
    Attack("votes", "a signed letter to another game", "sends it to this one", ASKED),
    Attack("votes", "a signed letter", "adds a second To above the signed one", ASKED),
)
def test_signatures_that_are_worth_nothing(key: tuple[bytes, bytes]) -> None:
    trust = Trust("", records(key))
    raw = signed(letter(ADA), key[0])
    assert authenticated(raw, ADA, GAME, trust, START).result == "pass"
    assert authenticated(raw, ADA, GAME, trust, START.replace(month=5)).result == "none"
    assert authenticated(raw, ADA, "nomic+rum@nomic.example", trust, START).result == "none"
    twice = f"To: {GAME.replace('tea', 'rum')}\r\n".encode() + raw
    assert authenticated(twice, ADA, GAME, trust, START).result == "none"
    sha1 = signed(letter(ADA), key[0], signature_algorithm=b"rsa-sha1")
    assert authenticated(sha1, ADA, GAME, trust, START).result == "none"
    for suffix in ("co.uk", "github.io"):
        sender = f"ada@players.{suffix}"
        dns = Dns({f"k._domainkey.{suffix}": key[1]})
        raw = signed(letter(sender), key[0], suffix)
        assert authenticated(raw, sender, GAME, Trust("", dns), START).result == "none"
        assert dns.asked == []
