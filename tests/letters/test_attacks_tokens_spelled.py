"""A player's own token, in whatever they send to others: it never gets there.

1. Each spelling that mail programs give an address or a Message-ID, and others beside. Whether the
   token is gone is judged by a reader who undoes spellings until nothing changes, not by ours.
2. All else is left as it is.
"""

import base64
import binascii
import quopri
import re
from collections.abc import Iterator
from email.header import Header
from html import unescape
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.proof.cutting import Cut, tokens_in
from nomic_mail.letters.proof.token import MATTERS, Matter, MatterKind, Token, mint
from tests.kit.house import HOST
from tests.kit.siege import KEY

BASE = f"nomic@{HOST}"
CUT = Cut(BASE, "+", KEY)
MADE = mint(KEY, Token(1, 2, Matter("ballot", 302), 2300))
DOOR = f"nomic+r.{MADE}@{HOST}"
ID = f"<tea.12.{'0a' * 10}.{MADE}@{HOST}>"
PAGE = f'<p>Answer <a href="mailto:{DOOR}">here</a>.</p>'


def percent(text: str) -> str:
    return "".join(f"%{ord(one):02X}" for one in text)


def entities(text: str) -> str:
    return "".join(f"&#{ord(one)};" for one in text)


def printed(text: str) -> str:
    return "".join(f"={ord(one):02X}" for one in text)


def parted(text: str, by: str, after: int) -> str:
    return by.join(text[at : at + after] for at in range(0, len(text), after))


