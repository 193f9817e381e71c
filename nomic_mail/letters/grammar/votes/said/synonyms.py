"""Other ways to say a vote, in the words that `ballots` reads.

1. A line is said otherwise only as a whole: what stands behind the vote stays, and is read there.
2. A verb of approval is a vote with nothing, a number or "this" behind it; "I support Bob" is none.
3. What opens a vote and is none ("Correction:", "No doubt about it:") is taken off only before one.
4. A sign or a letter (👍, y) is a word of talk like "yes": `answers` says what it stands under.
"""

import re

from nomic_mail.letters.grammar.votes.said import idioms
from nomic_mail.patterns import later

NUM = r"(?:#?\d{1,6}|j\d{1,5})"
WHAT = (
    rf"(?=[\s.!,;:)–—-]*$|\s+(?:it|this|that|both|all|everything|proposals?|propositions?"
    rf"|props?\b|motions?|requests?"
    rf"|numbers?|the (?:proposal|motion|measure|amendment|change|request|rule change|rule"
    rf"|idea|text|draft)|your (?:proposal|motion|idea|rule|amendment)|{NUM})\b"
    rf"|[\s]*[,;–—-]|\s+(?:because|since|too|as well|fully|wholeheartedly|completely)\b)"
)
SURELY = (
    r"(?:(?:do|hereby|also|still|now|fully|strongly|firmly|gladly|happily|wholeheartedly"
    r"|completely|totally|absolutely"
    r"|(?:have|'ve) (?:now |finally )?(?:decided|chosen|resolved) to(?! not\b)"
    r"|definitely|really|reluctantly|therefore|must|have to|would like to|want to|wish to"
    r"|will gladly|(?:am|'m) (?:happy|glad|proud|pleased|delighted) to)\s+){0,2}"
)
PRO = (
    r"(?:approve(?:\s+of)?|support|accept|endorse|favou?r|back|adopt|second(?! (?:it|this"
    r"|that|the (?:motion|proposal))\b)|upvote"
    r"|agree (?:to|with(?! (?:it|this|that)\b(?! (?:new )?(?:proposal|motion|amendment|rule"
    r"|change|idea)))"
    r")|consent to|in support of|go along with|get behind|stand behind)"
)
CON = (
    r"(?:oppose|opposed(?:\s+to)?|reject|disapprove(?:\s+of)?|object(?:\s+to)?|veto"
    r"|decline|refuse|downvote|disagree with(?! (?:it|this|that)\b(?! (?:new )?(?:proposal|motion"
    r"|amendment|rule|change|idea))))"
)
# "I support this", "I object to proposal 301"
VERBS = later(
    rf"^(?:i(?:\s+|(?='m)|(?= am))(?:am\s+|'m\s+)?(?:{SURELY})|(?:happy|glad|proud"
    rf"|pleased) to )(?:(?P<pro>{PRO})|(?P<con>{CON}))\b{WHAT}",
    re.I,
)
# "Opposing this. It is too long."; in a list of names, a heading or amid a sentence it is none
DOING = later(
    r"^(?-i:(?=[A-Z]))(?:(?:strongly|fully|firmly|still|hereby|reluctantly|gladly|happily"
    r"|definitely|therefore|so)\s){0,2}"
    r"(?:(?P<pro>supporting|backing|endorsing|approving(?: of)?|accepting)"
    r"|(?P<con>opposing|rejecting|vetoing|disapproving of))"
    r"(?P<what>\s(?:it|this(?: one)?|that one"
    rf"|(?:the |this )?(?:proposal|motion|{NUM})(?:\s{NUM})?))"
    r"(?=[.!\s]*$|[.!]\s+(?:it|it's|this|too|i)\b"
    r"|(?:,|\sbecause)\s(?:it's|it is)(?:\s(?:too|so|very|about))?\s[a-z]+[.!]?$)",
    re.I,
)
# "I don't support this", "Can't back it"
REFUSAL = (
    r"^(?:(?:sorry|alas|unfortunately|sadly)[^,.!]{0,20}[,.!] )?(?:i(?: really| simply| just"
    r"| honestly| still)? ?)?"
    r"(?:can(?:'t|not| not)|could(?:n't| not)|won't|will not|do not|don't|am not (?:able|willing"
    r"|going|prepared) to"
    r"|'m not (?:able|willing|going|prepared) to|(?:am |'m )?unable to|refuse to|shall not|shan't"
    r"|will never|can never"
    r"|could never|would never|must decline to|have to decline to|have decided not to"
    r"|decided not to)"
    r"(?: (?:possibly|really|in good (?:conscience|faith)|ever|in any way|bring myself to"
    r"|honestly|just|therefore|yet\b(?!)))*"
    r" (?:support|accept|endorse|back|approve(?: of)?|get behind|go along with|agree to"
    r"|consent to)"
)
REFUSES = later(rf"{REFUSAL}{WHAT}", re.I)
REFUSES_ALL = later(
    rf"{REFUSAL} (?:(?P<both>either)(?: (?:one|proposal|motion|of (?:them|these|those|the two"
    r"|the proposals)))?|any of (?:them|these|those|the (?:(?:two|three|four) )?(?:proposals"
    r"|motions)"
    r"|the (?:two|three|four)))[\s.!]*$",
    re.I,
)
# "I vote for yes": by who learns the language
FOR_YES = later(
    r"\b(vot(?:e|ing)) for (?:an? )?(?=(?:yes|no|against)(?=\W*$|\s?[,;.:!(]|\s[–—-]\s"
    r"|\s(?:because|since|as|please|thanks)\b))",
    re.I,
)
# "I support neither", "None of them gets my vote"
NEITHER = (
    r"(?:neither|none)(?: (?:one|proposal|motion)\b| of (?:(?:the|these|those) (?:two|three|four)\b"
    r"|(?:the |these |those )?(?:(?:two|three|four) )?(?:proposals|motions|ballots)\b"
    r"|them|these|those))?"
)
SUPPORTS_NONE = later(
    r"^(?:i(?: really| do| can| must)? (?:support|accept|endorse|back|approve(?: of)?|favou?r)"
    rf"|i(?:'m| am) (?:for|in favou?r of)) (?P<which>{NEITHER})[\s.!]*$"
    rf"|^(?P<of>{NEITHER}) (?:gets?|has|have|will get|earns?|deserves?|finds?) my"
    r" (?:vote|support|approval|blessing|backing|consent|yes)[\s.!]*$",
    re.I,
)
# "reject 301", "upvote 301"
TOLD = later(
    rf"^(?:(?P<pro>{PRO}|up-vote|vote up|thumbs up)|(?P<con>{CON}|down-vote|vote down"
    rf"|thumbs down))\s+(?:(?:on|for|to)\s+)?"
    rf"(?=(?:the )?(?:proposals? |props? |motions? )?{NUM}\b)",
    re.I,
)
ALONE = later(
    r"^(?:(?P<pro>(?<!not )approved?|(?:accept|adopt|endorse|support)(?=[\s.!]*$)|accepted|upvote"
    r"|up-vote|thumbs[ -]?up|(?:ay"
    r"|hear,? hear)(?=[\s.!]*$))"
    r"|(?P<con>opposed?|reject(?=[\s.!]*$)|not (?:approved|accepted)"
    r"|rejected|downvote|down-vote"
    r"|thumbs[ -]?down))(?:(?=[\s.!]*$)|,? (?:from|on) (?:me|my (?:side|end|part)|here|us"
    r"|our (?:side|end))(?=[\s.!]*$|\s?[,;(]\s?\S|\s[–—-]\s))",
    re.I,
)
# Of those who review each other's work; "ack" in small letters is as often a receipt
REVIEWS = later(
    r"^(?:(?P<pro>(?-i:ACK|Acked)(?:-by: [\w .'-]{2,40})?)(?=[\s.!]*$|,? from me\b)"
    r"|(?P<con>nac?k(?:ed)?)(?=[\s.!]*$|,? from me\b|\s?[,:;(–—-]+\s))",
    re.I,
)
# "I vote to adopt 302", "vote it down"
TO = later(
    r"^(?P<lead>(?:i |my vote is |i'm |i am )?(?:hereby |also |still |now )?(?:vote|voting"
    r"|cast my vote)?)\s*(?:\bto\s+"
    r"(?:(?P<pro>adopt|accept|approve|pass|enact|support|back|endorse|carry|keep)|(?P<con>reject"
    r"|defeat|oppose|refuse"
    r"|decline|veto|scrap|drop|kill|strike down|turn down|vote down|throw out))\b)" + WHAT,
    re.I,
)
DOWN = later(rf"^(?P<lead>(?:i )?vote\s+)(?P<what>{NUM}|it|this)\s+(?P<way>down|up)\b", re.I)
ONE = later(
    r"^(?:(?P<alone>y|n)|(?P<first>(?:#?\d{3,6}|j\d{1,5}))\s?[:=–-]?\s?(?P<behind>y|n)"
    r"|(?P<before>y|n)\s(?:on |to )?(?P<last>(?:#?\d{3,6}|j\d{1,5})))[\s.!]*$",
    re.I,
)
BARE_IS = later(r"\b(that|what)s(?= )", re.I)
BARE_IM = later(r"(?:^|(?<=\s))(i)m(?= )", re.I)
CODES = (
    (later(r"(?<!\S)\+ 1(?=[\s.!]*$|,? from\b)", re.I | re.M), "+1"),
    (
        later(
            r"(?<=\w) ?(?:[=-]>|[:=]=|<-) ?(?=(?:yes|no|for|against|abstain|aye|nay|[+-]1)\b)", re.I
        ),
        ": ",
    ),
    (later(r":\+1:?|:(?:thumbs_?up|white_check_mark|heavy_check_mark|check):", re.I), "👍"),
    (
        later(r"^([👍✅👎❌])[\ufe0f\U0001f3fb-\U0001f3ff]{0,2} from (?:me|my side)(?=\W*$)"),
        r"\1",
    ),
    (later(r":-1:?|:(?:thumbs_?down|x|cross_mark|no_entry):", re.I), "👎"),
)
UPS, DOWNS = "👍✅✔☑", "👎❌✖"
# Of these a vote may be made, or unmade: "yes 🙄".
MEANT = f"{UPS}{DOWNS}✓✗🙄😉😜😏😂🤣🤪😝🤡🤔🤷🙃🫠🙅🙆😀😊🙂🎉☺"
OTHER_PICTURES = later(
    rf"\s?(?![{MEANT}])[\U0001f1e6-\U0001faff\u2600-\u27bf][\ufe0f\u200d\U0001f3fb-\U0001f3ff]{{0,4}}"
)
SKIN = r"[\s\ufe0f\U0001f3fb-\U0001f3ff]{0,3}"
SIGN = rf"(?:(?:[{UPS}]{SKIN}){{1,5}}|(?:[{DOWNS}]{SKIN}){{1,5}})"
SIGNS = later(
    rf"^(?P<sign>{SIGN})?(?P<what>(?:on |to )?{NUM})?\s?[:=–-]?\s?(?P<behind>{SIGN})?[.!]{{0,6}}$"
)
VOTE = (
    r"(?:i\b|my vote|for\b|against\b|in favou?r|abstain|yes\b|yeah\b|yep\b|yup\b|no\b"
    r"|nay\b|nope\b|aye\b|[+-]1|vote\b|\d{3}|👍|👎)"
)
OPENS = later(
    r"^(?:(?:(?:a |one |small |quick |minor )?correction|erratum|update|edit|sorry,? correction"
    r"|(?:i(?:'ve| have)? |having )?"
    r"(?:just )?(?:changed|change|changing) my mind|on (?:second|further"
    r"|reflection,? second) thoughts?|on reflection"
    r"|after (?:some |more |further )?(?:thought|thinking|reflection)|(?:so |well |okay "
    r"|ok )?(?:just|simply|(?:well|so|ok),? just)(?=\s?:)|(?:so |well )?here (?:it is|goes|we go"
    r"|you are|you go)|for the record|long story short|in short|tl;?dr|in the end|in a word|anyhow"
    r"|for me|to me|(?:about|on|as (?:for|to)|regarding|concerning|re) (?:the|this|your|today's)"
    r" (?:ballot|vote|proposal|motion)(?=\s?:)"
    r"|verdict|my verdict|(?:my )?(?:new|final|changed|updated|current) vote|my (?:answer|ballot"
    r"|decision|vote) is"
    r"|(?:i (?:do )?)?hope (?:this|it|that) (?:still )?(?:counts|helps|is in time|reaches you)"
    r"|let (?:the record|it) (?:show|be"
    r" (?:known|noted|recorded))(?: that)?|i'm happy to say|i am happy to say|happy to say"
    r"|(?:no|without)(?: (?:further|more|other|an?|any|the slightest))? (?:problems?|objections?"
    r"|doubts?|concerns?|complaints?|issues?|worries"
    r"|questions?|comments?|ado|hesitation|reservations?|changes?)\b(?: (?:with|about|to|from|on"
    r"|at|here|in|me|my|it|this"
    r"|that|the|side|all|part|proposal|mind|text|wording|idea)){0,5})"
    r"(?:\s?[:,;.!…–—-]+\s?(?:so |and |but )?|\s(?=i vote|(?:yes|no|for|against)\W*$))"
    r"|(?:still|oh(?= (?:yes|yeah|aye)\b)|again|once more|as before|a (?:thousand|hundred"
    r"|million) times|(?:100|(?:a )?hundred) ?(?:%"
    r"|percent|per cent)|1000 ?%|big"
    r"|huge|ack|roger|so|therefore|hence|thus|and|but)\s?[:,;–—-]{0,2}\s)"
    rf"(?={VOTE})",
    re.I,
)
# "Please be informed that my vote is", "I can confirm that I am"
TELLS_THAT = later(
    r"^(?:(?:further to|in reply to|in response to|with reference to|re|regarding|as for"
    r"|referring to)"
    r" (?:your|the|this) [\w' -]{1,40}, ?)?"
    r"(?:(?:please |kindly )*(?:be (?:informed|advised|aware|assured)|take note|note|know)"
    r"(?: that|:)?"
    r"|(?:i (?:hereby |can |would like to |wish to |want to |am writing to |just want to )?"
    r"|this is (?:just )?to |writing to |just to |(?=confirming))"
    r"(?:confirm(?:ing)?|declare|state|announce|inform you|tell you|let you know|say|advise you"
    r"|notify you)"
    r"(?: that|:)?)\s(?=(?:i|my vote|i'm)\b)",
    re.I,
)
# "Kindly note my vote as FOR", "I give my voice for it"
GIVES = later(
    r"^(?:(?:please|kindly|pls|do) ){0,2}(?:i(?:'d| would| should)? (?:like|want|wish) my (?:vote"
    r"|ballot) (?:to"
    r" (?:be|count)(?: \w+ed)?|\w+ed|down)(?: as)?(?: an?)?|(?:note|record|register|log|enter"
    r"|count|file|mark|list"
    r"|treat|take|accept|see|consider) (?:down )?my (?:vote|ballot|answer)(?: on (?:it|this"
    r"|\d{3,6}))?"
    r"(?: (?:as|to be|is|down as|as being))?(?: an?)?\s?:?"
    r"|i (?:make|set|choose) (?:my (?:vote|ballot)(?: (?:to|as|be))?(?: an?)?|(?:the|an?))"
    r"(?=\s(?:yes|no|for|against)\b)|(?:to )?count my(?=\s(?:yes|no)\W*$)"
    r"|i give (?:it |this |\d{3,6} )?my (?:vote|voice|ballot|yes|no)(?=(?: is)? (?:for|against"
    r"|to)\b))"
    r"\s",
    re.I,
)
STANCE = later(
    r"^my (?:answer|reply|response|position|stance|verdict|view) (?:to|on|about) (\d{3,6}|this|it"
    r"|j\d+)"
    r"(?: is(?: an?)?|:) ",
    re.I,
)
IT_IS = later(
    r"^(?:for me,?|from me,?|from my side,?|on my part,?) (?:it|that|this)(?:'s| is| will be| must"
    r" be) (?:an? |clearly an? )?(?=(?:yes|no|aye|nay|yep|nope)\b)",
    re.I,
)
ONE_VOTE = later(
    r"^(?:(?:so |that's |that is |here's |here is |put down )?(?:1|one|a|another|my) vote"
    r"(?: from me)?:? )(?=(?:yes|no|for|against|in favou?r)(?:\W*$| (?:it|this|#?\d{3,6}"
    r"|from (?:me|us)"
    r"|here)\b))",
    re.I,
)
# "I have pleasure in giving my assent to it", "Happy to confirm my support for 301"
GRANTS = later(
    r"^(?:(?:i(?:'m| am)? )?(?:(?:have|take) (?:great |much )?pleasure in"
    r"|(?:happy|pleased|glad|delighted|proud|writing|happily|would like|wish|want) to"
    r"|hereby|gladly|can only|can|must|have to) )?"
    r"(?:i )?(?:confirm|register|express|record|declare|give|giving|lend|offer|pledge|add"
    r"|announce) (?:it |this |you |to (?:it|this) )?"
    r"my (?:(?:full|strong|firm|hearty|warm|wholehearted|complete|formal|unconditional) )?"
    r"(?:(?P<pro>support|approval|assent|consent|backing|agreement|blessing|endorsement)"
    r"|(?P<con>opposition|disapproval|dissent|objection|disagreement))"
    r"(?=[\s.!]*$|[.!,]\s|\s(?:for|of|to|with)\s)(?:\s(?:for|of|to|with)\s)?",
    re.I,
)
# "It is with regret that I vote", "You'll not be surprised to hear that I'm"
HEARS = later(
    r"^(?:it(?:'s| is) with (?:\w+ ){0,2}(?:pleasure|regret|sadness|joy|sorrow|heart|delight) that"
    r"|it gives me (?:\w+ )?pleasure to say(?: that)?|i regret(?: to say)?(?: that)?"
    r"|(?:you(?:'ll| will| won't| may)?|nobody(?:'ll| will)?|no one(?:'ll| will)?|it(?:'ll| will)?)"
    r" (?:not |never |hardly |probably )?(?:be|come as) (?:\w+ )?"
    r"(?:surpris(?:ed|e)|pleased|glad|sad|sorry|happy|delighted|shocked|no surprise)"
    r"(?: (?:to|for) (?:you|anyone|anybody|nobody))? (?:to (?:hear|learn|know|read)"
    r"|that)(?: that)?)"
    r"\s(?=i(?:'m| am| vote| must vote| support| oppose| cannot| can't| do not| don't)\b)",
    re.I,
)
THIS_IS = later(
    r"^(?:please |kindly ){0,2}(?:accept|take|treat|consider|count|regard|read) this"
    r"(?: (?:e?-?mail|letter|message|note|reply|line))?(?: as| to be)? my (?:(?:formal|official"
    r"|final"
    r"|firm|personal) )?(?:vote|ballot|voice)\s(?=(?:for|against|in favou?r|to (?:adopt|reject"
    r"|accept))\b)",
    re.I,
)
UNDERSIGNED = later(r"^(?:the )?undersigned (?:hereby |therefore )?(?P<do>votes?|is|are)\b", re.I)
REVIEWED = later(
    r"^(?:(?:reviewed|read|seen|checked|considered|noted)(?: it| this)?(?:,| and|, and) ){1,2}"
    r"(?=(?:approved?|accepted|agreed|rejected|opposed)[\s.!]*$)",
    re.I,
)
COUNT_IN = later(
    r"^(?:(?:yes|yep|yeah|sure|ok(?:ay)?)[,.!]? )?(?:you can )?count (?:me|us) in"
    r" (?:for|on) (?=(?:it|this|that|#?\d{3,6})\b)",
    re.I,
)
TAKES_BACK = later(
    r"^(?:(?:please )?(?:ignore|disregard|forget|discard|bin|delete) my (?:(?:last|previous|earlier"
    r"|first|other|old|former) )?(?:yes|no|vote|ballot|e?-?mail|letter|message|answer|reply|one)"
    r"(?: (?:of|from|sent) [\w ]{3,20}?)?"
    r"|my (?:last|previous|earlier|first|other|old|former) (?:vote|ballot|e?-?mail|letter|message"
    r"|answer|reply|one) was (?:an? )?(?:mistake|error|slip|wrong|accident|misclick|by mistake"
    r"|premature|nonsense)"
    r"|i (?:hereby )?(?:withdraw|retract|take back|revoke) my (?:earlier |last |previous "
    r"|old |first )?(?:vote|ballot|yes|no"
    r"|for|against)\b[^.;:!?]{0,40}|(?:yesterday |earlier |before )?i (?:had )?voted (?:yes|no"
    r"|for|against)(?: (?:yesterday|earlier|before|last \w+"
    r"|on \w+|this morning|first)){0,2}(?:,? but)?(?: (?:having"
    r"|after) [^,:;.]{3,40})?)\s?[.:;,!–—-]+\s?(?:but )?(?=" + VOTE + ")",
    re.I,
)
OF_THIS = later(
    r"^(?:(?:(?:of|to|for|with) )?(?:the|this|that|your) (?:new )?(?:rule(?:[- ]change)?"
    r"|amendment|change"
    r"|idea|motion|measure|text|draft)(?: of the rules?)?|proposal|motion|amendment|rule change)\b"
    r"(?!s? ?#?\d)",
    re.I,
)
NO_COMMA = later(
    r"^(yes|yeah|yep|yup|no|nope|nah) (?=(?:i|it's|it is|that's|this|i'm|because|too|very|good|bad"
    r"|great|not (?:feelin|for me|my|a fan|keen))\b)",
    re.I,
)
NOT_AGREE = later(
    r"^i(?:(?:'m| am) (?:not|dis) ?agree(?:d|ing)?| (?:do not|don't|can not|cannot|can't) agree)"
    r"(?: (?:with|to))?(?= (?:this|the|your|that) (?:\w+ )?(?:proposal|motion|amendment|rule|change"
    r"|idea|text)\b| (?:#?\d{3,6}|j\d{1,5})\b)",
    re.I,
)
FROM_VOTING = later(r"\b(abstain(?:ing)?) from voting on\b", re.I)
ALL_OF = later(
    r"^(?P<which>both|all|everything)(?: of (?:them|these)| (?:proposals|three|two|four|five))?"
    r"[\s:,–—-]{1,3}(?P<way>yes|aye|no|nay|against|(?-i:FOR))[\s.!]*$",
    re.I,
)


