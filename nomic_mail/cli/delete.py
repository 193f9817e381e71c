"""game delete: a game, its record and every letter of it, gone for good."""

from pathlib import Path

import click

from nomic_mail.cli.common import config_of, game_or_fail, opened, safe, submit


@click.command()
@click.argument("name")
@click.option("--typed", metavar="NAME", help="The name once more, in place of typing it.")
@click.option(
    "--export",
    "out",
    metavar="FILE",
    help="Write its record there first; - for none. Without this you are asked.",
)
@click.pass_context
def delete(ctx: click.Context, name: str, typed: str | None, out: str | None) -> None:
    """Delete game NAME for good: its record, its players' addresses, every letter in and out.

    Only a game that is over, or that nobody plays in; and only when its name is typed. You are
    asked whether to write its record first: that can be checked, years later, without a server.
    What backups hold, and the letters in your mailbox and your players', is not touched.

    \b
    Examples:
      nomic-mail game delete tea
      nomic-mail game delete tea --export tea.json --typed tea
    """
    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, name)
    click.echo(safe(f"{found.title} ({found.name}): {found.version} events, {found.status}"))
    if out is None:
        words = "Write its record first, to which file? (- for none)"
        out = str(click.prompt(words, default=f"{found.name}.json"))
    if out != "-":
        from nomic_mail.cli.export import export

        if Path(out).exists():
            click.confirm(f"{out} is there already; write over it?", abort=True)
        ctx.invoke(export, game=found.name, out=Path(out), form="json")
    if typed is None:
        typed = str(click.prompt(f"To delete it for good, type its name ({found.name})")).strip()
    click.echo(safe(submit(ctx, "delete game", game=found.name, typed=typed)))
    folder = config_of(ctx).site_folder
    if folder is not None and (folder / found.name).exists():
        click.echo(f"Its web site stays in {folder / found.name}, until you remove it")
