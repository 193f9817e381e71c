"""The ledger, played again: for each event, what the rules in force make of what people did.

1. What follows from something else is looked for right after it (`closing.py`), so a change, a
   score, a throw or a win that is missing, or that nothing leads to, is noticed.
2. What cannot be worked out at all, since the file is broken, is told and passed over.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.game import events as e
from nomic_mail.game.course import Refused
from tests.kit.referee import acts, discretion, draws, judging, people, proposals, rounds
from tests.kit.referee.closing import Recount
from tests.kit.referee.walk import Walk


class Referee:
    def __init__(self, report: Report) -> None:
        self.walk = Walk(report)
        self._report = report

    def follow(self, watched: Iterable[e.Event], events: Sequence[e.Event]) -> None:
        """`watched` are the events again, as somebody watches them go by."""
        walk = self.walk
        walk.events = events
        for place, _ in enumerate(watched):
            while walk.place <= place and walk.next is not None:
                self.one()

    def one(self) -> None:
        """The next event, and all that has to follow from it."""
        walk, event = self.walk, self.walk.next
        if event is None:
            return
        place, walk.moment = walk.place, event.at
        try:
            _BY_KIND[type(event)](walk)
        except (*BROKEN, Refused) as trouble:
            where = f"ledger.entries[{place}].public"
            told = f"nothing that can be worked out: {trouble!r}"
            self._report.differs("the ledger's chain", where, type(event).__name__, told)
        if walk.place == place:
            self._past()

    def _past(self) -> None:
        try:
            self.walk.step()
        except BROKEN:
            self.walk.place += 1


def _close(walk: Walk) -> None:
    Recount(walk).follow()


def _out_of_place(walk: Walk) -> None:
    """It follows only from a vote, and from none that was just completed."""
    walk.holds("times", "at", False, "nothing: no completed vote leads to this")
    walk.step()


_BY_KIND: Mapping[type, Callable[[Walk], None]] = {
    e.GameCreated: people.created,
    e.LawRead: Walk.step,
    e.DiceCommitted: draws.committed,
    e.DiceReplaced: draws.replaced,
    e.GameImported: draws.imported,
    e.GameStarted: draws.started,
    e.SettingChanged: people.setting_changed,
    e.TurnBegan: rounds.began,
    e.TurnExtended: rounds.extended,
    e.TurnEnded: rounds.ended,
    e.PeriodBegan: rounds.period_began,
    e.PeriodExtended: rounds.period_extended,
    e.PeriodEnded: rounds.period_ended,
    e.ChairRefused: rounds.chair_refused,
    e.ChairPassedOver: rounds.passed_over,
    e.ChairReplaced: rounds.chair_replaced,
    e.DeadlinesMoved: rounds.moved,
    e.GameWon: people.won,
    e.GameEnded: people.ended,
    e.ModeratorActed: acts.acted,
    e.WindowExtended: acts.extended,
    e.GamePaused: acts.paused,
    e.VotingReopened: acts.reopened,
    e.GameResumed: acts.resumed,
    e.Announced: acts.announced,
    e.ModeratorAsked: people.asked,
    e.PlayerJoined: people.joined,
    e.PlayerLeft: people.left,
    e.PlayerAway: people.away,
    e.PlayerReplaced: people.replaced,
    e.PlayerRenamed: people.renamed,
    e.JoinRequested: people.requested,
    e.JoinDeclined: people.declined,
    e.SurplusChanged: _out_of_place,
    e.ModeratorsChanged: people.moderators_changed,
    e.ProposalMade: proposals.made,
    e.ProposalRevised: proposals.revised,
    e.ProposalWithdrawn: proposals.withdrawn,
    e.Discussed: proposals.discussed,
    e.BindingAsked: _out_of_place,
    e.RuleBound: proposals.bound,
    e.VotingOpened: proposals.opened,
    e.BallotCast: proposals.cast,
    e.BallotRetracted: proposals.retracted,
    e.VotingExtended: proposals.extended,
    e.VotingClosed: _close,
    e.RuleChanged: _out_of_place,
    e.PointsScored: people.leaving_points,
    e.DiceThrown: discretion.rolled,
    e.JudgmentInvoked: judging.invoked,
    e.JudgmentGiven: judging.given,
    e.OverruleGiven: judging.overruled,
    e.ConsentGiven: judging.consented,
    e.JudgePassed: judging.passed,
    e.JudgmentSettled: judging.settled,
    e.QuestionMoot: judging.moot_alone,
    e.SilenceConsented: judging.silent,
    e.PointsAwarded: discretion.awarded,
    e.OrderSet: discretion.ordered,
    e.ScoreCorrected: discretion.score_corrected,
    e.RuleCorrected: discretion.rule_corrected,
    e.TurnCorrected: discretion.turn_corrected,
    e.ActUndone: discretion.undone,
    e.TalkMuted: discretion.muted,
    e.TalkRemoved: discretion.talk_removed,
    e.SuccessorAsked: discretion.successor_asked,
}
