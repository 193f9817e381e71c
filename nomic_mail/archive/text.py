"""The record as one text to read: the game as its mailing list would have it, from first to last.

1. First how it came out, then the course of the game turn by turn, then the rules and what their
   programs keep, then the dice. 72 columns; what people wrote keeps its lines.
2. A rule is told once as it stands, and as it began where it is another now; between the two stand
   the proposals that changed it. The same record gives the same text. Times are UTC. Nobody's words
   move the terminal that it is read in.
3. A ballot is told with the count of its vote, and not before (010).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from nomic_mail.archive.acts import ACTS
from nomic_mail.archive.json import Laid
from nomic_mail.archive.keeping import PassedOn
from nomic_mail.archive.lines import COLUMNS, as_is, takes
from nomic_mail.archive.lines import folded as _set
from nomic_mail.archive.lines import listed as _listed
from nomic_mail.archive.lines import quoted as _quoted
from nomic_mail.archive.lines import titled as _title
from nomic_mail.archive.lines import when as _when
from nomic_mail.archive.text_rules import dice, reached, rules_now, rules_then
from nomic_mail.archive.told.moments import words
from nomic_mail.archive.told.record import disagreements_in
from nomic_mail.archive.told.words import NOTE, asked, headlined, saying
from nomic_mail.game.events import Event
from nomic_mail.game.numbers import all_printed_with, printed
from nomic_mail.game.record import Record
from nomic_mail.game.record.chronicle import headline
from nomic_mail.game.record.story import Facts, Moment
from nomic_mail.game.state import TOLD, label
from nomic_mail.game.wording import settled
from nomic_mail.phrases import ENGLISH, chronicled, setting_name, setting_value


def text_pieces(
    laid: Laid, events: Iterable[Event], addresses: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Line by line; none is left empty at the end."""
    digits = laid.record.digits
    return all_printed_with(digits, _pieces(laid, events, addresses or {}))


def _pieces(laid: Laid, events: Iterable[Event], addresses: Mapping[str, str]) -> Iterator[str]:
    passing = PassedOn(events, laid.record)
    parts = [
        _front(laid.record, laid.head),
        _doubts(laid),
        _course(chronicled(passing), told=laid.told is not None),
        rules_now(laid.record),
        passing.kept(),
        rules_then(laid.record),
        dice(laid.record) if laid.told is None else (),
        reached(laid.record, addresses),
    ]
    empty = 0
    for line in (line for part in parts for line in part):
        if line:
            yield "\n" * empty + settled(line) + "\n"
        empty = 0 if line else empty + 1


# How it came out


def _front(record: Record, head: str) -> Iterator[str]:
    title = record.title or record.name
    yield title
    yield "=" * len(title)
    yield ""
    is_told = record.ruleset == TOLD
    what = "A game of Nomic by mail: the whole record of"
    yield from _set(f"{NOTE if is_told else f'{what} {record.name}.'}")
    yield ""
    yet, none_yet = ("not told",) * 2 if is_told else (f"not yet ({record.status})", "none yet")
    told = [
        ("Ruleset", record.ruleset),
        ("Founded", _when(record.created_at)),
        ("Began", _when(record.started_at, told=is_told)),
        ("Ended", _when(record.ended_at, told=is_told) if record.ended_at else yet),
        ("Winner", _listed([record.players[seat].name for seat in record.winners]) or none_yet),
        ("Proposals", str(len(record.proposals))),
        ("Ledger", f"{record.events} events; its head, to check the record against:"),
    ]
    for name, value in told[2:] if is_told else told:
        yield f"{name:<11}{value}"
    yield f"{'':<11}{head}"
    yield from _title("The players")
    ranked = sorted(record.players.values(), key=lambda one: (-one.score, one.name))
    wide = max((len(one.name) for one in ranked), default=0)
    for one in ranked:
        left = f"   left {_when(one.left_at, told=is_told)}" if one.status == "left" else ""
        score = f" {one.score:6d}" if record.has_points else ""
        yield f"{one.name:<{wide}}{score}{left}".rstrip()
        for former in one.before:
            yield f"  until {_when(former.until)} in this seat: {former.name}"


# The course of the game


