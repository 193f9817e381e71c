"""Lines in the text of a proposal, or of a TELL, that look like none of it: asked about.

They were taken as part of the text, as nobody but its writer can tell; END above them says what was
meant.
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.words import shown
from nomic_mail.patterns import later

POSTSCRIPT = later(r"^P\.? ?S\b\.?[\s:,–—-]", re.I)
# What is said to who reads a proposal, below its text: in no rule does anybody say "please" or "I"
TO_READERS = later(
    r"^(?:(?:so|and|anyway|well|ok|oh)[,:]? )?(?:please|pls|thanks?\b|thank you|hi|hello|dear"
    r"|vote (?:yes|no|for"
    r"|against|by|before|early|soon|now|on (?:it|this))\b.*[!.]$|(?-i:I|I'm|I'd|I've|I'll|My)\b"
    r"|what (?:do|does|would|say) (?:you|everyone|everybody|y'all)\b|(?:any |your )?(?:thoughts"
    r"|comments|feedback"
    r"|objections|questions|opinions)(?: (?:are|very|always))*(?: welcome)?\s?[?!.]"
    r"|let me know|let's (?:see|try|hope)|tell me|happy to|hope(?:fully)? (?:you|this|that|it|we)"
    r"|hoping\b"
    r"|(?:the |my )?(?:rationale|reason(?:ing)?|idea|aim)(?: here)?(?: (?:behind|of|for)"
    r" (?:it|this|that"
    r"|the (?:proposal|change)))?(?:\s?[:–—]| is\b)|\(?(?:rationale|reason(?:ing)?|comment"
    r"|explanation)\s?:"
    r"|(?:cheers|best(?: wishes)?|(?:kind |best )?regards|yours|love|greetings|bye)\b[,.!]?(?:"
    r" (?-i:[A-Z])\w+){0,2}[.!]?$"
    r"|bitte\b|danke\b|hallo\b|(?-i:Ich)\b|was (?:meint|denkt|haltet) ihr\b|liebe grüße\b"
    r"|(?:begründung|idee)\s?:"
    r"|stimmt (?:bitte|dafür|dagegen|bis)\b)",
    re.I,
)
LOST_COMMAND = later(
    r"^(?:(?i:CALL (?:A |THE |FOR A )?VOTE)|WITHDRAW|EFFECTS|VOTE .{0,60}"
    r"|(?:FOR|AGAINST|ABSTAIN|YES|NO|FÜR|GEGEN|DAFÜR|DAGEGEN|ENTHALTUNG|JA|NEIN)(?: \d{1,6})?"
    r"|CONSENT|OVERRULE|UPHOLD|RULES|STATUS|SCORES|HELP|LEAVE|FORFEIT)[.!]?$"
)
# A YES or a NO is as often an answer.
LOUD_VOTE = later(
    r"^(?:VOTE )?(?:FOR|AGAINST|ABSTAIN|FÜR|GEGEN|DAFÜR|DAGEGEN|ENTHALTUNG)(?: \d{1,6})?[.!]?$"
)


def lost_command(last: str, where: str) -> str:
    """The question about the last line of a text, where that looks like a command."""
    if not LOST_COMMAND.match(in_english(last)):
        return ""
    return (
        f"{shown(last)} stands inside the text of your {where} and was taken as part of it. If you"
        f" meant a command, {'REVISE and ' * (where == 'proposal')}write END on a line before it."
    )


def postscript(line: str) -> str:
    return (
        f"{shown(line)} stands inside the text of your proposal and was taken as part of it. If it"
        " is no part of the rule, REVISE and write END on a line before it."
    )


def astray(text: Sequence[str]) -> tuple[str, str] | None:
    """A line that begins a paragraph of the text, or ends it, and looks like none of a rule's: a
    command, a postscript, or words to who reads it below what begins it; with the question."""
    lines = [line.strip() for line in text]
    begin = [line for at, line in enumerate(lines) if line and not (at and lines[at - 1])]
    votes = filter(LOUD_VOTE.match, lines)  # wherever they stand
    for line in (*begin, *[line for line in lines if line][-1:], *votes):
        if question := lost_command(line, "proposal"):
            return line, question
        if POSTSCRIPT.match(line) or (line not in begin[:1] and TO_READERS.match(line)):
            return line, postscript(line)
    return None
