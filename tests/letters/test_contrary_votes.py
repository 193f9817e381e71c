"""A vote whose own letter says the contrary is asked about, whichever reader saw it: it wants the
other end or neither, splits the proposal, or is a turn of phrase. What only sounds so counts."""

from itertools import product

from tests.kit.letters.judged import TWO, Judged

VOTES = {
    "FOR": "for",
    "I vote for it": "for",
    "I vote yes": "for",
    "My vote is FOR": "for",
    "I'm voting for 301": "for",
    "AGAINST": "against",
    "I vote no": "against",
    "I vote against 301": "against",
    "My vote is no": "against",
}
JOINED = (", but ", ", although ", ", though ", " and ", ". But ", ", yet ")
SUBJECTS = ("it", "this", "301", "the proposal")


def test_who_wants_the_other_end_is_asked() -> None:
    judged = Judged("the other end")
    ends = {
        "for": ("must be rejected", "has to fail", "ought to be voted down", "should not pass"),
        "against": ("should pass", "must be adopted", "deserves to succeed", "has to become law"),
    }
    for (vote, way), joined, it in product(VOTES.items(), JOINED, SUBJECTS):
        for end in ends[way]:
            judged.letter(f"{vote}{joined}{it} {end}.", "ask")
    for vote, joined in product(VOTES, (", but ", ". ", ", ")):
        judged.letter(f"{vote}{joined}I'd rather leave it open.", "ask")
    judged.held()


def test_what_only_sounds_like_the_other_end_counts() -> None:
    judged = Judged("no other end")
    remarks = {
        "for": ("It must be fun", "This should do", "It should be adopted soon", "It has to pass"),
        "against": ("It must fail", "301 should not pass", "This has to be rejected"),
    }
    for vote, way in VOTES.items():
        for remark in remarks[way]:
            judged.letter(f"{vote}. {remark}.", f"{way} 301")
        judged.letter(f"{vote}. I'd rather have four days than five.", f"{way} 301")
    for lines in ("301: FOR, it must pass\n302: AGAINST, it must fail", "FOR 301\nAGAINST 302"):
        judged.letter(lines, "for 301, against 302", TWO)
    judged.held()


def test_for_is_the_first_word_of_a_phrase() -> None:
    judged = Judged("phrases")
    for words in ("the win", "ever", "the queen", "the greater good", "the love of tea"):
        for stop, said in product((". ", "! ", " - ", "... "), (words, words.upper())):
            judged.letter(f"FOR{stop}{stop.join(said.split())}{stop.rstrip()}", "ask")
    for remark in ("The end", "The sooner the better", "Every time", "The winner takes it all"):
        judged.letter(f"FOR. {remark}.", "for 301")
    judged.held()


def test_a_yes_to_one_part_and_a_no_to_another_is_none() -> None:
    judged = Judged("parts")
    parts = ("the first sentence", "the bit about silence", "its second half", "the fine")
    for one, other in product(parts, parts):
        if one == other:
            continue
        for stop in (". ", ", ", "; but ", ".\n"):
            judged.letter(f"Yes to {one}{stop}no to {other}.", "ask")
            judged.letter(f"No to {one}{stop}yes to {other}.", "ask")
    for way, said in (("for", "Yes to 301"), ("against", "No to 301")):
        judged.letter(f"{said}.", f"{way} 301")
    judged.letter("Yes to 301, no to 302.", "for 301, against 302", TWO)
    judged.held()


def test_who_can_say_neither_is_asked() -> None:
    judged = Judged("neither")
    for cant, wont in product(
        ("I can't", "I cannot", "Sorry, I don't want to"),
        ("I don't want to be the one who says", "I do not like to vote", "I won't say"),
    ):
        for joined in (", but ", " and ", ", and yet "):
            judged.letter(f"{cant} say yes{joined}{wont} no.", "ask")
            judged.letter(f"{cant} say no{joined}{wont} yes.", "ask")
    judged.held()


def test_what_one_has_to_vote_is_asked_back() -> None:
    judged = Judged("right?")
    for must, side in product(("have to", "must", "should"), ("for", "against", "yes", "no")):
        for lead in ("So ", "I like it as it is, so ", "If I got that, "):
            judged.letter(f"{lead}I {must} vote {side}, right?", "ask")
    judged.held()


def test_seconding_a_motion_brings_it_to_the_vote_and_is_none() -> None:
    judged = Judged("seconded")
    for what in ("the motion", "the proposal", "it", "this", "that"):
        for stop in (".", "!", " gladly.", ", Ada."):
            judged.letter(f"I second {what}{stop}", "ask")
    judged.held()


def test_support_that_somebody_needs_is_no_vote() -> None:
    judged = Judged("help")
    for asks, trouble in product(
        ("Support, please!", "Support, pls.", "Support please."),
        ("I can't open the ballot", "The link is broken", "My letters get lost", "I need help"),
    ):
        judged.letter(f"{asks} {trouble}.", "ask")
    for reason in ("I can't find a flaw", "It is short", "I can't see what could go wrong"):
        judged.letter(f"Support. {reason}.", "for 301")
    judged.held()


def test_who_calls_on_all_has_not_voted() -> None:
    judged = Judged("calls")
    for way, whom in product(
        ("for it", "for this", "against it", "no", "yes on 301"),
        ("all of you", "everybody", "folks", "my friends", "people", "dear players"),
    ):
        for stop in ("!", ".", " ."):
            judged.letter(f"Vote {way}, {whom}{stop}", "ask")
    judged.letter("I vote for it, folks!", "for 301")
    judged.letter("Vote for 301.", "for 301")
    judged.held()


def test_who_still_has_to_think_is_asked() -> None:
    judged = Judged("still to think")
    for vote, later in product(
        ("I think I'm for it", "I'm for it", "I vote yes", "FOR", "I vote no", "AGAINST"),
        (
            "but let me sleep on it",
            "but let me think about it",
            "but I still want to think about it",
            "but I need to sleep on it",
            "but I must check with Bob",
            "but let me ask Cleo",
        ),
    ):
        judged.letter(f"{vote}, {later}.", "ask")
    judged.held()


def test_who_tells_what_somebody_cried_has_not_voted() -> None:
    judged = Judged("cried")
    for side, (who, verb), rest in product(
        ("FOR", "For", "Yes", "No", "Against"),
        (("he", "cried"), ("she", "said"), ("Bob", "shouted"), ("the cat", "muttered")),
        (", and fell off his chair.", ".", " with a smile."),
    ):
        judged.letter(f"{side}, {who} {verb}{rest}", "ask")
        judged.letter(f"{side}, {verb} {who}{rest}", "ask")
    judged.letter("FOR, as Bob said.", "for 301")
    judged.letter("FOR, for what Cleo said.", "for 301")
    judged.held()


def test_a_yes_beside_irony_is_asked_about() -> None:
    judged = Judged("irony")
    for vote, irony in product(
        ("I vote yes, naturally", "I vote yes", "FOR", "My vote is FOR", "I'm for it"),
        ("What could go wrong?", "What could possibly go wrong?", "And what could go wrong."),
    ):
        judged.letter(f"{irony} {vote}.", "ask")
        judged.letter(f"Let's give all the power to Bob. {irony} {vote}.", "ask")
        judged.letter(f"{vote}. {irony}", "ask")
    judged.letter("What could possibly go wrong. I vote against.", "against 301")
    judged.held()
