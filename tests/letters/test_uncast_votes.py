"""A vote counts for nobody where its letter says that it is to come, shown, told of, taken back or
somebody else's, wherever that stands; and counts beside what only sounds like it. A bare yes or no
that a letter on the proposal ends with is its vote."""

from itertools import product

import pytest

from tests.kit.letters.judged import TWO, Judged

VOTES = {
    "I'm in favour.": "for",
    "It's a yes from me.": "for",
    "I vote for it.": "for",
    "Put me down as a yes.": "for",
    "I'm against it.": "against",
    "It's a no from me.": "against",
    "I vote no on 301.": "against",
}
NOT_CAST = (
    "Mine will follow on Sunday.",
    "My own vote comes later.",
    "I have yet to read it.",
    "I haven't made up my mind.",
    "I haven't opened the proposal yet.",
    "No real opinion yet.",
    "I'll vote on Thursday.",
    "As for 301, tonight.",
    "301: tomorrow.",
    "Please treat this vote as not cast.",
    "Sorry, couldn't resist.",
    "Hold all of the above.",
    "Is it right like this?",
    "That's what Priya put on the board.",
    "That's how it starts, Marek's circular.",
    "Nicely put by Ann.",
    "Bob in the chat this morning.",
    "It says so in your letter to me.",
    "I've sent nothing!",
    "Somebody must have used my account.",
    "If it holds for everybody, then I'm against.",
    "If it does, I can't be for it.",
    "Nothing has been voted.",
    "Sorry, that was from the drafts folder.",
    "It was meant for another group.",
    "Please ignore this.",
    "Ask me after lunch.",
    "Maybe I'm not for it.",
    "That's Stu's signature line.",
    "My nephew got hold of the phone.",
)
HARMLESS = (
    "My train comes later.",
    "My mother has yet to arrive.",
    "I haven't had breakfast yet.",
    "The boat follows on Sunday.",
    "I couldn't resist the cake.",
    "Hold the line!",
    "The light is right like this.",
    "That's what I think, too.",
    "That's how it should be.",
    "Nicely put!",
    "My kitchen is full of drafts.",
    "Please ignore the disclaimer below.",
    "Ask my mother.",
    "I got hold of my phone at last.",
    "This seat was meant for Ann.",
    "Bob is in the chat.",
    "It rains here.",
    "I've sent the book.",
    "If it rains, then we stay at home.",
)


def test_what_leaves_it_uncast() -> None:
    judged = Judged("uncast")
    for vote, told in product(VOTES, NOT_CAST):
        judged.letter(f"{vote} {told}", "none")
        judged.letter(f"{vote}\n\n{told}\n\nAda", "none")
    judged.held()


def test_what_only_sounds_like_it() -> None:
    judged = Judged("cast all the same")
    for (vote, way), told in product(VOTES.items(), HARMLESS):
        judged.letter(f"{vote} {told}", f"{way} 301")
    judged.held(needless=0.2)


# A letter that says of itself that it is no vote, and what only sounds like it
ITSELF = ("This", "This message", "This e-mail", "The above", "My letter", "It", "That")
IS_NONE = (
    *("is not a vote", "isn't a vote.", "does not constitute a vote", "is no vote."),
    *("doesn't count as a vote.", "should not be taken as my vote", "must never be read as a vote"),
    *("does not contain any vote.", "is not to be understood as a ballot", "is not my vote."),
    *("is not my final vote.", "cannot be treated as a vote, sorry", "was never a vote!"),
)
NOT_AT_ALL = (
    *("Nothing in this letter is a vote.", "None of the above is a vote.", "Not a vote."),
    *("No part of this message constitutes a vote.", "Please do not treat this as a vote."),
    *("Don't take this letter as a vote.", "Not my vote."),
)
OF_ANOTHER = (
    *("This is not my first vote.", "It doesn't change my vote.", "I never miss a vote."),
    *("This message does not constitute legal advice.", "It doesn't matter to my vote."),
    *("This is my vote.", "My cat isn't allowed a vote.", "That never affected my vote."),
)
LOUD = {"FOR 301": "for", "AGAINST": "against", "I vote for 301.": "for"} | VOTES


def test_a_letter_that_says_that_it_is_no_vote() -> None:
    judged = Judged("no vote")
    told = [*(f"{who} {what}" for who, what in product(ITSELF, IS_NONE)), *NOT_AT_ALL]
    for vote, one in product(LOUD, told):
        judged.letter(f"{vote}\n\n{one}", "ask")
        judged.letter(f"{one}\n\n{vote}\n\nAda", "ask")
    for (vote, way), one in product(LOUD.items(), OF_ANOTHER):
        judged.letter(f"{vote}\n\n{one}", f"{way} 301")
    judged.held()


OTHERS = (
    "My boss put me down as a no on the rota.",
    "Please put my husband down as a no.",
    "Put Ann down as a yes.",
    "Somebody put me down as a yes.",
    "The moderator will put me down as a yes.",
    "I always say yes.",
    "I usually vote no.",
    "I'm hardly in favour.",
    "I'd love to be able to say yes here.",
    "With Bob's amendment, it's a yes from me.",
    "By Sunday I shall vote no.",
    "It gets my vote, says Ann.",
    "I had covid. Negative.",
    "Copy that. Affirmative.",
    "I'm in favour of your suggestion that we meet.",
    "Someone asked whether we wanted more tea. All in favour.",
    "+1\n(to Dora, for asking why)",
)


