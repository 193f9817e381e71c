"""serve, status."""

import shlex
from dataclasses import asdict
from typing import Any

import click

from nomic_mail.cli.common import (
    LATER,
    WRONG,
    config_of,
    config_option,
    desk_line,
    fail,
    opened,
    print_json,
    print_table,
    shown_url,
    tool_name,
)
from nomic_mail.config import Config

OPEN = 'trust = "open": anybody can write as any player, by writing their address into From'


@click.command()
@click.option("--once", is_flag=True, help="Do all that is due now, then stop.")
@click.option("--anew", is_flag=True, help="Whatever database or key was there before.")
@click.pass_context
def serve(ctx: click.Context, once: bool, anew: bool) -> None:
    """Run the server: take letters in, play the games, send letters out.

    Stops cleanly on SIGTERM or Ctrl-C: the transaction in hand ends, all else waits in the
    database. Ends with 2 where something has to be put right first, and with 75 where another
    start may do: the database is not up yet, the disk is full, a port is taken.

    \b
    Examples:
      nomic-mail serve
      nomic-mail serve --once      (from cron, say)
    """
    from nomic_mail.daemon.logs import configure_logging
    from nomic_mail.daemon.opening import MISTAKES, NotYet, Trouble
    from nomic_mail.daemon.parts import refuse_broken_templates
    from nomic_mail.daemon.server import Daemon
    from nomic_mail.store.database.engines import Busy, Damaged, DatabaseTrouble

    config = config_of(ctx)
    configure_logging(config.server.log_level)
    daemon = Daemon(config)
    try:
        refuse_broken_templates(config)
        daemon.start(listen=not once, anew=anew)
        if once:
            done, sent = daemon.once()
            daemon.stop()
            click.echo(f"done: {done} letters, acts and deadlines; {sent} letters sent")
            return
        daemon.serve(lambda: click.echo(_greeting(config, daemon)))
    except (NotYet, Busy) as trouble:
        damaged = isinstance(trouble, Damaged)
        fail(f"cannot start: {trouble}", WRONG if damaged else LATER)
    except (Trouble, DatabaseTrouble) as trouble:
        fail(f"cannot start: {trouble}", WRONG)
    except OSError as trouble:
        daemon.stop()
        told = f"cannot start: {trouble.strerror or trouble}"
        fail(told, WRONG if isinstance(trouble, MISTAKES) else LATER)
    if daemon.overtaken:
        fail(f"stopped: {daemon.overtaken}")  # and systemd starts it again
    click.echo("stopped")


def _greeting(config: Config, daemon: Any) -> str:
    """Where everything is, and how to go on."""
    from nomic_mail.letters.proof.token import make_address
    from nomic_mail.store.people import seats

    with daemon.database.read() as connection:
        games = [game.name for game in seats.all_games(connection)]
    listen, mail = config.listener, config.mail
    port = daemon.listener.port if daemon.listener else 0
    lines = [f"{config.server.name} is running. Ctrl-C stops it."]
    if mail.trust == "open":
        lines.append(f"  WARNING       {OPEN}")
    if listen.enabled:
        where = config.path(listen.socket) if listen.socket else f"{listen.host}:{port}"
        way = f"{listen.protocol}://{where}"
        lines.append(f"  letters in    {way}, for {mail.address}")
    for box in config.mailbox:
        looked = f"looked into every {box.poll_seconds} seconds"
        lines.append(f"  letters in    the mailbox {box.shown}, {looked}")
    if config.outgoing.kind == "maildir":
        lines.append(f"  letters out   {config.maildir}/ADDRESS, a Maildir for each address")
    else:
        lines.append(f"  letters out   {config.outgoing.smtp_host}:{config.outgoing.smtp_port}")
    lines += [
        f"  config        {config.file}",
        f"  database      {shown_url(config.database_url)}",
        f"  secret        {config.secret_file}",
        "",
    ]
    tool = f"{tool_name()} {config_option(config.file)}"
    if games:
        addresses = [make_address(mail.address, mail.delimiter, name) for name in games]
        return "\n".join([*lines, f"Games: {', '.join(addresses)}", f"Moderate with: {tool}--help"])
    return "\n".join([*lines, *_first_steps(config, tool, port)])


