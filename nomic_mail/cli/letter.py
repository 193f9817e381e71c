"""letter read, deliver, held, show, release, retry, discard, preview."""

import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import asdict, replace

from nomic_mail.cli.acts import one_line
from nomic_mail.cli.common import (
    config_of,
    fail,
    opened,
    print_json,
    print_table,
    safe,
    state_of,
    submit,
    write_out,
)
from nomic_mail.config.told import of_system
from nomic_mail.files import open_named, read_named
from nomic_mail.toml import near

if TYPE_CHECKING:
    from nomic_mail.letters.grammar.reading import About


@click.group()
def letter() -> None:
    """Look at letters: what the server understands, and what it holds."""


@letter.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--game", help="Read it with this game's open ballots.")
@click.option("--ballot", type=int, help="Read it as an answer to this ballot.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON; see docs/letter-read.schema.json."
)
@click.pass_context
def read(
    ctx: click.Context, file: Path, game: str | None, ballot: int | None, as_json: bool
) -> None:
    """What the server understands of the letter in FILE, line by line. Changes nothing.

    \b
    Examples:
      nomic-mail letter read vote.eml --ballot 301
      nomic-mail letter read vote.eml --game tea
      cat vote.eml | nomic-mail letter read - --json
    """
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else read_named(file)
    except OSError as trouble:
        fail(str(of_system(trouble, file)))
    facts = understood(raw, ballot, _known(ctx, game))
    if as_json:
        print_json(facts)
        return
    click.echo(safe(f"This is a letter of kind: {facts['kind']} ({facts['why']})"))
    click.echo(safe(f"From: {facts['from'] or 'nobody we could name'}"))
    for kind, addresses in (facts["bounce"] or {}).items():
        click.echo(safe(f"{kind.title()} failure: {', '.join(addresses) or 'none named'}"))
    for one in facts["commands"]:
        told = " ".join(f"{k}={v}" for k, v in one.items() if k not in ("line", "verb", "why"))
        shown = f"\n  {one['line']}\n    command: {one['verb']} {told}\n    why: {one['why']}"
        click.echo(safe(shown))
    for one in facts["questions"]:
        click.echo(safe(f"\n  question back: {one}"))
    for one in facts["ignored"]:
        click.echo(safe(f"  taken as talk: {one}"))


def _known(ctx: click.Context, game: str | None) -> "About | None":
    """What the game tells of itself: its open ballots, and the actions of its rules."""
    if game is None:
        return None
    from nomic_mail.game.tally import takes_conditions
    from nomic_mail.letters.grammar.reading import About
    from nomic_mail.pump.says.meaning import actions_of

    with opened(ctx) as (_, database):
        state = state_of(database, game)
        ballots = tuple(poll.number for poll in state.open_polls)
        conditions = any(map(takes_conditions, state.open_polls))
        return About(open_ballots=ballots, conditions=conditions, actions=actions_of(state))


class Pipe(click.Command):
    """A mail server that pipes letters to us takes 75 (EX_TEMPFAIL) for "later" and anything else
    for "never": so whatever is wrong, our own set-up too, is 75, and no letter bounces for it."""

    TEMPORARY = 75

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as wrong:
            wrong.show()
            raise SystemExit(self.TEMPORARY) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SystemExit as ended:
            raise SystemExit(self.TEMPORARY if ended.code else 0) from None
        except click.exceptions.Exit:
            raise
        except Exception as trouble:
            click.echo(safe(f"{type(trouble).__name__}: {trouble}"), err=True)
            raise SystemExit(self.TEMPORARY) from None


