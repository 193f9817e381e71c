"""The pages, in the order they are written, and what each of them is told."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from msgspec.structs import replace

from nomic_mail import __version__
from nomic_mail.archive.asides import SetAside, asides
from nomic_mail.archive.json import Laid, json_pieces, new_shelf
from nomic_mail.archive.keeping import kept
from nomic_mail.archive.opening import MARK, RECORD
from nomic_mail.archive.site import chart
from nomic_mail.archive.site.glance import described, glance
from nomic_mail.archive.site.linked import game_ld, games_ld
from nomic_mail.archive.site.now import goal_of, standing, waiting
from nomic_mail.archive.site.press import clean, printed
from nomic_mail.archive.site.shown import NOT_SHOWN, Shown
from nomic_mail.archive.site.walk import SiteWalk, Told, TurnPage, Version, form_of
from nomic_mail.archive.told.record import disagreements_in
from nomic_mail.game import events as e
from nomic_mail.game.events import Event
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import DIGITS, all_printed_with, read_number
from nomic_mail.game.numbers import printed as called
from nomic_mail.game.record import PlayerRecord, ProposalRecord
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import TOLD, label

Page = tuple[str, Iterable[bytes]]

STYLE, SCRIPT, ICON = "style.css", "site.js", "icon.svg"
MOST_SEARCHED = 2000  # characters of one text in the index
LATELY = 8
REWRITES = (
    e.PlayerReplaced,
    e.VotingReopened,
    e.ActUndone,
    e.RuleCorrected,
    e.TalkRemoved,
    e.ScoreCorrected,
)


def rewrites(event: Event) -> bool:
    """Whether pages of what was long over may read otherwise after it."""
    return isinstance(event, REWRITES)


def site_pages(
    laid: Laid,
    events: Iterable[Event],
    since: int = 0,
    record_at: str = RECORD,
    addresses: Mapping[str, str] | None = None,
    shown: Shown = NOT_SHOWN,
) -> Iterator[Page]:
    """`record_at` is where the record is: in the site itself, if nowhere else; but that has none
    before the end where a rule keeps, or kept, what its owner alone may see. `addresses` are by
    the seat's number."""
    if record_at == RECORD and laid.record.keeps_secrets:
        record_at = ""
    site = _Site(laid, since, record_at, addresses, shown)
    digits = laid.record.digits
    for one in (STYLE, SCRIPT, ICON):
        yield one, printed(one)
    for path, pieces in all_printed_with(digits, _told(site, events, since)):
        yield path, all_printed_with(digits, pieces)
    if record_at == RECORD:
        yield RECORD, json_pieces(laid, addresses)
    told = {"program": __version__, "events": len(laid.lines), "head": laid.head}
    told |= {"shown": shown.told, "game": site.glance}
    told |= {} if record_at else {"withheld": True}
    told |= {} if digits == DIGITS else {"digits": digits}
    yield MARK, [json.dumps(told, indent=2).encode() + b"\n"]


def _told(site: "_Site", events: Iterable[Event], since: int) -> Iterator[Page]:
    for part in site.walk.through(events):
        if part.seen > since:
            yield site.turn(part) if isinstance(part, TurnPage) else site.book(part)
    yield from site.rule_pages()
    yield from site.proposal_pages()
    yield from site.whole()


# How a game stands, the most alive first.
SHOWN_AS = {
    "running": "running",
    "forming": "gathering players",
    "paused": "paused",
    "ended": "over",
}
IN_ORDER = list(SHOWN_AS)


def all_games(server: str, games: Iterable[Told], url: str = "") -> Iterator[Page]:
    """What leads to the sites of several games, each in a folder of its `name`: with its `title`,
    its `status`, and what it is at a glance (`told`), or None."""
    for one in (STYLE, SCRIPT, ICON):
        yield one, printed(one)
    listed = sorted(games, key=_last_news, reverse=True)
    listed.sort(key=lambda one: IN_ORDER.index(one["status"]))
    facts = {"server": server, "url": url, "games": listed, "ld": games_ld(server, url, listed)}
    yield "index.html", printed("games.html", words_of=SHOWN_AS, **facts)


def _last_news(one: Told) -> str:
    return str(one["told"]["news"].get("at", "")) if one["told"] else ""


