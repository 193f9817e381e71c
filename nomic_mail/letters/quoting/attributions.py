"""Whether a sentence is an attribution: `On … wrote:`, in whatever language and order.

1. Above a quotation little is enough. Without one below it, it must tell who wrote and when, in a
   way that no sentence of a letter has.
2. A sentence that votes is none.
"""

import re

from nomic_mail.letters.lists import word_set
from nomic_mail.letters.quoting import marks, unmarked
from nomic_mail.patterns import later

VOTE_WORDS = later(r"\b(?:vote|for|against|yes|no(?! dia)|aye|nay|abstain|\d{3})\b", re.I)
DATED_MOST = 160
# `2016-03-03 17:21 GMT+01:00 Some One`, and nothing else
DATE_AND_NAME = later(
    r"^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}),?\s\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
    r"(?:\s(?:GMT|UTC|[A-Z]{3,4})?\s?[+-]?[\d:]{0,6})?[,;]?"
    r"(?:\s[^\W\d_a-z][\w.'’-]{0,20}){1,4}(?:\s[<(][^\s<>()]{3,120}[>)])?$"
)
# Words that sentences are made of, and attributions not.
SENTENCES = word_set(
    "the is are was were be been will would shall should can could must have has had do does did "
    "not we"
    " they you he she it this that these those if when because but meet meeting vote votes deadline"
    " closes opens ends starts until before after next"
)
MONTH = later(r"^On [A-Z][a-z]{2,8}, [A-Z][a-z]{2,8} \d{1,2},")  # `On Wed, Dec 9, Bob`
DATE_ENDS = later(r"(?<!\d)(?:\d{1,2}|\d{4})\.$")
# `… 10:00 Bob <bob@example.org> rašė:`, but "<bob@example.org> and I shall meet there:" is longer.
VERBLESS = later(r"[<(][^\s<>()@]{1,64}@[^\s<>()@]{1,200}>?\)?[^\d@<>]{0,16}[:：]$")


def cites(text: str) -> bool:
    """Whether the whole text tells who wrote, and when."""
    tells = marks.VERB.search(text) and marks.CLOCK_TIME.search(text)
    return bool(tells and marks.DATE_DIGITS.search(text))


def is_whole(said: str, *, above_quote: bool, quoted: bool) -> bool | None:
    """Whether `said` is an attribution, above a quotation or in one; None where it may go on."""
    closed = said.endswith((":", "：", "---"))
    if not closed and quoted:
        return None
    if not closed and DATE_AND_NAME.match(said):
        return True
    if not closed and not (above_quote and _ends_with_verb(said)):
        return (_terse(said) if above_quote else _tells_all(said)) or None
    clock = bool(marks.CLOCK_TIME.search(said))
    if quoted:
        return _who_or_when(said, clock) and bool(marks.VERB.search(said))
    verb = bool(marks.VERB.search(said))
    if above_quote:
        when = clock and marks.DATE_DIGITS.search(said) and not VOTE_WORDS.search(said)
        named = bool(clock and marks.ADDRESS.search(said)) or bool(when and len(said) <= DATED_MOST)
        return named or bool(marks.CITES.match(said)) or (verb and _who_or_when(said, clock))
    if VOTE_WORDS.match(said) or unmarked.is_spoken(said):
        return False
    return is_shape(said) or _is_strong(said, verb=verb, clock=clock)


def _is_strong(said: str, *, verb: bool, clock: bool) -> bool:
    """Whether the words of an attribution tell enough, where no quotation stands below it."""
    framed = said.startswith("---") and said.endswith("---")
    named = verb and marks.BRACKETED.search(said)
    if marks.CITES.match(said) or (named and (framed or marks.NAMED.match(said))):
        return True
    if not (clock and marks.DATE_DIGITS.search(said)):
        dated = re.search(r"\b\d{4}\b", said) and marks.OPENS.match(said)
        return bool(dated and _ends_with_verb(said, clock=False))
    if not verb:  # `2 мар. 2026 г. в 10:00, Боб <bob@example.org>:`, or a verb not known here
        return bool(VERBLESS.search(said) and not VOTE_WORDS.search(said))
    opens = marks.OPENS.match(said) or marks.NAMED.match(said)
    return bool(framed or marks.BRACKETED.search(said) or opens)


def is_shape(said: str) -> bool:
    """Who and when, and hardly another word, in whatever language: `Bob, 16.11.2026 09:12:`."""
    clock = marks.CLOCK_TIME.search(said)
    if len(said) > DATED_MOST or not clock or not marks.DATE_DIGITS.search(said):
        return False
    sure = bool(
        marks.BRACKETED.search(said) or marks.ENCODED.search(said) or marks.VERB.search(said)
    )
    if not said.endswith((":", "：")):
        return DATE_AND_NAME.match(said) is not None
    bare = marks.ENCODED.sub("", marks.ADDRESS.sub("", said))
    words = [word.strip("<>()[]\"'*_.,:;-–") for word in bare.split()]
    plain = [
        word
        for word in words
        if word[:1].islower() and word.isascii() and word not in unmarked.ABOVE
    ]
    named = any(word[:1].isalpha() and not word[:1].islower() for word in words) or bool(sure)
    if not named or any(word in SENTENCES for word in plain):
        return False
    return len(plain) <= (6 if sure else 1)


def _ends_with_verb(said: str, *, clock: bool = True) -> bool:
    found = marks.VERB.search(said, max(0, len(said) - 20))
    return bool(found and found.end() >= len(said) - 4) and (cites(said) or not clock)


def _tells_all(said: str) -> bool:
    """`Am 02.03.26 um 10:00 schrieb Bob <bob@example.org>`, where programs leave the colon out."""
    dated = marks.OPENS.match(said) or is_shape(f"{said}:")
    opens = dated and marks.BRACKETED.search(said) and cites(said)
    return bool(opens) and (said.endswith((">", ")", "]")) or _ends_with_verb(said))


def _terse(said: str) -> bool:
    """`2011/4/7 Nathan <n@example.org>` above a quotation, as some programs have it."""
    told = marks.DATE_DIGITS.search(said) and marks.BRACKETED.search(said)
    return bool(told) and len(said) <= 120 and not VOTE_WORDS.search(said)


def may_begin(first: str, following: str) -> bool:
    """Whether an attribution over several lines can begin with `first`: it then tells who or when,
    is no sentence, and the next line is not one in its own right. `yes` above `On … wrote:` is an
    answer, not the attribution's beginning."""
    ends = first.endswith((".", "!", "?")) and not DATE_ENDS.search(first)
    if ends or VOTE_WORDS.match(first):
        return False
    tells = marks.DATE_DIGITS.search(first) or marks.CLOCK_TIME.search(first)
    if not (tells or marks.ADDRESS.search(first) or MONTH.match(first)):
        return False
    if marks.BRACKETED.search(first) and not marks.ADDRESS.search(following):
        return True
    whole = marks.DATE_DIGITS.search(following) and marks.CLOCK_TIME.search(following)
    return not (whole and marks.VERB.search(following))


def _who_or_when(said: str, clock: bool) -> bool:
    """`Bob wrote:` is one, `As I wrote in my last letter, I vote as follows:` is not."""
    dated = clock or bool(marks.DATE_DIGITS.search(said))
    if dated or marks.ADDRESS.search(said):
        return True
    return len(said) <= 60 and not VOTE_WORDS.search(said)
