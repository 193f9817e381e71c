"""A player's own token, in whatever they send to others: it never gets there.

1. Each spelling that mail programs give an address or a Message-ID, and others beside. Whether the
   token is gone is judged by a reader who undoes spellings until nothing changes, not by ours.
2. In a game: each way that words of a letter, or of the Moderator, reach players, record, exports
   and site.
"""

import base64
import binascii
import json
import quopri
import re
import time
from collections.abc import Iterator
from email.header import Header
from email.message import EmailMessage
from html import unescape
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.archive.mbox import Ours, mbox
from nomic_mail.cli import cli
from nomic_mail.letters import message
from nomic_mail.letters.cutting import Cut, tokens_in
from nomic_mail.letters.token import MATTERS, Matter, Token, mint
from nomic_mail.store import outbox
from tests.kit.house import HOST, House, address_of
from tests.kit.siege import KEY
from tests.pump.test_attached import attached, edited, rules_sent

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
        f"Above\n[nomic {MADE}]\nbelow": "Above\n…\nbelow",
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


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "e",
            "e ",
            "efghabcd ",
            "efgh\n",
            "E",
            "%65",
            "%25",
            "=65",
            "&#101;",
            "&amp;",
            "=\n",
            "<b>",
        ),
        *(
            "=?a?q?e?=",
            "=?",
            "[nomic ",
            "nomic+r.",
            "\u200b",
            "e\u200b",
            "\\x65",
            "abcdefgh/+",
            "> ",
        ),
        *("Every effort for each face is fine; feed fifty eels for free.\n", "ef\n\n\n", f"{ID}\n"),
        *(f"{MADE[:-1]}.", "x" * 30 + "\n", "e" * 31 + ".", "ABCDabcd" * 9 + "\n"),
    ],
)
def test_a_long_text_takes_no_time(piece: str) -> None:
    """The bound is for a machine that does other things; a page of words takes milliseconds."""
    text = piece * (400_000 // len(piece))
    began = time.perf_counter()
    CUT(text)
    assert time.perf_counter() - began < 6


# In a game


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    return house


def tokens_of(house: House, name: str) -> list[str]:
    found = [one for one in house.told if one.to == address_of(name)]
    texts = [f"{one.reply_to} {one.message_id} {one.return_path} {one.text}" for one in found]
    return sorted({made for one in texts for made in re.findall(r"\b[ef][a-z2-7]{30,50}\b", one)})


def plain(body: bytes) -> str:
    """A letter as its reader sees it, and as it lies there."""
    whole = message.read(body)
    return "\n".join((body.decode("utf-8", "replace"), whole.text, *whole.attached, whole.subject))


def leaves(house: House, folder: Path, name: str) -> None:
    """No token of this player's is in what anybody else can come to see."""
    made = tokens_of(house, name)
    assert len(made) >= 2
    seen = {"the ledger": repr(house.events())}
    for number, to, body in house.rows("SELECT id, recipient, body FROM outbox"):
        if to != address_of(name):
            seen[f"letter {number} to {to}"] = plain(body)
    secret, config = folder / "secret", folder / "config.toml"
    secret.write_text(KEY.hex())
    config.write_text(
        f'[server]\ndatabase = "sqlite:///{house.file}"\nsecret = "{secret}"\n'
        f'[mail]\naddress = "{BASE}"\n'
    )
    for form in ("json", "text", "mbox", "jsonl"):
        args = ["--config", str(config), "export", "tea", "--format", form, "-"]
        told = CliRunner().invoke(cli, args)
        assert told.exit_code == 0, told.output
        seen[form] = told.output
    args = ["--config", str(config), "export", "tea", "--format", "site", str(folder / "site")]
    told = CliRunner().invoke(cli, args)
    assert told.exit_code == 0, told.output
    pages = [one for one in (folder / "site").rglob("*") if one.is_file()]
    assert len(pages) > 5
    seen |= {one.name: one.read_text("utf-8", "replace") for one in pages}
    for where, text in seen.items():
        bare = re.sub(r"[^a-z2-7]", "", unescape(text).lower())
        assert not [one for one in made if one[:-1] in bare], where


def footer(house: House, name: str) -> str:
    """A whole letter, as whoever files it has it."""
    one = house.last["tea", address_of(name)]
    return f"Message-ID: {one.message_id}\nReply-To: {one.reply_to}\n\n{one.text}"


def test_a_rule_attached_with_a_letters_footer_in_it(house: House, tmp_path: Path) -> None:
    name = house.mover()
    one, to = house.last["tea", address_of(name)], house.door(name)
    foot = one.text.replace("\r\n", "\n").rpartition("\n-- \n")[2]
    letter = EmailMessage()
    letter["From"], letter["To"] = f"{name} <{address_of(name)}>", to
    letter["Subject"], letter["Message-ID"] = "Re: the rules", "<attached@mail.test>"
    letter.set_content("PROPOSE ENACT: Letters\n\n-- \nme\n")
    text = f"Letters are kept.\n\n{one.message_id}\n\n{foot}\n{one.reply_to}\n"
    letter.add_attachment(text, filename="rule.txt")
    house.post_in(letter.as_bytes(), name, to)
    house.run()
    assert house.kinds()[-1] == "ProposalMade"
    assert "Letters are kept." in house.events()[-1].change.text
    leaves(house, tmp_path, name)


@pytest.mark.parametrize("form", ("diff", "copy"))
def test_edited_rules_with_a_token_in_them(house: House, tmp_path: Path, form: str) -> None:
    name = house.mover()
    rules = rules_sent(house, name)
    made = house.door(name).partition("@")[0]
    attached(house, name, "PROPOSE", rules, edited(rules, 208, f"Fifty win. {made} ."), form)
    house.run()
    assert house.kinds()[-1] == "ProposalMade"
    leaves(house, tmp_path, name)


@pytest.mark.parametrize(
    "text",
    [
        "PROPOSE ENACT: %made%\nTea is at four.\nEND\n",
        "PROPOSE ENACT: Tea\nTea is at four, says %made%.\nEND\n",
        "PROPOSE ENACT: Tea\n%all%\nEND\n",
        "PROPOSE ENACT: Tea\nnomic=2Br.%made%=40nomic.example\nEND\n",
        "PROPOSE ENACT: Tea\nnomic&#43;r.%made%&#64;nomic.example\nEND\n",
        "PROPOSE ENACT: Tea\nnomic%252Br.%made%%2540nomic.example\nEND\n",
        "PROPOSE ENACT: Tea\n%half%\n%other%\nEND\n",
        "PROPOSE ENACT: Tea\n\n%half% %other%\n\nEND\n",
        "TALK: look at %made%\n",
        "TALK: %MADE%\n",
        "NAME %made%\n",
        "NAME Ada %made%\n",
        "JUDGMENT: is %made% mine?\n",
        "PROPOSE REPEAL 206: %made%\n",
        "AWAY until 2026-03-20: %made%\n",
    ],
)
def test_words_of_a_letter(house: House, tmp_path: Path, text: str) -> None:
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    for mark, value in {
        "%made%": made,
        "%MADE%": made.upper(),
        "%half%": made[:20],
        "%other%": made[20:],
        "%all%": footer(house, name),
    }.items():
        text = text.replace(mark, value)
    house.reply(name, text)
    house.run()
    leaves(house, tmp_path, name)


def test_a_subject_that_is_a_command(house: House, tmp_path: Path) -> None:
    name = house.mover()
    to = house.door(name)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = address_of(name), to, "<s@mail.test>"
    letter["Subject"] = f"PROPOSE ENACT: {to}"
    letter.set_content("Tea is at four.\n")
    house.post_in(letter.as_bytes(), name, to)
    house.run()
    assert house.kinds()[-1] == "ProposalMade"
    leaves(house, tmp_path, name)


def test_a_stranger_by_the_name_of_a_token(house: House, tmp_path: Path) -> None:
    """A name for the game is taken out of From where JOIN gives none."""
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    raw = f"From: {made} <eve@players.example>\nSubject: JOIN\nMessage-ID: <j@x>\n\nJOIN\n"
    house.hand_in(raw.encode(), "eve@players.example", [f"nomic+tea@{HOST}"])
    house.run()
    house.hand_in(
        raw.replace("<j@x>", "<k@x>").encode(),
        "eve@players.example",
        [house.last["tea", "eve@players.example"].reply_to],
    )
    house.run()
    leaves(house, tmp_path, name)


def test_talk_that_quotes_a_letter_whole(house: House, tmp_path: Path) -> None:
    name, other = house.mover(), house.others()[0]
    text = "Hello!\n\n" + footer(house, name)
    talk = f"nomic+tea.talk@{HOST}"
    raw = house.written(name, talk, text)
    reply = house.last["tea", address_of(name)].message_id
    raw = raw.replace(b"Subject:", f"In-Reply-To: {reply}\nSubject:".encode(), 1)
    house.post_in(raw, name, talk)
    house.run()
    assert "Hello!" in house.last["tea", address_of(other)].text
    leaves(house, tmp_path, name)


def test_words_of_the_moderator(house: House, tmp_path: Path) -> None:
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    fields = {"text": f"Look at {made} and {percent(made)}."}
    house.act("command", game="tea", verb="Announce", fields=fields)
    house.run()
    assert "Look at … and …." in house.last["tea", address_of(name)].text
    leaves(house, tmp_path, name)


def test_a_game_named_after_a_token(house: House, tmp_path: Path) -> None:
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    house.act("new game", game="rum", title=made, ruleset="net_play", settings={})
    house.run()
    assert house.game("rum").title == "…"


def test_an_old_letter_of_ours_leaves_without_it(house: House) -> None:
    """What went out before this was watched for is in the outbox as it was."""
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    house.reply(name, "PROPOSE ENACT: Tea\nTea is at four.\nEND\n")
    house.run()
    body = b"replace(body, ?, ?)"
    assert body
    found = house.rows("SELECT id, body FROM outbox WHERE recipient = ?", address_of(name))
    for number, old in found:
        new = bytes(old).replace(b"Tea is at four.", f"Tea is at {made}.".encode())
        house.change("UPDATE outbox SET body = ? WHERE id = ?", new, number)
    ours = Ours(BASE, "+", frozenset(), "tea", "Tea", KEY)
    with house.database.read() as connection:
        told = b"".join(mbox(outbox.of_game(connection, house.game().id), ours))
    assert b"Tea is at" in told
    assert made.encode() not in told


def test_the_key_is_never_shown() -> None:
    ours = Ours(BASE, "+", frozenset(), "tea", "Tea", KEY)
    for one in (repr(CUT), repr(ours), json.dumps(str(ours))):
        assert str(KEY) not in one
        assert KEY.hex() not in one
