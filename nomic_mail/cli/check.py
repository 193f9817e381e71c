"""check: the doctor."""

from dataclasses import asdict

import click

from nomic_mail.cli.common import REFUSED, config_of, print_json, safe


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, as_json: bool) -> None:
    """The doctor: config, secret, disk, database, clock, listener, mailboxes, the way out.

    Each is tried as the server will use it; nothing is changed. What is wrong comes with its fix,
    and exits 1.

    \b
    Example:
      nomic-mail check
    """
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon import examine

    found = []
    for one in examine(config_of(ctx), SystemClock()):
        found.append(one)
        if not as_json:
            mark = "WRONG" if one.fix else "ok"
            click.echo(safe(f"{mark:6} {one.part:9} {one.words}"))
            if one.fix:
                click.echo(safe(f"{'':16} to mend it: {one.fix}"))
    if as_json:
        print_json([asdict(one) for one in found])
    if any(one.fix for one in found):
        raise SystemExit(REFUSED)
