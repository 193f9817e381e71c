"""A line that is nothing but a yes or a no, in whatever idioms people say them.

1. A line is taken to pieces, each a whole phrase of the table below; where a piece is left over, it
   is none. So "Of course!" is a yes, and "Of course I read it" is not.
2. A yes or no in so many words, or an idiom of either, makes it one. What only strengthens ("sure",
   "I like it") or is said to anybody ("ok", "lol") makes none, and what says the other spoils it.
3. "Definitely" and its like are a yes alone, and strengthen a no beside one.
4. Under a ballot, an idiom is a vote where the rest of the letter says nothing else
   (`sentences`, `letters`): it answers anything.
"""

import re
from functools import lru_cache

from nomic_mail.game.commands import Choice
from nomic_mail.patterns import later

MOST_CHARS, MOST_PIECES = 120, 12
ME = (
    r"(?:(?:me|us|my (?:side|end|part)|our (?:side|end|part)|(?:all of )?us)(?: (?:all|here"
    r"|too))?)"
)
IT = (
    r"(?:this one|that one|it|this|that|(?:the|this|that|your) (?:proposal|motion|idea|change"
    r"|rule))"
)
IS = r"(?:(?:it|this|that)(?:'s| is)|i(?:'m| am)|we(?:'re| are)) "
HOW = r"(?:(?:absolutely|perfectly|totally|all|quite|completely|very|so|really|pretty) )?"
YES = (
    r"y+e+s+(?:sir|sir+ee)?|yea|yeah|ye|yep|yeap|yup|yah|yas+|yis+|yessir|aye+|in favou?r|hell yes"
    r"|yes indeed"
)
NO = (
    r"no+|nope+|na+h+|naw|nay|(?:absolutely|definitely|certainly|decidedly|emphatically"
    r"|most (?:certainly|definitely)|surely|obviously|totally|clearly|hell|heck|god|lord) not"
)
FULLY = r"(?:fully|totally|completely|strongly|absolutely|entirely|wholeheartedly) "
PRO = (
    rf"(?:i )?{FULLY}agree|lgtm|ack from {ME}|(?:{IS})?{HOW}(?:fine|ok(?:ay)?|good|great|cool"
    rf"|alright|all right|perfect|happy"
    rf"|okey[- ]?dokey"
    rf"|swell|lovely) (?:(?:by|for) {ME}|with {ME}|with {IT})"
    rf"|(?:sounds|looks|seems) {HOW}(?:good|great|fine|right|fair|reasonable|sensible|perfect"
    rf"|ok(?:ay)?|excellent|lovely) (?:to|from) {ME}"
    rf"|(?:(?:it|this|that) )?suits {ME}|(?:(?:it|this|that) )?(?:works|does it) (?:fine |great "
    rf"|well )?for {ME}|that works"
    rf"|all good (?:from|with|on|at) {ME}|good to go|(?:sure|yeah|ok(?:ay)?|well"
    rf"|go on)(?: then)?,? "
    rf"why not|go (?:right )?ahead|go for it|let'?s (?:go for|do|have|try|adopt"
    rf"|pass) {IT}"
    rf"|let'?s g+o+|do it|ship it|make it so|make it happen|bring it on|so be it|be it so"
    rf"|by all means|with (?:the greatest |great |much )?pleasure|with (?:all )?my (?:blessing"
    rf"|heart)"
    rf"|(?:(?:a |an |two|2|both|big|huge|enthusiastic|double) ?){{0,2}}thumbs? up"
    rf"(?: (?:from|for|on|to) (?:{ME}|{IT}|here))?"
    rf"|(?:i(?:'m| am) )?all (?:for|in favou?r)(?: of)?(?: {IT})?|(?:i(?:'m| am) )?all in"
    rf"|i'?m for (?:it|this)|let it be (?:adopted|passed|so|done)"
    rf"|(?:i(?:'m| am) |you can )?(?:count me in|on board(?: with {IT})?)|i(?:'?m| am) (?:so "
    rf"|totally )?(?:in|down|game|up for (?:it|this))"
    r"|(?:have|take) my vote|(?:here's|here is) my vote(?!\W{0,2}:)"
    rf"|consider me (?:in|convinced|sold)|you bet(?:cha)?|hell yeah"
    rf"|heck yeah|damn right|too right|and how|yes to (?:{IT}|all)|sure thing"
    rf"|(?:i )?couldn't agree more"
    rf"|(?:has|it has|this has) my (?:blessing|support|backing)|where do i sign"
)
CON = (
    rf"(?:i )?{FULLY}disagree|of course not|(?:not|not even|no) (?:a |the slightest |the least "
    rf"|an? earthly "
    r"|any )?chance(?: in hell)?"
    r"|no way(?:,? jos[eé])?|no way in hell|(?:not )?by (?:no|any) means|under no circumstances?"
    r"|on no account"
    r"|in no way|not on your (?:life|nelly)|not in (?:a (?:million|thousand|hundred) years"
    r"|this life(?:time)?)"
    r"|never(?:,? (?:ever|never))*(?: in my life)?|over my dead body|nothing doing|no (?:deal"
    r"|dice|go|can do|sale)"
    r"|(?:hard|big|firm) (?:pass|no)|nuh[- ]?uh|uh[- ]?uh|nix"
    rf"|(?:(?:a |an |two|2|both|big|huge|double) ?){{0,2}}thumbs? down(?: (?:from|for|on"
    rf"|to) (?:{ME}"
    rf"|{IT}|here))?|no to (?:{IT}|all)|not on my watch|not as long as i live"
    rf"|(?:it|this|that) (?:does(?:n't| not)|won't|will not) work for {ME}"
    rf"|(?:it's |it is |that's |this is |i'm |i am )?not (?:ok(?:ay)?|fine|good|acceptable"
    rf"|alright|happy)"
    rf" (?:(?:by|for|to) {ME}|with (?:{ME}|{IT}))"
)
SURELY = (  # rule 3
    r"(?:oh,? )?(?:absolutely|definitely|def|deffo|certainly|of course|naturally|obviously"
    r"|totally|for sure"
    r"|very much so|most (?:certainly|definitely)|without (?:a |any )?(?:doubt|hesitation)|100 ?%"
    r"|a? ?hundred per ?cent|affirmative|wholeheartedly|gladly|happily|emphatically"
    r"|unreservedly|enthusiastically|every time)"
)
LEANS_YES = (
    r"(?:that'?s|it'?s|this is) (?:fire|great|cool|awesome|lovely|nice|good|it)|(?:big "
    r"|massive )?w(?: rule| take| move)?|(?:i )?agree|based|goated|fire"
    r"|slay|lit|dope|neat|sure(?: sure)?|fine|good|great|cool|nice|awesome|sweet"
    r"|bet|fs|agreed|i agree|i (?:accept"
    r"|approve)|accepted"
    r"|approved|(?:i )?(?:really )?(?:love|like|want) (?:it|this|that)|all good(?: here)?|right"
    r"|alright|all right"
    r"|sounds good|looks good|works|why not|(?:great|good|nice|excellent|lovely|brilliant"
    r"|fantastic|wonderful)"
    r" (?:idea|one|work|stuff|job|proposal|rule|call|plan)|excellent|perfect|lovely|brilliant"
    r"|wonderful|fantastic|indeed|great stuff|nice one|no objections?"
    rf"(?: (?:from|with|here|on) (?:{ME}|{IT}))?|it'?s (?:good|great|fine)|love to"
)
LEANS_NO = (
    r"(?:that'?s|it'?s|this is) (?:mid|trash|lame|bad|terrible|awful|silly|crap)|(?:big "
    r"|massive )?l(?: rule| take| move)?|(?:i )?disagree|this ain'?t it|cringe|mid|trash"
    r"|lame|yikes|ew+|yuck|(?:i'm )?not feelin[g']? ?(?:this one|it|this)|yeah,? right"
    r"|(?:i )?(?:really )?(?:hate|dislike|don't (?:like|want)|do not (?:like"
    r"|want)) (?:it|this"
    r"|that)|rejected"
    r"|declined|refused?|i (?:refuse|disagree|decline|object)|(?:it's |this is "
    r"|that's )?not for (?:me|us)|not this"
    r" (?:one|time)|not happening|i think not|never|(?:i'm )?not (?:convinced|sold|keen|a fan"
    r"|interested|happy"
    r"|having it|buying it)|(?:bad|terrible|awful|horrible|silly|poor|stupid|dreadful) (?:idea"
    r"|one|plan|rule|proposal)"
    r"|terrible|awful|horrible|i (?:can't|cannot|can not|won't|will not|do not|don't|am not"
    r"|'m not|ain't|couldn't"
    r"|could never|never could|really cannot) "
    r"(?:(?:going to|gonna|be) )?(?:vote|voting|votin'|support|supporting|approve|accept"
    r"|accepting|back|backing)"
    rf"(?: for| of| in favou?r of)?(?: {IT})?"
)
SPARE = (
    r"cute|funny|hilarious|interesting|clever|huh|wow|whoa|i'?m begging(?: you)?|queen|king"
    r"|legend|ay+|oh(?: (?:dear"
    r"|boy|my|well))?|ah|aw|ez|easy|ong|fr(?:fr)?|ngl|tbh|honestly|frankly|ok(?:ay)?|okey|k|kk"
    r"|well|hell|heck|lord|god|gosh|ugh"
    r"|go on(?: then)?|x{1,3}|xo(?:xo)?|och|z{3,}|lo+l|lma+o|ha(?:ha)+|omg|damn|dang|shoot"
    r"|man|dude|bro|bruh|mate|so|then"
    r"|and|but|good"
    r" (?:lord|god|grief|heavens)|dear (?:me|lord)|my (?:word|goodness)|goodness|gracious|crikey"
    r"|blimey|eh|meh|hm+|um+|erm?|for heaven's sake|i don't mind if i do|bless (?:you|him|her|them"
    r"|your heart)"
    r"|with (?:all(?: due)?|the (?:greatest|utmost|deepest)|due|great|much) respect(?: to (?:all"
    r"|you|everyone"
    r"|(?-i:[A-Z])\w+))?|(?:much )?as i(?:'d| would) (?:love|like) to(?: say yes)?|fam|sir|sirree"
    r"|ma'am|(?:my )?(?:dear|love|friends?|boss|chief)|y'all|guys|folks|please|pls|plz"
    r"|(?:many )?thanks(?: (?:all|(?-i:[A-Z])\w+))?"
    r"|thank you(?: (?:all|very much|so much))?|ta|thx|cheers|way|period|full stop|from (?:me"
    r"|here|us|my side)|for (?:me|us)|me"
    r"|imo|imho|finally|at last|obvs|really|simply|just|also|too|here|(?<=\w )it is"
    r"|(?:(?:so |very |really )?sorry|apologies|alas|i'm afraid)(?:,? (?!i\b|but\b|no\b|to\b"
    r"|for\b)(?-i:[A-Z])\w+)?"
    r"|sadly|unfortunately|no (?:thanks|thank you)|(?:hi|hello|hey)(?: (?:all|everyone|folks"
    r"|there|(?-i:[A-Z])\w+))?"
    r"|this time|today|on (?:this|it|that)(?: one)?|to (?:this|it|that)(?: one)?|(?:that's"
    r"|that is) (?:it|all|final|my (?:vote|answer))"
)
TABLE = (
    ("con", CON), ("pro", PRO), ("dislikes", LEANS_NO), ("likes", LEANS_YES),
    ("no", NO), ("yes", YES), ("surely", SURELY), ("spare", SPARE),
)  # fmt: skip
PIECE = later(
    "(?:" + "|".join(f"(?P<{kind}>{phrases})" for kind, phrases in TABLE) + r")(?![\w'-])",
    re.I,
)
BETWEEN = later(r"[\s,.!;:–—-]{1,4}")
LAUGHS = later(r"\b(?:lo+l|lma+o|ha(?:ha)+)\b", re.I)
EXCITED = later(r"!+1+[!1]*$")  # "yes!!!1!"
BARE_NO = later(r"oh,? no\W*$", re.I)  # of no proposal
YEAH_NO = later(r"\W*(?:yeah|ya),? no(?:pe)?\b", re.I)  # "Yeah, no. Hard pass."
TURNS: dict[str, Choice] = {
    **dict.fromkeys(("yes", "pro", "likes"), "for"),
    **dict.fromkeys(("no", "con", "dislikes"), "against"),
}


