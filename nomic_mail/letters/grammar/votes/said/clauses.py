"""What the patterns of several readers have in common: a yes, a no, a proposal, and how it is said.

1. Words are data; a new one is added here and nowhere else.
"""

YES = r"(?:yes|yea|yeah|yep|yup|ayes?|yay|affirmative|positive|pro)"
NO = r"(?:noe?s?|nays?|nope|nah|negative|contra)"
THING = (
    r"(?:proposals?|propositions?|motions?|measures?|rule[- ]changes?|(?:new )?rules?|amendments?"
    r"|changes?|ideas?|things?|bills?|drafts?|texts?|one|ones|votes?|matter|issue|offer|plan|project"
    r"|suggestion"
    r"|same)"
)
NUMBER = r"(?:(?:#|no\. ?|nr\. ?|number )?(?P<number>\d{3,6}|j\d{1,5}))"
# How it is said; not how often, how surely, or when.
LY = (
    r"(?:(?!(?:usual|normal|general|typical|probab|possib|hard|bare|scarce|rare|near|like|on"
    r"|supposed"
    r"|apparent|alleged|part|most|main|tentative|provisional|conditional|presumab|hopeful|ironical"
    r"|joking|sarcastical|theoretical|hypothetical|potential|previous|former|initial|original"
    r"|recent"
    r"|occasional|frequent|eventual|ordinari|common|mistaken|accidental|wrong|ear|fami|rep|app|po"
    r"|virtual|practical|seeming|arguab|short|current|temporari)ly\b)[a-z]+ly)"
)
