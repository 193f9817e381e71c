"""A vote in ordinary words, by its clauses: the last reader, where no other saw one.

1. A letter is cut into sentences, and these into clauses. A clause votes if all of it says so: who,
   that they vote, which way, on what, and manners (`ordinary`); whatever else a letter tells is
   no vote.
2. A yes or a no that opens its sentence is said to the ballot where it names what it is on or who
   says it, or is stressed ("no, no, no") and no question stands right above it; else where a few
   words of voting and a colon lead to it ("my verdict: no"). Else it may answer anything.
3. The vote's own sentence holds no condition, no doubt, no question, nobody else's mouth; the
   letter no other way, nothing that takes a vote back, puts it off, or makes light of it. What else
   it tells, asks or feels takes nothing from a vote.
4. Behind words of a changed mind ("hang on", "EDIT:") only what stands there counts, and only
   where it is said to a ballot.
5. Words are data; a new one is added here or in `ordinary`, and nowhere else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.votes.readers import avowed, beside, stated
from nomic_mail.letters.grammar.votes.readers.clear_german import doubts_in_german
from nomic_mail.letters.grammar.votes.readers.declared import as_spelled
from nomic_mail.letters.grammar.votes.readers.forms import StatedVote
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said.bargains import promises
from nomic_mail.letters.grammar.votes.said.leadins import SARCASM
from nomic_mail.letters.grammar.votes.said.ordinary import CLAUSE, FORMS, WAYS_IN
from nomic_mail.letters.grammar.votes.said.reasons import opposes, speaks_of_it
from nomic_mail.letters.grammar.votes.said.signs import DANGER
from nomic_mail.letters.grammar.votes.said.strays import names_another, strays
from nomic_mail.letters.grammar.votes.said.turns import HEDGES, IFS, SECONDS, UNMADE, comes_of_it
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

MOST_CHARS, MOST_PIECES, MOST_CLAUSES, SHORT = 2_500, 60, 20, 7
# Somebody else's words, as it turns out behind them
SAID_BEHIND = later(
    r"\W*,?\s?(?:(?:he|she|they|the \w+|my \w+)\s)?(?:sa(?:id|ys)|cried|cries|wrote|writes|shouted"
    r"|sagt|sagte|schrieb|meinte|told|asked|replied|answered)\b|\W*,?\s?(?:i(?:'m| am"
    r"| was) told|i hear"
    r"|they say|apparently|rumou?r has it|is what)\b",
    re.I,
)
PIECE = later(r"(?<=[?!.…;])[\s)]+(?=\S)|\n")
HANGS = later(
    r"\W*(?:(?:and|but|or|well|so|oh|only|even|though|just)[\s,]{1,2}){0,2}(?:(?P<if>if"
    r"|as long as|so long as"
    r"|once|whenever|when|should)|unless|until|till|provided|providing|assuming|depend\w*|only"
    r"|subject to|pending|maybe|perhaps"
    r"|possibly|or|not(?! (?:much|a lot|many|sure why|that)\b)|wait|tentativ\w*|for now"
    r"|i think\W*$|i guess"
    r"|wenn|falls|außer|oder|aber nur|sofern|sobald|vielleicht)\b",
    re.I,
)
OWN_IF = later(
    r"^\W*(?:unless|provided|but only|only if)\b|\bif\b[^.!?\n]{0,60}\b(?:i(?:'ll| will|'d"
    r"| would)|my vote)\b"
    r"|\b(?:i(?:'ll| will|'d| would)|my vote)\b[^.!?\n]{0,40}\bif\b",
    re.I,
)
THEN = later(r"\W*(?:and )?then\b", re.I)
TURNING = later(
    r"\b(?:on|wait|edit|that|thoughts?|reflection|correction|ps|p\.s|oops|actually|mind|update"
    r"|later|back)\b",
    re.I,
)
OF_A_VOTE = later(r"\b(?:i|i'm|i'll|me|my|vote|count|yes|no|for|against|support)\b", re.I)
LIKE_TO = later(r"\bi(?:'d| would) (?:really )?like to (?:vote|say|register|record|cast)\b", re.I)
# Of who speaks to a machine
STOPS = later(r"[.,!?;]\s")
SPOKEN = later(
    r"\s(?:comma|(?P<stop>full stop|period|new (?:line|paragraph)|question mark)"
    r"|exclamation (?:mark|point)"
    r"|colon right parenthesis|smiley face)\b",
    re.I,
)
RULES = later(r"(?<!rule )(?<!rules )(?<![\d.,#])#?([12]\d\d|300)(?![\d.,]\d)(?!\d)(?= )", re.I)
LISTED = later(r"\b(?:for|against|yes|no)\W{1,3}(?:to |on )?#?(?:[12]\d\d|300)\b", re.I)
OTHERWISE: Mapping[Choice, re.Pattern[str]] = {
    "for": later(r"\bbut\b[^.!?]{0,60}\b(?:no|against|not|first|then)\b", re.I),
    "against": later(r"\bbut\b[^.!?]{0,60}\b(?:yes|for|in favou?r|first|then)\b", re.I),
    "abstain": later(r"\bbut\b[^.!?]{0,60}\b(?:yes|no|for|against|first|then)\b", re.I),
}
JOINED = later(
    r"(?:n't|\b(?:should|could|would|might|can|cannot|not|never|to|will|did|does|do|let|make|if"
    r"|they|he|she|you|ones?"
    r"|people|some(?:body|one)|any(?:body|one)|every(?:body|one)|nobody|please|that|which|who"
    r"|whom|what|how|why|where|when|than|or|as if|whether|if|dass|wer|wie|warum))[\s,]*$",
    re.I,
)
SO_THAT = later(
    r"\bso \w+ that\W*$|\b(?:say|think|believe|decided|find|afraid|regret|note) that\W*$", re.I
)
NAMING = later(
    r"\b(?:from (?:me|us|my|here|this)|to (?:it|this|that|the|them|these|every)|on (?:it|this"
    r"|that|the)|for (?:it|this|that|the)|let's"
    r"|hell|definitely|absolutely|of course|not for me)\b",
    re.I,
)
LEADS = later(
    r"(?:^|[,;–—-]\s?|\b(?:so|and|but)\s)(?:my |the )?(?:\w+ )?(?:answer|vote|verdict|ballot"
    r"|decision|choice|here (?:it is|goes|we go)|bottom line|short version|in short|(?:i'll"
    r"|let me) spell it out|officially|for the record|option|converted"
    r"|about (?:it|this|the proposal)|on (?:it|this|the proposal)|result)(?: is)?\W{0,2}:\s?$"
    r"|\b(?:no|of|any) doubt\W{0,2}:\s?$",
    re.I,
)
STRESSED = later(
    r"\b(?:hell|heck|hard|big|fat|huge|firm|resounding|definite|a (?:thousand|million"
    r"|hundred) times)\s(?:yes|no)\b"
    r"|\b(?:yes|no)\W+(?:and )?(?:again )?(?:yes|no)\b|\b(?:yes|no)\b\W{1,3}(?:definitely"
    r"|absolutely|certainly)\b",
    re.I,
)
# Where a yes or a no that names what it is on ends
STOPS_THERE = later(
    r"\s?(?:$|[.!;…]|[,–—-]{1,2}\s?(?:its|this|the (?:idea|text|rule|proposal)"
    r"|sorry|i (?:really |do )?(?:like|love|don't (?:want|like)) (?:it|this))\b)",
    re.I,
)
# Signs of a table, a list, a report
ODD = later(
    r"\[[ xX]?\]|(?:^|\n)\s{0,3}#\s|->|=>|[|=<>]|\w\s-\s\w+\s-\s\w|\b(?:ada|support(?:s|ed)?"
    r"|oppose[sd]?)\s?:",
    re.I,
)
# In a vote's sentence, what leaves it half of one
HALF = later(
    r"\blater(?=\W*$)|\bbut\b[^.!?]{0,60}\b(?:i'?d|would|rather|prefer|only|change|needs?|must"
    r"|should|let me|wait|later)\b|\b(?:weakly|reservations?|as written|as it stands|as is|in part"
    r"|partly|half|not opposing|sort of|kind of|i guess so|first,? then|yes and no|no and yes"
    r"|ja und nein|other way a?round)\b",
    re.I,
)
MIXED = later(
    r"\bvot(?:e|ing) (?:for|against) (?!it\b|this\b|that\b|the proposal\b|#?\d)\w+|\b(?:for"
    r"|dafür|pro)\b,? (?:and |or |und |oder |but |to |\d |two |one )?"
    r"(?:against|dagegen)\b|\bagainst,? (?:and |or |but |two |one |\d )?for\b|\b(?:two|three"
    r"|four|five|six|\d) (?:votes? )?(?:for|against)\b|"
    r"\b(?:yes|in favou?r)\b[^.!?]{0,12}\b(?:no|against|not)\b|\bno\b[^.!?]{0,8}\byes\b"
    r"|\bboth\b(?! hands)",
    re.I,
)
# In the sentence of a vote: what makes it conditional, another's, or no more than a thought.
TIED = later(
    r"\b(?:if(?! (?:only (?:to|because)|you (?:ask|must|want to) ))|unless|provided|providing"
    r"|as (?:long|soon) as|so long as|(?<!only )(?<!for )once|when|whenever|whether|assuming"
    r"|suppos(?:e|ing)|on condition|conditional\w*|depend(?:ing|s)|subject to|pretend"
    r"|imagine|otherwise|behalf|proxy|were (?:i|it|he|she|they|this)|wish i|last time"
    r"|used to|until|till|wenn|falls|sofern|solange|sobald|ob|voraussetzung|vorausgesetzt"
    r"|i think\W*$|i guess\W*$|i suppose\W*$|es sei denn|außer|dass|pending|apart from"
    r"|in general|general|oder|maybe|perhaps"
    r"|probably|possibly|might|may(?! (?:put|count|take|have|mark))|not sure|unsure|undecided"
    r"|tempted|inclined|leaning towards?"
    r"|for now|tomorrow|yet|provisional\w*|tentativ\w*|vielleicht|wohl|eventuell|würde|hätte"
    r"|wäre|noch|almost|nearly|in principle|joke|joking|kidding|or)\b|[“”«»„\"]|\?\W*$",
    re.I,
)
SAID = later(
    r"\b(?:sa(?:ys?|id|ying)|wrote|writes?|told|tells|asks?|asked|claims?|votes?|thinks?|heard"
    r"|rea(?:ds?)|called|sagt|sagte|meint|meinte|schrieb|schreibt|ausrichten|told [^.:]{1,30}"
    r"|headline|small print|example|e\.g|sample|draft|template)"
    r"(?: (?:me|us|that|to \w+))?\W*$",
    re.I,
)
OWN_SAID = later(
    r"\b(?:i|we|as i|like i)\s(?:\w+\s)?(?:sa(?:y|id)|vote|think|write|wrote)\W*$", re.I
)
# Anywhere in the letter: no vote is meant to count, or not yet, or not in earnest.
OFF = later(
    r"\[[ xX]?\]|\b(?:not (?:yet )?(?:a |my )?(?:vote|voting|ballot)|don'?t count|do not count"
    r"|not voting(?! either)|will vote (?:when|later|after|once|tomorrow|on)"
    r"|vote later|i'?ll vote (?:when|tomorrow|later|on|by|after|once|tonight)|i'?ll (?:decide|think"
    r"|sleep|let you know)|undecided|not sure|unsure|haven'?t (?:decided|made up)|can'?t decide"
    r"|cannot decide|don'?t know (?:yet|how|which|what to|whether|if)|torn|in two minds"
    r"|on the fence"
    r"|jk|just kidding|just joking|sarcas\w+|only joking|as a joke|joke|testing|(?:just|only|is"
    r"|was) (?:a )?test|you choose|you decide"
    r"|same as|whatever (?:you|he|she|they|the)|ignore|disregard|withdraw|retract|revoke|cancel"
    r"|or maybe|or rather|half of it|first half|second half|provided|as long as|on condition|unless"
    r"|conditional\w*"
    r"|(?:i|we|was|were) meant|wrong (?:way|button|one|letter)|typo|proxy|on behalf|counts? for"
    r"|dream\w*|pretend|other way (?:a)?round)\b"
    r"|\be\.g\b|\bi\.e\b|\blo+l\b|^\W*(?:approve|support|accept|oppose|reject|endorse)d?\b"
    r"|\bi (?:do|did|will|would|could|can)(?:n't| not)\W*(?=$|\n)|\bha,? ha\b"
    r"|\b(?:don'?t|do not) know\W*$|nehme (?:ich )?(?:das |es )?zurück|dafür, dass|\b(?:umfrage"
    r"|poll|survey|abstimmt|draft)\b",
    re.I | re.M,
)
WOULD = later(r"\b(?:would vote|'d vote|could vote|might vote)\b", re.I)
SWITCH = later(
    r"\W*(?:(?:oh|no|h+m+|um+|er+|well|sorry),? )?(?:oh |no |ok |okay |but |and "
    r"|well )?(?:hang on|hold on|wait|edit\b|scratch that"
    r"|on second thoughts?|on reflection|no,? wait|correction|ps\b|p\.s|oops|actually"
    r"|changed my mind"
    r"|i(?:'ve| have) changed my mind|strike that|update\b|later\b|make that|i take (?:that"
    r"|it) back)\W*",
    re.I,
)


HEADS = later(
    r"\b(?:i|my|our|votes?|voting|answers?|briefly|here|follows|following|quick\w*|ballots?"
    r"|proposals?|#?\d{3,6}"
    r"|first|second|third|reasons?|why|short|time|meine|stimmen?)\b(?<!said)(?<!says)(?<!wrote)\W*$"
    r"|^\W*(?:here|my|i)\b",
    re.I,
)


NEAR, FEW = 2, 3
HENCE = later(r"\W*(?:so|hence|therefore|thus|consequently|for (?:these|those) reasons)\b", re.I)
CLOSED = later(
    r"(?:[,;–—]?\s?(?:and (?:stop|don't|do not|that|leave|please|tell)\b[^,;:]{0,40}|damn it"
    r"|dammit|sorry"
    r"|not (?:a chance|for me|with me|like this)|thanks|thank you|then|please|for me))?[\s.!…)]*",
    re.I,
)
COURTEOUS = later(
    r"\W*(?:(?:now )?(?:leave me alone|back to \w+|carry on)|sorry|thanks|thank you|cheers|bye"
    r"|no hard feelings"
    r"|good luck|have (?:fun|a good \w+)|see you \w*|that's all|that is all|end of \w+)?\W*",
    re.I,
)
ASKED_OF = later(
    r"\b(?:ask(?:s|ed|ing)?|wonder\w*|wants? to know|wanted to know|whether|told|tells|says?"
    r"|said|phoned|rang)\b",
    re.I,
)
# Of the game, and hardly of anything else
OF_GAME = later(
    r"\b(?:proposals?|motions?|amendments?|ballot|this (?:rule|one|idea|change|game)"
    r"|the (?:rule|proposal)"
    r"|rule ?book|vot(?:e|es|ed|ing)|(?:the|my|our|most|your|fewer|more) points|\d{3}|oppos(?:e"
    r"|ed|ing)"
    r"|repeal\w*|adopt\w*|referee|(?:last|first|second|whole) paragraph|players|for the game"
    r"|this game (?:lacked|needs))\b",
    re.I,
)


class Uttered(Struct, frozen=True):
    choice: Choice
    firm: bool  # to the ballot, and to nothing else
    piece: int
    begins: int = 0
    ends: int = 0


def votes_plainly(told: Sequence[str]) -> bool:
    return any(True for _ in said_in(pieces_of(told)))


def plainly(told: Sequence[str], about: About) -> Choice | None:
    """The choice of a letter to one ballot, where its clauses vote one way and nothing is in it
    that leaves it open."""
    pieces = pieces_of(told)
    text = "\n".join(pieces)
    if not 0 < len(pieces) <= MOST_PIECES or len(text) > MOST_CHARS or _names_another(text, about):
        return None
    said = list(said_in(pieces))
    if turn := turn_of(pieces, said):
        pieces = [SWITCH.sub("", pieces[turn], count=1), *pieces[turn + 1 :]]
        said = list(said_in(pieces))
    ways, firm = {one.choice for one in said}, [one for one in said if one.firm]
    if len(ways) == 1 and not firm and concludes(pieces, said[-1]):
        firm = said[-1:]
    if len(ways) != 1 or not firm:
        return None
    choice = ways.pop()
    numbers = {number_of(one) for said in firm for one in NUMBERED.findall(_clause(pieces, said))}
    if about.ballot is not None and numbers - {about.ballot}:
        return None
    for one in {pieces[one.piece] for one in firm}:
        if MIXED.search(one) or OTHERWISE[choice].search(one) or strays(one):
            return None
    return choice if leaves(pieces, firm) else None


def concludes(pieces: Sequence[str], last: Uttered) -> bool:
    """Whether a bare yes or no is the end that a letter comes to on the ballot: its last sentence,
    behind what judges the proposal or speaks of the game, or behind a "so" with reasons above."""
    at, piece = last.piece, pieces[last.piece]
    if at == 0 or any(not COURTEOUS.fullmatch(one) for one in pieces[at + 1 :]):
        return False
    if last.begins or CLOSED.fullmatch(piece, last.ends) is None:
        return False
    above = pieces[max(at - NEAR, 0) : at]
    if any("?" in one or ASKED_OF.search(one) for one in above):
        return False
    if any(opposes(one, last.choice) for one in above):
        return False
    if at >= NEAR and HENCE.match(piece):
        return True
    judges = len(above[-1].split()) > FEW and speaks_of_it(above[-1])
    return judges or any(map(OF_GAME.search, above))


def _clause(pieces: Sequence[str], one: Uttered) -> str:
    return pieces[one.piece][one.begins : one.ends]


def gainsaid(told: Sequence[str], choice: Choice) -> str | None:
    """The sentence behind words of a changed mind that votes otherwise."""
    if not any(map(TURNING.search, told)):
        return None
    pieces = pieces_of(told)
    said = list(said_in(pieces))
    turn = turn_of(pieces, said)
    behind = [one for one in said if turn and one.firm and one.piece >= turn]
    return next((pieces[one.piece] for one in behind if one.choice != choice), None)


def pieces_of(told: Sequence[str]) -> list[str]:
    """The sentences of a letter, as they would be spelled and pointed."""
    lines = [LIKE_TO.sub("I vote", as_spelled(line)) for line in told]
    if not any(STOPS.search(one) for one in lines):
        lines = [SPOKEN.sub(_stop, one) for one in lines]
    return [one for line in lines for one in PIECE.split(line) if one.strip()]


def _stop(found: re.Match[str]) -> str:
    return "," if found[0].strip().lower() == "comma" else "." if found["stop"] else "!"


def _names_another(text: str, about: About) -> bool:
    if names_another(text, about.ballot, about.open_ballots):
        return True
    rules = {number_of(one) for one in RULES.findall(text)}
    return bool(rules - {about.ballot}) and LISTED.search(text) is not None


def said_in(pieces: Sequence[str]) -> Iterator[Uttered]:
    """Each clause that votes, or says yes or no."""
    for at, piece in enumerate(pieces):
        if WAYS_IN.search(piece) is None:
            continue
        after = 0
        for begins in [0, *(one.end() for one in CLAUSE.finditer(piece))][:MOST_CLAUSES]:
            before = piece[:begins]
            if begins < after or is_anothers(before) or not avowed.is_own(before):
                continue
            kind, found = next(_forms(piece, begins), ("", None))
            if found is None or SAID_BEHIND.match(piece, found.end()):
                continue
            after, led = found.end(), LEADS.search(before) is not None
            firm = led or kind == "firm"
            if kind == "bare" and not led:
                firm = begins == 0 and not (at and _leads_on(pieces[at - 1]))
            elif kind == "talk" and not led:
                firm = begins == 0 and not (at and pieces[at - 1].endswith("?"))
                firm = firm and _is_stressed(found[0])
                firm = firm and STOPS_THERE.match(piece, after) is not None
            if firm or kind == "talk":
                yield Uttered(way_of(found), firm, at, begins, after)


def _forms(piece: str, begins: int) -> Iterator[tuple[str, re.Match[str]]]:
    return ((kind, found) for kind, form in FORMS if (found := form.match(piece, begins)))


def _leads_on(above: str) -> bool:
    """Whether a bare "Against." behind a sentence may hang on it."""
    return above.endswith((";", ",")) or any(one.search(above) for one in (DANGER, UNMADE))


def is_anothers(before: str) -> bool:
    """Whether what a clause hangs on gives it to somebody else, or denies it."""
    if SAID.search(before) and not OWN_SAID.search(before):
        return True
    return JOINED.search(before) is not None and SO_THAT.search(before) is None


def _is_stressed(talk: str) -> bool:
    return any(one.search(talk) for one in (NAMING, STRESSED))


def turn_of(pieces: Sequence[str], said: Sequence[Uttered]) -> int:
    """Where a sentence behind a vote says that its writer's mind has changed."""
    turned = [at for at, one in enumerate(pieces) if SWITCH.match(one)]
    return max((at for at in turned if any(one.piece < at for one in said)), default=0)


