"""When our own mail server had a letter, by its Received lines: those at the top that it wrote
itself, and never what a sender can write below them."""

from datetime import UTC, datetime, timedelta

import pytest

from nomic_mail.wire.relay import Relay

NOON = datetime(2026, 3, 2, 12, 0, 6, tzinfo=UTC)
OURS = ["mx.example.org", "imap.example.org", "192.0.2.7"]
FROM_OUTSIDE = "from mail.evil.example (mail.evil.example [203.0.113.5])"
TLS = '\r\n (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)) (Client CN "by x")'
BY = "\r\n\tby mx.example.org (Postfix) with ESMTPS id 4aBc\r\n\tfor <nomic@example.org>; "
EARLY, LATE = "Mon, 02 Mar 2026 11:59:40 +0000 (UTC)", "Mon, 2 Mar 2026 12:00:05 +0000"
FORGED = "from a (a [203.0.113.5])\r\n by mx.example.org (Postfix) with SMTP id 1; " + EARLY


def had(*lines: str, at: datetime = NOON) -> str:
    head = "".join(f"Received: {line}\r\n" for line in lines)
    raw = f"Return-Path: <a@b.example>\r\n{head}From: a@b.example\r\n\r\nFOR\r\n".encode()
    found = Relay(OURS).had(raw, at)
    return f"{found:%H:%M:%S}" if found else ""


@pytest.mark.parametrize(
    ("lines", "when"),
    [
        ([FROM_OUTSIDE + BY + EARLY], "11:59:40"),
        ([FROM_OUTSIDE + TLS + BY + EARLY], "11:59:40"),
        ([FROM_OUTSIDE + BY.replace("mx.example.org", "MX.Example.org.") + EARLY], "11:59:40"),
        (["by mx.example.org (Postfix, from userid 1000) id 4aBc; " + EARLY], "11:59:40"),
        (["from [203.0.113.5] (helo=b) by mx.example.org with esmtp (Exim 4.96) id 1; " + EARLY],
         "11:59:40"),
        ([FROM_OUTSIDE + BY + "Mon, 02 Mar 2026 17:29:40 +0530"], "11:59:40"),
        # two hops of ours: what filters letters there hands them back, from a listed address
        (["from mx.example.org (mx.example.org [192.0.2.7])" + BY + LATE,
          FROM_OUTSIDE + BY + EARLY], "11:59:40"),
        (["from mx.example.org (mx.example.org [IPv6:::ffff:192.0.2.7])" + BY + LATE,
          FROM_OUTSIDE + BY + EARLY], "11:59:40"),
        # into the mailbox by LMTP, which nobody outside speaks to
        (["from mx.example.org\r\n by imap.example.org with LMTP\r\n id 1 (envelope-from <a@b>)\r\n"
          " for <nomic@example.org>; " + LATE, FROM_OUTSIDE + BY + EARLY], "11:59:40"),
    ],
)  # fmt: skip
def test_what_our_mail_server_wrote_tells_when_it_had_the_letter(
    lines: list[str], when: str
) -> None:
    assert had(*lines) == when


@pytest.mark.parametrize(
    "lines",
    [
        # lines that came with the letter, below the one that our server wrote
        [FROM_OUTSIDE + BY + LATE, FORGED],
        [FROM_OUTSIDE + BY + LATE, "by mx.example.org (Postfix, from userid 0) id 1; " + EARLY],
        # … that claim its name in the greeting, or an address of ours there
        ["from mx.example.org (evil.example [203.0.113.5])" + BY + LATE, FORGED],
        ["from [192.0.2.7] (evil.example [203.0.113.5])" + BY + LATE, FORGED],
        ["from [203.0.113.5] (helo=[192.0.2.7])" + BY + LATE, FORGED],
        ["from a ([203.0.113.5] helo=[192.0.2.7])" + BY + LATE, FORGED],
        # … or came by the machine itself, whose users can write what they like: it is not listed
        ["from mx.example.org (localhost [127.0.0.1])" + BY + LATE, FORGED],
    ],
)
def test_what_stands_below_is_never_believed(lines: list[str]) -> None:
    assert had(*lines) == "12:00:05"


@pytest.mark.parametrize(
    "lines",
    [
        [],  # no Received at all
        ["from x (x [203.0.113.5]) by mail.evil.example with SMTP id 1; " + EARLY, FORGED],
        ["from by mx.example.org (x [203.0.113.5]) by mail.evil.example id 1; " + EARLY],
        ["from x (by mx.example.org) by mail.evil.example id 1; " + EARLY],
        ["from x (by mx.example.org by mail.evil.example id 1; " + EARLY],
        ["from x by mx.example.org (x [203.0.113.5]) by mail.evil.example id 1; " + EARLY],
        ["by mail.mx.example.org id 1; " + EARLY],
        ["by mx.example.org.evil.example id 1; " + EARLY],
        [FROM_OUTSIDE + BY],
        [FROM_OUTSIDE + BY + "yesterday"],
        [FROM_OUTSIDE + BY.replace("; ", " ") + EARLY],
        [FROM_OUTSIDE + BY + "Mon, 02 Mar 2026 12:00:07 +0000"],  # a second from now
        [FROM_OUTSIDE + BY + "Mon, 02 Mar 2099 11:59:40 +0000"],
        [FROM_OUTSIDE + BY + "Mon, 02 Mar 2026 99:99:99 +9999"],
        [FROM_OUTSIDE + BY + "Sat, 31 Dec 9999 23:59:59 -2359"],
        [FROM_OUTSIDE + BY + "Tue, 24 Feb 2026 11:59:40 +0000"],  # nobody keeps one for six days
    ],
)
def test_what_cannot_be_read_or_cannot_be_is_nothing(lines: list[str]) -> None:
    assert had(*lines) == ""


def test_a_line_of_any_length_costs_nothing() -> None:
    for long in ("(" * 200_000, "from " * 50_000, "a" * 200_000, "(a) " * 50_000, ";" * 200_000):
        assert had(long, FORGED) == ""
    assert had(*[FROM_OUTSIDE.replace("203.0.113.5", "192.0.2.7") + BY + LATE] * 60, FORGED) != ""


def test_a_letter_may_come_to_the_listener_from_ours_alone() -> None:
    """By its address, or by a socket, which the permissions of its folder guard."""
    relay = Relay(OURS)
    assert relay.is_ours("192.0.2.7")
    assert relay.is_ours("::ffff:192.0.2.7")
    assert relay.is_ours("")
    assert not relay.is_ours("127.0.0.1")
    assert not relay.is_ours("203.0.113.5")
    assert not relay.is_ours("mx.example.org")


def test_without_a_list_nothing_is_believed() -> None:
    raw = f"Received: {FORGED}\r\n\r\nFOR\r\n".encode()
    assert Relay([]).had(raw, NOON) is None
    assert Relay(OURS).had(raw, NOON + timedelta(days=9)) is None
