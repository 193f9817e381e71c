"""What happened, moment by moment, in the words' order: the record as a story (012).

1. Folded from the same events as the record, in one pass; names and texts are those of the time.
2. A ballot is no moment of its own: its choice is told by the close of its vote (010).
3. `numbers` are the proposals a moment belongs to: a proposal's whole life is what has its number.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.commands import Change
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.evolve import evolve
from nomic_mail.game.record.deeds import DEEDS, deed_facts
from nomic_mail.game.record.story import Facts, Moment, Story
from nomic_mail.game.state import State, label


def chronicle(events: Iterable[AnyEvent], state: State | None = None) -> Iterator[Moment]:
    """From the beginning, or from a state that is known."""
    story = Story(State() if state is None else state)
    for event in events:
        if event.at != story.closed_at:
            story.closed, story.closed_at = (), None
        tell = _TELL.get(type(event))
        if tell is not None:
            yield tell(event, story)
        story.state = evolve(story.state, event)


def changed_by(change: Change, state: State) -> Facts:
    """A change with the rule that it is of, as that stands."""
    target = state.rules.get(change.target) if change.target is not None else None
    return {
        "kind": change.kind,
        "target": change.target,
        "amendment": change.amendment,
        "target_title": target.title if target else "",
        "target_text": target.text if target else "",
        "becomes": "mutable" if target and target.status == "immutable" else "immutable",
        "title": change.title,
        "text": change.text,
        "effects": change.effects,
    }


def headline(change: Facts) -> str:
    """AMEND 203: Two thirds will do."""
    kind, target = str(change["kind"]).upper(), change["target"]
    if kind == "ENACT":
        return f"ENACT: {change['title']}"
    title = change["target_title"]
    if kind == "AMEND" and change["amendment"] is None:
        title = change["title"] or title
    named = f"{target:03d}: {title}" if title else f"{target:03d}"
    if change["amendment"] is not None:
        return f"{kind} AMENDMENT {change['amendment']} of rule {named}"
    return f"{kind} {named}"


def _names(state: State, seats: Iterable[int]) -> list[str]:
    return [state.name_of(seat) for seat in seats]


# Who comes and goes


def _started(event: e.GameStarted, story: Story) -> Moment:
    facts = {"order": _names(story.state, event.order), "how": event.how, "rule": event.rule}
    return Moment(event.at, "started", facts)


def _left(event: e.PlayerLeft, story: Story) -> Moment:
    facts = {"name": story.state.name_of(event.seat), "removed": event.removed, "rule": event.rule}
    return Moment(event.at, "left", facts)


def _away(event: e.PlayerAway, story: Story) -> Moment:
    facts = {"name": story.state.name_of(event.seat), "until": event.until}
    return Moment(event.at, "away", facts)


def _surplus(event: e.SurplusChanged, story: Story) -> Moment:
    facts = {"points": event.points, "total": event.total, "rule": event.rule}
    return Moment(event.at, "surplus", facts)


# Turns and terms


def _turn(event: e.TurnBegan, story: Story) -> Moment:
    facts = {
        "turn": event.turn,
        "circuit": event.circuit,
        "mover": story.state.name_of(event.mover),
        "chair": event.procedure == "chair",
    }
    return Moment(event.at, "turn", facts)


def _period(event: e.PeriodBegan, story: Story) -> Moment:
    facts = {"step": event.step, "by": story.state.name_of(event.by), "until": event.until}
    return Moment(event.at, "period", facts, event.numbers)


def _seated(event: e.ChairRefused | e.ChairReplaced, story: Story) -> Moment:
    refused = isinstance(event, e.ChairRefused)
    was = event.seat if isinstance(event, e.ChairRefused) else event.was
    why = "refused" if refused else getattr(event, "why", "")
    facts = {"was": story.state.name_of(was), "chair": story.state.name_of(event.chair), "why": why}
    return Moment(event.at, "chair", facts)


def _passed_over(event: e.ChairPassedOver, story: Story) -> Moment:
    facts = {"name": story.state.name_of(event.seat), "until": event.until}
    return Moment(event.at, "passed_over", facts)


def _late(event: e.TurnExtended, story: Story) -> Moment:
    facts = {"name": story.state.name_of(event.mover), "until": event.due_at}
    return Moment(event.at, "turn_late", facts)


def _longer(event: e.WindowExtended, story: Story) -> Moment:
    numbers = (event.number,) if event.window in ("debate", "vote") else ()
    facts = {"window": event.window, "number": label(event.number), "until": event.until}
    return Moment(event.at, "longer", facts, numbers)


def _open_again(event: e.VotingReopened, story: Story) -> Moment:
    facts = {
        "numbers": [label(number) for number in event.numbers],
        "closes_at": event.closes_at,
        "missing": _names(story.state, event.missing),
    }
    return Moment(event.at, "open_again", facts, event.numbers)


def _turn_ended(event: e.TurnEnded, story: Story) -> Moment:
    facts = {"name": story.state.name_of(event.mover), "skipped": event.skipped}
    live = tuple(one.number for one in story.state.live)
    return Moment(event.at, "turn_ended", facts, live)


# Proposals and votes


def _proposed(event: e.ProposalMade | e.ProposalRevised, story: Story) -> Moment:
    state = story.state
    before = state.proposals.get(event.number)
    facts = {
        "number": event.number,
        "revision": event.revision,
        "by": state.name_of(event.by),
        "change": changed_by(event.change, state),
        "was": changed_by(before.change, state) if before else None,
        "warnings": event.warnings,
    }
    story.made = event.number
    kind = "proposed" if event.revision == 1 else "revised"
    return Moment(event.at, kind, facts, (event.number,))


def _withdrawn(event: e.ProposalWithdrawn, story: Story) -> Moment:
    facts = {"number": event.number, "by": story.state.name_of(event.by)}
    return Moment(event.at, "withdrawn", facts, (event.number,))


def _said(event: e.Discussed, story: Story) -> Moment:
    """It belongs to whatever is debated or voted on at the time."""
    number = 0 if story.told else story.state.version + 1
    facts = {"name": story.name_of(event.seat), "text": event.text, "number": number}
    return Moment(event.at, "said", facts, story.live)


def _bound(event: e.RuleBound, story: Story) -> Moment:
    facts = {"number": event.number, "answer": event.answer, "clauses": event.clauses}
    return Moment(event.at, "bound", facts, (event.number,))


def _subject(number: int, state: State) -> Facts:
    proposal = state.proposals.get(number)
    return {
        "number": label(number),
        "joins": state.name_of(-number) if number < 0 else "",
        "change": changed_by(proposal.change, state) if proposal else None,
        "by": state.name_of(proposal.by) if proposal else "",
    }


def _opened(event: e.VotingOpened, story: Story) -> Moment:
    facts = {
        **_subject(event.number, story.state),
        "called_by": story.state.name_of(event.called_by) if event.called_by > 0 else "",
        "threshold": event.threshold,
        "rule": event.threshold_rule,
        "closes_at": event.closes_at,
        "told": story.told,
    }
    return Moment(event.at, "opened", facts, (event.number,))


def _vote_late(event: e.VotingExtended, story: Story) -> Moment:
    facts = {
        "number": label(event.number),
        "closes_at": event.closes_at,
        "missing": _names(story.state, event.missing),
    }
    return Moment(event.at, "vote_late", facts, (event.number,))


def _closed(event: e.VotingClosed, story: Story) -> Moment:
    story.closed, story.closed_at = (*story.closed, event.number), event.at
    state = story.state
    votes = [
        {"name": state.name_of(seat), "choice": choice}
        for seat, choice in sorted(event.votes.items())
    ]
    facts = {
        **_subject(event.number, state),
        "outcome": event.outcome,
        "reason": event.reason,
        "rule": event.rule,
        "votes": votes,
        "absent": _names(state, event.absent),
    }
    return Moment(event.at, "closed", facts, (event.number,))


def _rule(event: e.RuleChanged, story: Story) -> Moment:
    facts = {
        "kind": event.kind,
        "was": event.was,
        "number": event.number,
        "status": event.status,
        "title": event.title,
        "text": event.text,
        "clauses": event.clauses,
    }
    return Moment(event.at, "rule", facts, (event.proposal,))


def _points(event: e.PointsScored, story: Story) -> Moment:
    facts = {
        "name": story.state.name_of(event.seat),
        "points": event.points,
        "total": event.total,
        "because": event.because,
        "rule": event.rule,
    }
    return Moment(event.at, "points", facts, story.closed if len(story.closed) == 1 else ())


def _thrown(event: e.DiceThrown, story: Story) -> Moment:
    story.throws += 1
    facts = {
        "place": story.throws,
        "by": story.state.name_of(event.by),
        "dice": event.dice,
        "faces": event.faces,
        "proven": event.proven,
    }
    return Moment(event.at, "throw", facts, story.closed if len(story.closed) == 1 else ())


# Judgments, and how it ends


def _judgment(event: e.JudgmentInvoked, story: Story) -> Moment:
    facts = {
        "by": story.name_of(event.by),
        "question": event.question,
        "judge": story.name_of(event.judge),
        "told": story.told,
    }
    return Moment(event.at, "judgment", facts, story.live)


def _ruling(event: e.JudgmentGiven, story: Story) -> Moment:
    facts = {"judge": story.name_of(event.judge), "text": event.text}
    return Moment(event.at, "ruling", facts, story.live if story.told else ())


def _settled(event: e.JudgmentSettled, story: Story) -> Moment:
    """How a judgment in a game that is told came to its end is in its words, if at all."""
    return Moment(event.at, "" if story.told else "settled", {"how": event.how})


def _judge_passed(event: e.JudgePassed, story: Story) -> Moment:
    state = story.state
    judge = state.name_of(event.judge) if event.judge is not None else ""
    facts = {"was": state.name_of(event.was), "judge": judge}
    return Moment(event.at, "judge_passed", {**facts, "why": event.why})


def _won(event: e.GameWon, story: Story) -> Moment:
    facts = {
        "winners": _names(story.state, event.winners),
        "goal": event.goal,
        "rule": event.rule,
    }
    return Moment(event.at, "won", facts)


def _plain(kind: str, *names: str) -> Callable[[Any, Story], Moment]:
    """A moment that tells fields of its event as they are; a `seat` as a name."""

    def tell(event: Any, story: Story) -> Moment:
        facts = {name: getattr(event, name) for name in names if name != "seat"}
        if "seat" in names:
            facts["name"] = story.state.name_of(event.seat)
        return Moment(event.at, kind, facts)

    return tell


def _announced(event: e.Announced, story: Story) -> Moment:
    """Of a told game, what is told of all of it."""
    return Moment(event.at, "announced", {"text": event.text, "told": story.told})


def _acted(event: e.ModeratorActed, story: Story) -> Moment:
    facts = {"who": event.who, "act": event.act, "reason": event.reason}
    return Moment(event.at, "acted", {**facts, "number": story.state.version + 1})


def _did(event: e.AnyEvent, story: Story) -> Moment:
    return Moment(event.at, DEEDS[type(event)], deed_facts(event, story.state))


_TELL: Mapping[type, Callable[[Any, Story], Moment]] = {
    e.GameCreated: _plain("created", "name", "title", "ruleset"),
    e.PlayerJoined: _plain("joined", "name"),
    e.PlayerLeft: _left,
    e.PlayerAway: _away,
    e.PlayerReplaced: _plain("replaced", "was", "name"),
    e.JoinRequested: _plain("asked_in", "name"),
    e.JoinDeclined: _plain("declined", "name", "why"),
    e.SurplusChanged: _surplus,
    e.ModeratorsChanged: _plain("moderators", "joined", "left"),
    e.GameStarted: _started,
    e.SettingChanged: _plain("setting", "key", "value"),
    e.TurnBegan: _turn,
    e.TurnExtended: _late,
    e.TurnEnded: _turn_ended,
    e.PeriodBegan: _period,
    e.PeriodExtended: _plain("period_longer", "step", "until"),
    e.ChairRefused: _seated,
    e.ChairPassedOver: _passed_over,
    e.ChairReplaced: _seated,
    e.DeadlinesMoved: _plain("moved", "why", "began_at", "ended_at"),
    e.WindowExtended: _longer,
    e.VotingReopened: _open_again,
    e.GamePaused: _plain("paused"),
    e.GameResumed: _plain("goes_on", "paused_at"),
    e.Announced: _announced,
    e.DiceReplaced: _plain("set back", "backup_at"),
    e.GameImported: _plain("imported", "recorded_at", "votes"),
    e.ProposalMade: _proposed,
    e.ProposalRevised: _proposed,
    e.ProposalWithdrawn: _withdrawn,
    e.Discussed: _said,
    e.RuleBound: _bound,
    e.VotingOpened: _opened,
    e.VotingExtended: _vote_late,
    e.VotingClosed: _closed,
    e.RuleChanged: _rule,
    e.PointsScored: _points,
    e.DiceThrown: _thrown,
    e.JudgmentInvoked: _judgment,
    e.JudgmentGiven: _ruling,
    e.JudgePassed: _judge_passed,
    e.OverruleGiven: _plain("overruled", "seat"),
    e.ConsentGiven: _plain("consented", "seat"),
    e.JudgmentSettled: _settled,
    e.ModeratorActed: _acted,
    e.ModeratorAsked: _plain("asked", "matter", "question"),
    e.GameWon: _won,
    e.GameEnded: _plain("ended", "reason"),
    **dict.fromkeys(DEEDS, _did),
}
