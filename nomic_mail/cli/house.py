"""The house settings, as the command line tells them: each with its value, its default, its
meaning; and names of games and players, for the shell to complete."""

from typing import TYPE_CHECKING, Any

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, print_table, state_of

if TYPE_CHECKING:
    from nomic_mail.config import Config
    from nomic_mail.game.settings import Settings
    from nomic_mail.store.people.seats import Game

LIST = "the mailing list that news for all players go to, once; empty: to each player"


class SettingsHelp(click.Command):
    """Its --help ends with every house setting there is."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        rows = [
            (f"{one['key']} [{one['default']}]", f"{one['meaning']}{_choices(one)}")
            for one in setting_rows()
        ]
        with formatter.section("House settings, each with its default"):
            formatter.write_dl([*rows, ("list []", LIST)])


def setting_rows(settings: "Settings | None" = None) -> list[dict[str, Any]]:
    """What `game settings` and `game show` tell."""
    from nomic_mail.game.settings import SETTING_CHOICES, SETTING_MEANINGS, Settings, written

    usual = Settings()
    return [
        {
            "key": key,
            "value": written(settings or usual, key),
            "default": written(usual, key),
            "meaning": meaning,
            "choices": list(SETTING_CHOICES.get(key, ())),
        }
        for key, meaning in SETTING_MEANINGS.items()
    ]


def _choices(one: dict[str, Any]) -> str:
    return f" ({', '.join(one['choices'])})" if one["choices"] else ""


def list_door_of(config: "Config", game: "Game") -> str:
    """The address that the game's mailing list subscribes; nothing where there is no list, or the
    server's secret is not ours to read."""
    from nomic_mail.daemon.opening import Trouble
    from nomic_mail.daemon.parts import load_keys
    from nomic_mail.pump.says.lists import door_of

    if not game.list_address:
        return ""
    try:
        key = load_keys(config).tokens
    except Trouble:
        return ""
    return door_of(key, config.mail.address, config.mail.delimiter, game)


def tell_list_door(ctx: click.Context, name: str) -> None:
    with opened(ctx) as (config, database), database.read() as connection:
        door = list_door_of(config, game_or_fail(connection, name))
    if door:
        click.echo(f"To have in the record what is said there, subscribe to the list: {door}")
        click.echo("Tell nobody else: what comes to that address counts as the list's.")


@click.command("settings")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def settings(ctx: click.Context, name: str | None, as_json: bool) -> None:
    """Every house setting with its meaning; with a game's NAME, as that game has them.

    They hold where the rules leave room, and are no rules: a player's vote cannot change one, and
    you can at any time, for what comes after (`game set`, or SET by mail). All players are told.

    \b
    Examples:
      nomic-mail game settings
      nomic-mail game settings tea
    """
    rows, where = setting_rows(), ""
    if name is not None:
        with opened(ctx) as (_, database):
            rows = setting_rows(state_of(database, name).settings)
            with database.read() as connection:
                where = game_or_fail(connection, name).list_address
    rows.append({"key": "list", "value": where, "default": "", "meaning": LIST, "choices": []})
    if as_json:
        print_json(rows)
        return
    if name is None:
        told = [[one["key"], one["default"], one["meaning"] + _choices(one)] for one in rows]
        print_table(["setting", "default", "meaning"], told)
    else:
        told = [[one["key"], one["value"], one["default"], one["meaning"]] for one in rows]
        print_table(["setting", "value", "default", "meaning"], told)
