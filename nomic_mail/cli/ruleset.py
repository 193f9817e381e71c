"""--ruleset: one of the rulesets that come with the server, by its name, or anybody's own file.

Of ours the name is enough, whatever files lie about; a file is meant by a name that ends in .toml
or has a folder in it, and by any other that is there.
"""

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from nomic_mail.cli.common import WRONG, fail, safe
from nomic_mail.files import read_named

MAY_BREAK = "as the game begins this may break, as it did for made-up players whenever it was tried"


class RulesetChoice(click.ParamType[str]):
    """What the shell completes: our names, and files."""

    name = "ruleset"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from nomic_mail import rulesets

        known = [one for one in rulesets.names() if one.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *map(CompletionItem, known)]


def own_ruleset(chosen: str) -> str:
    """The text of the file that is meant, when every mistake in it has been told; empty where one
    of ours is meant."""
    from nomic_mail import rulesets
    from nomic_mail.rulesets.file import MOST_CHARACTERS
    from nomic_mail.sandbox.founding import look_at_programs
    from nomic_mail.toml import BadFile, decoded

    path = Path(chosen).expanduser()
    looks_like_one = path.suffix.lower() == ".toml" or len(path.parts) > 1
    if chosen in rulesets.names() or not (looks_like_one or path.is_file() or path.is_fifo()):
        return ""
    try:
        text = decoded(read_named(path, 4 * MOST_CHARACTERS, cut=True), path)
        doubts = look_at_programs(rulesets.from_file(text, str(path)), text, path)
    except OSError as trouble:
        known = ", ".join(rulesets.names())
        fail(f"{path} cannot be read: {trouble.strerror}. Name a ruleset file, or {known}", WRONG)
    except BadFile as mistakes:
        fail(safe(str(mistakes)), WRONG)
    if doubts:
        click.echo(safe("\n".join((f"{path}: {MAY_BREAK}", *map(str, doubts)))), err=True)
    return text


def mistakes_in(text: str, file: str) -> str:
    """What `game new` would say of it, where it would refuse it."""
    from nomic_mail import rulesets
    from nomic_mail.sandbox.founding import look_at_programs
    from nomic_mail.toml import BadFile

    try:
        look_at_programs(rulesets.from_file(text, file), text, Path(file))
    except BadFile as mistakes:
        return str(mistakes)
    return ""
