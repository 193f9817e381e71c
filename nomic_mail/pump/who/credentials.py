"""What each credential may do. All that is worked on asks here; what is not in the table does not
happen.

1. A letter may do what its matter may: that of the address it came to, or of the letter of ours
   that it answers. Without one it is the game's own address, and its sender is proven otherwise, or
   asked.
2. The talk address stands in the text of every letter, to be quoted and forwarded: it proves talk,
   and no more than that, beside whatever else comes with it.
3. A question is answered by its own token alone: no other, however good, says YES to it.
4. Nothing moves where letters go by itself: "address" is to ask for it (`consent`).
"""

from collections.abc import Mapping
from typing import Literal

from nomic_mail.letters.proof.token import Matter, MatterKind, Token

Deed = Literal[
    "talk",  # to be sent on to all players
    "command",  # to vote, to propose, to leave, to ask
    "wish",  # DIGEST, TALK, TIMEZONE
    "address",  # to ask for another address, or without one
    "observe",  # to begin to look on, or to end it
    "confirm",  # to say that a held letter was theirs
    "leave",  # to say YES or NO to leaving for good
    "vote so",  # to say YES to having voted so
    "call so",  # to say YES to the vote that shall open
    "say again",  # to say that what was sent to all is for the game, or is talk
    "consent",  # to say YES or NO to a change of addresses, as one of the old ones
    "be added",  # to say YES or NO to it as the new one
    "succeed",  # to say YES or NO to somebody's seat
    "take over",  # to say YES or NO to having asked for one
    "give a seat",  # to say YES or NO to who asks for one
    "moderate",  # to say YES or NO to moderating
    "answer the desk",  # lines for several games
]
_OF_A_PLAYER: frozenset[Deed] = frozenset(("talk", "command", "wish", "address", "observe"))
MAY: Mapping[MatterKind, frozenset[Deed]] = {
    "game": _OF_A_PLAYER,
    "proposal": _OF_A_PLAYER,
    "ballot": _OF_A_PLAYER,
    "question": _OF_A_PLAYER,
    "counted": _OF_A_PLAYER,
    "judgment": _OF_A_PLAYER,
    "join": _OF_A_PLAYER,
    "confirm": frozenset({"confirm"}),
    "leave": _OF_A_PLAYER | {"leave"},
    "for": _OF_A_PLAYER | {"vote so"},
    "against": _OF_A_PLAYER | {"vote so"},
    "call": _OF_A_PLAYER | {"call so"},
    "talked": _OF_A_PLAYER | {"say again"},
    "stop": _OF_A_PLAYER | {"consent"},
    "talk": frozenset({"talk"}),
    "address": frozenset({"be added"}),
    "successor": frozenset({"succeed"}),
    "takeover": frozenset({"take over"}),
    "consent": frozenset({"command", "give a seat"}),
    "moderator": frozenset({"command", "moderate"}),
    "desk": frozenset({"command", "answer the desk"}),
    "bounce": frozenset(),
}


def may(matter: Matter | None, deed: Deed) -> bool:
    """Rule 1."""
    return deed in (_OF_A_PLAYER if matter is None else MAY[matter.kind])


def proves(given: Token, matter: Matter) -> bool:
    """Whether this token, of the right seat, is good for a letter about `matter`: rules 2 and 3."""
    wanted = MAY[matter.kind]
    if given.matter == matter or not wanted:
        return given.matter == matter
    return wanted <= _OF_A_PLAYER and wanted <= MAY[given.matter.kind]
