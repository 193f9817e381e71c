"""What a test asks of the grammar: the commands of a text, its votes, its questions."""

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand

BALLOT = About(ballot=301, open_ballots=(301,), game="tea")
TWO = About(open_ballots=(301, 302))


def votes(text: str, about: About = BALLOT, subject: str = "") -> list[tuple[str, int | None]]:
    said = understand(subject, text, about).said
    assert all(isinstance(one.command, c.Vote) for one in said)
    return [(one.command.choice, one.command.proposal) for one in said]  # type: ignore[attr-defined]


def commands(text: str, about: About = BALLOT, subject: str = "") -> list[c.Command]:
    return [one.command for one in understand(subject, text, about).said]
