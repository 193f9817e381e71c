"""A choice set apart at the end is a vote whatever is told before it; but somebody else's, one in a
list of what could be chosen, and one that is tied to something are none."""

from itertools import product

from tests.kit.letters.judged import ONE, TWO, Judged

STORIES = """
I trust no rule that needs a table
The moon was up, the owl was out, and I read the whole text twice
Nobody ever gave me a good reason to change this
It couldn't be worse than what we have
My aunt once voted for a thing like that and lost her house
The long is better than the short
Measure twice, cut once more
I was tempted to like it
When I was a boy, rules were short
""".strip().split("\n")
ENDS = {
    ". Against.": "against",
    ". For!": "for",
    "; for.": "for",
    "; against": "against",
    ". So: against.": "against",
    ". FOR": "for",
    ". AGAINST, sorry": "against",
    "... against.": "against",
    ". No on this one": "against",
    ". So yes on 301": "for",
    ", so against it": "against",
}
MANNERS = [
    "After much to and fro",
    "Despite the long title",
    "Done",
    "On balance",
    "With some pain",
]
SPEAKERS = """
Bob
My neighbour
My boss read it and said
What I told Cleo was plain
The judge wrote
Advice
Dot's view
The choices
On behalf of Dan
In a better world
In theory
From the archive
""".strip().split("\n")
TIED = """
Subject to a new title
In the event of a draw
Should Bob agree
Maybe I read it wrong
I am not sure yet
Ask me tomorrow
In exchange for a beer
I don't know
""".strip().split("\n")


def test_the_last_word_counts_whatever_was_told() -> None:
    judged = Judged("last word")
    for story, end in product(STORIES, ENDS):
        judged.letter(story + end, f"{ENDS[end]} 301", ONE)
    for manner, word in product(MANNERS, ["for", "Against.", "against", "FOR"]):
        judged.letter(f"{manner}: {word}", f"{word.lower().strip('.')} 301", ONE)
    judged.held(0.05)


def test_what_somebody_else_would_say_is_none() -> None:
    judged = Judged("speakers")
    for who, sign, word in product(SPEAKERS, [":", ","], ["for.", "against", "no on this one"]):
        judged.letter(f"{who}{sign} {word}", "none", ONE)
    for tie, end in product(TIED, [": for", ", against.", "; for", ". Against."]):
        judged.letter(tie + end, "none", ONE)
    for text in (
        "Two buttons: for, against.",
        "First prize: for. Second prize: against.",
        "What is this all for?",
        "That is something to be for.",
        "Yes!!! At last a rule that punishes everybody who reads.",
        "Sure, FOR, and let's give Bob a crown while we are at it.",
        "For two beers I'm for it.",
        "For one round I'm for it.",
        "Who wants crisps? FOR",
        "The clerk forgot the dice. Yes.",
        "It is my turn, so yes.",
        "We need four players, so no.",
        "thumbs up, great party",
        "rejected, dejected, alone",
        "I shall vote against the next one.",
    ):
        judged.letter(text, "none", ONE)
    judged.held()


def test_each_of_several_is_counted_or_none() -> None:
    judged = Judged("several")
    both = {
        "301? No. 302? Yes.": "against 301, for 302",
        "301: No. 302: Yes.": "against 301, for 302",
        "FOR 301 since it is short and AGAINST 302 since it is long": "for 301, against 302",
        "AGAINST 301 as it is dull, and FOR 302 as it is fun": "against 301, for 302",
        "Item 301: in favour. Item 302: not in favour.": "for 301, against 302",
        "I only care about 302: FOR.": "for 302",
        "Nothing here for me: against 301, against 302.": "against 301, against 302",
    }
    for text, outcome in both.items():
        judged.letter(text, outcome, TWO)
    judged.held()


def test_a_no_under_what_do_you_think_is_the_vote() -> None:
    judged = Judged("asked for the vote")
    for asked in (
        "What do you all think of 301?",
        "Please vote.",
        "301 is open for voting until Friday.",
        "What is your opinion?",
    ):
        for word, way in (("No.", "against"), ("Yes, for.", "for"), ("Against!", "against")):
            judged.letter(f"> {asked}\n\n{word}", f"{way} 301", ONE)
    judged.letter("> That would make it faster.\n\nIt would not. Against.", "against 301", ONE)
    judged.held()
