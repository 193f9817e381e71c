"""A yes or a no in an idiom, beside its grounds, or as a refusal; and what only looks like one.

Each is made of parts, and none of the mirrors is counted."""

import random
from itertools import product

from tests.kit.letters.judged import ONE, Judged

SEED = 23
YES = """
Definitely
Of course
By all means
fine by me
ok for me
Works for me
sure why not
Two thumbs up
Go for it
Absolutely
Sounds good to me
I'm in
With pleasure
All good with me
""".strip().split("\n")
NO = """
Of course not
By no means
Not a chance
No way
Certainly not
Under no circumstances
Never
Hard pass
Thumbs down
No chance
Definitely not
""".strip().split("\n")
# An idiom that goes on is none: with what it goes on.
GOES_ON = """
{} I read it yesterday
{} send me the text
{} Bob could ask the neighbours
{} we can meet on Friday
{} that was my umbrella
{}, I'll look at it tonight
{}, the parcel came
{}, your turn is next
{} if Bob agrees
{}, unless it rains
{}?
""".strip().split("\n")
BESIDE = ["", "Hi all,\n\n", "Dear Moderator,\n\n", "Hello Bob!\n\n"]
ENDS = ["", "\n\nAda", "\n\nBest regards,\nAda", "\n\nThanks!", "\n\nSent from my iPhone"]
TALK = [
    "The ferry is late again.",
    "I shall bring the tent on Friday.",
    "Bob asked me for the key.",
    "We could meet in May.",
    "My sister has moved to Leeds.",
    "The minutes are attached.",
]
LED = [
    "Can't see any {} in it.",
    "Took me three readings, but I get it now.",
    "I thought about it for a week.",
    "I slept on it.",
    "I read it twice, and I understand it now.",
    "Sorry, Bob.",
    "My first worry was the wording.",
    "I was torn at first.",
    "The second clause makes it {}.",
    "It grew on me.",
]
CONCEDED = [
    "As much as I like Bob",
    "Much as it pains me",
    "I know Bob will hate me",
    "No offence",
    "Even though it costs me points",
    "Not perfect",
    "I hate to disappoint anybody",
]
BEHIND = [
    " from the train, bad signal",
    " - we need this since last month's mess.",
    ", and thanks for running this!",
    ", as I said on Tuesday.",
    ", typing with gloves on",
    ". Sorry for the brevity.",
    ", mainly because of clause four.",
    ", my worries have been answered.",
    ", I'd like to see what happens.",
    " (reasons later)",
]
REFUSE = [
    "{}can't support this.",
    "{}don't support this.",
    "{}cannot back this proposal.",
    "{}won't approve it.",
    "{}am unable to accept this proposal.",
    "{}will not endorse it.",
]
UNMADE = [
    "I'd be for it if dice were six-sided.",
    "Yes, great, let's give Bob all the points and go home.",
    "Sure, let's reward whoever shouts loudest.",
    "Brilliant. What could possibly go wrong.",
    "Yeah, that'll end well.",
    "Yes! Let's punish everyone who has a job.",
    "+",
    "F",
    "?",
    "What Carol said.",
    "I'd rather eat my own shoes.",
    "I'll go with the majority.",
    "I share Carol's view.",
    "Only if Carol's amendment goes in.",
    "Too complicated.",
    "Great, now we need a lawyer to roll a die.",
    "Fine, do what you want.",
    "No objections.",
    "whatever",
    "I can't support this unless it is shorter.",
    "You won't get my vote if the dice stay.",
]


