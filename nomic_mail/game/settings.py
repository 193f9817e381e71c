"""The house settings: what holds where the rules leave room, and is never taken for a rule."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

from msgspec import Struct

from nomic_mail.game.durations import show_duration
from nomic_mail.game.words import Words

LEAST: Mapping[str, timedelta] = {"extension": timedelta(hours=1)}  # nobody answers in a minute


class Settings(Struct, frozen=True, kw_only=True):
    """House settings: where the rules leave room. They are printed as such, never as rules."""

    debate_min: timedelta = timedelta(hours=48)
    debate_max: timedelta = timedelta(days=7)
    vote_window: timedelta = timedelta(days=7)
    turn_window: timedelta = timedelta(days=7)
    extension: timedelta = timedelta(days=3)
    judge_window: timedelta = timedelta(days=3)
    overrule_window: timedelta = timedelta(days=3)
    extensions: int = 2
    missing_ballot: Literal["extend", "close", "remove"] = "extend"
    missing_turn: Literal["extend", "skip", "remove"] = "extend"
    away: Literal["extend", "note"] = "extend"
    away_max: timedelta = timedelta(days=30)
    team_mates: Words = ""
    digest: Literal["immediate", "daily", "weekly"] = "immediate"
    moderator_plays: Literal["no", "yes"] = "no"
    listed: Literal["yes", "no"] = "yes"

    @property
    def extended_by(self) -> timedelta:
        """Games of before may have less set."""
        return max(self.extension, LEAST["extension"])


# What a procedure says itself: as long as a rule has it, such a setting does nothing.
AT_REST: Mapping[str, tuple[str, ...]] = {
    "turns": (),
    "open": ("debate_min", "vote_window", "turn_window"),
    "chair": ("debate_min", "vote_window"),
}

SETTING_CHOICES: Mapping[str, tuple[str, ...]] = {
    "missing_ballot": ("extend", "close", "remove"),
    "missing_turn": ("extend", "skip", "remove"),
    "away": ("extend", "note"),
    "digest": ("immediate", "daily", "weekly"),
    "moderator_plays": ("no", "yes"),
    "listed": ("yes", "no"),
}
SETTING_MEANINGS: Mapping[str, str] = {
    "debate_min": "a proposal, and each new form of it, is debated at least this long (111)",
    "debate_max": "for this long a proposal can be changed; then its ballot opens by itself (111)",
    "vote_window": "how long a ballot is open, if not all have voted before; 0 is no deadline",
    "turn_window": "how long a player has to propose when the turn is theirs; 0 is no deadline",
    "extension": "how long each extension of a missed window is",
    "judge_window": "how long a judge has to rule before the question passes on (212)",
    "overrule_window": "how long after a ruling silence is consent to the next turn (212)",
    "extensions": "how often a window is extended before the moderator is asked",
    "missing_ballot": "at a vote's deadline: extend, then ask; close without the missing; or "
    "remove who is late, where a rule allows it",
    "missing_turn": "at a turn's deadline: extend, then ask; skip or remove, if a rule allows it",
    "away": "an announced absence: extend the player's windows to its end, or only note it",
    "away_max": "an announced absence moves no window further than this from where it began",
    "team_mates": "who plays together, joined by + and parted by semicolons (210, 212)",
    "digest": "how news comes to a player who has not said (DIGEST): immediate, daily or weekly",
    "moderator_plays": "whether the Moderator may be a player, too; all players are then told of "
    "each act that was the Moderator's to decide. Not where rule 013 stands",
    "listed": "whether GAMES tells of this game to others who write to this server",
}
SETTING_NAMES: Mapping[str, str] = {  # to players; who sets one writes its key
    "debate_min": "the shortest debate",
    "debate_max": "the longest debate",
    "vote_window": "the time for a vote",
    "turn_window": "the time for a turn",
    "extension": "the length of an extension",
    "judge_window": "the time for a ruling",
    "overrule_window": "the time to overrule a ruling",
    "extensions": "the number of extensions",
    "missing_ballot": "what becomes of a missing vote",
    "missing_turn": "what becomes of a late turn",
    "away": "what an absence does",
    "away_max": "how far an absence moves a deadline",
    "team_mates": "the teams",
    "digest": "how news comes",
    "moderator_plays": "whether the Moderator may play",
    "listed": "whether GAMES tells of this game",
}


def written(settings: Settings, key: str) -> str:
    """A setting's value as it is written, and as it holds."""
    value = settings.extended_by if key == "extension" else getattr(settings, key)
    text = str(value) if isinstance(value, int | str) else show_duration(value)
    return text or "none"