# "This proposal I must oppose"
TURNED = later(
    r"^(?P<what>(?:this|the|that|your) (?:proposal|motion|one|rule|amendment|change)|this|that"
    rf"|{NUM}),? (?P<do>i (?:{SURELY})(?:{PRO}|{CON}|vote (?:for|against)))(?=[\s.!]*$)",
    re.I,
)
# As soldiers say it
SIGNALS = later(r"^(?:affirmative|negative)(?=[\s.!]*$|\s?[,;:.!–—-]|\s(?:on|from|to)\b)", re.I)
NOT_IN_FAVOUR = later(
    r"^not in favou?r(?: of (?:it|this|that|\d{3,6}))?(?=\W*$)|(?<=\d[:=] )not in favou?r(?=\W*$)",
    re.I,
)
AM_AGREE = later(r"\bi(?:'m| am) agree(?:d)?\b", re.I)


# "301 – Support", "302: reject", "301 approve, 302 reject"; a participle reports what came of it
SIDES = r"(?:(?P<pro>support(?:ing)?|approv(?:e|ing))|(?P<con>oppos(?:e|ing)|reject(?:ing)?))\b"
BY_NUMBER = later(
    rf"(?P<before>(?<![\w.#-])(?:(?:proposal|prop)\s)?#?\d{{3,6}}\s?(?P<joint>[:=–-]?)\s){SIDES}"
    r"(?=\W*$|\s?[,.;–-](?:\s|$)(?!(?-i:[A-Z])\w+(?:,| and) (?-i:[A-Z]))"  # no list of names
    r"(?<!-\s)(?<!–\s)|\s?[–-]\s(?!(?-i:[A-Z])\w+(?:\W*$|,| and)))",
    re.I,
)
# "Support 301, oppose 302", and nothing else
SEVERAL = later(rf"(?P<before>^|[,;.]\s{{1,2}}|\b(?:and|but|while)\s){SIDES}(?=\s)", re.I)
LISTED = later(
    r"^(?:(?:support|approv|oppos|reject)(?:e|ing)?\s(?:proposal )?#?\d{3,6}"
    r"(?:\s?[,;.]\s{1,2}(?:(?:and|but) )?|\s(?:and|but|while)\s|[\s.]*$)){2,20}$",
    re.I,
)
# "In favour of adopting this": of what is proposed
ADOPTING = later(
    r"(?<=\b(?:of|to|st|rt)\s)(?:adopting|accepting|approving|enacting|the adoption of)"
    r" (?=(?:this|it|that|the proposal|#?\d{3,6})\b)",
    re.I,
)
ANSWERS = later(rf"\b(?:{idioms.YES}|{idioms.NO})\b", re.I)