@letter.command(cls=Pipe)
@click.argument(
    "file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-"
)
@click.option("--recipient", metavar="ADDR", help="For whom it came (else what its head tells).")
@click.pass_context
def deliver(ctx: click.Context, file: Path, recipient: str | None) -> None:
    """Hand in one raw letter from FILE, or from standard input, as a mail server's pipe does.

    Exit 0: it is safely in the database. 75: try again later.

    \b
    Example (Postfix, master.cf, all on one line):
      nomic unix - n n - - pipe flags=DRXhu user=nomic
        argv=/usr/bin/nomic-mail --config /etc/nomic/config.toml
        letter deliver --recipient ${original_recipient}
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon import parts

    with opened(ctx) as (config, database):
        # one byte more than may be: cut so, it is seen to be too large, and the memory is safe
        most = config.mail.max_letter_bytes + 1
        if str(file) == "-":
            raw = sys.stdin.buffer.read(most)
        else:
            with open_named(file) as opened_file:
                raw = opened_file.read(most)
        if not raw:
            fail("there is no letter: nothing was handed in")
        to = [recipient] if recipient else []
        parts.deliver(config, database, SystemClock(), raw, to)


def understood(raw: bytes, ballot: int | None, known: "About | None" = None) -> dict[str, Any]:
    from nomic_mail.letters.grammar.understand import About, said_lines, understand
    from nomic_mail.letters.mime import message
    from nomic_mail.letters.proof.prove import single_sender
    from nomic_mail.letters.screen.kind import screen

    found = message.read(raw)
    screened = screen(found, None)
    bounce = None
    if screened.kind == "bounce":
        from nomic_mail.letters.screen import dsn

        told = dsn.read(raw)
        bounce = {"permanent": list(told.permanent), "temporary": list(told.temporary)}
    facts: dict[str, Any] = {
        "kind": screened.kind,
        "why": screened.why,
        "from": single_sender(found),
        "commands": [],
        "questions": [],
        "ignored": [],
        "bounce": bounce,
    }
    if screened.kind == "player":
        about = known or About()
        own_ballot = () if ballot is None else (ballot,)
        ballots = tuple(dict.fromkeys((*about.open_ballots, *own_ballot)))
        about = replace(about, ballot=ballot, open_ballots=ballots)
        own, text = _of_their_own(found.subject, found.text)
        said = understand(found.subject, text, about, found.attached)
        facts["commands"] = own + [
            {**_fields(one.command), "line": one.line, "why": one.why} for one in said.said
        ]
        facts["questions"] = [one.question for one in said.questions]
        facts["ignored"] = list(said.ignored)
    elif screened.kind == "unreadable":  # nobody to answer, and nothing is done; but it can be told
        facts["ignored"] = said_lines(found.text)
    return facts


def _of_their_own(subject: str, text: str) -> tuple[list[dict[str, Any]], str]:
    """What players say of their addresses, and of how they want to be written to, is no matter of
    the game's; and the text without it."""
    from nomic_mail.letters.grammar.moves import read_moves
    from nomic_mail.letters.grammar.wishes import read_wishes
    from nomic_mail.post.times import zone_named

    moves, text = read_moves(subject, text)
    told: list[dict[str, Any]] = [
        {"verb": "address", "act": one.kind, "address": one.address, "line": one.line}
        for one in moves
    ]
    wishes, text = read_wishes(subject, text)
    for wish in wishes:
        zone = zone_named(wish.value) if wish.kind == "zone" and wish.value else None
        known = wish.known and (wish.kind != "zone" or not wish.value or zone is not None)
        verb = "timezone" if wish.kind == "zone" else wish.kind
        value = zone or wish.value
        told.append({"verb": verb, "value": value, "known": known, "line": wish.line})
    why = "the line says it by itself, and only to the server"
    return [{**one, "why": why} for one in told], text


# What no letter says of a command, and the server fills in.
NOT_TOLD = ("by", "received_at", "letter", "who", "answers", "proof", "held_at", "invited")


def _fields(command: Any) -> dict[str, Any]:
    from nomic_mail.game.durations import show_duration

    own: dict[str, Any] = {"verb": type(command).__name__.lower()}
    for name, value in asdict(command).items():
        if name in NOT_TOLD:
            continue
        if hasattr(value, "kind"):
            own |= asdict(value)
        else:
            own[name] = show_duration(value) if isinstance(value, timedelta) else value
        if isinstance(value, tuple) and value and isinstance(value[0], Struct):
            own[name] = [asdict(one) for one in value]
    return own


@letter.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def held(ctx: click.Context, as_json: bool) -> None:
    """The letters that wait for somebody: you, or their sender's confirmation."""
    from nomic_mail.cli.status import waits_for
    from nomic_mail.letters.mime import message
    from nomic_mail.letters.proof.prove import single_sender
    from nomic_mail.store.people import seats
    from nomic_mail.store.queue import inbox

    with opened(ctx) as (_, database), database.read() as connection:
        games = {one.id: one.name for one in seats.all_games(connection)}
        facts: list[dict[str, Any]] = [
            {
                "id": one.id,
                "received_at": one.received_at,
                "to": one.recipient,
                "game": games.get(one.game_id or 0),
                "from": single_sender(message.read(one.raw)) if one.kind == "letter" else None,
                "waits_for": waits_for(one),
                "why": one.result,
            }
            for one in inbox.held(connection)
        ]
    if as_json:
        print_json(facts)
    elif not facts:
        click.echo("No letter is held.")
    else:
        rows = [
            [
                str(f["id"]),
                f"{f['received_at']:%Y-%m-%d %H:%M}",
                f["game"] or "-",
                f["from"] or "-",
                f["waits_for"],
                f["why"],
            ]
            for f in facts
        ]
        print_table(["id", "received (UTC)", "game", "from", "waits for", "why"], rows)


