"""Events to notices: who is told what. Pure, and without a single word of a letter.

1. A notice is one letter to one person: first what wants an answer of theirs, or was refused, then
   the answer to their own letter, then what else happened.
2. `tag` marks what needs an answer ("?") or was refused ("!"); `matter` is what a reply means.
3. `thread` names the conversation: a proposal's whole life is one.
"""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.letters.grammar.moderator.syntax import forms_of
from nomic_mail.letters.proof.token import SIDES, Matter
from nomic_mail.phrases.letters import asked as asked_in_words
from nomic_mail.post import facts as f
from nomic_mail.post import kept
from nomic_mail.post.answers import (
    Answer,
    Reply,
    asked,
    is_forbidden,
    is_question,
    line_facts,
    lines_facts,
    still_open,
)
from nomic_mail.post.deadlines import changed
from nomic_mail.post.drafts import Attachment, Drafts, Notice, Section, Tag
from nomic_mail.post.instructed import amend_tag
from nomic_mail.post.telling import TELLS, give_reason, sealed_for_good, tells_along

__all__ = ["Answer", "Attachment", "Notice", "Reply", "Section", "Tag", "compose"]


def compose(steps: Steps, reply: Reply | None = None) -> tuple[Notice, ...]:
    drafts = Drafts(steps, steps.before, steps.after)
    if reply is not None:
        _answer(drafts, reply)
    for before, event, after in steps.each():
        if isinstance(event, e.ModeratorActed):
            give_reason(drafts)
            drafts.begin_act(event)
        tell = TELLS.get(type(event))
        if tell is not None:
            tell(drafts, event, before, after)
        sealed_for_good(drafts, event, before, after)
    give_reason(drafts)
    if reply is not None:
        _acknowledge(drafts, reply)
    return tuple(
        Notice(
            seat,
            tuple(draft.sections),
            draft.matter,
            draft.tag,
            draft.thread,
            changed(drafts.before, drafts.after, seat),
            reply.files if reply is not None and reply.seat == seat else (),
        )
        for seat, draft in sorted(drafts.by_seat.items())
    )


# The answer to the sender

TOLD_BY_ITSELF = ("Discuss", "Perform", "PerformSealed")


@tells_along(e.BallotCast, e.BallotRetracted, e.BallotSettled)
def _answer(drafts: Drafts, reply: Reply) -> None:
    """What was refused or not understood comes first, then a vote's acknowledgement, then what was
    asked for; what simply was done is told by the events themselves."""
    answers = [one for one in reply.answers if not is_question(one)]
    never = {one.line for one in answers if is_forbidden(one)}
    lines = [
        {**one, "forms": () if one["line"] in never else _forms(drafts, reply, one["line"])}
        for one in lines_facts(answers, drafts.after)
    ]
    refused = any(isinstance(answer.result, Refusal) for answer in reply.answers)
    silent = not reply.answers and not reply.questions
    quiet = all(line["ok"] and line["verb"] not in ("Vote", "Retract") for line in lines)
    if reply.questions or silent or (lines and not quiet):
        status = f.receipt_facts(drafts.after, reply.seat)
        tag: Tag = "!" if refused else "?" if reply.questions else ""
        shown = {one.strip() for one in reply.meant.split("\n")}
        receipt = {
            "lines": lines,
            "questions": [_question(drafts, reply, *one) for one in reply.questions],
            "meant": reply.meant,
            "again": reply.again,
            "ignored": [one for one in reply.ignored[:20] if one not in shown],
            "hints": list(reply.hints),
            "actions": kept.meant_of(drafts.after, reply.ignored[:20]) if silent else [],
            "unread": [asked_in_words(one) for one in reply.unread[:5]],
            "silent": silent,
            "declines": silent and reply.declines,
            "late": reply.late and (silent or bool(reply.questions)),
            "digest": reply.digest,
            "status": status,
            "still_open": still_open(lines, status["ballots"], drafts.after),
        }
        matter = f.ballot_matter(drafts.after)
        thread = f.thread_of(drafts.after) if matter else ""
        if reply.questions:
            matter = _of_the_question(reply, matter.number if matter else 0)
        elif matter and any(one["ok"] and one["verb"] == "Vote" for one in lines):
            matter = Matter("counted", matter.number)
        elif receipt["declines"]:
            matter, thread = Matter("judgment"), "judgment"
        drafts.tell([reply.seat], "receipt", receipt, tag=tag, matter=matter, thread=thread)
    for answer in reply.answers:
        if isinstance(answer.command, c.Ask | c.Preview | c.Try) and is_question(answer):
            occasion, facts = asked(answer.command, drafts.after, reply)
            thread = f"p{facts['number']}" if occasion == "life" and facts["found"] else ""
            tag = amend_tag(facts) if occasion == "amend" else ""
            matter = Matter("question") if tag == "?" and not reply.questions else None
            drafts.tell([reply.seat], occasion, facts, matter=matter, tag=tag, thread=thread)


def _of_the_question(reply: Reply, ballot: int) -> Matter:
    """What a plain answer to it is about: the vote that a YES says or opens, if there is one."""
    if reply.calls and len(reply.questions) == 1:
        return Matter("call", reply.calls)
    vote = reply.perhaps if len(reply.questions) == 1 else None
    side = next((one for one in SIDES if vote is not None and one == vote.choice), None)
    if vote is None or side is None:
        return Matter("question", ballot)
    return Matter(side, vote.proposal or ballot)


def _question(drafts: Drafts, reply: Reply, line: str, text: str) -> f.Facts:
    return {"line": line, "question": asked_in_words(text), "forms": _forms(drafts, reply, line)}


def _forms(drafts: Drafts, reply: Reply, line: str) -> tuple[str, ...]:
    """How the Moderator's act is written in this game, while it is played."""
    written = reply.seat == c.MODERATOR and drafts.after.status not in ("paused", "ended")
    return tuple(one for one in forms_of(line, drafts.after) if one != line) if written else ()


def _words_to_all(reply: Reply) -> str:
    """What of the letter has gone to all players."""
    told = (one.command for one in reply.answers if not isinstance(one.result, Refusal))
    return "\n\n".join(one.text for one in told if isinstance(one, c.Discuss))


def _acknowledge(drafts: Drafts, reply: Reply) -> None:
    """The lines that were simply carried out, echoed under the news they made, where several
    did; where all only asked, the words beside them, above the answers."""
    lines = [
        line_facts(answer, drafts.after) for answer in reply.answers if not is_question(answer)
    ]
    told = drafts.by_seat.get(reply.seat)
    if told is not None and any(section.occasion == "receipt" for section in told.sections):
        return
    if told is not None and len(reply.answers) == 1 and not reply.ignored:
        return  # what stands there came of that line
    done = [line["line"] for line in lines if line["verb"] not in TOLD_BY_ITSELF]
    said = _words_to_all(reply)
    if told is None and said and reply.talked and not (done or reply.ignored):
        return  # whoever writes to all knows that they hear it
    if done or told is None or reply.ignored:
        judged = f.judgment_facts(drafts.after, reply.seat)
        facts = {
            "lines": done,
            "said": said,
            "alone": told is None,
            "judgment": judged,
            "ignored": list(reply.ignored),
        }
        if told is not None and all(map(is_question, reply.answers)):  # which may be long
            told.sections.insert(told.pressing, Section("done", facts))
        else:
            drafts.tell([reply.seat], "done", facts)
