"""The letter that a moderator sends to friends by hand: no letter of the server's, but its words
stand among the templates, too."""

from collections.abc import Sequence
from pathlib import Path

from nomic_mail.game.state import State
from nomic_mail.phrases import ENGLISH
from nomic_mail.phrases.letters import in_language
from nomic_mail.post.facts import game_facts
from nomic_mail.post.render import in_tongue
from nomic_mail.post.text import folded


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