def _doubts(laid: Laid) -> Iterator[str]:
    """Of a game that is told."""
    found = disagreements_in(laid.told) if laid.told is not None else []
    if found:
        yield from _title("Where what is told contradicts itself")
    for one in found:
        yield from _set(f"{one.file}, line {one.line}: {one.where}")
        yield from _set(f"stated: {one.stated}", "    ", "      ")
        yield from _set(f"follows: {one.follows}", "    ", "      ")
        yield ""


def _course(moments: Iterable[Moment], *, told: bool) -> Iterator[str]:
    """Day by day; each turn opens with a ruler."""
    yield from _title("The course of the game")
    day = ""
    for moment in moments:
        said = WORDS.get(moment.kind)
        if said is None or (moment.kind == "turn_ended" and not moment.facts["skipped"]):
            continue
        if moment.kind == "turn":
            yield from ("", "-" * COLUMNS)
            day = ""
        today = words(moment.at) if told else f"{moment.at:%A, %d %B %Y}"
        if today != day:
            day = today
            yield from ("", today, "")
        hour = "" if told else f"{moment.at:%H:%M}"
        yield from _set(said(moment.facts), f"{hour:<7}", " " * 7)
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
            if one["comment"]:
                yield from _quoted(one["comment"], "           > ")
        for name in facts["absent"]:
            yield f"         {name:<{wide}}  (no ballot)"
        yield ""
    elif moment.kind == "rule_corrected" and facts["text"] != facts["text_was"]:
        yield from ("", *_quoted(facts["text"], "         "), "")
    elif moment.kind == "bound":
        yield from _clauses(facts["clauses"])


def _clauses(clauses: Iterable[str]) -> Iterator[str]:
    return (line for clause in clauses for line in as_is(clause, "         "))


def _change(change: Facts) -> Iterator[str]:
    """Of several, each by its place."""
    if not change["more"]:
        yield from _one_change(change)
    for place, one in enumerate((change, *change["more"]), 1) if change["more"] else ():
        told = f"Change {place}: {headline({**one, 'more': ()})}"
        yield from ("", *_set(told, "       ", "         "), *_one_change(one)[:-1])
    if change["more"]:
        yield ""


def _one_change(change: Facts) -> list[str]:
    return [*_words_of(change), ""]


def _words_of(change: Facts) -> Iterator[str]:
    if change["text"]:
        yield from ("", *_quoted(change["text"], "         "))
    elif change["kind"] == "repeal":
        yield from ("", "       It says:", "", *_quoted(change["target_text"], "         "))
    if change["effects"] is not None:
        yield from ("", "       Effects:")
        yield from _clauses(change["effects"] or ("none",))
    if change["reason"]:
        yield from ("", "       The reason given:", "", *_quoted(change["reason"], "         "))


def _closed(facts: Facts) -> str:
    what = f"{facts['number']}, the request of {facts['joins']} to join," if facts["joins"] else ""
    if facts["outcome"] == "unknown":
        why = f": {facts['reason']}" if facts["reason"] else ""
        return f"What became of proposal {facts['number']} is not told{why}."
    outcome = "has lapsed" if facts["outcome"] == "lapsed" else f"is {facts['outcome']}"
    told = f"{what or 'Proposal ' + str(facts['number'])} {outcome}: {facts['reason']}"
    return f"{told}{_by_rule(facts)}."


def _ruled(facts: Facts) -> str:
    if facts["number"] is None:
        return f"Rule {printed(facts['was'])} is repealed."
    title = f" ({facts['title']})" if facts["title"] else ""
    if facts["was"] is None:
        return f"Rule {printed(facts['number'])}{title} is in force, {facts['status']}."
    if facts["was"] == facts["number"] and facts["kind"] != "transmute":
        return f"Rule {printed(facts['was'])}{title} is amended."
    did = "now" if facts["kind"] == "transmute" else "amended, and"
    status = f" {facts['status']}, and" if facts["kind"] == "transmute" else ""
    now = printed(facts["number"])
    return f"Rule {printed(facts['was'])} is {did}{status} called {now}{title} (108)."


def _turn(facts: Facts) -> str:
    circuit = f" (round {facts['circuit']})" if facts["circuit"] else ""
    if not facts["mover"]:
        return f"Turn {facts['turn']} of open play{circuit}."
    what = f"{'Term' if facts['chair'] else 'Turn'} {facts['turn']}{circuit}: {facts['mover']}"
    return f"{what}{' is the Chairperson' if facts['chair'] else ''}."


