"""The record as one text to read: the game as its mailing list would have it, from first to last.

1. First how it came out, then the course of the game turn by turn, then the rules, then the dice.
   72 columns; what people wrote keeps its lines.
2. A rule is told once as it stands, and as it began where it is another now; between the two stand
   the proposals that changed it. The same record gives the same text. Times are UTC.
3. A ballot is told with the count of its vote, and not before (010).
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from nomic_mail.archive.acts import ACTS
from nomic_mail.archive.json import Entry
from nomic_mail.game.record import Form, Record, RuleLife, record_of
from nomic_mail.game.record.chronicle import Facts, Moment, chronicle, headline
from nomic_mail.game.state import Rule

COLUMNS = 72


def record_text(entries: Sequence[Entry]) -> str:
    events = [entry.event for entry in entries]
    record = record_of(events)
    head = entries[-1].hash if entries else ""
    parts = [
        _front(record, head),
        _course(chronicle(events)),
        _rules_now(record),
        _rules_then(record),
        _dice(record),
    ]
    return "\n".join(line for part in parts for line in part).rstrip("\n") + "\n"


# How lines are set


def _set(words: str, indent: str = "", hang: str = "") -> Iterator[str]:
    """A paragraph of ours, folded."""
    yield from textwrap.wrap(
        " ".join(words.split()),
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=hang or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _quoted(text: str, mark: str) -> Iterator[str]:
    """What somebody wrote, line by line; only lines that are too long are folded."""
    for line in text.strip("\n").split("\n"):
        if len(mark) + len(line) <= COLUMNS:
            yield f"{mark}{line}".rstrip()
            continue
        yield from textwrap.wrap(
            line,
            COLUMNS,
            initial_indent=mark,
            subsequent_indent=mark,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _title(words: str) -> Iterator[str]:
    yield from ("", "", words.upper(), "=" * len(words), "")


def _when(moment: datetime | None) -> str:
    return f"{moment:%a %Y-%m-%d %H:%M} UTC" if moment is not None else "-"


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


# How it came out


def _front(record: Record, head: str) -> Iterator[str]:
    title = record.title or record.name
    yield title
    yield "=" * len(title)
    yield ""
    yield from _set(f"A game of Nomic by mail: the whole record of {record.name}.")
    yield ""
    told = [
        ("Ruleset", record.ruleset),
        ("Founded", _when(record.created_at)),
        ("Began", _when(record.started_at)),
        ("Ended", _when(record.ended_at) if record.ended_at else f"not yet ({record.status})"),
        ("Winner", _listed([record.players[seat].name for seat in record.winners]) or "none yet"),
        ("Proposals", str(len(record.proposals))),
        ("Ledger", f"{record.events} events; its head, to check the record against:"),
    ]
    for name, value in told:
        yield f"{name:<11}{value}"
    yield f"{'':<11}{head}"
    yield from _title("The players")
    ranked = sorted(record.players.values(), key=lambda one: (-one.score, one.name))
    wide = max((len(one.name) for one in ranked), default=0)
    for one in ranked:
        left = f"   left {_when(one.left_at)}" if one.status == "left" else ""
        yield f"{one.name:<{wide}} {one.score:6d}{left}"
        for former in one.before:
            yield f"  until {_when(former.until)} in this seat: {former.name}"


# The course of the game


def _course(moments: Iterable[Moment]) -> Iterator[str]:
    """Day by day; each turn opens with a ruler."""
    yield from _title("The course of the game")
    day = ""
    for moment in moments:
        words = _WORDS.get(moment.kind)
        if words is None or (moment.kind == "turn_ended" and not moment.facts["skipped"]):
            continue
        if moment.kind == "turn":
            yield from ("", "-" * COLUMNS)
            day = ""
        today = f"{moment.at:%A, %d %B %Y}"
        if today != day:
            day = today
            yield from ("", today, "")
        yield from _set(words(moment.facts), f"{moment.at:%H:%M}  ", " " * 7)
        yield from _beneath(moment)


def _beneath(moment: Moment) -> Iterator[str]:
    """The texts and tables that belong to a moment."""
    facts = moment.facts
    if moment.kind in ("proposed", "revised"):
        yield from _change(facts["change"])
    elif moment.kind == "said" and not facts["text"]:
        yield from ("", "       (taken out of the record by the Moderator)", "")
    elif moment.kind in ("said", "ruling", "announced"):
        yield from ("", *_quoted(facts["text"], "       > "), "")
    elif moment.kind == "judgment" and facts["question"]:
        yield from ("", *_quoted(facts["question"], "       > "), "")
    elif moment.kind == "closed":
        wide = max((len(one["name"]) for one in facts["votes"]), default=0)
        for one in facts["votes"]:
            yield f"         {one['name']:<{wide}}  {one['choice'].upper()}"
        for name in facts["absent"]:
            yield f"         {name:<{wide}}  (no ballot)"
        yield ""
    elif moment.kind == "rule_corrected" and facts["text"] != facts["text_was"]:
        yield from ("", *_quoted(facts["text"], "         "), "")
    elif moment.kind == "bound":
        yield from (f"         {clause}" for clause in facts["clauses"])


def _change(change: Facts) -> Iterator[str]:
    if change["text"]:
        yield from ("", *_quoted(change["text"], "         "))
    elif change["kind"] == "repeal":
        yield from ("", "       It says:", "", *_quoted(change["target_text"], "         "))
    if change["effects"] is not None:
        yield from ("", "       Effects:")
        yield from (f"         {clause}" for clause in change["effects"] or ("none",))
    yield ""


def _closed(facts: Facts) -> str:
    what = f"{facts['number']}, the request of {facts['joins']} to join," if facts["joins"] else ""
    outcome = "has lapsed" if facts["outcome"] == "lapsed" else f"is {facts['outcome']}"
    rule = f" (rule {facts['rule']:03d})" if facts["rule"] is not None else ""
    return f"{what or 'Proposal ' + str(facts['number'])} {outcome}: {facts['reason']}{rule}."


def _ruled(facts: Facts) -> str:
    if facts["number"] is None:
        return f"Rule {facts['was']:03d} is repealed."
    title = f" ({facts['title']})" if facts["title"] else ""
    if facts["was"] is None:
        return f"Rule {facts['number']:03d}{title} is in force, {facts['status']}."
    did = "now" if facts["kind"] == "transmute" else "amended, and"
    status = f" {facts['status']}, and" if facts["kind"] == "transmute" else ""
    return f"Rule {facts['was']:03d} is {did}{status} called {facts['number']:03d}{title} (108)."


def _left(facts: Facts) -> str:
    how = "is removed by the Moderator" if facts["removed"] else "leaves the game"
    return f"{facts['name']} {how} (rule {facts['rule']:03d})."


def _opened(facts: Facts) -> str:
    by = f"{facts['called_by']} calls the vote" if facts["called_by"] else "The vote opens"
    until = f", until {_when(facts['closes_at'])}" if facts["closes_at"] else ""
    what = f"the request of {facts['joins']} to join" if facts["joins"] else facts["number"]
    return f"{by} on {what}{until}. It takes: {facts['threshold']}."


def _period(facts: Facts) -> str:
    what = {"proposals": "proposals", "discussion": "the discussion", "vote": "the vote"}
    return f"{facts['by']} calls for {what[facts['step']]}, until {_when(facts['until'])}."


def _seated(facts: Facts) -> str:
    why = {
        "refused": f"{facts['was']} refuses the chair",
        "judgment": f"By judgment {facts['was']} is replaced in the chair",
        "overruled": "The ruling on the chair is overruled",
        "gone": f"{facts['was']} has left the game, and the chair",
        "skipped": f"{facts['was']} was late with the next step, and is passed over",
    }
    return f"{why[facts['why']]}; {facts['chair']} is the Chairperson."


def _passed_over(facts: Facts) -> str:
    return f"The chair passes over {facts['name']}, who is away until {_when(facts['until'])}."


def _away(facts: Facts) -> str:
    return (
        f"{facts['name']} is away until {_when(facts['until'])}."
        if facts["until"]
        else f"{facts['name']} is back."
    )


def _longer(facts: Facts) -> str:
    of_turn = facts["window"] in ("turn", "period")
    what = "Turn" if of_turn else f"The {facts['window']} on"
    return f"{what} {facts['number']} has time until {_when(facts['until'])}."


def _open_again(facts: Facts) -> str:
    return (
        f"The vote on {_listed(facts['numbers'])} is open again, until {_when(facts['closes_at'])},"
        f" and what its count brought is taken back. Missing: {_listed(facts['missing'])}."
    )


def _won(facts: Facts) -> str:
    goal = f" with {facts['goal']} points" if facts["goal"] is not None else ", by a ruling"
    return f"{_listed(facts['winners'])} has won{goal} (rule {facts['rule']:03d})."


def _moderators(facts: Facts) -> str:
    told = [f"{facts['joined']} moderates from now on"] if facts["joined"] else []
    return "; ".join(told + ([f"{_listed(facts['left'])} no more"] if facts["left"] else [])) + "."


_DECLINED = {"voted": "voted down", "declined": "declined", "withdrawn": "taken back"}
_WORDS: Mapping[str, Callable[[Facts], str]] = {
    "created": lambda f: f"The game is founded on the ruleset {f['ruleset']}.",
    "joined": lambda f: f"{f['name']} joins.",
    "asked_in": lambda f: f"{f['name']} asks to join.",
    "declined": lambda f: f"The request of {f['name']} to join is {_DECLINED[f['why']]}.",
    "replaced": lambda f: f"{f['name']} takes over the seat of {f['was']}.",
    "left": _left,
    "moderators": _moderators,
    "away": _away,
    "surplus": lambda f: f"The Government Surplus: {f['points']:+d}, now {f['total']}.",
    "started": lambda f: f"The game begins. The order of play ({f['how']}): {_listed(f['order'])}.",
    "setting": lambda f: f"The Moderator sets {f['key']} to {f['value']}.",
    "turn": lambda f: (
        f"{'Term' if f['chair'] else 'Turn'} {f['turn']} (circuit {f['circuit']}):"
        f" {f['mover']}{' is the Chairperson' if f['chair'] else ''}."
    ),
    "turn_late": lambda f: f"{f['name']} is late, and has until {_when(f['until'])}.",
    "turn_ended": lambda f: f"The turn of {f['name']} is passed over.",
    "period": _period,
    "period_longer": lambda f: f"The time is extended until {_when(f['until'])}.",
    "chair": _seated,
    "passed_over": _passed_over,
    "moved": lambda f: (
        f"{'No letters could come in' if f['why'] == 'outage' else 'The game was paused'} from"
        f" {_when(f['began_at'])} to {_when(f['ended_at'])}; all deadlines are so much later."
    ),
    "longer": _longer,
    "open_again": _open_again,
    "paused": lambda f: "The game is paused.",
    "goes_on": lambda f: "The game goes on.",
    "announced": lambda f: "The Moderator announces:",
    "set back": lambda f: (
        f"The server was set back to a backup of {_when(f['backup_at'])}; the dice are new (008)."
    ),
    "proposed": lambda f: f"{f['by']} proposes {f['number']}: {headline(f['change'])}",
    "revised": lambda f: f"{f['by']} revises {f['number']}: {headline(f['change'])}",
    "withdrawn": lambda f: f"{f['by']} withdraws {f['number']}.",
    "said": lambda f: f"{f['name']}, to all ({f['number']}):",
    "bound": lambda f: f"The Moderator says what {f['number']} makes the server do:",
    "opened": _opened,
    "vote_late": lambda f: (
        f"The vote on {f['number']} is extended until {_when(f['closes_at'])}:"
        f" {_listed(f['missing'])} did not vote yet."
    ),
    "closed": _closed,
    "rule": _ruled,
    "points": lambda f: (
        f"{f['name']} {f['points']:+d}, now {f['total']}: {f['because']} (rule {f['rule']:03d})."
    ),
    "throw": lambda f: (
        f"{f['by']} throws {f['dice']}: {', '.join(map(str, f['faces']))} (throw {f['place']})."
    ),
    "judgment": lambda f: f"{f['by']} invokes judgment (212). The judge is {f['judge']}.",
    "ruling": lambda f: f"{f['judge']} rules:",
    "judge_passed": lambda f: f"The question passes from {f['was']} to {f['judge'] or 'nobody'}.",
    "overruled": lambda f: f"{f['name']} overrules the ruling.",
    "consented": lambda f: f"{f['name']} consents to the next turn.",
    "settled": lambda f: f"The judgment is settled: {f['how']}.",
    "asked": lambda f: f"The Moderator is asked to settle something: {f['matter']}.",
    "won": _won,
    "ended": lambda f: f"The game is over: {f['reason']}.",
    **ACTS,
}


# The rules


def _rules_now(record: Record) -> Iterator[str]:
    yield from _title("The rules as they stand")
    lives = sorted(record.rules.values(), key=lambda life: life.forms[-1].number)
    for life in lives:
        if life.repealed_at is None:
            yield from _rule(life.forms[-1])
            yield from _history(life)
    gone = [life for life in lives if life.repealed_at is not None]
    if gone:
        yield from _title("Rules that were repealed")
    for life in gone:
        yield from _rule(life.forms[-1])
        yield from _history(life)
        yield f"    Repealed by {life.repealed_by}, {_when(life.repealed_at)}."
        yield ""


def _rules_then(record: Record) -> Iterator[str]:
    """Those that are not so any more; the others stand above."""
    changed = [rule for rule in record.initial if len(record.rules[rule.lineage].forms) > 1]
    if changed:
        yield from _title("Rules that began otherwise")
    for rule in sorted(changed, key=lambda one: one.number):
        yield from _rule(rule)


def _rule(rule: Form | Rule) -> Iterator[str]:
    title = f"  {rule.title}" if rule.title else ""
    yield f"{rule.number:03d}{title} ({rule.status})"
    yield from ("", *_quoted(rule.text, "    "), "")
    for clause in rule.clauses:
        yield from _set(f"[the server does: {clause}]", "    ", "     ")
    if rule.clauses:
        yield ""


def _history(life: RuleLife) -> Iterator[str]:
    for form in life.forms[1:]:
        yield from _set(_made(form), "    ", "      ")
    if len(life.forms) > 1:
        yield ""


def _made(form: Form) -> str:
    by = f"by {form.by_proposal}" if form.by_proposal is not None else "by the Moderator"
    did = {"transmute": f"made {form.status}", "bind": "its clauses bound", "enact": "enacted"}
    did["correct"] = "set right"
    return f"{_when(form.at)}: {did.get(form.kind, 'amended')} {by}, called {form.number:03d} since"


# The dice


def _dice(record: Record) -> Iterator[str]:
    """All that a check by hand takes; docs/dice.md of the program says how it is done."""
    yield from _title("The dice")
    yield from _set(
        "The SHA-256 of each link is the commitment told before it. The HMAC-SHA-256, with the link"
        " as its key, over the text and |0 gives the faces."
    )
    for commitment in record.commitments:
        yield from ("", f"Chain {commitment.chain}, committed {_when(commitment.at)}:")
        yield f"    {commitment.commitment}"
    if record.shuffle is not None and record.shuffle.nonce:
        yield from ("", f"The shuffle, {_when(record.shuffle.at)}: {list(record.shuffle.order)}")
        yield from _proof(record.shuffle.nonce, record.shuffle.over or "", record.shuffle.proven)
    for place, roll in enumerate(record.rolls, 1):
        faces = ", ".join(map(str, roll.faces))
        yield from (
            "",
            f"Throw {place}, turn {roll.turn}, {_when(roll.at)}: {roll.dice} is {faces}",
        )
        yield from _proof(roll.link, roll.message, roll.proven)


def _proof(link: str, over: str, proven: bool) -> Iterator[str]:
    yield f"    link  {link}"
    yield f"    over  {over}"
    if not proven:
        yield "    Unproven: no player's letter went into it."
