"""What stands right above a line and leads into it: a condition, a report, a negation, an example
or a question takes a command away that stands below, whatever command that is, and a vote."""

from itertools import product

import pytest

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.reading import Action
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.grammar.wishes import read_wishes
from tests.kit.letters.letter_reading import votes
from tests.kit.tiers import some

COINS = Action("GIVE <n> COINS TO <player>", 301, 301, ((1, "Ada Lovelace"), (2, "Bob Babbage")))
ABOUT = About(301, (301,), actions=(COINS,), plays=True, game="tea")
DOES = (
    "WITHDRAW",
    "- WITHDRAW",
    "CALL VOTE",
    "PROPOSE REPEAL 206",
    "- PROPOSE REPEAL 206",
    "PROPOSE ENACT: Cake\nOn Fridays there is cake.",
    "REVISE 301\nThere is no cake.",
    "CONSENT",
    "GIVE 3 COINS TO Bob",
    "RULING: it stands",
    "JUDGMENT: Does a late vote count?",
    "TELL: I shall be late",
    "RETRACT",
    "AWAY 3 days",
    "NAME Charles Babbage",
)
TAKEN = (
    "If nobody objects until Friday:\n",
    "If nobody objects until Friday\n",
    "But only if Ada agrees:\n",
    "As soon as the vote is over:\n\n",
    "Don't do this yet:\n",
    "Don't do this yet, just tell me if it is all right:\n\n",
    "Please do NOT do any of this:\n\n",
    "I will not\n\n",
    "Never ever:\n",
    "Not yet:\n",
    "I'll never write this word:\n\n",
    "I would never write\n\n",
    "I won't do this:\n",
    "Example of what I do NOT want:\n\n",
    "An example:\n",
    "Draft, not sent yet:\n",
    "Hello,\n\nDraft, not sent yet:\n\n",
    "Cleo says:\n",
    "Cleo says to me:\n\n",
    "As you proposed:\n\n",
    "As Cleo suggested:\n",
    "You wrote:\n",
    "HELP says I can write\n\n",
    "I think Bob should:\n",
    "What would happen if I wrote\n\n",
    "What happens if I write:\n\n",
    "Is it enough to write\n",
    "May I do this?\n",
    "How does this work?\n",
    "Wenn niemand etwas dagegen hat:\n",
    "Noch nicht:\n",
    "Cleo meint:\n",
    "Was passiert, wenn ich das schreibe:\n",
    "Cleo wrote on Tuesday:\n",
    "Last week Cleo wrote to the list:\n",
    "Gestern schrieb Cleo:\n",
    "My brother said:\n",
    "Cleo suggests I write:\n",
    "Cleo thinks I should:\n",
    "Cleo says the right command is:\n",
    "Cleo asked me to do this:\n",
    "Cleo's draft from Tuesday:\n",
    "On Monday I said:\n",
    "In your place I'd send:\n",
    "Don't:\n",
    "Nicht so:\n",
    "Nicht ausführen:\n",
    "If Ada thinks so:\n",
    "Next week I'll propose something like this:\n\n",
    "Just a test:\n",
    "Can I just write:\n",
    "What's the effect of:\n",
)
THOUGHT_OF = """
Not now, but next week:
Please ignore this:
This is only a test:
The following is just an example:
My draft, for comments only:
I am thinking of writing
I might write:
I was going to write:
I nearly sent this:
I could also do this:
Maybe:
Tomorrow:
Tomorrow I will write:
In my next turn:
After the vote:
Bob would say:
Bob, you should write:
You could write:
You should have written:
Why can't I write:
Why did nothing happen when I wrote
What is the difference between
Is this legal:
Was it a mistake to write
Yesterday I wrote:
The help page says:
In the manual it says:
Nobody should ever write:
Under no circumstances:
I refuse to write:
Instead of
Not:
Ich würde schreiben:
Bitte nicht ausführen:
Erst morgen:
""".strip().split("\n")
GREETS = """
Hi all,
Thanks Bob,
Right, let's do it:
Let's get this over with
My move is
Here we go again:
This is what I'd like to propose:
What I propose is this:
What I want to say:
As promised:
As nobody objected:
Now that Ada has said yes:
I think we should:
I want to propose the following:
I'll do this:
I hereby:
I hope this works:
I don't think I have done this before, so:
Not much time today, so just:
Bob is right:
With Ada's help I came up with this:
Once again:
Corrected:
The following:
First:
Finally:
While I am at it:
Before I forget:
Please record the following:
Somebody had to do it:
Why not:
Ready?
Is it my turn? I think so. Then:
Does anybody mind? No? Then:
I changed my mind:
On second thought, and for the better:
Ada told me to hurry up, so here it is
Ich bin dran:
Ich möchte:
Da niemand etwas dagegen hat:
Wie besprochen:
I say:
I just want to say:
Let me say:
""".strip().split("\n")
GOES_ON = (
    "",
    "Here is my proposal:\n",
    "Here's what I want to do:\n\n",
    "What I want:\n",
    "I'd like to:\n",
    "I would like to do this:\n",
    "Please do this:\n\n",
    "Could you please do this for me:\n",
    "My turn at last:\n",
    "There's one thing left:\n",
    "As I do not like my own idea any more, here goes:\n",
    "I do not like rule 206 at all. So:\n",
    "If you ask me, it was bad. So here it is:\n\n",
    "It is my turn, isn't it?\n",
    "Is it my turn?\n\n",
    "Cleo says that it is a good idea.\n",
    "Sorry, I did not write before.\n",
    "If possible:\n",
    "Have a nice day!\n",
    "Nothing has happened for days, so:\n",
    "As I said yesterday, here is my proposal:\n",
    "Nicht schön, aber kurz:\n",
    "You win:\n",
    "I don't know if this is right, but:\n",
    "Bitte:\n",
    "Mein Vorschlag:\n",
    # Of others, and why
    "Please tell everyone:\n",
    "Cleo's right:\n",
    "Cleo's argument convinced me:\n",
    "Cleo's idea, in my words:\n",
    "Cleo says it is my turn:\n",
    "Cleo asked for it:\n",
    "Cleo will love this:\n",
    "Nobody's objected for a week:\n",
    "Nobody wants to debate any more:\n",
    "You asked me to send this alone:\n",
    "You told me to write it on a line of its own:\n",
    # Of what its writer said, sent and would like
    "As I said:\n",
    "As I said on the phone, here is my move:\n",
    "I sent this yesterday, but it got lost:\n",
    "I sent this from my other address, here it is again:\n",
    "In case my last letter got lost:\n",
    "If my first mail did not arrive, here it is again:\n",
    "I voted too early:\n",
    "I used to like it, but not any more:\n",
    "I promised Ada I'd do this:\n",
    "I thought I'd try this:\n",
    "I'd forgotten this:\n",
    "I'd rather do this:\n",
    "I'd propose the following:\n",
    "I would be grateful to have this done:\n",
    # Manners
    "May I propose the following:\n",
    "Could I please have this:\n",
    "Darf ich vorschlagen:\n",
    "Can we please do this now\n",
    "If you don't mind, I'd rather do it at once:\n",
    "Not to be rude, but:\n",
    "This is not meant as an insult, but:\n",
    "Don't take this personally, but:\n",
    "Don't say I never do anything:\n",
    "Nicht schön, aber:\n",
    "What's left to do:\n",
    "Once and for all:\n",
    "When in doubt:\n",
)


