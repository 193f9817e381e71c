"""What has to be told to whoever writes, whatever their letter says: that letters go out to them
again, that a reply address of theirs was shown to others.

1. It stands below the answer to the letter, which is one letter; where no answer takes it up, it is
   a letter of its own.
"""

from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.compose import Notice, Section, Tag
from nomic_mail.pump.case import Case
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.people import seats


class Beside(Struct):
    sections: list[Section] = field(default_factory=list)
    tag: Tag = ""
    changes: list[Callable[[Connection], None]] = field(default_factory=list)

    def below(self, answer: Notice) -> Notice:
        """The answer with what its writer has to know below it, if that was not told yet."""
        told, self.sections = self.sections, []
        tag = answer.tag or (self.tag if told else "")
        return replace(answer, sections=(*answer.sections, *told), tag=tag)

    def alone(self, seat: int) -> Notice | None:
        if not self.sections:
            return None
        return self.below(Notice(seat, (), Matter("game"), "", "server"))


def beside(case: Case, *, theirs: bool, proven: bool) -> Beside:
    """`theirs`: the letter is taken to be theirs. `proven`: it proved that by itself; nobody had to
    confirm it."""
    found, seat = Beside(), case.seat
    if seat is None:
        return found
    if theirs and (seat.failures or seat.suspended_at is not None):
        found.changes.append(lambda connection: seats.resume(connection, seat))
    if theirs and seat.suspended_at is not None:
        found.sections.append(Section("resumed", {"since": seat.suspended_at}))
    if case.published:
        found.changes.append(lambda connection: seats.revoke_tokens(connection, seat))
    if case.published and proven:
        found.sections.append(Section("revoked", {}))
        found.tag = "!"
    return found
