"""How people write words: those of a vote, near misses of a command, courtesies around it.

1. A near miss never becomes a command: it becomes the question "did you mean".
"""

import re
from functools import lru_cache

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

CHOICES: dict[str, Choice] = {
    **dict.fromkeys(("for", "yes", "yea", "yep", "yup", "yeah", "aye", "pro", "+1"), "for"),
    **dict.fromkeys(("in favour", "in favor"), "for"),
    **dict.fromkeys(("against", "no", "nay", "nope", "nah", "contra", "-1"), "against"),
    **dict.fromkeys(("abstain", "abstention", "abstaining"), "abstain"),
}  # fmt: skip
# Words of talk as much as of voting: alone they are a vote, with much behind them a remark.
CONVERSATIONAL = frozenset(("yes", "yea", "yeah", "yep", "yup", "no", "nope", "nah"))

# Real words within one slip of a command word.
REAL_WORDS = word_set(
    "proposed proposes proposer proposal purpose revised revises reviser devise device revisit"
    " withdrew withdrawn withdraws retracts retracted detract abstained abstains again forfeits"
    " forfeited surfeit states statue statues statutes status scored scorer stores scares shores"
    " leaves leaver heave weave cleave rules ruled ruler rulers roles mules joint joins joined john"
    " coin loin note notes voted votes voter dote help held hell helps kelp yelp call calls called"
    " tall ball fall hall mall wall cell cull votes"
    " record recorder recorded historic verity"
)


@lru_cache(maxsize=4096)
def slip_of(word: str) -> str | None:
    """The command word that `word` is a slip of the hand away from, if there is just one."""
    upper = word.upper()
    known = {one.name.split()[0] for one in words().values() if one.slips}
    if len(word) > 10 or upper in known or word.lower() in REAL_WORDS:
        return None
    shortest = 4 if word.isupper() else 5
    if len(word) < shortest:
        return None
    near = [one for one in known if one_slip(upper, one)]
    return near[0] if len(near) == 1 else None


def slip_of_all(line: str) -> str | None:
    """The command of several words that a line in capitals is one slip away from (`CAL VOTE`)."""
    told = " ".join(line.strip(" .!").split())
    if not told.isupper() or not 6 <= len(told) <= 20:
        return None
    names = (one for one in words() if " " in one)
    return next((one for one in names if one_slip(told, one)), None)


def one_slip(word: str, known: str) -> bool:
    """One letter too many, too few, wrong, or two neighbours swapped."""
    if abs(len(word) - len(known)) > 1 or word == known:
        return False
    start = 0
    while start < min(len(word), len(known)) and word[start] == known[start]:
        start += 1
    a, b = word[start:], known[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    return a[1:] == b if len(a) > len(b) else a == b[1:]


SLIPPED_FOR = later(
    r"^(?:(?:fro|ofr|fr|fo|foor|forr|fpr|dor|ffor|f0r)(?:\s+#?\d{3,6})?|for\d{3,6})[\s.!]*$", re.I
)
COURTEOUS = 2_000
OPENER = later(
    r"^(?:(?:(?:hi|hello|hey|hej|hei|hallo|moin|salut|ciao|hola|bonjour|servus|ahoj|namaste|dear"
    r"|greetings|good (?:morning|evening|day)|hoi|dag|olá|ola|buenas|buen[oa]s (?:días|tardes)"
    r"|bom dia|buongiorno|goedemorgen|guten (?:tag|morgen|abend)|god (?:dag|morgon)|cześć|witam"
    r"|привет|здравствуйте|szia|sziasztok|terve|merhaba)(?: [\w.'-]{1,30}){0,2}"
    r"|ok(?:ay)?|sure|well|so|wow|phew|ha|gosh|alright|all right|hmm+|ah|oh|right|and|then"
    r"|actually|definitely"
    r"|absolutely|of course|please|thanks?|thank you|cheers|my vote|my ballot|vote|here goes"
    r"|anyway)\s*[,:;!.–—-]+\s*"
    r"|(?:please|kindly|and|then|also|but|a|an)\s+)",
    re.I,
)
CLOSER = later(
    r"[\s,;.!–—-]{1,20}(?:please|pls|thanks?(?: you)?(?: (?:very|so) much| a lot)?"
    r"(?: for (?:asking|reminding (?:me|us)|the reminder|everything"
    r"|(?:all )?(?:your|the) (?:work|help|patience|effort)))?"
    r"|with (?:my )?(?:apologies|thanks|gratitude) to (?-i:[A-Z])\w{1,30}|thx|cheers"
    r"|(?<!for )(?<!of )(?<!right )now"
    r"|sorry)[\s.!]*$",
    re.I,
)


@lru_cache(maxsize=256)  # of one line several rooms ask
def without_courtesies(text: str) -> str:
    """The line without greetings before it and thanks behind it."""
    if len(text) > COURTEOUS:
        return text.strip()
    text = text.strip().strip("*_`\"“”'‘’").strip()
    for _ in range(3):
        shorter = OPENER.sub("", text, count=1)
        if not shorter or shorter == text:
            break
        text = shorter
    for _ in range(3):
        shorter = CLOSER.sub("", text)
        if not shorter or shorter == text:
            break
        text = shorter
    return text.strip()


# "no time", "no news": a word that belongs to the next one.
NONE_OF = later(
    r"^no (?!(?:way|chance|good|go|vote|ballot|deal|sir|sirree|please|sorry|not|never|i|we|you"
    r"|he|she|it|this|that|the"
    r"|my|from|to|on|for|at|in|with|because|since|as|but|and|or|if|from|again|either|thanks?"
    r"|thank|longer|never|wait"
    r"|actually|really|yes|no|nope|dice|more)\b)[^\W\d_]",
    re.I,
)
NUMBERED = later(r"\b(?:j\d{1,5}|\d{3,6})\b", re.I)


def number_of(text: str) -> int:
    """303, or -7 for J7, the request of seat 7 to join."""
    return -int(text[1:]) if text[:1] in "Jj" else int(text)


def numbered(number: int) -> str:
    """A ballot's number as people write it."""
    return f"J{-number}" if number < 0 else str(number)


def shown(text: str) -> str:
    """A line as it stands in a question."""
    text = " ".join(text.split())
    return f'"{text[:80]}..."' if len(text) > 80 else f'"{text}"'
