"""What the patterns of several readers have in common: a yes, a no, a proposal, and its number."""

YES = r"(?:yes|yea|yeah|yep|yup|ayes?|yay|affirmative|positive|pro)"
NO = r"(?:noe?s?|nays?|nope|nah|negative|contra)"
THING = (
    r"(?:proposals?|propositions?|motions?|measures?|rule[- ]changes?|(?:new )?rules?|amendments?"
    r"|changes?|ideas?|things?|bills?|drafts?|texts?|one|ones|votes?|matter|issue|offer|plan|project"
    r"|suggestion"
    r"|same)"
)
NUMBER = r"(?:(?:#|no\. ?|nr\. ?|number )?(?P<number>\d{3,6}|j\d{1,5}))"
