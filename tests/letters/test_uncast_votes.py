"""A vote counts for nobody where its letter says that it is to come, shown, told of, taken back or
somebody else's, wherever that stands; and counts beside what only sounds like it. A bare yes or no
that a letter on the proposal ends with is its vote."""

from itertools import product

from tests.kit.letters.judged import Judged

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
