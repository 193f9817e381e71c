"""Proposals by edit, in braces and in attachments; what only wraps a letter is read through."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.signed import signed_content
from nomic_mail.rulesets.programs import library
from tests.kit.letters.letter_reading import commands, votes

DIFF = "--- rules.txt\n+++ mine.txt\n@@ -1,3 +1,3 @@\n 203 How (mutable)\n \n-All.\n+Most.\n"
COPY = "".join(f"{n} The rule of {n} (mutable)\n\nIt says {n}.\n\n" for n in range(201, 208))
NUMBERED = "".join(f"{n}. It says {n}.\n\n" for n in range(201, 211))


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("PROPOSE", DIFF, ""),
        ("PROPOSE:", COPY, ""),
        ("PROPOSE the edited rules below", COPY, ""),
        ("PROPOSE: Most of us", DIFF, "Most of us"),
        ("PROPOSE - Most of us", NUMBERED, "Most of us"),
        ("PROPOSE AMEND 203: Most", DIFF, "Most"),
    ],
)
def test_an_edit_of_the_rules_is_a_proposal(head: str, body: str, title: str) -> None:
    plain, effects = commands(f"{head}\n\n{body}"), commands(f"{head}\n{body}\nEffects: none\n")
    (edited,) = plain
    assert isinstance(edited, c.ProposeEdited)
    assert (edited.title, edited.effects) == (title, None)
    assert body.strip().split("\n")[-1] in edited.text
    (edited,) = effects
    assert isinstance(edited, c.ProposeEdited)
    assert edited.effects == ()
    assert "Effects" not in edited.text


@pytest.mark.parametrize(
    "text",
    [
        f"PROPOSE ENACT: How to read a diff\n{DIFF}",
        "PROPOSE: Order\n203 comes before 204.\n204 comes before 205.\n",
        "PROPOSE: Signs\n+ is for and\n- is against.\n",
        "PROPOSE ENACT: Numbers\n" + NUMBERED,
    ],
)
def test_prose_stays_prose(text: str) -> None:
    (propose,) = commands(text)
    assert isinstance(propose, c.Propose)
    assert propose.change.kind == "enact"


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("PROPOSE ENACT: Tea\n{\nThere is tea.\n}\nBye", "There is tea."),
        ("PROPOSE ENACT: Tea {\nThere is tea.\nEND\nof it.\n}", "There is tea.\nEND\nof it."),
        ("PROPOSE ENACT: Tea\n\n[[\nThere is {tea}.\n]]", "There is {tea}."),
        ("PROPOSE ENACT: Tea\nThere is tea.\n\nBest wishes,\nAda", "There is tea."),
        ("PROPOSE ENACT: Tea\nSay:\nThanks", "Say:\nThanks"),
        ("PROPOSE ENACT: Tea\nSay\n\nThanks\nEND", "Say\n\nThanks"),
        ("PROPOSE AMEND 203: x\n{\nReplace all by some.\n}", "Replace all by some."),
    ],
)
def test_where_the_text_ends(text: str, body: str) -> None:
    propose, *_ = commands(text)
    assert isinstance(propose, c.Propose)
    assert propose.change.text == body
    assert "{" not in propose.change.title


@pytest.mark.parametrize(
    "text",
    [
        'PROPOSE AMEND AMENDMENT 2 OF 115: x\nReplace "all" by "some".',
        "PROPOSE ENACT: Tea\n{\nThere is tea.",
        "PROPOSE\nThere is tea.",
    ],
)
def test_one_question_and_no_proposal(text: str) -> None:
    understood = understand("", text, About())
    assert understood.said == ()
    assert len(understood.questions) == 1


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        (f"{verb} AMEND 203: x\n{told}", f"{made} AMEND 203: x\n{told}")
        for verb, made in (("PROPOSE", "PROPOSE"), ("PREVIEW", "PROPOSE"))
        for told in (
            'Replace "all" by "some".',
            'In rule 203, change "all" to "some".',
            "Delete the word only from the second sentence.",
            '"all" is replaced by "some"',
        )
    ]
    + [
        ('AMEND 203\nreplace "all" by "some"', 'PROPOSE AMEND 203\nreplace "all" by "some"'),
        ('AMEND 203: delete "all"', 'PROPOSE AMEND 203\ndelete "all"'),
        ('REVISE AMEND 203\ndelete "all"', 'REVISE AMEND 203\ndelete "all"'),
    ],
)
def test_a_change_told_in_words_is_asked_for_and_proposes_nothing(text: str, argument: str) -> None:
    """The new text is a whole (108): what the words make of the rule is shown, to be confirmed."""
    understood = understand("", text, About())
    assert [one.command for one in understood.said] == [c.Ask(topic="amend", argument=argument)]
    assert understood.questions == ()


@pytest.mark.parametrize(
    "text",
    [
        "AMEND 203\nReplace your mug, please: the tea was at four.",
        "AMEND 203\nI would rather delete all of it, wouldn't you?",
        "AMEND 203\nA rule change is adopted by two thirds of the votes.",
        "Shall we\nAMEND 203 and then replace the chairs?",
        "AMEND 203",
    ],
)
def test_what_is_no_instruction_is_not_taken_for_one(text: str) -> None:
    assert [one for one in commands(text) if isinstance(one, c.Ask)] == []


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("EFFECTS\n  victory: 30", ("victory: 30",)),
        ("EFFECTS\nvictory: 30\n- start: 5\n\nBest,\nAda", ("victory: 30", "start: 5")),
        ("EFFECTS: victory: 30", ("victory: 30",)),
        ("Effects:\n  victory: 30", ("victory: 30",)),
        ("EFFECTS none", ()),
        ("Effects: none.", ()),
        ("EFFEKTE\n  victory: 30", ("victory: 30",)),
        ("Effekte:\nvictory: 30\nstart: 5\n\nGruß, Jörg", ("victory: 30", "start: 5")),
        ("Effekt: victory: 30", ("victory: 30",)),
        ("Effekte: keine", ()),
    ],
)
def test_effects_come_by_themselves_too(text: str, effects: tuple[str, ...]) -> None:
    assert commands(text) == [c.Revise(effects=effects)]
    assert commands(f"{text}\nCALL VOTE") == [c.Revise(effects=effects), c.CallVote()]


@pytest.mark.parametrize("above", ["", "Hi all,\n\n", "Hello\n", "FOR 302\n\n", "STATUS\n"])
def test_effects_below_a_greeting_or_a_command_are_ones_own(above: str) -> None:
    assert c.Revise(effects=("victory: 30",)) in commands(f"{above}Effects:\n  victory: 30\n")


@pytest.mark.parametrize(
    "above",
    [
        "It was to say:\n\n    Thirty points win.\n\n",
        "AGAINST\n\nProposal 301 by Ada: ENACT: Tea\n\n",
        "What Bob wants is this:\n",
        "CALL VOTE\nthirty points win\n",
    ],
)
def test_effects_below_other_words_are_asked_about_as_they_may_be_anothers(above: str) -> None:
    read = understand("", f"{above}Effects:\n  victory: 30\n", About())
    assert not any(isinstance(one.command, c.Revise) for one in read.said)
    assert "alone, under the word EFFECTS" in " ".join(one.question for one in read.questions)
    assert c.Revise(effects=("victory: 30",)) in commands(f"{above}EFFECTS\n  victory: 30\n")


def has_effects(one: c.Command) -> bool:
    return isinstance(one, c.Propose) and bool(one.change.effects)


@pytest.mark.parametrize("word", ["EFFECTS", "Effects", "*Effects*", "Effekte", "EFFEKTE"])
def test_effects_without_a_colon_are_no_part_of_the_text(word: str) -> None:
    """So the letter about a proposal says it: EFFECTS, alone on a line."""
    above = "PROPOSE AMEND 208: Thirty\nThirty points win."
    for below in ("victory: 30", "\n  victory: 30\n\nBest,\nAda", "- victory: 30"):
        (made,) = commands(f"{above}\n{word}\n{below}\n")
        assert isinstance(made, c.Propose)
        assert (made.change.text, made.change.effects) == ("Thirty points win.", ("victory: 30",))
    for text in (f"{word}\nwho has won: all\nsay so", "Effects of it\nvictory: 30", "effects"):
        assert not [one for one in commands(f"{above}\n{text}\n") if has_effects(one)]


def test_what_would_be_effects_or_a_command_is_asked_about_in_a_text() -> None:
    for end in ("EFFECTS", "EFFECTS\nvictory: 30\nCALL VOTE", "CALL VOTE"):
        read = understand("", f"PROPOSE AMEND 208: Thirty\nThirty points win.\n{end}\n", About())
        assert read.questions, end


def test_effects_alone_are_those_that_are_offered() -> None:
    for text in ("EFFECTS", "EFFECTS\n\nBest,\nAda", "effects\nEFFECTS"):
        assert commands(text) == [c.AddEffects()]
    assert commands("EFFECTS 301\nCALL VOTE") == [c.AddEffects(proposal=301), c.CallVote()]
    for text in ("Effects: we all get tea", "Effects of it?", "EFFECTS please", "effects"):
        assert commands(text) == []


def test_a_text_that_is_attached() -> None:
    def said(text: str, *attached: str) -> list[c.Command]:
        return [one.command for one in understand("", text, About(), attached).said]

    (propose,) = said("PROPOSE ENACT: Tea\n\nCheers,\nAda", "There is tea.\nFOR 301\n")
    assert propose == c.Propose(
        change=c.Change(kind="enact", title="Tea", text="There is tea.\nFOR 301")
    )
    (edited,) = said("PROPOSE", DIFF)
    assert isinstance(edited, c.ProposeEdited)
    for word in ("propose", "revise", "preview"):
        for body in (said(word.upper(), DIFF), said(f"{word.upper()} the attached diff:", DIFF)):
            (edited,) = body
            assert isinstance(edited, c.ProposeEdited)
            assert edited.act == word
    assert said("PREVIEW") == []
    assert said("PROPOSE ENACT: Tea", "One.", "Two.") == []
    assert said("PROPOSE AMEND 203\nSee the attachment.", "One.") == []
    assert said("PROPOSE ENACT: Tea\nHere it is", DIFF) == []
    (repeal,) = said("PROPOSE REPEAL 206", "There is tea.")
    assert repeal == c.Propose(change=c.Change(kind="repeal", target=206))
    assert said("Hello", "FOR 301", "CALL VOTE") == []


def mixed(*parts: tuple[str, str]) -> bytes:
    head = "From: ada@example.org\nContent-Type: multipart/mixed; boundary=b\n\n"
    return (head + "".join(f"--b\n{h}\n\n{body}\n" for h, body in parts) + "--b--\n").encode()


ATTACHED = "Content-Disposition: attachment; filename="


def test_which_attachments_are_texts() -> None:
    read = message.read(
        mixed(
            ("Content-Type: text/plain", "PROPOSE"),
            (f"Content-Type: text/x-patch\n{ATTACHED}a.diff", "diff"),
            (f"Content-Type: application/octet-stream\n{ATTACHED}b.md", "text"),
            (f"Content-Type: application/octet-stream\n{ATTACHED}c.exe", "no text"),
            (f"Content-Type: text/html\n{ATTACHED}d.html", "<p>no text</p>"),
            ("Content-Type: text/plain; name=e.txt\nContent-Disposition: inline", "inline"),
        )
    )
    assert read.text == "PROPOSE\n"
    assert read.attached == ("diff", "text", "inline")


def test_the_digest_covers_what_is_attached() -> None:
    one, other = (
        message.read(mixed(("", "PROPOSE"), (f"{ATTACHED}a.txt", text))) for text in ("a", "b")
    )
    assert one.text == other.text
    assert one.digest != other.digest


def der(tag: int, body: bytes, indefinite: bool) -> bytes:
    if indefinite and tag & 0x20:
        return bytes((tag, 0x80)) + body + b"\0\0"
    size = len(body).to_bytes(3, "big")
    return bytes((tag, 0x83)) + size + body


@pytest.mark.parametrize("indefinite", [False, True])
def test_a_signature_around_a_letter_is_read_through(indefinite: bool) -> None:
    def wrap(tag: int, *bodies: bytes) -> bytes:
        return der(tag, b"".join(bodies), indefinite)

    inner = b"Content-Type: text/plain\r\n\r\nFOR 301\r\n"
    octets = wrap(0x24, der(4, inner[:9], False), der(4, inner[9:], False))
    data = wrap(0x30, bytes.fromhex("06092a864886f70d010701"), wrap(0xA0, octets))
    signed = wrap(0x30, bytes.fromhex("020101"), wrap(0x31), data, wrap(0x31))
    whole = wrap(0x30, bytes.fromhex("06092a864886f70d010702"), wrap(0xA0, signed))
    assert signed_content(whole) == inner
    head = b"From: ada@example.org\nContent-Type: application/pkcs7-mime; name=smime.p7m\n"
    raw = head + b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(whole)
    assert message.read(raw).text == "FOR 301\n"
    assert signed_content(whole[:-30]) in (None, inner)


@given(st.binary(max_size=200))
def test_what_is_no_signature_is_none(data: bytes) -> None:
    assert signed_content(data) is None
    signed_content(bytes.fromhex("308006092a864886f70d010702a080308002010131803080") + data)


def test_a_footer_below_base64_is_no_part_of_it() -> None:
    coded = base64.encodebytes(b"FOR 301\n").decode().strip("\n=")
    head = "From: ada@example.org\nContent-Transfer-Encoding: base64\n\n"
    raw = f"{head}{coded}\n_______\nTea mailing list, say no\n".encode()
    assert message.read(raw).text == "FOR 301\n"


def test_html_is_read_in_its_own_letters() -> None:
    raw = "From: a@b.c\nContent-Type: text/html; charset=utf-8\n\n<p>Jürgen 赞成</p>".encode()
    assert message.read(raw).text == "Jürgen 赞成\n"


MARKED = ("> All must agree.", "> All.\n> Each of them.", ">> Twice.", "| a bar", "Bob> So it is.")


@pytest.mark.parametrize("marked", MARKED)
def test_in_braces_each_line_is_kept_as_it_is_written(marked: str) -> None:
    """106, 111: what is voted on is the text as its proponent wrote it."""
    text = f"The rule said:\n\n{marked}\n\nNow it says more.\n{marked}"
    (propose,) = commands(f"PROPOSE AMEND 203: Votes\n{{\n{text}\n}}\n")
    assert isinstance(propose, c.Propose)
    assert propose.change.text == text


@pytest.mark.parametrize(
    "text",
    [
        "The rule said:\n> All must agree.\nNow it says more.",
        "The rule said:\n\n> All must agree.\n\nNow it says more.",
        "The rule said:\n\n> All must agree.\nEND",
        "The rule is:\n> All must agree.",
        "The rule is:\n\n> All must agree.",
        "The rule is:\n\n> All must agree.\n\n-- \nAda",
        "A voter says so:\n\nBob> So it is.",
        "One.\n> Two.\n\n> Three.\nFour.\nEND",
    ],
)
def test_a_marked_line_in_a_text_is_asked_about_and_never_dropped(text: str) -> None:
    read = understand("", f"PROPOSE AMEND 203: Votes\n{text}\n", About())
    assert not any(isinstance(one.command, c.Propose) for one in read.said)
    (question,) = (one.question for one in read.questions)
    assert "belong to the text?" in question
    assert "braces" in question


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("Each letter ends in\n-- \nits name.\nEND\nCALL VOTE", "--"),
        ("{\nEach letter ends in\n-- \nits name.\n}\nCALL VOTE", "--"),
        ("One.\n\nOn 2 March 2026 Bob <b@x.org> wrote:\n> Two.\n\nThree.\nEND", "wrote:"),
    ],
)
def test_a_text_that_was_cut_short_is_asked_about(text: str, stop: str) -> None:
    """What stands below the place where letters end was left out, and nobody was told."""
    read = understand("", f"PROPOSE AMEND 203: Votes\n{text}\n", About())
    assert not read.said
    (question,) = (one.question for one in read.questions)
    assert "taken to end above" in question
    assert stop in question


def test_the_letter_that_is_answered_is_no_part_of_the_text() -> None:
    answered = "\n\n> It is your turn: propose one change of the rules.\n> By when: Sunday.\n"
    (propose,) = commands(f"PROPOSE ENACT: Tea\nTea is at four.{answered}")
    assert isinstance(propose, c.Propose)
    assert propose.change.text == "Tea is at four."
    (propose,) = commands(f"{answered}\nPROPOSE ENACT: Tea\nTea is at four.\n")
    assert isinstance(propose, c.Propose)
    assert propose.change.text == "Tea is at four."


@pytest.mark.parametrize(
    ("text", "reason", "others"),
    [
        ("CALL VOTE", "", [c.CallVote]),
        ("CALL VOTE\nThanks!", "", [c.CallVote]),
        ("It is no fun.\n\nCALL VOTE", "It is no fun.", [c.CallVote]),
        ("It is no fun.\nSTATUS\nCALL VOTE", "It is no fun.", [c.Ask, c.CallVote]),
        ("Call vote", "", [c.CallVote]),
        ("I call it a vote.", "I call it a vote.", []),
        ("It says:\nLEAVE", "It says:\nLEAVE", []),
        ("LEAVE\nis not what I want.\nEND", "LEAVE\nis not what I want.", []),
        ("{\nCALL VOTE\n}", "CALL VOTE", []),
    ],
)
@pytest.mark.parametrize("head", ["PROPOSE REPEAL 206", "PROPOSE TRANSMUTE 105"])
def test_below_what_needs_no_text_a_loud_command_is_one_and_so_is_call_vote(
    head: str, text: str, reason: str, others: list[type[c.Command]]
) -> None:
    propose, *rest = commands(f"{head}\n{text}\n")
    assert isinstance(propose, c.Propose)
    assert propose.change.text == reason
    assert [type(one) for one in rest] == others


@pytest.mark.parametrize("below", ["", "\nEND", "\n\nSTATUS", "\nEND\nSTATUS\nFOR 305"])
@pytest.mark.parametrize(
    "above",
    [
        "PROPOSE AMEND: Votes\nAll of us.",
        "PROPOSE AMMEND 203: Votes\nAll of us.",
        "PROPSE AMEND 203: Votes\nAll of us.",
        "REVISE\nIn rule 203:\n> All of us.",
        "PROPOSE ENACT: Tea\nEffects:\nat four",
        "PROPOSE ENACT: Tea\n{\nTea is at four.",
    ],
)
def test_a_vote_waits_for_the_text_above_it_that_is_asked_about(above: str, below: str) -> None:
    read = understand("", f"{above}\nEND\nCALL VOTE{below}\n", About())
    kinds = (c.Propose, c.Revise, c.ProposeEdited, c.CallVote)
    assert not [one for one in read.said if isinstance(one.command, kinds)]
    told = [one for one in read.questions if one.line == "CALL VOTE"]
    braces = above.endswith("four.")  # there it is a line of the text
    assert [("waits" in one.question) for one in told] == ([] if braces else [True])


PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
JOINED = [PERSIAN, FAMILY, "co\u00adop", "\u05d0\u200e1", "\u0d9a\u0dca\u200d\u0dbb"]


@pytest.mark.parametrize("word", JOINED)
def test_what_joins_letters_stays_in_texts_and_is_not_seen_in_commands(word: str) -> None:
    steered = f"\u202e{word}\u202c \ufeffof \u200dours\u200d"
    (propose,) = commands(f"PRO\u00adPOSE ENACT: A {word}\nSo {steered}.\nEND\n")
    assert isinstance(propose, c.Propose)
    assert propose.change.title == f"A {word}"
    assert propose.change.text == f"So {word} of ours\u200d."
    (said,) = understand("", f"{steered}\n", About(talk=True)).said
    assert said.command == c.Discuss(text=f"{word} of ours")
    (ruling,) = commands(f"RULING\n{steered}\n")
    assert isinstance(ruling, c.Ruling)
    assert ruling.text == f"{word} of ours"
    assert votes("F\u200dOR 301\n") == [("for", 301)]


def test_a_name_alone_may_be_one_of_the_library() -> None:
    (asked,) = understand("", "PROPOSE coins", About()).questions
    assert asked.question.endswith("LIBRARY lists, is PROPOSE FROM LIBRARY and its name.")
    (bare,) = understand("", "PROPOSE", About()).questions
    assert "LIBRARY" not in bare.question


BELOW = (
    *(
        "CALL VOTE",
        "call vote",
        "WITHDRAW",
        "FOR 301",
        "STATUS",
        "ABSTIMMEN",
        "PS: see you on Sunday!",
    ),
    *("P.S. sorry that it took so long", "P. S.: Bob knows more"),
)
BEHIND = ("", "\n\nThanks,\nBob", "\nSee you on Sunday!", "\n\nI was away until Friday.\n\nBob")


@pytest.mark.parametrize("line", BELOW)
def test_what_looks_like_no_part_of_its_text_is_asked_about(line: str) -> None:
    """It is part of it, as nobody but its writer can tell; and never so in silence."""
    for behind in BEHIND:
        text = f"PROPOSE ENACT: Tea\nEvery player drinks tea.\n\n{line}{behind}\n"
        found = understand("", text, About())
        assert [one.line for one in found.questions] == [line], text
        made = found.said[0].command
        assert isinstance(made, c.Propose)
        assert line in made.change.text
        ended = text.replace(f"\n\n{line}", f"\nEND\n{line}")
        told = [one.question for one in understand("", ended, About()).questions]
        assert not any("stands inside" in one for one in told), ended


def test_an_attached_text_may_say_itself_which_change_it_is() -> None:
    def said(text: str, *attached: str) -> list[c.Command]:
        return [one.command for one in understand("", text, About(), attached).said]

    tea = c.Change(kind="enact", title="Tea", text="There is tea.\nFOR 301")
    for file in (
        "ENACT: Tea\nThere is tea.\nFOR 301\n",
        "PROPOSE ENACT: Tea\nThere is tea.\nFOR 301\nEND\n",
    ):
        assert said("PROPOSE", file) == [c.Propose(change=tea)]
        assert said("PROPOSE\n\nCheers,\nAda", file) == [c.Propose(change=tea)]
        assert said("PREVIEW", file) == [c.Preview(change=tea)]
    two = "ENACT: Tea\nThere is tea.\nREPEAL 206\n"
    (both,) = said("PROPOSE", two)
    assert isinstance(both, c.Propose) and [one.kind for one in both.more] == ["repeal"]
    assert said("PROPOSE", "There is tea.\nENACT: Tea\nMore.") == []
    for ready in library():
        assert said("PROPOSE", ready.letter) == said(ready.letter) != []


def test_a_proposal_with_a_slip_is_there_to_be_agreed_to() -> None:
    def asked(text: str) -> str:
        (one,) = understand("", text, About()).questions
        return one.meant

    for slip in ("PROPSE ENACT: Tea", "PROPOSE ENCAT: Tea", "Propse enact: Tea"):
        meant = asked(f"{slip}\nThere is tea.\n\nThanks,\nBob")
        assert meant == "PROPOSE ENACT: Tea\nThere is tea.\nEND\n"
        quoted = "".join(f"> {line}\n" for line in meant.splitlines())
        (agreed,) = understand("", f"YES\n\n{quoted}", About(questioned=True)).said
        assert agreed.command == c.Propose(
            change=c.Change(kind="enact", title="Tea", text="There is tea.")
        )
    assert asked("PROPSE AMEND 203: Half\nHalf.").startswith("PROPOSE AMEND 203: Half\n")
    for unsure in ("PROPSE ENACT: Tea", "PROPSE ENACT: Tea\n{\nTea.", "PROPSE REPEAL 206"):
        assert asked(unsure) == ""
    (repeal,) = understand("", "PROPSE REPEAL 206", About()).questions
    assert "with its text" not in repeal.question
