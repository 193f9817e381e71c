"""What a proposal may say of itself, and what is told of one that nobody has made yet (PREVIEW)."""

from collections.abc import Sequence

from msgspec.structs import replace

from nomic_mail.game.clauses.power import show_power
from nomic_mail.game.commands import Preview
from nomic_mail.game.declaring import numbers_chosen
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.preview import preview
from nomic_mail.game.procedures.proposing import warned_by_words
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.rules import checked, kept_clauses
from nomic_mail.game.state import State
from nomic_mail.phrases.letters import said
from nomic_mail.post.facts import Facts, is_unsaid, is_without_turns, needs_facts
from nomic_mail.post.glossed import shift_facts


def powers(state: State) -> list[str]:
    """The least and the most power that a proposal may declare; nothing where it may not."""
    found = mechanics_of(state.rules)["declared power"].value
    return [show_power(one) for one in (found.least, found.most)] if found is not None else []


def chosen_below(state: State) -> int:
    """Below what the number of a new rule may be chosen; 0 where it may not."""
    return state.numbers.first if mechanics_of(state.rules)["numbering"].value.chosen else 0


def preview_facts(written: Preview, state: State, warned: Sequence[Phrase] | None = None) -> Facts:
    """`warned` is what it would be told with, where its programs were tried."""
    changes = checked(numbers_chosen(written.changes, state), state.rules)
    would = preview(state, changes, state.next_number)
    kept = [list(kept_clauses(one, state.rules, state.circuit)) for one in changes]
    several = len(changes) > 1
    law = mechanics_of(state.rules)
    warned = warned_by_words(state, changes) if warned is None else warned
    threshold, rule = law.threshold(changes, state.rules, state.circuit, written.power)
    return {
        "change": proposed_in(replace(written, change=changes[0], more=changes[1:]), state),
        "warnings": [said(one) for one in warned],
        "unsaid": not several and is_unsaid(changes[0]),
        "needs": needs_facts(threshold),
        "without_turns": is_without_turns(state),
        "threshold_rule": rule,
        "bindings": [
            {"answer": "", "clauses": one, "place": place if several else 0}
            for place, one in enumerate(kept, 1)
            if one
        ],
        "mechanics": shift_facts(would.mechanics),
    }
