"""What the moderators' own acts bring to whom (013)."""

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.post.desk import Desk


def give_reasons(desk: Desk) -> None:
    """Who is told of an act is told why."""
    for event in desk.events:
        told = isinstance(event, e.ModeratorActed) and event.act != "END GAME"  # says so itself
        if told and isinstance(event, e.ModeratorActed) and event.reason:
            facts = {"who": event.who, "act": event.act, "reason": event.reason}
            desk.tell([seat for seat in desk.drafts if seat != MODERATOR], "reason", facts)
