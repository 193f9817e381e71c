"""A letter that begins by taking back one before it, and votes at once: "No wait, FOR."

What takes it back says nothing of the vote behind it, which is the last word of its writer. Where
no plain vote comes right behind it, all stays as it was, and somebody is asked.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from nomic_mail.letters.grammar.reading import Passage
from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.votes.readers.sentences import SENTENCE_END
from nomic_mail.patterns import later

_OH = (
    r"(?:(?:oh|ah|ach|argh|ugh|damn|sorry|pardon|no|nein|oops|whoops|ups|hm+|hey|ok(?:ay)?|well)"
    r"\b[\s,.!:;–—-]{1,4})"
)
_WRONG = (
    r"(?:wait(?: a (?:moment|minute|second|sec))?|hang on|hold on|stop|one moment"
    r"|(?:please )?(?:scrap|scratch|strike|undo|cancel|forget|ignore|disregard) (?:that|it"
    r"|(?:that|my) (?:last|earlier|first|previous|other)? ?(?:one|vote|ballot|e?-?mail|letter"
    r"|message|answer|reply))|take that back|i take (?:that|it) back"
    r"|(?:that was )?(?:the )?wrong (?:way (?:round|around)|button|word|way)"
    r"|(?:(?:my|a) )?(?:big |bad |silly |stupid )?(?:mistake|error|typo|slip)(?: (?:of mine"
    r"|on my (?:part|side)|in my (?:last|first|earlier|other) (?:e?-?mail|letter|message|one)))?"
    r"|my bad|i (?:was|got it) wrong|i (?:got|mixed) (?:it|them|that) (?:mixed )?up"
    r"|i (?:misread|misunderstood) (?:it|that|this)"
    r"|i(?:'ve| have)? (?:just )?changed my mind|on second thoughts?"
    r"|moment(?: mal)?|halt|stopp?|quatsch|falsch|vertippt|verschrieben|verkehrt(?: herum)?"
    r"|(?:mein )?(?:irrtum|fehler|versehen)(?: (?:meinerseits|von mir))?"
    r"|(?:da )?(?:ich )?hab(?:e)? (?:ich )?mich (?:geirrt|vertan|vertippt|verschrieben|verlesen)"
    r"|ich habe? es mir anders überlegt|(?:nein |ach )?doch nicht)"
)
_MEANT = (
    r"(?:(?:i (?:really |actually )?(?:meant|mean)(?: to (?:say|write|vote))?|make (?:that|it|mine)"
    r"|it(?:'s| is)|that(?:'s| is)|ich (?:meinte|meine|wollte)|ich stimme|es (?:ist|heißt)"
    r"|natürlich|selbstverständlich|doch(?: lieber)?|nun doch|jetzt doch)\b[\s,:–—-]{1,3})"
)
_VOTE = (
    r"(?=(?:for|against|abstain(?:ing)?|yes|no|aye|nay|in favou?r|dafür|dagegen|für|gegen"
    r"|enthaltung|i(?:'m| am) (?:for|against)|i vote|my vote is|ich stimme|#?\d{3}"
    r"|ich bin (?:dafür|dagegen)"
    r")\b)"
)
_TAKEN_BACK = later(
    rf"\W{{0,3}}{_OH}{{0,3}}{_WRONG}[\s.,:;!–—-]{{1,5}}(?:(?:and|but|no|nein|aber)\b[\s,:–—-]{{1,3}})?"
    rf"(?:{_WRONG}[\s.,:;!–—-]{{1,5}})?{_MEANT}{{0,2}}{_VOTE}"
    rf"|\W{{0,3}}{_OH}{{1,3}}{_MEANT}{_VOTE}|{_OH}{{0,2}}{_MEANT}"
    r"(?=(?-i:FOR|AGAINST|ABSTAIN|FÜR|GEGEN)\b|da(?:für|gegen)\b)",
    re.I,
)
_ALONE = later(rf"\W{{0,3}}{_OH}{{0,3}}{_WRONG}\W*$", re.I)


def without_correction(said: Sequence[Passage]) -> list[Passage]:
    """What is said, without what takes an earlier letter back."""
    if not said:
        return []
    first, rest = said[0], list(said[1:])
    if rest and _ALONE.match(first.text) and _votes(rest[0].text):
        return rest
    if (found := _TAKEN_BACK.match(first.text)) and _votes(left := first.text[found.end() :]):
        return [replace(first, text=left), *rest]
    return list(said)


def _votes(text: str) -> bool:
    """Whether its first sentence is a plain vote, and no question."""
    sentence = SENTENCE_END.split(text, maxsplit=1)[0]
    return "?" not in sentence and bool(read_ballots(sentence))
