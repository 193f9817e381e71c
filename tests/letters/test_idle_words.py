"""What stands beside a vote and says nothing of it leaves it one: excuses, an "if" that is none, a
question that asks for the vote itself. A question about something else, and an "if" that is one, do
not."""

import random
from itertools import product

from tests.kit.letters.judged import ONE, TWO, Judged

SEED = 23
BARE = {
    "FOR": "for",
    "FOR.": "for",
    "for": "for",
    "Yes!": "for",
    "For!": "for",
    "AGAINST": "against",
    "Against.": "against",
    "No.": "against",
    "I vote no": "against",
    "FOR 301": "for",
    "AGAINST 301!": "against",
    "my vote is yes": "for",
    "it's a no": "against",
}
EXCUSES = """
Sorry for being so late.
Apologies for the long silence!
Oops, nearly forgot.
Phew, five minutes to go:
Second try, as nothing came back:
Better late than never.
I only saw this now.
Quick one from the bus:
My mistake, I misread it.
On second thoughts:
Changed my mind over breakfast.
Sigh.
Slept on it.
Re-sending, since my provider had trouble:
Scratch that,
Hope I'm not too late.
Hope this arrives in time:
Just in time, I hope.
I was travelling.
On the bus, so just quickly:
""".strip().split("\n")
NO_IFS = """
Unless I am mistaken this breaks rule 203.
If I read it correctly, all stays as it is.
If you ask me, it is high time.
In case my first letter got lost:
If this still counts:
If I may,
""".strip().split("\n")
IFS = """
If Bob agrees,
Unless Cleo objects,
In case of a tie:
If the fee is halved:
When it is shorter,
Provided that nobody loses points,
If I win,
Unless I am on holiday,
""".strip().split("\n")
OF_VOTE = """
My vote?
301?
The proposal?
How do I vote?
You know what?
Do I like it?
Am I too late?
Did my last letter get through?
What do I think of it?
""".strip().split("\n")
OF_ELSE = """
Pizza tonight?
Beer?
Tea or coffee?
A game of chess on Sunday?
Cake for everybody?
Another round at the pub?
Are you coming on Friday?
Shall we all go to the seaside?
Is it snowing in Oslo?
New curtains for the hall?
""".strip().split("\n")
ANSWERS = ["FOR", "For!", "AGAINST", "Against.", "yes", "No.", "I'm for!", "+1", "I'm all for it"]
OPEN = """
Who thought of this nonsense?
When does the next turn begin?
How is the new flat, Cid?
What was wrong with the old rule?
""".strip().split("\n")
OF_IT = """
It is short and clear
The text is far too long
I find the rule too hard on beginners
This makes every turn slower
I don't see why we should pay for votes
It would punish newcomers
""".strip().split("\n")
OF_LIFE = """
The bus is late
I have a new telephone
My dog ate the letter
Bob is in hospital
I got your letter
""".strip().split("\n")
SO = [", so {}", ", therefore {}", "; hence {}", ", so {}, thanks", ", and so {}"]


