"""Our own mail server says that a letter is forged, and the forger writes half of what it says it
in: a helo, a local part, a comment. Whatever that does to the header, the letter is not believed.
"""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.proof.dkim import Trust, authenticated, dmarc_failure
from tests.kit.house import House
from tests.kit.siege import AUTHSERV, Siege, heads, lay_siege
from tests.kit.tiers import some
from tests.letters.test_dkim import ADA, GAME, letter

TRUST = Trust(AUTHSERV)
FAIL = "dmarc=fail (p=reject) header.from=players.example"
PASS = "dmarc=pass (p=reject) header.from=players.example"
OTHER = "dmarc=fail header.from=other.example"
A = "Authentication-Results"

# What was found first.
FOUND = {
    "an address for a helo": f"{A}: {AUTHSERV}; spf=fail smtp.helo=[203.0.113.9]; {FAIL}",
    "an empty sender": f"{A}: {AUTHSERV}; spf=fail smtp.mailfrom=<>; {FAIL}",
    "a semicolon at the end": f"{A}: {AUTHSERV}; {FAIL};",
    "Exim's IPv6": f"{A}: {AUTHSERV}; iprev=fail smtp.remote-ip=2001:db8::1; {FAIL}",
    "UTF-8": f"{A}: {AUTHSERV}; spf=fail smtp.mailfrom=jürgen@evil.example; {FAIL}",
    "an unclosed quote": f'{A}: {AUTHSERV}; spf=fail smtp.helo="evil; {FAIL}',
    "a long helo": f"{A}: {AUTHSERV}; spf=fail smtp.helo={'x' * 9000}; {FAIL}",
    "a long comment": f"{A}: {AUTHSERV}; spf=fail ({'x ' * 9000}) smtp.helo=evil; {FAIL}",
    "a second header": f"{A}: {AUTHSERV}; spf=pass smtp.helo=evil\r\n{A}: {AUTHSERV}; {FAIL}",
}
# Others of the kind.
MORE = {
    "a comment left open": f"{A}: {AUTHSERV}; spf=fail (helo was evil( ) smtp.helo=x; {FAIL}",
    "a comment from one word to another": (
        f"{A}: {AUTHSERV}; spf=none smtp.helo=a(b; {FAIL}; auth=none smtp.auth=c)d"
    ),
    "quotes from one word to another": (
        f'{A}: {AUTHSERV}; spf=none smtp.helo=a"b; {FAIL}; auth=none smtp.auth=c"d'
    ),
    "a quotation of all": f'{A}: {AUTHSERV}; spf=none smtp.mailfrom="a; {FAIL}; b"@evil.example',
    "the tenth header": f"{A}: {AUTHSERV}; spf=pass smtp.helo=x\r\n" * 9
    + f"{A}: {AUTHSERV}; {FAIL}",
    "the hundredth header": f"{A}: {AUTHSERV}; none\r\n" * 99 + f"{A}: {AUTHSERV}; {FAIL}",
    "below a pass": f"{A}: {AUTHSERV}; {PASS}\r\n{A}: {AUTHSERV}; {FAIL}",
    "beside a pass": f"{A}: {AUTHSERV}; {PASS}; {FAIL}",
    "behind a pass in a local part": (
        f"{A}: {AUTHSERV}; spf=fail smtp.mailfrom=a; {PASS}; x=y@evil.example; {FAIL}"
    ),
    "below a header that cannot be read": f"{A}: ((((\r\n{A}: {AUTHSERV}; {FAIL}",
    "an id in quotes": f'{A}: "{AUTHSERV}"; {FAIL};',
    "an id in capitals, and a version": f"{A}: {AUTHSERV.upper()} 1; {FAIL};",
    "a comment before the id": f"{A}: (the (inner) one) {AUTHSERV}; {FAIL};",
    "a comment behind the id": f"{A}: {AUTHSERV}(inbound); {FAIL};",
    "a dot behind the id": f"{A}: {AUTHSERV}.; {FAIL}",
    "an id in angle brackets": f"{A}: <{AUTHSERV}>; {FAIL}",
    "the id before each result": (
        f"{A}: spf=fail smtp.helo=x; {AUTHSERV}; dkim=none;{AUTHSERV}; {FAIL}"
    ),
    "blanks about everything": f"{A}:\t{AUTHSERV} ;\r\n\tdmarc\r\n =\r\n fail\r\n (x)",
    "comments about everything": (
        f"{A}: {AUTHSERV}; dmarc (a) = (b) fail (c) header.from=players.example"
    ),
    "a version of the method": f"{A}: {AUTHSERV}; dmarc/1 = FAIL header.from=players.example",
    "a quoted result": f'{A}: {AUTHSERV}; dmarc="fail" header.from=players.example',
    "no blank before a comment": f"{A}: {AUTHSERV}; dmarc=fail(p=REJECT,sp=REJECT)",
    "no semicolon": f"{A}: {AUTHSERV} spf=fail dmarc=fail header.from=players.example",
    "commas": f"{A}: {AUTHSERV}; spf=fail, dkim=none, dmarc=fail",
    "a result of their own": f"{A}: {AUTHSERV}; dmarc=hardfail header.from=players.example",
    "a policy for a result": f"{A}: {AUTHSERV}; dmarc=reject header.from=players.example",
    "a word folded in two": (
        f"{A}: {AUTHSERV}; spf=fail; dma\r\n rc=fail header.from=players.example"
    ),
    "letters nobody sees": f"{A}: {AUTHSERV}; spf=fail; d\u200bmarc=\u00adfail",
    "blanks that do not break": f"{A}: {AUTHSERV};\u00a0dmarc\u00a0=\u00a0fail",
    "a NUL": f"{A}: {AUTHSERV}; dmarc=\0fail",
    "encoded words": f"{A}: =?utf-8?q?{AUTHSERV}=3B_dmarc=3Dfail?=",
    "another's header above": f"{A}: mx.evil.example; {PASS}\r\n{A}: {AUTHSERV}; {FAIL};",
    "ill named header.from": (
        f"{A}: {AUTHSERV}; dmarc=fail header.from=a.example header.from=b.example;"
    ),
    "for another, and for this one": f"{A}: {AUTHSERV}; {OTHER}; {FAIL}",
    "for another, they say in a local part": (
        f"{A}: {AUTHSERV}; dmarc=fail smtp.from=x header.from=other.example; y@z {FAIL[11:]}"
    ),
    "for a domain above": f"{A}: {AUTHSERV}; dmarc=fail header.from=example",
    "for the domain with other letters": (
        f"{A}: {AUTHSERV}; dmarc=fail header.from=xn--plyers-cua.example"
    ),
    "in what a list tells of it": f"{A}: {AUTHSERV}; arc=fail (i=1); {FAIL}",
    "in what hides as a list's word": (
        f"{A}: {AUTHSERV}; spf=fail smtp.helo=x;arc=pass (; {FAIL}; a)"
    ),
    # nothing can be read of it at all
    "nothing that can be read": f"{A}: {AUTHSERV}; \ufffd\ufffd\ufffd",
    "dmarc without a result": f"{A}: {AUTHSERV}; dmarc header.from=players.example",
    "dmarc with an empty result": f"{A}: {AUTHSERV}; dmarc= ; spf=pass",
    "only words": f"{A}: {AUTHSERV}; see the other header",
    "a signature for a result": f"{A}: {AUTHSERV}; ====; ::::",
}

