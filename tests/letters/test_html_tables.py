"""Votes in an HTML letter's table, and results in one: its head tells which."""

import pytest

from nomic_mail.letters.mime.html import shown_of
from tests.kit.letters import judged

ROWS = (("301", "for"), ("302", "against"))


def table(*rows: tuple[str, ...], head: str = "th") -> str:
    told = ""
    for number, row in enumerate(rows):
        tag = "td" if number else head
        told += "<tr>" + "".join(f"<{tag}>{one}</{tag}>" for one in row) + "</tr>"
    return f"<p>Hello,</p><table>{told}</table><p>Ada</p>"


@pytest.mark.parametrize("head", ["th", "td"])
@pytest.mark.parametrize(
    "word",
    ["Result", "Outcome", "Tally", "Status", "Decision", "Last week", "Prediction", "Bob"],
)
def test_a_table_of_results_is_no_vote(word: str, head: str) -> None:
    text = shown_of(table(("Proposal", word), *ROWS, head=head)).text
    assert text.split("\n")[2:5] == [f"Proposal | {word}", "301 | for", "302 | against"]
    assert judged.verdict(text, "none", judged.TWO) != "wrong"


@pytest.mark.parametrize("word", ["Vote", "My vote", "Stimme", "Choice", "Ballot", "Wahl"])
def test_a_table_of_ones_own_votes_is_read_whole(word: str) -> None:
    text = shown_of(table(("Proposal", word), *ROWS)).text
    assert judged.verdict(text, "for 301, against 302", judged.TWO) == "right"


def test_a_table_without_a_head_is_read_as_lines() -> None:
    for rows in (ROWS, (("My vote", "for"), ("Name", "Ada"))):
        text = shown_of(table(*rows)).text
        assert text.split("\n")[2:4] == [" ".join(row) for row in rows]
    text = shown_of(f"<table><tr><td>Tea</td><td>{table(*ROWS)}</td></tr></table>").text
    assert "|" not in text


def test_a_paragraph_in_each_cell_is_in_line() -> None:
    for word, outcome in (("Result", "none"), ("Vote", "for 301, against 302")):
        given = table(("Proposal", word), *ROWS, head="td")
        given = given.replace("<td>", "<td><p class=MsoNormal><span>").replace("</td>", "</p></td>")
        text = shown_of(given).text
        assert text.split("\n")[2] == f"Proposal | {word}"
        assert judged.verdict(text, outcome, judged.TWO) == "right"
