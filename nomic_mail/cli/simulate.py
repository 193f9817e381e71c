"""simulate: whole servers with all that can go wrong, by a seed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from nomic_mail.cli.common import REFUSED, WRONG, fail, print_json, safe
from nomic_mail.clock import SystemClock
from nomic_mail.config.lost import tool_name

if TYPE_CHECKING:
    from nomic_mail.play.simulator import Disk, Failure, Played, Step


@click.command()
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The first one.")
@click.option(
    "--steps", type=click.IntRange(0, 10_000), default=40, show_default=True, help="A server's."
)
@click.option("--games", type=click.IntRange(1), help="Go on until so many games were played.")
@click.option("--minutes", type=click.FloatRange(0), help="Go on for so long.")
@click.option(
    "--programs", is_flag=True, help="The players also write, change and use rules that run."
)
@click.option("--only", metavar="LIST", help="Only these of the steps: 3,7,12. One server.")
@click.option("--tell", is_flag=True, help="Tell all that happens. One server.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def simulate(
    seed: int,
    steps: int,
    games: int | None,
    minutes: float | None,
    only: str | None,
    *,
    programs: bool,
    tell: bool,
    as_json: bool,
) -> None:
    """Play whole servers in this process: players, network, clock, mail servers, disk and power,
    and all that can go wrong with them. No server, no configuration and no network is needed.

    One seed is one server with one to eight games; without --games and --minutes, one is played.
    The same seed and steps lead to the same letters, to the byte. With --programs there are one or
    two games, whose players bring rules with programs and do what these let them; what runs them
    is killed in the middle of calls, and the power fails there, too. After each step everything
    that was promised is looked at; where a promise is broken, the steps are shrunk to those that it
    takes, and told, with the command that plays them again (exit 1).

    \b
    Examples:
      nomic-mail simulate --seed 7 --tell
      nomic-mail simulate --games 10000
      nomic-mail simulate --programs --minutes 10
    """
    from nomic_mail.play.simulator import new_disk

    what = Servers(steps, programs)
    chosen = what.steps_of(seed)
    if only is not None:
        chosen = _chosen(chosen, only)
    count = Totals(programs)
    failure = None
    with new_disk() as disk:
        if only is not None or tell:
            count.add(run := what.played(seed, chosen, disk, tell=True))
            if not as_json:
                _say_lines(run)
        else:
            run = _many(seed, what, games or 1, minutes, disk, count)
            failure = _made_small(run, what, disk) if run.broken is not None else None
    _say(count, run, failure, what, as_json=as_json)
    raise SystemExit(REFUSED if run.broken is not None else 0)


class Servers(Struct, frozen=True):
    """What each server is to be like."""

    steps: int
    programs: bool

    @property
    def words(self) -> str:
        """At the command line."""
        return f"--steps {self.steps}{' --programs' if self.programs else ''}"

    def steps_of(self, seed: int) -> "list[Step]":
        from nomic_mail.play.simulator import drawn

        return drawn(seed, self.steps, programs=self.programs)

    def played(
        self, seed: int, steps: "list[Step]", disk: "Disk", *, tell: bool = False
    ) -> "Played":
        from nomic_mail.play.simulator import played

        return played(seed, steps, disk, programs=self.programs, tell=tell)


def _chosen(steps: "list[Step]", only: str) -> "list[Step]":
    try:
        places = {int(place) for place in only.split(",") if place.strip()}
    except ValueError:
        fail(f'--only is a list of numbers, 3,7,12, not "{only}"', WRONG)
    unknown = sorted(places - {one.place for one in steps})
    if unknown:
        fail(f"there is no step {unknown[0]}: there are {len(steps)}, from 0", WRONG)
    return [one for one in steps if one.place in places]


OF_ALL = ("servers", "games", "events", "letters_in", "letters_out", "power_cuts")
OF_PROGRAMS = (
    *("programs_read", "calls", "actions", "calls_that_broke", "calls_that_dealt", "dice_opened"),
    "workers_killed",
)


class Totals:
    """What was played in all."""

    def __init__(self, programs: bool) -> None:
        self.totals = dict.fromkeys(OF_ALL + (OF_PROGRAMS if programs else ()), 0)
        self._digest = sha256()

    def add(self, run: "Played") -> None:
        more = (1, len(run.games), run.events, run.letters_in, run.letters_out, run.cuts)
        told = {**dict(zip(OF_ALL, more, strict=True)), **run.programs}
        for name in self.totals:
            self.totals[name] += told.get(name, 0)
        self._digest.update(run.digest.encode())

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()


def _many(
    seed: int, what: Servers, games: int, minutes: float | None, disk: "Disk", count: Totals
) -> "Played":
    """Server after server, up to the first broken promise; the last one played."""
    clock = SystemClock()
    began = clock.monotonic_seconds()
    length = round(minutes * 60) if minutes else games
    with _watched(length) as bar:
        while True:
            run = what.played(seed, what.steps_of(seed), disk)
            count.add(run)
            done = count.totals["games"]
            spent = clock.monotonic_seconds() - began
            bar(spent if minutes else done)
            over = spent >= minutes * 60 if minutes else done >= games
            if run.broken is not None or over:
                return run
            seed += 1


@contextmanager
def _watched(length: int) -> Iterator[Any]:
    """A bar that is told how far it is; none for one server alone."""
    if length <= 1:
        yield lambda at: None
        return
    with click.progressbar(length=length, label="playing", file=sys.stderr) as bar:
        yield lambda at: bar.update(max(0, min(int(at), length) - bar.pos))


def _made_small(run: "Played", what: Servers, disk: "Disk") -> "Failure":
    from nomic_mail.play.simulator import shrunk

    def tell(left: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\rshrinking: {left} steps ", err=True, nl=False)

    found = shrunk(run, what.steps_of(run.seed), disk, tell, programs=what.programs)
    if sys.stderr.isatty():
        click.echo("", err=True)
    return found


def _say_lines(run: "Played") -> None:
    for line in run.lines:
        click.echo(safe(line))


def _say(
    count: Totals, run: "Played", failure: "Failure | None", what: Servers, *, as_json: bool
) -> None:
    again = f"{tool_name()} simulate --seed {run.seed} {what.words}"
    if as_json:
        broken = None
        if run.broken is not None:
            broken = {"seed": run.seed, "promise": run.broken.promise, "told": run.broken.told}
            broken["again"] = f"{again} --only {failure.only} --tell" if failure else again
        print_json({**count.totals, "digest": count.digest, "broken": broken})
        return
    if failure is not None:
        fewer = f"{len(failure.steps)} of {what.steps} steps"
        click.echo(f"A promise is broken. What it takes ({fewer}):\n")
        _say_lines(failure.run)
        click.echo(f"\nThis again:   {again} --only {failure.only} --tell")
        click.echo(f"The whole of it: {again} --tell\n")
    told = ", ".join(
        f"{number:,} {name.replace('_', ' ')}" for name, number in count.totals.items()
    )
    click.echo(f"{told}\ndigest {count.digest}")
    if run.broken is None:
        click.echo("No promise was broken.")
    else:
        click.echo(safe(f"BROKEN (seed {run.seed}): {run.broken}"))
