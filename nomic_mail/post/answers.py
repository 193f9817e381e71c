"""What came of a sender's own lines, and the answers to what they asked (012)."""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal, Refused, Steps
from nomic_mail.game.following import PLAIN, condition, followed
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import is_part, read_number
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import State, label
from nomic_mail.game.tally import ends, ends_from
from nomic_mail.game.trying import Trial
from nomic_mail.letters.grammar.language import page_of, questions, tables
from nomic_mail.phrases.letters import either, meant, worded
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Attachment
from nomic_mail.post.editing import edit_letter
from nomic_mail.post.instructed import amend_facts
from nomic_mail.post.kept import action_facts, library_facts
from nomic_mail.post.past import Past, needs_past, past_facts
from nomic_mail.post.previewed import chosen_below, powers, preview_facts
from nomic_mail.post.stakes import stakes_facts
from nomic_mail.post.text import in_runs
from nomic_mail.post.trail import clause_facts, why_facts
from nomic_mail.post.tries import tries_facts
from nomic_mail.rulesets.programs import interface

FORBIDDEN = ("no_skipping", "no_removing")  # however such an act is written


class Answer(Struct, frozen=True):
    """What came of one line: the events it led to, or why it was refused."""

    line: str
    command: c.Command
    result: Steps | Refusal


class Reply(Struct, frozen=True):
    """All that came of one letter, for the one who wrote it; `unread` is what could not be read,
    `hints` which lines may tell what was wanted.
    `past` is there where something was asked that only the whole ledger tells, `tried` what came of
    each TRY, `warned` what each PREVIEW would be told with, and `games` what other games there are,
    where that was asked."""

    seat: int
    answers: tuple[Answer, ...] = ()
    questions: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    declines: bool = False  # they do not consent to the next turn
    digest: str = ""
    unread: tuple[str, ...] = ()
    past: Past | None = None
    files: tuple[Attachment, ...] = ()
    tried: Mapping[c.Try, tuple[Trial, ...]] = field(default_factory=dict)
    warned: Mapping[c.Preview, tuple[Phrase, ...]] = field(default_factory=dict)
    games: f.Facts = field(default_factory=dict)
    perhaps: c.Vote | None = None  # what a YES to the only question says
    calls: int = 0  # the proposal whose vote it opens
    awaited: tuple[str, ...] = ()  # who was asked to play, and has not joined
    meant: str = ""  # the proposal that the only question is about, as it may be meant
    late: bool = False  # it answers a ballot whose vote is over
    again: str = ""  # a proposal that was refused, as it can be sent again
    talked: bool = False  # where all that is said goes to all, and nobody asked whose it was


def is_question(answer: Answer) -> bool:
    """Answered by what was asked for; a refused one is told like any refused line."""
    asks = isinstance(answer.command, c.Ask | c.Preview | c.Try)
    return asks and not isinstance(answer.result, Refusal)


def is_forbidden(answer: Answer) -> bool:
    return isinstance(answer.result, Refusal) and answer.result.code in FORBIDDEN


def line_facts(answer: Answer, state: State) -> dict[str, Any]:
    refusal = worded(answer.result) if isinstance(answer.result, Refusal) else None
    events = () if isinstance(answer.result, Refusal) else answer.result
    cast = next((event for event in events if isinstance(event, e.BallotCast)), None)
    voted = next((x for x in events if isinstance(x, e.BallotCast | e.BallotRetracted)), None)
    numbered = next((event for event in events if isinstance(event, e.ProposalMade)), None)
    return {
        "line": answer.line,
        "verb": type(answer.command).__name__,
        "bare_vote": isinstance(answer.command, c.Vote) and answer.command.proposal is None,
        "ok": refusal is None,
        "because": refusal.because if refusal else "",
        "reason": refusal.reason if refusal else "",
        "what_would_work": refusal.what_would_work if refusal else "",
        "number": label(voted.number) if voted else numbered.number if numbered else None,
        "choice": cast.choice if cast else "",
        "on": _on(answer.command, state),
        **_follows(cast, answer.result),
        "changed": bool(cast and cast.changed),
        "comment": cast.comment if cast else "",
    }


