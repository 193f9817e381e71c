"""One sentence as a vote, if it plainly is one.

1. The whole sentence must be a vote with at most a remark behind it; a sentence that merely holds
   the words is no vote.
2. A condition, a doubt, a negation, a question mark or a second opinion in the same sentence makes
   it a question, never a vote.
3. A small `for` is a preposition until the sentence shows otherwise.
4. J7 is the request of seat 7 to join, and stands as -7 among the numbers (301 of the game with a
   Chairperson).
5. "I'll vote FOR" with nothing behind it is one; with anything behind it, it may be a plan.
"""

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.said.grounds import stands
from nomic_mail.letters.grammar.votes.said.leadins import ANSWER, PICTURED, TITLE, is_sour, plainer
from nomic_mail.letters.grammar.votes.said.reasons import MOCKS, NEXT_TIME
from nomic_mail.letters.grammar.votes.said.synonyms import plainly
from nomic_mail.letters.grammar.votes.said.tongues import CHOICES as FOREIGN
from nomic_mail.letters.grammar.votes.said.tongues import Foreign, read_each, read_foreign
from nomic_mail.letters.grammar.votes.said.turns import turned
from nomic_mail.letters.grammar.words import CHOICES, CONVERSATIONAL, NONE_OF
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

SENTENCE_CHARS = 400
RANGE_MOST = 50

Scope = Literal["numbers", "all", "proposals", "requests", "rest", "both", "none"]

