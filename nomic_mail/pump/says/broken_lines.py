"""What a player proposes, without the line ends that a mail program put into it."""

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.bodies import is_edit
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.mime.wrapped import unwrapped


def put_together(command: c.Command, letter: Letter) -> c.Command:
    """A letter that says format=flowed, or is HTML, has only the line ends it means."""
    if letter.flowed:
        return command
    if isinstance(command, c.Revise):
        command = replace(command, text=unwrapped(command.text))
    if isinstance(command, c.Propose | c.Preview | c.Revise | c.Try) and command.change is not None:
        more = tuple(map(_whole, command.more))
        return replace(command, change=_whole(command.change), more=more)
    if isinstance(command, c.ProposeEdited):
        return replace(command, parts=tuple(map(_whole, command.parts)))
    return command


def _whole(change: c.Change) -> c.Change:
    """A diff is no prose."""
    return change if is_edit(change.text) else replace(change, text=unwrapped(change.text))
