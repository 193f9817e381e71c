"""Whatever stands behind a word of the language, the letter is read: neither "FINE!" nor "RULE 0.5"
ends in an error, which would hold the letter of whoever wrote it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.game.clauses import KINDS, BadClause, parse_clause
from nomic_mail.game.numbers import NUMBER, POINTED, PRINTED, read_number
from nomic_mail.game.rulebook import Rules
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.rulesets.derive import NotOneChange, derive
from tests.kit.games.core_play import enact, started
from tests.kit.games.game_in_hand import few
from tests.kit.tiers import some

ABOUT = (About(), About(ballot=301, open_ballots=(301,)), About(from_moderator=True))
SIGNS = "!?.,:;-–—…)]}'\"*_/"
NUMBERS = ("0", "0.5", "00", "012.3", "0301.2", "1.0", "1001.1.2", "1.4.2.1", "301.100", "1/2")
BEHIND = (
    *(f"{sign}{more}" for sign in SIGNS for more in ("", " and so on", " RULE 203: why")),
    *(f" {before}{number}{more}" for number in NUMBERS for before in ("", "RULE ", "AMENDMENT ")
      for more in ("", ": Tea", " TO 5: why")),
)  # fmt: skip


@pytest.mark.parametrize("name", sorted({*words(), "JUDGMENT", "AWARD", "CORRECT RULE"}))
def test_each_word_with_whatever_behind_it(name: str) -> None:
    for behind in some(BEHIND, 8):
        for line in (f"{name}{behind}", f"{name} Ada 10{behind}"):
            for about in ABOUT:
                understand("", f"{line}\nTea is at four.\n", about)


WRITTEN = sorted(f"{kind.name}: {form}" for kind in KINDS.values() for form in kind.forms)
ODD = (
    *NUMBERS,
    "²",
    "٣",
    "10²",
    "-1",
    "9" * 30,
    "0/0",
    "1e9",
    "over",
    "defers to 0.5",
    "(",
    ",",
    "d",
)


@given(st.sampled_from(WRITTEN), st.integers(0, 9), st.sampled_from(ODD), st.sampled_from(ODD))
def test_a_clause_with_whatever_in_it_is_one_or_none(
    clause: str, place: int, odd: str, other: str
) -> None:
    words = clause.split(" ")
    words[min(place, len(words) - 1)] = odd
    for text in (" ".join(words), f"{clause} {odd}", f"{clause} over {other}"):
        try:
            said = parse_clause(text)
        except BadClause:
            continue
        assert parse_clause(said.text) == said


@given(st.from_regex(f"(?:{NUMBER}|{PRINTED}|{POINTED})", fullmatch=True))
def test_what_is_taken_for_a_number_is_one(text: str) -> None:
    assert read_number(text) >= 0


@pytest.mark.parametrize("number", NUMBERS)
def test_clauses_copies_and_judgments_name_no_rule_that_cannot_be(number: str) -> None:
    for claim in (f"over {number}", f"over 201, {number}", f"defers to rule {number}"):
        try:
            parse_clause(f"victory: 50 {claim}")
        except BadClause:
            continue
    rules = Rules({rule.number: rule for rule in few("net_play")})
    for head in (f"{number} Tea (mutable)", f"{number}. Tea", f"# Rule {number}: Tea"):
        with pytest.raises(NotOneChange):
            derive(rules, f"{head}\n\nTea is at four.\n")
    play = started(3)
    play.done(c.Judgment(by=2, question=f"Does rule {number} hold, or {number}?"))
    play.done(c.Ruling(by=c.MODERATOR, text=f"By rule {number} it does."))
    for seat in (1, 2, 3):
        play.do(c.Consent(by=seat))
    play.turn(enact())
    assert play.state.judgment is None
