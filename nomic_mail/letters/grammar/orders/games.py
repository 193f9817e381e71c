"""GAMES: what is played on this server, and who may join it."""

from nomic_mail.game.commands import Ask
from nomic_mail.letters.grammar.forms import form
from nomic_mail.letters.grammar.language import Row, question

question(
    "GAMES",
    Row(
        "any time",
        "GAMES",
        "the games of this server, and who may join",
        "die Spiele hier, und wer mitspielen darf",
        145,
    ),
    slips=True,
)

FORMS = (
    form(
        r"(?:(?:list|show)(?: me)?(?: all)?(?: the)? )?(?:open )?games",
        lambda _: Ask(topic="games"),
    ),
)
