"""Rules that run, as letters have them: programs in an Effects block, and actions."""

import re
from email.message import EmailMessage

import pytest

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import Propose, Vote
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.procedures.seating import seats_called
from nomic_mail.letters.grammar import actions
from nomic_mail.letters.grammar.actions import words_taken
from nomic_mail.letters.grammar.reading import About, Action
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.mime import message
from nomic_mail.phrases import asked

SEATS = ((1, "Ada Lovelace"), (2, "Bob Babbage"), (3, "Bob Hale"))
FORMS = (
    "GIVE <n> COINS TO <player>",
    "PAINT <choice red|blue>",
    "APPEAL AGAINST <rule>",
    "WISH <text>",
    "SECOND <proposal>",
    "ÖFFNE <player>",
    "LEND <player> <n> COINS FOR <n> DAYS",
)
ACTIONS = tuple(Action(form, 301, 301, SEATS) for form in FORMS)
ABOUT = About(open_ballots=(302,), actions=ACTIONS)
PROGRAM = """\
coins = quantity("coins", start=5)

@action("GIVE <n> COINS TO <player>")
def give(me, n, to):
    coins.move(me, to, n)"""


def said(text: str) -> list[object]:
    found = understand("", text, ABOUT)
    assert found.questions == ()
    return [one.command for one in found.said]


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("GIVE 3 COINS TO Ada Lovelace", [3, 1]),
        ("give 3 coins to ada.", [3, 1]),
        ("Please give 3   coins to Ada, thanks!", [3, 1]),
        ("GIVE 3 COINS TO Babbage", [3, 2]),
        ("PAINT red", ["red"]),
        ("PAINT RED", ["red"]),
        ("Appeal against rule 203", [203]),
        ("WISH a cup of tea, and milk", ["a cup of tea, and milk"]),
        ("WISH I had some tea!", ["I had some tea!"]),
        ("Please wish it were so ...", ["it were so ..."]),
        ("WISH it were so, thanks!", ["it were so"]),
        ("WISH it were so. Thank you.", ["it were so"]),
        ("WISH tea.", ["tea"]),
        ("SECOND #302", [302]),
        ("ÖFFNE Ada", [1]),
        ("Lend Ada 3 coins for 2 days!", [1, 3, 2]),
        ("öffne Ada", [1]),
    ],
)
def test_a_line_is_an_action_by_the_form_of_its_rule(line: str, given: list[object]) -> None:
    (command,) = said(line)
    assert isinstance(command, Perform)
    assert [one.text or one.number for one in command.given] == given


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("GIVE 3 COINS TO Bob", "is the name of several players"),
        ("GIVE 3 COINS TO Zoe", "is no player"),
        ("GIVE 3 COINS TO Ada?", "or a question"),
        ("GIVE Ada 3 COINS", "this game knows GIVE <n> COINS TO <player>"),
        ("PAINT green", "this game knows PAINT <choice red|blue>"),
        ("WISHS tea", '"WISHS" stands where it has WISH.'),
        ("GIVES 3 COINS TO Ada", '"GIVES" stands where it has GIVE.'),
        ("GIVE -3 COINS TO Ada", '"-3" is no number such as 0 or 12, of 13 digits at most.'),
        ("GIVE 1,000 COINS TO Ada", '"1,000" is no number such as'),
        ("GIVE three COINS TO Ada", '"three" is no number such as'),
        ("GIVE 99999999999999 COINS TO Ada", '"99999999999999" is no number such as'),
        ("GIVE 1 COIN TO Ada", '"COIN" stands where it has COINS.'),
        ("GIVE 1 COINS", '"TO <player>" is missing.'),
        ("PAINT green", '"green" is none of red, blue.'),
        ("LEND Ada -2 COINS FOR 3 DAYS", '"-2" is no number such as'),
        ("LEND Ada Lovelace 2 COINS", '"FOR <n> DAYS" is missing.'),
        ("LEND Zoe -2 COINS FOR 3 DAYS", "this game knows LEND <player> <n> COINS FOR <n> DAYS"),
        ("PAINT red and blue", '"and blue" is more than it has.'),
        ("APPEAL AGAINST Ada", '"Ada" stands where it has <rule>.'),
        ("give 3 coin to ada, paint red please", None),
        ("paint red twice", '"twice" is more than it has.'),
        ("WISH <text>", '"<text>" is a place that you fill in.'),
        ("ÖFFNE 3", "is no player"),
        ("ÖFFN Ada", "this game knows ÖFFNE <player>"),
    ],
)
def test_a_doubtful_one_is_asked_about(line: str, asks: str | None) -> None:
    found = understand("", line, ABOUT)
    assert found.said == ()
    if asks is None:
        assert found.questions == ()
        return
    assert asks in found.questions[0].question


