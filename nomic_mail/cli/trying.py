"""program try: what a program would do, in a game of three made up for it, or in a copy of one."""

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nomic_mail.cli.common import REFUSED, fail, game_or_fail, opened, print_json, safe, time_of
from nomic_mail.cli.program import mistakes_told, program_in, written
from nomic_mail.clock import SystemClock

if TYPE_CHECKING:
    from nomic_mail.game.commands import Change
    from nomic_mail.game.programs import Declared
    from nomic_mail.game.state import State

NAMES = ("Ada", "Bob", "Cyd")
PLAINLY = {"n": "1", "rule": "101", "proposal": "301", "word": "word", "text": "some words"}


@click.command("try")
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@click.option("--game", metavar="GAME", help="In a copy of this game.")
@click.option(
    "--at", "moment", metavar="TIME", help="As of then: 2026-03-01 [14:00] (UTC), gone or to come."
)
@click.option("--as", "who", metavar="NAME", help="Who writes the lines: else the first player.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def try_out(
    ctx: click.Context,
    file: Path,
    lines: tuple[str, ...],
    game: str | None,
    moment: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Try the program in FILE (- is what comes in): what each LINE would come to, one after the
    other. Nothing is kept. FILE may be a whole proposal, as for `program check`.

    A LINE is an action; one of another player's, "AS Bob: THANK Ada"; or what the program is called
    by besides, "WHEN adopted". Without any, each action and each other function is tried once.

    Without --game it is tried between Ada, Bob and Cyd. With it, in a copy of that game, in which
    nobody's secrets are but those of whoever writes the lines.

    With --at it is tried as of that moment. One that is gone is of the game as it stood then. Until
    one that is to come, the timers of the rules are called as they fall due, and nothing else
    happens: votes and turns stand still.

    Exit 1: it has mistakes, or a line would be refused, would break, or says nothing.

    \b
    Examples:
      nomic-mail program try kudos.py "THANK Bob" "AS Bob: THANK Bob"
      nomic-mail program library coins | nomic-mail program try - "WHEN monday 20:00"
      nomic-mail program try kudos.py --game tea --as Bob "THANK Ada"
      nomic-mail program try week.py --at "2026-03-30 18:01" "COUNT"
    """
    from nomic_mail.game.programs import Declared
    from nomic_mail.letters.grammar.actions import words_taken
    from nomic_mail.sandbox.sandbox import Sandbox

    runs = Sandbox(words_taken)
    if not runs.interpreter:
        fail("no interpreter for programs is installed here: pip install pydantic-monty")
    text = written(file)
    source, before = program_in(text)
    read = runs.read(source, proposed=True)
    if not isinstance(read, Declared):
        mistakes_told(read, before, str(file), as_json=as_json)
    now = SystemClock().now()
    then = now if moment is None else time_of(moment)
    state = _made_up(min(now, then)) if game is None else _of(ctx, game, then if moment else None)
    seat = _seat(state, who)
    lines = lines or _each_once(read, state, seat)
    told = _tried(runs, state, (seat, now, then), _change(text, source, file), lines)
    rows = [_told(one, str(file), before) for one in told]
    if as_json:
        print_json({"tried": rows})
    else:
        for row in rows:
            below = [f"  {line}" for line in row["told"]]
            click.echo(safe("\n".join([f"{row['line'] or 'The draft'}:", *below])))
    if not all(row["ok"] for row in rows):
        raise SystemExit(REFUSED)


def _of(ctx: click.Context, game: str, then: datetime | None) -> "State":
    """As it stands, or as it stood then."""
    from nomic_mail.game.evolve import fold
    from nomic_mail.store.games import ledger

    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, game)
        events = (entry.event for entry in ledger.entries(connection, found.id))
        state = fold(one for one in events if then is None or one.at <= then)
    if state.status != "running":
        as_of = f" at {then:%Y-%m-%d %H:%M} UTC" if then is not None else ""
        fail(f"{game} is not running{as_of}, and nothing can be done in it")
    return state


def _made_up(now: datetime) -> "State":
    from nomic_mail import rulesets
    from nomic_mail.game import commands as c
    from nomic_mail.game import events as e
    from nomic_mail.game.course import Steps
    from nomic_mail.game.decide import decide, found
    from nomic_mail.game.dice import Fresh
    from nomic_mail.game.settings import Settings

    luck = Fresh(os.urandom(32))
    rules = rulesets.load("net_play").rules
    state = found("trial", "Trial", "net_play", rules, Settings(), now, luck).after
    joined = [
        e.PlayerJoined(at=now, seat=seat, name=name, surname=name, letter="")
        for seat, name in enumerate(NAMES, 1)
    ]
    state = Steps.of(joined, state).after
    started = decide(state, c.Start(by=c.MODERATOR, who="The Moderator"), now, luck)
    return started.after if isinstance(started, Steps) else state


def _seat(state: "State", who: str | None) -> int:
    names = {state.name_of(seat): seat for seat in state.playing}
    if who is None:
        return next(iter(names.values()), 0)
    wanted = who.casefold()
    found = [seat for name, seat in names.items() if wanted in (name.casefold(), *_words(name))]
    if len(found) != 1:
        fail(f'"{safe(who)}" is no player, or several: {safe(", ".join(names))}')
    return found[0]


def _words(name: str) -> list[str]:
    return name.casefold().split()


def _change(text: str, source: str, file: Path) -> "Change":
    """The proposal that stands there, or one that is made around the program."""
    from nomic_mail.game.clauses import BadClause, parse_clause
    from nomic_mail.game.commands import Change, Preview, Propose, Try
    from nomic_mail.letters.grammar.understand import About, understand

    read = understand("", text, About())
    for one in read.said:
        if isinstance(one.command, Propose | Preview):
            return one.command.change
        if isinstance(one.command, Try) and one.command.change is not None:
            return one.command.change
    if source != text.replace("\r\n", "\n"):
        fail("\n".join(one.question for one in read.questions) or "there is no proposal in it")
    try:
        effects = (parse_clause(f"program:\n{source}").text,)
    except BadClause as bad:
        fail(f"{file}: {bad}")
    return Change(kind="enact", title=file.stem, text="A rule that runs.", effects=effects)


def _each_once(read: "Declared", state: "State", seat: int) -> tuple[str, ...]:
    """Each action with plain words in its places, and each other function by its name."""
    import re

    other = next((one for one in state.playing if one != seat), seat)
    words = {**PLAINLY, "player": state.name_of(other)}

    def filled(slot: "re.Match[str]") -> str:
        kind, _, offers = slot[1].strip().partition(" ")
        return words.get(kind.lower(), offers.split("|")[0].strip() or "word")

    return tuple(
        re.sub(r"<([^<>]*)>", filled, hook.what) if hook.kind == "action" else f"WHEN {hook.what}"
        for hook in read.hooks
    )


def _tried(
    runs: Any,
    state: "State",
    whose: tuple[int, datetime, datetime],
    change: "Change",
    lines: tuple[str, ...],
) -> tuple[Any, ...]:
    """By a seat, in a game as it is at a moment, as of another."""
    from nomic_mail.game.commands import Try
    from nomic_mail.game.dice import Fresh
    from nomic_mail.game.trying import Trier, tried
    from nomic_mail.pump.says.tries import read

    seat, now, then = whose
    by = Trier(
        seat=seat,
        at=min(now, then),
        until=then if then > now else None,
        luck=Fresh(os.urandom(32)),
        runs=runs,
        reads=lambda line, now: read(line, now, seat),
    )
    return tried(state, Try(lines=lines, change=change), by)


def _told(trial: Any, file: str, before: int) -> dict[str, Any]:
    """A line, what would come of it, and the same as it is printed."""
    from nomic_mail.post.tries import trial_facts

    facts = trial_facts(trial)
    lines = [facts["question"]] if facts["question"] else []
    if facts["reason"]:
        lines.append(f"no: {facts['reason']}")
    for one in facts["came"]:
        lines += _came(one, file, before)
    broke = any(one["kind"] == "broke" or one.get("declined") for one in facts["came"])
    ok = not (facts["question"] or facts["reason"] or broke)
    lines = lines or ["nothing would come of it"]
    return {"line": trial.line, "ok": ok, "told": lines, "came": facts["came"]}


def _came(one: dict[str, Any], file: str, before: int) -> list[str]:
    match one["kind"]:
        case "broke":
            line, column, why = one["at_line"], one["at_column"], one["why"]
            where = f"{file}:{line + before}:{column}: " if line else ""
            return [f"it breaks: {where}{why or 'it could not be run to its end'}"]
        case "asked":
            return [f"{name}: {answer}" if name else answer for name, answer in one["rows"]]
        case "read":
            return ["it runs" + (f", and keeps {', '.join(one['keeps'])}" if one["keeps"] else "")]
        case "lapsed":
            return [f"rule {one['rule']} is repealed by its own program"]
        case "sealed":
            return ["it is sealed until the rule opens it"]
        case "won":
            return [f"the game is over: {' and '.join(one['names'])} won"]
        case "round":
            return [f"{' and '.join(one['names'])} won, and play goes on"]
    return _ran(one)


def _ran(one: dict[str, Any]) -> list[str]:
    told = [f"no: {one['declined']}"] if one["declined"] else []
    told += [f"thrown: {throw['face']} of {throw['sides']}" for throw in one["throws"]]
    told += [f"to all: {text}" for text in one["said"]]
    told += [f"to {name}: {text}" for name, text in one["told"]]
    for change in one["changes"]:
        whose = f"{change['whose']}: " if change["whose"] else ""
        told.append(f"{whose}{change['name']} {change['was']} -> {change['now']}")
    for name, points in ((row["name"], row["points"]) for row in one["points"]):
        told.append(f"{name}: {points:+d} {'point' if abs(points) == 1 else 'points'}")
    for kind, unit in (("later", "day"), ("hours", "hour")):
        for name, many in one[kind]:
            told.append(f"{name}: called in {many} {unit}{'' if many == 1 else 's'}")
    told += [f"{name}: called no more, where it waited" for name in one["cancels"]]
    told += [f"proposal {number} is vetoed" for number in one["vetoes"]]
    told += [f"the veto of {number} does not hold" for number in one["spared"]]
    told += [f"what is sealed of {form} is opened" for form in one["opens"]]
    return told or ["done"]
