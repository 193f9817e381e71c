"""What a player is called: NAME changes it.

1. It is the same player: the score, the ballots and the place in the order stay, and so does the
   surname, which is asked for when one joins and then fixed (201).
2. A name that somebody has had means them as long as they have not had too many since, and nobody
   else can take it. What could mean two of them means nobody.
3. Everybody is told, and so one player changes it once in so many hours, and none whose words the
   Moderator does not pass on (since reading 2).
"""

from datetime import timedelta

from nomic_mail.game import events as e
from nomic_mail.game.commands import Command
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures.membership import LONGEST_NAME, team_of, unused_name
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.words import Words

ONCE_IN = timedelta(days=1)


class Rename(Command, frozen=True, kw_only=True):
    name: Words


@decides(Rename)
def rename(course: Course, command: Rename) -> None:
    player = course.state.players[command.by]
    if player.muted and course.state.reading >= 2:
        raise Refused("muted_is_not_renamed")
    if len(" ".join(command.name.split())) > LONGEST_NAME:
        raise Refused("name_too_long", most=LONGEST_NAME)
    name = unused_name(course, command.by, command.name, word="NAME")
    if name == player.name:
        raise Refused("called_so_already", name=name)
    if player.renamed_at is not None and course.at < player.renamed_at + ONCE_IN:
        raise Refused("renamed_lately", at=player.renamed_at, again=player.renamed_at + ONCE_IN)
    course.happen(e.PlayerRenamed(at=course.at, seat=command.by, was=player.name, name=name))
    team_of(course, player.name, name)
