"""What may stand before a vote, or around it, and leaves it one: emphasis, regret, a smiley.

1. Only what stands right before words of voting is taken off; before anything else it stays.
2. A thumb that points the other way, a wink or rolling eyes are no ornament: the line is asked
   about.
3. A whole clause may stand before "I vote …" or before a loud choice, if nothing in it ties the
   vote to something, tells of others or of a habit, or holds a choice of its own.
"""

import re
from functools import lru_cache

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.said.reasons import speaks_of_it
from nomic_mail.letters.grammar.votes.said.turns import IFS, UNDOES
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

SAYS = (
    r"(?:i (?:hereby |therefore |still |must |have to |will |shall )?(?:vote|abstain)"
    r"|i(?:'m| am|'ll)\b|(?:it|that)(?:'s| is) an? |my vote|vote\b"
    r"|yes|yeah|yea|yep|yup|aye|no|nay|nope|nah|for|against|in favou?r|abstain)"
)
SURELY = (
    r"(?:absolutely|definitely|certainly|totally|completely|wholeheartedly|enthusiastically"
    r"|emphatically|strongly|firmly|gladly|happily|reluctantly|grudgingly|regretfully|obviously"
    r"|of course|naturally|decidedly)"
)
EMPHASIS = later(
    rf"^(?:{SURELY}\W{{1,4}}(?={SAYS}\b)"
    r"|(?:(?:an?|the|my) )?(?:very |most )?(?:definite|resounding|big(?: fat)?|huge|hard|firm"
    r"|strong|weak|mild|flat|solid|clear|enthusiastic|reluctant|easy|emphatic|hearty|loud|quick|simple|hell|heck)"
    r" (?=(?:yes|yea|yep|aye|no|nay|nope|abstain|abstention)\b|[+-]1)"
    r"|(?:with (?:much |great |deep |some )?(?:regret|sorrow|pleasure|joy|a heavy heart)|sorry"
    r"|alas|apologies|i'm afraid|unfortunately|sadly|regrettably)"
    r"(?: (?!(?:for|about|if|i|but|to|no|yes|that)\b)[\w.'-]{1,20}){0,2}"
    rf"(?:\s{{0,2}}[,.!;:–—-]{{1,3}} ?(?:but )?| but )(?={SAYS}\b)"
    r"|(?:sorry|alas|i'm afraid) (?=(?:no|nay|nope|against|i vote)\b)"
    rf"|(?:ugh|argh|meh|pff?t?|ok(?:ay)?|fine|right|alright|well|so|yay|hooray|great|cool|nice)\b"
    rf"\W{{1,4}}(?={SAYS}\b)"
    rf"|(?:o+m+f?g|wow|gosh|jee+z|dude|man|mate|boy|girl|welp|tbh|imh?o|phew|whoa|hah?a?)"
    rf"[\s,.!:;–—-]{{1,4}}(?={SAYS}\b)"
    rf"|(?:lgtm|ack|gg(?: ez)?|neat|nice|cool|yay|lovely|sweet|wonderful|hear,? hear|agreed"
    rf"|sure(?: thing)?"
    rf"|(?:yes|yeah|yep|yup|aye|ok(?:ay)?)(?:,? (?:sure|ok(?:ay)?|please"
    rf"|yes))?)[\s,.!:;–—-]{{1,4}}"
    r"(?=(?:(?:i vote|i'm|my vote is|vote) )?(?:for|in favou?r|aye|[+]1)"
    r"(?: (?:#?\d{3,6}|it|this))?\W*$)"
    rf"|(?:nack|lo+l|yikes|ew+|bah|boo+|yuck|(?:no|nope|nah|nay|sorry)(?:,? (?:thanks|sorry|no))?)"
    r"[\s,.!:;–—-]{1,4}(?=(?:(?:i vote|i'm|my vote is|vote):? )?(?:against|nay|no|nope|[-]1)"
    r"(?: #?\d{3,6})?\W*$)"
    r"|(?:anyway|anyhow|nonetheless|nevertheless|still|then|now|quickly|briefly|shortly|finally"
    r"|first|today|here|just|very|in (?:short|brief|haste|the end)|at last|next|right)"
    r"(?: (?:then|now|quickly|briefly|shortly|finally))?\s?[,:]?\s"
    r"(?=(?:i(?:'m| am) voting|i (?:hereby )?vote|my vote is)\b))",
    re.I,
)
# `yes yes yes`, `no, no, no!`; `yesss`, `noooo`
WORDS = ("yes", "ye", "no", "aye", "yeah", "yep", "yup", "nay", "nope", "nah", "for", "against")
REPEATED = "|".join(
    rf"{word}(?:[\s,!.]{{1,3}}(?:and (?:again |once more )?)?{word}){{1,5}}" for word in WORDS
)
AGAIN = later(rf"^(?:{REPEATED})(?![\w'-])", re.I)
DRAWN = later(
    r"^(?:(y+e{1,9}s{2,9}|ye{2,9}s{1,9}|(?:ye|yeh|yah?|yeap|yessir|yas+|yis+|yarp)(?=\W*$))"
    r"|(no{2,9}|nahh+|nopee*|(?:naw|nuh|nooope|nopes|narp)(?=\W*$)))(?![\w'-])",
    re.I,
)
SMILES = later(r"(?:(?<=\s)|^)(?::-?[)D(/|]|<3|\^\^|\\o/)(?=\s|$)")
PICTURES = later(
    "[\u200d🤷\u2640\u2642\u263a\u2639\u2665\u2764\ufe0f\U0001f3fb-\U0001f3ff🎉🥳🎊🙂😀😁😃😄😊😍🥰😎🤩😢😞😟🙁😭💯🙏💪🎲🗳👏🙌"
    "🌱-🍀🌞-🌟☀☕✨🚀🌈🎂🎈🐈🐕🍵🍰🍪🍻🎵💐🔥🫶🤗😌😇🤓😴🥱😬💔😔😕😣😥😅😭🥺]"
)
PICTURED = later(rf"(?<=\w)\s?{PICTURES.pattern}{{1,6}}\s?(?=\w)")  # "against 😬 sorry Ada"
THUMBS_UP, THUMBS_DOWN = later("[👍✅✔☑🙆]"), later("[👎❌✖🙅]")
SHRUG = r"🤷(?!.{0,40}\babst)(?<!abstain 🤷)(?<!abstain. 🤷)"  # of who abstains it mocks nothing
SARCASM = later(
    r"\b(?:(?:yeah|aye|yes),? right\b|just what (?:we|i|everybody)\b.{0,20}\b(?:waiting for|needed"
    r"|wanted)\b)|(?<!\S)/s(?!\w)|\b(?:while we(?:'?re| are) at it,? (?:let|why not)"
    r"|let'?s\b.{0,60}\bwhile we(?:'?re| are) (?:at it|there|about it))"
    r"|^(?:oh,? )?sure\b.{0,20}\band let'?s\b"
    r"|\b(?:oh,? (?:sure"
    r"|yeah)\b|yeah,? yeah\b|as if\W*$)"
    r"|^(?:yes|yeah|yep|great|wonderful|hooray|bravo)\W{1,4}(?:finally|at last|another|one more"
    r"|yet another|just what)\b.{0,60}\b(?:punish|tax|ruin|kill|nobody|no one|every(?:one"
    r"|body) who)"
    r"|^(?:yes|yeah)\b.{0,150}\bcan(?:'t|not) wait[.!]*$"
    rf"|[🙄😉😜😏😂🤣🤪😝🤡🤔]|{SHRUG}|[;=]-?\)|(?<!\w)[:=]-?p(?!\w)"
    r"|:(?:wink|laughing|joy|rofl|smirk|clown|shrug|rolling_eyes|thinking|stuck_out_tongue)\w*:",
    re.I,
)