def signed(text: str) -> str:
    """With the signs that it names: ":+1:" """
    if not text.isascii() or any(one in text for one in (":", "+ ", ">")):
        for code, sign in CODES:
            text = code.sub(sign, text)
    return text if text.isascii() else OTHER_PICTURES.sub("", text) or text


def _by_number(found: re.Match[str]) -> str:
    return f"{found['before']}{'FOR' if found['pro'] else 'AGAINST'}"


def plainly(text: str) -> str:
    """The line in plain words of voting, where it is such a one; else as it was."""
    text = FOR_YES.sub(r"\1 ", text) if " for " in text else text
    text = ADOPTING.sub("", signed(text))
    numbered = list(BY_NUMBER.finditer(text))
    if len(numbered) > 1 or any(one["joint"] for one in numbered):  # "301 support" may be a heading
        text = BY_NUMBER.sub(_by_number, text)
    if LISTED.match(text):
        text = SEVERAL.sub(_by_number, text)
    text = NOT_IN_FAVOUR.sub("against", text)
    text = REVIEWS.sub(lambda one: f"I'm {'for' if one['pro'] else 'against'}", text)
    text = SIGNALS.sub(lambda one: "yes" if one[0][0] in "aA" else "no", text)
    text = TAKES_BACK.sub("", BARE_IM.sub(r"\1'm", BARE_IS.sub(r"\1's", text)), count=1)
    text = GIVES.sub("my vote is ", TELLS_THAT.sub("", text, count=1), count=1)
    text = _informally(text)
    text = STANCE.sub(r"my vote on \1 is ", text, count=1)
    text = FROM_VOTING.sub(r"\1 on", text)
    text = NOT_AGREE.sub("I disagree with", NO_COMMA.sub(r"\1, ", text))
    text = TURNED.sub(r"\g<do> \g<what>", AM_AGREE.sub("I agree", text), count=1)
    if found := ALL_OF.match(text):
        return f"{found['way']} to {found['which']}"
    if found := IT_IS.match(text):
        return f"my vote is {text[found.end() :]}"
    for _ in range(2):
        text = OPENS.sub("", text, count=1)
    if (told := refused(text)) is not None:
        return told
    if found := DOING.match(text):
        return f"I'm {'for' if found['pro'] else 'against'}{found['what']}{text[found.end() :]}"
    if found := VERBS.match(text) or TOLD.match(text) or ALONE.match(text):
        rest = OF_THIS.sub("the proposal", text[found.end() :].strip())
        return f"I'm {'for' if found['pro'] else 'against'} {rest}".strip()
    if found := TO.match(text):
        return (
            f"I vote {'for' if found['pro'] else 'against'} {text[found.end() :].strip()}".strip()
        )
    if found := DOWN.match(text):
        way = "against" if found["way"].lower() == "down" else "for"
        return f"I vote {way} {found['what']}{text[found.end() :]}"
    return _of_one_word(text)


