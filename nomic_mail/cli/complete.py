"""What the shell completes: commands by themselves, games and players from the database.

1. Nothing is ever printed but completions: without a config or a database there are none.
2. A name is taken from the game that stands before it on the line.
"""

import os
from typing import Any

import click
from click.shell_completion import CompletionItem

GAMES = ("game", "name")
PLAYERS = ("who", "player")
SHELLS = {
    "bash": 'eval "$(nomic-mail completion bash)"      in ~/.bashrc',
    "zsh": 'eval "$(nomic-mail completion zsh)"       in ~/.zshrc, after compinit',
    "fish": "nomic-mail completion fish | source       in ~/.config/fish/config.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print what makes your shell complete commands, games and players (TAB).

    \b
    bash:  eval "$(nomic-mail completion bash)"      in ~/.bashrc
    zsh:   eval "$(nomic-mail completion zsh)"       in ~/.zshrc, after compinit
    fish:  nomic-mail completion fish | source       in ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class

    from nomic_mail.cli import cli

    made = get_completion_class(shell)
    assert made is not None  # noqa: S101  click knows all three
    click.echo(made(cli, {}, "nomic-mail", "_NOMIC_MAIL_COMPLETE").source())


class _Names(click.ParamType[str]):
    """Where the shell asks what an argument can be."""

    name = "text"

    def __init__(self, *, players: bool) -> None:
        self._players = players

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        try:
            names = _players(ctx) if self._players else _games(ctx)
        except (Exception, SystemExit):  # rule 1
            return []
        like = incomplete.casefold()
        return [CompletionItem(_typed(one)) for one in names if one.casefold().startswith(like)]


def completing(command: click.Command) -> None:
    """Its arguments, and those of all below it, know what can stand there."""
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        completing(below)
    for param in command.params:
        if isinstance(param, click.Argument) and command.name != "new":
            if param.name in GAMES:
                param.type = _Names(players=False)
            elif param.name in PLAYERS and command.name not in ("add", "hand-over"):
                param.type = _Names(players=True)


def _typed(name: str) -> str:
    """bash puts in what it is given, less one backslash; the others mask what they must."""
    masked = os.environ.get("_NOMIC_MAIL_COMPLETE", "").startswith("bash")
    return name.replace(" ", "\\\\ ") if masked else name


def _database(ctx: click.Context) -> Any:
    from nomic_mail.config import find_config, load
    from nomic_mail.store.database.engines import Database

    option = ctx.find_root().params.get("config")
    return Database(load(find_config(option, os.environ)).database_url)


def _games(ctx: click.Context) -> list[str]:
    from nomic_mail.store.people import seats

    database = _database(ctx)
    with database.read() as connection:
        return [one.name for one in seats.all_games(connection)]


def _players(ctx: click.Context) -> list[str]:
    from nomic_mail.store.people import seats

    database = _database(ctx)
    name = next((ctx.params[key] for key in GAMES if ctx.params.get(key)), "")
    with database.read() as connection:
        game = seats.game_named(connection, name)
        return [one.name for one in seats.of_game(connection, game.id)] if game else []