@lru_cache(maxsize=64)  # of one line several rooms ask
def is_sour(text: str) -> bool:
    return SARCASM.search(text) is not None


CLAUSE = later(
    r"^(?P<clause>.{3,200}?)(?P<sign>\s{0,2}[,;]\s{0,2}(?:and |but |so |yet |therefore |hence "
    r"|thus )?[:–—-]?\s{0,2}"
    r"|\s?:\s{1,2}|\s[–—-]{1,2}\s|\s(?:and|but|so) |\s)"
    r"(?P<vote>(?:(?:now |so |hence )?i"
    r" (?:hereby |therefore |still |now |must |have to )?(?:vote|abstain|cast (?:my|a) (?:vote"
    r"|ballot)"
    r"|oppose|reject|support|approve|accept|(?:am|'m) (?:happy|glad|proud|pleased) to)"
    r"|(?:happy|glad|proud|pleased) to (?:support|approve|accept|back|endorse|adopt|go along with"
    r"|get behind)"
    r"|i(?:'m| am) (?:all )?(?:for|against|in favou?r)"
    r"|i(?:'m| am) voting|my vote is)\b.{0,150}"
    r"|(?P<loud>for|against|abstain|yes|no|aye|nay|nope|nah|yep|yeah"
    r"|[+-]1)(?: #?\d{3,6})?[\s.!]{0,5})$",
    re.I,
)
TIES = later(
    r"\?|^(?:just )?(?:un)?like\b|^(?:should|were|had|would|not|never|i (?:do not|don't))\b"
    r"|\b(?:if|unless|provid(?:ed|ing)|assuming|as long as|condition\w*|contingent|when|whenever"
    r"|once|until|till|whether|depend\w*|in case|suppos\w+|hypothetical\w*|imagin\w+|pretend\w*"
    r"|kidding|joking|jokes?|jk|lol|sarcas\w*|test\w*|dream\w*|says?|said|tells?|told|writes?|wrote"
    r"|asks?|asked|claims?|claimed|shout\w*|hopes?|wish(?:es)?|example|instance|e\.?g"
    r"|vot(?:e[sd]?|ing)"
    r"|ballots?|next|tomorrow|soon|future|the day|one day|some day|then|usually|normally|always"
    r"|sometimes|often|generally|typically|in (?:general|theory|principle)|as a rule|each|every"
    r"|such|whichever|whatever"
    r"|titled?|called|options?|choices?|(?:not|un) ?sure|undecided|torn|behalf|instead|i'd"
    r"|i would)\b",
    re.I,
)
# What does so before "so no", where a reason may speak of votes, and of every turn.
BINDS = later(
    r"\?|\b(?:if|unless|provid(?:ed|ing)|assuming|as long as|condition\w*|when|whenever|once|until"
    r"|till|whether|depend\w*|in case|suppos\w+|hypothetical\w*|imagin\w+|pretend\w*|kidding|joking"
    r"|jokes?|jk|lol|sarcas\w*|test|dream\w*|says?|said|tells?|told|writes?|wrote|asks?|asked"
    r"|claims?|claimed|wants?|tomorrow|soon|not sure|unsure|undecided|torn|behalf|i'd|i would|maybe"
    r"|perhaps|might|voted?)\b",
    re.I,
)
# With no comma behind it: "After reading it twice I vote FOR".
OPENS = later(
    r"^(?:after|having|although|(?:even )?though|while|despite|since|because|considering|as|overall"
    r"|owing to|due to|as (?:discussed|announced|promised|said|i said|before)|in view of"
    r"|in light of|on balance|all in all|personally|honestly|therefore|thus|hence|given)\b",
    re.I,
)
# "Not perfect, but FOR"
NOT_QUITE = later(r"^(?:not|never)\b(?=(?: [\w'-]+){1,6}$)", re.I)
BUT = later(r"\bbut\b", re.I)
# "For the avoidance of doubt", "against my better judgement": said of no proposal.
MANNER = later(
    r"^(?:for (?:the (?:avoidance|sake|record|moment)|once|what|clarity|completeness|my part)"
    r"|against (?:all |every |my |our |the ){1,3}(?:better |own )?(?:judge?ment|expectations?"
    r"|instincts?|habits?|inclinations?|odds|advice|principles?|nature|grain|hope))\b[^:;,.]{0,40}",
    re.I,
)
# "With some reservations: FOR"
SO = later(r"\b(?:so|therefore|hence|thus)\b", re.I)
OF_MANNER = later(
    r"^(?:with(?:out)?|despite|after|between|during|having|in (?:the end|short|sum|brief|a word"
    r"|one word"
    r"|all (?:honesty|seriousness)|my (?:view|book|opinion))|on (?:balance|reflection|the whole)"
    r"|in spite of|because of|due to|thanks to|given|all things"
    r"|nothing|no (?:reason|objection|argument|harm)s?|everything)\b(?![^:]*\s(?-i:[A-Z]))",
    re.I,
)
TOGETHER = word_set("you me him her them us everyone everybody")