# What real servers write of letters that are no forgeries, or of which they cannot tell.
HARMLESS = {
    "OpenDMARC": f"{A}: {AUTHSERV}; dmarc=pass (p=none dis=none) header.from=players.example",
    "OpenDMARC and OpenDKIM": (
        f"{A}: {AUTHSERV}; dmarc=none (p=none dis=none) header.from=players.example\r\n"
        f'{A}: {AUTHSERV}; dkim=pass (2048-bit; insecure) header.d=x.example header.b="aB+/1="'
    ),
    "OpenDKIM": (
        f'{A}: {AUTHSERV}; dkim=fail reason="signature verification failed" header.d=x.example'
    ),
    "rspamd": (
        f"{A}: {AUTHSERV};\r\n\tdkim=pass header.d=players.example header.s=s1 header.b=Ab1;\r\n"
        "\tdmarc=pass (policy=none) header.from=players.example;\r\n\tspf=pass ("
        f'{AUTHSERV}: domain of "bounce@players.example" designates 192.0.2.1 as permitted sender)'
        " smtp.mailfrom=bounce@players.example"
    ),
    "rspamd, nothing done": f"{A}: {AUTHSERV};\r\n\tnone",
    "rspamd, own user": (
        f"{A}: {AUTHSERV};\r\n\tauth=pass smtp.auth=ada smtp.mailfrom=ada@players.example"
    ),
    "Exim": (
        f"{A}: {AUTHSERV};\r\n\tiprev=pass (mail.players.example) smtp.remote-ip=2001:db8::25;\r\n"
        "\tspf=none smtp.mailfrom=<>;\r\n\tdmarc=pass header.from=players.example"
    ),
    "Exim, no DMARC": f"{A}: {AUTHSERV};\r\n\tauth=pass (LOGIN) smtp.auth=ada;\r\n\tdmarc=skipped",
    "Exim, an address alone": f"{A}: {AUTHSERV}; smtp.remote-ip=192.0.2.7",
    "a bare id": f"{A}: {AUTHSERV}",
    "a bare id and a semicolon": f"{A}: {AUTHSERV} 1 (nothing) ;",
    "Gmail": (
        f"{A}: {AUTHSERV};\r\n       dkim=pass header.i=@players.example header.b=AbC;\r\n"
        f"       arc=pass (i=1 spf=fail spfdomain=x.example dkim=pass dkdomain=x.example dmarc=fail"
        " fromdomain=x.example);\r\n       spf=pass (google.com: domain of ada@players.example"
        " designates 192.0.2.1 as permitted sender) smtp.mailfrom=ada@players.example;\r\n"
        "       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=players.example"
    ),
    "Outlook, once": (
        f"{A}: spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=players.example; {AUTHSERV};"
        f" dkim=none\r\n (message not signed) header.d=none;{AUTHSERV}; dmarc=bestguesspass"
        " action=none\r\n header.from=players.example;compauth=pass reason=109"
    ),
    "Outlook": (
        f"{A}: {AUTHSERV} 1; spf=pass (sender ip is 192.0.2.1) smtp.rcpttodomain=nomic.example"
        " smtp.mailfrom=players.example; dmarc=pass (p=none sp=none pct=100) action=none"
        " header.from=players.example; dkim=pass (signature was verified) header.d=players.example;"
        " arc=pass (0 oda=1 spf=[1,1,smtp.mailfrom=x.example] dmarc=[1,1,header.from=x.example])"
    ),
    "Yahoo": (
        f"{A}: {AUTHSERV};\r\n dkim=dkim_pass header.i=@x.example;\r\n"
        f" dmarc=success(p=REJECT,sp=REJECT)"
    ),
    "Fastmail": (
        f"{A}: {AUTHSERV}; x-csa=none; x-ptr=fail smtp.helo=a.example policy.ptr=b.example;\r\n"
        " dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none"
        " (p=none,d=none,d.eval=none) policy.policy-from=p header.from=players.example"
    ),
    "a broken record": f"{A}: {AUTHSERV}; dmarc=permerror action=none header.from=players.example",
    "trouble with the DNS": f"{A}: {AUTHSERV}; dmarc=temperror header.from=players.example",
    "no record": f"{A}: {AUTHSERV}; dmarc=none header.from=players.example;",
    "another server's failure": f"{A}: mx.evil.example; {FAIL};",
    "a server with our name in its own": f"{A}: {AUTHSERV}.evil.example; {FAIL};",
    "our name in another's comment": f"{A}: mx.evil.example; spf=pass ({AUTHSERV}: ok); {FAIL}",
    "a failure of another domain": f"{A}: {AUTHSERV}; {OTHER}",
    "a method of somebody's own": (
        f"{A}: {AUTHSERV}; x-dmarc=fail; dmarc=pass header.from=players.example"
    ),
    "a list's own trace": f"ARC-{A}: i=1; {AUTHSERV}; {FAIL}\r\nX-Original-{A}: {AUTHSERV}; {FAIL}",
}


