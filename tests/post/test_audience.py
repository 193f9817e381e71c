"""Who hears of what: of each kind of event, by all that the newest records tell, whether all do,
who looks on among them, or only who plays, or some."""

from collections import defaultdict
from collections.abc import Iterator

from nomic_mail.game import events as e
from nomic_mail.game.course import Steps
from nomic_mail.game.events import KINDS
from nomic_mail.game.state import State
from nomic_mail.post.audience import for_observers
from nomic_mail.post.compose import compose
from nomic_mail.written.entry import entry_of
from tests.kit.frozen import NEWEST, PLAYED, data_of

ALL = "all, and who looks on"
PLAYERS = "who plays"  # all of them, and nobody who looks on
SOME = "some"
NOBODY = "nobody by itself"

# Beside those in LESS, each kind is heard of by all, always.
LESS = {
    "ActUndone": {ALL, SOME},  # of talk that is muted: whose it is
    "BallotCast": {NOBODY},
    "BallotRetracted": {NOBODY},
    "BallotSettled": {NOBODY},
    "BindingAsked": {SOME},
    "ChairPassedOver": {NOBODY},
    "ConsentGiven": {ALL, NOBODY},  # with the turn that it begins
    "DeadlinesMoved": {ALL, NOBODY},  # with the end of a pause
    "DiceCommitted": {NOBODY},
    "DiceThrown": {ALL, NOBODY},  # with the score, or what a program did
    "GameCreated": {NOBODY},
    "GameWon": {NOBODY},  # with the end
    "JoinDeclined": {SOME},
    "JoinRequested": {SOME},
    "ModeratorActed": {NOBODY},
    "ModeratorAsked": {ALL, SOME},
    "OrderSealed": {SOME},
    "OverrulingOpened": {NOBODY},
    "PeriodBegan": {ALL, NOBODY},
    "PeriodEnded": {SOME},
    "PlayerJoined": {ALL, PLAYERS, SOME},  # before the game begins: its Moderator, and who joins
    "PlayersHeard": {NOBODY},
    "PointsScored": {NOBODY},
    "ProgramAsked": {NOBODY},
    "ProgramBroke": {ALL, SOME},  # where it does not rest
    "ProgramEnded": {NOBODY},
    "ProgramRan": {ALL, NOBODY},  # what nobody can see
    "ProposalMade": {ALL, SOME},  # of a chair's term: when all are called
    "ProposalWithdrawn": {ALL, SOME},
    "RuleChanged": {NOBODY},  # with the result
    "SettingChanged": {ALL, SOME},  # before anybody plays
    "SuccessorAsked": {SOME},
    "SurplusChanged": {NOBODY},
    "TalkMuted": {SOME},
    "TalkRemoved": {SOME},
    "TurnBegan": {ALL, SOME, NOBODY},  # whose it is
    "TurnEnded": {ALL, NOBODY},
    "TurnExtended": {PLAYERS, SOME},  # what is late, and whose it is
    "ValueCorrected": {ALL, SOME},  # a secret
    "VoteMissed": {SOME},
    "VotingExtended": {PLAYERS},  # their ballots
    "VotingOpened": {PLAYERS},
}
UNTOLD = {"LawRead"}  # of an upgrade: in no record of today


def _told() -> Iterator[Steps]:
    """Each event by itself, in its game."""
    for case in PLAYED:
        if case[0] == NEWEST:
            lines = data_of(case)["ledger"]["entries"]
            events = [entry_of(seq, line).event for seq, line in enumerate(lines, 1)]
            for before, event, after in Steps.of(events, State()).each():
                yield Steps((event,), (before, after))


def _who_hears(steps: Steps) -> str:
    notices = compose(steps)
    if for_observers(notices) is not None:
        return ALL
    playing = {*steps.after.playing}
    if playing and playing <= {one.to for one in notices}:
        return PLAYERS
    return SOME if notices else NOBODY


def test_of_each_kind_it_is_said_who_hears_of_it() -> None:
    """A new kind stands here if it is not for all; and it is, if nothing holds it back."""
    found = defaultdict[str, set[str]](set)
    for steps in _told():
        found[type(steps[0]).__name__].add(_who_hears(steps))
    assert found == {kind: LESS.get(kind, {ALL}) for kind in KINDS if kind not in UNTOLD}
    assert LESS.keys() <= KINDS.keys()


def test_what_a_program_says_to_one_is_not_told_to_who_looks_on() -> None:
    for steps in _told():
        event, shown = steps[0], for_observers(compose(steps))
        if isinstance(event, e.ProgramRan) and shown is not None:
            assert all(not one.facts["to_you"] for one in shown.sections)
            assert all(not one.facts["own"] for one in shown.sections)
