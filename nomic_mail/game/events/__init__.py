"""What happened: the ledger's entries, the record rule 012 asks for.

1. An event is an outcome, complete in itself; folding events needs no rule and no luck.
2. Fields named in `SEALED` (a ballot's choice before the count, the dice seed) are kept apart from
   the public part; the ledger's hash covers only their salted digest until they are opened.
3. A correction is a new event. Nothing here is ever changed or taken out.
4. `VERSION` is the version of a kind's written form; older forms are read through upcasters.
"""

from nomic_mail.game.events.acts import (
    Announced,
    GamePaused,
    GameResumed,
    ModeratorActed,
    VotingReopened,
    WindowExtended,
)
from nomic_mail.game.events.discretion import (
    ActUndone,
    OrderSet,
    PointsAwarded,
    RuleCorrected,
    ScoreCorrected,
    SuccessorAsked,
    TalkMuted,
    TalkRemoved,
    TurnCorrected,
)
from nomic_mail.game.events.judgments import (
    ConsentGiven,
    JudgePassed,
    JudgmentGiven,
    JudgmentInvoked,
    JudgmentSettled,
    OverruleGiven,
    QuestionMoot,
    SilenceConsented,
)
from nomic_mail.game.events.kind import (
    Declining,
    Event,
    Mooting,
    Outcome,
    Passing,
    Replacing,
)
from nomic_mail.game.events.people import (
    JoinDeclined,
    JoinRequested,
    ModeratorsChanged,
    PlayerAway,
    PlayerJoined,
    PlayerLeft,
    PlayerReplaced,
    SurplusChanged,
)
from nomic_mail.game.events.play import (
    ChairPassedOver,
    ChairRefused,
    ChairReplaced,
    DeadlinesMoved,
    DiceCommitted,
    DiceReplaced,
    GameCreated,
    GameEnded,
    GameImported,
    GameStarted,
    GameWon,
    ModeratorAsked,
    PeriodBegan,
    PeriodEnded,
    PeriodExtended,
    SettingChanged,
    TurnBegan,
    TurnEnded,
    TurnExtended,
)
from nomic_mail.game.events.votes import (
    BallotCast,
    BallotRetracted,
    BindingAsked,
    DiceThrown,
    Discussed,
    PointsScored,
    ProposalMade,
    ProposalRevised,
    ProposalWithdrawn,
    RuleBound,
    RuleChanged,
    VotingClosed,
    VotingExtended,
    VotingOpened,
)

AnyEvent = (
    GameCreated
    | DiceCommitted
    | DiceReplaced
    | GameImported
    | GameStarted
    | SettingChanged
    | TurnBegan
    | TurnExtended
    | TurnEnded
    | PeriodBegan
    | PeriodExtended
    | PeriodEnded
    | ChairPassedOver
    | ChairRefused
    | ChairReplaced
    | DeadlinesMoved
    | GameWon
    | GameEnded
    | ModeratorActed
    | VotingReopened
    | WindowExtended
    | GamePaused
    | GameResumed
    | Announced
    | ModeratorAsked
    | PlayerJoined
    | PlayerLeft
    | PlayerAway
    | PlayerReplaced
    | JoinRequested
    | JoinDeclined
    | SurplusChanged
    | ModeratorsChanged
    | ProposalMade
    | ProposalRevised
    | ProposalWithdrawn
    | Discussed
    | BindingAsked
    | RuleBound
    | VotingOpened
    | BallotCast
    | BallotRetracted
    | VotingExtended
    | VotingClosed
    | RuleChanged
    | PointsScored
    | DiceThrown
    | JudgmentInvoked
    | JudgmentGiven
    | OverruleGiven
    | ConsentGiven
    | JudgePassed
    | JudgmentSettled
    | QuestionMoot
    | SilenceConsented
    | PointsAwarded
    | OrderSet
    | ScoreCorrected
    | RuleCorrected
    | TurnCorrected
    | ActUndone
    | TalkMuted
    | TalkRemoved
    | SuccessorAsked
)

__all__ = [
    "ActUndone",
    "Announced",
    "AnyEvent",
    "BallotCast",
    "BallotRetracted",
    "BindingAsked",
    "ChairPassedOver",
    "ChairRefused",
    "ChairReplaced",
    "ConsentGiven",
    "DeadlinesMoved",
    "Declining",
    "DiceCommitted",
    "DiceReplaced",
    "DiceThrown",
    "Discussed",
    "Event",
    "GameCreated",
    "GameEnded",
    "GameImported",
    "GamePaused",
    "GameResumed",
    "GameStarted",
    "GameWon",
    "JoinDeclined",
    "JoinRequested",
    "JudgePassed",
    "JudgmentGiven",
    "JudgmentInvoked",
    "JudgmentSettled",
    "ModeratorActed",
    "ModeratorAsked",
    "ModeratorsChanged",
    "Mooting",
    "OrderSet",
    "Outcome",
    "OverruleGiven",
    "Passing",
    "PeriodBegan",
    "PeriodEnded",
    "PeriodExtended",
    "PlayerAway",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerReplaced",
    "PointsAwarded",
    "PointsScored",
    "ProposalMade",
    "ProposalRevised",
    "ProposalWithdrawn",
    "QuestionMoot",
    "Replacing",
    "RuleBound",
    "RuleChanged",
    "RuleCorrected",
    "ScoreCorrected",
    "SettingChanged",
    "SilenceConsented",
    "SuccessorAsked",
    "SurplusChanged",
    "TalkMuted",
    "TalkRemoved",
    "TurnBegan",
    "TurnCorrected",
    "TurnEnded",
    "TurnExtended",
    "VotingClosed",
    "VotingExtended",
    "VotingOpened",
    "VotingReopened",
    "WindowExtended",
]
