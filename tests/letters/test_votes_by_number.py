"""What became of a proposal is told with its number first, as votes are: a report is no vote."""

from itertools import product

from tests.kit.letters.judged import ONE, TWO, Judged

# And not "opposed": that is what a voter is, too
CAME = ["rejected", "accepted", "approved", "adopted", "endorsed", "supported"]
REPORTS = [
    "Proposal 301 {}.",
    "301 {}",
    "301: {}",
    "301 – {}, I hear",
    "301 {}, I hear",
    "Prop 301 {}",
    "301 was {}.",
    "301: {} (last time)",
    "Proposal 301: {}. Is that what the site says?",
]
HEADS = [
    "Results so far",
    "Result",
    "Minutes of Monday",
    "My predictions",
    "From the site",
    "Tally",
    "The moderator's page shows",
    "What Bob expects",
    "My guess",
    "Zwischenstand",
]
ROWS = [
    "301: {}\n302: {}",
    "301 - {}\n302 - {}",
    "301 {}, 302 {}",
    "| 301 | {} |\n| 302 | {} |",
]
WAYS = [("support", "oppose"), ("approve", "reject")]
LOUD = [("+1", "-1"), ("FOR", "AGAINST"), ("yes", "no"), ("👍", "👎")]
MINE = ["My votes", "Votes", "Hi all", "I vote", "Here are mine", "So", "Our ballots"]
BEGGED = [
    "Please support 301, oppose 302!",
    "Please support 301 and oppose 302.",
    "Kindly approve 301, reject 302",
    "Support 301 and oppose 302, please.",
    "Support 301, oppose 302, everybody!",
    "Support 301, oppose 302: I can't decide.",
    "Support 301, oppose 302? I wonder.",
    "Support 301, oppose 302, says Bob.",
]


def test_what_came_of_a_proposal_is_asked_about() -> None:
    judged = Judged("what came of it")
    for report, came in product(REPORTS, CAME):
        judged.letter(report.format(came), "ask")
    judged.held()


def test_below_the_heading_of_a_report_nothing_is_chosen() -> None:
    judged = Judged("below a report's heading")
    for head, row, gap in product(HEADS, ROWS, ["\n", "\n\n"]):
        for ways in (*WAYS, ("accepted", "rejected")):
            judged.letter(f"{head}:{gap}{row.format(*ways)}", "ask", TWO)
        if head not in ("What Bob expects", "From the site"):
            for ways in LOUD:
                judged.letter(f"{head}:{gap}{row.format(*ways)}", "none", TWO)
    judged.held()


def test_below_the_writer_s_own_it_is() -> None:
    judged = Judged("below one's own heading")
    for head, row, ways in product(MINE, ROWS[:2], [*WAYS, *LOUD]):
        judged.letter(f"{head}:\n{row.format(*ways)}", "for 301, against 302", TWO)
    judged.held(0.1)


def test_who_begs_all_for_a_vote_casts_none() -> None:
    judged = Judged("begged of all")
    for letter in BEGGED:
        judged.letter(letter, "ask", TWO)
    for verb in ("support", "approve", "oppose", "reject"):
        judged.letter(f"Please {verb} 301!", "none")
    judged.held()


def test_a_list_of_who_is_for_it_is_none() -> None:
    judged = Judged("a list of names")
    for names, verb in product(
        ["Ada, Bob", "Ada and Bob", "Ada, Bob, Cleo"], ["support", "oppose"]
    ):
        judged.letter(f"301 - {verb} - {names}", "none", ONE)
    judged.held()