WORD = (
    r"(?:in favou?r|abstention|abstaining|abstain|against|contra|for|yes|yeah|yea|yep|yup|aye|pro"
    r"|nay|nope|nah|no)"
)
CHOICE = rf"(?P<choice>(?<![\w'-]){WORD}(?![\w'-])|(?<!\w)[+-]1(?![\w-]|[/.,]\d))"
NUMBER = r"(?:(?:#|no\. ?|nr\.? ?)?\d{1,6}|\bj\d{1,5})"  # and "yes 301, no 302" has a no
THING = (
    r"(?:(?:the |my |your )?(?:proposals?(?: numbered)?|propositions?|props?\.?|motions?"
    r"|ballots?|numbers?|items?|questions?|proposal numbers?"
    r"|rule[- ]changes?|(?:join )?requests?|p(?=\d))\s?:?\s?)?"
)
LAST = rf"(?!no\b){NUMBER}"  # "301 - no. 302 - yes" is no range
RANGE = rf"{NUMBER}(?:\s*(?:-|–|—|to|through|thru|bis|\.\.)\s*{LAST})?"
# In "301, no. 302" it may be a vote.
JOINT = r"(?:,\s*and|and|(?:,|&|\+)(?!\s*no\b))"
NUMBERS = rf"(?:{RANGE}(?:\s*{JOINT}\s*(?![+-]1\b){THING}{RANGE}){{0,40}})(?!\.?\d)"
THIS = (
    r"(?:it|this(?! (?:time|occasion|round|week|month|turn|morning|evening))(?: one| proposal"
    r"| motion| vote)?|that(?: one)?|the (?:proposal|motion|measure)"
    r"|your proposal)"
)
ALL = (
    r"(?:all(?! (?:of )?(?:us|my|our)\b)(?: (?P<count>two|three|four|five|six|seven|eight|nine"
    r"|ten))?"
    r"(?: of them| of these| (?:of )?(?:the )?(?:open |current )?"
    r"(?:proposals|ballots|votes|requests(?: to join)?)"
    r"(?: and (?:all )?(?:join )?(?:requests|proposals))?| open)?"
    r"(?: currently)?(?: up for vote)?|everything(?= (?:but|except)\b|\W*$))"
)
BUT = rf"(?:,? (?:but|except(?: for)?|other than|apart from|save) {THING}(?P<but>{NUMBERS}))?"
REST = (
    r"(?:(?:all )?(?:the )?(?:others?|rest)(?: of them)?|all (?:the )?other (?:ones|proposals)"
    r"|(?:everything|all) else)"
)
BOTH = r"(?:both(?: of them| proposals| ballots)?)"
TARGETS = (
    rf"(?:(?:(?:each|both|all(?: (?:two|three|four))?) (?:of )?(?=(?:the )?(?:proposals?"
    rf"|motions?)\s\d))?"
    rf"{THING}(?P<numbers>{NUMBERS})|(?P<rest>{REST})|(?P<all>{ALL}){BUT}"
    rf"|(?P<both>{BOTH})|{THIS})(?![\w-])"
)
SURELY = (
    r"(?:hereby|therefore|still|also|now|again|happily|gladly|strongly|firmly|definitely"
    r"|absolutely|totally|completely|reluctantly|wholeheartedly|will gladly)"
)
ADVERB = rf"(?:{SURELY} )"
WILL = r"(?:'ll| will| shall)"  # "I'll vote FOR", and nothing more, is one; see rule 5
MEANS = (
    r"(?:'d like to| would like to| wish to| want to| choose to| have to| must"
    r"|(?:'ve| have) decided to)"
)
LEAD = (
    r"(?:"
    rf"i {ADVERB}?(?:(?:change|switch|set) my vote(?: to)?|vote|cast(?: (?:my|a))?(?: vote"
    rf"| ballot)?|am voting)"
    rf"|i(?:{WILL}|{MEANS}|'d rather| would rather)?(?= abstain)|i(?:'ll|{MEANS}) (?:still "
    rf"|now )?vote"
    r"|i'm voting|my vot(?:es?|ing)(?: is| are| goes)?(?: now| still)?|my ballot(?: is)?|vote"
    r"|voting|(?:you (?:can|may) )?count me (?:down )?(?:as|for(?= an? | yes| no)|(?= against"
    r"| in favou?r))"
    r"|(?:you (?:can|may) )?(?:put|mark) me (?:down )?(?:as|for(?= an? | yes| no))"
    r"|(?:record|count|register|change|set|switch) my vote(?: as| to)?"
    rf"|(?:i am|i'm|me)(?: all(?= for)| very much| {SURELY})?"
    r"|i(?:'ll)? (?:say|choose|pick|opt for|go with|decide|have decided)"
    r"|make (?:that|it|mine|my vote)|mine(?: is)?|consider (?:this|it|me)(?: my vote)?"
    r"|(?:this|here) is my vote|here's my vote|this is a vote|here's(?= an? )|let me vote"
    r"|(?:choice|decision|answer|voted?|my (?:\w+ )?(?:position|stand))(?=\s?[:=])"
    r"|my (?:decision|choice|verdict)(?: is)?|(?:casting|registering)(?: my vote)?"
    r"|(?:it|that)(?:'s| is)(?= an? )|all(?= for (?:it|this|that|#?\d))"
    r")(?::| as| a| an| is)?"
    r"(?: (?:hard|firm|strong|definite|big|solid|clear|reluctant|enthusiastic)(?= (?:yes|no)\b))?"
)
# "FOR 301", "I vote no on this as well", "abstain from 301"
CHOICE_FIRST = later(
    rf"(?P<lead>{LEAD}[\s:,=-]*)?{CHOICE}"
    rf"(?:(?:\s*[:,/–—-]\s*(?=[\d#]|j\d|all|both|prop|request)|\s+|(?=#\d))"
    rf"(?:(?:vote )?(?:on|to|from|with|regarding|of)\s+|for (?=\d))?\(?{TARGETS}\)?)?"
    r"(?P<again>(?:[\s,]{0,3}\b(?:as well|too(?! \w)|also|from me|again|once more)\b)*)",
    re.I,
)
# "301: against", "on 301 I vote no", "VOTE 301 FOR", "change my vote on 301 to AGAINST"
NUMBERS_FIRST = later(
    rf"(?P<lead>{LEAD}\s*|(?:as (?:for|to)|re:?|concerning|about|with (?:regard|respect) to) )?"
    rf"(?:on |(?!(?-i:FOR)|for #?\d{{1,6}} and #?\d{{1,6}} [a-z]"
    rf"|for [^.…]{{1,12}}(?:\.|…)+\s)for |regarding )?"
    rf"(?:[\[(]?{THING}(?P<numbers>{NUMBERS})[\])]?|(?P<rest>{REST})"
    rf"|(?:(?P<all>{ALL}){BUT}|(?P<both>{BOTH}))(?=\s?[:=]))"
    rf"\s*(?:\.{{1,10}}|…|→|;(?=\w)|[:=,/–—-]+>?|is|as|to"
    rf"|gets)?\s*(?:also\s)?(?P<voice>(?:{LEAD})\s+|an? "
    rf"|\()?{CHOICE}\)?"
    r"(?P<again>(?:[\s,]{0,3}\b(?:as well|too(?! \w)|also|from me|again|once more)\b)*)",
    re.I,
)
SEPARATOR = later(r"\s*(?:;|,\s*(?:and|but)\b|,|\bbut\b|\band\b|&|/|$)\s*|\s+(?=\S)", re.I)
TAIL_START = later(
    r"^\s*(?:$|[,;:.!(\[–—/…]|-|\.{2,}|(?:because|since|as|too|sir|ma'am|indeed|finally|at last"
    r"|(?:sent|typed|written|voting)(?=\W*$|,| (?:from|on|in|at|with|by|under|over|between|while"
    r"|during|for|because)\b)|from|for (?:me|us|my part)|thanks|please|though|this time|again"
    r"|with|and|anyway|none?theless|nevertheless|regardless|indeed|definitely|absolutely|of course"
    r"|all the way|then(?=[\s.!]*$)|without (?:hesitation|doubt|reservations?|amendments?|changes?"
    r"|conditions?|qualms|comment|regret)|is my (?:vote"
    r"|ballot|choice)"
    r"|although|even though|despite|after all(?=[\s.!]*$)|it is(?=[\s.!]*$)"
    r"|today|tonight|this (?:week|month|round|turn|morning|evening)|on this (?:occasion|one"
    r"|matter|issue|round|time))\b)",
    re.I,
)
FROM_WHAT = later(r"\s*from\b(?! (?:(?:the|this) )?vot(?:e|ing)\b| (?:me|here)\b)", re.I)
DOUBT = later(
    r"\?|\b(?:(?<!even )if(?! only because\b)|unless|provid(?:ed|ing)|assuming|as long as"
    r"|so long as|(?<!will )(?<!would )(?<!can )(?<!\bit )(?<!this )(?<!that )(?<!they )"
    r"(?<!things )(?<!us )only|only(?=\W*$)"
    r"|condition(?:al|ally|s)?|contingent|when|whenever"
    r"|(?<!at )once(?! (?:per|a|an|every|each|again|more)\b)|until|till|except|instead|might"
    r"|maybe|perhaps|possibly|probably"
    r"|whether|depend(?:s|ing)?|not sure|unsure|undecided|leaning|inclined|tempted|or|otherwise"
    r"|suppos(?:e|ing)|hypothetical(?:ly)?|kidding|joking|joke|jk|lol|rofl|hah+a*|sarcas\w*|wait"
    r"|scratch|actually|changed? my mind|mind changed|never ?mind|ignore|disregard|pretend|testing"
    r"|just a test|same as|proxy|behalf|says?|said"
    r"|(?<!as )(?<!because )(?<!since )(?<!that )(?<!for )(?<!to )(?<!gives )"
    r"(?<!lets )(?<!helps )(?<!hurts )"
    r"(?:everyone|everybody|folks)|strength"
    r"|i would(?! rather)|i'd(?! (?:rather|prefer|hate|miss|like to|love to)\b)|next time|pigs"
    r"|yet|not|later|partly|partially|mostly(?! because)|for now|so far"
    r"|at the moment|provisional(?:ly)?|in case|as (?:amended|modified|revised|changed)"
    r"|as soon as|with (?:[a-z]+ )?(?:changes|amendments|edits|modifications)|i meant?|oops|whoops"
    r"|correction|ironic(?:al(?:ly)?)?"
    r"|tentative(?:ly)?|in (?:theory|principle|spirit|general)|more or less|sort of"
    r"|kind of|kinda|sorta|subject to|pending|hardly|depending)\b"
    r"|\bi (?:think|guess|suppose|believe|hope|presume|imagine)[\s.!]*$|;-?\)|/s\b|\bj/k\b"
    r"|\b(?:with|after|minus)\b.{1,60}\b(?:is|are|gets?|has|been|fixed|changed|removed|dropped"
    r"|added|corrected|amended|reworded|clarified)\b|(?<!\bthe )(?<!\bgo )\bfirst\W*$|^\W*should\b"
    r"|\bwhatever\W*$"
    r"|^\W*(?:people|guys|all|team|friends|y'all)\W*$",
    re.I,
)
TALK = later(
    r"\b(?:i (?:saw|got|read|know|understand|remember|can|will|did|do|have|am|was)|i'll"
    r"|i've|you|they|he|she|rule|rules|agree with|meeting|deadline|question|mail|letter|week|day"
    r"|that's (?:not )?(?:right|correct|true|wrong|what)|that is (?:not )?(?:right|correct|true"
    r"|wrong)"
    r"|it(?:'s| is| was)n't me|it(?:'s| is| was)(?: not)? me|this is [a-z]{2,20}(?=\W*$)"
    r"|there (?:is|are|was)"
    r"|it (?:is|does|did|was|isn't|doesn't|didn't|wasn't|has|hasn't)(?=\W*$)|it's not(?=\W*$)"
    r"|nothing|sen[dt]|resend"
    r"|play|leaving|leave|quit|ballot|tomorrow|problem|idea what"
    r"|(?<!this )(?<!that )(?<!good )(?<!nice )(?<!great )one|(?<!what we )need|further|comment"
    r"|worries|hurry|rush|received|noted|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
REASON = later(
    r"^[\s,;.!–—(-]*(?:$|(?:for (?:one|two|three|four|several|many|these|the following) reasons?"
    r"|because|thanks?|please|too|also|of course|sorry|great|good|nice|excellent"
    r"|cool|fun|love|very|this|that|finally|i (?:really )?(?:like|love|agree|support|approve)"
    r"|it(?:'s| is| will be| makes| looks| sounds)|looks|sounds|well done|seems|against|yes"
    r"|no)\b|[:;]-?\))",
    re.I,
)
NAME = later(r"^, [A-Z][a-z]+(?:\W*$|, )")  # "No, Bob", and what he is told
NO_MORE = later(
    r" (?:(?!thanks|always|sometimes|yes)[a-z]{3,}s(?= (?:that|which|in|to|for|about|at|i|we|here"
    r"|left|from|so)\b|\W*$)|changes?|objections?|doubts?|problems?|comments?|worries"
    r"|reservations?|hard feelings"
    r"|questions?|regrets?|complaints?|hesitation|need|matter|time)\b",
    re.I,
)
AS_SAID = later(  # "AGAINST, as I said on the list"
    r"\bas (?:i|we)(?:'ve| have)?(?: already| just)? (?:said|told|wrote|explained|mentioned"
    r"|announced|argued|promised)\b(?! (?:if|unless|only|maybe|not)\b)",
    re.I,
)
# "FOR, though I'd have worded it otherwise, and shall explain later"
NO_DOUBT = later(
    r"\bno (?:good )?reasons? not to\b|\b(?:though|although|but) i(?:'d"
    r"| would) have (?:\w+ ){0,2}(?:worded|written|phrased|put|done"
    r"|preferred|liked|chosen|said)\b(?! (?:yes|no|for|against|aye|nay|otherwise|the (?:opposite"
    r"|other (?:way|one|side)))\b)"
    r"|\b(?:reasons?|explanations?|details|comments?|more) (?:will |to )?(?:later|follow\w*"
    r"|tomorrow|on request)(?: when [^,.;]{1,30})?"
    r"|\b(?:will|shall|'ll|can|let me) (?:explain|write|say|tell|comment|elaborate|send|post"
    r"|give)\b[^.;]{0,30}",
    re.I,
)
# A reason may speak of everybody, of what is once and of what is not, but tie nothing.
BECAUSE = later(
    r"^[\s,–—-]{0,4}because\b(?![^.!?]*\b(?:if|unless|until|maybe|perhaps|might|not sure|kidding"
    r"|joking|lol)\b)[^.!?]*",
    re.I,
)
# Of guests and degrees: "+1, see you there"
COUNTED = later(
    r"\b(?:see you|coming|bring(?:ing)?|guests?|freezing|cold|warm|degrees|outside|party"
    r"|weather|dice|at the table|see the table|standings)\b",
    re.I,
)
REMARKS = later(r"^\s?,(?:\s+\S+){7}")
NO_HARM = later(rf"^[\s,;:–—-]{{1,4}}no{NO_MORE.pattern}", re.I)
COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# Letters and figures as wide as a Chinese character (Ｆ, ３), and their plain forms.
NARROW = {
    code: code - 0xFEE0
    for code in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))
}
VOTING = later(r"vot|ballot|cast|(?:count|put|mark) me|decision|verdict|choice", re.I)
# A yes, and whatever else is said to a question.
ANSWERING = frozenset(
    (
        *(*CONVERSATIONAL, "aye", "nay", "yea", "+1", "-1", "in favour", "in favor", "pro"),
        *("contra", "ja", "jo", "jawohl", "jep", "nein", "nö", "nee"),
    )
)
PLANS = later(rf"i{WILL}\b", re.I)
# FOR: Ada, Bob; "Against: two"
TALLY = later(
    r"^\s*:\s*(?:[A-Z]\w+(?:[ ,]+[A-Z]\w+)*\W*$"
    r"|(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|none|nobody)(?=\W*$|[.,;]\s))"
)
REMARK = later(r"\s?[,:–-]+\s?(?:i|i'm|i've|i'll|we|you|he|she|it|that|bob)\b", re.I)
WHY_NOT = later(r"\bwhy not[\s.!]*$", re.I)
NEGATED_TAIL = later(r"\b(?:not|never)[\s.!]*$|^[\s,.;:!-]*not\b", re.I)