def test_lines_that_are_nobodys_vote() -> None:
    judged = Judged("nobody's")
    for line, before, behind in product(OTHERS, ("", "Hello all,\n\n"), ("", "\n\nAda")):
        judged.letter(f"{before}{line}{behind}", "none")
    judged.held()


# Thanks, and what somebody expects, hopes for or has heard
THANKED = (
    *("Thanks for this.", "Thank you for this!", "Many thanks for it", "Thanks for 301!"),
    *("Cheers for that", "Thanks so much for this one", "Thx Tom for this", "Sorry for this"),
    *(
        "Apologies for it",
        "Great for this",
        "Too bad for it",
        "Look for it",
        "Thanks for that rule",
    ),
    *("Thanks for both!", "Dafür danke ich dir", "Dafür danke ich Tom.", "Danke für 301"),
    *("Danke dafür!", "Danke dafür, Tom"),
)
EXPECTED = (
    *("It'll be a no", "It will be a yes.", "That'll be a yes", "This will be a no, I bet."),
    *("It's going to be a no", "It was a no", "It was a yes.", "It should be a yes"),
    *("I hope it's a yes", "Let's hope it's a no", "Fingers crossed it's a yes", "I expect a no"),
    *("I bet it's a no", "My bet is yes", "My money's on yes", "I predict a no", "I foresee a yes"),
    *(
        "Waiting for a yes",
        "Hoping for a no",
        "We need your yes",
        "We need a yes!",
        "Looks like a no",
    ),
    *("That makes three yes", "Looks like it's a yes", "Seems it's a no", "301 will be a yes."),
    *("So that makes two noes.", "Begging for a yes", "Looking for a yes", "I'm praying for a no"),
)
ASKED_OF_IT = (
    *("Yes, it's my turn", "Yes it is my turn now", "No, it's Tom's turn", "No, it's your turn"),
    *("Yes, it is Tom's rule", "Yes, it's my proposal", "No, that's my proposal", "No, at work"),
    *("Yes, it's in rule 105", "Yes, it's rule 105", "No, it's in rule 106.", "No, it's her vote"),
    *("Yes, 301 changes rule 105", "No, it only amends rule 106.", "Yes, 302 is about rule 105"),
)
CAST_ALL_THE_SAME = {
    "for": (
        *("Thanks for this. For!", "Thanks for it, and yes from me.", "Thank you Tom, I'm for it."),
        *(
            "It'll be a yes from me.",
            "It's a yes.",
            "I hope it passes. Yes from me!",
            "Good. For it.",
        ),
        *("Yes, it's my favourite rule so far.", "Yes, it is a good rule.", "Thanks, for."),
        *(
            "Yes, it's a fair proposal.",
            "Dafür, danke!",
            "Ich bin dafür und danke Tom.",
            "All for it.",
        ),
    ),
    "against": (
        *("Thanks for 301, but I vote against it.", "It's a no from me.", "It's a no, I'm afraid."),
        *("No, it's a bad rule.", "No, it's too much work.", "Sorry for this: I vote no.", "No 👎"),
    ),
}


@pytest.mark.parametrize("lines", [THANKED, EXPECTED, ASKED_OF_IT])
def test_thanks_hopes_and_answers_are_no_votes(lines: tuple[str, ...]) -> None:
    judged = Judged("no votes")
    judged.one_of = 1
    for line, before, behind in product(lines, ("", "Hello all,\n\n"), ("", "\n\nAda")):
        judged.letter(f"{before}{line}{behind}", "none")
        judged.letter(f"{before}{line}{behind}", "none", TWO)
    judged.held()


def test_votes_beside_thanks_and_hopes_are_cast() -> None:
    judged = Judged("cast beside thanks")
    judged.one_of = 1
    for way, lines in CAST_ALL_THE_SAME.items():
        for line in lines:
            judged.letter(line, f"{way} 301")
    judged.held(needless=0.2)


ON_IT = {
    "against": (
        "We tried this rule in the autumn and it spoilt the game.",
        "This one is badly written.",
        "It takes points from those who have none.",
        "301 needs a referee, and we have none.",
    ),
    "for": (
        "This rule makes the game quicker.",
        "This one is short and clear.",
        "It gives points to those who have none.",
        "301 mends what has bothered us.",
    ),
}
ENDS = {
    "against": ("No.", "So, no.", "NO!", "Nope.", "No, sorry."),
    "for": ("Yes.", "So yes.", "YES!", "Yep."),
}


def test_a_yes_or_no_that_a_letter_on_it_ends_with() -> None:
    judged = Judged("ends with it")
    tales = ("The kettle is on. ", "We walked to the sea and back. ", "I read it on the tram. ")
    for way in ("for", "against"):
        for tale, told, end in product(tales, ON_IT[way], ENDS[way]):
            judged.letter(f"{tale}{told} {end}", f"{way} 301")
            judged.letter(f"{tale}\n{told} {end}\n\nThanks\nAda", f"{way} 301")
    judged.held(needless=0.2)


def test_a_yes_or_no_that_answers_something_else() -> None:
    judged = Judged("answers something else")
    for text in (
        "This rule makes the game worse. Yes.",
        "This one is awful. Yes.",
        "I proposed to her. Yes!",
        "I asked whether the dog minds this rule. No.",
        "Ann wanted to know if 301 is mine. Yes.",
        "My train was cancelled. No.",
        "The shop has no milk. So no.",
        "Did I read 301 to the end? No.",
        "I told Bob about the proposal. No.",
    ):
        judged.letter(text, "none")
    judged.held()
