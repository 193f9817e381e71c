"""Ordinary ways of voting, each by its class, and beside it what sounds like it and is no vote."""

from itertools import product

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.letters.judged import TWO, Judged

DOING = {
    "Supporting": "for",
    "Backing": "for",
    "Endorsing": "for",
    "Opposing": "against",
    "Rejecting": "against",
}
WHAT = ("this", "it", "this one", "301", "the proposal", "proposal 301")


def test_who_says_what_he_is_doing_votes() -> None:
    judged = Judged("doing")
    reasons = {
        "for": (
            ".",
            "!",
            ", it's about time.",
            ". It is short and clear.",
            " because it is short.",
        ),
        "against": (".", ". It is too long.", ", it's unfair.", " because it is too vague."),
    }
    for (doing, way), what in product(DOING.items(), WHAT):
        for reason in reasons[way]:
            judged.letter(f"{doing} {what}{reason}", f"{way} 301")
        judged.letter(f"I have read it twice. {doing} {what}.", f"{way} 301")
    judged.letter("Supporting 301, opposing 302.", "for 301, against 302", TWO)
    judged.held()


def test_what_one_would_be_doing_is_no_vote() -> None:
    judged = Judged("not doing")
    for doing, what in product(DOING, WHAT):
        for rest in (
            " would be a mistake.",
            ", we lose what we have.",
            " is what Bob wants.",
            "? Not me.",
            " takes courage.",
        ):
            judged.letter(f"{doing} {what}{rest}", "none")
    for doing, what in product(DOING, ("this", "it")):
        for rest in (" if Bob does.", " unless it changes.", " when I know more."):
            judged.letter(f"{doing} {what}{rest}", "ask")
    for doing, what in product(DOING, ("this", "301")):
        for rest in (
            *(": Ann, Bob and Carl.", " - a pamphlet by Bob", ", Ann and Carl", ": my cat."),
            *(" because it is funny is no reason.", " because you are paid for it is a shame."),
            *(" since yesterday: Ann.", "; ignoring it: three ways."),
        ):
            letter = f"{doing} {what}{rest}"
            assert not [
                one
                for one in understand("", letter, About(ballot=301)).said
                if isinstance(one.command, Vote)
            ]
    for doing in DOING:
        judged.letter(f"{doing}. I'm just watching.", "none")
        judged.letter(f"{doing} Bob in this.", "none")
    judged.held()


def test_a_reason_is_mostly_one() -> None:
    judged = Judged("mostly")
    for how, why in product(
        ("mostly", "mainly", "chiefly", "partly"),
        ("of the second sentence", "it is too long", "nobody would read it"),
    ):
        for vote in ("I vote no", "This gets a no from me", "I'm against it", "It's a no from me"):
            judged.letter(f"{vote}, {how} because {why}.", "against 301")
    for how in ("mostly", "partly", "mainly"):
        for vote in ("I vote yes", "I'm for it", "It's a yes from me"):
            judged.letter(f"{vote}, {how}.", "ask")
    judged.held()


def test_why_not_asks_nothing() -> None:
    judged = Judged("why not")
    for lead, stop in product(("Why", "Sure, why", "Ok, why", "Well, why"), (". ", "! ", "? ")):
        for vote in ("FOR", "FOR 301", "I vote for it", "I'm for it", "I vote yes"):
            judged.letter(f"{lead} not{stop}{vote}", "for 301")
    judged.held()


def test_both_sides_are_mentioned_and_neither_taken() -> None:
    judged = Judged("mentioned")
    told = (
        "I have read the {} FOR and AGAINST.",
        "Thank you for all the {} for and against.",
        "There are good {} FOR and AGAINST, and I will answer on Sunday.",
        "Bob sent me a list of {} for and against this morning.",
    )
    for one, what in product(told, ("reasons", "arguments", "points", "grounds", "letters")):
        judged.letter(one.format(what), "talk")
        judged.letter(f"{one.format(what)}\n\nI vote no.", "against 301")
        judged.letter(f"{one.format(what)}\n\nFOR", "for 301")
    for lead, (vote, way) in product(
        (
            "After reading all of the {} for and against, ",
            "Having weighed the {} FOR and AGAINST, ",
        ),
        (("I vote for", "for"), ("I vote against", "against"), ("I'm for it", "for")),
    ):
        for what in ("reasons", "arguments", "points"):
            judged.letter(f"{lead.format(what)}{vote}.", f"{way} 301")
    for one in ("The pros and cons are well known.", "The FOR and the AGAINST have been told."):
        judged.letter(one, "talk")
    judged.held()