AIMED = later(rf"\b(?:to|on) {THIS}", re.I)  # "Yes to this"


class ReadBallot(Struct, frozen=True):
    """One choice and what it is for, as written."""

    choice: Choice
    numbers: tuple[int, ...] = ()
    scope: Scope = "none"
    word: str = ""
    tail: str = ""
    but: tuple[int, ...] = ()  # all but these
    weak: bool = False  # a word of talk, with more behind it
    plan: bool = False  # "I'll vote"
    led: bool = False  # by "I vote" or the like
    count: int = 0  # "all three"
    idiom: bool = False  # `idioms`
    voted: bool = False  # by a word of voting: "I vote yes", not "I'm for it"

    @property
    def loud(self) -> bool:
        return self.word.isupper() or self.word in ("+1", "-1")

    @property
    def agrees(self) -> bool:
        """It is said to what others say as much as to a ballot."""
        return self.idiom or self.word in ("+1", "-1")

    @property
    def sides(self) -> bool:
        """It names a side: no question that a yes would answer is answered by it."""
        return self.word.lower() not in ANSWERING and not self.idiom

    @property
    def explicit(self) -> bool:
        """It says itself what it is, whatever it stands under."""
        told = self.word.isupper() and self.sides
        return self.voted or self.scope != "none" or told or self.choice == "abstain"


