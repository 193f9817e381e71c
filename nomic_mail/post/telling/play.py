"""The game itself: its beginning, its settings, its deadlines, its end, and what is asked of the
Moderator."""

from collections.abc import Sequence

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.rounds import next_deadline
from nomic_mail.game.procedures.winning import at_the_goal
from nomic_mail.game.state import State, label
from nomic_mail.phrases.letters import said, so_long
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.results import rounds_facts, won_facts
from nomic_mail.post.telling.table import everybody, tells, tells_along


@tells(e.GameStarted)
@tells_along(e.GameCreated, e.DiceCommitted, e.LawRead)
def _started(drafts: Drafts, event: e.GameStarted, before: State, after: State) -> None:
    drafts.tell(everybody(after), "started", f.started_facts(event, drafts.after))


@tells(e.SettingChanged)
def _setting(drafts: Drafts, event: e.SettingChanged, before: State, after: State) -> None:
    facts = {"key": event.key, "value": event.value, "settings": f.settings_facts(after)}
    drafts.tell(everybody(after), "setting", facts)


@tells(e.DeadlinesMoved)
def _moved(drafts: Drafts, event: e.DeadlinesMoved, before: State, after: State) -> None:
    if event.why == "pause":
        return  # the letter that the game goes on says so
    for seat in everybody(after):
        shown = {
            "began_at": event.began_at,
            "ended_at": event.ended_at,
            "by": so_long(event.by),
            "status": f.status_facts(after, seat),
            "next": next_deadline(after),
        }
        drafts.tell([seat], "moved", shown)


@tells(e.DiceReplaced)
def _set_back(drafts: Drafts, event: e.DiceReplaced, before: State, after: State) -> None:
    for seat in everybody(after):
        shown = {
            "backup_at": event.backup_at,
            "restored_at": event.restored_at,
            "commitment": event.commitment,
            "next": next_deadline(after),
        }
        drafts.tell([seat], "set_back", shown)


@tells(e.GameImported)
def _imported(drafts: Drafts, event: e.GameImported, before: State, after: State) -> None:
    for seat in everybody(after):
        shown = {
            "recorded_at": event.recorded_at,
            "votes": [label(number) for number in event.votes],
            "paused": after.status == "paused",
            "commitment": event.commitment,
        }
        drafts.tell([seat], "imported", shown)


@tells(e.GameEnded)
@tells_along(e.GameWon, e.DiceOpened)
def _ended(drafts: Drafts, event: e.GameEnded, before: State, after: State) -> None:
    openings = [one for one in drafts.events if isinstance(one, e.DiceOpened)]
    won = next((one for one in drafts.events if isinstance(one, e.GameWon)), None)
    facts = {
        "reason": said(event.because(after)),
        "won": won_facts(won, after) if won else None,
        "told": any(isinstance(one, e.VotingClosed) for one in drafts.events),
        "scores": f.score_facts(after),
        "seeds": [one for opened in openings for one in opened.seeds.items()],
    }
    drafts.tell(everybody(after), "ended", facts)


@tells(e.RoundWon)
def _round_won(drafts: Drafts, event: e.RoundWon, before: State, after: State) -> None:
    """Once for all of one moment; the letter of a count tells it itself."""
    first = next(one for one in drafts.events if isinstance(one, e.RoundWon))
    if event is not first or any(isinstance(one, e.VotingClosed) for one in drafts.events):
        return
    rounds = rounds_facts(drafts.events, drafts.after)
    facts = {"rounds": rounds, "scores": f.score_facts(drafts.after)}
    drafts.tell(everybody(after), "round", facts)


@tells(e.ModeratorAsked)
def _moderator_asked(drafts: Drafts, event: e.ModeratorAsked, before: State, after: State) -> None:
    question = said(event.question.named(after.name_of))
    facts = {"question": question, "matter": event.matter, "number": event.number}
    answers = _moderators_answers(event.matter, after)
    drafts.tell([MODERATOR], "asked", {**facts, "answers": answers}, tag="?")
    if event.matter in ("several winners", "one player left"):
        drafts.tell(after.playing, "waiting", facts)


def _moderators_answers(matter: str, state: State) -> list[str]:
    """The lines that answer it, as far as the rules in force allow them."""
    mechanics, turn = mechanics_of(state.rules), state.turn
    late: Sequence[int] = ()
    lines: list[str] = []
    if matter == "missing ballot":
        late, lines = state.missing, [f"CLOSE {label(one.number)}" for one in state.open_polls[:1]]
    elif matter == "missing turn" and turn is not None:
        late, lines = [turn.mover], ["SKIP"] if mechanics["skipping"].value == "allowed" else []
    elif matter == "several winners":
        lines = [f"END GAME WINNER: {name}" for name in f.names(state, at_the_goal(state))]
    elif matter == "one player left":
        lines = ["END GAME"]
    if mechanics["lateness"].value == "moderator may remove":
        lines += [f"REMOVE {name}" for name in f.names(state, late)]
    return lines
