"""A vote in ordinary words is read by its clause, whatever else its letter tells; and what only
looks like one is not. Each letter is made of parts, and its outcome with them."""

from itertools import product

from tests.kit.letters.judged import Judged

SAYS = {
    "for": (
        "it's a yes from me",
        "put me down as a yes",
        "please mark me as in favour",
        "I say yes to it",
        "my answer is yes",
        "this one has my support",
        "count me among the ayes",
        "I'm giving my consent to it",
        "you get a yes",
        "I'm in favour",
        "make that a yes",
        "I'll be supporting it",
        "it's become a yes",
        "I'm supporting this one hundred percent",
    ),
    "against": (
        "it's a no from me",
        "put me down as a no",
        "please register my opposition",
        "I say no to it",
        "my answer is no",
        "I can't support this",
        "count me among the noes",
        "I must withhold my consent",
        "you get a no",
        "I'm against it",
        "make that a no",
        "I shall be opposing it",
        "I'm going to say no",
        "I am not agree",
        "for that reason I vote no",
    ),
    "abstain": (
        "I abstain",
        "put me down as abstaining",
        "please record an abstention",
        "I'd better abstain",
        "let it be an abstention",
    ),
}
BEFORE = (
    "",
    "The kettle is on. ",
    "I read it twice on the tram and once more in the bath. ",
    "Our neighbour has sold his horse. ",
    "Half of us will be away in August. ",
)
JOINS = ("", "So ", "Well, ", "Thirty-one pages later, and with cold feet: ")
BEHIND = (
    "",
    " The dog sends his love.",
    " If you write to Carl, tell him his hat is here.",
    " Why it took so long nobody knows.",
    " It rains again.",
)


def sentence(lead: str, vote: str) -> str:
    return f"{lead}{vote if lead else vote[:1].upper() + vote[1:]}."


def test_a_clause_votes_whatever_else_is_told() -> None:
    judged = Judged("ordinary words", one_of=16)
    for way, votes in SAYS.items():
        for before, lead, vote, behind in product(BEFORE, JOINS, votes, BEHIND):
            judged.letter(f"{before}{sentence(lead, vote)}{behind}", f"{way} 301")
    judged.held()


TAKEN = (
    "Ann told me: {}.",
    "If the second line goes, {}.",
    "{}, unless Bob minds.",
    "{}, provided that it is mended.",
    "In last year's game I'd have said that {}.",
    "I wonder whether {}.",
    "Suppose {}: what then?",
    "{}? I can't say yet.",
    "{}. Only if it is cut by half.",
    "{}. Or rather not.",
    "{}. Just kidding.",
    "{}. I meant that for the other list.",
    "{}. Please don't count this.",
    "Nobody can say that {}.",
    "My sister says that {}.",
)


def test_what_ties_it_or_gives_it_to_somebody_else() -> None:
    judged = Judged("no votes in ordinary words")
    for way, votes in SAYS.items():
        for vote, taken in product(votes, TAKEN):
            told = taken.format(vote if taken[:1] != "{" else vote[:1].upper() + vote[1:])
            if way != "abstain":
                judged.letter(told, "none")
    judged.held()


def test_a_change_of_mind_is_what_counts() -> None:
    judged = Judged("second thoughts")
    turns = ("Hang on", "Wait", "Scratch that", "Hm, hold on", "EDIT")
    for turn, first, last in product(turns, SAYS["for"], SAYS["against"]):
        told = f"I had my doubts about this. {sentence('So ', first)} {turn}: I see it now."
        judged.letter(f"{told} {sentence('', last)}", "none" if turn == "" else "against 301")
    judged.held(needless=1)


def test_a_wish_for_another_time_ties_no_vote() -> None:
    judged = Judged("next time")
    sides = {"FOR": "for", "Yes": "for", "AGAINST": "against", "No": "against", "FOR 301": "for"}
    joins = (", but ", " - but ", ", ", " but ", ", though ")
    wishes = ("next time shorter please", "in future ask us first", "next time with a title")
    for (side, way), join, wish in product(sides.items(), joins, wishes):
        if join != " but " or side.isupper():  # "Yes but …" is half of one
            judged.letter(f"{side}{join}{wish}.", f"{way} 301")
    for side, join in product(sides, joins):
        judged.letter(f"{side}{join}next time I vote otherwise.", "none")
        judged.letter(f"{side}{join}next time only if Ann agrees.", "none")
    judged.letter("For next time.", "none")
    judged.held()
