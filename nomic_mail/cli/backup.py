"""backup, restore."""

import sys
from pathlib import Path
from typing import Any

import click

from nomic_mail.cli.common import REFUSED, NamedFile, config_of, fail, safe
from nomic_mail.config import ConfigError
from nomic_mail.config.lost import config_option, tool_name
from nomic_mail.config.told import of_system


@click.command()
@click.argument("out", metavar="OUT")
@click.pass_context
def backup(ctx: click.Context, out: str) -> None:
    """Write all that this server is into the file OUT ("-": to standard output).

    The server may run meanwhile. In the file are the configuration, the database, the secret, and
    the passwords that lie in files: keep it where nobody else can read it.

    \b
    Examples:
      nomic-mail backup /backup/nomic-$(date +%F).tar.gz
      nomic-mail backup - | age -r age1… > nomic.tar.gz.age
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.backup import back_up
    from nomic_mail.daemon.opening import Trouble
    from nomic_mail.store.database.engines import Busy, DatabaseTrouble

    config = config_of(ctx)
    file = None if out == "-" else Path(out)
    bar: Any
    with click.progressbar(length=100, label="copying the database", file=sys.stderr) as bar:

        def told(done: int, of: int) -> None:
            bar.update(100 * done // of - bar.pos)

        try:
            left_out = back_up(config, file, SystemClock(), told)
        except (Trouble, DatabaseTrouble, Busy) as trouble:
            fail(str(trouble), REFUSED)
        except OSError as error:
            fail(str(of_system(error, out)), REFUSED)
    if file is not None:
        click.echo(f"wrote {file} ({file.stat().st_size:,} bytes), for its owner alone")
    for what in left_out:
        click.echo(f"not in it: {what}", err=True)


@click.command()
@click.argument("file", type=NamedFile(exists=False))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=Path())
@click.option("--replace", is_flag=True, help="Move aside what is there.")
def restore(file: Path, folder: Path, replace: bool) -> None:
    """Put the backup FILE back into FOLDER (this one, if none is named).

    The configuration goes there, all else to where the configuration says it is. As the user the
    server runs as, and while it does not run. Then start it: it tells every player that it was set
    back and takes new dice, and has the letters again that its mailboxes still hold.

    \b
    Example:
      nomic-mail restore /backup/nomic-2026-11-21.tar.gz /var/lib/nomic
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.opening import Trouble
    from nomic_mail.daemon.restore import restore as put_back
    from nomic_mail.store.database.engines import Busy, DatabaseTrouble

    try:
        done = put_back(file, folder, SystemClock(), replace=replace)
    except (Trouble, DatabaseTrouble, Busy, ConfigError) as trouble:
        fail(str(trouble), REFUSED)
    except OSError as error:
        fail(str(of_system(error, file)), REFUSED)
    made = f"{done.made_at:%Y-%m-%d %H:%M} UTC"
    click.echo(f"restored the backup of {made} into {done.config.parent}")
    for path in done.aside:
        click.echo(safe(f"moved aside: {path}"))
    games = "1 game takes" if done.games == 1 else f"{done.games} games take"
    if done.games:
        click.echo(f"{games} new dice when the server starts, and their players are told")
    tool = f"{tool_name()} {config_option(done.config)}"
    click.echo(f"\nNow: {tool}check; then {tool}serve")
