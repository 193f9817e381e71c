"""A house setting, as it may be set from now on.

1. What would hold otherwise than it is written is refused, and what is so already: here, and not by
   the game, as records of before have both.
"""

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal, Refused
from nomic_mail.game.decide import changed_setting
from nomic_mail.game.settings import LEAST, Settings, written
from nomic_mail.game.state import State


def set_to(settings: Settings, key: str, value: str) -> Settings:
    new = changed_setting(settings, key, value)
    if key in LEAST and getattr(new, key) < LEAST[key]:
        raise Refused("setting_at_least", key=key, least=LEAST[key])
    return new


def why_not(command: c.Set, state: State) -> Refusal | None:
    if command.by != c.MODERATOR or state.status == "ended":
        return None
    try:
        new = set_to(state.settings, command.key, command.value)
    except Refused as refused:
        return refused.refusal
    if new == state.settings:
        return Refusal("setting_is_so", key=command.key, value=written(new, command.key))
    return None
