"""The command line: one module a noun, loaded only when it is used.

1. Exit 0: done. 1: refused or not found. 2: wrong usage or configuration.
2. Whatever lists can print `--json`.
3. What changes a game goes through the inbox like any letter (`submit`); nothing here writes games.
"""

import difflib
from importlib import import_module
from typing import Any

import click

from nomic_mail import __version__

# name: (module, attribute, help). The help stands here so that `--help` imports nothing else.
COMMANDS = {
    "init": ("init", "init", "Make a folder a server can run in: config, secret, database."),
    "quickstart": ("quickstart", "quickstart", "Server, game and invitations, led by questions."),
    "serve": ("server", "serve", "Run the server until it is stopped."),
    "check": ("check", "check", "The doctor: every part looked at, each trouble with its fix."),
    "status": ("status", "status", "Queues, held letters, deliveries, the next deadline."),
    "backup": ("backup", "backup", "Write all that this server is into one file, as it runs."),
    "restore": ("backup", "restore", "Put a backup back."),
    "unit": ("unit", "unit", "Print a unit for systemd that runs the server."),
    "demo": ("show", "demo", "Play a short game by real mail on loopback, narrated."),
    "game": ("game", "game", "Make, show, set, start, end and delete games."),
    "moderator": ("moderator", "moderator", "Who moderates: add, remove, list, hand a game over."),
    "observer": ("observer", "observer", "Who looks on: add, remove and list."),
    "player": ("player", "player", "Invite, import, replace and list players."),
    "letter": (
        "letter",
        "letter",
        "Look at letters, or hand one in: read, deliver, held, show, retry, discard.",
    ),
    "mod": ("mod", "mod", "The moderator's desk and acts, each act with --preview."),
    "rules": ("book", "rules", "The rules of a game, or one of them."),
    "why": ("book", "why", "What the server does in a game, and by which rule."),
    "clauses": ("book", "clauses", "The kinds of clauses a proposal's effects can have."),
    "preview": ("book", "preview", "What a proposal in a file would change."),
    "program": (
        "program",
        "program",
        "Rules that run: check a program, what it can use, ready ones.",
    ),
    "export": ("export", "export", "Write the record of a game, in one of its forms."),
    "import": ("importing", "import_game", "Bring a game here from its record, to go on."),
    "verify": ("record", "verify", "Check a record from itself alone."),
    "record": ("record", "record", "Look at a record, at any time; make one of an old game."),
    "completion": ("complete", "completion", "Print what makes your shell complete names."),
    "simulate": ("simulate", "simulate", "Play whole servers, with all that can go wrong."),
    "replay": ("show", "replay", "Play a transcript and show what differs."),
}


class LazyGroup(click.Group):
    """Subcommands are imported when they are called, so that --help stays light."""

    table = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            near = difflib.get_close_matches(cmd_name, self.table, 1)
            if near and not ctx.resilient_parsing:
                ctx.fail(f'There is no command "{cmd_name}". Did you mean "{near[0]}"?')
            return None
        module, attribute, _ = self.table[cmd_name]
        command: Any = getattr(import_module(f"nomic_mail.cli.{module}"), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  a table above says so
        if ctx.resilient_parsing:  # the shell asks
            from nomic_mail.cli.complete import completing

            completing(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, _, told) in self.table.items()])


@click.group(
    cls=LazyGroup,
    epilog="Begin with: nomic-mail init, then nomic-mail serve. See it first: nomic-mail demo.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--config", metavar="FILE", help="The config file (else NOMIC_MAIL_CONFIG, else ./config.toml)."
)
@click.version_option(__version__, prog_name="nomic-mail")
@click.pass_context
def cli(ctx: click.Context, config: str | None) -> None:
    """A play-by-mail server for Nomic, the game in which changing the rules is a move."""
    ctx.obj = config


UNTOLD = "what this tells finds no room where it is written to: see how full that disk is (df -h)"


def main() -> None:
    """What the system refuses is told with what helps, by whichever command it was met."""
    try:
        cli(prog_name="nomic-mail")
    except OSError as trouble:
        from nomic_mail.config.told import CURES, NO_ROOM, of_system

        if trouble.errno not in (CURES if trouble.filename else NO_ROOM):
            raise
        told = str(of_system(trouble)) if trouble.filename else UNTOLD
        click.echo(told, err=True)
        raise SystemExit(2) from None