class _Site:
    def __init__(
        self,
        laid: Laid,
        since: int,
        record_at: str,
        addresses: Mapping[str, str] | None,
        shown: Shown,
    ) -> None:
        self.laid, self.record, self.record_at = laid, laid.record, record_at
        self.addresses, self.shown = addresses or {}, shown
        self.glance: Told = {}
        self.walk = SiteWalk.on(new_shelf(), since)

    def _page(self, path: str, template: str, part: str, **facts: Any) -> Page:
        root = "../" * path.count("/")
        shared = {
            "root": root,
            "part": part,
            "path": path,
            "game": self.record,
            "record_at": f"{root}{self.record_at}" if self.record_at else "",
            "name_of": self._name,
            "home": self._home,
            "has_page": self.record.proposals.__contains__,
            "has_points": self.record.has_points,
            "shown": self.shown,
        }
        return path, printed(template, **shared, **facts)

    def _name(self, seat: int) -> str:
        one = self.record.players.get(seat)
        nobody = "somebody" if self.record.ruleset == TOLD else "the Moderator"
        return one.name if one is not None else nobody

    def _home(self, number: int | str | None) -> int | None:
        """The lineage of the rule that has, or had, this number; None where there is no page."""
        number = read_number(number) if isinstance(number, str) else number
        lineage = self.walk.homes.get(number) if number is not None else None
        return lineage if lineage in self.record.rules else None

    # Turn by turn

    def turn(self, one: TurnPage) -> Page:
        return self._page(f"turns/{one.number}.html", "turn.html", "history", one=one)

    # The rules

    def book(self, version: Version) -> Page:
        here = [one for one in version.rules if version.since[one.lineage] == version.number]
        aside = self._asides(version.rules)
        facts = {
            "book": version,
            "form_of": lambda one: form_of(one, version.since[one.lineage], None),
            "aside_of": lambda one: aside.get(one.lineage),
            "contents": _contents(here),
        }
        return self._page(f"book/{version.number}.html", "book.html", "rules", **facts)

    def _asides(self, rules: Rules) -> Mapping[int, SetAside]:
        return {} if self.record.ruleset == TOLD else asides(rules)

    def rule_pages(self) -> Iterator[Page]:
        for lineage in sorted(self.record.rules):
            if lineage in self.walk.changed:
                life = self.record.rules[lineage]
                facts = {"life": life, "forms": list(_with_the_one_before(life.forms))}
                facts["aside"] = self._asides(self.walk.state.rules).get(lineage)
                yield self._page(f"rules/{lineage}.html", "rule.html", "rules", **facts)

    # The proposals

    def proposal_pages(self) -> Iterator[Page]:
        numbers = list(self.record.proposals)
        around = [None, *numbers, None]
        touched = self.walk.touched
        for place, number in enumerate(numbers):
            before, after = around[place], around[place + 2]
            if touched & {number, after}:
                facts = {"before": before, "after": after}
                yield self._proposal(self.record.proposals[number], facts)

    def _proposal(self, one: ProposalRecord, facts: Told) -> Page:
        story: list[Told] = self.walk.stories[one.number]
        worded = [told for told in story if told["kind"] in ("proposed", "revised")]
        counted = [told for told in story if told["kind"] == "closed"]
        facts |= {
            "one": one,
            "story": story,
            "change": worded[-1]["facts"]["change"],
            "count": counted[-1] if counted and self._was_counted(one) else None,
        }
        return self._page(f"proposals/{one.number}.html", "proposal.html", "proposals", **facts)

    def _was_counted(self, one: ProposalRecord) -> bool:
        """Of a game that is told, the numbers may not be."""
        return one.tally is not None or self.record.ruleset == TOLD

    def _proposals(self) -> Iterator[Told]:
        for number in self.record.proposals:
            one = self.record.proposals[number]
            yield {"one": one, "change": self._change(number)}

    def _change(self, number: int) -> Told:
        worded = [t for t in self.walk.stories[number] if t["kind"] in ("proposed", "revised")]
        change: Told = worded[-1]["facts"]["change"]
        return change

    # What is about the whole game

    def whole(self) -> Iterator[Page]:
        record, state = self.record, self.walk.state
        found = chart.columns(record)
        goal = goal_of(state.rules)
        charts = [chart.chart(record, found, goal, narrow=narrow) for narrow in (False, True)]
        ranked = standing(record)
        news = list(self.walk.news)
        yield self._front(ranked, goal, news)
        yield self._page(
            "rules.html",
            "rules.html",
            "rules",
            forms=self._forms,
            contents=_contents(state.rules),
            aside=self._asides(state.rules),
            versions=self.walk.versions,
            latest=len(self.walk.versions) - 1,
            mechanics=mechanics_of(state.rules) if record.ruleset != TOLD else (),
            repealed=[one for one in self._lives() if one["gone_at"]],
        )
        yield self._page("proposals.html", "proposals.html", "proposals", all=self._proposals())
        yield self._page(
            "players.html",
            "players.html",
            "players",
            ranked=ranked,
            proposed=self._proposed(),
            addresses=self.addresses,
        )
        told = {"charts": charts, "ranked": ranked, "goal": goal, "kept": kept(state)}
        yield self._page("scores.html", "scores.html", "scores", **told)
        if record.ruleset == TOLD:
            doubts = disagreements_in(self.laid.told)
            yield self._page("doubts.html", "doubts.html", "doubts", doubts=doubts)
        else:
            yield self._page("dice.html", "dice.html", "dice", joined=self._joined())
        yield self._page("history.html", "history.html", "history")
        yield self._page(
            "search.html", "search.html", "search", lives=self._lives(), all=self._proposals()
        )
        yield "search.js", self._index()
        yield self._page(
            "feed.xml",
            "feed.xml",
            "feed",
            news=news[::-1],
            id_of=self._id_of,
            feed_id=uuid5(NAMESPACE_OID, f"feed {self.laid.lines[0]['hash']}").urn,
        )

    def _front(self, ranked: list[PlayerRecord], goal: int | None, news: list[Told]) -> Page:
        record, state = self.record, self.walk.state
        self.glance = glance(record, state, news)
        words, names = described(self.glance), [one.name for one in ranked]
        facts = {
            "now": waiting(state),
            "ranked": ranked,
            "goal": goal,
            "lately": news[::-1][:LATELY],
            "laid": self.laid,
            "words": words,
            "ld": game_ld(record, names, words, self.laid.head, self.record_at, self.shown),
        }
        return self._page("index.html", "index.html", "front", **facts)

    def _forms(self) -> Iterator[Told]:
        """By the numbers they had; those that stood when the game began first."""
        keys = sorted((one["number"], one["since"], n) for n, one in enumerate(self.walk.forms))
        return (self.walk.forms[place] for _, _, place in keys)

    def _lives(self) -> list[Told]:
        """Each rule that there was, by its last number."""
        found = []
        for lineage, life in self.record.rules.items():
            form = replace(life.forms[-1], text="", clauses=())
            found.append({"lineage": lineage, "form": form, "gone_at": life.repealed_at})
        return sorted(found, key=lambda one: (one["form"].number, one["lineage"]))

    def _proposed(self) -> dict[int, list[int]]:
        """The numbers of their proposals, by seat."""
        found: dict[int, list[int]] = {seat: [] for seat in self.record.players}
        for number in self.record.proposals:
            found.setdefault(self.record.proposals[number].by, []).append(number)
        return found

    def _joined(self) -> list[int]:
        """The seats in the order that the shuffle began with."""
        shuffle = self.record.shuffle
        if shuffle is None or not shuffle.over:
            return []
        try:
            return [int(seat) for seat, _ in json.loads(shuffle.over)["joined"]]
        except (KeyError, TypeError):
            return []

    def _id_of(self, place: int) -> str:
        """A moment's name in the feed, for good: from the hash of its event."""
        return uuid5(NAMESPACE_OID, str(self.laid.lines[place - 1]["hash"])).urn

    def _index(self) -> Iterator[bytes]:
        """A script that sets one value: so it can be loaded from a disk, too."""
        yield b"var NOMIC_INDEX = [\n"
        for row in self._searched():
            yield json.dumps([clean(one)[:MOST_SEARCHED] for one in row]).encode() + b",\n"
        yield b"];\n"

    def _searched(self) -> Iterator[tuple[str, str, str, str]]:
        """Kind, where it is, its heading, its words."""
        for told in self._lives():
            form = self.record.rules[told["lineage"]].forms[-1]
            kind = "Repealed rule" if told["gone_at"] else "Rule"
            at = f"rules/{told['lineage']}.html"
            yield kind, at, f"{called(form.number)} {form.title}", form.text
        for number in self.record.proposals:
            one, change = self.record.proposals[number], self._change(number)
            title = change["title"] or change["target_title"]
            said = "\n".join(remark.text for remark in one.debate)
            texts = "\n".join(each["text"] for each in (change, *change["more"]))
            words = f"{self._name(one.by)} {one.outcome}\n{texts}\n{said}"
            yield "Proposal", f"proposals/{number}.html", f"{label(number)} {title}", words
        for seat, player in self.record.players.items():
            yield "Player", f"players.html#seat-{seat}", player.name, ""


def _contents(rules: Iterable[Rule]) -> list[tuple[str, str]]:
    """Where each rule stands on a page of the book, and what it is called."""
    return [
        (f"r{one.lineage}", f"{called(one.number)} {one.title or 'Without a title'}")
        for one in rules
    ]


def _with_the_one_before(forms: Iterable[Any]) -> Iterator[Told]:
    kept = list(forms)
    yield {"form": kept[0], "was": None}
    for was, form in pairwise(kept):
        yield {"form": form, "was": was}
