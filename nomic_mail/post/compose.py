"""Events to notices: who is told what. Pure, and without a single word of a letter.

1. A notice is one letter to one person: first what wants an answer of theirs, or was refused, then
   the answer to their own letter, then what else happened.
2. `tag` marks what needs an answer ("?") or was refused ("!"); `matter` is what a reply means.
3. `thread` names the conversation: a proposal's whole life is one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.game.durations import say_duration
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.judgment import begun, consented
from nomic_mail.game.record.story import changed_by
from nomic_mail.game.state import State
from nomic_mail.letters.token import Matter
from nomic_mail.post import acts, discretion, terms
from nomic_mail.post import facts as f
from nomic_mail.post.answers import Answer, Reply, asked, is_question, line_facts
from nomic_mail.post.deadlines import changed
from nomic_mail.post.desk import Desk, File, Notice, Section, Tag

__all__ = ["Answer", "File", "Notice", "Reply", "Section", "Tag", "compose"]


def compose(
    before: State, events: Sequence[e.AnyEvent], after: State, reply: Reply | None = None
) -> tuple[Notice, ...]:
    desk = Desk(events, before, after)
    if reply is not None:
        _answer(desk, reply)
    state = before
    for event in events:
        tell = _TELL.get(type(event))
        if tell is not None:
            tell(desk, event, state, evolve(state, event))
        state = evolve(state, event)
    acts.give_reasons(desk)
    if reply is not None:
        _acknowledge(desk, reply)
    return tuple(
        Notice(
            seat,
            tuple(draft.sections),
            draft.matter,
            draft.tag,
            draft.thread,
            changed(before, after, seat),
            reply.files if reply is not None and reply.seat == seat else (),
        )
        for seat, draft in sorted(desk.drafts.items())
    )


# The answer to the sender


def _answer(desk: Desk, reply: Reply) -> None:
    """What was refused or not understood comes first, then a vote's acknowledgement, then what was
    asked for; what simply was done is told by the events themselves."""
    lines = [line_facts(answer) for answer in reply.answers if not is_question(answer)]
    refused = any(isinstance(answer.result, Refusal) for answer in reply.answers)
    silent = not reply.answers and not reply.questions
    quiet = all(line["ok"] and line["verb"] not in ("Vote", "Retract") for line in lines)
    if reply.questions or silent or (lines and not quiet):
        tag: Tag = "!" if refused else "?" if reply.questions else ""
        receipt = {
            "lines": lines,
            "questions": [{"line": line, "question": text} for line, text in reply.questions],
            "ignored": list(reply.ignored[:20]),
            "unread": list(reply.unread[:5]),
            "silent": silent,
            "digest": reply.digest,
            "status": f.status_facts(desk.after, reply.seat),
        }
        matter = f.ballot_matter(desk.after)
        thread = f.thread_of(desk.after) if matter else ""
        desk.tell([reply.seat], "receipt", receipt, tag=tag, matter=matter, thread=thread)
    for answer in reply.answers:
        if isinstance(answer.command, c.Ask | c.Preview) and is_question(answer):
            occasion, facts = asked(answer.command, desk.after, reply)
            thread = f"p{facts['number']}" if occasion == "life" and facts["found"] else ""
            desk.tell([reply.seat], occasion, facts, thread=thread)


def _acknowledge(desk: Desk, reply: Reply) -> None:
    """The lines that were simply carried out, echoed under the news they made."""
    lines = [line_facts(answer) for answer in reply.answers if not is_question(answer)]
    told = desk.drafts.get(reply.seat)
    if told is not None and any(section.occasion == "receipt" for section in told.sections):
        return
    done = [line["line"] for line in lines if line["verb"] != "Discuss"]
    if done or told is None:
        judged = f.judgment_facts(desk.after, reply.seat)
        facts = {"lines": done, "alone": told is None, "judgment": judged}
        desk.tell([reply.seat], "done", facts)


# What happened, to each whom it concerns


def _players(state: State) -> tuple[int, ...]:
    return state.playing


def _joined(desk: Desk, event: e.PlayerJoined, before: State, after: State) -> None:
    order = mechanics_of(after.rules)["order"]
    welcome = {"name": event.name, "digest": event.letter, **f.status_facts(after, event.seat)}
    welcome |= {"shuffled": order.value == "random", "order_rule": order.rule}
    desk.tell([event.seat], "welcome", welcome)
    others = [seat for seat in _players(after) if seat != event.seat]
    audience = [MODERATOR, *(others if after.status == "running" else [])]
    desk.tell(audience, "joined", {"name": event.name, **f.status_facts(after, MODERATOR)})


def _left(desk: Desk, event: e.PlayerLeft, before: State, after: State) -> None:
    facts = {"name": after.name_of(event.seat), "rule": event.rule}
    facts["removed"] = event.removed
    facts["to_surplus"] = f.surplus_facts(desk.events, event.seat)
    facts |= f.status_facts(desk.after, MODERATOR)
    desk.tell([event.seat], "farewell", facts)
    desk.tell([MODERATOR, *_players(after)], "left", facts)


def _started(desk: Desk, event: e.GameStarted, before: State, after: State) -> None:
    desk.tell([MODERATOR, *_players(after)], "started", f.started_facts(event, desk.after))


def _turn(desk: Desk, event: e.TurnBegan, before: State, after: State) -> None:
    if event.procedure == "chair":
        terms.chair_began(desk, event, after)
        return
    facts = {
        "turn": event.turn,
        "circuit": event.circuit,
        "due_at": event.due_at,
        "judgment": f.judgment_facts(after, event.mover),
    }
    if event.turn == desk.after.turn.number if desk.after.turn else False:
        desk.tell([event.mover], "turn", facts, tag="?", matter=Matter("game"))


def _turn_late(desk: Desk, event: e.TurnExtended, before: State, after: State) -> None:
    facts = {
        "turn": event.turn,
        "due_at": event.due_at,
        **f.extension_facts(event, (event.mover,), before),
        "barred": not (begun(after) or consented(after)),
    }
    if after.turn is not None and after.turn.procedure == "chair":
        terms.chair_late(desk, event, after, facts)
        return
    desk.tell([event.mover], "late_turn", facts, tag="?")


def _proposed(
    desk: Desk, event: e.ProposalMade | e.ProposalRevised, before: State, after: State
) -> None:
    if isinstance(desk.events[-1], e.VotingOpened):
        return  # the ballot goes out with it, and says all of it
    facts = {
        "revised": event.revision > 1,
        "was": changed_by(before.proposal.change, before) if before.proposal else None,
        "debate_ends_by": event.opens_at,
        "changes_until": after.proposals[event.number].changes_until,
        "proposer": event.by,
        **f.proposal_facts(event.number, after),
        "binding": f.binding_facts(desk.after, event.number),  # it is asked about next
    }
    thread = f"p{event.number}"
    matter = Matter("proposal", event.number)
    if after.turn is not None and after.turn.procedure == "chair":
        terms.proposed(desk, event, facts, after)
        return
    others = [seat for seat in _players(after) if seat != event.by]
    desk.tell(others, "proposal", {**facts, "own": False}, thread=thread, matter=matter)
    desk.tell([event.by], "proposal", {**facts, "own": True}, thread=thread, matter=matter)


def _withdrawn(desk: Desk, event: e.ProposalWithdrawn, before: State, after: State) -> None:
    facts = {
        "number": event.number,
        "by": after.name_of(event.by),
        "due_at": event.due_at,
        "change": changed_by(before.proposals[event.number].change, before),
        "chair": f.chair_facts(after, event.by),
    }
    tabled = after.turn is None or after.turn.step != "proposals"
    others = [seat for seat in _players(after) if seat != event.by and tabled]
    desk.tell(others, "withdrawn", {**facts, "own": False}, thread=f"p{event.number}")
    desk.tell([event.by], "withdrawn", {**facts, "own": True}, thread=f"p{event.number}")


def _talk(desk: Desk, event: e.Discussed, before: State, after: State) -> None:
    ban = mechanics_of(after.rules)["consultation"]
    forbidden = ban.rule if ban.value == "forbidden" else None
    facts = {"name": after.name_of(event.seat), "text": event.text, "forbidden": forbidden}
    facts["gathered"] = False  # in a digest
    desk.tell(_players(after), "talk", facts, thread="talk", matter=Matter("talk"))


def _ballot(desk: Desk, event: e.VotingOpened, before: State, after: State) -> None:
    if len(desk.after.polls) > 1 or event.number < 0:
        terms.ballots(desk, event)
        return
    facts = {
        "called_by": after.name_of(event.called_by) if event.called_by > 0 else "",
        **f.proposal_facts(event.number, after),
    }
    matter = Matter("ballot", event.number)
    desk.tell(event.electorate, "ballot", facts, tag="?", matter=matter, thread=f"p{event.number}")


def _vote_late(desk: Desk, event: e.VotingExtended, before: State, after: State) -> None:
    if len(after.polls) > 1:
        terms.votes_late(desk, event, before)
        return
    facts = {
        "number": event.number,
        "closes_at": event.closes_at,
        **f.extension_facts(event, event.missing, before),
        "missing": f.names(after, event.missing),
        "change": changed_by(after.proposal.change, after) if after.proposal else None,
    }
    thread = f"p{event.number}"
    matter = Matter("ballot", event.number)
    desk.tell(event.missing, "late_ballot", facts, tag="?", matter=matter, thread=thread)
    voted = [seat for seat in after.poll.ballots if after.poll] if after.poll else []
    desk.tell(voted, "vote_extended", facts, matter=matter, thread=thread)


def _result(desk: Desk, event: e.VotingClosed, before: State, after: State) -> None:
    closed = [one for one in desk.events if isinstance(one, e.VotingClosed)]
    if len(closed) > 1 or event.number < 0:
        terms.results(desk, event, closed, before)
        return
    facts = f.result_facts(event, desk.events, before, desk.after)
    audience = [MODERATOR, *_players(before)]
    desk.tell(audience, "result", facts, thread=f"p{event.number}", matter=Matter("game"))


def _ended(desk: Desk, event: e.GameEnded, before: State, after: State) -> None:
    won = next((one for one in desk.events if isinstance(one, e.GameWon)), None)
    facts = {
        "reason": event.reason,
        "won": f.won_facts(won, after) if won else None,
        "told": any(isinstance(one, e.VotingClosed | e.JudgmentSettled) for one in desk.events),
        "scores": f.score_facts(after),
    }
    desk.tell([MODERATOR, *_players(after)], "ended", facts)


def _moderators(desk: Desk, event: e.ModeratorsChanged, before: State, after: State) -> None:
    facts = {"joined": event.joined, "left": list(event.left)}
    desk.tell([MODERATOR, *_players(after)], "moderators", facts)


def _setting(desk: Desk, event: e.SettingChanged, before: State, after: State) -> None:
    facts = {"key": event.key, "value": event.value, "settings": f.settings_facts(after)}
    desk.tell([MODERATOR, *_players(after)], "setting", facts)


# Judgment


def _judgment(desk: Desk, event: e.JudgmentInvoked, before: State, after: State) -> None:
    facts = {"by": after.name_of(event.by), "question": event.question}
    _tell_judge(desk, after, event.judge, facts)
    others = [seat for seat in _players(after) if seat != event.judge]
    for seat in others:
        shown = {**facts, **f.judgment_facts(after, seat)}
        desk.tell([seat], "judgment", shown, thread="judgment")


def _tell_judge(desk: Desk, state: State, judge: int, facts: f.Facts) -> None:
    shown = {**facts, **f.judgment_facts(state, judge)}
    desk.tell([judge], "judge", shown, tag="?", thread="judgment")


def _ruling(desk: Desk, event: e.JudgmentGiven, before: State, after: State) -> None:
    chair = after.turn.mover if after.turn else MODERATOR
    for seat in (MODERATOR, *_players(after)):
        shown = {
            **f.judgment_facts(after, seat),
            "text": event.text,
            "winner": after.name_of(event.winner) if event.winner is not None else "",
            "unseated": after.name_of(chair) if event.replace_chair else "",
        }
        desk.tell([seat], "ruling", shown, thread="judgment")


def _judge_passed(desk: Desk, event: e.JudgePassed, before: State, after: State) -> None:
    facts = {"by": "", "question": "", "was": after.name_of(event.was), "why": event.why}
    if event.judge is not None:
        _tell_judge(desk, after, event.judge, facts)
    for seat in (MODERATOR, *_players(after)):
        if seat != event.judge:
            shown = {**facts, **f.judgment_facts(after, seat)}
            desk.tell([seat], "judge_passed", shown, thread="judgment")


def _consent(desk: Desk, event: e.ConsentGiven, before: State, after: State) -> None:
    """News when it is the one that makes the majority."""
    if consented(after) and not consented(before):
        _may_begin(desk, after, by_silence=False)


def _silence(desk: Desk, event: e.SilenceConsented, before: State, after: State) -> None:
    if consented(after):
        _may_begin(desk, after, by_silence=True)


def _may_begin(desk: Desk, state: State, *, by_silence: bool) -> None:
    turn = state.turn
    waits = turn is not None and not turn.over and not begun(state)
    for seat in (MODERATOR, *_players(state)):
        shown = {
            **f.judgment_facts(state, seat),
            "by_silence": by_silence,
            "waits": waits,
            "chaired": turn is not None and turn.procedure == "chair",
            "turn_due_at": turn.due_at if turn is not None and waits else None,
        }
        desk.tell([seat], "consented", shown, thread="judgment")


def _moot(desk: Desk, event: e.QuestionMoot, before: State, after: State) -> None:
    """Where another judge is asked what else there is, that is the news."""
    old = before.judgment
    if old is None or any(isinstance(one, e.JudgePassed) for one in desk.events):
        return
    overruled = event.why == "opened" and event.question not in old.pending
    for seat in (MODERATOR, *_players(after)):
        shown = {
            **f.judgment_facts(after, seat),
            "question": event.question,
            "why": event.why,
            "overruled": before.name_of(old.judge) if overruled else "",
        }
        desk.tell([seat], "moot", shown, thread="judgment")


def _settled(desk: Desk, event: e.JudgmentSettled, before: State, after: State) -> None:
    facts = {"how": event.how, "ruling": event.ruling}
    desk.tell([MODERATOR, *_players(after)], "settled", facts, thread="judgment")


def _away(desk: Desk, event: e.PlayerAway, before: State, after: State) -> None:
    facts: dict[str, Any] = {"name": after.name_of(event.seat), "until": event.until}
    others = [seat for seat in (MODERATOR, *_players(after)) if seat != event.seat]
    desk.tell(others, "away", {**facts, "own": False, "moves": False})
    moves = after.settings.away == "extend"
    most = say_duration(after.settings.away_max)
    facts |= {"moves": moves, "most": most, "chair": f.chair_rule(after)}
    desk.tell([event.seat], "away", {**facts, "own": True})


def _turn_ended(desk: Desk, event: e.TurnEnded, before: State, after: State) -> None:
    if event.skipped:
        facts = {"name": after.name_of(event.mover), **f.status_facts(desk.after, MODERATOR)}
        desk.tell([MODERATOR, *_players(after)], "skipped", facts)


_TELL: Mapping[type, Callable[[Desk, Any, State, State], None]] = {
    **acts.TELL,
    **terms.TELL,
    **discretion.TELL,
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.GameStarted: _started,
    e.TurnBegan: _turn,
    e.TurnExtended: _turn_late,
    e.ProposalMade: _proposed,
    e.ProposalRevised: _proposed,
    e.ProposalWithdrawn: _withdrawn,
    e.Discussed: _talk,
    e.VotingOpened: _ballot,
    e.VotingExtended: _vote_late,
    e.VotingClosed: _result,
    e.GameEnded: _ended,
    e.SettingChanged: _setting,
    e.ModeratorsChanged: _moderators,
    e.JudgmentInvoked: _judgment,
    e.JudgmentGiven: _ruling,
    e.JudgePassed: _judge_passed,
    e.JudgmentSettled: _settled,
    e.ConsentGiven: _consent,
    e.SilenceConsented: _silence,
    e.QuestionMoot: _moot,
    e.PlayerAway: _away,
    e.TurnEnded: _turn_ended,
}
