"""Tokens, addresses, proof and screening: who sent it, and whether it was anybody."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.mime import message
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.prove import prove
from nomic_mail.letters.proof.token import Matter, Recipient, Token, make_address, parse_recipient
from nomic_mail.letters.screen.kind import screen

KEY = b"k" * 32
TODAY = date(2026, 3, 2)
TOKEN = Token(3, 2, Matter("ballot", 301), token.expiry(TODAY, 30), 1)
ADA = ("ada@example.org",)


@given(
    st.builds(
        Token,
        st.integers(0, 99_999),
        st.integers(0, 9_999),
        st.builds(Matter, st.sampled_from(token.MATTERS), st.integers(0, 999_999)),
        st.integers(token.day_number(TODAY), 65_535),
        st.integers(0, 9_999),
    )
)
def test_a_token_is_read_as_it_was_minted(given_token: Token) -> None:
    text = token.mint(KEY, given_token)
    assert text == token.mint(KEY, given_token)
    assert token.read(KEY, text, TODAY) == given_token
    assert token.read(b"other", text, TODAY) is None
    make_address("nomic@example.net", "+", f"r.{text}")  # fits a local part


def test_a_token_survives_what_mail_programs_do_to_it() -> None:
    text = token.mint(KEY, TOKEN)
    for seen in (text.upper(), f" <{text}>, ", f"nomic+r.{text}@example.net", f"({text})."):
        assert token.read(KEY, seen, TODAY) == TOKEN


def test_a_changed_letter_anywhere_is_a_forgery() -> None:
    text = token.mint(KEY, TOKEN)
    for at in range(len(text)):
        other = "b" if text[at] == "a" else "a"
        assert token.read(KEY, text[:at] + other + text[at + 1 :], TODAY) is None
        assert token.read(KEY, text[:at] + text[at + 1 :], TODAY) is None


@given(st.text(max_size=100))
def test_reading_a_token_never_raises(text: str) -> None:
    assert token.read(KEY, text, TODAY) is None


def test_a_token_holds_through_its_last_day() -> None:
    text = token.mint(KEY, TOKEN)
    assert token.read(KEY, text, date(2026, 4, 1)) == TOKEN
    assert token.read(KEY, text, date(2026, 4, 2)) is None


@pytest.mark.parametrize(
    ("address", "kind", "value"),
    [
        ("nomic@example.net", "server", ""),
        ("<NOMIC@Example.NET>", "server", ""),
        ("nomic+Tea@example.net", "game", "tea"),
        ("nomic+tea.talk@example.net", "talk", "tea"),
        ("Nomic+R.ABC@example.net", "token", "abc"),
        ("nomic+b.abc@example.net", "bounce", "abc"),
        ("nomic+tea@example.com", "foreign", "nomic+tea@example.com"),
        ("nomics@example.net", "foreign", "nomics@example.net"),
        ("ada", "foreign", "ada"),
    ],
)
def test_doors(address: str, kind: str, value: str) -> None:
    assert parse_recipient(address, "nomic@example.net", "+") == Recipient(kind, value)  # type: ignore[arg-type]


def test_a_local_part_has_64_octets() -> None:
    assert make_address("nomic@h", "-", "tea") == "nomic-tea@h"
    with pytest.raises(ValueError, match="64 octets"):
        make_address("nomic@h", "+", "x" * 70)


def from_(header: str, more: str = "") -> message.Letter:
    return message.read(f"{header}\n{more}\nFOR 301\n".encode())


@pytest.mark.parametrize(
    ("header", "given_token", "trust", "how"),
    [
        ("From: Ada <ADA@example.org>", TOKEN, "token", "token"),
        ("From: ada@example.org", None, "open", "open"),
        ("From: ada@example.org", None, "token", "none"),
        ("From: bob@example.org", TOKEN, "open", "none"),
        ("From: ada@example.org, bob@example.org", TOKEN, "open", "none"),
        ("From: ada@example.org\nFrom: ada@example.org", TOKEN, "open", "none"),
        ("From: ada@example.org <mallory@evil.example>", TOKEN, "open", "none"),
        ("From: ada@example.org, Mallory", TOKEN, "open", "none"),
        ("Subject: nobody", TOKEN, "open", "none"),
    ],
)
def test_proof(header: str, given_token: Token | None, trust: str, how: str) -> None:
    proof = prove(from_(header), ADA, given_token, trust)  # type: ignore[arg-type]
    assert (proof.how, proof.ok) == (how, how != "none")
    assert proof.why


@pytest.mark.parametrize(
    ("headers", "mail_from", "kind"),
    [
        ("", None, "player"),
        ("", "ada@example.org", "player"),
        ("", "<>", "auto-reply"),
        ("", "", "auto-reply"),
        ("Return-Path: <ada@example.org>\n", "", "player"),
        ("Return-Path: <>\n", None, "auto-reply"),
        ("Auto-Submitted: no\n", None, "player"),
        ("Auto-Submitted: NO (really)\n", None, "player"),
        ("Auto-Submitted: Auto-Replied; x=y\n", None, "auto-reply"),
        ("Auto-Submitted: auto-generated\n", None, "auto-reply"),
        ("Precedence: bulk\nList-Id: <x.example>\n", None, "player"),
        ("Precedence: auto_reply\n", None, "auto-reply"),
        ("X-Auto-Response-Suppress: All\n", None, "player"),
        ("Subject: Out of office\nX-Auto-Response-Suppress: All\n", None, "auto-reply"),
        ("Subject: Out of office next week, FOR 301\n", None, "player"),
        ("Subject: Re: Automatic reply: hello\n", None, "player"),
        ("Subject: Automatic reply: hello\n", None, "auto-reply"),
        ("X-Nomic-Mail: 1a\n", None, "loop"),
        ("Subject: Undeliverable: hello\n", "<>", "bounce"),
        ("Subject: Undeliverable: what happened to my letter?\n", None, "player"),
        ("X-Failed-Recipients: bob@example.org\n", None, "bounce"),
        ("Content-Type: multipart/report; report-type=delivery-status\n", None, "bounce"),
        ("Content-Type: multipart/report; report-type=feedback-report\n", None, "auto-reply"),
    ],
)
def test_screen(headers: str, mail_from: str | None, kind: str) -> None:
    screened = screen(from_("From: ada@example.org", headers), mail_from, ("nomic@example.net",))
    assert screened.kind == kind
    assert screened.why


def test_our_own_letters_come_back_as_loops() -> None:
    own = ("nomic@example.net",)
    assert screen(from_("From: nomic+tea@example.net"), None, own).kind == "loop"
    assert screen(from_("From: Nomic <NOMIC@example.net>"), None, own).kind == "loop"


def test_oversize_and_senderless() -> None:
    assert screen(from_("From: a@b"), None, limit_bytes=10).kind == "oversize"
    assert screen(from_("Subject: x"), None).kind == "unreadable"


@pytest.mark.parametrize("day", [date(2009, 3, 2), date(2019, 12, 31), date(2190, 1, 1), date.max])
def test_a_clock_that_is_far_off_makes_a_letter_all_the_same(day: date) -> None:
    made = Token(3, 2, Matter("ballot", 301), token.expiry(day, 30))
    assert token.opened(KEY, token.mint(KEY, made)) == made


@pytest.mark.parametrize("below", ["That was me.", "It was my new phone, sorry."])
def test_an_english_was_is_no_german_doubt(below: str) -> None:
    assert confirmed(f"YES\n\n{below}\n").yes


@pytest.mark.parametrize("below", ["Was ist das", "Was soll das", "Wer war das"])
def test_a_german_question_below_yes_is_a_doubt(below: str) -> None:
    assert confirmed(f"JA\n\n{below}\n").yes is None


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        ("JA, das war ich.", True),
        ("Ja.", True),
        ("Das war ich", True),
        ("Nein, das war ich nicht!", False),
        ("Das war ich nicht.", False),
        ("Ja\nWer hat das geschrieben?", None),
        ("Ja\nAber das ist nicht von mir.", None),
    ],
)
def test_a_yes_is_read_in_german(said: str, yes: bool | None) -> None:
    assert confirmed(said).yes is yes