# Right behind "yes" or "no" these answer another question than the ballot's: what arrived, who is
# right, when something will be done.
ANSWER = later(
    r"^\W*(?:still|soon|exactly|precisely|true|false|right|correct|incorrect|got|seen|saw|heard"
    r"|working|will do|can do|done|arrived|after(?! all\b)|before|later|today|tonight|yours|mine"
    r"|here|alive"
    r"|(?:me|him|her|us|them)(?=\W*$)|both|only|well,|hmm+|uh+|um+|er|eh|my (?:foot|eye|ass)"
    r"|in your dreams|on the contrary|about (?:that|this|it)|see\b(?! (?:what|my|above|below)\b)"
    r"|point taken|as (?:usual|always)"
    r"|(?:good|fair|valid|excellent|great|nice) (?:points?|questions?|catch|observation)"
    r"|please (?!do\W*$)[a-z]|(?:thanks|thank you) for [a-z]{2,15}ing\b"
    r"|(?:that|this|it|they|those|these) (?:was|were)\b"
    r"|that'?s (?:me|mine|him|her|us|what|how|why)\b"
    r"|i(?:'m| am) (?:here|back|in|alive|ok(?:ay)?|fine|there|ready|on it)\b|\w+ has a point\b"
    r"|(?:haven't|have not|hadn't|didn't|did not|wasn't|couldn't)\b"
    r"|(?!this|that|it\b)[\w'-]{1,20} (?:is|are|was|were) (?:right|wrong|correct|mistaken|here|away"
    r"|back|gone|fine|ready|yours|mine)\b)",
    re.I,
)

