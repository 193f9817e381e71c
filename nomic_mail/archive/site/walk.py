"""The game gone through once, and what its pages tell laid on a shelf.

1. A turn's page and a version of the rule book are given away as soon as nothing more can come to
   them; what belongs to a proposal waits on the shelf until the end.
2. A version of the rule book is what was in force from one moment to the next. What a count or an
   act made of the rules, and what took that back, are versions both: each was in force. Its page
   has the text of what is new in it, and leads to the others: a text stands in the book once, and
   of most rules no more than a line in so many pages (parts.py).
"""

from collections import deque
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct, field

from nomic_mail.archive.asides import asides
from nomic_mail.archive.form import plain
from nomic_mail.archive.shelf import Cards, Rows, Shelf
from nomic_mail.archive.site.parts import BookPart, Cutting
from nomic_mail.archive.text import WORDS
from nomic_mail.game import events as e
from nomic_mail.game.events import Event
from nomic_mail.game.evolve import evolve
from nomic_mail.game.numbers import printed
from nomic_mail.game.record.story import Moment
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import TOLD, State
from nomic_mail.phrases import chronicled

NEWS = 60  # moments that the feed tells
# In no feed: what belongs to other news, and what is done by the way.
QUIET = ("rule", "throw", "points", "setting", "consented", "acted", "asked")

Told = dict[str, Any]


class Version(Struct):
    """`rules` hold from `at` on; `why` is what made them so, and `fresh` what is new in them, by
    lineage; `since` is the version that each of them stands in so from. `seen` is the place of the
    last event that its page shows something of."""

    number: int
    at: datetime
    rules: Rules
    why: list[str] = field(default_factory=list)
    fresh: set[int] = field(default_factory=set)
    since: dict[int, int] = field(default_factory=dict)
    parts: tuple[BookPart, ...] = ()
    seen: int = 0
    last: bool = False


class TurnPage(Struct):
    """`before` and `after` are the turns around it: of a game that is told, some may be missing."""

    number: int
    before: int | None = None
    after: int | None = None
    moments: list[Told] = field(default_factory=list)
    seen: int = 0
    last: bool = False


