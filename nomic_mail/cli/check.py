"""check: the doctor."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

from nomic_mail.cli.common import REFUSED, config_of, next_start, print_json, safe

if TYPE_CHECKING:
    from nomic_mail.daemon.health import Finding

IN_CONFIG = re.compile(r"\[[a-z]+\]")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, as_json: bool) -> None:
    """The doctor: config, secret, programs, disk, database, clock, listener, mailboxes, way out.

    Each is tried as the server will use it; nothing is changed. What is wrong comes with its fix,
    and exits 1.

    \b
    Example:
      nomic-mail check
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.doctor import examine

    config = config_of(ctx)
    looking = examine(config, SystemClock())
    found = list(looking) if as_json else told_of(looking)
    if as_json:
        print_json([asdict(one) for one in found])
    elif any(IN_CONFIG.search(one.fix) for one in found):
        click.echo(next_start(config.file))
    if any(one.fix for one in found):
        raise SystemExit(REFUSED)


def told_of(findings: "Iterable[Finding]") -> "list[Finding]":
    """Each printed as it is found: some take their time."""
    found = []
    for one in findings:
        found.append(one)
        mark = "WRONG" if one.fix else "ok"
        click.echo(safe(f"{mark:6} {one.part:9} {one.words}"))
        if one.fix:
            click.echo(safe(f"{'':16} to mend it: {one.fix}"))
    return found
