"""Words of voting that are no vote: prepositions, words spoken of, points, results, other people's.

Each is asked about, whatever stands between it and what makes it hollow; what looks like it and is
a vote with its remark is read.
"""

from itertools import product

import pytest

from tests.kit.letters.judged import TWO, Judged

BOTH = "against 302, for 301"
GAPS = [". ", "! ", " - ", " – ", "... ", ", ", ": "]
NOUNS = """THE WIN|the win.|The Queen!|The. Win.|the - horde|ever.|Ever|sure.|real!|example.
the record: I voted last time|my country|the love of God!|once.|the lulz|what it's worth|a friend
goodness sake|your eyes only|the many, not the few|now.|my sister|the sake of it"""
REASONS = """A great idea.|Thanks.|The text is clear.|The old rule was too long.|Good idea.
Nice work!|Great!|Clear and short.|My favourite this year.|It is short.|The text works."""
WORDS = [
    "For.",
    "Against.",
    "Support.",
    "Reject.",
    "In favour.",
    "Oppose.",
    "Yes.",
    "No.",
    "AGAINST.",
]
OF_WORDS = """It is a preposition.|What an odd word.|How do you spell it?|It rhymes with door.
That's all my editor ever says.|This is what my boss always says.|Such a short word.
That is how my father used to put it.|I like the sound of the word.|A word of few letters.
How do you pronounce that?|It means something else in Danish.|Is that how it is spelled?"""
CAME = """read it|have read it|I've read it|seen it|saw it|got it|all read|done|on it|I see it
I have it now|printed it|found it"""
POINTS = """now|because of the dice|now, after the last throw|again, what luck|this turn|so far
, see the table on the site|after that roll|since Friday|thanks to Bob's tax|in the ranking
behind Bob|up on last week|at the moment|since the last round|for the round"""
WAYS = [("FOR", "AGAINST"), ("yes", "no"), ("+1", "-1"), ("Support", "Oppose")]
RESULTS = """Result|Results|Outcome|Tally|Status|Decision|Total|Winner|Passed|Last week|Prediction
Final results|The outcome"""
CHOICES = "Vote|My vote|Votes|Choice|Ballot|Answer|FOR/AGAINST|For or against"
DOING_SO = """To oppose 302 and support 301|To vote for 301 and against 302
To support 301 but oppose 302|Opposing 302 and supporting 301|Voting for 301 and against 302
To say yes to 301 and no to 302|Who supports 301 and opposes 302
Whoever votes for 301 and against 302"""
IS_SO = """makes no sense.|is silly|would be odd.|is what Bob does|seems fair to some
is not my style|means trouble.|can't be right"""
HELP = """I can't read your letters.|The link is broken.|My password is lost.
I cannot open the page.|Your letters come out garbled.|I can't see the ballot.
Nothing shows on my screen.|How does this work?|I don't get your mails."""
BLAME = """nobody needs this|I hate it|it's a terrible idea|nobody wants it|a stupid idea
I oppose it|reject it|this must not pass|we don't want this|what nonsense|I don't like it
I do not want this|it should be rejected|it is awful|a waste of time"""
PRAISE = """I love it|what a great idea|I like it|brilliant idea|we want this|I support it
adopt it|this must pass|it's wonderful|looks great|it should be adopted|best proposal ever
a great idea|ship it|I fully support this"""
NOT_BLAME = """nobody needs the old rule|I hate the old rule|it is not a bad idea
I don't like the old text|it ends a terrible rule|though I don't like the wording"""
NOT_PRAISE = """I like the old rule|I love the rules as they are|I don't like it
a great idea, but too long|I would like a shorter one|I like it, but it is too long
it is no great idea|sorry, Ada"""


def each(told: str) -> list[str]:
    return told.replace("\n", "|").split("|")


def test_a_preposition_is_none_whatever_stands_before_its_noun() -> None:
    judged = Judged("a preposition")
    for word, gap, noun in product(["FOR", "For"], GAPS, each(NOUNS)):
        judged.letter(word + gap + noun, "none")
    for word, gap, reason in product(["FOR", "For"], [". ", "! ", " - ", ", "], each(REASONS)):
        judged.letter(word + gap + reason, "for 301")
    judged.held()


def test_a_word_that_is_spoken_of_is_none() -> None:
    judged = Judged("of words")
    for word, told in product(WORDS, each(OF_WORDS)):
        judged.letter(f"{word} {told}", "none")
        judged.letter(f"{word} {word} {word} {told}", "none")
    judged.held()


def test_a_lone_heading_is_asked_about() -> None:
    judged = Judged("a heading")
    for number, dash, side in product(
        ["301", "Proposal 301", "#301"], [" – ", " - ", " "], ["support", "oppose", "reject"]
    ):
        judged.letter(f"{number}{dash}{side}", "ask")
        judged.letter(f"{number}: {side}", f"{'for' if side == 'support' else 'against'} 301")
    judged.held()


def test_a_tick_for_what_has_been_read_is_none() -> None:
    judged = Judged("a tick for a letter")
    for sign, yes, came in product(["✅", "👍", "☑️", "+1", ""], ["yes", "Yep", "aye"], each(CAME)):
        judged.letter(f"{sign} {yes}, {came}".strip(), "none")
    judged.held()


