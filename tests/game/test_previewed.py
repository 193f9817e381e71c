"""What a proposal would change, before anyone votes on it (111)."""

import pytest
from msgspec.structs import replace

from nomic_mail.game.commands import Change
from nomic_mail.game.preview import Shift, preview, sentences_changed, shifted
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import Game, few

RULES = tuple(
    replace(one, text="A hundred points win. Nobody else wins.") if one.number == 208 else one
    for one in few("net_play")
)
BOOK = Game(RULES, players=2).start().state
FIFTY = Shift("victory", "victory: 100 (rule 208)", "victory: 50 (rule 301)")


def test_a_new_rule_is_told_with_its_words_and_the_share_it_needs() -> None:
    seen = preview(BOOK, [enact("There is tea. It is hot.", "limit mutable: 20")], 301)
    assert seen.mechanics == (
        Shift("limit mutable", "limit mutable: 25 (rule 209)", "limit mutable: 20 (rule 301)"),
    )
    assert seen.text == (("+", "There is tea."), ("+", "It is hot."))
    assert (seen.threshold, seen.threshold_rule) == ("unanimous of eligible", 203)


def test_several_that_are_numbered_by_adoption_have_one_number_after_the_other() -> None:
    rules = few("net_play", r108="numbering: from 1001, by adoption")
    state = Game(rules, players=2).start().state
    two = [enact("Tea.", "limit mutable: 20"), enact("Cake.", "changes: up to 2")]
    after = {shift.after for shift in preview(state, two, 1001).mechanics}
    first = max(state.rules.by_number) + 1
    assert after == {f"limit mutable: 20 (rule {first})", f"changes: up to 2 (rule {first + 1})"}


def test_an_amendment_is_told_sentence_by_sentence() -> None:
    change = amend(208, "Fifty points win. Nobody else wins.", "victory: 50")
    seen = preview(BOOK, [change], 301)
    assert seen.mechanics == (FIFTY,)
    assert seen.text == (("-", "A hundred points win."), ("+", "Fifty points win."))


def test_a_repeal_takes_its_words_and_what_the_house_does_then_is_told() -> None:
    seen = preview(BOOK, [repeal(206)], 301)
    words = BOOK.rules.by_number[206].text
    assert {mark for mark, _ in seen.text} == {"-"}
    assert " ".join(text for _, text in seen.text) == " ".join(words.split())
    (shift,) = seen.mechanics
    assert shift.before == "penalty defeat: 10 (rule 206)"
    assert "(" not in shift.after


def test_a_transmutation_changes_no_words() -> None:
    assert preview(BOOK, [transmute(105)], 301).text == ()


def test_what_it_is_bound_to_is_seen_where_it_says_nothing_itself() -> None:
    seen = preview(BOOK, [amend(208, "Fifty win.")], 301, ((301, ("victory: 50",)),))
    assert seen.mechanics == (FIFTY,)


@pytest.mark.parametrize("target", [None, 999])
def test_of_what_is_not_there_nothing_would_change(target: int | None) -> None:
    """Whether or not there is a rule with the number 1."""
    change = Change(kind="repeal", target=target)
    seen = preview(BOOK, [change], 301)
    assert (seen.mechanics, seen.text) == ((), ())
    assert seen.threshold == "unanimous of eligible"
    book = BOOK.rules.having(replace(BOOK.rules.by_number[206], number=1))
    assert shifted(book, (change,), 301, 1, ()) == ()


def test_several_rules_that_say_it_together_are_named() -> None:
    two = enact("Five more.", "reward proposer: 5")
    (shift,) = preview(BOOK, [two], 301).mechanics
    assert shift.after.endswith("(rules 202 and 301)")
    assert shift.before.endswith("(rule 202)")


# Sentence by sentence


def test_what_goes_and_what_comes_stands_in_the_order_of_the_text() -> None:
    before = "Tea is at four. Milk goes in  first.\nBiscuits are served."
    after = "Tea is at five! Milk goes in first. Cake: no. Biscuits are served."
    assert sentences_changed(before, after) == (
        ("-", "Tea is at four."),
        ("+", "Tea is at five!"),
        ("+", "Cake:"),
        ("+", "no."),
    )
    assert sentences_changed(before, before) == ()


def text(*sentences: int) -> str:
    return "\n".join(f"Sentence {one}." for one in sentences)


def test_a_very_long_text_is_told_whole_and_a_long_one_is_compared() -> None:
    """500 sentences against 500; one pair more is too many. 53 * 4717 is that one more."""
    old, new = text(*range(500)), text(*range(499), 1000)
    assert sentences_changed(old, new) == (("-", "Sentence 499."), ("+", "Sentence 1000."))
    old, new = text(*range(53)), text(*range(4717))
    whole = sentences_changed(old, new)
    assert len(whole) == 53 + 4717
    assert whole[0] == ("-", "Sentence 0.")
    assert whole[53] == ("+", "Sentence 0.")


def test_a_sentence_that_stands_there_often_is_compared_like_any_other() -> None:
    old, new = text(*[7] * 200), text(*[7] * 200, 8)
    assert sentences_changed(old, new) == (("+", "Sentence 8."),)