@lru_cache(maxsize=64)  # of one line several rooms ask
def pieces(text: str) -> tuple[str, ...]:
    """Of which kinds the line's phrases are, one after another; nothing where one is left over."""
    if len(text) > MOST_CHARS:
        return ()
    text = EXCITED.sub("", text.replace("’", "'")).rstrip(" .!)*_")
    found: list[str] = []
    at = 0
    while at < len(text):
        piece = PIECE.match(text, at)
        if piece is None or len(found) == MOST_PIECES:
            return ()
        found.append(piece.lastgroup or "")
        between = BETWEEN.match(text, piece.end())
        if between is None and piece.end() < len(text):
            return ()
        at = between.end() if between is not None else len(text)
    return tuple(found)


def answer(text: str) -> Choice | None:
    """What a line comes to that says yes or no in so many words, and not the other, too."""
    kinds = pieces(text)
    if kinds[:2] == ("yes", "no") and "con" in kinds and YEAH_NO.match(text):
        kinds = kinds[1:]
    said = [at for at, kind in enumerate(kinds) if kind in ("yes", "no")]
    if not said or BARE_NO.match(text):
        return None
    choice = TURNS[kinds[said[0]]]
    # Who begins with "cool" or "I'd love to" may still say no; behind a no it is another word.
    behind = {TURNS.get(kind, choice) for kind in kinds[said[0] :]}
    before = {TURNS[kind] for kind in kinds[: said[0]] if kind in ("pro", "con")}
    if behind | before != {choice} or (choice == "for" and "dislikes" in kinds):
        return None
    return None if choice == "for" and LAUGHS.search(text) else choice


def idiom(text: str) -> Choice | None:
    """Which way a line is meant that is nothing but idioms of assent, or of dissent."""
    kinds = pieces(text)
    ways = {TURNS[kind] for kind in kinds if kind in TURNS}
    if not {"yes", "no"}.isdisjoint(kinds):
        return None
    if {"pro", "con"}.isdisjoint(kinds):
        return "for" if "surely" in kinds and not ways else None
    laughs = "for" in ways and LAUGHS.search(text) is not None
    return ways.pop() if len(ways) == 1 and not laughs else None
