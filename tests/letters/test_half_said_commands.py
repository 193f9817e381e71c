"""What begins like a command and goes on as something else is asked about; what a mail program or
a list puts around a command is no part of it."""

from itertools import product

import pytest

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.moves import read_moves
from nomic_mail.letters.grammar.reading import Action
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.grammar.wishes import read_wishes
from nomic_mail.pump.who import invitees
from tests.kit.letters.letter_reading import commands

VOTED: dict[str, c.Choice] = {
    "YES": "for", "NO": "against", "FOR!": "for", "AGAINST.": "against", "NAY": "against",
    "NO!!": "against", "AYE": "for", "IN FAVOUR": "for", "ABSTAIN": "abstain",
}  # fmt: skip
PLAYS = About(plays=True, game="tea")


@pytest.mark.parametrize(
    "text",
    [
        "PROPOSE REPEAL 206 or maybe 207, what do you think?",
        "PROPOSE REPEAL 206 or 207",
        "PROPOSE REPEAL 206 (or 207?)",
        "PROPOSE REPEAL 206?",
        "propose repeal 206?",
        "PROPOSE REPEAL 206 if nobody minds",
        "PROPOSE REPEAL 206 unless Ada objects",
        "PROPOSE REPEAL 206 tomorrow",
        "PROPOSE REPEAL 206, not 207",
        "PROPOSE TRANSMUTE 105 or 106",
        "PROPOSE AMEND 203 or 204\nA unanimous vote adopts.",
        "PROPOSE AMEND 203, maybe\nA unanimous vote adopts.",
        "REVISE 301?",
        "REVISE AMEND 203 or 204\nA unanimous vote adopts.",
    ],
)
def test_a_head_that_wavers_proposes_nothing(text: str) -> None:
    found = understand("", f"{text}\n", PLAYS)
    assert found.said == ()
    assert len(found.questions) == 1


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("PROPOSE ENACT: What is tea?\nTea is a drink.", "What is tea?"),
        ("PROPOSE ENACT What is tea?\nTea is a drink.", "What is tea?"),
        ("PROPOSE AMEND 203: Or not?\nA unanimous vote adopts.", "Or not?"),
        ("PROPOSE AMEND 203 - if all agree\nA unanimous vote adopts.", "if all agree"),
        ("PROPOSE AMEND 203 Two thirds\nTwo thirds adopt.", "Two thirds"),
        ("PROPOSE AMEND 203 Once a Week\nOnce a week.", "Once a Week"),
        ("PROPOSE REPEAL 206, please.", ""),
        ("Propose: repeal #206, please.", ""),
        ("PROPOSE REPEAL 206 now please!", ""),
        ("PROPOSE REPEAL 206.", ""),
        ("PROPOSE REPEAL 206\nIt is of no use, or is it?", ""),
    ],
)
def test_a_head_that_does_not_proposes(text: str, title: str) -> None:
    (made,) = commands(f"{text}\n", PLAYS)
    assert isinstance(made, c.Propose)
    assert made.change.title == title


@pytest.mark.parametrize(
    "text",
    [
        "JUDGMENT DAY was a good film.",
        "JUDGMENT was a word I did not know.",
        "Ruling: tomorrow, I promise!",
        "RULING: later",
        "RULING to follow",
        "RULING?",
        "The judge said: the order stands.\nRULING was clear enough for me.",
    ],
)
def test_a_statement_that_is_none_is_asked_about(text: str) -> None:
    found = understand("", f"{text}\n", PLAYS)
    assert found.said == ()
    assert len(found.questions) == 1


@pytest.mark.parametrize(
    "text",
    [
        "JUDGMENT: Does a late vote count?",
        "JUDGMENT Is a late vote one?",
        "JUDGMENT IS IT LEGAL TO VOTE TWICE?",
        "JUDGMENT I think that Ada's move was illegal.",
        "JUDGMENT\nWhether a late vote counts.",
        "JUDGMENT: END DEBATE",
        "JUDGMENT END DEBATE",
        "RULING END DEBATE",
        "RULING: yes",
        "RULING: a vote may be cast later, as 203 says nothing of it.",
        "RULING\nTomorrow is a day, and so it counts.",
        "RULING Later votes do not count, as I read it; and so that of Bob's does not, alas.",
    ],
)
def test_a_statement_that_is_one_is_made(text: str) -> None:
    (made,) = commands(f"{text}\n", PLAYS)
    assert isinstance(made, c.Judgment | c.Ruling)


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "1. ", "2) ", "  - "])
@pytest.mark.parametrize("text", ["withdraw", "WITHDRAW", "CALL VOTE", "STATUS", "AWAY 3 days"])
def test_a_bullet_is_no_part_of_a_command(mark: str, text: str) -> None:
    assert commands(f"{mark}{text}\n", PLAYS) == commands(f"{text}\n", PLAYS) != []