@pytest.mark.parametrize(
    "line",
    [
        "I would give 3 coins to Ada if I had them",
        "> GIVE 3 COINS TO Ada",
        "Give it a try!",
        "We should paint red over it, I think.",
    ],
)
def test_talk_and_quotations_do_nothing(line: str) -> None:
    assert understand("", line, ABOUT).said == ()


def test_beside_votes_and_other_actions_each_line_stands_for_itself() -> None:
    vote, gives, wishes = sorted(
        said("FOR 302\nGIVE 1 COINS TO Ada\nWISH tea"), key=repr, reverse=True
    )
    assert isinstance(vote, Vote)
    assert isinstance(gives, Perform)
    assert isinstance(wishes, Perform)


@pytest.mark.parametrize(
    ("subject", "text", "times"),
    [
        ("", "GIVE 1 COINS TO Ada\nGIVE 1 COINS TO Ada\n", 2),
        ("", "GIVE 1 COINS TO Ada\n\ngive 1 coins to ADA.\n\nGIVE 1 COINS TO Ada\n", 3),
        ("GIVE 1 COINS TO Ada", "GIVE 1 COINS TO Ada\n", 1),
        ("", "GIVE 1 COINS TO Ada\nGIVE 2 COINS TO Ada\n", 1),
    ],
)
def test_what_stands_there_more_than_once_is_taken_once_and_told(
    subject: str, text: str, times: int
) -> None:
    understood = understand(subject, text, ABOUT)
    assert isinstance(understood.said[0].command, Perform)
    told = [one.question for one in understood.questions]
    assert [f"stands there {times} times" in one for one in told] == [True] * (times > 1)
    assert all(asked(one, "de") != one for one in told)


@pytest.mark.parametrize(
    "form",
    ["FOR <n>", "STATUS", "HELP <word>", "Yes", "CALL VOTE", "AWAY <text>", "<n> COINS", "STAUS",
     "AGAINST <proposal>", "PROPOSE <text>", "LEAVE", "NO WAY", "IN FAVOUR", "AY AY", "GO",
     "DAFÜR <n>", "NEIN <n>", "Enthaltung <proposal>", "CONTRE <text>", "ICH STIMME <choice zu|ab>",
     "ICH BIN <choice dafür|dagegen>", "ПРОТИВ <n>", "GUT <word>",
     "SPRACHE <word>", "VORSCHLAG <text>", "VORSCHLAG NEUE REGEL <text>", "URTEIL <text>",
     "AUFGEBEN", "AUFHOEREN", "GESPRAECHE <word>",
     "Dear <text>", "Thanks <player>", "Kind regards <player>", "Sent from my <word>",
     "Gesendet von <text>", "From <text>", "The <text>", "UND <text>",
     "TH\u0410NK <player>", "PAY <n> TO THE \u0421ROWN"],
)  # fmt: skip
def test_an_action_takes_no_words_that_the_server_reads(form: str) -> None:
    why = words_taken(form)
    assert why
    assert asked(why, "de") != why