def acts(found: Understood) -> list[c.Command]:
    return [one.command for one in found.said if not isinstance(one.command, c.Ask)]


@pytest.mark.parametrize(("above", "command"), some(list(product(TAKEN, DOES)), 150))
def test_what_leads_in_takes_a_command_away(above: str, command: str) -> None:
    found = understand("", f"{above}{command}\n", ABOUT)
    assert acts(found) == []
    assert found.questions


@pytest.mark.parametrize(("above", "command"), some(list(product(GOES_ON, DOES)), 150))
def test_what_only_announces_a_command_leaves_it(above: str, command: str) -> None:
    assert len(acts(understand("", f"{above}{command}\n", ABOUT))) == 1


@pytest.mark.parametrize("above", TAKEN)
def test_and_a_vote(above: str) -> None:
    assert votes(f"{above}FOR 301\n") == []


@pytest.mark.parametrize("above", [*GOES_ON, "My vote:\n", "I vote:\n\n", "My ballot is\n"])
def test_a_vote_that_is_only_announced_counts(above: str) -> None:
    assert votes(f"{above}FOR 301\n") == [("for", 301)]


@pytest.mark.parametrize("above", THOUGHT_OF)
def test_what_is_only_thought_of_is_not_done(above: str) -> None:
    assert acts(understand("", f"{above}\n\nWITHDRAW\n", ABOUT)) == []


