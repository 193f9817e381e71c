"""player add, import, set, address, replace, list."""

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, print_table, safe, submit
from nomic_mail.cli.people import import_players


@click.group()
def player() -> None:
    """Invite, replace and list players, and how they are written to."""


@player.command()
@click.argument("game")
@click.argument("who", metavar='"NAME <ADDRESS>"')
@click.option("--confirmed", is_flag=True, help="They play at once; the shuffle is then unproven.")
@click.option("--note", default="", metavar="WORDS", help="Words of yours, in the invitation.")
@click.option("--language", default="", metavar="NAME", help="english or german.")
@click.pass_context
def add(ctx: click.Context, game: str, who: str, confirmed: bool, note: str, language: str) -> None:
    """Invite somebody to GAME. They join by replying JOIN to the invitation.

    \b
    Example:
      nomic-mail player add tea "Ada Lovelace <ada@example.org>" --note "You would like this!"
    """
    told = {"game": game, "player": who, "confirmed": confirmed, "note": note}
    told |= {"language": language} if language else {}
    click.echo(safe(submit(ctx, "add player", **told)))


@player.command("set")
@click.argument("game")
@click.argument("who", metavar="PLAYER")
@click.option("--digest", metavar="WHEN", help="immediate, daily or weekly.")
@click.option("--talk", metavar="WHEN", help="immediate, digest or off.")
@click.option("--timezone", metavar="ZONE", help="A zone of the tz database: Europe/Berlin.")
@click.option("--language", metavar="NAME", help="english or german.")
@click.pass_context
def set_player(
    ctx: click.Context, game: str, who: str, digest: str, talk: str, timezone: str, language: str
) -> None:
    """How PLAYER is written to, as they could say by mail themselves; they are told of it.

    \b
    Example:
      nomic-mail player set tea "Ada Lovelace" --digest daily --timezone Europe/Berlin
    """
    asked = {"DIGEST": digest, "TALK": talk, "TIMEZONE": timezone, "LANGUAGE": language}
    lines = [f"{word} {value}" for word, value in asked.items() if value]
    if not lines:
        raise click.UsageError("say what to set: --digest, --talk, --timezone or --language")
    click.echo(safe(submit(ctx, "set player", game=game, player=who, lines=lines)))


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


@player.command()
@click.argument("game")
@click.argument("who", metavar="PLAYER")
@click.argument("address", metavar="ADDRESS")
@click.pass_context
def address(ctx: click.Context, game: str, who: str, address: str) -> None:
    """PLAYER's letters go to ADDRESS from now on, once that has answered YES; for whoever has lost
    the old one. Then nothing counts that comes from there, and old reply addresses are void.

    \b
    Example:
      nomic-mail player address tea "Ada Lovelace" ada@new.example.org
    """
    click.echo(safe(submit(ctx, "move player", game=game, player=who, address=address)))


player.add_command(import_players)


@player.command("list")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_players(ctx: click.Context, game: str, as_json: bool) -> None:
    """Who plays in GAME, and who is invited."""
    from nomic_mail.store.games.ledger import Ledger
    from nomic_mail.store.people import seats

    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, game)
        roster = seats.of_game(connection, found.id)
        state = Ledger().load(connection, found.id)
    facts = []
    for seat in roster:
        if seat.observes:
            continue
        known = state.players.get(seat.seat)
        status = "invited" if known is None else "playing" if known.playing else "left"
        facts.append(
            {
                "seat": seat.seat,
                "name": known.name if known else seat.name,
                "address": None if seat.is_nowhere else seat.address,
                "status": status,
                "score": known.score if known else None,
                "timezone": seat.zone,
                "digest": seat.digest or state.settings.digest,
            }
        )
    if as_json:
        print_json(facts)
    elif not facts:
        click.echo(f'Nobody yet. Invite somebody: nomic-mail player add {game} "Name <address>"')
    else:
        print_table(
            ["seat", "name", "address", "status", "score", "time zone", "digest"],
            [["" if value is None else str(value) for value in one.values()] for one in facts],
        )
