"""What stands beside a vote in another language than English, and may turn it.

1. "Dafür. Wenn Bob es auch ist." and "Oui, mais seulement si …" are no votes: of a language that is
   read by its votes alone, a word of condition, doubt, denial, jest, question or speech beside one
   makes it a question. So does a line that leads in to it ("Bob meinte:").
2. Signs are broad, as an idle question costs a letter and a wrong vote a game; a greeting and a
   signature are none.
3. Words are data: a language is added here and in `tongues`.
"""

import re
from collections.abc import Iterable, Sequence

from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.votes.said.tables import is_own_head
from nomic_mail.letters.grammar.votes.said.tongues import read_each, read_foreign
from nomic_mail.letters.grammar.words import without_courtesies
from nomic_mail.patterns import later

MOST = 2_000  # letters of a passage that are looked through
SENTENCES = later(r"(?<=[.!?…])\s|[\n()\[\]]|\s[–—-]{1,2}\s|; ?")
IDLE = later(
    r"\bbis (?:bald|dann|morgen|später|demnächst|zum nächsten mal)\b|\b(?:nichts|kein) (?:für ungut"
    r"|problem)\b",
    re.I,
)
GERMAN = (
    r"wenn|falls|sofern|soweit|solange|sobald|bevor|ehe|bis|außer|ausser|es sei denn"
    r"|vorausgesetzt|nur|erst|aber|jedoch|allerdings|sondern|doch|oder|ob|obwohl"
    r"|trotzdem|dennoch|nicht|nichts|nie|niemals|kein\w*|kaum|weder|vielleicht|eventuell|evtl"
    r"|möglicherweise|wahrscheinlich|vermutlich|wohl|könnte\w*|würde\w*|hätte\w*|wäre\w*|sollte\w*"
    r"|dürfte\w*|möchte\w*|glaub\w*|überleg\w*|zöger\w*|unsicher|unentschieden|noch|morgen|später"
    r"|bald|gestern|früher|damals|war|eigentlich|prinzip|grundsätzlich|eher|lieber|statt\w*"
    r"|anstatt|sonst|andernfalls|beding\w*|\w*frag\w*|sag\w*|mein(?:t|te|en|test|ung)|schr(?:ie"
    r"|ei)b\w*"
    r"|zitat\w*|laut|angeblich|scherz\w*|witz\w*|ironi\w*|spaß|spass|haha\w*|quatsch|blödsinn"
    r"|falsch\w*|versehen\w*|versehentlich|zurück\w*|streich\w*|vergiss\w*|vergesst|ignorier\w*"
    r"|stimm\w*|abstimm\w*|zustimm\w*|ablehn\w*|enthalt\w*|da(?:für|fuer|gegen)|ander\w*|gegen|wer"
    r"|warum|wieso|weshalb|vorläufig|vorerst|fürs erste|teilweise|halb|beispiel\w*|titel"
)
OTHERS = (
    r"mais|sauf|seulement|peut-être|si|sinon|ne|pas|jamais|blague|ou|contre|pero|sólo|solo|quizás?"
    r"|salvo|excepto|broma|no|nunca|o|ma|però|forse|soltanto|tranne|scherzo|non|mai|se|maar|alleen"
    r"|misschien|tenzij|niet|grapje|als|of|indien|men|bara|kanske|inte|om|skoja\w*|kanskje|hvis"
    r"|måske|kun|ikke|ale|jeśli|może|tylko|nie|żart\w*|если|но|только|может|не|шут\w*|mas|talvez"
    r"|apenas|não|piada|mutta|jos|ehkä|ei|vain|de|ha|csak|talán|ama|fakat|eğer|belki|ancak"
)
TURNS = later(
    rf"(?<![\w'-])(?:{GERMAN}|{OTHERS})(?![\w'-])|[?？]"
    r"|如果|但|可能|もし|でも|たぶん|만약|하지만",
    re.I,
)


def unclear(votes: Iterable[str], said: Sequence[str]) -> set[str]:
    """Which of the lines that have a vote are made doubtful by what all of the letter says."""
    foreign = {line for line in votes if any(map(_is_foreign, SENTENCES.split(line[:MOST])))}
    return (
        foreign if foreign and any(_turns(one) for one in said if not is_own_head(one)) else set()
    )


def _is_foreign(sentence: str) -> bool:
    """Whether it is a vote in another language, be it behind a greeting: "Moin, bin dafür"."""
    told = (
        sentence.strip(),
        without_courtesies(sentence.strip()),
        sentence.partition(",")[2].strip(),
    )
    return any(one and (read_foreign(one) is not None or read_each(one)) for one in told)


def _turns(text: str) -> bool:
    if _is_foreign(text):
        return False
    for one in SENTENCES.split(IDLE.sub("", text[:MOST])):
        told = one.strip()
        if not told or _is_foreign(told) or read_ballots(told):
            continue
        if TURNS.search(told) or told.endswith(":"):
            return True
    return False