@pytest.mark.parametrize("above", GREETS)
def test_what_is_said_before_a_command_leaves_it(above: str) -> None:
    assert acts(understand("", f"{above}\n\nWITHDRAW\n", About(plays=True))) == [c.Withdraw()]


def test_a_list_with_empty_lines_is_one() -> None:
    text = "Please do NOT do any of this:\n\n- WITHDRAW\n\n- CALL VOTE\n\nThanks!\n\nSTATUS\n"
    assert [type(one.command) for one in understand("", text, ABOUT).said] == [c.Ask]


def test_the_last_clause_is_looked_at_too() -> None:
    text = "I vote FOR 301, but don't do this yet:\n\nWITHDRAW\n"
    assert [type(one) for one in acts(understand("", text, ABOUT))] == [c.Vote]
    assert votes("If Bob agrees, but only then:\nFOR 301\n") == []


def test_effects_and_a_whole_edit_are_taken_away_too() -> None:
    for below in ("EFFECTS\nadoption: 2/3\n", "PROPOSE\nREPEAL 206\n", "REVISE 301\nNo cake.\n"):
        assert acts(understand("", f"Not yet:\n\n{below}", About(plays=True))) == []
    (made,) = acts(understand("", "My effects:\n\nEFFECTS\nadoption: 2/3\n", About(plays=True)))
    assert isinstance(made, c.Revise | c.AddEffects)


def test_who_was_told_of_the_game_joins() -> None:
    (made,) = acts(understand("", "Bob told me about this:\n\nJOIN Dora Dahl\n", About()))
    assert isinstance(made, c.Join)
    assert acts(understand("", "If I have the time:\n\nJOIN Dora Dahl\n", About())) == []


def test_a_list_is_taken_away_as_a_whole() -> None:
    text = "If nobody objects until Friday:\n- withdraw\n- PROPOSE REPEAL 206\n- FOR 301\n"
    assert acts(understand("", text, ABOUT)) == []
    text = "Cleo says:\nwithdraw\nBob says:\ncall vote\nWhat do I do?\n"
    assert acts(understand("", text, ABOUT)) == []


OFFERS = (
    "We could:\n",
    "What Bob can do:\n",
    "You may choose:\n\n",
    "Either\n",
    "Entweder\n",
    "One of these\n",
    "Which is better?\n",
    "Which of these is better?\n\n",
    "Choices:\n",
    "Alternatives:\n",
    "Pros and cons:\n",
    "Questions about these commands:\n",
    "I don't understand these commands:\n",
    "What is the difference between\n",
    "Was bedeuten\n",
    "Was ist besser?\n",
)