def some(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(SEED).sample(every, min(count, len(every)))


def test_excuses_leave_a_vote() -> None:
    judged = Judged("excuses")
    for excuse, vote in some(300, EXCUSES, [*BARE]):
        judged.letter(f"{excuse} {vote}", f"{BARE[vote]} 301", ONE)
        judged.letter(f"{excuse}\n\n{vote}", f"{BARE[vote]} 301", ONE)
    judged.held()


def test_an_if_that_is_none_leaves_a_vote() -> None:
    judged = Judged("no if")
    for lead, vote in some(
        100, NO_IFS, ["FOR", "AGAINST", "FOR 301", "I vote no", "my vote is yes"]
    ):
        judged.letter(f"{lead} {vote}", f"{BARE[vote]} 301", ONE)
    for lead, vote in some(200, IFS, [*BARE]):
        judged.letter(f"{lead} {vote}", "none", ONE)
    judged.held()


def test_a_question_that_only_asks_for_the_vote_leaves_it() -> None:
    judged = Judged("asks for the vote")
    for question, vote in some(
        150, OF_VOTE, ["FOR", "AGAINST", "For.", "Against, of course.", "No."]
    ):
        way = "for" if vote.lower().startswith("for") else "against"
        judged.letter(f"{question} {vote}", f"{way} 301", ONE)
    judged.held()


def test_an_answer_to_a_question_of_ones_own_is_asked_about() -> None:
    judged = Judged("pizza")
    for question, answer in product(OF_ELSE, ANSWERS):
        judged.letter(f"{question} {answer}", "ask", ONE)
        judged.letter(f"Hi all!\n\n{question} {answer}\n\nAda", "ask", ONE)
        judged.letter(f"{question}\n{answer}", "ask", ONE)
    for question, vote in product(OF_ELSE, ["FOR 301", "AGAINST 301", "I vote no on 301"]):
        way = "for" if vote.startswith("FOR") else "against"
        judged.letter(f"{question} {vote}", f"{way} 301", ONE)
        judged.letter(f"{question}\n\n{vote}", f"{way} 301", ONE)
    for question, vote in product(OPEN, ["FOR", "AGAINST"]):
        judged.letter(f"{question} {vote}", f"{vote.lower()} 301", ONE)
    judged.held()


def test_a_yes_or_no_that_follows_from_what_is_said_of_the_proposal() -> None:
    judged = Judged("so yes")
    for said, so, word in some(150, OF_IT[1:], SO, ["no", "against", "nope"]):
        judged.letter(said + so.format(word), "against 301", ONE)
    for said, so in some(60, ["It is short and clear", "I like the idea"], SO):
        judged.letter(said + so.format("yes"), "for 301", ONE)
    for said, word in some(60, OF_IT[1:], ["No.", "Nope."]):
        judged.letter(f"{said}. {word}", "against 301", ONE)
    for said, so, word in some(150, OF_LIFE, SO, ["no", "yes"]):
        judged.letter(said + so.format(word), "none", ONE)
    judged.held()


def test_ways_of_a_second_language_and_of_a_small_telephone() -> None:
    judged = Judged("second language")
    said = {
        "I am vote for": "for",
        "I vote by yes": "for",
        "Yes, I am agree": "for",
        "I am agree with this proposal": "for",
        "I am not agree with 301": "against",
        "This proposal I must oppose": "against",
        "For this one I vote no because is too complicate": "against",
        "I, Ada Byron of London, hereby vote for it": "for",
        "I have the pleasure to vote yes": "for",
        "I cannot support it and therefore vote against it": "against",
        "I shall vote for this, and I urge you all to do so": "for",
        "Voting against this": "against",
        "voting yes, all clear here": "for",
        "It has my full support": "for",
        "gets my vote": "for",
        "its a no": "against",
        "thumbs down from here, battery is low": "against",
        "my answer's no": "against",
        "A G A I N S T": "against",
        "agst": "against",
        "301 -": "against",
        "301 +": "for",
        "Choice: AGAINST": "against",
        "AGAINST, as I said before": "against",
        "With a heavy heart: AGAINST": "against",
        "Nothing speaks against it: FOR": "for",
        "no, no, and once more no": "against",
        "We tried this in spring. Against.": "against",
        "In my last letter I wrote FOR. I meant AGAINST": "against",
        "It should have been AGAINST": "against",
    }
    for line, before, end in some(
        400, [*said], ["", "Hi all,\n\n", "Hello!\n\n"], ["", ".", "\n\nAda"]
    ):
        judged.letter(f"{before}{line}{end}", f"{said[line]} 301", ONE)
    judged.letter("Both proposals have my support", "for 301, for 302", TWO)
    judged.held()


def test_a_remark_that_begins_like_a_vote_is_none() -> None:
    judged = Judged("remarks")
    for line in (
        "For, long before the letter came and we all had read it, she knew.",
        '"So, yes, we have a rule for that and nobody reads it.',
        "Yes, but there are easier rules.",
        "Yes, it isn't praiseworthy.",
        "Yes. Install the new version on Monday",
        "Yes, it is.",
        "Yes - great minds think alike.",
        'I\'m no "expert", do as you please',
        "It is broken, therefore vote against!",
        "(for -s to work, you need another disk)",
    ):
        judged.letter(line, "none", ONE)
    judged.held()
