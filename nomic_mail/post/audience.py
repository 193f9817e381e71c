"""What goes once to a game's mailing list, instead of to each of its players, and what its
observers read. Pure.

1. To the list go the news that are the same for all: of an occasion that is (`for_all`), and in the
   same words for everybody whose own doing it is not.
2. A letter with nothing else in it is not sent to a player. Any other goes to them as it always
   does, whole: what is asked of them, their ballot, the answer to their own letter, a deadline.
3. Who looks on reads what goes to a list; of a judgment and the like, what a player reads who has
   no part in it (WITHOUT_PART); of all else that each is told with their own part
   (WITH_THEIR_PART), what the Moderator reads, who has none. Why it was done never goes alone.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from nomic_mail.config import letters_to_all
from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.drafts import Notice, Section

THE_LIST = -2  # a reader without a seat, as strangers are: no address in its letter is a token
BOUNCES = (1 << 20) - 1  # in the token of its return path: no seat has such a number
WITHOUT_PART = frozenset(
    ("judgment", "judge_passed", "overrule", "consented", "moot", "chair_proposal")
)
WITH_THEIR_PART = frozenset(
    (
        *("goes_on", "moved", "set_back", "imported", "window", "reopened", "taken_over"),
        *("chair_now", "call", "tabled", "period", "open_play"),
        "ran",
    )
)
ASKED_OF_EACH = frozenset(("ballot", "ballots"))
WHERE_IT_RESTS = frozenset(("broke",))  # else its moderator alone hears of it
BESIDE = "reason"


@cache
def for_all() -> frozenset[str]:
    """Of the letters to all, those that are no more than that."""
    alone = letters_to_all() - ASKED_OF_EACH - WITHOUT_PART - WITH_THEIR_PART
    return alone | WHERE_IT_RESTS


def for_the_list(notices: Sequence[Notice]) -> Notice | None:
    sections = _shared(notices, for_all())
    return _notice(notices, sections) if _tells(sections) else None


def for_observers(notices: Sequence[Notice]) -> Notice | None:
    to_moderator = (one for one in notices if one.to == MODERATOR)
    told = [one for notice in to_moderator for one in notice.sections]
    sections = [one for one in told if one.occasion in WITH_THEIR_PART]
    sections += _of_others(notices) or _shared(notices, WITHOUT_PART)
    sections += _shared(notices, for_all())
    return _notice(notices, sections) if _tells(sections) else None


def _tells(sections: Sequence[Section]) -> bool:
    return any(one.occasion != BESIDE for one in sections)


def _of_others(notices: Sequence[Notice]) -> list[Section]:
    """As the first reads it who has no part in any of it."""
    for notice in sorted(notices, key=lambda one: one.to == MODERATOR):
        sections = [one for one in notice.sections if one.occasion in WITHOUT_PART]
        if sections and not any(_own(one) or one.facts.get("said") for one in sections):
            return sections
    return []


def _shared(notices: Sequence[Notice], occasions: frozenset[str]) -> list[Section]:
    players = [one for one in notices if one.to != MODERATOR]
    sections: list[Section] = []
    for section in _news(players, occasions):
        if section not in sections and all(_agrees(one, section) for one in players):
            sections.append(section)
    return sections


def _notice(notices: Sequence[Notice], sections: Sequence[Section]) -> Notice:
    players = [one for one in notices if one.to != MODERATOR]
    whole = [one for one in players if all(each in sections for each in one.sections)]
    telling = (one for one in notices if sections[0] in one.sections)
    thread = (whole or list(telling))[0].thread
    return Notice(THE_LIST, tuple(sections), Matter("game"), "", thread)


def goes_alone(notice: Notice, shared: Notice) -> bool:
    """Whether it is for its reader (rule 2)."""
    if notice.to == MODERATOR or notice.tag or notice.files:
        return True
    if any(not deadline.moot for deadline in notice.deadlines):
        return True
    return any(one not in shared.sections for one in notice.sections)


def _news(players: Sequence[Notice], occasions: frozenset[str]) -> Iterator[Section]:
    for notice in players:
        for section in notice.sections:
            if section.occasion in occasions and not _own(section):
                yield section


def _agrees(notice: Notice, section: Section) -> bool:
    like = [one for one in notice.sections if one.occasion == section.occasion]
    return not like or section in like or any(map(_own, like))


def _own(section: Section) -> bool:
    return any(section.facts.get(one) is True for one in ("own", "mine", "next_is_mine"))