@pytest.mark.parametrize(
    ("form", "instead"),
    [
        ("OBJECT TO <player>", "OBJECT TO PLAN <player>"),
        ("SUPPORT <n>", "SUPPORT PLAN <n>"),
        ("SECOND <text>", "SECOND PLAN <text>"),
    ],
)
def test_what_sounds_like_a_vote_takes_one_word_more(form: str, instead: str) -> None:
    why = words_taken(form)
    assert why == f"that may be taken for a vote, and {instead} would not be"
    assert instead in asked(why, "de") != why
    actions_of = about(instead, names=("Ada Lovelace",))
    line = instead.replace("<player>", "Ada").replace("<n>", "3").replace("<text>", "cake for all")
    (one,) = understand("", line, actions_of).said
    assert isinstance(one.command, Perform)


@pytest.mark.parametrize(
    "form",
    ["GIVE <n> COINS TO <player>", "ROLL", "BID <n> ON <word>", "ATTACK <player>", "BUY POINT",
     "BOW OUT", "GO TO JAIL", "CONCENTRATE ON <choice fire|water>", "THANK <player>",
     "GO <choice north|south>", "ÖFFNE DIE TÜR", "GÄHNE", "ЗАПЛАТИТЬ <n>", "OFFER <n>"],
)  # fmt: skip
def test_other_words_are_free(form: str) -> None:
    assert words_taken(form) == ""


# Programs


def effects_of(text: str, *attached: str) -> tuple[str, ...] | None:
    (one,) = understand("", text, About(), attached).said
    assert isinstance(one.command, Propose)
    return one.command.change.effects


def indented(by: str) -> str:
    return "\n".join(f"{by}{line}".rstrip() for line in PROGRAM.split("\n"))


@pytest.mark.parametrize(
    "block",
    [
        "  program:\n" + indented("    "),
        "program:\n" + indented("  "),
        "- program:\n" + indented("      "),
        "  Program:\n" + indented("\u00a0   "),
        "program:\n" + PROGRAM,  # a mail program has eaten the margin
    ],
)
def test_a_program_is_the_lines_beneath_it(block: str) -> None:
    (clause,) = effects_of(f"PROPOSE ENACT: Coins\nAll have five.\nEffects:\n{block}\nEND") or ()
    assert parse_clause(clause).value == PROGRAM


def test_other_effects_may_stand_above_and_below_it() -> None:
    block = "  victory: 30\n  program:\n" + indented("    ") + "\n  tie: fails"
    found = effects_of(f"PROPOSE ENACT: Coins\nAll have five.\nEffects:\n{block}\nEND") or ()
    first, program, last = found
    assert (first, last) == ("victory: 30", "tie: fails")
    assert parse_clause(program).value == PROGRAM


def test_a_program_may_be_attached() -> None:
    text = "PROPOSE ENACT: Coins\nAll have five.\nEffects:\n  program: attached\nEND"
    (clause,) = effects_of(text, PROGRAM) or ()
    assert parse_clause(clause).value == PROGRAM
    (asked,) = understand("", text, About()).questions
    assert "there is none" in asked.question


@pytest.mark.parametrize(
    "text",
    [
        "PROPOSE ENACT: Coins\nAll have five.\nEND",
        "PROPOSE ENACT: Coins\nAll have five.\nEffects:\n  victory: 30\nEND",
        "PROPOSE ENACT: Coins",
        "PROPOSE AMEND 301: Coins\nAll have five.",
        f"PROPOSE ENACT: Coins\nFive.\nEffects:\n  program:\n{indented('    ')}\nEND",
    ],
)
def test_an_attached_program_is_never_left_out_in_silence(text: str) -> None:
    found = understand("", text, About(), (PROGRAM,))
    assert found.said == ()
    (asked,) = found.questions
    assert "program: attached" in asked.question


def test_other_attached_texts_are_none() -> None:
    text = "PROPOSE ENACT: Coins\nAll have five.\nEND"
    for other in ("Dear all,\ntea is at four.", "def f():\n    pass"):
        assert understand("", text, About(), (other,)).said


@pytest.mark.parametrize("kind", ["text/x-python", "application/octet-stream", "text/plain"])
def test_so_mail_programs_attach_it(kind: str) -> None:
    letter = EmailMessage()
    letter["From"], letter["Date"] = "ada@players.example", "Mon, 05 Jan 2026 10:00:00 +0000"
    letter["Message-ID"] = "<1@players.example>"
    letter.set_content("PROPOSE ENACT: Coins\nFive.\nEffects:\n  program: attached\nEND\n")
    main, _, sub = kind.partition("/")
    letter.add_attachment(PROGRAM.encode(), main, sub, filename="coins.py")
    found = message.read(letter.as_bytes())
    (clause,) = effects_of(found.text, *found.attached) or ()
    assert parse_clause(clause).value == PROGRAM


