"""Bounces: what came back, from whom, and whether for good. Texts of our own, in the shapes that
mail servers give them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.mime import message
from nomic_mail.letters.screen import dsn
from nomic_mail.letters.screen.dsn import Bounce
from nomic_mail.letters.screen.kind import screen

DAEMON = "From: Mail Delivery System <MAILER-DAEMON@mx.example>\nSubject: Undelivered Mail\n"
REPORT = (
    DAEMON + "MIME-Version: 1.0\nContent-Type: multipart/report; report-type={kind}; boundary=b\n\n"
    "--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/{kind}\n\n"
    "Reporting-MTA: dns; mx.example\n\n{fields}\n--b--\n"
)


def report(fields: str, kind: str = "delivery-status") -> Bounce:
    return dsn.read(REPORT.format(kind=kind, fields=fields).encode())


def notice(text: str, head: str = DAEMON) -> Bounce:
    raw = f"{head}\n{text}".encode()
    assert screen(message.read(raw), None).kind == "bounce"
    return dsn.read(raw)


ADA = ("ada@x.example",)


@pytest.mark.parametrize(
    ("action", "status", "more", "fate"),
    [
        ("failed", "5.1.1", "", "permanent"),
        ("failed (mailbox gone)", "5.1.1", "", "permanent"),
        ("FAILED", "5.2.2", "", "permanent"),
        ("failed", "4.2.2", "", "temporary"),
        ("failed", "4.0.0", "Diagnostic-Code: smtp; 426 timed out", "temporary"),
        ("failed", "4.0.0", "Diagnostic-Code: smtp; 550 5.1.1 no such user", "permanent"),
        ("failed", "4.4.7", "", "permanent"),
        ("failed", "", "", "permanent"),
        ("error", "5.1.1", "", "permanent"),
        ("delayed", "4.4.1", "", "temporary"),
        ("delayed", "5.0.0", "", "temporary"),
        ("delivered", "2.0.0", "", "neither"),
        ("relayed", "2.0.0", "", "neither"),
        ("expanded", "5.0.0", "", "neither"),
        ("", "5.1.1", "", "permanent"),
        ("", "", "", "neither"),
    ],
)
def test_reports_for_machines(action: str, status: str, more: str, fate: str) -> None:
    fields = ["Final-Recipient: rfc822; Ada@x.example"]
    fields += [f"Action: {action}"] if action else []
    fields += [f"Status: {status}"] if status else []
    found = report("\n".join([*fields, *([more] if more else [])]))
    permanent, temporary = fate == "permanent", fate == "temporary"
    assert found == Bounce(ADA if permanent else (), ADA if temporary else ())


def test_the_address_we_wrote_to_comes_before_what_it_became() -> None:
    found = report(
        "Original-Recipient: rfc822;ada@x.example\nFinal-Recipient: rfc822;a17@inside.example\n"
        "Action: failed\nStatus: 5.0.0\n\n"
        "Original-Recipient: x-unknown; nonsense\nFinal-Recipient: rfc822; <bob@x.example>\n"
        "Action: delayed\nStatus: 4.0.0\n"
    )
    assert found == Bounce(ADA, ("bob@x.example",))


def test_international_addresses() -> None:
    """RFC 6533: message/global-delivery-status, which flufl.bounce passes over."""
    found = report(
        "Final-Recipient: utf-8; \\x{E9}va@b\\x{FC}cher.example\nAction: failed\nStatus: 5.1.1\n\n"
        "Final-Recipient: utf-8; zoë@bücher.example\nAction: failed\nStatus: 5.1.1",
        "global-delivery-status",
    )
    assert found == Bounce(("éva@bücher.example", "zoë@bücher.example"), ())


@pytest.mark.parametrize(
    ("text", "fate"),
    [
        (
            "Your message could not be delivered.\n\n<ada@x.example>: host mx said: 550 No",
            "permanent",
        ),
        (
            "The following address(es) failed:\n\n  ada@x.example\n    No such user here",
            "permanent",
        ),
        ("<<< 550 5.1.1 <ada@x.example>... User unknown", "permanent"),
        ("Your message\n\n  Subject: x\n\nwas not delivered to:\n\n  ada@x.example\n", "permanent"),
        ("Eine Nachricht konnte nicht zugestellt werden.\n\nada@x.example:\n550 no", "permanent"),
        ("К сожалению, письмо не может быть доставлено.\n\n<ada@x.example>: 550 no", "permanent"),
        ("Delivery failed 10 attempts: ada@x.example", "permanent"),
        (
            "It has not yet been delivered:\n\n  ada@x.example\n\nNo action is required.",
            "temporary",
        ),
        ("Delivery to ada@x.example is delayed. It will be retried.", "temporary"),
        ("The account is temporarily over quota.\n\n<ada@x.example>\n", "temporary"),
    ],
)
def test_notices_for_people(text: str, fate: str) -> None:
    text += "\n\nIf this is wrong, ask support@mx.example or postmaster@mx.example.\n"
    permanent = fate == "permanent"
    assert notice(text) == Bounce(ADA if permanent else (), () if permanent else ADA)


def test_the_letter_that_came_back_names_nobody() -> None:
    text = "Sorry: <ada@x.example>: 550 no such user\n\n--- Below this line is a copy of it.\n\n"
    assert notice(text + "To: <bob@y.example>\n\n<eve@y.example>:\n") == Bounce(ADA, ())


@pytest.mark.parametrize(
    "border", ["", "******** MESSAGE BELOW ********\n", "Message headers follow:\n"]
)
def test_so_does_one_that_is_hardly_parted_from_the_notice(border: str) -> None:
    text = f"Unable to deliver message to <ada@x.example>: 550 no such user\n\n{border}"
    text += "Received:from a.example by b.example\nMessage-ID:<7@z.example>\nFrom:<z@z.example>\n"
    assert notice(text) == Bounce(ADA, ())


def test_a_refusal_in_the_form_of_a_receipt_names_who_refused() -> None:
    raw = REPORT.format(
        kind="disposition-notification",
        fields="Final-Recipient: rfc822; ada@x.example\n"
        "Disposition: automatic-action/MDN-sent-automatically; deleted",
    ).replace("Sorry.", "Your message was automatically rejected.")
    assert screen(message.read(raw.encode()), None).kind == "bounce"
    assert dsn.read(raw.encode()) == Bounce(ADA, ())


def test_a_report_within_a_notice_and_the_header_of_exim() -> None:
    text = "Sorry.\n\n> Final-Recipient: rfc822; ada@x.example\n> Action: failed\n> Status: 5.1.1\n"
    assert notice(text) == Bounce(ADA, ())
    assert notice("Sorry.", DAEMON + "X-Failed-Recipients: ada@x.example\n") == Bounce(ADA, ())


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Undeliverable mail", "It came back with user unknown.\n\nAda\nada@x.example\n"),
        ("Delivery failure?", "My vote could not be delivered last week. FOR 301\n"),
        ("Out of office next week, FOR 301", "I am away.\n"),
        ("Out of office next week", "Could you put me AWAY from 9 March?\n"),
        ("Delivery failure?", "My letter bounced: 550 user unknown. Did it come? FOR 301\n"),
        ("Please confirm my vote", "FOR 301\n"),
        ("automatic points for the proposer", "What do you think?\n"),
    ],
)
def test_people_who_write_about_such_things_are_people(subject: str, text: str) -> None:
    raw = f"From: Ada <ada@x.example>\nSubject: {subject}\n\n{text}".encode()
    assert screen(message.read(raw), "ada@x.example").kind == "player"


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("Automatische Antwort: Ihr Brief", "auto-reply"),
        ("Réponse automatique : votre lettre", "auto-reply"),
        ("Respuesta automática: carta", "auto-reply"),
        ("Risposta automatica: lettera", "auto-reply"),
        ("Resposta automática: carta", "auto-reply"),
        ("Automatisch antwoord: brief", "auto-reply"),
        ("Autosvar: brev", "auto-reply"),
        ("Automatyczna odpowiedź: list", "auto-reply"),
        ("Автоматический ответ: письмо", "auto-reply"),
        ("自动回复: 信", "auto-reply"),
        ("自動返信: 手紙", "auto-reply"),
        ("자동 회신: 편지", "auto-reply"),
        ("Trả lời tự động: thư", "auto-reply"),
        ("Samodejni odgovor: pismo", "auto-reply"),
        ("[OOO] Re: letter", "auto-reply"),
        ("Re: letter (Auto Response)", "auto-reply"),
        ("Please confirm your message to ada@x.example", "auto-reply"),
        ("Your message to tea-list awaits moderator approval", "auto-reply"),
        ("Re: Automatische Antwort: Ihr Brief", "player"),
        ("AW: Réponse automatique", "player"),
    ],
)
def test_automatic_subjects_in_the_major_languages(subject: str, kind: str) -> None:
    raw = f"From: Ada <ada@x.example>\nSubject: {subject}\n\nHello.\n".encode()
    assert screen(message.read(raw), "ada@x.example").kind == kind


@pytest.mark.parametrize(
    "header",
    [
        *("X-Precedence: auto_reply", "Preference: auto_reply", "Delivered-To: Autoresponder"),
        *("X-MDReply: x", "X-Amazon-Auto-Reply: true", "X-Cron-Env: <SHELL=/bin/sh>"),
    ],
)
def test_headers_that_programs_mark_their_answers_with(header: str) -> None:
    raw = f"From: Ada <ada@x.example>\n{header}\nSubject: Re: Vote\n\nI am away.\n".encode()
    assert screen(message.read(raw), "ada@x.example").kind == "auto-reply"


@given(st.binary(max_size=2_000))
def test_reading_a_bounce_never_raises(tail: bytes) -> None:
    head = REPORT.format(kind="delivery-status", fields="").encode()
    for raw in (tail, head[:-8] + tail, DAEMON.encode() + b"\n" + tail):
        dsn.read(raw)


def test_of_real_bounces_nearly_all_are_known_and_rightly_read(corpus: Path) -> None:
    lines = (corpus / "INDEX.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    real = [row for row in rows if row["kind"] == "bounce" and row["file"].startswith("bounces/")]
    known = right = named = 0
    told = [row for row in real if row["expect"]["class"] != "not-detected-as-bounce"]
    for row in told:
        raw = (corpus / row["file"]).read_bytes()
        known += screen(message.read(raw), None).kind == "bounce"
        failed = sorted(one.lower() for one in row["expect"]["failed"])
        named += bool(failed)
        right += bool(failed) and sorted(dsn.read(raw).permanent) == failed
    print(f"bounces: {known} of {len(told)} known, {right} of {named} addresses right")
    assert known >= 0.97 * len(told)
    assert right >= 0.95 * named


SERVICE = "From: AWS Notifications <no-reply@sns.example>\nSubject: AWS Notification Message\n"


def service_notice(kind: str, *, wrapped: bool) -> str:
    bounced = [{"emailAddress": "bob@players.example", "action": "failed", "status": "5.1.1"}]
    told = {
        "notificationType": "Bounce",
        "bounce": {"bounceType": kind, "bouncedRecipients": bounced},
        "mail": {"source": "nomic@nomic.example", "destination": ["bob@players.example"]},
    }
    text = json.dumps({"Type": "Notification", "Message": json.dumps(told)} if wrapped else told)
    return f"{text}\n\n--\nIf you wish to stop receiving notifications, please click below.\n"


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_mail_service_tells_in_json(wrapped: bool) -> None:
    bob = ("bob@players.example",)
    assert notice(service_notice("Permanent", wrapped=wrapped), SERVICE) == Bounce(bob, ())
    assert notice(service_notice("Transient", wrapped=wrapped), SERVICE) == Bounce((), bob)


@pytest.mark.parametrize(
    "text",
    ["{" * 5_000, '{"notificationType": "Bounce"', '{"notificationType":"Bounce","bounce":7}'],
)
def test_what_is_no_such_object_tells_nothing(text: str) -> None:
    raw = f"{SERVICE}\n{text}\n".encode()
    screen(message.read(raw), None)
    assert dsn.read(raw) == Bounce()


@pytest.mark.parametrize(
    "subject",
    [
        "[Automatyczna odpowiedź] Re: Vote on 301",
        "[Automatische Antwort] 301",
        "[Automatic reply]",
        "[list] [Réponse automatique] 301",
    ],
)
def test_an_automatic_answer_may_say_so_in_brackets(subject: str) -> None:
    raw = f"From: bob@players.example\nPrecedence: junk\nSubject: {subject}\n\nWracam jutro.\n"
    assert screen(message.read(raw.encode()), None).kind == "auto-reply"


def test_a_servers_code_before_its_answer_is_no_ballot() -> None:
    head = "From: post_master@mx.example\nSubject: Re: 301\nIn-Reply-To: <m@here.example>\n\n{text}"
    for text, kind in (
        ("Error:\n550 - Requested action not taken: no such user here\n", "bounce"),
        ("The mailbox is full.\n552: mailbox is full\n", "bounce"),
        ("No such user as I have ever voted so gladly.\n550 - FOR\n", "player"),
        ("I could not be delivered from doubt.\n550: the old text was better\n", "player"),
    ):
        raw = head.format(text=text).encode()
        assert screen(message.read(raw), "ada@x.example").kind == kind, text


def test_a_lists_warning_of_a_loop_is_automatic() -> None:
    raw = (
        b"From: one-admin@x.example\nSubject: Loop Alert: Duplicated Message-ID (one)\n\nFOR 301\n"
    )
    assert screen(message.read(raw), "one-admin@x.example").kind == "auto-reply"