def test_a_half_of_a_letter_is_never_lost() -> None:
    for first, second in product(
        ("301: no.", "301: yes.", "No to 301.", "301, yes please, lovely."),
        (
            "302: also no, and could someone hide the keyboard?",
            "302 on the other hand, no, I'm sorry, I couldn't bear it.",
            "302, hmm, no, I don't see the need for a poem every turn.",
            "302: nope, though I might change my mind.",
        ),
    ):
        way = "for 301" if "yes" in first else "against 301"
        found = understand("", f"{first} {second}", TWO)
        votes = [one.command for one in found.said if isinstance(one.command, Vote)]
        cast = [f"{one.choice} {one.proposal}" for one in votes]
        assert found.questions or len(cast) == 2, (first, second)
        assert set(cast) <= {way, "against 302"}, (first, second)


def test_a_story_that_ends_in_a_vote() -> None:
    judged = Judged("stories")
    stories = (
        "Sorry it took me so long, we had guests. I read the text on the train and I must say I"
        " like it.",
        "My mother came by, the cat was ill, and the boiler broke on Tuesday.",
        "I have had a good long walk and thought about it.",
        "Bob makes a fair point about newcomers, and so does Cleo.",
    )
    turns = ("With all that said", "Having said that", "All that said", "That said", "This said")
    for story, turn in product(stories, turns):
        for vote, way in (("I'm voting for it", "for"), ("I vote no", "against")):
            judged.letter(f"{story} {turn}, {vote}.", f"{way} 301")
            judged.letter(f"Hi all,\n\n{story}\n\n{turn}, {vote}.\n\nBest,\nTom", f"{way} 301")
        judged.letter(f"{story} {turn}, I might vote for it.", "ask")
        judged.letter(f"{story} {turn}, Bob votes no.", "none")
    judged.held()


def test_beside_a_vote_one_may_ask_when_somebody_comes() -> None:
    judged = Judged("when")
    for vote, way in (
        ("You have my vote, of course", "for"),
        ("I vote for it", "for"),
        ("I vote no", "against"),
        ("My vote is no", "against"),
        ("I'm against it", "against"),
    ):
        for asks in ("are you coming for lunch", "is the next round", "do we meet", "will it end"):
            judged.letter(f"{vote}. When {asks}?", f"{way} 301")
        for ties in ("the others agree", "Bob comes back", "it is clearer"):
            judged.letter(f"{vote}. When {ties}.", "ask")
    judged.held()


def test_what_one_would_rather_keep_is_a_reason() -> None:
    judged = Judged("rather")
    for keep, rest in product(("keep", "stick with", "stay with", "have"), ("203", "what we have")):
        for lead in ("", "It is well meant. ", "I read it twice. "):
            judged.letter(f"{lead}I'd rather {keep} {rest}, so against.", "against 301")
    for other in ("abstain", "vote for it", "not vote at all"):
        judged.letter(f"I'd rather {other}, so against.", "none")
    judged.held()


def test_who_does_not_know_the_right_word_has_said_it() -> None:
    judged = Judged("right word")
    for vote, way in (("My vote is no", "against"), ("I vote yes", "for"), ("FOR 301", "for")):
        for it, what in product(("that's", "this is"), ("word for it", "place", "format")):
            judged.letter(f"{vote}. Sorry if {it} not the right {what}.", f"{way} 301")
            judged.letter(f"{vote}.\nSorry if {it} the wrong {what}.", f"{way} 301")
    judged.letter("I vote yes. Sorry if that's wrong of me, I may change it.", "ask")
    judged.held()


def test_the_short_version_is_the_vote() -> None:
    judged = Judged("short version")
    for short, (word, way) in product(
        ("Short version", "The short version", "Short answer", "In short", "My verdict"),
        (("no", "against"), ("yes", "for"), ("against", "against"), ("FOR", "for")),
    ):
        for long in ("", " Long version: I played this once, and everybody left.", " It's late."):
            judged.letter(f"{short}: {word}.{long}", f"{way} 301")
    judged.held()


def test_what_would_be_better_ties_no_loud_vote_against() -> None:
    judged = Judged("AGAINST, I would …")
    marks = (" - ", ": ", ", ", " – ", ". ")
    better = (
        "too short, I would take 50",
        "I would prefer 50",
        "the fine would hurt the new ones",
        "I'd take the old text",
        "this would be slow",
    )
    for loud, mark, told in product(("AGAINST", "AGAINST 301", "AGAINST #301"), marks, better):
        judged.letter(f"{loud}{mark}{told}", "against 301")
    for tie in ("would be for it if it were 50", "unless Ann would mend it", "would you wait?"):
        for loud in ("AGAINST", "AGAINST 301"):
            judged.letter(f"{loud} - {tie}", "none")
    judged.held()
