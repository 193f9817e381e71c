"""Letters of nothing but names and sides, in all the ways that people set them; and what only looks
like one. "No 302" is a no to it, and no number."""

from itertools import product

from nomic_mail.letters.grammar.reading import About
from tests.kit.letters.judged import ONE, Judged

TWO, THREE = About(open_ballots=(301, 302)), About(open_ballots=(301, 302, 303))
ON_ONE = About(ballot=301, open_ballots=(301, 302))
SIDES = {
    "yes": "for", "no": "against", "Y": "for", "N": "against", "FOR": "for", "against": "against",
    "👍": "for", "👎": "against", "✅": "for", "❌": "against", "approved": "for",
    "rejected": "against", "+1": "for", "-1": "against", "ja": "for", "nein": "against",
    "abstain": "abstain", "in favour": "for",
}  # fmt: skip
BEHIND = [
    "301 {0} 302 {1}",
    "301 {0}, 302 {1}",
    "301: {0}\n302: {1}",
    "301;{0}\n302;{1}",
    "301/{0} 302/{1}",
    "301 ({0}), 302 ({1})",
    "301 = {0}; 302 = {1}",
    "| 301 | {0} |\n| 302 | {1} |",
    "- 301: {0}\n- 302: {1}",
    "voting from the train, so short: 301 {0} 302 {1}",
]
BEFORE = ["{0} 301, {1} 302", "{0}: 301\n{1}: 302", "{0} 301\n{1} 302", "{0} to 301, {1} to 302"]
APIECE = {
    "301+ 302-": "for 301, against 302",
    "301-\n302+": "against 301, for 302",
    "yes 301, no 302": "for 301, against 302",
    "no 301, yes 302": "against 301, for 302",
    "No 301. No 302.": "against 301, against 302",
    "yes to no 301 and no 302": "for 301, for 302",
    "against proposals no 301 and 302": "against 301, against 302",
    "301 I am agree, 302 I am not agree": "for 301, against 302",
    "301 ok, 302 not ok": "for 301, against 302",
    "erstes ja, zweites nein": "for 301, against 302",
    "Ersteres nein, letzteres ja.": "against 301, for 302",
    "Beim ersten bin ich dagegen, beim zweiten dafür.": "against 301, for 302",
    "Zu 301 sage ich ja, zu 302 nein.": "for 301, against 302",
    "Das erste ja, das andere nein": "for 301, against 302",
    "Beiden stimme ich zu.": "for 301, for 302",
    "Ich lehne beide ab.": "against 301, against 302",
    "- 301: approved, reads well\n- 302: rejected (too long for this game)": "for 301, against 302",
    "- 301: approved\n- 302: rejected (out of scope for this quarter)": "for 301, against 302",
    "Number 302, no, and I mean no": "against 302",
}
OF_THREE = {
    "Yes:\n301\n302\n\nNo:\n303": "for 301, for 302, against 303",
    "1. yes\n2. no\n3. no": "for 301, against 302, against 303",
    "1) no\n2) no\n3) yes": "against 301, against 302, for 303",
    "FOR: 301, 303. AGAINST: 302.": "for 301, for 303, against 302",
    "301 & 302 yes, 303 no": "for 301, for 302, against 303",
    "erstes ja, zweites nein, drittes ja": "for 301, against 302, for 303",
    "ja nein ja, in der Reihenfolge": "for 301, against 302, for 303",
    "Das erste ja, die anderen nein": "for 301, against 302, against 303",
    "301 yes 302 yes 303 no thanks": "for 301, for 302, against 303",
}
# With what is not said of the last
BUT_ONE = """
Yes to all except 303.
FOR ALL but 303
Alles ja außer 303
Alles ja, bis auf 303.
yes to 301 and 302 but not 303
301 and 302 yes, not 303
I support 301 and 302 but not 303.
""".strip().split("\n")
NOT_SO = r"""
My prediction: 301 {}, 302 {}.
I bet: 301 {}, 302 {}.
I see: 301 {}, 302 {}.
Bob: 301 {}, 302 {}
301 {}? 302 {}?
If 301 {}, then 302 {}
301: {}\n302: {}\n\nCheers\nAda\n\nBut only if Bob agrees.
301: {}\n302: {}\n\nAda\n\nPS: I haven't decided yet, really.
[ ] 301 {}\n[ ] 302 {}
e.g. 301 {}, 302 {}
for now 301 {}, 302 {}
Last week: 301 {}, 302 {}
""".strip().split("\n")
NONE = """
yes 301 302 no
301 yes 302
301 not against, not 302
for and against 301 and 302
for 301 and 302 against
both yes, 301 no
Both: yes. Except 302.
301 or 302 yes
yes no 301
1. yes
all but 302
I got 301 and 302, yes
I can find no 302
No 302 here
Am Ersten ja, am Zweiten nein.
Vote yes on 301! Vote no on 302!
no vote on 301, no vote on 302
301, 302
""".strip().split("\n")


