"""Letters as they leave the house: their form, their headers, and what hostile words do to them."""

import email
import email.policy
import html
import re
import textwrap
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic_mail.config import shipped
from nomic_mail.game import commands as c
from nomic_mail.game.course import Steps
from nomic_mail.letters.grammar.language import page_of
from nomic_mail.letters.grammar.language import words as words_known
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Matter
from nomic_mail.play.samples import read, text_of
from nomic_mail.post import page, text
from nomic_mail.post.compose import Answer, Notice, Reply, Section, compose
from nomic_mail.post.render import Finished, Reader, Renderer, Speaking
from nomic_mail.post.text import folded
from tests.game.test_chair import ABEL, BOB, EVE, Chaired
from tests.kit.games.core_play import enact, started
from tests.kit.played import GAMES, Look
from tests.kit.tiers import examples

KEY = b"k" * 32
COLUMNS = 72
AT = datetime(2026, 1, 5, 12, tzinfo=UTC)
RENDERER = Renderer(shipped("templates"), "nomic@nomic.example", "+", "nomic", KEY, "1")
ADA = Reader(1, "Ada Lovelace", "ada@players.example", "Europe/London")
TEA = Speaking(7, "tea", "Tea", 12, AT, "cause", "<letter@players.example>")


def words(finished: Finished) -> str:
    body = parsed(finished).get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def parsed(finished: Finished) -> EmailMessage:
    letter = email.message_from_bytes(finished.body, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    return letter


def ballot(title: str = "Tea", text: str = "There is tea.", reader: Reader = ADA) -> Finished:
    play = started()
    before = play.state
    events = play.done(
        c.Propose(by=play.mover, change=c.Change(kind="enact", title=title, text=text))
    )
    events += play.done(c.CallVote(by=play.mover))
    notices = compose(Steps.of(events, before))
    notice = next(one for one in notices if one.to == reader.seat)
    return RENDERER.render(notice, reader, TEA)


def test_a_ballot_can_be_answered_by_just_replying() -> None:
    letter = parsed(ballot())
    address = str(letter["Reply-To"])
    recipient = token.parse_recipient(address, "nomic@nomic.example")
    read = token.read(KEY, recipient.value, AT.date())
    assert read is not None
    assert (read.game, read.seat, read.matter) == (7, 1, Matter("ballot", 301))
    assert token.read(KEY, recipient.value, AT.date() + timedelta(days=91)) is None


def test_the_headers_of_a_letter() -> None:
    letter = parsed(ballot())
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Id"] == "<tea.nomic.example>"
    assert re.fullmatch(r"\[tea\?\] Vote on 301 by \w{3} \d+ \w{3}: Tea", letter["Subject"])
    assert letter["X-Nomic-Mail"] == "1; tea 12; ballot"
    assert letter["In-Reply-To"] == "<letter@players.example>"
    assert str(letter["References"]).split() == [
        "<tea.p301.1@nomic.example>",
        "<letter@players.example>",
    ]


def test_what_to_do_stands_within_the_first_lines() -> None:
    lines = words(ballot()).splitlines()[:12]
    assert "open" in lines[0]
    assert any("FOR or AGAINST" in line for line in lines)
    assert any("By when" in line for line in lines)


def test_deadlines_are_told_in_the_readers_zone_too() -> None:
    reader = Reader(1, "Ada", "ada@players.example", "Australia/Sydney")
    assert "Australia/Sydney" in words(ballot(reader=reader))


@pytest.mark.parametrize(
    "title",
    [
        "Bcc: victim@example.org",
        "x\r\nBcc: victim@example.org",
        "x\n\nFOR 301",
        "{{ 7 * 7 }} {% raw %}",
        "\x1b[31mred",
        "é" * 200,
        "\u202egnp.exe",
    ],
)
def test_a_title_is_only_a_title(title: str) -> None:
    finished = ballot(title)
    letter = parsed(finished)
    assert letter["Bcc"] is None
    assert letter.get_all("To") == ["Ada Lovelace <ada@players.example>"]
    assert "49" not in words(finished)
    subject = str(letter["Subject"])
    assert subject.startswith("[tea?]")
    assert subject.isprintable()


def test_a_name_is_only_a_name() -> None:
    reader = Reader(1, 'Ada\r\nBcc: v@x.org, "<evil@x.org>"', "ada@players.example")
    letter = parsed(ballot(reader=reader))
    assert letter["Bcc"] is None
    assert [a.addr_spec for a in letter["To"].addresses] == ["ada@players.example"]


@settings(max_examples=examples(60), deadline=None)
@given(st.text(max_size=300), st.text(max_size=80))
def test_any_text_can_be_proposed_and_printed(text: str, title: str) -> None:
    finished = ballot(title or "x", f"x{text}")
    assert all(byte < 128 for byte in finished.body)
    letter = parsed(finished)
    assert [a.addr_spec for a in letter["To"].addresses] == ["ada@players.example"]


def test_a_refusal_leaves_with_an_empty_envelope_sender() -> None:
    play = started()
    command = c.Propose(by=3 - play.mover, change=enact())
    refusal = play.do(command)
    reply = Reply(1, (Answer("PROPOSE ENACT: Tea", command, refusal),))
    (notice,) = compose(Steps.of((), play.state), reply)
    finished = RENDERER.render(notice, ADA, TEA)
    assert finished.mail_from == ""
    assert "!]" in str(parsed(finished)["Subject"])
    assert "rule 201" in words(finished)


@pytest.mark.parametrize("name", [*words_known(), "ADDRESS"])
def test_help_tells_of_each_command(name: str) -> None:
    word = name.split(maxsplit=1)[0]
    ask = read_order(f"HELP {word}", from_moderator=False)
    assert isinstance(ask, c.Ask)
    nothing = Steps.of((), started().state)
    (notice,) = compose(nothing, Reply(1, (Answer(f"HELP {word}", ask, nothing),)))
    told = words(RENDERER.render(notice, ADA, TEA))
    fix = f'HELP {word} shows the page "{page_of(word.lower())}", and nothing of {name} there:'
    fix += " where its word or question stands, let a table of that page have a Row of it"
    assert re.search(rf"\b{name}\b", " ".join(told.split())), fix


def test_the_same_letter_has_the_same_message_id_and_another_has_another() -> None:
    assert ballot().message_id == ballot().message_id
    one = Notice(1, (Section("which_game", {"addresses": []}),), Matter("game"))
    two = Notice(1, (Section("confirmed_no", {}),), Matter("game"))
    ids = {RENDERER.render(notice, ADA, TEA).message_id for notice in (one, two)}
    assert len(ids) == 2


def test_lines_are_folded_at_72_columns_and_addresses_left_whole() -> None:
    address = "nomic+r." + "a" * 70 + "@nomic.example"
    text = folded(f"{'word ' * 40}\n- {'item ' * 30}\n> {'quoted ' * 20}\n{address}\n-- ")
    lines = text.split("\n")
    assert all(len(line) <= COLUMNS for line in lines if line != address)
    assert address in lines
    assert lines[-1] == "-- "
    assert [line for line in lines if "quoted" in line] == [
        line for line in lines if line.startswith("> ")
    ]


def test_a_program_s_lines_stay_whole_and_keep_their_margins() -> None:
    """Else a copy of it is another program, or none."""
    source = f'def frob(me):\n    say("{"word " * 20}")\n\n    if me.away:\n        refuse("no")'
    assert folded(text.program(source)) == textwrap.indent(source, "    ")
    shown = html.unescape(re.sub(r"<(?!br)[^>]*>", "", page.program(source)))
    assert shown.replace("\xa0", " ").split("<br>") == source.split("\n")


def test_a_chair_who_is_away_is_told_that_the_step_can_wait_and_how_to_refuse() -> None:
    """202(b): and the others, that it may take longer. Where all are away, the first in the order
    has the chair all the same."""
    play = Chaired()
    for seat in play.state.playing:
        if seat != ABEL:
            play.done(c.Away(by=seat, until=play.at + timedelta(days=9)))
    before = play.state
    notices = compose(Steps.of(play.done(c.Refuse(by=ABEL)), before))
    told = {
        notice.to: words(RENDERER.render(notice, Reader(notice.to, "A", "a@a.example"), TEA))
        for notice in notices
    }
    assert "away until" in told[BOB] and "REFUSE passes the chair" in told[BOB]
    assert "it may take a little longer" in " ".join(told[EVE].split())


def test_what_a_revision_changed_is_told_by_sentences_and_in_html_marked_word_by_word() -> None:
    now, was = "Tea is at four.\n\nCake is not.", "Tea is at five.\n\nCake is not."
    assert text.diff(now, was) == "    - Tea is at five.\n    + Tea is at four."
    assert page.diff(now, was) == (
        '<div class="text" dir="auto"><p>- Tea is at <del>five.</del></p>'
        "<p>+ Tea is at <ins>four.</ins></p></div>"
    )
    assert page.diff("No <b> ok", "No <i> ok") == (
        '<div class="text" dir="auto"><p>- No <del>&lt;i&gt;</del> ok</p>'
        "<p>+ No <ins>&lt;b&gt;</ins> ok</p></div>"
    )


def test_what_changed_in_several_paragraphs_is_told_together() -> None:
    now = "Tea is at four, as it has been since the first day.\n\nCake is not."
    was = "Tea is at four, as it has been since the first day of it.\n\nJam. Cake is not."
    assert page.diff(now, was) == (
        '<div class="text" dir="auto"><p>- Tea is at four, as it has been since the first '
        "<del>day of it. Jam.</del></p><p>+ Tea is at four, as it has been since the first "
        "<ins>day.</ins></p></div>"
    )


def test_no_diff_is_shown_where_nothing_changed_or_too_much_to_read() -> None:
    assert text.diff("Tea.", "Tea.") == page.diff("Tea.", "Tea.") == ""
    assert page.diff("a b " * 2000, "b a " * 2000) == ""
    assert text.diff("Tea is\nat four.", "Tea is at  four.") == ""
    assert text.diff("There is cake.", "Nobody drinks tea, and there is no cake.") == ""


def test_what_people_wrote_keeps_its_paragraphs_and_columns_in_html() -> None:
    said = page.indented("Hours:\n  tea   four\n\nNo <b>cake</b> & no\tjam.\x00\n")
    assert said == (
        '<div class="text" dir="auto"><p>Hours:<br>&nbsp;&nbsp;tea &nbsp;&nbsp;four</p>'
        "<p>No &lt;b&gt;cake&lt;/b&gt; &amp; no jam.\x00</p></div>"
    )
    assert page.ascii_lines("a\x00\ud800é") == "a\ufffd\ufffd&#233;".replace("\ufffd", "&#65533;")


def test_a_rule_that_is_set_aside_is_not_said_to_do_anything(played: Look) -> None:
    """110: RULE tells what it would do, and that it does not."""
    game = played(next(one for one in GAMES if one.stem == "who-sets-aside"))
    letters = [read(body) for body in game.bodies]
    told = next(text_of(one) for one in letters if "Rule 301" in str(one["Subject"]))
    assert "[set aside: it conflicts with rule 105 (rule 110)]" in told
    assert "[set aside: the server does not do reward proposer: 50]" in told
    assert "[the server does" not in told.partition("Why")[0]