THE_NUMBER = later(r"\bthe (?=(?:#?\d{3,6}|both)\b)", re.I)  # "yes to the 301"
AS_WELL_AS = later(
    r"(?<=\d),? (?:as well as|and also|along with|together with|plus)(?: (?:for|on|to))? "
    r"(?=(?:proposal )?#?\d)",
    re.I,
)
NUMBER_ALONE = later(rf"{THING}{NUMBER}", re.I)
LETTERS = later(r"[a-z]+")
SIGNED = later(r"[+-]1|:[a-z_+]+:")
# Of which each sentence that votes in plain letters holds one, whatever its language.
KNOWN = word_set(
    "for against yes yea yeah yep yup aye ay nay no nope nah naw nuh narp pro contra favour"
    " favor abstain abstaining abstention ye yah yas yis yarp yeap yessir yay y n yees yess"
    " noo nahh nopee approve approved support accept accepted endorse adopt second upvote"
    " agree agreed consent oppose opposed reject rejected disapprove object veto decline"
    " declined refuse downvote disagree thumbs thumb hear nack nak nacked ack acked not vote voting"
    " affirmative negative back agst supporting backing endorsing approving accepting opposing"
    " rejecting assent approval consent agreement blessing endorsement opposition disapproval"
    " dissent objection vetoing disapproving"
) | {phrase.rsplit(maxsplit=1)[-1] for phrase in FOREIGN}
DRAWN = later(r"\b(?:y+e+[as]+|n+o{2,}|na+h+|nope{2,})\b|(?:aye|yes|no)[a-z]*(?:aye|yes|no)")