@pytest.mark.parametrize("header", [*FOUND.values(), *MORE.values()], ids=[*FOUND, *MORE])
def test_a_failure_is_found(header: str) -> None:
    raw = header.encode() + b"\r\n" + letter(ADA)
    assert dmarc_failure(raw, TRUST)
    assert authenticated(raw, ADA, GAME, TRUST).result == "failed"
    assert not dmarc_failure(raw, Trust())


@pytest.mark.parametrize("header", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_is_no_failure_is_taken_for_none(header: str) -> None:
    assert not dmarc_failure(header.encode() + b"\r\n" + letter(ADA), TRUST)


@pytest.mark.parametrize(
    "header", [FOUND["UTF-8"].encode("latin-1"), FOUND["UTF-8"].encode("utf-16-be")[1::2]]
)
def test_bytes_that_are_no_utf_8_hide_nothing(header: bytes) -> None:
    assert dmarc_failure(header + b"\r\n" + letter(ADA), TRUST)


PASSES = (
    f"{A}: {AUTHSERV}; {PASS}",
    f"{A}: {AUTHSERV} 1; spf=pass smtp.mailfrom=ada@players.example; {PASS}",
    f'{A}: {AUTHSERV}; dmarc=pass header.from="players.example"',
    f"{A}: {AUTHSERV}; {PASS}\r\n{A}: {AUTHSERV}; spf=none smtp.mailfrom=<>",
)
NO_PASSES = (
    f"{A}: {AUTHSERV}; spf=none smtp.mailfrom=<>; {PASS}",
    f'{A}: {AUTHSERV}; spf=none smtp.helo="x; {PASS}',
    f"{A}: {AUTHSERV}; spf=none smtp.helo=x({PASS}",
    f"{A}: {AUTHSERV}; spf=none (x; {PASS})",
    f"{A}: {AUTHSERV}; dmarc=pass header.from=other.example header.from=players.example",
    f"{A}: {AUTHSERV}; dmarc=pass header.from=players.example header.from=other.example",
    f"{A}: {AUTHSERV}; dmarc=pass header.from=players.example.evil.example",
    f"{A}: {AUTHSERV}; {PASS}; ({'x' * 9000})",
    f"{A}: {AUTHSERV}; spf=none\r\n{A}: {AUTHSERV}; {PASS}",
    f"{A}: <{AUTHSERV}>; {PASS}",
    f"{A}: ({AUTHSERV}) mx.evil.example; {PASS}",
    f"{A}: spf=none; {AUTHSERV}; {PASS}",
    f"{A}: =?utf-8?q?{AUTHSERV}=3B_dmarc=3Dpass_header.from=3Dplayers.example?=",
)


@pytest.mark.parametrize("header", PASSES)
def test_a_pass_is_read_by_the_letter(header: str) -> None:
    raw = header.encode() + b"\r\n" + letter(ADA)
    assert authenticated(raw, ADA, GAME, TRUST).result == "pass"


@pytest.mark.parametrize("header", NO_PASSES)
def test_what_is_not_by_the_letter_is_no_pass(header: str) -> None:
    raw = header.encode() + b"\r\n" + letter(ADA)
    assert authenticated(raw, ADA, GAME, TRUST).result == "none"


words = st.text(st.sampled_from("ab\"'()<>[]\\ ,:=.@é\u200b"), max_size=40)


@given(words, words, words)
def test_nothing_that_a_sender_has_a_say_in_hides_a_failure(
    helo: str, sender: str, more: str
) -> None:
    said = f"spf=fail (domain of {sender}) smtp.helo={helo} smtp.mailfrom={sender}; {FAIL}; {more}"
    assert dmarc_failure(f"{A}: {AUTHSERV}; {said}\r\n".encode() + letter(ADA), TRUST)


# To a server, with the player's own token


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    return lay_siege(tmp_path_factory.mktemp("siege"))


def cast(house: House, siege: Siege, header: str) -> int:
    raw = header.encode() + b"\r\n" + letter(siege.names["mover"], To=siege.names["ballot"])
    number = house.hand_in(raw, siege.names["mover"], [siege.names["ballot"]])[0]
    house.run()
    return number


@pytest.mark.parametrize("header", some([*FOUND.values(), MORE["nothing that can be read"]], 5))
def test_a_stolen_token_and_a_failure_are_asked_about(
    siege: Siege, tmp_path: Path, header: str
) -> None:
    house = siege.copy(tmp_path)
    before = heads(house)
    number = cast(house, siege, header)
    assert (house.became(number), house.arrival(number).proof) == ("held", "asked")
    assert heads(house) == before
    assert AUTHSERV in house.arrival(number).result
    house.close()


@pytest.mark.parametrize(
    "name", ["Exim", "rspamd", "a broken record", "a failure of another domain"]
)
def test_a_vote_with_its_token_counts_whatever_else_is_said(
    siege: Siege, tmp_path: Path, name: str
) -> None:
    house = siege.copy(tmp_path)
    number = cast(house, siege, HARMLESS[name])
    assert (house.became(number), house.arrival(number).proof) == ("done", "token")
    assert house.kinds("tea")[-1] == "BallotCast"
    house.close()


def test_the_names_of_these_servers_are_no_tests_of_nothing() -> None:
    assert all(re.search(r"(?i)authentication-results:", one) for one in HARMLESS.values())
