"""mod: what the moderator does in a game (013), each act a line that could be sent by mail, too."""

import click

from nomic_mail.cli import LazyGroup

NAMED = "nomic_mail.moderator"  # in what the commands below share

# name: (module, attribute, help), as in the table of all commands.
ACTS = {
    "desk": ("desk", "desk", "All that waits for you, with the command that answers it."),
    "say": ("acts", "say", "Any act, as the line of mail that it is."),
    "close": ("acts", "close", "Count an open vote without the ballots that never came."),
    "extend": ("windows", "extend", "More time for a turn, a debate or a vote."),
    "reopen": ("windows", "reopen", "Take up again a vote that was closed too early."),
    "pause": ("windows", "pause", "Stop the clocks of a game."),
    "resume": ("windows", "resume", "Let a paused game go on, with all deadlines later."),
    "announce": ("windows", "announce", "Tell all players something."),
    "release": ("windows", "release", "Let a held letter act as the command it means."),
    "discard": ("windows", "discard", "Put a held letter away, with a word to its sender."),
    "skip": ("acts", "skip", "Pass over a turn that is late, where a rule allows it."),
    "remove": ("acts", "remove", "Take a late player out, where a rule allows it."),
    "keep": ("acts", "keep", "What an amended rule did stays so."),
    "drop": ("acts", "drop", "An amended rule makes the server do nothing any more."),
    "bind": ("acts", "bind", "Say what a rule makes the server do."),
    "admit": ("acts", "admit", "Let in somebody who asks to join."),
    "decline": ("acts", "decline", "Turn down somebody who asks to join."),
    "rule": ("acts", "rule", "Rule on the question before you, with reasons."),
    "award": ("discretion", "award", "Points that a rule gives in words."),
    "fine": ("discretion", "fine", "Points that a rule takes in words."),
    "roll": ("discretion", "roll", "Throw dice that a rule calls for in words."),
    "order": ("discretion", "order", "Set the order of play by hand."),
    "correct": ("discretion", "correct", "Set right a mistake: a score, a rule, a turn."),
    "undo": ("discretion", "undo", "Take back your own last act."),
    "mute": ("discretion", "mute", "What a player writes to all is not passed on."),
    "unmute": ("discretion", "unmute", "What a player writes to all is passed on again."),
    "remove-talk": ("discretion", "remove_talk", "Take a letter to all out of the record."),
    "replace": ("discretion", "replace", "Ask somebody to play on in a player's seat."),
    "set": ("acts", "set_setting", "Change a house setting."),
    "end": ("acts", "end", "End a game for good."),
}


class Acts(LazyGroup):
    table = ACTS


@click.group(cls=Acts)
@click.option("--as", "named", default="", metavar="NAME", help="Who of several moderators acts.")
@click.pass_context
def mod(ctx: click.Context, named: str) -> None:
    """What the moderator does in a game: each act is a line that can be sent by mail, too.

    With --preview an act is only imagined: what would happen, and the letters that would go out.

    \b
    Examples:
      nomic-mail mod desk
      nomic-mail mod close tea 301 --preview
      nomic-mail mod say tea "CLOSE 301"
      nomic-mail mod --as "Grace Hopper" say tea "CLOSE 301"
    """
    ctx.meta[NAMED] = named