GONE = (Action("COUNT <text>", 301, 301, SEATS), Action("MARK <player> WITH <n>", 301, 301, SEATS))
AFTERWARDS = About(ballot=302, open_ballots=(302,), gone=GONE)


@pytest.mark.parametrize(
    "line", ["Count me as for 302.", "Count my vote: FOR", "Count me in favour of 302, please."]
)
def test_a_vote_is_no_action_that_is_gone(line: str) -> None:
    found = understand("", line, AFTERWARDS)
    assert [one.command for one in found.said] == [Vote(choice="for", proposal=302)]
    assert found.questions == ()


def test_an_action_that_is_gone_has_what_fills_its_places() -> None:
    """A line above it may bring it back."""
    found = understand("", "FOR 302\n\nmark Ada with 2", AFTERWARDS)
    marked = found.said[1].command
    assert isinstance(marked, Perform)
    assert [(one.kind, one.number) for one in marked.given] == [("player", 1), ("number", 2)]
    assert found.ignored == ()


STANDING = About(ballot=302, open_ballots=(302,), actions=GONE[:1])


@pytest.mark.parametrize(
    "line",
    [
        f"{count} {whom} {side}{end}"
        for count in ("Count", "count", "Please count")
        for whom in ("me as", "my vote as", "me")
        for side in ("for 302", "against 302", "in favour of 302")
        for end in (".", "", "!", ", please.")
    ],
)
def test_what_is_an_action_and_a_vote_is_asked_about(line: str) -> None:
    found = understand("", line, STANDING)
    assert found.said == ()
    assert found.questions
    loud = re.sub("[Cc]ount", "COUNT", line.removeprefix("Please "))
    (one,) = understand("", loud, STANDING).said
    assert isinstance(one.command, Perform)


def test_an_action_that_is_no_vote_is_done_however_it_is_written() -> None:
    (one,) = understand("", "count the sheep", STANDING).said
    assert isinstance(one.command, Perform)


@pytest.mark.parametrize("line", ["MARK Zoe WITH 2", "MARK Ada WITH 2?"])
def test_what_would_be_asked_about_can_only_be_refused(line: str) -> None:
    (one,) = understand("", line, AFTERWARDS).said
    assert isinstance(one.command, Perform)
    assert len(one.command.given) > 2


@pytest.mark.parametrize("name", ["van Dyke", "Dee van", "dyke", "Dee  van Dyke"])
def test_several_words_of_a_name_are_a_part_of_it(name: str) -> None:
    seats = (*SEATS, (4, "Dee van Dyke"))
    about = About(actions=(Action("GIVE <n> COINS TO <player>", 301, 301, seats),))
    (one,) = understand("", f"GIVE 3 COINS TO {name}", about).said
    assert isinstance(one.command, Perform)
    assert [given.number for given in one.command.given] == [3, 4]
    assert understand("", "GIVE 3 COINS TO e van D", about).said == ()


