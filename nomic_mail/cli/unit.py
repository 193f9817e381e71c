"""unit: what systemd is given to run the server."""

import getpass
import shutil
import sys
from pathlib import Path

import click

from nomic_mail.cli.common import config_of, fail
from nomic_mail.config import Config

HOMES = ("/home/", "/root/", "/run/user/")


@click.command()
@click.option("--user", metavar="NAME", help="Whom the server runs as (else whoever calls this).")
@click.pass_context
def unit(ctx: click.Context, user: str | None) -> None:
    """Print a unit for systemd that runs this server, and lets it do little else.

    With the paths of this program and of this configuration in it. To be read before it is used.

    \b
    Example:
      nomic-mail --config /var/lib/nomic/config.toml unit --user nomic \\
        > /etc/systemd/system/nomic-mail.service
      systemctl daemon-reload && systemctl enable --now nomic-mail
    """
    user = user or getpass.getuser()
    click.echo(unit_of(config_of(ctx), user), nl=False)
    if user == "root":
        click.echo("It runs as root, who may do more than it needs: --user NAME", err=True)


def unit_of(config: Config, user: str) -> str:
    tool = _tool()
    writes = [config.data.resolve()]
    if config.listener.enabled and config.listener.socket:
        writes.append(config.path(config.listener.socket).parent.resolve())
    if config.outgoing.kind == "maildir":
        writes.append(config.maildir.resolve())
    if config.site_folder is not None:
        writes.append(config.site_folder.resolve())
    outside = [one for one in writes[1:] if not one.is_relative_to(writes[0])]
    used = [tool, config.file.resolve(), *writes]
    told = Path(__file__).with_name("nomic-mail.service").read_text(encoding="utf-8")
    if more := config.server.workers - 1:
        told = told.replace("MemoryMax=1G", f"MemoryMax={1024 + 256 * more}M")
        told = told.replace("TasksMax=200", f"TasksMax={200 + 20 * more}")
    return told.format(
        tool=_quoted(tool),
        config=_quoted(config.file.resolve()),
        user=user,
        data=_escaped(writes[0]),
        writes=" ".join(_quoted(one) for one in [writes[0], *outside]),
        home="read-only" if any(str(one).startswith(HOMES) for one in used) else "yes",
    )


def _tool() -> Path:
    called = Path(sys.argv[0])
    beside = Path(sys.executable).with_name("nomic-mail")
    found = called if called.name == "nomic-mail" else beside
    if not found.exists():
        which = shutil.which("nomic-mail")
        if which is None:
            fail("there is no nomic-mail to be started: install it first")
        found = Path(which)
    return found.absolute()  # not where it links to: a venv's own Python is a link


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")


def _quoted(path: Path) -> str:
    text = _escaped(path).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{text}"' if any(char in text for char in " \\'\"") else text
