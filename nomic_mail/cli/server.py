"""serve"""

import gc
import shlex
from contextlib import suppress
from typing import Any, NoReturn

import click

from nomic_mail.cli.common import LATER, WRONG, config_of, fail, many, shown_url
from nomic_mail.config import Config
from nomic_mail.config.lost import config_option, tool_name
from nomic_mail.config.told import MEMORY, of_system

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
    gc.disable()  # what is imported stays, and is not looked at again and again
    from nomic_mail.daemon.logs import configure_logging
    from nomic_mail.daemon.opening import NotYet, PartLost, RunsAlready, Trouble, is_a_mistake
    from nomic_mail.daemon.parts import refuse_broken_templates
    from nomic_mail.daemon.server import Daemon
    from nomic_mail.store.database.engines import Busy, Damaged, DatabaseTrouble

    gc.freeze()
    gc.enable()
    config = config_of(ctx)
    configure_logging(config.server.log_level)
    daemon = Daemon(config)
    try:
        refuse_broken_templates(config)
        daemon.start(listen=not once, anew=anew)
        if once:
            done, sent = daemon.once()
            daemon.stop()
            click.echo(f"done: {done} letters, acts and deadlines; {many(sent, 'letter')} sent")
            return
        daemon.serve(lambda: click.echo(_greeting(config, daemon)))
    except RunsAlready as other:
        fail(f"it runs already, and nothing is to be done: {other.what}", LATER)
    except (NotYet, Busy) as trouble:
        damaged = isinstance(trouble, Damaged)
        fail(f"cannot start: {trouble}", WRONG if damaged else LATER)
    except (PartLost, DatabaseTrouble) as trouble:
        fail(f"cannot start: {trouble}", WRONG)
    except Trouble as trouble:
        _failed(config, str(trouble), WRONG)
    except (MemoryError, RuntimeError) as trouble:
        if not isinstance(trouble, MemoryError) and "new thread" not in str(trouble):
            raise
        _failed(config, "; ".join(MEMORY), LATER)
    except OSError as trouble:
        with suppress(AttributeError):  # as far as it had come
            daemon.stop()
        told = of_system(trouble, config.data)
        _failed(config, str(told), WRONG if is_a_mistake(trouble) else LATER)
    if daemon.overtaken:
        fail(f"stopped: {daemon.overtaken}")  # and systemd starts it again
    click.echo("stopped")


def _failed(config: Config, why: str, code: int) -> NoReturn:
    """`status` tells it, too, as far as it can be written down for it."""
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon import served
    from nomic_mail.store.database import heartbeats
    from nomic_mail.store.database.engines import Database

    with suppress(Exception):
        if not served.gone(config):
            database = Database(config.database_url)
            if database.is_current():
                with database.write() as connection:
                    heartbeats.trouble(connection, heartbeats.START, "", SystemClock().now())
                    heartbeats.trouble(connection, heartbeats.START, why, SystemClock().now())
            database.close()
    fail(f"cannot start: {why}", code)


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
