"""observer add, remove, list: who looks on, and plays not."""

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, print_table, safe, submit


@click.group()
def observer() -> None:
    """Who looks on: gets what all players are told, and no ballot."""


@observer.command()
@click.argument("game")
@click.argument("who", metavar='"NAME <ADDRESS>"')
@click.pass_context
def add(ctx: click.Context, game: str, who: str) -> None:
    """Ask somebody whether they want to look on at GAME. They can ask for it themselves: OBSERVE,
    in a letter to the game.

    \b
    Example:
      nomic-mail observer add tea "Fay Fermat <fay@example.org>"
    """
    click.echo(safe(submit(ctx, "add observer", game=game, observer=who)))


@observer.command()
@click.argument("game")
@click.argument("who", metavar="OBSERVER")
@click.pass_context
def remove(ctx: click.Context, game: str, who: str) -> None:
    """End somebody's looking on; they are told.

    \b
    Example:
      nomic-mail observer remove tea "Fay Fermat"
    """
    click.echo(safe(submit(ctx, "remove observer", game=game, observer=who)))


@observer.command("list")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_observers(ctx: click.Context, game: str, as_json: bool) -> None:
    """Who looks on at GAME, and who is asked."""
    from nomic_mail.store.people import seats

    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, game)
        every = [one for one in seats.of_game(connection, found.id) if one.observes]
    facts = [
        {
            "name": one.name,
            "address": one.address,
            "status": "looks on" if one.looks_on else "looked on once",
        }
        for one in every
    ]
    if as_json:
        print_json(facts)
    elif not facts:
        click.echo("Nobody looks on. A letter to the game that says OBSERVE asks for it")
    else:
        print_table(["name", "address", "status"], [list(one.values()) for one in facts])
