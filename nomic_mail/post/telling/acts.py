"""What the moderators' own acts bring to whom (013)."""

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.procedures.rounds import next_deadline
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.state import State, label
from nomic_mail.phrases.letters import so_long
from nomic_mail.post import facts as f
from nomic_mail.post.deadlines import owed
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.telling.table import everybody, tells, tells_along

TELL_WHY = ("END GAME", "PAUSE")  # their own letters do
TELL_WHO = ("ANNOUNCE", "MODERATORS")


@tells_along(e.ModeratorActed)
def give_reason(drafts: Drafts) -> None:
    """Below what the present act has led to. Who is told of an act is told why, and by whom, where
    several moderate; where the Moderator may play, all players are, always."""
    act = drafts.act
    if act is None:
        return
    facts = {"who": act.who, "act": act.act, "reason": act.reason}
    if drafts.before.settings.moderator_plays == "yes":
        drafts.tell(drafts.after.playing, "acted", facts)
        return
    several = bool(drafts.before.moderators) and act.act not in TELL_WHO
    reason = act.reason if act.act not in TELL_WHY else ""
    if reason or several:
        told = [seat for seat in drafts.told_of_act() if several or seat != MODERATOR]
        all_hear = set(drafts.after.playing) <= set(told)
        alone = sum(isinstance(one, e.ModeratorActed) for one in drafts.events) == 1
        facts |= {"act": "" if alone else act.act, "reason": reason}
        drafts.tell(told, "reason", {**facts, "own": not all_hear})


@tells(e.WindowExtended)
def _extended(drafts: Drafts, event: e.WindowExtended, before: State, after: State) -> None:
    about = event.number if event.window in ("debate", "vote") else 0
    proposal = after.proposals.get(about)
    for seat in everybody(after):
        mine = bool(owed(after, seat)) and event.window != "debate"
        shown = {
            "window": event.window,
            "number": label(event.number),
            "change": proposed_in(proposal, after) if proposal else None,
            "until": event.until,
            "mine": mine,
            "status": f.status_facts(after, seat),
        }
        matter = f.ballot_matter(after) if about else None
        thread = f"p{about}" if about > 0 else ""
        drafts.tell([seat], "window", shown, tag="?" if mine else "", matter=matter, thread=thread)


@tells(e.GamePaused)
def _paused(drafts: Drafts, event: e.GamePaused, before: State, after: State) -> None:
    reason = drafts.act.reason if drafts.act is not None else ""
    drafts.tell(everybody(after), "paused", {"reason": reason})


@tells(e.GameResumed)
def _resumed(drafts: Drafts, event: e.GameResumed, before: State, after: State) -> None:
    by = event.at - event.paused_at
    for seat in (MODERATOR, *drafts.after.playing):
        shown = {
            "by": so_long(by) if by else "",
            "status": f.status_facts(drafts.after, seat),
            "next": next_deadline(drafts.after),
        }
        drafts.tell([seat], "goes_on", shown)


@tells(e.Announced)
def _announced(drafts: Drafts, event: e.Announced, before: State, after: State) -> None:
    who = drafts.act.who if drafts.act is not None else ""
    drafts.tell(everybody(after), "announcement", {"who": who, "text": event.text})


def _links(state: State) -> tuple[int, int]:
    """How far the dice are: in a preview their secret is another."""
    return (state.chain.number, state.chain.used) if state.chain else (0, 0)


@tells(e.VotingReopened)
def _reopened(drafts: Drafts, event: e.VotingReopened, before: State, after: State) -> None:
    closed = before.closing.before if before.closing else after
    facts = {
        "numbers": [label(number) for number in event.numbers],
        "closes_at": event.closes_at,
        "missing": f.names(after, event.missing),
        "thrown": _links(before) != _links(closed),
        "scores": f.score_facts(after),
    }
    for seat in everybody(after):
        mine = seat in event.missing
        shown = {**facts, "mine": mine, "status": f.status_facts(after, seat)}
        matter, thread = f.ballot_matter(after), f"p{event.numbers[-1]}"
        drafts.tell(
            [seat], "reopened", shown, tag="?" if mine else "", matter=matter, thread=thread
        )