def _left(facts: Facts) -> str:
    how = "is removed by the Moderator" if facts["removed"] else "leaves the game"
    return f"{facts['name']} {how}{_by_rule(facts)}."


def _by_rule(facts: Facts) -> str:
    """Nothing where none is told."""
    return f" (rule {printed(facts['rule'])})" if facts["rule"] else ""


def _opened(facts: Facts) -> str:
    if facts["told"]:  # when, nobody tells
        return f"The vote on {facts['number']} took {takes(facts['threshold'])}."
    by = f"{facts['called_by']} calls the vote" if facts["called_by"] else "The vote opens"
    until = f", until {_when(facts['closes_at'])}" if facts["closes_at"] else ""
    what = f"the request of {facts['joins']} to join" if facts["joins"] else facts["number"]
    return f"{by} on {what}{until}. It takes {takes(facts['threshold'])}."


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


def _program(facts: Facts) -> str:
    if facts["mistakes"]:
        return f"Rule {printed(facts['rule'])} has a program that cannot be run."
    keeps = f" It keeps {_listed(facts['keeps'])}." if facts["keeps"] else ""
    actions = f" Players can write: {'; '.join(facts['actions'])}." if facts["actions"] else ""
    return f"Rule {printed(facts['rule'])} has a program.{keeps}{actions}"


def _ran(facts: Facts) -> str:
    by = f"{facts['by']}: " if facts["by"] else ""
    told = f"{by}{facts['words']} (rule {printed(facts['rule'])})"
    told += f"; it says no: {facts['declined']}" if facts["declined"] else ""
    told += f"; thrown: {facts['throws']}" if facts["throws"] else ""
    for whose, name, was, now in facts["changes"]:
        told += f"; {whose + ': ' if whose else ''}{name} {was} -> {now}"
    return f"{told}."


def _broke(facts: Facts) -> str:
    line = f", in its line {facts['line']}" if facts["line"] else ""
    rests = "; it rests" if facts["rests"] else ""
    why = f": {facts['why']}" if facts["why"] else ""
    return (
        f"The program of rule {printed(facts['rule'])} broke at {facts['what']}{line}{why}{rests}."
    )


def _missed(facts: Facts) -> str:
    return f"{facts['name']} did not vote: votes missed in a row, {facts['missed']}."


def _inactive(facts: Facts) -> str:
    why = f"votes missed in a row, {facts['missed']}"
    if facts["silent"]:
        why = f"no letter for {facts['silent']}"
    return (
        f"{facts['name']} is not counted among the voters until they write: {why}"
        f" (rule {printed(facts['rule'])})."
    )


def _active(facts: Facts) -> str:
    why = {"wrote": "has written, and is", "no rule": "is"}[facts["why"]]
    return f"{facts['name']} {why} among the voters again."


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
    points = "point" if facts["goal"] == 1 else "points"
    goal = f" with {facts['goal']} {points}" if facts["goal"] is not None else ", by a ruling"
    goal = "" if facts.get("by_itself") and facts["goal"] is None else goal
    goal = goal if facts["rule"] or facts["goal"] is not None else ""
    goal = f" with {facts['of']}" if facts.get("of") else goal
    return f"{_listed(facts['winners'])} has won{goal}{_by_rule(facts)}."


def _moderators(facts: Facts) -> str:
    told = [f"{facts['joined']} moderates from now on"] if facts["joined"] else []
    return "; ".join(told + ([f"{_listed(facts['left'])} no more"] if facts["left"] else [])) + "."