def test_approval_is_a_vote_where_it_is_said_whose_it_is() -> None:
    """ "Both approved" may be news of a count, and is asked about."""
    judged = Judged("whose approval")
    sides = {"approved": "for", "accepted": "for", "rejected": "against"}
    whose = (" by me", " from my side", " on my part", "", ", thanks", ", sorry. Tom")
    named = ("Both", "both", "301 and 302")
    for name, side, mine in product(named, sides, whose):
        is_vote = f"{sides[side]} 301, {sides[side]} 302"
        for end in ("", ".", ".\n\nTomasz"):
            judged.letter(
                f"{name} {side}{mine}{end}",
                is_vote if mine[1:3] in ("by", "fr", "on") else "ask",
                TWO,
            )
    judged.held()


def test_names_and_sides_by_turns_are_votes() -> None:
    judged = Judged("names and sides")
    for form, (one, first), (other, second) in product(BEHIND, SIDES.items(), SIDES.items()):
        judged.letter(form.format(one, other), f"{first} 301, {second} 302", TWO)
    words = {one: way for one, way in SIDES.items() if one[0].isalpha() and "o" in one[:3].lower()}
    words |= {one: way for one, way in SIDES.items() if one in ("yes", "ja", "nein", "against")}
    for form, (one, first), (other, second) in product(BEFORE, words.items(), words.items()):
        judged.letter(form.format(one, other), f"{first} 301, {second} 302", TWO)
    judged.held(0.05)


def test_each_on_what_it_stands_beside() -> None:
    judged = Judged("on each", one_of=1)
    for text, outcome in APIECE.items():
        judged.letter(text, outcome, TWO)
    for text, outcome in OF_THREE.items():
        judged.letter(text, outcome, THREE)
    judged.held()


def test_of_what_is_left_out_it_is_asked() -> None:
    judged = Judged("all but one", one_of=1)
    for text in BUT_ONE:
        judged.letter(text, "for 301, for 302", THREE)
    assert judged.outcomes == {"needless": len(BUT_ONE)}, judged.bad


def test_what_is_told_or_breaks_off_is_none() -> None:
    judged = Judged("no votes")
    for form, one, other in product(NOT_SO, ["yes", "no", "for"], ["yes", "no", "against"]):
        judged.letter(form.replace("\\n", "\n").format(one, other), "none", TWO)
    for text in NONE:
        judged.letter(text, "none", TWO)
    judged.held()


def test_a_single_row_of_news_is_asked_about_however_many_are_open() -> None:
    """ "301: rejected" may be what became of it; with a plain side, or a row on each, it votes."""
    judged = Judged("news in one row")
    news = ("approved", "rejected", "Accepted", "REJECTED", "declined", "not approved")
    for said, behind, about in product(
        news, ("", ".", " (out of scope)", ". It reads well."), (ONE, TWO, THREE, ON_ONE)
    ):
        for row in ("301: {}", "301 - {}", "301 = {}", "Proposal 301: {}", "- 301: {}"):
            judged.letter(f"{row.format(said)}{behind}", "ask", about)
    for said, other in product(news, ("yes", "no", "approved", "rejected")):
        first = "against" if said.lower() in ("rejected", "declined", "not approved") else "for"
        second = "against" if other in ("no", "rejected") else "for"
        judged.letter(f"301: {said}\n302: {other}", f"{first} 301, {second} 302", TWO)
    judged.held(0.05)


def test_a_no_before_a_number_is_a_vote_and_no_abbreviation() -> None:
    """ "301 - no. 302 - yes" was read as all from 301 to no. 302."""
    judged = Judged("no. 302")
    ways = {"yes": "for", "no": "against"}
    for sep, end, capital, *said in product(
        (" - ", " – ", ": ", " = ", ", ", " ", " -> ", "... ", " .. ", " to "),
        (". ", "; ", ".\n", "... "),
        ("", "yes"),
        *(ways,) * 3,
    ):
        if sep in (" ", " to ") and "no" not in said:
            continue
        for numbers in ((301, 302), (301, 302, 303)):
            votes = list(zip(numbers, said, strict=False))
            text = end.join(
                f"{number}{sep}{way.capitalize() if capital else way}" for number, way in votes
            )
            outcome = ", ".join(f"{ways[way]} {number}" for number, way in votes)
            about = TWO if len(numbers) == 2 else THREE
            judged.letter(text, outcome, about)
    assert judged.outcomes["wrong"] == 0, judged.bad[:9]
    judged.held(0.1)


def test_whether_no_302_is_its_number_or_a_no_is_asked_where_a_side_stands_before_both() -> None:
    judged = Judged("for 301, no. 302", one_of=1)
    for side, of, sep, no in product(
        ("for", "FOR", "I vote for", "yes to", "against", "I'm in favour of"),
        ("301", "proposal 301", "proposals 301"),
        (", ", " & ", " - ", ","),
        ("no. 302", "No. 302", "no.302", "NO. 302"),
    ):
        judged.letter(f"{side} {of}{sep}{no}", "ask", TWO)
    judged.held()
