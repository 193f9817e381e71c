"""What the file of an old game says, as it says it: nothing here is worked out.

1. A field that is None, or empty, was not told.
2. `where` leads to the lines of an entry: `places` of a Told has it, and each of its keys.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from nomic_mail.archive.told import kinds as k
from nomic_mail.archive.told.moments import Date
from nomic_mail.game.state import label


class Stated(Struct, frozen=True, kw_only=True):
    where: str


class GameTold(Stated, frozen=True, kw_only=True):
    name: str = ""
    title: str = ""
    source: str = ""
    ruleset: str = ""
    about: str = ""
    players: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    began: Date | None = None
    ended: Date | None = None
    why: str = ""
    winners: tuple[str, ...] = ()
    goal: int | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    adoption: str = ""
    numbering: str = "proposal"
    in_force: tuple[int, ...] | None = None
    votes: str = ""


class PlayerTold(Stated, frozen=True, kw_only=True):
    name: str
    joined: Date | None = None
    left: Date | None = None
    points: int = 0


class RuleTold(Stated, frozen=True, kw_only=True):
    """Without a text it is not known; `text` is empty where it says nothing."""

    number: int
    title: str = ""
    text: str | None = None
    status: str = ""


class ProposalTold(Stated, frozen=True, kw_only=True):
    """`date` is that of its outcome. `votes` are those by name, from the lists and from the file of
    votes (None: none is told), and with `partial` not all of them. `points` are all that it
    brought, if they are told; `scores` are what was posted after it, of whom it was."""

    number: int
    by: str = ""
    turn: int | None = None
    proposed: Date | None = None
    date: Date | None = None
    kind: str = ""
    rule: int | None = None
    title: str = ""
    text: str | None = None
    status: str = ""
    becomes: int | None = None
    electorate: tuple[str, ...] = ()
    votes: Mapping[str, str] | None = None
    absent: tuple[str, ...] = ()
    partial: bool = False
    tally: Mapping[str, int] = field(default_factory=dict)
    adoption: str = ""
    outcome: str = "unknown"
    why: str = ""
    points: Mapping[str, int] | None = None
    scores: Mapping[str, int] = field(default_factory=dict)


class RemarkTold(Stated, frozen=True, kw_only=True):
    """What somebody said of a proposal. `by` is a player, one of `others`, or not told."""

    proposal: int
    text: str
    by: str = ""
    date: Date | None = None


class JudgmentTold(Stated, frozen=True, kw_only=True):
    """`proposal` is the one in whose turn it was asked."""

    proposal: int
    by: str = ""
    date: Date | None = None
    question: str = ""
    judge: str = ""
    ruling: str = ""
    reason: str = ""


SaidTold = RemarkTold | JudgmentTold


class File(Struct, frozen=True):
    name: str
    text: str


class Told(Struct, frozen=True):
    """`places` lead from `where` and its keys to a file and a line; `changes` are what proposals
    changed beside what stands in them, each as if it were one of its own; `said` is what was said
    and ruled of each, as it is written one below the other; `about` leads from where these are
    written to the number of their proposal."""

    files: tuple[File, ...]
    places: Mapping[str, tuple[str, int]]
    game: GameTold
    players: tuple[PlayerTold, ...]
    rules: tuple[RuleTold, ...]
    proposals: tuple[ProposalTold, ...]
    changes: Mapping[int, tuple[ProposalTold, ...]]
    now: tuple[RuleTold, ...]
    said: Mapping[int, tuple[SaidTold, ...]]
    about: Mapping[str, int]

    def place(self, where: str, *keys: str) -> tuple[str, int]:
        """The line of the first of the keys that is written, else of the entry."""
        for key in (*(f"{where}.{one}" for one in keys), where):
            if key in self.places:
                return self.places[key]
        return self.files[0].name, 1

    def called(self, where: str) -> str:
        """An entry as people call it."""
        section, _, place = where.rstrip("]").partition("[")
        if section == "players":
            return next((one.name for one in self.players if one.where == where), where)
        if section == "proposals":
            return f"proposal {label(self.proposals[int(place) - 1].number)}"
        if where in self.about:
            what = {"changes": "change by", "remarks": "remark on", "judgments": "judgment on"}
            return f"{what[section]} {label(self.about[where])}"
        if section == "now":
            return f"rule {self.now[int(place) - 1].number} now"
        return section


NUMBER = k.whole(0, k.MOST_NUMBER)
STATUS = k.one_of("immutable", "mutable", "typeless")
_RULE: Mapping[str, k.Kind] = {
    "number": NUMBER,
    "title": k.line(200),
    "text": k.text,
    "status": STATUS,
}
_SAID: Mapping[str, k.Kind] = {
    "proposal": k.reference,
    "by": k.name,
    "date": k.date,
}
OUTCOMES = ("adopted", "defeated", "lapsed", "withdrawn", "void", "vetoed", "unknown")
LISTS = ("for", "against", "abstain")
SECTIONS: Mapping[str, Mapping[str, k.Kind]] = {
    "game": {
        "name": k.game_name,
        "title": k.line(200),
        "source": k.line(500),
        "ruleset": k.line(200),
        "about": k.text,
        "players": k.names,
        "others": k.names,
        "order": k.names,
        "began": k.date,
        "ended": k.date,
        "why": k.line(500),
        "winners": k.names,
        "goal": k.whole(-k.MOST_POINTS, k.MOST_POINTS),
        "scores": k.points,
        "adoption": k.threshold,
        "numbering": k.one_of("proposal", "kept"),
        "in_force": k.numbers,
        "votes": k.file_name,
    },
    "players": {
        "name": k.name,
        "joined": k.date,
        "left": k.date,
        "points": k.whole(-k.MOST_POINTS, k.MOST_POINTS),
    },
    "rules": _RULE,
    "proposals": {
        "number": NUMBER,
        "by": k.name,
        "turn": k.whole(1, k.MOST_NUMBER),
        "proposed": k.date,
        "date": k.date,
        "kind": k.one_of("enact", "amend", "repeal", "transmute", "other"),
        "rule": NUMBER,
        "title": k.line(200),
        "text": k.text,
        "status": STATUS,
        "becomes": NUMBER,
        "electorate": k.names,
        **dict.fromkeys(LISTS, k.names),
        "absent": k.names,
        "partial": k.flag,
        "tally": k.tally,
        "adoption": k.threshold,
        "outcome": k.one_of(*OUTCOMES),
        "why": k.line(500),
        "points": k.points,
        "scores": k.points,
    },
    "changes": {
        **{key: _RULE[key] for key in ("title", "text", "status")},
        "proposal": k.reference,
        "kind": k.one_of("enact", "amend", "repeal", "transmute"),
        "rule": NUMBER,
        "becomes": NUMBER,
    },
    "remarks": {**_SAID, "text": k.words},
    "judgments": {
        **_SAID,
        "question": k.words,
        "judge": k.name,
        "ruling": k.words,
        "reason": k.words,
    },
    "now": _RULE,
}
MOST: Mapping[str, int] = {
    "players": k.MOST_NAMES,
    "rules": 5000,
    "proposals": 5000,
    "changes": 5000,
    "remarks": 20_000,
    "judgments": 5000,
    "now": 5000,
}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "players": ("name",),
    "rules": ("number",),
    "proposals": ("number",),
    "changes": ("proposal",),
    "remarks": ("proposal", "text"),
    "judgments": ("proposal",),
    "now": ("number",),
}
