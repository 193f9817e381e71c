"""Judgment (212): who is told what."""

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.procedures.judgment import begun, consented
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases.letters import said
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.telling.table import everybody, tells, tells_along

JUDGMENT = Matter("judgment")  # whose answer is about it, and no vote


@tells(e.JudgmentInvoked)
def _judgment(drafts: Drafts, event: e.JudgmentInvoked, before: State, after: State) -> None:
    """Several questions of one letter are told once, by the last."""
    asked = [one for one in drafts.events if isinstance(one, e.JudgmentInvoked)]
    if event is not asked[-1] and (event.by, event.judge) == (asked[-1].by, asked[-1].judge):
        return
    facts = {"by": after.name_of(event.by), "question": event.question, "overruled_by": []}
    passed = any(isinstance(one, e.JudgePassed) for one in drafts.events)
    if not passed:
        _tell_judge(drafts, after, event.judge, facts)
    for seat in after.playing:
        if seat == event.judge and not passed:
            continue
        shown = {**facts, **f.judgment_facts(after, seat)}
        drafts.tell([seat], "judgment", shown, thread="judgment", matter=JUDGMENT)


def _tell_judge(drafts: Drafts, state: State, judge: int, facts: f.Facts) -> None:
    shown = {**facts, **f.judgment_facts(state, judge)}
    drafts.tell([judge], "judge", shown, tag="?", thread="judgment", matter=JUDGMENT)


@tells(e.JudgmentGiven)
@tells_along(e.OverrulingOpened)
def _ruling(drafts: Drafts, event: e.JudgmentGiven, before: State, after: State) -> None:
    chair = after.turn.mover if after.turn else MODERATOR
    for seat in everybody(after):
        shown = {
            **f.judgment_facts(after, seat),
            "text": event.text,
            "winner": after.name_of(event.winner) if event.winner is not None else "",
            "unseated": after.name_of(chair) if event.replace_chair else "",
        }
        drafts.tell([seat], "ruling", shown, thread="judgment", matter=JUDGMENT)


@tells(e.OverruleGiven, e.UpholdGiven)
def _overrule(
    drafts: Drafts, event: e.OverruleGiven | e.UpholdGiven, before: State, after: State
) -> None:
    """010: a vote, of which each player is told. The one that decides is told with what follows."""
    judgment = after.judgment
    if judgment is None or any(isinstance(one, e.JudgePassed) for one in drafts.events):
        return
    upheld, said = isinstance(event, e.UpholdGiven), (*judgment.overrules, *judgment.upholds)
    others = [seat for seat in after.playing if seat != judgment.ruled_by]
    missing = [seat for seat in others if seat not in said]
    judge = judgment.judge if judgment.ruled_by is None else judgment.ruled_by
    facts = {
        "by": after.name_of(event.seat),
        "upheld": upheld,
        "ruled_by": after.name_of(judge),
        "missing": f.names(after, missing),
    }
    for seat in everybody(after):
        shown = {**facts, **f.judgment_facts(after, seat)}
        shown |= {"said": seat == event.seat, "may": seat in missing}
        drafts.tell([seat], "overrule", shown, thread="judgment", matter=JUDGMENT)
    if consented(after) and not consented(before):
        _may_begin(drafts, after)


@tells(e.JudgePassed)
def _judge_passed(drafts: Drafts, event: e.JudgePassed, before: State, after: State) -> None:
    judgment = before.judgment
    said = judgment.overrules if judgment is not None and event.why == "overruled" else ()
    facts = {
        "by": "",
        "question": "",
        "was": after.name_of(event.was),
        "why": event.why,
        "overruled_by": f.names(after, said),
    }
    if event.judge is not None:
        _tell_judge(drafts, after, event.judge, facts)
    for seat in everybody(after):
        if seat != event.judge:
            shown = {**facts, **f.judgment_facts(after, seat)}
            drafts.tell([seat], "judge_passed", shown, thread="judgment", matter=JUDGMENT)


@tells(e.ConsentGiven)
def _consent(drafts: Drafts, event: e.ConsentGiven, before: State, after: State) -> None:
    """News when it is the one that makes the majority."""
    if consented(after) and not consented(before):
        _may_begin(drafts, after, by=event.seat)


@tells(e.SilenceConsented)
def _silence(drafts: Drafts, event: e.SilenceConsented, before: State, after: State) -> None:
    if consented(after):
        _may_begin(drafts, after, by_silence=True)


def _may_begin(
    drafts: Drafts, state: State, *, by_silence: bool = False, by: int | None = None
) -> None:
    """`by` has given the consent that was lacking."""
    turn = state.turn
    waits = turn is not None and not turn.over and not begun(state)
    for seat in everybody(state):
        shown = {
            **f.judgment_facts(state, seat),
            "by_silence": by_silence,
            "by_me": seat == by,
            "waits": waits,
            "chaired": state.is_chaired,
            "turn_due_at": turn.due_at if turn is not None and waits else None,
        }
        drafts.tell([seat], "consented", shown, thread="judgment")


@tells(e.QuestionMoot)
def _moot(drafts: Drafts, event: e.QuestionMoot, before: State, after: State) -> None:
    """Where another judge is asked what else there is, that is the news."""
    old = before.judgment
    if old is None or any(isinstance(one, e.JudgePassed) for one in drafts.events):
        return
    overruled = event.why == "opened" and event.question not in old.pending
    for seat in everybody(after):
        shown = {
            **f.judgment_facts(after, seat),
            "question": event.question,
            "why": event.why,
            "overruled": before.name_of(old.judge) if overruled else "",
        }
        drafts.tell([seat], "moot", shown, thread="judgment")


@tells(e.JudgmentSettled)
def _settled(drafts: Drafts, event: e.JudgmentSettled, before: State, after: State) -> None:
    facts = {
        "how": said(event.how),
        "ruling": event.ruling,
        "unruled": not event.ruling,
        "by_silence": event.how.code == "ruling_stands",
    }
    drafts.tell(everybody(after), "settled", facts, thread="judgment")