FOUND = {
    "quoted-printable": f"nomic=2Br.{MADE}@{HOST}",
    "an entity": f"nomic&#43;r.{MADE}@{HOST}",
    "percent of percent": f"nomic%252Br.{MADE}@{HOST}",
    "a percent at": f"nomic%2Br.{MADE}%40{HOST}",
    "a folded Message-ID": f"<tea.12.{'0a' * 10}.\r\n {MADE}@{HOST}>",
    "an encoded Message-ID": f"=?utf-8?q?=3Ctea=2E12=2E{'0a' * 10}=2E{MADE}=40{HOST}=3E?=",
    "bare": MADE,
    "in a subject": f"Re: {MADE}",
}
MORE = {
    "capitals": MADE.upper(),
    "mixed": "".join(one.upper() if at % 2 else one for at, one in enumerate(MADE)),
    "digits for letters": MADE.replace("o", "0").replace("l", "1"),
    "over two lines": f"{MADE[:20]}\n{MADE[20:]}",
    "over two quoted lines": f"> {MADE[:20]}\r\n> {MADE[20:]}",
    "over two lines, twice quoted": f">> {MADE[:9]}\n>> {MADE[9:]}",
    "over three lines": f"{MADE[:12]}\n{MADE[12:24]}\n{MADE[24:]}",
    "with an empty line": f"{MADE[:12]}\n\n{MADE[12:]}",
    "with a blank": f"{MADE[:20]} {MADE[20:]}",
    "with a hyphen at a line's end": f"{MADE[:20]}-\n{MADE[20:]}",
    "a soft end of line": f"{MADE[:20]}=\n{MADE[20:]}",
    "a soft end of line with a blank": f"{MADE[:20]}= \r\n{MADE[20:]}",
    "two soft ends": f"nomic+r.{MADE[:7]}=\r\n{MADE[7:20]}=\r\n{MADE[20:]}@{HOST}",
    "between letters nobody sees": parted(MADE, "\u200b", 1),
    "with a soft hyphen": parted(MADE, "\u00ad", 4),
    "with a byte order mark": f"\ufeff{MADE[:3]}\ufeff{MADE[3:]}",
    "with soft hyphens of HTML": parted(MADE, "&shy;", 5),
    "with places to break": parted(MADE, "<wbr>", 5),
    "bold within": f"{MADE[:8]}<b>{MADE[8:]}</b>",
    "all percent": percent(DOOR),
    "all percent, twice": quote(percent(DOOR)),
    "all percent, thrice": quote(quote(percent(DOOR))),
    "all entities": entities(DOOR),
    "entities of entities": entities(DOOR).replace("&", "&amp;"),
    "entities in hexadecimal": "".join(f"&#x{ord(one):x};" for one in DOOR),
    "named entities": f"nomic&plus;r&period;{MADE}&commat;{HOST}",
    "all quoted-printable": printed(DOOR),
    "quoted-printable of itself": printed(printed(MADE)),
    "percent, quoted-printable": percent(DOOR).replace("%", "=25"),
    "entities, quoted-printable": entities(DOOR).replace("=", "=3D").replace("#", "=23"),
    "quoted-printable, percent": quote(printed(DOOR)),
    "escapes of JSON": DOOR.replace("+", "\\u002b").replace("@", "\\u0040"),
    "all escapes": "".join(f"\\x{ord(one):02x}" for one in MADE),
    "an encoded word": f"=?utf-8?b?{base64.b64encode(DOOR.encode()).decode()}?=",
    "two encoded words": Header(f"{ID} and more of it", "utf-8", maxlinelen=60).encode(),
    "encoded words, folded": f"=?utf-8?q?{MADE[:20]}?=\r\n =?utf-8?q?{MADE[20:]}?=",
    "base64": base64.b64encode(f"Reply-To: {DOOR}\r\n".encode()).decode(),
    "base64 in lines": base64.encodebytes(f"{PAGE}\n{PAGE}".encode()).decode(),
    "base64 for URLs": base64.urlsafe_b64encode(f"\u00ff\u00fe?{DOOR}>".encode()).decode(),
    "base64 of quoted-printable": base64.b64encode(printed(DOOR).encode()).decode(),
    "quoted base64": base64.encodebytes(PAGE.encode() * 2).decode().replace("\n", "\n> "),
    "a link": f"mailto:nomic%2Br.{MADE}%40{HOST}?subject=Re%3A%20Tea",
    "a page": PAGE,
    "a return path": f"<nomic+b.{MADE}@{HOST}>",
    "behind an equals sign": f"?t={MADE}",
    "behind a percent sign": f"100%{MADE}",
    "in underscores": f"_{MADE}_",
    "in asterisks": f"*{MADE}*",
    "in a row": f"{MADE},{MADE};{MADE}",
    "one behind the other": MADE + MADE,
    "amid letters": f"abcde{MADE}fghij",
    "amid digits": f"2E{MADE}40",
    "one about a line of ours": f"{MADE[:17]}[nomic {'a' * 30}]{MADE[17:]}",
    "a line of ours": f"[nomic {MADE}]",
    "a line of ours, broken": f"> [nomic {MADE[:10]}\n>  {MADE[10:]}]",
    "another host": f"nomic+r.{MADE}@relay.example",
    "a code and its address": f"{MADE}@{HOST}",
    "the last letter changed": MADE[:-1] + ("b" if MADE[-1] == "a" else MADE[-1]),
    "Outlook's words": f"From: Tea <{DOOR}<mailto:{DOOR}>>",
    "In-Reply-To": f"In-Reply-To:\r\n {ID}\r\nReferences: <x@y>\r\n\t{ID}",
}


def spellings(text: str) -> Iterator[str]:
    """All that a patient reader could make of it, in small steps."""
    seen, new = set[str](), {text}
    for _ in range(5):
        seen |= new
        new = {made for one in new for made in undone(one)} - seen
        if not new:
            break
    yield from seen | new