def lines_facts(answers: Sequence[Answer], state: State) -> list[dict[str, Any]]:
    """FOR ALL is thirty votes, and one line of their receipt; so is what all of them were refused
    for."""
    groups: dict[object, list[Answer]] = {}
    for at, one in enumerate(answers):
        groups.setdefault(_equal_to(one) or at, []).append(one)
    return [_told_once(group, state) for group in groups.values()]


def _equal_to(answer: Answer) -> object:
    """What the answers to other votes may have in common with it; nothing where it is told alone,
    as of whom it follows and what was written beside it."""
    if not isinstance(answer.command, c.Vote | c.Retract):
        return None
    if isinstance(answer.result, Refusal):
        facts = {**answer.result.facts, "number": None}
        return repr((answer.line, answer.result.code, answer.result.because, facts))
    cast = next((event for event in answer.result if isinstance(event, e.BallotCast)), None)
    if cast is None:
        return "taken back"
    return None if cast.comment or cast.choice not in PLAIN else (cast.choice, cast.changed)


def _told_once(answers: Sequence[Answer], state: State) -> dict[str, Any]:
    first = answers[0]
    told = [line_facts(one, state) for one in answers]
    numbers = list(dict.fromkeys(one["number"] or one["on"] for one in told))
    if len(numbers) > 1 and isinstance(first.result, Refusal):
        facts = {**first.result.facts, "number": in_runs(numbers)}
        refusal = Refusal(first.result.code, first.result.because, **facts)
        told = [line_facts(replace(first, result=refusal), state)]
    return {**told[0], "numbers": numbers}


def still_open(
    lines: Sequence[f.Facts], ballots: Sequence[f.Facts], state: State
) -> f.Facts | None:
    """Of the votes that a letter gave, those that it did not close; when they close, and what else
    is missing."""
    given = {
        one for line in lines if line["verb"] == "Vote" and line["ok"] for one in line["numbers"]
    }
    mine = [one for one in ballots if one["label"] in given and not one["missing"]]
    if not mine:
        return None
    first, many = mine[0], len(mine) > 1
    alike = not many or len({one["closes_at"] for one in mine}) == 1
    return {
        "many": many,
        "on": "" if many or len(given) == 1 else first["label"],
        "final": first["final"] and (not many or all(one["final"] for one in mine)),
        "until": first["closes_at"] if alike else None,
        "missing_on": in_runs([one["label"] for one in ballots if one["missing"]]),
        **_ends(state, given),
    }


def _ends(state: State, given: Set[object]) -> f.Facts:
    """What ends the votes before their time; in turns they end together."""
    together = not state.is_open
    polls = [one for one in state.open_polls if together or label(one.number) in given]
    ways = {ends(one) for one in polls}
    runs = state.is_chaired or any(
        ends(one) == "at the deadline" and one.closes_at is not None for one in polls
    )
    earliest = max(ends_from(one) for one in polls)
    return {
        "early": "" if runs else "decided" if "when decided" in ways else "all",
        "from": earliest if state.at is not None and earliest > state.at else None,
        "on_all": together and len(polls) > 1,
        "out": len({seat for one in polls for seat in one.missing}),
    }


def _on(command: c.Command, state: State) -> str:
    """The vote that it is about; where one is open, it is that, whatever number is written."""
    if not isinstance(command, c.Vote | c.Retract):
        return ""
    if command.proposal is not None and len(state.open_polls) > 1:
        return label(command.proposal)
    return label(state.poll.number) if state.poll is not None else ""


def _follows(cast: e.BallotCast | None, result: Steps | Refusal) -> Mapping[str, Any]:
    """Whom or what a vote follows, if anything."""
    if cast is None or isinstance(result, Refusal):
        return {"like": "", "condition": None}
    seat = followed(cast.choice)
    like = result.after.name_of(seat) if seat else ""
    asked = condition(cast.choice)
    return {"like": like, "condition": asdict(asked) if asked is not None else None}