MANY = (*SEATS, (4, "Dee van Dyke"), (5, "Eve van Dyke"))
BEFORE = ((1, "Ada Byron"), (4, "Bob Babbage"), (5, "van"))


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("TELL Ada hello there", [1, "hello there"]),
        ("TELL Bob Babbage hello there", [2, "hello there"]),
        ("TELL Bob Hale Bob says hello", [3, "Bob says hello"]),
        ("TELL Dee van Dyke van says so", [4, "van says so"]),
        ("tell Ada Byron tea is ready", [1, "tea is ready"]),
        ("TELL Hale Bob is here", [3, "Bob is here"]),
        ("SWAP Dee van Dyke Bob Hale", [4, 3]),
        ("SWAP Ada Eve", [1, 5]),
    ],
)
def test_a_place_for_a_player_takes_the_whole_name(line: str, given: list[object]) -> None:
    forms = ("TELL <player> <text>", "SWAP <player> <player>")
    about = About(actions=tuple(Action(form, 301, 301, MANY, BEFORE) for form in forms))
    (one,) = understand("", line, about).said
    assert isinstance(one.command, Perform)
    assert [part.text or part.number for part in one.command.given] == given


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("TELL Dee van Dyke", "<text>"),
        ("TELL Bob Hale", "<text>"),
        ("tell van Dyke", "<text>"),
        ("HAIL Dee van Dyke", "<word>"),
        ("SWAP Dee van Dyke", "<player>"),
    ],
)
def test_no_name_is_cut_to_fill_the_place_behind_it(line: str, missing: str) -> None:
    forms = ("TELL <player> <text>", "HAIL <player> <word>", "SWAP <player> <player>")
    seats = (*SEATS, (4, "Dee van Dyke"))
    found = understand("", line, about(*forms, names=tuple(name for _, name in seats)))
    assert found.said == ()
    assert f'"{missing}" is missing.' in found.questions[0].question


def test_a_text_may_ask_something() -> None:
    (one,) = understand("", "ASK Who wrote Emma?", about("ASK <text>", names=("Ada",))).said
    assert isinstance(one.command, Perform)
    assert [given.text for given in one.command.given] == ["Who wrote Emma?"]
    asked_of = understand("", "ask who wrote Emma?", about("ASK <text>", names=("Ada",)))
    assert asked_of.said == ()


def test_the_names_in_a_line_are_those_that_a_name_alone_calls() -> None:
    words = ["Bob", "Babbage", "van", "Dyke", "Ada", "Byron", "Lovelace", "Dee", "Zoe"]
    found = actions._names_at(" ".join(words), MANY, BEFORE)
    for at in range(len(words)):
        every = range(len(words), at, -1)
        called = {end: seats_called(" ".join(words[at:end]), MANY, BEFORE) for end in every}
        first = [end for end in every if len(called[end]) == 1]
        assert found.get(at, ()) == (*first, *[end for end in every if len(called[end]) > 1])


def test_names_are_looked_for_once_in_a_line_whatever_actions_there_are() -> None:
    forms = [f"GIVE <text> <player> <text> <player> Z{number}" for number in range(20)]
    about = About(actions=tuple(Action(form, 301, 301, MANY, BEFORE) for form in forms))
    for cached in (actions._names_of, actions._names_at):
        cached.cache_clear()
    lines = [f"GIVE {number} " + "a " * 250 for number in range(5)]
    understand("", "\n\n".join(lines), about)
    assert actions._names_of.cache_info().misses == 1
    assert actions._names_at.cache_info().misses == len(lines)


def about(*forms: str, names: tuple[str, ...]) -> About:
    seats = tuple(enumerate(names, 1))
    return About(
        ballot=302,
        open_ballots=(302,),
        actions=tuple(Action(form, 301, 301, seats) for form in forms),
    )