class SiteWalk(Struct):
    """`forms` are all that a rule was, each with the versions it was in force in; `homes` lead from
    any number a rule has had to its lineage."""

    stories: Cards[Any]
    forms: Rows[Any]
    versions: Rows[Any]
    since: int = 0
    state: State = field(default_factory=State)
    news: deque[Told] = field(default_factory=lambda: deque(maxlen=NEWS))
    homes: dict[int, int] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)  # proposals
    changed: set[int] = field(default_factory=set)  # rules, by lineage
    _version: Version | None = None
    _standing: dict[int, tuple[Rule, int]] = field(default_factory=dict)
    _over: list[Version] = field(default_factory=list)
    _cutting: Cutting = field(default_factory=Cutting)

    @classmethod
    def on(cls, shelf: Shelf, since: int = 0) -> "SiteWalk":
        return cls(shelf.cards(object), shelf.rows(object), shelf.rows(object), since)

    def through(self, events: Iterable[Event]) -> Iterator[TurnPage | Version]:
        """Turn 0 is what was before the first. One that began, was taken back with the count before
        it, and began again has one page."""
        page = TurnPage(0)
        for moment in chronicled(self._seen(events)):
            page.seen = self.state.version + 1
            if moment.kind == "turn" and moment.facts["turn"] > page.number:
                page.after = moment.facts["turn"]
                yield page
                page = TurnPage(page.after, page.number, seen=page.seen)
            if told := _told(moment, page.number, page.seen):
                page.moments.append(told)
                self._keep(moment, told)
            yield from self._done()
        page.last = True
        yield page
        self._end()
        yield from self._done()

    def _seen(self, events: Iterable[Event]) -> Iterator[Event]:
        """The state is the one before the event, as long as somebody looks at it."""
        for event in events:
            yield event
            before, self.state = self.state, evolve(self.state, event)
            if self.state.version > self.since:  # a ballot is no moment, and is on a page
                self.touched |= {*before.proposals, *self.state.proposals}
            rules = self.state.rules
            if rules is not before.rules and rules.by_number != before.rules.by_number:
                self._changed(event, rules)
                self._turned_aside(before.rules, rules)

    def _keep(self, moment: Moment, told: Told) -> None:
        if told["place"] > self.since:
            self.touched.update(moment.numbers)
        for number in moment.numbers:
            if number in self.stories:
                self.stories[number].append(told)
            elif moment.kind == "proposed":
                self.stories[number] = [told]
        if told["kind"] not in QUIET:
            self.news.append(told)

    # The rule book

    def _changed(self, event: Event, rules: Rules) -> None:
        last = self._version
        if last is None or last.at != event.at:
            if last is not None:
                last.seen = self.state.version  # from now on there is a next one
                self._over.append(last)
            number = last.number + 1 if last is not None else 0
            self._version = Version(number, event.at, rules)
        version = self._version
        if version is None:
            return
        version.rules, version.seen = rules, self.state.version
        version.why += [one for one in [_why(event)] if one not in version.why]
        self._put_down(version, self.state.version > self.since)

    def _turned_aside(self, before: Rules, rules: Rules) -> None:
        """A rule's page changes, too, where another comes before it from now on, or no more."""
        if self.state.version > self.since:
            was, now = asides(before), asides(rules)
            self.changed |= {one for one in {*was, *now} if was.get(one) != now.get(one)}

    def _put_down(self, version: Version, is_new: bool) -> None:
        """What is in force no more is laid on the shelf."""
        now = {rule.lineage: rule for rule in version.rules}
        for lineage, (rule, since) in list(self._standing.items()):
            if now.get(lineage) != rule:
                del self._standing[lineage]
                version.fresh.add(lineage)
                if since < version.number:
                    self.forms.append(form_of(rule, since, version.number))
        for lineage, rule in now.items():
            if lineage not in self._standing:
                self._standing[lineage] = rule, version.number
                self.homes[rule.number] = lineage
                version.fresh.add(lineage)
        version.since = {lineage: since for lineage, (_, since) in self._standing.items()}
        if is_new:
            self.changed |= version.fresh

    def _done(self) -> Iterator[Version]:
        told = self.state.ruleset == TOLD
        for version in self._over:
            version.parts = self._cutting.cut(
                version.number, version.rules, version.since, told=told
            )
            self.versions.append(
                {"number": version.number, "at": plain(version.at), "why": version.why}
            )
            yield version
        self._over.clear()

    def _end(self) -> None:
        if self._version is not None:
            self._version.last = True
            self._over.append(self._version)
        for rule, since in self._standing.values():
            self.forms.append(form_of(rule, since, None))


def form_of(rule: Rule, since: int, until: int | None) -> Told:
    """`until` is the first version without it."""
    return {
        "lineage": rule.lineage,
        "number": rule.number,
        "status": rule.status,
        "title": rule.title,
        "text": rule.text,
        "clauses": list(rule.clauses),
        "since": since,
        "until": until,
    }


def _why(event: Event) -> str:
    if isinstance(event, e.GameCreated):
        return "The rules that the game began with"
    if isinstance(event, e.RuleChanged):
        return f"Proposal {event.proposal} is adopted"
    if isinstance(event, e.RuleLapsed):
        return f"Rule {printed(event.rule)} is repealed by its own program"
    if isinstance(event, e.RuleBound):
        return f"The Moderator says what rule {printed(event.number)} makes the server do"
    if isinstance(event, e.RuleCorrected):
        return f"Rule {printed(event.number)} is set right"
    if isinstance(event, e.VotingReopened):
        return "A count is taken back"
    return "An act of the Moderator is taken back"


def _told(moment: Moment, turn: int, place: int) -> Told | None:
    """As plain values: the words for it, and what stands beneath them. Nothing of what has none."""
    words = WORDS.get(moment.kind)
    if words is None or (moment.kind == "turn_ended" and not moment.facts["skipped"]):
        return None
    return {
        "at": plain(moment.at),
        "kind": moment.kind,
        "words": words(moment.facts),
        "facts": plain(moment.facts),
        "numbers": [number for number in moment.numbers if number >= 0],
        "turn": turn,
        "place": place,
    }