@lru_cache(maxsize=256)  # of one line several rooms ask
def read_ballots(sentence: str) -> tuple[ReadBallot, ...] | None:
    """All ballots of a sentence, or None where it is not plainly a vote."""
    text = _plain(TITLE.sub(r"\1", sentence.strip()))
    if not text or len(text) > SENTENCE_CHARS or is_sour(text) or text.startswith("@@"):
        return None
    if text.isascii() and not _may_vote(text.lower()):
        return None
    text, sign = plainer(plainly(text))
    for pattern in (CHOICE_FIRST, NUMBERS_FIRST):
        found = _chain(text, pattern)
        if found is not None:
            return found if sign is None or {b.choice for b in found} == {sign} else None
    if each := read_each(text):
        return tuple(map(_of_foreign, each)) if sign is None else None
    foreign = read_foreign(text)
    if foreign is not None and sign not in (None, foreign.choice):
        return None  # "301 👍, 302 nein"
    if foreign is None:
        return None if sentence.isascii() else _pictured(sentence)
    ballot = _of_foreign(foreign)
    return None if foreign.numbers and not ballot.numbers else (ballot,)


def _pictured(sentence: str) -> tuple[ReadBallot, ...] | None:
    """The ballots of a sentence without its pictures, where its thumbs point no other way."""
    apart = PICTURED.sub(", ", sentence)
    if apart != sentence:
        return read_ballots(apart)
    bare, sign = plainer(sentence.strip())
    found = read_ballots(bare) if sign and bare.isascii() else None
    return found if found and {one.choice for one in found} == {sign} else None


