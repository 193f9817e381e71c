"""What waits for a player's digest, and the digest itself. Pure.

1. What asks something of its reader, answers their own letter, is about their own seat, or ends
   the game never waits. Talk goes by a preference of its own.
2. A digest is one letter: what is asked of its reader, a table of contents, how the game stands,
   and then the news that waited as they would have come, thread by thread, talk last.
3. What was overtaken is named in it, and not shown: a text that was revised, a proposal whose
   ballot went out at once.
4. Facts wait as JSON, times in it as such; so a digest counts "in 2 days" from its own time.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal

from nomic_mail.game.numbers import as_texts
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.deadlines import Deadline, owed
from nomic_mail.post.drafts import Notice, Section

AT_ONCE = frozenset({"welcome", "farewell", "ended"})
Way = Literal["at once", "digest", "never"]


@dataclass(frozen=True, slots=True)
class Preference:
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


def _at_once(section: Section) -> bool:
    return section.occasion in AT_ONCE or section.facts.get("own") is True


def can_wait(notice: Notice) -> bool:
    """An hour, even if it asks something."""
    moot = all(deadline.moot for deadline in notice.deadlines)
    return moot and not any(map(_at_once, notice.sections))


# How news wait


@dataclass(frozen=True, slots=True)
class WaitingNotice:
    """A notice that waited; `head` is the record's after it, where its letter would tell that."""

    at: datetime
    thread: str
    sections: tuple[Section, ...]
    deadlines: tuple[Deadline, ...] = ()
    head: str = ""


def written(notice: Notice, head: str = "") -> str:
    told = {
        "head": head,
        "sections": [[one.occasion, one.facts] for one in notice.sections],
        "deadlines": [asdict(one) for one in notice.deadlines],
    }
    return json.dumps(as_texts(told), default=as_time, ensure_ascii=False)


def read(at: datetime, thread: str, text: str) -> WaitingNotice:
    told = json.loads(text, object_hook=read_time)
    sections = tuple(Section(occasion, facts) for occasion, facts in told["sections"])
    deadlines = tuple(Deadline(**one) for one in told["deadlines"])
    return WaitingNotice(at, thread, sections, deadlines, told["head"])


def tells(text: str, said: str) -> bool:
    """Whether it is what somebody said to all."""
    return any(facts.get("text") == said for _, facts in json.loads(text)["sections"])


def as_time(value: object) -> dict[str, str]:
    if isinstance(value, datetime):
        return {"$at": value.isoformat()}
    raise TypeError(f"a fact of a letter is a {type(value).__name__}")


def read_time(fields: dict[str, Any]) -> Any:
    return datetime.fromisoformat(fields["$at"]) if list(fields) == ["$at"] else fields


def scores_of(state: State) -> str:
    return json.dumps({str(player.seat): player.score for player in state.players.values()})


def read_scores(text: str | None) -> Mapping[int, int]:
    return {int(seat): score for seat, score in json.loads(text or "{}").items()}


# The digest


@dataclass(frozen=True, slots=True)
class _Item:
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
    tag: Literal["", "?"] = "?" if owed(state, seat) else ""
    matter = f.ballot_matter(state) or Matter("game")
    return Notice(seat, sections, matter, tag, "digest", _moot(waiting, state, seat))


def with_digest(
    notice: Notice,
    waiting: Sequence[WaitingNotice],
    state: State,
    preference: Preference,
    scores: Mapping[int, int],
) -> Notice:
    """The notice, with all that waited below it: nothing waits for this reader any more."""
    front, _, *items = _sections(waiting, state, notice.to, preference, scores)
    front = replace(front, facts={**front.facts, "below": True, "owed": []})
    names = {one.name for one in notice.deadlines}
    moot = (one for one in _moot(waiting, state, notice.to) if one.name not in names)
    return replace(
        notice,
        sections=(*notice.sections, front, *items),
        deadlines=(*notice.deadlines, *moot),
    )


def _sections(
    waiting: Sequence[WaitingNotice],
    state: State,
    seat: int,
    preference: Preference,
    scores: Mapping[int, int],
) -> tuple[Section, ...]:
    items = list(_items(waiting, state))
    shown = [
        item.numbered(number)
        for number, item in enumerate((item for item in items if not item.overtaken), 1)
    ]
    front = {
        "cadence": "weekly" if preference.weekly else "daily" if preference.waits else "",
        "count": len(items),
        "shown": shown,
        "overtaken": [item.section for item in items if item.overtaken],
        "owed": [asdict(one) for one in owed(state, seat).values()],
        "ballots": f.ballots_facts(state, seat),
        "below": False,
    }
    # what is asked of the reader stands at the head already
    standing = {**f.status_facts(state, seat), "my_vote_missing": False}
    standing["scores"] = f.score_facts(state, scores)
    return (Section("digest", front), Section("status", standing, heading={}), *shown)


def _items(waiting: Sequence[WaitingNotice], state: State) -> Iterator[_Item]:
    threads = list(dict.fromkeys(one.thread for one in waiting))
    threads.sort(key=lambda thread: thread == "talk")
    for thread in threads:
        for one in waiting:
            if one.thread == thread:
                for section in one.sections:
                    gathered = _gathered(section)
                    yield _Item(one, gathered, _overtaken(section, state))


def _gathered(section: Section) -> Section:
    """Without what is true of a letter of its own only, and what a digest need not say twice."""
    return replace(section, facts={**section.facts, **_GATHERED.get(section.occasion, {})})


_GATHERED: Mapping[str, Mapping[str, Any]] = {
    "talk": {"gathered": True},
    "setting": {"settings": []},
}


def _overtaken(section: Section, state: State) -> bool:
    number = section.facts.get("number")
    if section.occasion in ("proposal", "chair_proposal"):
        now = state.proposals.get(number) if isinstance(number, int) else None
        still = now is not None and not now.withdrawn and number not in state.polls
        return not (still and now is not None and now.revision == section.facts["revision"])
    if section.occasion == "vote_extended":
        return number not in state.polls or section.facts["closes_at"] != state.closes_at
    return False


def _moot(waiting: Sequence[WaitingNotice], state: State, seat: int) -> tuple[Deadline, ...]:
    """What a calendar still holds of it, and is over."""
    now = owed(state, seat)
    found = {one.name: one for waited in waiting for one in waited.deadlines}
    return tuple(one for name, one in found.items() if one.moot and name not in now)
