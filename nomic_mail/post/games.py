"""What GAMES tells of each game of the server."""

from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.taking_over import to_be_had
from nomic_mail.game.state import State
from nomic_mail.post.facts import Facts
from nomic_mail.rulesets import load, names


def table_facts(state: State, ruleset: str, address: str, by: str, *, here: bool) -> Facts:
    """Of one game, for whoever may want to join: no player's name is told. `here`: they play in it
    already."""
    membership = mechanics_of(state.rules)["membership"]
    return {
        "title": state.title,
        "address": address,
        "ruleset": load(ruleset).title if ruleset in names() else ruleset,
        "by": by,
        "begun": state.status != "forming",
        "players": len(state.playing),
        "asks": membership.value,
        "rule": membership.rule,
        "seats": len(to_be_had(state)),
        "here": here,
    }