def _of_foreign(one: Foreign) -> ReadBallot:
    numbers = _numbers(one.numbers) if one.numbers else ()
    scope: Scope = "numbers" if numbers else one.on or "none"
    but = _numbers(one.but.lower().replace("und", ",")) if one.but else ()
    return ReadBallot(one.choice, numbers, scope, one.word, but=but, weak=one.weak)


def _may_vote(text: str) -> bool:
    if not KNOWN.isdisjoint(LETTERS.findall(text)):
        return True
    return SIGNED.search(text) is not None or (len(text) < 60 and DRAWN.search(text) is not None)


def _plain(sentence: str) -> str:
    text = sentence.translate(NARROW).replace("’", "'").replace("‘", "'")
    text = text.replace("−", "-")
    if text[:1].isdigit():
        text = re.sub(r"^\d{1,2}[.)]\s{1,3}(?=[^\n]{0,40}\d{3})", "", text.strip())
    text = re.sub(r"[*_`\"“”«»~]", "", text).strip()
    text = re.sub(r"^(?:[•·>]|[-–](?=\s)|[-=]{1,3}>|\.{2,}|…)\s*", "", text)
    text = re.sub(r"^[<=]{1,3}([^<>=]{1,200})[>=]{1,3}$", r"\1", text)
    text = re.sub(r"(?i)\[ ?(for|against|abstain|yes|no) ?\]", r"\1", text)
    text = AS_WELL_AS.sub(" and ", re.sub(r"(\d)-(?=[^\W\d])", r"\1 - ", text))
    if "|" in text:
        text = _of_row(text)
    text = THE_NUMBER.sub("", text.replace(" @ ", " on "))
    return re.sub(r"^[\[({]\s*([^\[\](){}]{1,200})\s*[\])}]([\s.!]*)$", r"\1\2", text).strip()


def _of_row(text: str) -> str:
    """A table's row: what is between its number and its side is a title."""
    cells = [one.strip() for one in text.strip("| ").split("|")]
    beside = cells[1:-1]
    if NUMBER_ALONE.fullmatch(cells[0]) and not any(re.search(CHOICE, one, re.I) for one in beside):
        return f"{cells[0]}: {cells[-1]}"
    return ": ".join(cells) if text.startswith("|") and text.endswith("|") else text


# "Aye, she's a fine boat": somebody tells something there
TOLD_BEHIND = later(
    r"\s?,\s(?!i(?:'ll|'m| will| am| do)? (?:go (?:for|along|with)|vote|agree|support|back|for"
    r"|in favou?r)\b)(?:(?:i|we|you|he|she|they|it|there|that|this|who)(?:'\w+)?"
    r"|(?:the|my|your|his|her|our|their|an?) \w+)\s",
    re.I,
)