def test_points_and_guests_are_no_votes() -> None:
    judged = Judged("points and guests")
    for am, sign, what in product(["I'm", "I am"], ["+1", "-1"], each(POINTS)):
        judged.letter(f"{am} {sign}{'' if what[0] == ',' else ' '}{what}", "ask")
    for sign, whom in product(
        ["+1", "-1"], ["us at the table", "us in the boat", "me at the door", "us and the kids"]
    ):
        judged.letter(f"{sign} for {whom}", "ask")
    for am, sign, what in product(
        ["I'm", "I am"], ["+1", "-1"], ["", " on this", " on this one", " to it"]
    ):
        judged.letter(f"{am} {sign}{what}", f"{'for' if sign == '+1' else 'against'} 301")
    judged.held()


def test_the_same_name_behind_each_says_whose_they_are() -> None:
    judged = Judged("a name behind it")
    for one, other, name in product(
        ["+1", "FOR", "Support"], ["-1", "AGAINST", "Oppose"], ["Bob", "Cleo", "Ada Lovelace"]
    ):
        judged.letter(f"301: {one} ({name})\n302: {other} ({name})", "ask", TWO)
        judged.letter(f"{one} ({name})", "ask")
    judged.held()


def test_scores_are_no_signs() -> None:
    judged = Judged("scores")
    for one, other in product(["+3", "+1", "-2", "+2"], ["-1", "-2", "+4", "+1"]):
        if {one, other} <= {"+1", "-1"}:
            continue
        for shape in ("301: {}\n302: {}", "| 301 | {} |\n| 302 | {} |", "301 {}, 302 {}"):
            judged.letter(shape.format(one, other), "none", TWO)
    judged.held()


@pytest.mark.parametrize("ways", WAYS)
def test_a_table_of_results_is_no_ballot(ways: tuple[str, str]) -> None:
    judged = Judged("results")
    tables = [
        "| Proposal | {} |\n|---|---|\n| 301 | {} |\n| 302 | {} |",
        "Proposal | {}\n301 | {}\n302 | {}",
        "{}\n301: {}\n302: {}",
        "{}\n\n301: {}\n302: {}",
    ]
    for table, head in product([*tables, "Proposal  {}\n301  {}\n302  {}"], each(RESULTS)):
        judged.letter(table.format(head, *ways), "none", TWO)
    for table, head in product(tables[:3], each(CHOICES)):
        judged.letter(table.format(head, *ways), BOTH, TWO)
    judged.held()


def test_what_it_would_be_to_vote_so_is_no_vote() -> None:
    judged = Judged("doing so")
    for doing, so in product(each(DOING_SO), each(IS_SO)):
        judged.letter(f"{doing} {so}", "none", TWO)
    judged.held()


def test_what_will_be_is_no_vote_yet() -> None:
    judged = Judged("to come")
    for begins, will, what in product(
        ["It is", "It's", "That is", "This is"],
        ["going to be", "gonna be", "bound to be", "likely to be"],
        ["a yes from us", "a no from us", "a yes in our house", "a no in the end", "a yes soon"],
    ):
        judged.letter(f"{begins} {will} {what}", "none")
    judged.held()


def test_who_calls_for_support_votes_for_nothing() -> None:
    judged = Judged("a call for support")
    for calls, why in product(
        ["Support, please!", "Support!", "Support please.", "Approve, please!", "Support, thanks."],
        each(HELP),
    ):
        judged.letter(f"{calls} {why}", "none")
    judged.held()


@pytest.mark.parametrize("gap", [" - ", ". ", ": ", ", ", " – ", "! ", "\n"])
def test_a_vote_that_its_remark_contradicts_is_asked_about(gap: str) -> None:
    judged = Judged("contradicted")
    for word, said in product(["FOR", "FOR 301", "For"], each(BLAME)):
        judged.letter(f"{word}{gap}{said}", "none")
    for word, said in product(["AGAINST", "AGAINST 301", "Against"], each(PRAISE)):
        judged.letter(f"{word}{gap}{said}", "none")
    if gap == "\n":
        return judged.held()
    for word, said in product(["FOR", "FOR 301"], each(NOT_BLAME)):
        judged.letter(f"{word}{gap}{said}", "for 301")
    for word, said in product(["AGAINST", "AGAINST 301"], each(NOT_PRAISE)):
        judged.letter(f"{word}{gap}{said}", "against 301")
    return judged.held()


def test_plain_votes_beside_them_are_read() -> None:
    judged = Judged("plain beside them")
    plain = {
        "for 301": """+ 1|+ 1, thanks|I vote for 301, but it still needs a good moderator.
I vote yes, but the text needs a comma.|Yes.""",
        "against 301": """Objection.|Objection!|Veto.|Veto!
I vote no, but this needs a second try.|Against, I would rather have a shorter one""",
    }
    for outcome, told in plain.items():
        for said in each(told):
            judged.letter(said, outcome)
            judged.letter(f"{said}\n\nThanks,\nAda", outcome)
    judged.held()
