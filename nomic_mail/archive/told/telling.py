"""What is told, gone through once: the events that it makes, and where it disagrees with itself."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct, field

from nomic_mail.archive.told.book import NOT_TOLD, BookTold, changed
from nomic_mail.archive.told.comparing import compared_rules
from nomic_mail.archive.told.counting import Stated, compared, counts_of
from nomic_mail.archive.told.form import PlayerTold, ProposalTold, Told
from nomic_mail.archive.told.moments import NOTHING, Date
from nomic_mail.archive.told.ordering import misplaced, stages
from nomic_mail.archive.told.saying import around, dated, events_of, names
from nomic_mail.archive.told.standing import Standing
from nomic_mail.archive.told.words import NONE, NOTE, SEVERAL
from nomic_mail.game import events as e
from nomic_mail.game.commands import Change
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import TOLD

DECIDED = ("adopted", "defeated", "lapsed", "vetoed", "unknown")
UNDATED = Date(datetime(1970, 1, 1, tzinfo=UTC), NOTHING)


class Disagreement(Struct, frozen=True):
    """`where` is the entry and its key, `file` and `line` where it is written."""

    file: str
    line: int
    where: str
    stated: str
    follows: str


class Telling(Struct):
    told: Told
    events: list[e.Event] = field(default_factory=list)
    found: list[Disagreement] = field(default_factory=list)
    _seats: dict[str, int] = field(default_factory=dict)
    _date: Date = UNDATED
    _now: datetime = UNDATED.at
    _step: int = 0
    _turn: tuple[int, int] | None = None
    _there: set[str] = field(default_factory=set)
    _gone: set[str] = field(default_factory=set)

    # Where and when

    def differs(self, where: str, key: str, stated: str, follows: str) -> None:
        file, line = self.told.place(where, key, key.partition(".")[0])
        named = f"{self.told.called(where)}, {key.replace('.', ' of ', 1)}"
        self.found.append(Disagreement(file, line, named, stated, follows))

    def all_differ(self, where: str, found: Iterable[Stated]) -> None:
        for key, stated, follows in found:
            self.differs(where, key, stated, follows)

    def at(self, date: Date | None) -> datetime:
        """The moment of what is told next. What has no date has that of what came before."""
        self._step += 1
        if date is not None:
            self._date = date
        self._now = (date or Date(self._date.at, NOTHING)).moment(self._step)
        return self._now

    def aside(self, date: Date | None) -> datetime:
        """The moment of what is told out of its time."""
        kept = self._date, self._now
        at = self.at(date)
        self._date, self._now = kept
        return at

    def in_time(self, told: Iterable[tuple[str, str, Date | None]]) -> None:
        """Time does not run backwards in what is told one after the other."""
        last: tuple[Date, str] | None = None
        for where, key, date in told:
            if date is None:
                continue
            if last is not None and last[0].surely_after(date):
                follows = f"not before {last[0]} ({self.told.called(last[1])})"
                self.differs(where, key, str(date), follows)
            else:
                last = date, where


def tell(told: Told) -> Telling:
    telling = Telling(told)
    book = BookTold(told)
    standing = Standing({one.name: one.points for one in told.players})
    dated = [one.proposed or one.date for one in told.proposals]
    known = [one for one in dated if one is not None]
    first = told.game.began or min(known, key=lambda one: one.at, default=None)
    if first is not None:
        telling._date = Date(first.at, NOTHING)
    founded = telling.at(told.game.began)
    telling.events.append(e.Announced(at=founded, text="\n\n".join(_about(told))))
    _begin(telling)
    wrong = misplaced(told, numbered=book.renumbers)
    for stage in stages(told.proposals):
        if stage.ends:
            _ended(telling, stage.one, book, standing)
        else:
            _made(telling, stage.one, book, wrong.get(stage.one.where, ()))
    _end(telling, standing)
    for where, *differing in compared_rules(told, book):
        telling.differs(where, *differing)
    telling.events.insert(0, _founded(told, book, founded))
    return telling


def _founded(told: Told, book: BookTold, at: datetime) -> e.GameCreated:
    return e.GameCreated(
        at=at,
        name=told.game.name,
        title=told.game.title,
        ruleset=TOLD,
        settings=Settings(),
        rules=tuple(one.rule for one in sorted(book.initial, key=lambda one: one.number)),
        first_number=min((one.number for one in told.proposals), default=301),
    )


def _about(told: Told) -> Iterator[str]:
    game = told.game
    yield NOTE
    if game.source:
        yield f"Where it is from: {game.source}"
    if game.ruleset:
        yield f"The rules it began with: {game.ruleset}"
    if game.about:
        yield game.about


# Who plays


def _begin(telling: Telling) -> None:
    game = telling.told.game
    for seat, one in enumerate(telling.told.players, 1):
        telling._seats[one.name] = seat
        if one.joined is not None and one.left is not None and one.joined.surely_after(one.left):
            telling.differs(one.where, "left", str(one.left), f"not before {one.joined}")
    _join(telling, game.began or telling._date, ())
    there = [name for name in dict.fromkeys(game.order) if name in telling._there]
    order = tuple(telling._seats[name] for name in there)  # who comes later is put behind them
    started = e.GameStarted(
        at=telling.at(game.began), order=order, how=TOLD, rule=None, link="", over=(), proven=False
    )
    telling.events.append(started)


def _join(telling: Telling, by: Date | None, named: Iterable[str]) -> None:
    """Who is there by then, and who is named; without a date, all that were not there yet."""
    here, undated = set(named), telling.aside(None)
    for one in telling.told.players:
        late = by is not None and one.joined is not None and one.joined.surely_after(by)
        if one.name in telling._there or (late and one.name not in here):
            continue
        telling._there.add(one.name)
        seat, surname = telling._seats[one.name], one.name.split()[-1]
        at = telling.aside(one.joined) if one.joined is not None else undated
        joined = e.PlayerJoined(
            at=at, seat=seat, name=one.name, surname=surname, letter="", score=one.points
        )
        telling.events.append(joined)


def _leave(telling: Telling, before: Date | None) -> None:
    """Who left before that; without a date, all of whom it is told."""
    for one in telling.told.players:
        if one.left is None or one.name in telling._gone or one.name not in telling._there:
            continue
        if before is None or before.surely_after(one.left):
            telling._gone.add(one.name)
            at, seat = telling.aside(one.left), telling._seats[one.name]
            telling.events.append(e.PlayerLeft(at=at, seat=seat, rule=0))


def _electorate(telling: Telling, one: ProposalTold) -> list[str]:
    """Who could vote: as it is told, else those who played at its end."""
    if one.electorate:
        return list(dict.fromkeys(one.electorate))
    players = [player for player in telling.told.players if player.name in telling._there]
    at = one.date or one.proposed
    return [player.name for player in players if not _not_there(telling, player, at, at)]


def _not_there(telling: Telling, player: PlayerTold, since: Date | None, until: Date | None) -> str:
    """Why somebody did not play at any time between these."""
    if until is not None and player.joined is not None and player.joined.surely_after(until):
        return f"{player.name} joined {player.joined}"
    if player.left is None:
        return ""
    gone = player.name in telling._gone if since is None else since.surely_after(player.left)
    return f"{player.name} left {player.left}" if gone else ""


# Proposals


def _made(telling: Telling, one: ProposalTold, book: BookTold, misplaced: Iterable[Stated]) -> None:
    before, after = around(telling.told, one)
    telling.in_time([("game", "began", telling.told.game.began), *dated(one, before, after)])
    telling.all_differ(one.where, misplaced)
    at = one.proposed or one.date
    _join(telling, at or telling._date, (one.by, *names(before)))
    _leave(telling, at or UNDATED)
    by = telling._seats.get(one.by, 0)
    _turn(telling, one, by)
    telling.all_differ(one.where, book.aimed_at(one))
    _propose(telling, one, book, by)
    telling.events.extend(events_of(before, telling._seats, telling.at))


def _ended(telling: Telling, one: ProposalTold, book: BookTold, standing: Standing) -> None:
    where, (_, after) = one.where, around(telling.told, one)
    people = (*one.electorate, *(one.votes or {}), *(one.points or {}), *one.scores, *one.absent)
    _join(telling, one.date or one.proposed or telling._date, (*people, *names(after)))
    by = telling._seats.get(one.by, 0)
    electorate, adoption = _electorate(telling, one), one.adoption or telling.told.game.adoption
    telling.all_differ(where, compared(one, electorate, adoption))
    telling.all_differ(where, _voters(telling, one, electorate))
    if adoption and one.outcome != "withdrawn":
        _open(telling, one, electorate, adoption)
    at = telling.at(one.date)
    if one.outcome == "withdrawn":
        telling.events.append(e.ProposalWithdrawn(at=at, number=one.number, by=by, due_at=None))
    else:
        telling.events.extend(_count(telling, one, electorate, at))
    if one.outcome == "adopted":
        for change in (one, *telling.told.changes.get(one.number, ())):
            _change(telling, change, book, at)
    telling.events.extend(_points(telling, one.points or {}, standing, at))
    if one.points is None and one.outcome in DECIDED:
        standing.lose_track()
    _posted(telling, where, one.scores, standing, at)
    telling.events.extend(events_of(after, telling._seats, telling.at))


def _change(telling: Telling, one: ProposalTold, book: BookTold, at: datetime) -> None:
    if one.kind == "other":
        return
    if one.where.startswith("changes"):
        telling.all_differ(one.where, book.aimed_at(one))
    telling.all_differ(one.where, book.numbered(one))
    telling.all_differ(one.where, book.is_taken(one))
    was, now = book.change(one)
    if was is not None or now is not None:
        fields: Any = changed(one, was, now)
        telling.events.append(e.RuleChanged(at=at, **fields))


def _turn(telling: Telling, one: ProposalTold, by: int) -> None:
    if one.turn is None or (telling._turn is not None and telling._turn[0] == one.turn):
        return
    _end_turn(telling)
    telling._turn = one.turn, by
    began = e.TurnBegan(
        at=telling.at(one.proposed), turn=one.turn, mover=by, circuit=0, due_at=None
    )
    telling.events.append(began)


def _end_turn(telling: Telling) -> None:
    if telling._turn is not None:
        turn, mover = telling._turn
        telling.events.append(e.TurnEnded(at=telling._now, turn=turn, mover=mover, completed=True))


def _voters(telling: Telling, one: ProposalTold, electorate: list[str]) -> Iterator[Stated]:
    players = {player.name: player for player in telling.told.players}
    for name in one.votes or {}:
        if name not in electorate:
            since, until = one.proposed or one.date, one.date or one.proposed
            why = _not_there(telling, players[name], since, until)
            if not (why or one.electorate):
                continue  # there for a part of the time
            why = why or "electorate does not have that name"
            choice = (one.votes or {})[name]
            key = f"votes.{name}" if f"{one.where}.votes.{name}" in telling.told.places else choice
            yield key, f"{name} votes {choice}", f"no vote of {name}: {why}"


def _propose(telling: Telling, one: ProposalTold, book: BookTold, by: int) -> None:
    target = book.target(one)
    title, text = one.title, one.text
    if one.kind not in ("repeal", "transmute"):
        text = NOT_TOLD if text is None else text
    change = Change(
        kind="enact" if one.kind == "other" else one.kind,  # type: ignore[arg-type]
        target=(target.number if target is not None else one.rule),
        title=title,
        text=text or "",
    )
    at = telling.at(one.proposed)
    made = e.ProposalMade(
        at=at,
        number=one.number,
        revision=1,
        by=by,
        change=change,
        callable_from=at,
        opens_at=at,
        warnings=_warnings(telling.told, one),
        letter="",
    )
    telling.events.append(made)


def _warnings(told: Told, one: ProposalTold) -> tuple[Phrase, ...]:
    if one.kind != "other":
        return ()
    return (SEVERAL if one.number in told.changes else NONE,)


def _open(telling: Telling, one: ProposalTold, electorate: list[str], adoption: str) -> None:
    """What it took, and who could vote; when it was opened, nobody tells."""
    opened = e.VotingOpened(
        at=telling.events[-1].at,
        number=one.number,
        revision=1,
        electorate=tuple(telling._seats[name] for name in electorate if name in telling._there),
        threshold=adoption,
        threshold_rule=None,
        closes_at=None,
        called_by=0,
    )
    telling.events.append(opened)


def _count(
    telling: Telling, one: ProposalTold, electorate: list[str], at: datetime
) -> Iterator[e.Event]:
    yield e.VotingClosed(
        at=at,
        number=one.number,
        outcome=one.outcome,  # type: ignore[arg-type]
        reason=as_told(one.why) if one.why or one.outcome == "unknown" else Phrase("told_so"),
        rule=None,
        tally=counts_of(one, electorate),
        votes={telling._seats[name]: choice for name, choice in (one.votes or {}).items()},  # type: ignore[misc]
        absent=tuple(telling._seats[name] for name in dict.fromkeys(one.absent)),
    )


# Points


def _points(
    telling: Telling, points: Mapping[str, int], standing: Standing, at: datetime
) -> Iterator[e.PointsScored]:
    for name, gained in points.items():
        total = standing.gains(name, gained)
        yield _scored(telling, name, gained, total, Phrase("told_so"), at)


def _scored(
    telling: Telling, name: str, points: int, total: int, because: Phrase, at: datetime
) -> e.PointsScored:
    seat = telling._seats[name]
    return e.PointsScored(at=at, seat=seat, points=points, total=total, because=because, rule=0)


def _posted(
    telling: Telling, where: str, scores: Mapping[str, int], standing: Standing, at: datetime
) -> None:
    """What was posted is what the game went on with, whatever the points make it."""
    for name, stated in scores.items():
        follows, sure = standing.posted(name, stated)
        if follows == stated:
            continue
        because = Phrase("posted_so")
        if sure:
            because = Phrase("posted_otherwise", points=follows)
            telling.differs(where, f"scores.{name}", str(stated), str(follows))
        telling.events.append(_scored(telling, name, stated - follows, stated, because, at))


# How it ends


def _end(telling: Telling, standing: Standing) -> None:
    game = telling.told.game
    _end_turn(telling)
    _join(telling, None, ())
    _leave(telling, game.ended or UNDATED)
    dated = [(one.where, "date", one.date) for one in telling.told.proposals if one.date]
    latest = max(dated, key=lambda each: each[2].at, default=("game", "began", game.began))
    telling.in_time([latest, ("game", "ended", game.ended)])
    at = telling.at(game.ended)
    _posted(telling, "game", game.scores, standing, at)
    if game.goal is not None:
        for name in game.winners:
            if standing.scores[name] < game.goal:
                has = f"{name} has {standing.scores[name]}"
                telling.differs("game", "winners", f"{name} has won with {game.goal}", has)
    winners = tuple(telling._seats[name] for name in dict.fromkeys(game.winners))
    if winners:
        telling.events.append(e.GameWon(at=at, winners=winners, goal=game.goal, rule=0))
    if winners or game.ended is not None or game.why:
        why = Phrase("it_was_won" if winners else "nobody_tells_why")
        if game.why:
            why = Phrase("for_a_reason")
        telling.events.append(e.GameEnded(at=at, why=why, reason=game.why))
    _leave(telling, None)