def some(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(SEED).sample(every, min(count, len(every)))


def test_an_idiom_is_a_vote_where_a_letter_says_nothing_else() -> None:
    judged = Judged("idioms")
    marks = ["", ".", "!", "!!"]
    for hello, idiom, mark, end in some(400, BESIDE, [*YES, *NO], marks, ENDS):
        way = "for" if idiom in YES else "against"
        judged.letter(f"{hello}{idiom}{mark}{end}", f"{way} 301", ONE)
    judged.held()


def test_an_idiom_that_goes_on_with_something_else_is_none() -> None:
    judged = Judged("idioms that go on")
    for idiom, form in product([*YES, *NO], GOES_ON):
        judged.letter(form.format(idiom), "none", ONE)
    mere = [one for one in (*YES, *NO) if not one.lower().endswith((" not", "up", "down"))]
    for idiom, talk, order in some(200, mere, TALK, ["{0}.\n\n{1}", "{1}\n\n{0}.", "{0}. {1}"]):
        judged.letter(order.format(idiom, talk), "none", ONE)
    for idiom, opinion in product(mere, ["I vote no on 301.", "Any objections?", "Throw it out."]):
        judged.letter(f"> {opinion}\n\n{idiom}.", "none", ONE)
    judged.held()


def test_a_yes_or_no_at_the_end_of_its_grounds_is_a_vote() -> None:
    judged = Judged("led up to")
    for ground, word in product(LED, ["Yes.", "No.", "Yes!", "No, sorry."]):
        way = "for" if word.startswith("Y") else "against"
        worth = ("harm", "better") if way == "for" else ("benefit", "worse")
        judged.letter(f"{ground.format(worth['makes' in ground])} {word}", f"{way} 301", ONE)
    for ground, join, word in product(CONCEDED, [", ", ", but ", "; "], ["yes", "no", "no, sorry"]):
        way = "for" if word == "yes" else "against"
        judged.letter(f"{ground}{join}{word}.", f"{way} 301", ONE)
    for word, tail in product(["Yes", "No", "yes", "no"], BEHIND):
        if word.lower() == "no" and ("answered" in tail or "happens" in tail):
            continue
        way = "for" if word.lower() == "yes" else "against"
        judged.letter(f"{word}{tail}", f"{way} 301", ONE)
    judged.held(0.05)


def test_a_yes_or_no_at_the_end_of_talk_is_none() -> None:
    judged = Judged("at the end of talk")
    for talk, word in product(TALK, ["Yes.", "No.", "Yes!", "No, sorry."]):
        judged.letter(f"{talk} {word}", "none", ONE)
    for ground, talk, word in product(LED[1:4], TALK, ["Yes.", "No."]):
        judged.letter(f"{ground} {talk} {word}", "none", ONE)
    judged.held()


def test_a_refusal_is_a_no() -> None:
    judged = Judged("refusals")
    before = ["I ", "I really ", "After long thought I ", "I regret to say that I "]
    for form, who in product(REFUSE, before):
        judged.letter(form.format(who), "against 301", ONE)
    for form in [one for one in REFUSE if "am" not in one]:
        judged.letter(form.format("").capitalize(), "against 301", ONE)
    for text in ("You won't get my vote for this one.", "This does not have my support."):
        judged.letter(text, "against 301", ONE)
    for form, tie in product(
        REFUSE, [" if it stays so long", " unless Bob does", " yet, ask me later"]
    ):
        judged.letter(form.format("I ").rstrip(".") + tie, "none", ONE)
    judged.held()


def test_what_may_be_meant_is_asked_about() -> None:
    judged = Judged("asked about")
    for text, end in product(UNMADE, ["", "\n\nAda", "\n\nBest regards,\nAda"]):
        judged.letter(text + end, "ask", ONE)
    judged.held()


def test_a_story_that_comes_back_to_the_matter() -> None:
    judged = Judged("comes back")
    stories = [
        "Ha, I laughed on the bus, people stared.",
        "We talked about it at breakfast.",
        "What a week.",
    ]
    for story, back in product(stories, ["Anyway: ", "Anyway, ", "So: ", "Long story short, "]):
        judged.letter(f"{story} {back}yes, absolutely.", "for 301", ONE)
        judged.letter(f"{story} {back}no.", "against 301", ONE)
    judged.held()
