"""game new, list, show, set, start, end."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from nomic_mail.cli.common import (
    config_of,
    desk_line,
    game_or_fail,
    opened,
    print_json,
    print_table,
    safe,
    state_of,
    submit,
)
from nomic_mail.cli.delete import delete
from nomic_mail.cli.house import SettingsHelp, list_door_of, setting_rows, settings, tell_list_door
from nomic_mail.cli.ruleset import RulesetChoice, own_ruleset
from nomic_mail.config.lost import tool_name


@click.group()
def game() -> None:
    """Make, show, start and end games."""


@game.command()
@click.argument("name")
@click.option(
    "--ruleset",
    default="net_play",
    show_default=True,
    metavar="NAME|FILE",
    type=RulesetChoice(),
    help="Which rules it begins with: one of ours, or a file of your own (docs/rulesets.md).",
)
@click.option("--title", default="", help="What the letters call it.")
@click.option(
    "--set", "chosen_settings", multiple=True, metavar="KEY=VALUE", help="A house setting."
)
@click.option(
    "--list",
    "list_address",
    default="",
    metavar="ADDR",
    help="A mailing list that news for all players go to, once.",
)
@click.option(
    "--texts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Begin with the rule texts in this file. What the server does by a rule of the ruleset is"
    " bound to the rule of that number that says so; what is left is asked.",
)
@click.option(
    "--bind",
    "bindings",
    multiple=True,
    metavar="'RULE: CLAUSES'",
    help="With --texts: all that this rule makes the server do, whatever it says; or none.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and ask nothing.")
@click.pass_context
def new(
    ctx: click.Context,
    /,
    name: str,
    ruleset: str,
    title: str,
    chosen_settings: tuple[str, ...],
    list_address: str,
    **how: Any,
) -> None:
    """Make a game called NAME: lowercase letters, digits and hyphens, part of its mail address.

    \b
    Examples:
      nomic-mail game new tea
      nomic-mail game new tea --title "Tea and Rules" --set debate_min=0 --set vote_window=3d
      nomic-mail game new tea --list tea-list@lists.example.org
      nomic-mail game new old --ruleset suber_1982 --texts initial-set.txt
      nomic-mail game new odd --texts our.txt --bind '206: penalty defeat: 5' --bind '202: none'
      nomic-mail game new house --ruleset our-rules.toml
    """
    from nomic_mail.cli.texts import NO_TEXTS, read_texts

    texts, bindings, as_json = how["texts"], how["bindings"], how["as_json"]
    if bindings and texts is None:
        raise click.UsageError("--bind goes with --texts: a ruleset has its clauses in it")
    own = own_ruleset(ruleset)
    read = NO_TEXTS
    if texts is not None:
        read = read_texts(texts, ruleset, own, bindings, as_json=as_json)
    given = house_of(ctx, chosen_settings)
    fields = {"title": title, "ruleset": own or ruleset, "settings": given}
    fields |= {"texts": read.words, "bindings": read.bindings, "list_address": list_address}
    made = submit(ctx, "new game", game=name, **fields)
    if as_json:
        print_json({"made": True, "game": name, "address": _address(ctx, name), **read.facts})
        return
    click.echo(made)
    _tell_what_rests(ctx, name, [one.partition("=")[0].strip() for one in chosen_settings])
    _tell_of_it(ctx, name)


def house_of(ctx: click.Context, chosen_settings: tuple[str, ...]) -> dict[str, str]:
    """The house settings of the configuration, and those chosen instead."""
    config = config_of(ctx)
    chosen = {
        "debate_min": config.game.debate_min,
        "debate_max": config.game.debate_max,
        "vote_window": config.game.vote_window,
        "turn_window": config.game.turn_window,
        "extension": config.game.extension,
        "extensions": str(config.game.extensions),
        "digest": config.game.digest,
    }
    for setting in chosen_settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f'--set takes KEY=VALUE, not "{setting}"')
        chosen[key.strip()] = value.strip()
    return chosen


def _tell_what_rests(ctx: click.Context, name: str, keys: Sequence[str]) -> None:
    """Of the settings that were chosen, those that a rule keeps from doing anything."""
    from nomic_mail.game.numbers import printed
    from nomic_mail.post.facts import settings_facts

    with opened(ctx) as (_, database):
        state = state_of(database, name)
    for one in settings_facts(state):
        if one["key"] in keys and one["rests"] is not None:
            rule = f"rule {printed(one['rests'])} says itself how long that takes"
            click.echo(f"{one['key']} does nothing in this game: {rule}")


def _address(ctx: click.Context, name: str) -> str:
    from nomic_mail.letters.proof.token import make_address

    config = config_of(ctx)
    return make_address(config.mail.address, config.mail.delimiter, name)


def _tell_of_it(ctx: click.Context, name: str) -> None:
    """A game that is new: its address, and the letter to friends."""
    from nomic_mail.post.invitation import invitation

    config, address = config_of(ctx), _address(ctx, name)
    click.echo(f"Its address is {address}. A letter to send to your friends:\n\n{'-' * 72}")
    with opened(ctx) as (_, database):
        state = state_of(database, name)
    more = bool(config.mail.delimiter)
    folders, host = config.templates_folders, config.moderator.name
    language = config.mail.language
    words = invitation(folders, state, address, host, additions=more, language=language)
    click.echo(safe(words))
    click.echo(f"{'-' * 72}\n")
    known = config.moderator.address
    click.echo(f"Whoever gets its letters is told your address, {known}, to ask you.")
    click.echo(f'Or invite them from here: nomic-mail player add {name} "Name <address>"')
    click.echo(f"Many at once: nomic-mail player import {name} FILE")
    tell_list_door(ctx, name)


@game.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def list_games(ctx: click.Context, as_json: bool) -> None:
    """All games of this server."""
    from nomic_mail.store.people import seats

    with opened(ctx) as (_, database), database.read() as connection:
        games = seats.all_games(connection)
    facts: list[dict[str, Any]] = [
        {
            "name": one.name,
            "title": one.title,
            "ruleset": one.ruleset,
            "status": one.status,
            "events": one.version,
            "next_deadline": one.next_wake,
        }
        for one in games
    ]
    if as_json:
        print_json(facts)
    elif not facts:
        click.echo("No games yet. Make one: nomic-mail game new NAME")
    else:
        print_table(
            ["name", "title", "ruleset", "status", "next deadline"],
            [
                [f["name"], f["title"], f["ruleset"], f["status"], _time(f["next_deadline"])]
                for f in facts
            ],
        )


def _time(moment: Any) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "-"


@game.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def show(ctx: click.Context, name: str, as_json: bool) -> None:
    """How game NAME stands: players, scores, whose turn, deadlines, own house settings."""
    from nomic_mail.clock import SystemClock
    from nomic_mail.post.facts import status_facts
    from nomic_mail.pump.moderator.desk import all_waiting
    from nomic_mail.store.games.ledger import Ledger

    with opened(ctx) as (config, database):
        state = state_of(database, name)
        with database.read() as connection:
            found = game_or_fail(connection, name)
            list_address = found.list_address
            list_door = list_door_of(config, found)
            waits = len(all_waiting(connection, Ledger(), SystemClock().now(), found))
    house = setting_rows(state.settings)
    facts = {
        "name": found.name,
        "title": state.title,
        "ruleset": state.ruleset,
        "list": list_address,
        "list_subscribes": list_door,
        "desk": waits,
        **status_facts(state, 0),
        "settings": {one["key"]: one["value"] for one in house},
    }
    for key in ("mine", "my_vote", "cast_by", "my_vote_missing"):
        del facts[key]
    if as_json:
        print_json(facts)
        return
    rows = [["status", state.status], ["ruleset", state.ruleset]]
    if list_address:
        rows.append(["news go to", list_address])
    if list_door:
        rows.append(["the list subscribes", list_door])
    if facts["winners"]:
        rows.append(["won by", ", ".join(facts["winners"])])
    if facts["turn"]:
        whose = f"{facts['turn']}, {facts['mover']} (round {facts['circuit']})"
        nobodys = ["procedure", "open play: anybody proposes"]
        rows.append(["turn", whose] if facts["mover"] else nobodys)
    if facts["due_at"]:
        rows.append(["to propose by", _time(facts["due_at"])])
    rows += _table_rows(facts)
    rows += judgment_row(facts["judgment"])
    if facts["asked"]:
        rows.append(["waits for you", facts["asked"]])
    click.echo(safe(f"{state.title} ({found.name})"))
    print_table([], rows)
    click.echo()
    scores = [[one["name"], str(one["score"])] for one in facts["scores"]]
    print_table(["player", "score"], scores)
    click.echo()
    _settings_that_differ(house, found.name)
    if waits:
        click.echo("\n" + desk_line(waits, found.name))


def _table_rows(facts: Mapping[str, Any]) -> Iterator[list[str]]:
    """What is debated and voted on; in open play each by itself."""
    if facts["open"]:
        for one in facts["open"]["table"]:
            how = f"{'voted on' if one['voting'] else 'debated'} until {_time(one['until'])}"
            yield [f"proposal {one['number']}", f"by {one['by']}, {how}"]
    elif facts["proposal"]:
        yield ["proposal", f"{facts['proposal']['number']} by {facts['proposal']['by']}"]
    if facts["poll"] and not facts["open"]:
        yield ["vote closes", _time(facts["closes_at"])]
        yield ["not voted yet", ", ".join(facts["missing"]) or "nobody"]


def judgment_row(judgment: Mapping[str, Any]) -> Iterator[list[str]]:
    if not judgment["open"]:
        return
    told = f"{judgment['judge']} is to rule by {_time(judgment['due_at'])}"
    if not judgment["pending"] or judgment["final"]:
        told = f"{judgment['judge']} has ruled" if judgment["ruling"] else "nobody is left to judge"
    yield ["judgment", told]


def _settings_that_differ(house: Sequence[Mapping[str, Any]], name: str) -> None:
    """All of them would push the scores off a screen."""
    own = [[one["key"], one["value"], one["default"]] for one in house if not _is_usual(one)]
    if own:
        print_table(["house setting", "value", "default"], own)
    others = "All other house" if own else "All house"
    click.echo(f"{others} settings are as usual: {tool_name()} game settings {name} tells them.")


def _is_usual(setting: Mapping[str, Any]) -> bool:
    return bool(setting["value"] == setting["default"])


game.add_command(settings)
game.add_command(delete)


@game.command("set", cls=SettingsHelp)
@click.argument("name")
@click.argument("chosen", metavar="KEY=VALUE...", nargs=-1, required=True)
@click.pass_context
def set_setting(ctx: click.Context, name: str, chosen: tuple[str, ...]) -> None:
    """Change house settings of game NAME: all that are given, or none. They act on windows that
    open from now on.

    `list` is the mailing list that news for all players go to, once; without an address, they go to
    each player again. nomic-mail mod --as NAME set says which of several moderators sets one.

    \b
    Examples:
      nomic-mail game set tea debate_min=24h
      nomic-mail game set tea debate_min=24h vote_window=3d
      nomic-mail game set tea list=tea-list@lists.example.org
    """
    given = dict[str, str]()
    for setting in chosen:
        key, equals, value = map(str.strip, setting.partition("="))
        if not equals:
            raise click.UsageError(f'write KEY=VALUE, not "{setting}"')
        if key in given:
            raise click.UsageError(f"{key} is there twice")
        given[key] = value
    if given.keys() == {"list"}:
        click.echo(safe(submit(ctx, "set list", game=name, list_address=given["list"])))
        tell_list_door(ctx, name)
        return
    if "list" in given:
        raise click.UsageError("list is set by itself")
    click.echo(safe(submit(ctx, "set house", game=name, settings=given)))
    _tell_what_rests(ctx, name, list(given))


@game.command()
@click.argument("name")
@click.pass_context
def start(ctx: click.Context, name: str) -> None:
    """Start game NAME: the order of play is drawn, and the first player gets their turn. As one of
    several moderators: nomic-mail mod --as WHO say NAME START."""
    submit(ctx, "command", game=name, verb="Start", fields={})
    with opened(ctx) as (_, database):
        state = state_of(database, name)
    order = ", ".join(state.name_of(seat) for seat in state.order)
    click.echo(safe(f"{state.title} has begun. The order is: {order}"))


@game.command("close")
@click.argument("name")
@click.pass_context
def close_vote(ctx: click.Context, name: str) -> None:
    """Count the open vote of game NAME without the ballots that never came.

    Only when the server has asked you: a vote in its time closes by itself.
    """
    submit(ctx, "command", game=name, verb="CloseVote", fields={})
    click.echo("The vote is closed; the result is on its way to the players")


@game.command()
@click.argument("name")
@click.option("--reason", default="", help="What the players are told.")
@click.option("--winner", multiple=True, help="Of several at the goal, who has won.")
@click.confirmation_option(prompt="End this game for good?")
@click.pass_context
def end(ctx: click.Context, name: str, reason: str, winner: tuple[str, ...]) -> None:
    """End game NAME: without a winner by the rules, unless several reached the goal together. Its
    record stays. As one of several moderators: nomic-mail mod --as WHO end NAME."""
    fields = {"reason": reason, "winners": winner}
    submit(ctx, "command", game=name, verb="End", fields=fields)
    click.echo("The game is over; the players are told")