@letter.command()
@click.argument("number", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def show(ctx: click.Context, number: int, as_json: bool) -> None:
    """The letter with this NUMBER: what became of it, for what it was taken, and what it says.

    \b
    Example:
      nomic-mail letter show 12
    """
    from nomic_mail.letters.mime import message
    from nomic_mail.store.queue import inbox

    with opened(ctx) as (_, database), database.read() as connection:
        found = inbox.get(connection, number)
    if found is None:
        fail(f"there is no letter {number}")
    facts = {"state": found.state, "received": f"{found.received_at:%Y-%m-%d %H:%M:%S} UTC"}
    if found.held_at is not None:
        facts["had"] = f"{found.held_at:%Y-%m-%d %H:%M:%S} UTC, by your own mail server"
    facts |= {"to": found.recipient, "result": found.result, "taken as": found.row}
    if found.kind == "act":
        text = found.raw.decode()
    else:
        read = message.read(found.raw)
        facts |= {"from": ", ".join(one.address for one in read.froms), "subject": read.subject}
        text = read.text
    if as_json:
        print_json({"id": number, **facts, "text": text})
        return
    for name, told in facts.items():
        click.echo(safe(f"{name:<9} {told or '-'}"))
    click.echo(safe(f"\n{text}"))


@letter.command()
@click.argument("number", type=int)
@click.pass_context
def retry(ctx: click.Context, number: int) -> None:
    """Let a held letter be worked on again, as if it had just come (after an upgrade, say).

    A letter that waits for its sender's confirmation is not let through by this.
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.store.queue import inbox

    with opened(ctx) as (_, database), database.write() as connection:
        done = inbox.retry(connection, number, SystemClock().now())
    if not done:
        fail(f"letter {number} is not held for you; nomic-mail letter held lists them")
    click.echo(f"letter {number} is in the queue again")


@letter.command()
@click.argument("number", type=int)
@click.pass_context
def release(ctx: click.Context, number: int) -> None:
    """Answer for a held letter: it acts as the command it means, as if its sender had proven it.

    A vote counts from the time the letter came; the player is told of it like of any other. Look at
    it first (letter show NUMBER): who wrote it is on your word.

    \b
    Example:
      nomic-mail letter release 12
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.store.queue import inbox

    with opened(ctx) as (_, database), database.write() as connection:
        done = inbox.release_held(connection, number, SystemClock().now())
    if not done:
        fail(f"letter {number} is not held; nomic-mail letter held lists them")
    click.echo(f"letter {number} is in the queue, and acts as if its sender had confirmed it")


@letter.command()
@click.argument("number", type=int)
@click.option("--why", default="", help="Kept with the letter, and told to its sender.")
@click.pass_context
def discard(ctx: click.Context, number: int, why: str) -> None:
    """Put a held letter away for good. It stays in the database, and does nothing.

    With --why its sender is told so, if they have a seat in the game that it is for.

    \b
    Example:
      nomic-mail letter discard 12 --why "this was spam in your name"
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.store.people import seats
    from nomic_mail.store.queue import inbox

    with opened(ctx) as (_, database):
        with database.read() as connection:
            found = inbox.get(connection, number)
            game = seats.game(connection, found.game_id) if found and found.game_id else None
        if found is None or found.state != "held":
            fail(f"letter {number} is not held; nomic-mail letter held lists them")
        if game is None:
            with database.write() as connection:
                said = why or "discarded by the moderator"
                done = inbox.discard(connection, number, SystemClock().now(), said)
            if not done:
                fail(f"letter {number} was dealt with meanwhile")
    if game is not None:
        said = f": {one_line(why)}" if why else ""
        submit(ctx, "say", game=game.name, line=f"DISCARD {number}{said}")
    click.echo(f"letter {number} is discarded")


@letter.command()
@click.argument("occasion", required=False)
@click.option("--html", type=click.Path(dir_okay=False, allow_dash=True), help="Write its HTML.")
@click.option("--eml", type=click.Path(dir_okay=False, allow_dash=True), help="Write it whole.")
@click.option("--list", "listed", is_flag=True, help="As it goes to a game's mailing list.")
@click.option(
    "--language", type=click.Choice(["en", "de"]), default="en", help="In which language."
)
@click.pass_context
def preview(
    ctx: click.Context,
    occasion: str | None,
    html: str | None,
    eml: str | None,
    listed: bool,
    language: str,
) -> None:
    """A letter of this OCCASION as it would leave, with the templates in use and sample facts from
    a game that is played for it. Without OCCASION, lists the occasions there are.

    \b
    Examples:
      nomic-mail letter preview ballot
      nomic-mail letter preview result --html result.html
      nomic-mail letter preview result --list
    """
    from nomic_mail.play import samples

    own, site = ways_of(ctx)
    ways = (own, site, language)
    sampled = samples.to_a_list(*ways) if listed else samples.letters(*ways)
    if occasion is None:
        print_table([], [[name, str(one["Subject"])] for name, one in sorted(sampled.items())])
        return
    if occasion not in sampled:
        fail(f'there is no letter "{occasion}"; {near(occasion, sorted(sampled))}')
    chosen = sampled[occasion]
    for out, data in ((html, samples.page_of(chosen).encode()), (eml, chosen.as_bytes())):
        if out is not None:
            write_out(out, data)
    if html is None and eml is None:
        click.echo(f"Subject: {chosen['Subject']}\n\n{samples.text_of(chosen)}", nl=False)


def ways_of(ctx: click.Context) -> tuple[str, str]:
    """The folder of templates and the site that the configuration names, if there is a
    configuration."""
    from nomic_mail.config import find_config

    option = ctx.find_root().obj
    if option is None and not find_config(option, os.environ).exists():
        return "", ""
    config = config_of(ctx)
    own = str(config.templates_folders[0].absolute()) if config.templates.path else ""
    return own, config.site_url