def _chain(text: str, pattern: re.Pattern[str]) -> tuple[ReadBallot, ...] | None:
    """Ballots one after another in the same order of words, then a harmless remark or nothing."""
    ballots: list[ReadBallot] = []
    at = 0
    while len(ballots) < 60:
        found = pattern.match(text, at)
        if found is None or (ballots and not _stands(found)):
            break
        ballot = _ballot(found)
        if ballot is None:
            return None
        ballots.append(ballot)
        at = found.end()
        separator = SEPARATOR.match(text, at)
        following = pattern.match(text, separator.end()) if separator else None
        if separator is None or following is None or not _stands(following):
            break
        at = separator.end()
    if not ballots or len({b.scope == "none" for b in ballots}) > 1:
        return None  # "For 301, I vote no" is no vote for it
    tail = text[at:]
    if not (NEXT_TIME.match(tail) or _harmless(tail, ballots[-1])):
        return None
    if len({b.choice for b in ballots if b.scope == "none"}) > 1:
        return None  # "yes and no"
    last = ballots[-1]
    words = len(re.findall(r"\w+", tail))
    if last.plan and tail.strip(" .!"):
        return None  # "I'll vote FOR tomorrow"
    talk = last.word.lower() in CONVERSATIONAL and words > 0
    if talk and not last.numbers and not (last.led or stands(tail, last.choice)):
        return None
    aye = TOLD_BEHIND.match(tail) and _is_told(last) and not stands(tail, last.choice)
    told = TALK.search(tail) and (last.numbers or not stands(tail, last.choice))
    if aye or (talk and (told or ANSWER.match(tail) or NAME.match(tail))):
        return None
    weak = talk and not (last.numbers or last.led)
    ballots[-1] = replace(last, tail=tail.strip(), weak=weak)
    return tuple(ballots)


def _is_told(ballot: ReadBallot) -> bool:
    """Whether it may answer what somebody said, as an aye does."""
    small = ballot.word.lower() in ("aye", "nay") and not ballot.word.isupper()
    return small and not (ballot.led or ballot.numbers)


def _stands(found: re.Match[str]) -> bool:
    """Whether a further ballot is one in its own right: "aye, for the record" holds but one."""
    named = found["numbers"] or found["rest"] or found["all"] or found["both"]
    return bool(found["lead"] or named or found["choice"].isupper())


def _ballot(found: re.Match[str]) -> ReadBallot | None:
    ballot = _targeted(found)
    lead = found["lead"] or ""
    if ballot is not None and "from me" in found["again"].lower():
        return replace(ballot, led=True)
    if ballot is None or not lead:
        return ballot
    voted = VOTING.search(lead) is not None
    return replace(ballot, plan=PLANS.match(lead) is not None, led=True, voted=voted)


def _targeted(found: re.Match[str]) -> ReadBallot | None:
    groups = found.groupdict()
    word = found["choice"]
    choice = CHOICES[" ".join(word.lower().split())]
    if groups["numbers"]:
        numbers = _numbers(groups["numbers"])
        return ReadBallot(choice, numbers, "numbers", word) if numbers else None
    if groups.get("rest"):
        return ReadBallot(choice, (), "rest", word)
    if groups.get("all"):
        but = _numbers(groups["but"]) if groups["but"] else ()
        count = COUNTS.index(groups["count"].lower()) + 2 if groups["count"] else 0
        return ReadBallot(choice, (), _which_all(groups["all"]), word, but=but, count=count)
    if groups.get("both"):
        return ReadBallot(choice, (), "both", word)
    aimed = AIMED.search(found[0], found.end("choice") - found.start()) is not None
    return ReadBallot(choice, (), "none", word, led=aimed)


