"""REST and WAKE: what the Moderator does about the rules' programs."""

from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.game.procedures.program_acts import Rest, Wake
from nomic_mail.letters.grammar.forms import act
from nomic_mail.letters.grammar.language import Row, word

word(
    "REST",
    Row(
        "discretion",
        "REST 301, WAKE 301",
        "a rule's program, and why",
        "das Programm einer Regel, und warum",
        35,
    ),
    usage="REST 301: and why",
    page="moderator",
    small=False,
)
word("WAKE", usage="WAKE 301: and why", page="moderator", small=False)

FORMS = (
    act(rf"rest (?:rule )?#?(?P<rule>{NUMBER})", lambda m: Rest(rule=read_number(m["rule"]))),
    act(rf"wake (?:rule )?#?(?P<rule>{NUMBER})", lambda m: Wake(rule=read_number(m["rule"]))),
)
