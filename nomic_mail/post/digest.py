"""What waits for a player's digest, and the digest itself. Pure.

1. What asks something of its reader, answers their own letter, is about their own seat, or ends
   the game never waits; but a ballot of open play does, where its vote goes on for a day after
   the digest, which is made for the next morning if it would come later. Talk goes by a
   preference of its own.
2. A digest is one letter: what is asked of its reader, a table of contents, how the game stands,
   and then the news that waited as they would have come, thread by thread, talk last.
3. What was overtaken is named in it, and not shown: a text that was revised, a proposal whose
   ballot went out at once.
4. Facts wait as JSON, times in it as such; so a digest counts "in 2 days" from its own time.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from nomic_mail import __version__
from nomic_mail.game.numbers import as_texts
from nomic_mail.game.part_points import PartPoints, read_written
from nomic_mail.game.procedures.inactive import silent_until
from nomic_mail.game.state import State, label
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.deadlines import Deadline, owed
from nomic_mail.post.drafts import Notice, Section
from nomic_mail.post.gathering import together

AT_ONCE = frozenset({"welcome", "farewell", "ended"})
AT_THE_HEAD = frozenset({"reminder", "silent"})  # if it is so still
BALLOTS = frozenset({"ballot", "ballots"})
TIME_TO_VOTE = timedelta(days=1)
Way = Literal["at once", "digest", "never"]
Due = Sequence[datetime]  # when a reader could get the next digest, and the latest first


class Preference(Struct, frozen=True):
    """How a reader gets the news: `digest` is immediate, daily or weekly; `talk` is immediate,
    digest or none, or empty: like the rest."""

    digest: str = "immediate"
    talk: str = ""

    @property
    def weekly(self) -> bool:
        return self.digest == "weekly"

    @property
    def waits(self) -> bool:
        """Whether anything does."""
        return self.digest != "immediate" or self.talk == "digest"

    def way(self, notice: Notice) -> Way:
        if notice.tag or any(map(_at_once, notice.sections)):
            return "at once"
        if any(not deadline.moot for deadline in notice.deadlines):
            return "at once"
        if notice.thread == "talk" and self.talk:
            return {"immediate": "at once", "digest": "digest"}.get(self.talk, "never")  # type: ignore[return-value]
        return "at once" if self.digest == "immediate" else "digest"


def wait_until(notice: Notice, liked: Preference, open_play: bool, due: Due) -> datetime | None:
    """When a ballot of open play is told, if it waits."""
    ends = [one.at for one in notice.deadlines if not one.moot]
    votes = all(one.moot or one.kind in ("vote", "votes") for one in notice.deadlines)
    if not (open_play and ends and votes and liked.digest != "immediate"):
        return None
    if any(map(_at_once, notice.sections)):
        return None
    return next((one for one in due if one + TIME_TO_VOTE <= min(ends)), None)


def _at_once(section: Section) -> bool:
    return section.occasion in AT_ONCE or section.facts.get("own") is True


def can_wait(notice: Notice) -> bool:
    """An hour, even if it asks something."""
    moot = all(deadline.moot for deadline in notice.deadlines)
    return moot and not any(map(_at_once, notice.sections))


# How news wait


class WaitingNotice(Struct, frozen=True):
    """A notice that waited; `head` is the record's after it, where its letter would tell that, and
    `by` the version of the server that put it there. Without sections it is one that cannot be
    told any more, as letters have other facts now, or that a letter has no room for."""

    at: datetime
    thread: str
    sections: tuple[Section, ...]
    deadlines: tuple[Deadline, ...] = ()
    head: str = ""
    by: str = ""
    no_room: bool = False


def written(notice: Notice, head: str = "") -> str:
    told = {
        "by": __version__,
        "head": head,
        "sections": [[one.occasion, one.facts] for one in notice.sections],
        "deadlines": [asdict(one) for one in notice.deadlines],
    }
    return json.dumps(as_texts(told, _as_points), default=as_time, ensure_ascii=False)


def read(at: datetime, thread: str, text: str) -> WaitingNotice:
    told = json.loads(text, object_hook=read_time)
    sections = tuple(Section(occasion, facts) for occasion, facts in told["sections"])
    deadlines = tuple(Deadline(**one) for one in told["deadlines"])
    return WaitingNotice(at, thread, sections, deadlines, told["head"], told.get("by", ""))


def alone(one: WaitingNotice, seat: int) -> Notice:
    sections = tuple(map(_gathered, one.sections))
    return Notice(seat, sections, Matter("game"), "", "digest")


def tells(text: str, said: str) -> bool:
    """Whether it is what somebody said to all."""
    return any(facts.get("text") == said for _, facts in json.loads(text)["sections"])


def as_time(value: object) -> dict[str, str]:
    if isinstance(value, datetime):
        return {"$at": value.isoformat()}
    raise TypeError(f"a fact of a letter is a {type(value).__name__}")


def _as_points(value: PartPoints) -> dict[str, str]:
    return {"$points": value.written}


def read_time(fields: dict[str, Any]) -> Any:
    """Or points in parts."""
    match fields:
        case {"$at": str(moment), **others} if not others:
            return datetime.fromisoformat(moment)
        case {"$points": str(many), **others} if not others:
            return read_written(many)
    return fields


def scores_of(state: State) -> str:
    scores = {str(player.seat): player.score for player in state.players.values()}
    return json.dumps(as_texts(scores))


def read_scores(text: str | None) -> Mapping[int, int]:
    told = json.loads(text or "{}").items()
    return {int(seat): read_written(str(score)) for seat, score in told}


# The digest


class _Item(Struct, frozen=True):
    waited: WaitingNotice
    section: Section
    overtaken: bool

    def numbered(self, number: int) -> Section:
        heading = {"number": number, "at": self.waited.at, "head": self.waited.head}
        return replace(self.section, heading=heading)


def digest(
    waiting: Sequence[WaitingNotice],
    state: State,
    seat: int,
    preference: Preference,
    scores: Mapping[int, int],
) -> Notice:
    sections = _sections(waiting, state, seat, preference, scores)
    asks = sections[0].facts["owed"] or sections[0].facts["silence"]
    tag: Literal["", "?"] = "?" if asks else ""
    matter = f.ballot_matter(state) or Matter("game")
    return Notice(seat, sections, matter, tag, "digest", _deadlines(waiting, state, seat))


def is_empty(notice: Notice) -> bool:
    """A reminder waited, and what it was of is done."""
    front = notice.sections[0].facts
    return not any(front[one] for one in ("count", "owed", "silence", "untold", "no_room"))


def with_digest(
    notice: Notice,
    waiting: Sequence[WaitingNotice],
    state: State,
    preference: Preference,
    scores: Mapping[int, int],
) -> Notice:
    """The notice, with all that waited below it: nothing waits for this reader any more."""
    front, _, *items = _sections(waiting, state, notice.to, preference, scores)
    front = replace(front, facts={**front.facts, "below": True, "owed": [], "silence": None})
    names = {one.name for one in notice.deadlines}
    more = (one for one in _deadlines(waiting, state, notice.to) if one.name not in names)
    return replace(
        notice,
        sections=(*notice.sections, front, *items),
        deadlines=(*notice.deadlines, *more),
    )


def _sections(
    waiting: Sequence[WaitingNotice],
    state: State,
    seat: int,
    preference: Preference,
    scores: Mapping[int, int],
) -> tuple[Section, ...]:
    found = list(_items(waiting, state, seat))
    items = _together(found, state, seat)
    due = list(owed(state, seat).values())
    shown = [
        item.numbered(number)
        for number, item in enumerate((item for item in items if not item.overtaken), 1)
    ]
    front = {
        "cadence": "weekly" if preference.weekly else "daily" if preference.waits else "",
        "count": len(found),
        "untold": sum(not one.sections and not one.no_room for one in waiting),
        "no_room": sum(one.no_room for one in waiting),
        "talk_without": sum(one.no_room and one.thread == "talk" for one in waiting),
        "shown": shown,
        "overtaken": [item.section for item in items if item.overtaken],
        "owed": [asdict(one) for one in due],
        "silence": _silence(waiting, state, seat),
        "asked": state.is_open and any(one.kind in ("vote", "votes") for one in due),
        "ballots": f.ballots_facts(state, seat),
        "below": False,
    }
    # what is asked of the reader stands at the head already
    standing = {**f.status_facts(state, seat), "my_vote_missing": False, "gathered": True}
    standing["scores"] = f.score_facts(state, scores)
    return (Section("digest", front), Section("status", standing, heading={}), *shown)


def _items(waiting: Sequence[WaitingNotice], state: State, seat: int) -> Iterator[_Item]:
    threads = list(dict.fromkeys(one.thread for one in waiting))
    threads.sort(key=lambda thread: thread == "talk")
    for thread in threads:
        for one in waiting:
            if one.thread == thread:
                for section in one.sections:
                    if section.occasion not in AT_THE_HEAD:
                        gathered = _gathered(section)
                        yield _Item(one, gathered, _overtaken(section, state, seat))


def _together(items: list[_Item], state: State, seat: int) -> list[_Item]:
    """Many ballots, or results, are one thing of it."""
    told = [one for one in items if not one.overtaken]
    rest = [one for one in items if one.overtaken]
    while (found := together([one.section for one in told], state, seat)) is not None:
        places, section = found
        whole = replace(told[places[-1]], section=section)
        told = [one for place, one in enumerate(told) if place not in places[1:]]
        told[places[0]] = whole
    return [*told, *rest]


def _silence(waiting: Sequence[WaitingNotice], state: State, seat: int) -> Mapping[str, Any] | None:
    """Of who was told that they are silent, and has not written since."""
    silent = [one.until for one in silent_until(state) if one.seat == seat]
    told = [each.facts for one in waiting for each in one.sections if each.occasion == "silent"]
    return next((facts for facts in told if facts["until"] in silent), None)


def _gathered(section: Section) -> Section:
    """Without what is true of a letter of its own only, and what a digest need not say twice."""
    return replace(section, facts={**section.facts, **_GATHERED.get(section.occasion, {})})


_GATHERED: Mapping[str, Mapping[str, Any]] = {
    "talk": {"gathered": True},
    "ballot": {"gathered": True},
    "ballots": {"gathered": True},
    "late_ballot": {"gathered": True},
    "setting": {"settings": []},
}


def _overtaken(section: Section, state: State, seat: int) -> bool:
    number = section.facts.get("number")
    if section.occasion == "ballots":
        asked = {one["label"] for one in section.facts["ballots"]}
        return not any(
            label(one.number) in asked and seat in one.missing for one in state.open_polls
        )
    if section.occasion in ("ballot", "late_ballot") and isinstance(number, int):
        poll = state.polls.get(number)
        return poll is None or seat in poll.ballots
    if section.occasion in ("proposal", "chair_proposal"):
        now = state.proposals.get(number) if isinstance(number, int) else None
        still = now is not None and not now.withdrawn and number not in state.polls
        return not (still and now is not None and now.revision == section.facts["revision"])
    if section.occasion == "vote_extended":
        return number not in state.polls or section.facts["closes_at"] != state.closes_at
    return False


def _deadlines(waiting: Sequence[WaitingNotice], state: State, seat: int) -> tuple[Deadline, ...]:
    """For the calendar: what a ballot that waited set, and what it still holds and is over."""
    now = owed(state, seat)
    found = {one.name: one for waited in waiting for one in waited.deadlines}
    opened = {
        one.name
        for waited in waiting
        for one in waited.deadlines
        if not one.moot and any(section.occasion in BALLOTS for section in waited.sections)
    }
    told = (now.get(name, one) for name, one in found.items() if name in now or one.moot)
    return tuple(one for one in told if not (one.moot and one.name in opened))