def _informally(text: str) -> str:
    """Without the forms of offices; a word of each is looked for first, as that costs less."""
    if " and " in text or ", " in text:
        text = REVIEWED.sub("", text, count=1)
    if "ndersigned" in text:
        text = UNDERSIGNED.sub(lambda one: "I vote" if one["do"][0] in "vV" else "I am", text, 1)
    if " hear" in text or " that " in text or "regret" in text or "pleasure" in text:
        text = HEARS.sub("", text, count=1)
    if " in " in text:
        text = COUNT_IN.sub("I'm for ", text, count=1)
    if " my " in text:
        text = THIS_IS.sub("I vote ", text, count=1)
        if found := GRANTS.match(text):
            rest = OF_THIS.sub("the proposal", text[found.end() :].strip())
            text = f"I'm {'for' if found['pro'] else 'against'} {rest}".strip()
    return ONE_VOTE.sub("I vote ", text, count=1) if " vote" in text else text


def refused(text: str) -> str | None:
    """What a sentence that supports none, or not this, comes to."""
    if found := REFUSES_ALL.match(text):
        return f"no to {'both' if found['both'] else 'all'}"
    if found := SUPPORTS_NONE.match(text):
        neither = (found["which"] or found["of"])[:2].lower() == "ne"
        return f"no to {'both' if neither else 'all'}"
    if found := REFUSES.match(text):
        rest = OF_THIS.sub("the proposal", text[found.end() :].strip())
        return f"I'm against {rest}".strip()
    return None


def _of_one_word(text: str) -> str:
    if ANSWERS.search(text) and (choice := idioms.answer(text)) is not None:
        return "yes" if choice == "for" else "no"
    if found := ONE.match(text):
        letter = found["alone"] or found["behind"] or found["before"]
        number = found["first"] or found["last"] or ""
        return f"{'yes' if letter.lower() == 'y' else 'no'} {number}".strip()
    if text and (found := SIGNS.match(text)) and bool(found["sign"]) != bool(found["behind"]):
        sign = found["sign"] or found["behind"]
        return f"{'yes' if sign[0] in UPS else 'no'} {found['what'] or ''}".strip()
    return text
