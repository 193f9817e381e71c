"""quickstart: from nothing to a game whose invitations are on their way, led by questions."""

from collections.abc import Iterator
from pathlib import Path

import click

from nomic_mail.cli.common import fail, safe, submit
from nomic_mail.cli.init import look_at, make
from nomic_mail.config.lost import config_option, tool_name

MOST = 50


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=Path("nomic"))
@click.pass_context
def quickstart(ctx: click.Context, folder: Path) -> None:
    """Set up a server with one mailbox and its first game, and invite your friends.

    You are asked for your name, a mailbox for the server, and your friends' addresses; the mailbox
    and the way out are tried at once. All of it lies in FOLDER (nomic, if none is named) and can be
    changed later.

    \b
    Example:
      nomic-mail quickstart
    """
    from nomic_mail.cli.lead import led

    file = folder / "config.toml"
    if file.exists():
        fail(f"{file} is there already: nomic-mail game new makes another game on it")
    make(folder, file, led(file))
    look_at(file)
    ctx.find_root().obj = file
    game = _game(ctx)
    _invite(ctx, game)
    tool = f"{tool_name()} {config_option(file)}"
    click.echo(f"\nNow: {tool}serve\nThe invitations go out as soon as it runs. When your friends")
    click.echo(f"have joined, begin: {tool}game start {game}")


def _game(ctx: click.Context) -> str:
    """Asked until it can be made."""
    from nomic_mail.cli.game import house_of
    from nomic_mail.rulesets import load, names

    click.echo("\nThe game. Its name is part of its mail address.")
    while True:
        name = str(click.prompt("Its name", default="tea")).strip()
        click.echo("The rules it begins with can be:")
        for one in names():
            click.echo(f"  {one:16} {load(one).title}")
        ruleset = str(click.prompt("Which", default="net_play")).strip()
        fields = {"title": "", "ruleset": ruleset, "settings": house_of(ctx, ())}
        if _done(ctx, "new game", game=name, **fields):
            return name


def _invite(ctx: click.Context, game: str) -> None:
    click.echo("\nYour friends, one a line, such as Ada Lovelace <ada@example.org>; an empty line")
    click.echo("ends it. Each gets a letter, and is in when they answer it.")
    for who in _lines():
        _done(ctx, "add player", game=game, player=who, confirmed=False)


def _lines() -> Iterator[str]:
    for _ in range(MOST):
        said = str(click.prompt("A friend", default="", show_default=False)).strip()
        if not said:
            return
        yield said


def _done(ctx: click.Context, act: str, **fields: object) -> bool:
    """What is refused is told, and can be typed anew."""
    try:
        click.echo(f"  {safe(submit(ctx, act, **fields))}")
    except SystemExit:
        return False
    return True
