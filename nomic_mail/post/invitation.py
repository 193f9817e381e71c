"""Invitations: what a game is and how long it takes, for whoever has never heard of it; and the
letter that a moderator sends to friends by hand: no letter of the server's, but its words stand
among the templates, too."""

from collections.abc import Sequence
from pathlib import Path

from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.state import State
from nomic_mail.phrases import ENGLISH
from nomic_mail.phrases.letters import in_language, length
from nomic_mail.post.facts import Facts, names, told_goal
from nomic_mail.post.render import in_tongue
from nomic_mail.post.text import folded


def game_facts(state: State) -> Facts:
    """How it is played, and how fast it goes."""
    house, procedure = state.settings, mechanics_of(state.rules)["procedure"].value
    steps = (procedure.call, procedure.discussion, procedure.vote)
    return {
        "goal": told_goal(mechanics_of(state.rules)["victory"].value),
        "changes": mechanics_of(state.rules)["changes"].value,
        "chair": [length(one) for one in steps] if procedure.name == "chair" else [],
        "open": procedure.name == "open",
        "window": length(procedure.vote),
        "debate": length(procedure.debate) if procedure.debate else "",
        "debate_min": length(house.debate_min) if house.debate_min else "",
        "vote_window": length(house.vote_window) if house.vote_window else "",
        "turn_window": length(house.turn_window) if house.turn_window else "",
        "players": names(state, state.playing),
    }


def invitation(
    folders: Sequence[Path],
    state: State,
    address: str,
    moderator: str,
    *,
    additions: bool,
    language: str = ENGLISH,
) -> str:
    """`additions`: whether the game has an address of its own, that a stranger can write to."""
    facts = {
        **game_facts(state),
        "title": state.title,
        "address": address,
        "additions": additions,
        "moderator": moderator,
    }
    words = in_tongue(folders, "txt", language)
    return folded(words.whole("_invitation.txt", in_language(facts, language))).strip("\n")
