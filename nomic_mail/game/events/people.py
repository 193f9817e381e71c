"""Who comes, who goes, who is away."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from nomic_mail.game.durations import say_duration
from nomic_mail.game.events.kind import Declining, Event
from nomic_mail.game.part_points import Points
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.programs import Program
from nomic_mail.game.record.parts import PlayerRecord, Predecessor, Record
from nomic_mail.game.record.story import Moment, Story
from nomic_mail.game.state import Player, Request, State
from nomic_mail.game.unchanging import without
from nomic_mail.game.words import Words

MOST_FORMER = 10  # names that a player had before: older ones are anybody's


class PlayerJoined(Event, frozen=True, kw_only=True):
    """`letter` is the digest of the letter that joined; empty where the moderator vouched.
    `invited`: it answered an invitation of the Moderator's, who need not be asked again."""

    MOMENT = ("joined", "name")

    seat: int
    name: Words
    surname: Words
    letter: str
    score: Points = 0
    invited: bool = False

    def fold(self, state: State) -> State:
        old = state.players.get(self.seat)
        player = Player(
            seat=self.seat,
            name=self.name,
            surname=self.surname,
            score=self.score,
            letter=self.letter,
            joined=old.joined if old else state.version,
            muted=old.muted if old else False,
            former=old.former if old else (),
            renamed_at=old.renamed_at if old else None,
        )
        order = state.order
        if order and self.seat not in order:  # before the start there is none
            order = (*order, self.seat)
        asked = "" if state.asked == "one player left" else state.asked
        return replace(
            state,
            players={**state.players, self.seat: player},
            order=order,
            asked=asked,
            requests=without(state.requests, self.seat),
        )

    def keep(self, record: Record, before: State) -> None:
        if self.seat not in record.players:
            record.players[self.seat] = PlayerRecord(
                seat=self.seat,
                name=self.name,
                surname=self.surname,
                score=self.score,
                start=self.score,
                joined_at=self.at,
            )


class PlayerLeft(Event, frozen=True, kw_only=True):
    """`removed` by the Moderator under `rule`, or forfeiting (113)."""

    seat: int
    rule: int = 113
    removed: bool = False

    def fold(self, state: State) -> State:
        """A seat that leaves drops out of an open vote together with its ballot, and what it has
        sealed goes with it (since reading 7)."""
        player = state.players.get(self.seat)
        if player is None:
            return state
        gone = replace(player, playing=False)
        polls = {
            number: replace(
                poll,
                electorate=tuple(seat for seat in poll.electorate if seat != self.seat),
                left_out=tuple(seat for seat in poll.left_out if seat != self.seat),
                ballots=without(poll.ballots, self.seat),
            )
            for number, poll in state.polls.items()
        }
        return replace(
            state,
            players={**state.players, self.seat: gone},
            polls=polls,
            asked=state.goal_asked_anew,
            successors=without(state.successors, self.seat),
            programs=self._without_orders(state) if state.reading >= 7 else state.programs,
        )

    def moment(self, story: Story) -> Moment:
        """Who forfeits does so by the rule that the game has for it, if it has one."""
        rule = self.rule if self.removed else story.state.rules.cite(113)
        name = story.state.name_of(self.seat)
        return Moment(self.at, "left", {"name": name, "removed": self.removed, "rule": rule})

    def _without_orders(self, state: State) -> Mapping[int, Program]:
        return {
            lineage: replace(one, orders=tuple(o for o in one.orders if o.seat != self.seat))
            for lineage, one in state.programs.items()
        }

    def keep(self, record: Record, before: State) -> None:
        record.players[self.seat].left_at = self.at
        for poll in before.polls.values():
            if self.seat in poll.electorate:
                vote = record.vote_on(poll.number)
                vote.left.append(self.seat)
                vote.voted.discard(self.seat)