def leaves(pieces: Sequence[str], said: Sequence[Uttered]) -> bool:
    """Rule 3."""
    text, voting = "\n".join(pieces), {one.piece for one in said}
    first = min(said, key=lambda one: (one.piece, one.begins))
    behind = "\n".join([pieces[first.piece][first.begins :], *pieces[first.piece + 1 :]])
    if any(one.search(text) for one in (OFF, SPOILS, TAKES_BACK, SARCASM, ODD)):
        return False
    if UNMADE.search(behind) or WOULD.search(behind):
        return False
    for at in voting:
        piece = pieces[at]
        if TIED.search(piece) or HALF.search(piece):
            return False
    if not all(_stands(pieces[one.piece], one) for one in said if one.ends):
        return False
    for at in voting:
        piece = pieces[at]
        if (at and _hangs(pieces[at - 1])) or THEN.match(piece):
            return False
        if promises(piece) or promises(" ".join(pieces[max(at - 1, 0) : at + 1])):
            return False
    if any(one.endswith(":") and not HEADS.search(one) for one in pieces[: max(voting)]):
        return False
    later = [at for at in range(first.piece + 1, len(pieces)) if at not in voting]
    return not any(_takes_away(pieces[at], right_behind=at - 1 in voting) for at in later)


def _stands(piece: str, one: Uttered) -> bool:
    """Whether nothing else in a vote's own sentence ties it, softens it, or is another's."""
    before, behind = piece[: one.begins], piece[one.ends :]
    vote = StatedVote(one.choice, "", False, True, False, False, one.begins, one.ends)
    if avowed.PARTLY.match(behind) or not avowed.is_own(before):
        return False
    if not stated.is_free_behind(piece, vote):
        return False
    rest = f"{before} {behind}"
    return not any(told.search(rest) for told in (DANGER, IFS, HEDGES)) and not doubts_in_german(
        rest
    )


def _takes_away(piece: str, *, right_behind: bool) -> bool:
    if any(one.search(piece) for one in (beside.TURNS, OWN_IF)) or SECONDS.match(piece):
        return True
    return right_behind and _hangs(piece)


def _hangs(piece: str) -> bool:
    """Whether a sentence right behind a vote ties it: one that is no more than a condition, or has
    one for a vote."""
    if (found := HANGS.match(piece)) is None or comes_of_it(piece):
        return False
    tail = piece[found.end() :]
    return not found["if"] or len(piece.split()) <= SHORT or OF_A_VOTE.search(tail) is not None


def way_of(found: re.Match[str]) -> Choice:
    which = found.groupdict()
    if which.get("abs"):
        return "abstain"
    return "for" if which.get("pro") or which.get("pro2") else "against"
