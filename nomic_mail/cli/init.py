"""init: a folder that a server can run in; by hand, or led by questions."""

from pathlib import Path

import click

from nomic_mail.cli.common import WRONG, fail, shown_url
from nomic_mail.config import ConfigError, example, load
from nomic_mail.config.lost import config_option, tool_name


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=Path())
@click.option("--interactive", is_flag=True, help="Ask for mailbox and way out, and try them.")
def init(folder: Path, interactive: bool) -> None:
    """Make FOLDER (this one, if none is named) a place a server can run in.

    Writes config.toml, a secret key and an empty database. What is there already is left alone.
    With --interactive you are asked for what the config needs; each answer is tried at once, as the
    server will use it.

    \b
    Examples:
      nomic-mail init var
      nomic-mail init var --interactive
      nomic-mail --config var/config.toml serve
    """
    file = folder / "config.toml"
    text = example()
    if interactive:
        from nomic_mail.cli.lead import led

        if file.exists():
            fail(f"{file} is there already; move it away first, or name another folder")
        text = led(file)
    make(folder, file, text)
    if interactive:
        look_at(file)
    click.echo(f"\nNow: {tool_name()} {config_option(file)}serve")


def make(folder: Path, file: Path, text: str) -> None:
    from nomic_mail.daemon.opening import open_database
    from nomic_mail.daemon.parts import write_secret

    folder.mkdir(parents=True, exist_ok=True)
    if file.exists():
        click.echo(f"{file} is there already and stays as it is")
    else:
        file.touch(mode=0o600)  # a password may be written into it
        file.write_text(text, encoding="utf-8")
        click.echo(f"wrote {file}")
    try:
        config = load(file)
    except ConfigError as error:
        fail(str(error), WRONG)
    if config.secret_file.exists():
        click.echo(f"{config.secret_file} is there already and stays as it is")
    else:
        write_secret(config.secret_file)
        click.echo(f"wrote {config.secret_file} (keep it: reply addresses are made with it)")
    open_database(config).close()
    click.echo(f"the database is {shown_url(config.database_url)}")


def look_at(file: Path) -> None:
    """As `check` does, for the whole of it."""
    from nomic_mail.cli.check import told_of
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.doctor import examine

    click.echo("\nAll of it, looked at once more (nomic-mail check):")
    if any(one.fix for one in told_of(examine(load(file), SystemClock()))):
        click.echo("mend what is wrong in the config, and look again with nomic-mail check")
