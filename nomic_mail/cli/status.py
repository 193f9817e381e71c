"""status"""

from datetime import datetime
from shutil import disk_usage
from typing import Any

import click
from msgspec.structs import asdict

from nomic_mail.cli.common import desk_line, many, opened, print_json, print_table
from nomic_mail.cli.server import OPEN
from nomic_mail.config import Config
from nomic_mail.config.lost import tool_name


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--metrics", is_flag=True, help="Print OpenMetrics text.")
@click.option("--check", is_flag=True, help="Exit 1 when a human is needed.")
@click.pass_context
def status(ctx: click.Context, as_json: bool, metrics: bool, check: bool) -> None:
    """Queues, held letters, deliveries, the next deadline.

    \b
    Examples:
      nomic-mail status
      nomic-mail status --check      exits 1 when a person is needed
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.health import as_it_counts

    with opened(ctx) as (config, database), database.read() as connection:
        now = as_it_counts(connection, SystemClock())
        facts = _facts(config, database, connection, now)
    needed = [one for one in facts["held"] if one["waits_for"] == "the moderator"]
    if as_json:
        print_json(facts)
    elif metrics:
        from nomic_mail.cli.metrics import open_metrics

        click.echo(open_metrics(facts, now), nl=False)
    else:
        _print_status(facts)
    shut = [one for one in facts["mailboxes"] if one["trouble"]]
    shut += [one for one in (facts["outgoing"], facts["site"]) if one]
    waits = needed or shut or facts["asked"] or facts["suspended"] or facts["no_address"]
    if check and (waits or facts["troubles"] or facts["outbox"].get("failed")):
        raise SystemExit(1)


def _facts(config: Config, database: Any, connection: Any, now: datetime) -> dict[str, Any]:
    from nomic_mail.daemon.health import amiss, helpers, is_alive, runs
    from nomic_mail.daemon.sender import WAY_OUT
    from nomic_mail.daemon.workers import seen
    from nomic_mail.pump.moderator.desk import OVERDUE, all_waiting
    from nomic_mail.store.database import heartbeats, removal
    from nomic_mail.store.games import waiting
    from nomic_mail.store.games.ledger import Ledger
    from nomic_mail.store.people import seats
    from nomic_mail.store.queue import held_back, inbox, outbox

    games = seats.all_games(connection)
    names = {one.id: one.name for one in games}
    hands = inbox.in_hand(connection)
    troubles = heartbeats.troubles(connection)
    return {
        "received": inbox.received(connection),
        "inbox": inbox.funnel(connection),
        "refused_at_rcpt": heartbeats.turned_away(connection),
        "waiting_in_since": inbox.waiting_since(connection),
        "outbox": outbox.counts(connection),
        "gone_with_games": removal.gone(connection),
        "waiting_out_since": outbox.waiting_since(connection),
        "refused_out": asdict(one) if (one := outbox.not_taken(connection)) else None,
        "held": [
            {"id": one.id, "why": one.result, "waits_for": waits_for(one)}
            for one in inbox.held(connection)
        ],
        "next_deadline": seats.next_wake(connection),
        "next_digest": held_back.next_due(connection),
        "games": len(games),
        "asked": {
            names[one]: why
            for one in waiting.asking(connection, now - OVERDUE)
            if (why := _asked(connection, one))
        },
        **_no_letters(connection, {one.id: one for one in games}),
        "desk": len(all_waiting(connection, Ledger(), now)),
        "trust": config.mail.trust,
        "mailboxes": _mailboxes(config, connection),
        "outgoing": troubles.get(WAY_OUT, ""),
        "site": troubles.get(heartbeats.SITE, ""),
        "runs": runs(config),
        "alive": is_alive(connection, now),
        "disk_free": disk_usage(config.data).free,
        "troubles": [str(one) for one in amiss(config, database, connection, now)],
        "workers": [asdict(one) for one in seen(config, connection)],
        "helpers": [
            {**asdict(one), "in_hand": hands.get(one.holder, 0)}
            for one in helpers(config, connection)
        ],
        "last_seen": {name: at for name, (at, _) in heartbeats.last(connection).items()},
    }


def _mailboxes(config: Config, connection: Any) -> list[dict[str, Any]]:
    from nomic_mail.store.database import copies, heartbeats

    troubles = heartbeats.troubles(connection)
    since = heartbeats.troubled_since(connection)
    owed = copies.owed_by(connection, [box.beat_name for box in config.mailbox])
    return [
        {
            "mailbox": box.shown,
            "last_look": heartbeats.seen(connection, box.beat_name),
            "trouble": troubles.get(box.beat_name, ""),
            "trouble_since": since.get(box.beat_name),
            "fetches_again": box.beat_name in owed,
        }
        for box in config.mailbox
    ]


def _asked(connection: Any, game_id: int) -> str:
    """What a game that goes on waits for its moderator with."""
    from nomic_mail.store.games.ledger import Ledger
    from nomic_mail.written.codec import Unreadable

    try:
        state = Ledger().load(connection, game_id)
    except Unreadable as bad:
        return f"it stands still: {bad}"
    return state.asked if state.status == "running" else ""


def _no_letters(connection: Any, games: dict[int, Any]) -> dict[str, list[dict[str, Any]]]:
    """Who gets none in a game that is not over: those that came back, and since when; and whoever
    was brought here in a record without an address."""
    from nomic_mail.store.people import seats

    gone = [one for one in seats.suspended(connection) if games[one.game_id].status != "ended"]
    return {
        "suspended": [
            {"game": games[one.game_id].name, "player": one.name, "since": one.suspended_at}
            for one in gone
            if not one.is_nowhere
        ],
        "no_address": [
            {"game": games[one.game_id].name, "player": one.name} for one in gone if one.is_nowhere
        ],
    }


def waits_for(held: Any) -> str:
    return "its sender" if held.proof == "asked" else "the moderator"


def _print_status(facts: dict[str, Any]) -> None:
    from nomic_mail.store.database import copies

    def counted(counts: dict[str, int]) -> str:
        told = [f"{count} {state}" for state, count in sorted(counts.items()) if count]
        return ", ".join(told) or "none"

    for one in facts["troubles"]:
        click.echo(f"{one[0].upper()}{one[1:]}{'' if one.endswith('?') else '.'}\n")
    turned = facts["refused_at_rcpt"]
    rows = [
        ["letters and acts in", f"{facts['received']}: {counted(facts['inbox'])}"],
        *([["turned away", f"{turned}, for an address not ours"]] if turned else []),
        ["letters out", counted(facts["outbox"])],
        *([["not taken yet", _refused(facts["refused_out"])]] if facts["refused_out"] else []),
        ["games", str(facts["games"])],
        ["next deadline", _time(facts["next_deadline"])],
        ["next digest", _time(facts["next_digest"])],
        ["server", _server(facts)],
        *([f"server {one['number']}", _worker(one)] for one in facts["workers"]),
        *([f"helper {one['number']}", _helper(one)] for one in facts["helpers"]),
    ]
    if facts["trust"] == "open":
        rows.append(["trust", OPEN])
    rows += [
        [f"game {one['game']}", f"no letters to {one['player']}: they come back"]
        for one in facts["suspended"]
    ]
    rows += [
        [f"game {one['game']}", f"no letters to {one['player']}, who has no address here"]
        for one in facts["no_address"]
    ]
    for one in facts["mailboxes"]:
        told = (
            copies.OWED if one["fetches_again"] else f"last looked into {_time(one['last_look'])}"
        )
        if why := one["trouble"].removeprefix(f"{one['mailbox']}: "):
            told = f"no letter comes in since {_time(one['trouble_since'])}: {why}"
        rows.append([one["mailbox"], told])
    if facts["outgoing"]:
        rows.append(["the way out", facts["outgoing"]])
    if facts["site"]:
        rows.append(["the site", facts["site"]])
    rows += [[f"game {name}", f"waits for you: {why}"] for name, why in facts["asked"].items()]
    print_table([], rows)
    if facts["held"]:
        print_table(
            ["held", "waits for", "why"],
            [[str(one["id"]), one["waits_for"], one["why"]] for one in facts["held"]],
        )
    if facts["desk"]:
        click.echo("\n" + desk_line(facts["desk"]))
    if facts["outgoing"] or facts["site"] or any(one["trouble"] for one in facts["mailboxes"]):
        click.echo(f"{tool_name()} check tells what would mend it")


def _refused(one: dict[str, Any]) -> str:
    return f"{one['count']}, since {_time(one['since'])}, tried again: {one['why']}"


def _server(facts: dict[str, Any]) -> str:
    if facts["runs"] and facts["alive"]:
        return "runs"
    seen = _time(facts["last_seen"].get("serve"))
    said = "holds its lock, and gives no sign of life" if facts["runs"] else "does not run"
    return f"{said}; last seen {seen}"


def _worker(one: dict[str, Any]) -> str:
    roles = "".join(f"; {role}" for role in one["roles"])
    return f"{one['process']}, since {_time(one['since'])}{roles}"


def _helper(one: dict[str, Any]) -> str:
    since = _time(one["since"])
    ended = f"; {many(one['ended'], 'helper')} before it ended" if one["ended"] else ""
    if not one["process"]:
        return f"none since {since}{ended}; another begins"
    return (
        f"process {one['process']}, since {since}; {many(one['in_hand'], 'letter')} in hand{ended}"
    )


def _time(moment: Any) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "none"
