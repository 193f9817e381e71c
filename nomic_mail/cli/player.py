"""player add, replace, list."""

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, print_table, safe, submit


@click.group()
def player() -> None:
    """Invite, replace and list players."""


@player.command()
@click.argument("game")
@click.argument("who", metavar='"NAME <ADDRESS>"')
@click.option("--confirmed", is_flag=True, help="They play at once; the shuffle is then unproven.")
@click.pass_context
def add(ctx: click.Context, game: str, who: str, confirmed: bool) -> None:
    """Invite somebody to GAME. They join by replying JOIN to the invitation.

    \b
    Example:
      nomic-mail player add tea "Ada Lovelace <ada@example.org>"
    """
    click.echo(safe(submit(ctx, "add player", game=game, player=who, confirmed=confirmed)))


@player.command()
@click.argument("game")
@click.argument("who", metavar="PLAYER")
@click.argument("successor", metavar='"NAME <ADDRESS>"')
@click.pass_context
def replace(ctx: click.Context, game: str, who: str, successor: str) -> None:
    """Somebody else plays on in PLAYER's seat, with its score and its place in the order.

    What PLAYER did stays in the record under that name. Nothing is asked of the successor: you
    vouch for the address.

    \b
    Example:
      nomic-mail player replace tea "Bob Babbage" "Dot Ray <dot@example.org>"
    """
    click.echo(safe(submit(ctx, "replace player", game=game, player=who, by=successor)))


@player.command("list")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_players(ctx: click.Context, game: str, as_json: bool) -> None:
    """Who plays in GAME, and who is invited."""
    from nomic_mail.store import seats
    from nomic_mail.store.ledger import Ledger

    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, game)
        roster = seats.of_game(connection, found.id)
        state = Ledger().load(connection, found.id)
    facts = []
    for seat in roster:
        known = state.players.get(seat.seat)
        status = "invited" if known is None else "playing" if known.playing else "left"
        facts.append(
            {
                "seat": seat.seat,
                "name": known.name if known else seat.name,
                "address": seat.address,
                "status": status,
                "score": known.score if known else None,
            }
        )
    if as_json:
        print_json(facts)
    elif not facts:
        click.echo(f'Nobody yet. Invite somebody: nomic-mail player add {game} "Name <address>"')
    else:
        print_table(
            ["seat", "name", "address", "status", "score"],
            [["" if value is None else str(value) for value in one.values()] for one in facts],
        )