OPINES = later(
    r"\b(?:i|i'm|i've|me|my|lgtm|idea|proposal|rule|change|good|great|nice|fine|bad|silly"
    r"|terrible|love|like|hate|sorry|thanks?)\b",
    re.I,
)
BOX = later(r"[\[(] ?(?P<tick>[xX✓✔]?) ?[\])]")  # `[x] Yes`, `( ) No`
TITLE = later(
    r"^((?:(?:vote on )?(?:proposal|prop) )?#?\d{3,6}) ?"
    r"(?:\([^()]{2,80}\)|\"[^\"]{2,80}\"|“[^“”]{2,80}”)(?=\s{0,2}[:=–—-]|\s(?:for|against)\b)",
    re.I,
)


def plainer(text: str) -> tuple[str, Choice | None]:
    """A sentence without ornaments, and which way its thumbs point, if they do."""
    sign: Choice | None = None
    bare = text
    if not text.isascii():
        up, down = THUMBS_UP.search(text), THUMBS_DOWN.search(text)
        sign = "for" if up and not down else "against" if down and not up else None
        bare = THUMBS_DOWN.sub("", THUMBS_UP.sub("", text)) if sign else text
        bare = PICTURES.sub("", bare)
    bare = SMILES.sub("", bare).strip()
    if not bare:
        return text, None
    for _ in range(2):
        bare = AGAIN.sub(once, EMPHASIS.sub("", bare, count=1))
    return DRAWN.sub(lambda found: "yes" if found[1] else "no", bare), sign


def ticked(text: str) -> str | None:
    """What a form's line offers, if its one box is ticked; nothing where it is not, or where the
    line has several; None where it has none."""
    box = BOX.match(text)
    if box is None:
        return None
    offered = text[box.end() :].strip()
    return offered if box["tick"] and not BOX.search(offered) else ""


def once(found: re.Match[str]) -> str:
    return re.split(r"[\s,!.]", found[0], maxsplit=1)[0]


def after_a_clause(text: str) -> tuple[str, str] | None:
    """The clause before a vote, and the vote: "Having thought about it, I vote yes" (rule 3)."""
    found = CLAUSE.match(text.replace("’", "'"))
    if found is None or is_sour(text):
        return None
    clause = found["clause"].strip()
    if found["loud"] and SO.search(found["sign"]) and speaks_of_it(clause):
        return None if BINDS.search(clause) else (clause, found["vote"])
    if IFS.search(clause) or UNDOES.search(clause):
        return None
    if TIES.search(NOT_QUITE.sub("", clause) if BUT.search(found["sign"]) else clause):
        return None
    if not found["sign"].strip() and not OPENS.match(clause):
        return None
    if found["loud"] and not found["loud"].isupper() and found["loud"][-1] != "1":
        return None
    if MANNER.fullmatch(clause):
        return "", found["vote"]
    return None if _of_another(found, clause) else (clause, found["vote"])


def _of_another(found: re.Match[str], clause: str) -> bool:
    """Whether the clause may tell of somebody else's vote."""
    sign = found["sign"].strip()
    if found["loud"] and not re.search(r"\b[a-z]", clause):
        return True  # "Bob Stone - FOR" tells of him
    if found["loud"] and found["loud"][-1] == "1" and not OPINES.search(clause):
        return True  # "The status was -1"
    if sign == ":" and OF_MANNER.match(clause):
        return False
    if sign == ":":  # "the neighbour: FOR" tells of him
        return not re.search(r"(?i)\b(?:i|i'm|i've|my|mine|me|here|it|this|so)\b", clause)
    if sign != "and":
        return False
    own = re.search(r"\b(?:i|i've|it|it's)\b", clause, re.I)  # "Bob and I vote FOR"
    last = clause.rsplit(maxsplit=1)[-1]
    return own is None or last in TOGETHER or last[0].isupper() or len(clause.split()) < 3
