"""A table in plain words: its head says whether its rows are votes of its writer's."""

from itertools import product

from tests.kit.letters.judged import TWO, Judged

OWN = ("Vote", "My vote", "Votes", "My decision", "Opinion", "Stimme", "Meine Stimme")
TOLD = ("Result", "Outcome", "Bob", "Last week", "Ergebnis", "Ausgang", "Bobs Tipp", "Status")
ABOVE = """
Forecast of the votes
How I think it will end
Bob's sheet
The answers of the machine
Results so far
Ergebnis
A table I found on the wiki
Seen on the site
""".strip().split("\n")
BELOW = """
(That was Carl's.)
Above is what Dee sent me. Can she do that?
That is how Bob will vote, I bet.
It was what the last game decided.
This is the tally.
""".strip().split("\n")
MINE = ("My votes", "Here you go", "Hello", "So this is how I vote", "Dear all, my decisions")
WAYS = (("for", "against"), ("FOR", "AGAINST"), ("yes", "no"), ("ja", "nein"))


def tables(head: str, ways: tuple[str, str]) -> list[str]:
    rows = [("Proposal", head), *zip(("301", "302"), ways, strict=True)]
    bars = [f"| {number} | {way} |" for number, way in rows]
    return [
        "\n".join(bars),
        "\n".join([bars[0], "|---|---|", *bars[1:]]),
        "\n".join(f"{number:12}{way}" for number, way in rows),
        "\n".join(f"{number}\t{way}" for number, way in rows),
        "Hello,\n\n" + "\n".join(f"{number:10}{way}" for number, way in rows) + "\n\nAda",
    ]


def test_below_ones_own_head_its_rows_are_votes() -> None:
    judged = Judged("own tables")
    for head, ways in product(OWN, WAYS):
        for text in tables(head, ways):
            judged.letter(text, "for 301, against 302", TWO)
    judged.held()


def test_below_another_they_are_told() -> None:
    judged = Judged("told tables")
    for head, ways in product(TOLD, WAYS):
        for text in tables(head, ways):
            judged.letter(text, "ask", TWO)
    judged.held()


def test_what_stands_above_or_below_a_table_tells_whose_it_is() -> None:
    judged = Judged("tables with words around")
    for ways in WAYS[:3]:
        for text in tables("Vote", ways)[:4]:
            for above, gap in product(ABOVE, ("\n", "\n\n")):
                judged.letter(f"{above}{gap}{text}", "ask", TWO)
            for below in BELOW:
                judged.letter(f"{text}\n\n{below}", "ask", TWO)
            for above in MINE:
                judged.letter(f"{above}\n\n{text}\n\nBest,\nAda", "for 301, against 302", TWO)
    judged.held()


def test_rows_without_a_head_are_votes() -> None:
    judged = Judged("rows")
    for (one, other), greeting in product(WAYS, ("", "Hi all,\n", "Hello\n\n")):
        for gap in (" ", "    ", "\t", ": "):
            judged.letter(f"{greeting}301{gap}{one}\n302{gap}{other}", "for 301, against 302", TWO)
    judged.held()


def test_among_counts_plus_one_is_a_count() -> None:
    judged = Judged("counts")
    for count, one in product(("+3", "-2", "+12", "+0"), ("+1", "-1")):
        judged.letter(f"301: {count}\n302: {one}", "ask", TWO)
    judged.letter("301: +1\n302: -1", "for 301, against 302", TWO)
    judged.held()