def undone(text: str) -> Iterator[str]:
    yield unquote(text)
    yield unescape(text)
    yield re.sub("<[a-z/]+>", "", text)
    yield quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")
    yield re.sub(r"\\(?:u00|x)(..)", lambda found: unquote("%" + found[1]), text)
    yield re.sub(r"\?=\s+=\?", "?==?", text)
    yield re.sub(
        r"=\?utf-8\?q\?([^?]*)\?=", lambda x: quopri.decodestring(x[1]).decode("latin-1"), text
    )
    for block in re.findall(r"[A-Za-z0-9+/_-]{16,}", re.sub(r"[>\s]", "", text)):
        plain = block.replace("-", "+").replace("_", "/")
        try:
            yield binascii.a2b_base64(plain[: len(plain) // 4 * 4]).decode("latin-1")
        except binascii.Error:
            continue


def holds(text: str, made: str = MADE) -> bool:
    """All but the last letter, of which some bits say nothing; or a part that is hard to guess."""
    needle = made[:-1].replace("0", "o").replace("1", "l")
    for one in spellings(text):
        bare = re.sub(r"[^a-z2-7]", "", one.lower().replace("0", "o").replace("1", "l"))
        if needle in bare or made[-14:-1] in bare:
            return True
    return False


@pytest.mark.parametrize("spelling", [*FOUND.values(), *MORE.values()], ids=[*FOUND, *MORE])
def test_no_spelling_of_a_token_is_left(spelling: str) -> None:
    assert holds(spelling), "this would test nothing"
    for text in (spelling, f"Look:\n{spelling}\nThat is all.", f"({spelling})"):
        assert not holds(CUT(text)), CUT(text)
        assert CUT(CUT(text)) == CUT(text)


def test_what_it_was_wrapped_in_goes_with_it() -> None:
    for text, left in {
        f"Write to {DOOR}, or not.": f"Write to {BASE}, or not.",
        f"<{DOOR}>": f"<{BASE}>",
        f"a link mailto:nomic%2Br.{MADE}%40{HOST} there": f"a link mailto:{BASE} there",
        f"nomic&#43;r.{MADE}&#64;{HOST} there": f"{BASE} there",
        f"In-Reply-To: {ID}": f"In-Reply-To: <tea.12.{'0a' * 10}@{HOST}>",
        f"Above\n[nomic {MADE}]\nbelow": "Above\n\nbelow",
        f"above [nomic {MADE}] amid": "above … amid",
        f"It is {MADE}!": "It is …!",
        f"It is {MADE}! And {MADE[:9]}\n{MADE[9:]}.": "It is …! And ….",
        f"before {printed(MADE)} behind": "before … behind",
    }.items():
        assert CUT(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Tea is at four.\nEvery effort for each face is fine; feed fifty eels for free.\n" * 50,
        "face\nefface\neffect\nfeed\nfee\neel\n" * 50,
        "e" * 500,
        "ef " * 500,
        base64.encodebytes(bytes(range(256)) * 8).decode(),
        "%zz =zz &zz; =? ?= %25 =3D &amp; &#0; &#x110000; \\u00zz <wbr <b",
        f"nomic@{HOST}, nomic+tea@{HOST}, nomic+tea.talk@{HOST}, <tea.12.{'0a' * 10}@{HOST}>",
        mint(b"another house's key", Token(1, 2, Matter("ballot", 302), 2300)),
        MADE[:-3],
        MADE[3:],
        f"{MADE[:20]}x{MADE[20:]}",
    ],
)
def test_everything_else_is_left_as_it_is(text: str) -> None:
    assert CUT(text) == text


@pytest.mark.parametrize("kind", MATTERS)
def test_one_of_each_kind_is_found(kind: MatterKind) -> None:
    told = Token(1, 2, Matter(kind, 302), 2300)
    assert told in tokens_in(f"See {mint(KEY, told)} there.", KEY)


@given(
    st.sampled_from(MATTERS),
    st.tuples(*(st.integers(0, 2**21 + 9) for _ in range(3)), st.integers(0, 900)),
    st.integers(0, 65_535),
    st.text("ab ef2\n=%.<>+@&#;", max_size=30),
    st.text("ab ef2\n=%.<>+@&#;", max_size=30),
)
def test_each_token_is_found_wherever_it_stands(
    kind: str, numbers: tuple[int, int, int, int], expires: int, above: str, below: str
) -> None:
    game, seat, about, epoch = numbers
    told = Token(game, seat, Matter(kind, about), expires, epoch)  # type: ignore[arg-type]
    made = mint(KEY, told)
    if len(made) > 55:  # no address is as long
        return
    text = f"{above} {made}. {below}"
    assert told in tokens_in(text, KEY)
    assert not holds(CUT(text), made)
    assert told in tokens_in(f"{above}.{made[:11]}\n> {made[11:]}.{below}", KEY)