_DECLINED = {"voted": "voted down", "declined": "declined", "withdrawn": "taken back"}
WORDS: Mapping[str, Callable[[Facts], str]] = {
    "created": lambda f: (
        "The rules that the game began with, as far as they are told."
        if f["ruleset"] == TOLD
        else f"The game is founded on the ruleset {f['ruleset']}."
    ),
    "joined": lambda f: f"{f['name']} joins.",
    "asked_in": lambda f: f"{f['name']} asks to join.",
    "declined": lambda f: f"The request of {f['name']} to join is {_DECLINED[f['why']]}.",
    "replaced": lambda f: f"{f['name']} takes over the seat of {f['was']}.",
    "renamed": lambda f: f"{f['was']} is called {f['name']} from now on.",
    "left": _left,
    "moderators": _moderators,
    "away": _away,
    "missed": _missed,
    "inactive": _inactive,
    "active": _active,
    "program": _program,
    "ran": _ran,
    "vetoed": lambda f: (
        f"{f['by'] or 'The program of a rule'} vetoes {f['number']}{_by_rule(f)}"
        f"{': ' + f['reason'] if f['reason'] else ''}."
    ),
    "ballot_settled": lambda f: (
        f"The vote of {f['name']} on {f['number']} comes to {f['choice'].upper() or 'no vote'}:"
        f" {f['why']}."
    ),
    "broke": _broke,
    "sealed": lambda f: (
        f"{f['name']} has written {f['what']}, sealed (rule {printed(f['rule'])})"
        f"{', in place of an earlier one' if f['changed'] else ''}."
    ),
    "value_corrected": lambda f: (
        f"What rule {printed(f['rule'])} keeps is corrected:"
        f" {f['whose'] + ', ' if f['whose'] else ''}{f['name']} {f['was']} -> {f['now']}."
    ),
    "rested": lambda f: (
        f"The program of rule {printed(f['rule'])} {'rests' if f['rests'] else 'runs again'}."
    ),
    "rule_lapsed": lambda f: f"Rule {printed(f['rule'])} is repealed by its own program.",
    "surplus": lambda f: f"The Government Surplus: {f['points']:+d}, now {f['total']}.",
    "started": lambda f: (
        "The game begins."
        + (f" The order of play ({f['how']}): {_listed(f['order'])}." if f["order"] else "")
    ),
    "setting": lambda f: (
        f"The Moderator changes {setting_name(f['key'], ENGLISH)}:"
        f" {setting_value(f['value'], f['key'], ENGLISH)}."
    ),
    "turn": _turn,
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
    "announced": lambda f: "Of this game:" if f["told"] else "The Moderator announces:",
    "imported": lambda f: (
        f"The game goes on elsewhere, from its record up to {_when(f['recorded_at'])}; the dice are"
        f" new (008){', and what was voted on is voted on anew' if f['votes'] else ''}."
    ),
    "set back": lambda f: (
        f"The server was set back to a backup of {_when(f['backup_at'])}; the dice are new (008)."
    ),
    "proposed": lambda f: (
        f"{f['by']} proposes {label(f['number'])}: {headlined(f['change'], f['warnings'])}"
    ),
    "revised": lambda f: f"{f['by']} revises {f['number']}: {headline(f['change'])}",
    "withdrawn": lambda f: f"{f['by']} withdraws {label(f['number'])}.",
    "said": lambda f: f"{f['name']}, to all ({f['number']}):" if f["number"] else saying(f["name"]),
    "bound": lambda f: f"The Moderator says what {f['number']} makes the server do:",
    "opened": _opened,
    "vote_late": lambda f: (
        f"The vote on {f['number']} is extended until {_when(f['closes_at'])}:"
        f" {_listed(f['missing'])} did not vote yet."
    ),
    "closed": _closed,
    "rule": _ruled,
    "points": lambda f: (
        f"{f['name']} {f['points']:+d}, now {f['total']}: {f['because']}{_by_rule(f)}."
    ),
    "throw": lambda f: (
        f"{f['by']} throws {f['dice']}: {', '.join(map(str, f['faces']))} (throw {f['place']})."
    ),
    "judgment": lambda f: (
        asked(f["by"], f["judge"])
        if f["told"]
        else f"{f['by']} invokes judgment (212). The judge is {f['judge']}."
    ),
    "ruling": lambda f: f"{f['judge']} rules:" if f["judge"] else "It is ruled:",
    "judge_passed": lambda f: f"The question passes from {f['was']} to {f['judge'] or 'nobody'}.",
    "overruled": lambda f: f"{f['name']} overrules the ruling.",
    "upheld": lambda f: f"{f['name']} upholds the ruling.",
    "consented": lambda f: f"{f['name']} consents to the next turn.",
    "settled": lambda f: f"The judgment is settled: {f['how']}.",
    "asked": lambda f: f"The Moderator is asked to settle something: {f['matter']}.",
    "won": _won,
    "round_won": lambda f: f"{_won(f)} Play goes on.",
    "dice_opened": lambda f: (
        "What was thrown in secret can be checked (008), by the seed of the dice: "
        f"{' and '.join(seed for _, seed in f['seeds'])}."
    ),
    "ended": lambda f: f"The game is over: {f['reason']}.",
    **ACTS,
}
