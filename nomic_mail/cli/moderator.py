"""moderator add, remove, list, hand-over: who moderates, beside who stands in the configuration."""

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, print_table, safe, submit

SERVER = click.option("--server", is_flag=True, help="Of all games of this server.")
WORDS = click.argument("words", nargs=-1, required=True, metavar="[GAME] WHO")


@click.group()
def moderator() -> None:
    """Who moderates: the whole server, or one game."""


def _named(words: tuple[str, ...], *, server: bool) -> tuple[str, str]:
    """The game, if one is named, and who."""
    if len(words) != (1 if server else 2):
        raise click.UsageError("name a game and somebody; or somebody and --server, for all games")
    return ("", words[0]) if server else (words[0], words[1])


@moderator.command()
@WORDS
@SERVER
@click.pass_context
def add(ctx: click.Context, words: tuple[str, ...], *, server: bool) -> None:
    """Somebody moderates GAME, too, once they have confirmed it by mail.

    \b
    Examples:
      nomic-mail moderator add tea "Grace Hopper <grace@example.org>"
      nomic-mail moderator add --server "Grace Hopper <grace@example.org>"
    """
    game, who = _named(words, server=server)
    click.echo(safe(submit(ctx, "add moderator", game=game, moderator=who)))


@moderator.command()
@WORDS
@SERVER
@click.pass_context
def remove(ctx: click.Context, words: tuple[str, ...], *, server: bool) -> None:
    """Somebody who was added, by name or address, moderates GAME no more; all are told.

    \b
    Example:
      nomic-mail moderator remove tea "Grace Hopper"
    """
    game, who = _named(words, server=server)
    click.echo(safe(submit(ctx, "remove moderator", game=game, moderator=who)))


@moderator.command("hand-over")
@click.argument("game")
@click.argument("who", metavar='"NAME <ADDRESS>"')
@click.pass_context
def hand_over(ctx: click.Context, game: str, who: str) -> None:
    """GAME is somebody else's to moderate, once they have confirmed it by mail: its letters go to
    them alone, and the record tells. HAND OVER TO says the same by mail.

    \b
    Example:
      nomic-mail moderator hand-over tea "Grace Hopper <grace@example.org>"
    """
    click.echo(safe(submit(ctx, "add moderator", game=game, moderator=who, alone=True)))


@moderator.command("list")
@click.argument("game", default="")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_moderators(ctx: click.Context, game: str, as_json: bool) -> None:
    """Who moderates GAME; without one, this server and each of its games."""
    from nomic_mail.store.people import moderators, seats

    with opened(ctx) as (config, database), database.read() as connection:
        games = [game_or_fail(connection, game)] if game else seats.all_games(connection)
        rows = [{"of": "the server", "name": config.moderator.name}]
        rows[0] |= {"address": config.moderator.address, "stands": "in the configuration"}
        places = [(None, "the server"), *((one.id, one.name) for one in games)]
        for number, name in places:
            for one in moderators.of_game(connection, number):
                stands = "moderates" if one.acts else "asked, no answer yet"
                rows.append(
                    {"of": name, "name": one.name, "address": one.address, "stands": stands}
                )
        away = [one.name for one in games if one.handed_over]
    if as_json:
        print_json({"moderators": rows, "handed_over": away})
        return
    print_table(["of", "name", "address", "stands"], [list(one.values()) for one in rows])
    for name in away:
        click.echo(safe(f"{name} was handed over: its letters go to its own moderators alone"))