class PlayerAway(Event, frozen=True, kw_only=True):
    MOMENT = ("away", "seat", "until")
    MOVES_NOTHING = True

    seat: int
    until: datetime | None

    def fold(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        away = replace(player, away_until=self.until)
        return state.with_player(away)


class _Counted(Event, frozen=True, kw_only=True):
    """Whether somebody is counted among the voters (the clause `inactive`)."""

    MOVES_NOTHING = True

    seat: int

    def having(self, state: State, *, missed: int, inactive: bool) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        missed_at = self.at if missed else None
        counted = replace(player, missed=missed, missed_at=missed_at, inactive=inactive)
        return state.with_player(counted)


class VoteMissed(_Counted, frozen=True, kw_only=True):
    """Of votes in a row `missed` so many: not enough to be inactive."""

    MOMENT = ("missed", "seat", "missed")

    missed: int

    def fold(self, state: State) -> State:
        return self.having(state, missed=self.missed, inactive=False)


class PlayersHeard(Event, frozen=True, kw_only=True):
    """Where a rule has whoever writes nothing for so long inactive: from now on these are silent,
    as one of them has written, or the rule came to be; or by no rule any more (`counts`)."""

    MOMENT = ()
    MOVES_NOTHING = True

    seats: tuple[int, ...]
    counts: bool

    def fold(self, state: State) -> State:
        for seat in self.seats:
            heard_at = self.at if self.counts else None
            state = state.with_player(replace(state.players[seat], heard_at=heard_at))
        return state

    def comes_with(self, state: State) -> bool:
        return True


class PlayerInactive(_Counted, frozen=True, kw_only=True):
    """By `rule` they are not counted among the voters, until they write: they have missed so many
    votes, or have been `silent` so long."""

    BESIDE = ("silent",)

    missed: int
    rule: int
    silent: timedelta | None = None

    def fold(self, state: State) -> State:
        return self.having(state, missed=self.missed, inactive=True)

    def moment(self, story: Story) -> Moment:
        facts = {
            "name": story.state.name_of(self.seat),
            "missed": self.missed,
            "rule": self.rule,
            "silent": say_duration(self.silent) if self.silent is not None else "",
        }
        return Moment(self.at, "inactive", facts)


class PlayerActive(_Counted, frozen=True, kw_only=True):
    """Who was inactive has written, or no rule says so any more."""

    MOMENT = ("active", "seat", "why")

    why: Literal["wrote", "no rule"]

    def fold(self, state: State) -> State:
        state, player = self.having(state, missed=0, inactive=False), state.players.get(self.seat)
        if player is None or player.heard_at is None:
            return state
        return state.with_player(replace(state.players[self.seat], heard_at=self.at))

    def comes_with(self, state: State) -> bool:
        return self.why == "no rule"


class PlayerReplaced(Event, frozen=True, kw_only=True):
    """Somebody else plays on in this seat, with its score; what `was` did stays under that name,
    and what they did not write is no silence of the other's (since reading 6)."""

    MOMENT = ("replaced", "was", "name")

    seat: int
    was: Words
    name: Words
    surname: Words
    letter: str

    def fold(self, state: State) -> State:
        old = state.players.get(self.seat)
        if old is None:
            return state
        running, anew = state.status == "running", state.reading >= 6
        player = replace(
            old,
            name=self.name,
            surname=self.surname,
            letter=self.letter,
            away_until=None,
            place=old.place or ((old.surname, old.name) if running else None),
            muted=False,
            missed=0,
            heard_at=self.at if anew and old.heard_at else old.heard_at,
            inactive=False,
            former=(),
            renamed_at=None,
            taken_at=state.version,
        )
        players = {**state.players, self.seat: player}
        polls = {number: poll.left_by(self.seat, self.was) for number, poll in state.polls.items()}
        successors = without(state.successors, self.seat)
        return replace(state, players=players, polls=polls, successors=successors)

    def keep(self, record: Record, before: State) -> None:
        record.players[self.seat].before.append(Predecessor(self.was, self.at))


class PlayerRenamed(Event, frozen=True, kw_only=True):
    """The same player is called otherwise; what they did stays under the name that they had."""

    MOMENT = ("renamed", "was", "name")
    MOVES_NOTHING = True

    seat: int
    was: Words
    name: Words

    def fold(self, state: State) -> State:
        old = state.players.get(self.seat)
        if old is None:
            return state
        running = state.status not in ("forming", "ended")
        former = (*(one for one in old.former if one not in (self.was, self.name)), self.was)
        player = replace(
            old,
            name=self.name,
            place=old.place or ((old.surname, old.name) if running else None),
            former=former[-MOST_FORMER:],
            renamed_at=self.at,
        )
        return state.with_player(player)

    def keep(self, record: Record, before: State) -> None:
        record.players[self.seat].before.append(Predecessor(self.was, self.at))


class JoinRequested(Event, frozen=True, kw_only=True):
    """Where a rule does not let just anybody in (301): kept until it is decided."""

    MOMENT = ("asked_in", "name")

    seat: int
    name: Words
    surname: Words
    letter: str
    rule: int | None

    def fold(self, state: State) -> State:
        request = Request(seat=self.seat, name=self.name, surname=self.surname, letter=self.letter)
        return replace(state, requests={**state.requests, self.seat: request})


class JoinDeclined(Event, frozen=True, kw_only=True):
    MOMENT = ("declined", "name", "why")

    seat: int
    name: Words
    why: Declining
    rule: int | None

    def fold(self, state: State) -> State:
        return replace(
            state,
            requests=without(state.requests, self.seat),
            polls=without(state.polls, -self.seat),
        )

    def keep(self, record: Record, before: State) -> None:
        """Taken back while it is voted on: there is nothing left to count. A vote's own No is told
        by its count."""
        if -self.seat in before.polls:
            vote = record.admission(self.seat)
            vote.outcome, vote.closed_at = "withdrawn", self.at
            vote.reason = Phrase("request_taken_back" if self.why == "withdrawn" else "declined")


class ModeratorsChanged(Event, frozen=True, kw_only=True):
    """By name, as they call themselves; where they are written to is nobody's matter."""

    MOMENT = ("moderators", "joined", "left")

    joined: Words
    left: tuple[Words, ...]

    def fold(self, state: State) -> State:
        kept = tuple(name for name in state.moderators if name not in self.left)
        return replace(state, moderators=(*kept, self.joined) if self.joined else kept)


class SurplusChanged(Event, frozen=True, kw_only=True):
    """301: a leaver's points go to the Government Surplus; below zero it is a Deficit."""

    MOMENT = ("surplus", "points", "total", "rule")

    seat: int
    points: Points
    total: Points
    rule: int

    def fold(self, state: State) -> State:
        return replace(state, surplus=self.total)

    def keep(self, record: Record, before: State) -> None:
        record.surplus_changes.append(self)