def test_a_list_is_done_in_its_order() -> None:
    said = commands("1. WITHDRAW\n2. PROPOSE REPEAL 206\n3. CALL VOTE\n", PLAYS)
    assert [type(one) for one in said] == [c.Withdraw, c.Propose, c.CallVote]


@pytest.mark.parametrize("smiley", [":-)", ":)", ";-)", ":-D"])
def test_a_smiley_is_no_colon(smiley: str) -> None:
    text = f"I'm a bit lost {smiley}\n\n  * STATUS\n  * SCORES\n  * RULE 301\n"
    assert [one.topic for one in commands(text, PLAYS) if isinstance(one, c.Ask)] == [
        "status",
        "scores",
        "rule",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "ADDRESS new@example.org <mailto:new@example.org>",
        "ADDRESS <mailto:new@example.org>",
        "ADDRESS <new@example.org> <MAILTO:new@example.org>",
        "ADDRESS new@example.org",
    ],
)
def test_a_link_that_a_mail_program_makes_of_an_address_is_none(line: str) -> None:
    assert [one.address for one in read_moves("", line)[0]] == ["new@example.org"]


def test_two_addresses_on_a_line_are_none() -> None:
    assert read_moves("", "ADDRESS new@example.org <mailto:old@example.org>")[0] == ()


@pytest.mark.parametrize(
    "line",
    ["I can't join right now, ask me again in May.", "I won't join", "I don’t want to play chess"],
)
def test_who_cannot_join_is_not_taken_for_willing(line: str) -> None:
    assert invitees.outcome_of([line], understand("", line, About())) != "willing"


COPIED = (
    "To change it, reply with one of these, or several:\n\n    TIMEZONE Europe/Berlin\n"
    "    LANGUAGE GERMAN\n    DIGEST DAILY\n    TALK OFF\n"
)


@pytest.mark.parametrize(
    "text",
    [
        COPIED,
        f"{COPIED}\nWhich of these gives me fewer letters?\n",
        "LANGUAGE GERMAN\nDIGEST DAILY\nTALK OFF\n\nWhich of these is best?\n",
    ],
)
def test_the_settings_of_our_own_letter_set_nothing(text: str) -> None:
    wishes, rest = read_wishes("", text)
    assert wishes == ()
    assert len(understand("", rest, PLAYS).questions) == 1


@pytest.mark.parametrize(
    ("text", "so_many"),
    [
        ("DIGEST DAILY\nTALK OFF\n\nIs that all I can do?\n", 2),
        ("TIMEZONE Europe/Berlin\nLANGUAGE GERMAN\nDIGEST DAILY\nTALK OFF\n", 4),
        ("Hi,\n\nTIMEZONE Europe/Berlin\nLANGUAGE GERMAN\nDIGEST DAILY\n\nThanks!\nBob\n", 3),
        ("My settings, please:\n- LANGUAGE GERMAN\n- DIGEST DAILY\n- TALK OFF\n", 3),
    ],
)
def test_several_settings_of_ones_own_are_all_set(text: str, so_many: int) -> None:
    assert len(read_wishes("", text)[0]) == so_many


@pytest.mark.parametrize(
    "text",
    [
        "ENACT: Cake\nOn Fridays there is cake.",
        "REPEAL 206",
        "- REPEAL 206.",
        "TRANSMUTE 105",
        "OK here goes. PROPOSE ENACT: Tea at four\n\nWhoever drinks tea gets a point.",
        "Ok, ok. I'll WITHDRAW.",
        "I think enough has been said. Call the vote now.",
        "I insist that Ada's move was illegal. JUDGMENT please!",
    ],
)
def test_a_command_that_is_not_written_out_is_asked_about(text: str) -> None:
    found = understand("", f"{text}\n", PLAYS)
    assert found.said == ()
    assert len(found.questions) == 1


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I've lost track a bit. STATUS please?", "status"),
        ("FYI, shall we answer her? And: STATUS", "status"),
        ("I give up! HELP!", "help"),
    ],
)
def test_a_question_to_the_record_behind_other_words_is_answered(text: str, topic: str) -> None:
    (asked,) = commands(f"{text}\n", PLAYS)
    assert isinstance(asked, c.Ask)
    assert asked.topic == topic


