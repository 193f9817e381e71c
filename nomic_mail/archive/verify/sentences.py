"""Forms of events in which what they say is a sentence, and no code yet: held against codes."""

from typing import Any

from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.phrase import SENTENCE, Phrase, sentence
from nomic_mail.game.procedures.voting import BY_NOBODY
from nomic_mail.game.state import State
from nomic_mail.phrases import said


def as_in(says: e.Event, made: e.Event, state: State) -> e.Event:
    """What was made, in words wherever the ledger has it so, and as far as a ballot is opened."""
    if isinstance(made, e.GameEnded) and isinstance(says, e.GameEnded) and _worded(says.why):
        return replace(made, why=sentence(said(made.because(state))), reason="")
    if isinstance(made, e.BallotCast) and isinstance(says, e.BallotCast):
        secret = made.letter in BY_NOBODY and not says.letter  # as any is before the count
        return replace(made, letter="") if secret else made
    names = (name for name in says.__struct_fields__ if _worded(getattr(says, name)))
    return replace(made, **{name: _as_sentences(getattr(made, name), state) for name in names})


def _worded(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_worded, value))
    return isinstance(value, Phrase) and value.code == SENTENCE


def _as_sentences(value: Any, state: State) -> Any:
    if isinstance(value, tuple):
        return tuple(_as_sentences(one, state) for one in value)
    return sentence(said(value.named(state.name_of)))