@pytest.mark.parametrize("bullet", ["- ", "* ", "1. "])
@pytest.mark.parametrize("above", OFFERS)
def test_a_list_to_choose_from_is_no_list_of_commands(above: str, bullet: str) -> None:
    text = "".join(f"{bullet}{one}\n" for one in ("WITHDRAW", "CALL VOTE", "AWAY 3 days"))
    found = understand("", f"{above}{text}", ABOUT)
    assert acts(found) == []
    assert len(found.questions) == 3
    assert read_wishes("", f"{above}{bullet}DIGEST DAILY\n{bullet}TALK OFF\n")[0] == ()


@pytest.mark.parametrize("above", GOES_ON)
def test_a_list_of_commands_is_carried_out(above: str) -> None:
    found = understand("", f"{above}- CALL VOTE\n- AWAY 3 days\n- RETRACT\n", ABOUT)
    assert len(acts(found)) == 3


def test_a_vote_in_such_a_list_counts() -> None:
    assert votes("As far as I can tell:\n- FOR 301\n") == [("for", 301)]


def test_who_lists_leaving_among_others_is_asked() -> None:
    found = understand("", "- FORFEIT\n- AWAY 2 weeks\n", ABOUT)
    assert not any(isinstance(one, c.Leave) for one in acts(found))
    assert any(one.leaves for one in found.questions)
    assert acts(understand("", "FORFEIT\n", ABOUT)) == [c.Leave()]


def test_what_stands_apart_below_it_is_done() -> None:
    text = "If nobody objects until Friday:\nWITHDRAW\n\nAnd now for something else:\n\nCALL VOTE\n"
    assert acts(understand("", text, ABOUT)) == [c.CallVote()]


def test_a_command_whose_sentence_goes_on_below_as_a_question_is_asked_about() -> None:
    found = understand("", "Is it enough to write\n\nPROPOSE REPEAL 206\n\n?\n", ABOUT)
    assert acts(found) == []


@pytest.mark.parametrize("wish", ["DIGEST DAILY", "TALK OFF", "TIMEZONE Europe/Berlin"])
@pytest.mark.parametrize("above", TAKEN[:10])
def test_and_a_wish(wish: str, above: str) -> None:
    wishes, text = read_wishes("", f"{above}{wish}\n")
    assert wishes == ()
    assert understand("", text, ABOUT).questions


@pytest.mark.parametrize("above", GOES_ON)
def test_a_wish_that_is_only_announced_is_one(above: str) -> None:
    assert len(read_wishes("", f"{above}DIGEST DAILY\n")[0]) == 1


def test_a_question_to_the_record_is_answered_all_the_same() -> None:
    found = understand("", "If you have the time:\nSTATUS\n", ABOUT)
    assert [type(one.command) for one in found.said] == [c.Ask]


GONE = [
    "What would happen if I wrote\n\nFORFEIT\n\nnow?\n",
    "Never ever:\n\nFORFEIT\n",
    "Ada says to me:\n\nFORFEIT\n\nbut I won't.\n",
    "forfeit\n\nwas what I nearly wrote today\n",
    "HELP tells me these two:\n\nFORFEIT\n\nWhat's the difference?\n",
    "I am so angry!\n\nFORFEIT\n",
    "RESIGN\n\nis that a word you know?\n",
]


@pytest.mark.parametrize("text", GONE)
def test_who_says_more_than_forfeit_is_asked_whether_they_leave(text: str) -> None:
    found = understand("", text, ABOUT)
    assert acts(found) == []
    assert any(one.leaves for one in found.questions)


@pytest.mark.parametrize(
    "text",
    [
        "FORFEIT\n",
        "Hi,\n\nFORFEIT\n\nThanks\nBob\n",
        "Dear all,\n\nI forfeit the game.\n\nBest wishes,\nBob Babbage\n",
        "Sorry!\n\nFORFEIT\n\n-- \nBob\nDifference Engines\n",
        "AGAINST 301\nFORFEIT\n",
    ],
)
def test_forfeit_with_courtesies_forfeits(text: str) -> None:
    about = About(301, (301,), plays=True, called=frozenset({"bob", "babbage"}))
    assert c.Leave() in acts(understand("", text, about))
