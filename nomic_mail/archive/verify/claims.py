"""What a check takes as it stands, counted for whoever reads its report."""

from collections import Counter

from nomic_mail.game import events as e
from nomic_mail.game.course import Cause


class Claims:
    """What no arithmetic can prove: somebody said so, and the record says that they did."""

    def __init__(self) -> None:
        self._count = Counter[type | str]()

    def see(self, event: e.Event, cause: Cause | None = None) -> None:
        count = self._count
        count["proof"] += cause is not None and bool(cause.command.proof)
        count[type(event)] += 1
        if isinstance(event, e.PlayerJoined) and not event.letter:
            count["vouched"] += 1
        elif isinstance(event, e.ProgramRan | e.ProgramBroke):
            count["dealt"] += len(event.secret_faces)
        elif isinstance(event, e.DiceOpened):
            count["dealt"] = 0
        elif isinstance(event, e.GameImported):
            count["lost"] += count.pop("dealt", 0)
        elif isinstance(event, e.DiceThrown) and not event.proven:
            count["unproven"] += 1
        elif isinstance(event, e.DeadlinesMoved) and event.why == "outage":
            count["outages"] += 1
        elif isinstance(event, e.GameStarted) and event.how == "random" and not event.proven:
            count["unproven order"] = 1

    def told(self, events: int) -> list[str]:
        count = self._count
        told = [
            (
                count[e.BallotCast],
                "ballot{s}: that their players sent them, and that none was kept back",
            ),
            (
                count[e.PlayerJoined] - count["vouched"],
                "join{s}: that the players sent their letters",
            ),
            (count["vouched"], "join{s} without a letter: the Moderator's word"),
            (
                count[e.ProposalMade] + count[e.ProposalRevised],
                "wording{s}: that their players wrote so",
            ),
            (count[e.Discussed], "remark{s}"),
            (count[e.JudgmentGiven], "ruling{s}: the judges' words"),
            (count[e.RuleBound], "binding{s}: the Moderator's reading of a rule"),
            (count[e.ModeratorsChanged], "change{s} of the Moderator: that they agreed"),
            (count[e.ModeratorActed], "act{s} of moderators: that they are who did them"),
            (count[e.PointsAwarded], "point{s} by rules in words: the Moderator's reading of them"),
            (
                count[e.ScoreCorrected] + count[e.RuleCorrected] + count[e.TurnCorrected],
                "correction{s}: the Moderator's word that there was a mistake",
            ),
            (count[e.SettingChanged], "change{s} of a house setting: the Moderator's"),
            (count["outages"], "outage{s} of the server: that there were any"),
            (
                count[e.DiceReplaced],
                "new chain{s} of dice: that the server was set back",
            ),
            (
                count[e.GameImported],
                "move{s} to another server: that it began with the record alone",
            ),
            (count["unproven"], "throw{s} that no player's letter went into: the Moderator's word"),
            (
                count["dealt"] + count["lost"],
                "throw{s} in secret that nothing has opened: the server's word",
            ),
            (
                count["unproven order"],
                "shuffle without the letters of all players: the Moderator's word",
            ),
            (count["proof"], "proof{s} of letters: what the server says it believed them by"),
            (events, "time{s} of events: the server's clock"),
        ]
        return [
            f"{number} {what.format(s='' if number == 1 else 's')}"
            for number, what in told
            if number
        ]