def asked(command: c.Ask | c.Preview | c.Try, state: State, reply: Reply) -> tuple[str, f.Facts]:
    """012: the records, on demand."""
    if isinstance(command, c.Preview):
        try:
            return "preview", preview_facts(command, state, reply.warned.get(command))
        except Refused:  # in proper form when it was read, and overtaken by the same letter
            return "status", f.status_facts(state, reply.seat)
    if isinstance(command, c.Try):
        return "tried", tries_facts(command, reply.tried.get(command, ()))
    if reply.past is not None and needs_past(command, state):
        occasion, facts = past_facts(command, reply.past, state)
        return occasion, {**facts, "files": reply.files}
    known = questions()[command.topic]
    if known.facts is not None:
        return known.occasion, known.facts(state, reply.seat)
    if command.topic == "games":
        return known.occasion, reply.games
    told = OF_NOW[command.topic](command, state, reply.seat)
    if command.topic == "status" and state.status == "forming":
        told = {**told, "awaited": list(reply.awaited)}
    return known.occasion, told


def _rule(command: c.Ask, state: State, seat: int) -> f.Facts:
    digits = command.argument.strip()
    known = is_part(digits) or (digits.isdecimal() and len(digits) < 8)
    number = read_number(digits) if known else -1
    rule = state.rules.get(number)
    return {
        "asked": command.argument,
        "rule": f.rule_facts(rule, state) if rule else None,
        "present": None if rule else state.rules.now_called(number),
        "at": None,
        "early": False,
        "gone": None,
        "halves": f.halves_facts(state, number),
    }


def _edit(command: c.Ask, state: State, seat: int) -> f.Facts:
    letter = edit_letter(state, read_number(command.argument))
    return {**_rule(command, state, seat), "letter": letter, "status": f.status_facts(state, seat)}


def _help(command: c.Ask, state: State, seat: int) -> f.Facts:
    topic, ended = command.argument.lower(), state.status == "ended"
    rows = {
        table: [
            {
                "written": meant("written", one.written, one.written),
                "does": either(one.does, one.german),
                "rule": one.rule,
            }
            for one in found
            if not (ended and one.ends)
        ]
        for table, found in tables().items()
    }
    page = page_of(topic) if topic else "all"
    called = topic.removeprefix("clauses ")
    own = [] if page else clause_facts("" if topic == "clauses all" else called)
    page = "clauses" if own else page
    told = {"topic": topic, "page": page, "rows": rows, "ended": ended, "only": bool(own)}
    about = {
        "settings": f.settings_facts(state),
        "without_turns": f.is_without_turns(state),
        "chaired": mechanics_of(state.rules)["procedure"].value.name == "chair",
        "changes": f.most_changes(state),
        "play": f.game_facts(state),
        "such_rules": f.such_rules(state),
        "stakes": stakes_facts(state, seat),
        "powers": powers(state),
        "chosen": chosen_below(state),
    }
    if told["page"] == "program":
        about["interface"] = interface()
    if told["page"] == "actions":
        about["programs"] = action_facts(state)
    return {**told, **about, "kinds": own or clause_facts()}


# By topic: what the state tells whoever asks.
OF_NOW: Mapping[str, Callable[[c.Ask, State, int], f.Facts]] = {
    "games": lambda command, state, seat: {},
    "rule": _rule,
    "tell moderator": lambda command, state, seat: {"text": command.argument},
    "help": _help,
    "edit": _edit,
    "amend": amend_facts,
    "rules": lambda command, state, seat: {
        **f.plain_facts(f.rules_facts(state), command.argument),
        "at": None,
        "early": False,
    },
    "why": lambda command, state, seat: why_facts(state, command.argument),
    "library": lambda command, state, seat: library_facts(command.argument),
    "status": lambda _, state, seat: f.status_facts(state, seat),
    "scores": lambda _, state, seat: f.status_facts(state, seat),
    "whoami": lambda _, state, seat: {
        "score": state.players[seat].score if seat in state.players else 0
    },
}