def _first_steps(config: Config, tool: str, port: int) -> list[str]:
    lines = [
        "To begin a game, in another terminal (debate_min=0: a vote can be called at once):",
        f"  {tool}game new tea --set debate_min=0",
        f'  {tool}player add tea "Ada Lovelace <ada@example.org>"',
        f'  {tool}player add tea "Bob Babbage <bob@example.org>"',
    ]
    listener = config.listener
    takes_mail = listener.enabled and not listener.socket and listener.protocol == "smtp"
    if config.outgoing.kind == "maildir" and takes_mail:
        way = f"smtp://{listener.host}:{port}"
        lines += [
            "Both get an invitation. Read Ada's, and reply JOIN, with mutt (and so for Bob):",
            f"  mutt -f {shlex.quote(str(config.maildir / 'ada@example.org'))} \\",
            f"    -e 'set folder=\"{config.maildir}\" copy=no ssl_force_tls=no' \\",
            f"    -e 'set from=ada@example.org smtp_url={way}'",
            "Then:",
        ]
    else:
        lines.append("Both get an invitation, and join by replying JOIN. Then:")
    return [*lines, f"  {tool}game start tea"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--check", is_flag=True, help="Exit 1 when a human is needed.")
@click.pass_context
def status(ctx: click.Context, as_json: bool, check: bool) -> None:
    """Queues, held letters, deliveries, the next deadline."""
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.lock import lock_of
    from nomic_mail.daemon.sender import WAY_OUT
    from nomic_mail.daemon.workers import seen
    from nomic_mail.pump.moderator.desk import OVERDUE, all_waiting
    from nomic_mail.store.database import heartbeats
    from nomic_mail.store.games import waiting
    from nomic_mail.store.games.ledger import Ledger
    from nomic_mail.store.people import seats
    from nomic_mail.store.queue import held_back, inbox, outbox

    now = SystemClock().now()
    with opened(ctx) as (config, database), database.read() as connection:
        games = seats.all_games(connection)
        names = {one.id: one.name for one in games}
        troubles = heartbeats.troubles(connection)
        facts: dict[str, Any] = {
            "received": inbox.received(connection),
            "inbox": inbox.funnel(connection),
            "refused_at_rcpt": heartbeats.turned_away(connection),
            "outbox": outbox.counts(connection),
            "held": [
                {"id": one.id, "why": one.result, "waits_for": _waits_for(one)}
                for one in inbox.held(connection)
            ],
            "next_deadline": seats.next_wake(connection),
            "next_digest": held_back.next_due(connection),
            "games": len(games),
            "asked": {
                names[one]: why
                for one in waiting.asking(connection, now - OVERDUE)
                if (why := _asked(connection, one))
            },
            **_no_letters(connection, {one.id: one for one in games}),
            "desk": len(all_waiting(connection, Ledger(), now)),
            "trust": config.mail.trust,
            "mailboxes": _mailboxes(config, connection),
            "outgoing": troubles.get(WAY_OUT, ""),
            "site": troubles.get(heartbeats.SITE, ""),
            "runs": lock_of(config).held(),
            "workers": [asdict(one) for one in seen(config, connection)],
            "last_seen": {name: at for name, (at, _) in heartbeats.last(connection).items()},
        }
    needed = [one for one in facts["held"] if one["waits_for"] == "the moderator"]
    if as_json:
        print_json(facts)
    else:
        _print_status(facts)
    shut = [one for one in facts["mailboxes"] if one["trouble"]]
    shut += [one for one in (facts["outgoing"], facts["site"]) if one]
    waits = needed or shut or facts["asked"] or facts["suspended"] or facts["no_address"]
    if check and (waits or facts["outbox"].get("failed")):
        raise SystemExit(1)


def _mailboxes(config: Config, connection: Any) -> list[dict[str, Any]]:
    from nomic_mail.store.database import copies, heartbeats

    troubles = heartbeats.troubles(connection)
    owed = copies.owed_by(connection, [box.beat_name for box in config.mailbox])
    return [
        {
            "mailbox": box.shown,
            "last_look": heartbeats.seen(connection, box.beat_name),
            "trouble": troubles.get(box.beat_name, ""),
            "fetches_again": box.beat_name in owed,
        }
        for box in config.mailbox
    ]


def _asked(connection: Any, game_id: int) -> str:
    """What a game that goes on waits for its moderator with."""
    from nomic_mail.store.games.ledger import Ledger
    from nomic_mail.written.codec import Unreadable

    try:
        state = Ledger().load(connection, game_id)
    except Unreadable as bad:
        return f"it stands still: {bad}"
    return state.asked if state.status == "running" else ""


def _no_letters(connection: Any, games: dict[int, Any]) -> dict[str, list[dict[str, Any]]]:
    """Who gets none in a game that is not over: those that came back, and since when; and whoever
    was brought here in a record without an address."""
    from nomic_mail.store.people import seats

    gone = [one for one in seats.suspended(connection) if games[one.game_id].status != "ended"]
    return {
        "suspended": [
            {"game": games[one.game_id].name, "player": one.name, "since": one.suspended_at}
            for one in gone
            if not one.is_nowhere
        ],
        "no_address": [
            {"game": games[one.game_id].name, "player": one.name} for one in gone if one.is_nowhere
        ],
    }


def _waits_for(held: Any) -> str:
    return "its sender" if held.proof == "asked" else "the moderator"


def _print_status(facts: dict[str, Any]) -> None:
    from nomic_mail.store.database import copies

    def counted(counts: dict[str, int]) -> str:
        told = [f"{count} {state}" for state, count in sorted(counts.items()) if count]
        return ", ".join(told) or "none"

    turned = facts["refused_at_rcpt"]
    rows = [
        ["letters and acts in", f"{facts['received']}: {counted(facts['inbox'])}"],
        *([["turned away", f"{turned}, for an address not ours"]] if turned else []),
        ["letters out", counted(facts["outbox"])],
        ["games", str(facts["games"])],
        ["next deadline", _time(facts["next_deadline"])],
        ["next digest", _time(facts["next_digest"])],
        ["server", _server(facts)],
        *([f"server {one['number']}", _worker(one)] for one in facts["workers"]),
    ]
    if facts["trust"] == "open":
        rows.append(["trust", OPEN])
    rows += [
        [f"game {one['game']}", f"no letters to {one['player']}: they come back"]
        for one in facts["suspended"]
    ]
    rows += [
        [f"game {one['game']}", f"no letters to {one['player']}, who has no address here"]
        for one in facts["no_address"]
    ]
    for one in facts["mailboxes"]:
        told = (
            copies.OWED if one["fetches_again"] else f"last looked into {_time(one['last_look'])}"
        )
        rows.append([one["mailbox"], one["trouble"] or told])
    if facts["outgoing"]:
        rows.append(["the way out", facts["outgoing"]])
    if facts["site"]:
        rows.append(["the site", facts["site"]])
    rows += [[f"game {name}", f"waits for you: {why}"] for name, why in facts["asked"].items()]
    print_table([], rows)
    if facts["held"]:
        print_table(
            ["held", "waits for", "why"],
            [[str(one["id"]), one["waits_for"], one["why"]] for one in facts["held"]],
        )
    if facts["desk"]:
        click.echo("\n" + desk_line(facts["desk"]))
    if facts["outgoing"] or facts["site"] or any(one["trouble"] for one in facts["mailboxes"]):
        click.echo(f"{tool_name()} check tells what would mend it")


def _server(facts: dict[str, Any]) -> str:
    seen = _time(facts["last_seen"].get("serve"))
    return "runs" if facts["runs"] else f"does not run; last seen {seen}"


def _worker(one: dict[str, Any]) -> str:
    roles = "".join(f"; {role}" for role in one["roles"])
    return f"{one['process']}, since {_time(one['since'])}{roles}"


def _time(moment: Any) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "none"