def _which_all(text: str) -> Scope:
    """All there is, or only the proposals, or only the requests."""
    proposals = re.search(r"proposals|ballots|votes", text, re.I) is not None
    requests = re.search(r"requests", text, re.I) is not None
    if proposals == requests:
        return "all"
    return "proposals" if proposals else "requests"


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of a list with ranges; empty where a range makes no sense."""
    numbers: list[int] = []
    for piece in re.split(r",|\band\b|&|\+", text):
        found = [(j, int(n)) for j, n in re.findall(r"(\bj)?(\d+)", piece, re.I)]
        if len(found) == 1:
            numbers.append(-found[0][1] if found[0][0] else found[0][1])
        elif len(found) == 2:
            (j_first, first), (j_last, last) = found
            if last <= first or last - first > RANGE_MOST or bool(j_first) != bool(j_last):
                return ()
            numbers.extend(-n if j_first else n for n in range(first, last + 1))
    return tuple(dict.fromkeys(numbers))


def _harmless(tail: str, ballot: ReadBallot) -> bool:
    """Whether what stands behind the vote leaves it as it is."""
    # "FOR 301 great idea" is one; "FOR 301 we need time" and "FOR Require Intent" are not.
    praise = ballot.numbers and ballot.loud and REASON.match(tail)
    away = ballot.choice == "abstain" and FROM_WHAT.match(tail)
    begins = TAIL_START.match(tail) or praise
    ayes = ballot.choice == "for" and ballot.word.lower() in ANSWERING
    away = away or (ayes and MOCKS.search(tail))
    if not begins or turned(tail) or away or re.match(r"\.\w", tail):
        return False
    if (
        ballot.word in ("for", "For")
        and ballot.numbers
        and not ballot.led
        and not REASON.match(tail)
    ):
        return False  # "For 301, my comments are these"
    if ballot.word.lower() in ("for", "pro") and not ballot.loud:
        preposition = r"\s*:\s*\S" if ballot.numbers else r"\s*[:(\[/]"
        if re.match(preposition, tail) or re.match(r"\s?-\w", tail):
            return False
        known = ballot.numbers or ballot.led or not REMARKS.match(tail)
        if not (known or stands(tail, "for") or NO_HARM.match(tail)):
            return False  # "For, directly they came, …"
    joined = re.match(r"\s*(?:and|with)\b(?! (?:my|the|our) \w+[\s.!]*$)", tail, re.I)
    if joined and not ballot.numbers and not stands(tail, ballot.choice):
        return False
    talks = ballot.word.lower() in CONVERSATIONAL
    reasoned = talks and stands(tail, ballot.choice)
    if reasoned and ballot.choice == "for":
        tail = WHY_NOT.sub("", tail)
    if NEGATED_TAIL.search(tail) and not (reasoned and ballot.choice == "against"):
        return False
    if ballot.choice == "against" and (not talks or reasoned):
        tail = re.sub(r"\bnot\b", "", tail, flags=re.I)
    counts = ballot.word in ("+1", "-1") and COUNTED.search(tail)
    if counts or TALLY.match(tail) or _other_number(tail, ballot):
        return False
    told = BECAUSE.sub("", NO_DOUBT.sub("", AS_SAID.sub("", tail)))
    return not DOUBT.search(told) and not _other_choice(tail, ballot)


def _other_number(tail: str, ballot: ReadBallot) -> bool:
    """Another proposal's number behind the vote, or a multiplier: what is it there for?"""
    if re.search(r"\bx ?\d|\d ?x\b", tail):
        return True
    numbers = [int(n) for n in re.findall(r"(?<!rule )\b\d{3,6}\b", tail)]
    return any(n > 300 and n not in ballot.numbers for n in numbers)


def _other_choice(tail: str, ballot: ReadBallot) -> bool:
    """A second choice in the remark: loud, or before or behind a number, or at its beginning."""
    for found in re.finditer(CHOICE, tail, re.I):
        word = found["choice"]
        if CHOICES[" ".join(word.lower().split())] == ballot.choice and not ballot.numbers:
            continue
        before, after = tail[: found.start()], tail[found.end() :]
        if word.lower() == "no" and NO_MORE.match(after):
            continue
        if ballot.choice == "against" and NONE_OF.match(tail[found.start() :]):
            continue  # "302: -1 (no way back)"
        if (
            word.lower() in CONVERSATIONAL
            and (ballot.explicit or ballot.led)
            and REMARK.match(after)
        ):
            continue  # "FOR 301, and no, I have not seen it"
        if word.isupper() or word in ("+1", "-1"):
            return True
        if re.search(r"\d\W{0,3}$", before) or re.match(r"\W{0,3}(?:on |to )?\d", after):
            return True
        joined = re.fullmatch(r"(?:\W|\b(?:but|and|or|then|well|hmm+)\b)*", before, re.I)
        if joined and (word.lower() != "for" or not after.strip(" .!)")):
            return True
        if word.lower() not in ("for", "pro") and not after.strip(" .!)"):
            return True  # "Yes -- sorry, no"
    return False