@pytest.mark.parametrize(
    "form",
    ["MARK <player>", "MARK <player> <n>", "MARK <player> WITH <n> COINS", "MARK <text>",
     "GRANT <player> <n> COINS", "GRANT <n> COINS"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Mark Twain", "Grant Wood", "Mark Grant"])
@pytest.mark.parametrize(
    "letter", ["FOR\n\n{}\n", "FOR\n{}\n", "{}\n\nFOR\n", "FOR\n\nCheers,\n{}\n", "FOR\n\n{}."]
)
def test_a_name_below_a_vote_is_no_action(form: str, name: str, letter: str) -> None:
    players = ("Ada Lovelace", "Mark Twain", "Grant Wood", "Mark Grant")
    found = understand("", letter.format(name), about(form, names=players))
    assert [one.command for one in found.said] == [Vote(choice="for", proposal=302)]
    assert found.questions == ()


@pytest.mark.parametrize("name", ["Bob", "bob", "King", "Mark", "Bob King"])
def test_a_part_of_a_name_below_a_vote_is_no_action_that_is_called_so(name: str) -> None:
    actions_of = about("BOB", "KING", "MARK", "BOB KING", names=("Mark Twain", "Bob King"))
    found = understand("", f"FOR\n\n{name}\n", actions_of)
    assert [one.command for one in found.said] == [Vote(choice="for", proposal=302)]
    (said_so,) = understand("", name.upper(), actions_of).said
    assert isinstance(said_so.command, Perform)


@pytest.mark.parametrize("line", ["MARK Twain", "MARK Mark Twain", "mark Twain", "Mark Ada."])
def test_whom_an_action_names_may_be_called_as_it_is(line: str) -> None:
    (one,) = understand("", line, about("MARK <player>", names=("Ada Lovelace", "Mark Twain"))).said
    assert isinstance(one.command, Perform)


@pytest.mark.parametrize(
    "line",
    ["Give me a break", "Give up!", "give it", "give in to Ada", "Give Ada a break, please.",
     "Bid farewell to Bob", "bid welcome", "Mark my words.", "Mark Twain said so.", "mark the day",
     "Tell me", "tell me about it", "Tell them", "Trade winds", "Pay up", "Go to bed!", "Go to",
     "Take it", "Take it easy", "Work hard"],
)  # fmt: skip
def test_talk_that_begins_as_an_action_is_not_asked_about(line: str) -> None:
    forms = (
        "GIVE <player> <n> COINS",
        "BID <n> ON <word>",
        "MARK <player>",
        "TELL <text> NOW",
        "TRADE <word> FOR <word>",
        "PAY <player> <n>",
        "GIVE <n> TO <player>",
        "GO TO JAIL",
        "WORK",
        "TAKE IT FROM <player>",
    )
    found = understand("", line, about(*forms, names=("Ada Lovelace", "Bob Babbage")))
    assert (found.said, found.questions) == ((), ())


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("mark Bobb", '"Bobb" is no player'),
        ("MARK my words", '"my words" is no player'),
        ("GIVE Zoe 3 COIN", '"Zoe" is no player: Ada Lovelace, Bob Babbage.'),
        ("give Bob Babbage three coins", None),
        ("Give Bob Babbage 3", '"COINS" is missing'),
        ("TELL Bob tea is at four", '"NOW" is missing'),
    ],
)
def test_an_action_that_means_somebody_is(line: str, asks: str | None) -> None:
    forms = ("MARK <player>", "GIVE <player> <n> COINS", "TELL <player> <text> NOW")
    found = understand("", line, about(*forms, names=("Ada Lovelace", "Bob Babbage")))
    assert found.said == ()
    assert [asks in one.question for one in found.questions if asks] == [True] * bool(asks)
    assert all(asked(one.question, "de") != one.question for one in found.questions)


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("TELL Bob " + "a " * 254, "<text> has 500 characters at most."),
        ("tell Bob Babbage " + "a " * 254, "<text> has 500 characters at most."),
        ("TELL Bob " + "a" * 501, "<text> has 500 characters at most."),
        ("TELL Bob " + "tea for all " * 400, "<text> has 500 characters at most."),
        ("SAY " + "a " * 260 + "TO Bob", "<text> has 500 characters at most."),
        ("SAY " + "a" * 501 + " TO Bob", "<text> has 500 characters at most."),
        ("TELL Bob " + "a" * 500, None),
        ("GIVE 3 COINS TO " + "a" * 70, "is no player: Ada Lovelace, Bob Babbage."),
        ("GIVE 3 COINS TO " + "a " * 70, "is no player: Ada Lovelace, Bob Babbage."),
    ],
)
def test_what_is_too_long_is_told(line: str, asks: str | None) -> None:
    forms = ("TELL <player> <text>", "SAY <text> TO <player>", "GIVE <n> COINS TO <player>")
    found = understand("", line, about(*forms, names=("Ada Lovelace", "Bob Babbage")))
    assert len(found.said) == (asks is None)
    assert [asks in one.question for one in found.questions if asks] == [True] * bool(asks)
    assert all(asked(one.question, "de") != one.question for one in found.questions)