@pytest.mark.parametrize(
    "text",
    [
        "I'll never WITHDRAW.",
        "Ada said so. I do not withdraw.",
        "That is what I call cake. Rules are rules.",
        "REPEAL is a fine word.",
        "It was fun. See you!",
    ],
)
def test_words_that_are_none_are_left_alone(text: str) -> None:
    found = understand("", f"{text}\n", PLAYS)
    assert (found.said, found.questions) == ((), ())


def test_a_change_without_propose_is_one_of_several_below_it() -> None:
    (made,) = commands("PROPOSE\nREPEAL 206\nENACT: Cake\nOn Fridays there is cake.\n", PLAYS)
    assert isinstance(made, c.Propose)
    assert len(made.more) == 1


def test_i_take_back_my_vote() -> None:
    assert commands("I take back my vote.\n", About(301, (301,), plays=True)) == [c.Retract()]


def test_my_new_address() -> None:
    (move,) = read_moves("", "My new address is new@example.org\n")[0]
    assert (move.kind, move.address) == ("main", "new@example.org")


COINS = Action("GIVE <n> COINS TO <player>", 301, 301, ((1, "Ada Lovelace"), (2, "Bob Babbage")))


@pytest.mark.parametrize(
    "text",
    ["try give 3 coins to bob", "Try: GIVE 3 COINS TO Bob", "TRY GIVE 3 COINS TO Bob, please"],
)
def test_an_action_is_tried_in_small_letters_too(text: str) -> None:
    (made,) = commands(f"{text}\n", About(plays=True, actions=(COINS,)))
    assert isinstance(made, c.Try)
    assert made.lines[0].lower() == "give 3 coins to bob"


def test_try_in_a_sentence_is_none() -> None:
    about = About(plays=True, actions=(COINS,))
    assert commands("try harder\n", about) == commands("Try it with milk!\n", about) == []


@pytest.mark.parametrize("head", ["RULING", "JUDGMENT"])
def test_the_name_below_a_statement_is_none_of_it(head: str) -> None:
    about = About(plays=True, called=frozenset({"charles", "babbage"}))
    for below in ("Charles", "Best wishes,\nCharles", "Charles Babbage"):
        (made,) = commands(f"{head}\nDoes a late vote count?\nIt does.\n\n{below}\n", about)
        assert isinstance(made, c.Judgment | c.Ruling)
        told = made.text if isinstance(made, c.Ruling) else made.question
        assert told == "Does a late vote count?\nIt does."


def test_a_name_that_is_the_answer_stays() -> None:
    about = About(plays=True, called=frozenset({"charles", "babbage"}))
    (made,) = commands("RULING\nCharles\n", about)
    assert isinstance(made, c.Ruling)
    assert made.text == "Charles"


def test_a_title_may_stand_on_a_line_of_its_own() -> None:
    (made,) = commands("PROPOSE ENACT\nTitle: Cake\nOn Fridays there is cake.\n", PLAYS)
    assert isinstance(made, c.Propose)
    assert (made.change.title, made.change.text) == ("Cake", "On Fridays there is cake.")
    (made,) = commands("PROPOSE ENACT: Titles\nTitle: Cake\nSo it begins.\n", PLAYS)
    assert isinstance(made, c.Propose)
    assert made.change.title == "Titles"


def test_who_shouts_a_vote_asks_for_no_text() -> None:
    for number, sign, said in product((301, 302), (":", ": ", " - ", " "), VOTED):
        (made,) = commands(f"PROPOSAL {number}{sign}{said}\n", About(open_ballots=(301, 302)))
        assert made == c.Vote(choice=VOTED[said], proposal=number), (sign, said)
    (made,) = commands("PROPOSAL 301\n", About(open_ballots=(301, 302)))
    assert isinstance(made, c.Ask)
