"""What is remarked of a sign: whether it belies it, answers somebody else, or is of another matter.

1. "+1 nobody needs this", "-1 looks good", "Support - too complicated": a remark against its own
   sign makes it a question. So does one that answers somebody ("+1 good point", "+1 to that"): what
   the sign is for is then what he said.
2. "👍 thanks for the reminder", "Support: I can't open the link": neither is of the proposal.
3. Signs are broad: a needless question costs a letter, a wrong vote a game.
"""

import re
from itertools import pairwise

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.said.clauses import NUMBER
from nomic_mail.letters.grammar.votes.said.reasons import BAD
from nomic_mail.letters.grammar.votes.said.synonyms import signed
from nomic_mail.patterns import later

MOST = 1_200
ANY = later(r"[+-]1|[👍👎✅✔☑❌✖]|\b(?:support|approve|endorse|oppose|reject)", re.I)
SENTENCE = later(r"(?<=[.!?…])[\s)]+(?=\S)|\n")
DENIED = later(
    r"^\W{0,4}(?:no(?! 👎[👎\W]*$)|not(?: an?)?|too (?:many|early|late)) (?:[+-]1\b|[👍👎])", re.I
)  # "Not a -1", "too many 👎"
ENDS = r"(?=\W*$|\s?[.,:;!(–—]|\s-|\s(?:please|pls)\b)"
HEADING = (
    r"(?:(?P<support>support)|(?:(?P<told>approved|endorsed|supported)|approve|endorse)"
    r"|(?P<oppose>oppose|reject)|(?P<untold>opposed|rejected))"
)
OPENS = later(
    rf"[^\w+👍👎✅✔☑❌✖-]{{0,6}}(?:{NUMBER}\s?[:=–-]?\s)?"
    r"(?:(?:so|anyway|a|my|i'm|i am|big|strong(?:ly)?|full),?\s)?"
    r"(?:(?P<up>(?:\+{1,2}\s?1(?!\d)|[👍✅✔☑])[👍✅\ufe0f\U0001f3fb-\U0001f3ff]{0,8})"
    r"|(?P<down>(?:-1(?!\d)|[👎❌✖])[👎❌\ufe0f\U0001f3fb-\U0001f3ff]{0,8})"
    rf"|{HEADING}\b{ENDS})",
    re.I,
)
AGAIN = later(rf"(?<!\w)[+-]1\b|[👍👎✅❌]|\b{NUMBER}", re.I)
# Of what somebody has said, and of no proposal
ANSWERS = later(
    r"\b(?:good|fair|valid|excellent) points?\b(?! (?:for|per|each|a|to)\b)"
    r"|\b(?:good|great|fair|valid|excellent|same|that|this|these|the|those|your|his|her) (?:\w+ )?"
    r"(?:questions?|concerns?|objections?|worr(?:y|ies)|doubts?|remarks?|comments?|opinion)\b"
    r"|\b(?:dis)?agreed? with (?!(?:it|this|the (?:proposal|text|idea|change|draft))\b)"
    r"|\b(?:well|nicely) (?:said|put)\b|\bsame (?:here|for me)\b|\bso true\b|\bnice try\b"
    r"|\b(?:he|she|they|you|(?-i:[A-Z])\w{1,20})(?:'s|'re| is| are) (?:\w+ )?(?:right|funny)\b"
    r"|^\W*(?:to|on|for) that\b(?! (?:proposal|one\b|amendment|change|text|idea|draft))"
    r"|\b(?:he|she|they|said) said\b|\bwhat (?-i:[A-Z])\w+ said\b|\bi share (?:that|this|these|th)"
    r"|\bthat(?:'s| was) (?:me|my)\b|\bwonder\w*\b|\bthought\b",
    re.I,
)
DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tonight|tomorrow"
ELSEWHERE = later(
    rf"\b(?:{DAYS}|pub|dinner|lunch|party|guest|coming|meet|meeting|see you|hungry|have fun"
    r"|reminders?|heads[- ]?up|counting|rising|who cares|has my vote|let me (?:read|look|see|think"
    r"|check)|(?:i'll|i will|will) (?:come|be (?:there|back)|join|think|read|look|have|vote|see"
    r"|check|try|decide|do\b)|have a look|reading it|i pass|i'm out|letting (?:me|us) know)\b",
    re.I,
)
# To who runs the game: for help, and not for a vote
DESK = later(
    r"\b(?:links?|forms?|help|arrived|account|pages?|log ?in|spam|e?-?mails?|letters?|subscription"
    r"|how (?:do|can) i|who can|latin|preposition|verb|ballots?)\b",
    re.I,
)
PLEASE = later(r"\W{0,4}(?:please|pls)\W*$", re.I)
# They deny, and leave the sign as it is
HARMLESS = later(
    r"\b(?:no (?:further |more |real |other )?(?:objections?|concerns?|complaints?|problems?"
    r"|doubts?|blockers?|issues?|loopholes?|typos?|harm|reservations?|hesitation|brainer|worries"
    r"|comments?|need to (?:wait|change)|reason (?:not|against)|downsides?|remarks?)"
    r"|nothing (?:to (?:add|lose|fear|complain)|wrong|against|bad|missing)"
    r"|(?:nobody|no one) (?:will |would |is going to )?(?:miss|mind|lose|object|complain"
    r"|be hurt)\w*"
    r"|why not|not (?:bad|only|at all bad|too (?:long|much|many|complicated|late))"
    r"|(?:does|do|did|will|wo|would|ca|can|could)(?:n't| ?not) (?:\w+ )?(?:matter|hurt|harm|mind"
    r"|wait(?! for)|see (?:any|a|the|why)(?: \w+)?(?: not)?|find (?:any|a)(?: \w+)?|break"
    r"|think of (?:any|a)(?: \w+)?)|should(?:'ve| have)|should (?:do|adopt|try|pass|have)"
    r"|without (?:\w+ )?(?:hesitation|reservations?|doubt)|must[- ]have"
    r"|none too soon|not a moment too soon|sorry (?:for|about) \w+ \w+ \w+"
    r"|(?:me|us|here|side|myself) too|too(?=\W*$|[,.;:!)]| (?:thanks|please|and)\b)"
    r"|long enough|i(?:'d| would)(?: have)? (?:prefer\w*|like\w*)[^,;]*)(?![\w'])",
    re.I,
)
SORRY = later(r"\W{0,4}sorry\W*$", re.I)
CURES = later(
    r"\b(?:fix\w*|clos\w+|old|end(?:s|ed|ing)?|stop\w*|remov\w*|prevent\w*|plug\w*|avoid\w*|less"
    r"|than|solv\w*|resolv\w*|against|hard work)\b",
    re.I,
)
CON = later(
    r"n't\b|\b(?:not|never|cannot|no|nobody|no one|none|nothing|hardly|without|too \w+|hate"
    r"|prefer (?:the old|what we)|waste|scrap|drop it|forget it|leave it"
    r"|dislike|disagree|oppos\w+|object\w*|reject\w*|veto|against|vot(?:e|ing) (?:it |this )?"
    r"(?:down|no)|needs? (?:to|more|work|discussion|discussing|an?|another|time|changes?|fixing"
    r"|some)"
    r"|should|must|wait|postpone\w*|discuss\w*|talk about|first|(?:more|another) (?:time|week)"
    r"|worr\w+|concerns?|problems?|sad|sadly|loses? me|too far|un(?:needed|wanted|balanced|wise"
    r"|just|workable)|please (?:change|fix|shorten|split)|but change|modulo|preliminary)\b",
    re.I,
)
BLAMES = later(rf"\b(?:{BAD})\b", re.I)
PRO = later(
    r"\b(?:great|good|nice|excellent|lovely|loved?|i (?:\w+ )?like|happy|fine|cool|perfect"
    r"|brilliant|works|makes (?:\w+ )?sense|reads well|looks (?:good|great|fine|right)|clear|short"
    r"|fair|simple|well done|agreed?|approved?|adopt|accept|support|endorse|lgtm|worth|useful"
    r"|sensible|overdue|finally|yes|ship it)\b",
    re.I,
)
DENIES = later(
    r"n't\b|\b(?:not|never|cannot|no|nobody|nothing|none|hardly|without|too|but|less|enough|instead"
    r"|reject|would|i'd|however|although|though|still|un\w+)\b",
    re.I,
)
UNDOES = later(
    r"(?:\b(?:not|never)|n't)\s(?:\w+\s){0,2}(?:reject|oppose|refuse|veto|mind|hurt|against|wrong)"
    r"|\bconvince me\b|^\W*(?:definitely|absolutely|well) worth\b|^\W*thanks?\W*$|non-?blocking"
    r"|^\W*as is\b",
    re.I,
)
# Behind any sign: the vote is to come, or something has to be changed before
WAITS = later(
    r"\W{0,4}(?:(?:then |so |but )?(?:i'll|i will|let me) (?:vote|read|decide|think|look|see"
    r"|have a look)\b|(?:i'm )?reading\b"
    r"|(?:but |please ){1,2}(?:change|make|fix|remove|add|shorten|drop|split)\b"
    r"|(?:can|could) (?:we|you|it) (?:\w+ )?(?:make|change|be|fix|remove|add|shorten|drop"
    r"|split)\b)",
    re.I,
)
# Who praises or helps himself in the sentence behind a heading takes it back
PRAISES = later(
    r"\W{0,4}(?:great|love|nice|excellent|lovely|looks (?:good|great)|well done|perfect|awesome"
    r"|brilliant)\b(?!.*\bbut\b)",
    re.I,
)
OF_IT = later(
    r"\b(?:it|it's|its|this|that|these|there|we|text|wording|rules?|proposal|idea|draft|amendment"
    r"|change|points?|clear|short|good|great|nice|too|un\w+|thanks?)\b",
    re.I,
)
OF_OTHERS = later(r"\b(?:my|your|you|i looked|i didn't|they|the editors)\b", re.I)
FROM_OTHERS = later(
    r"^\W*from (?:(?-i:[A-Z])|(?:the|my) (?:cat|dog|wife|husband|boss|kids?)\b)", re.I
)


def belies(text: str) -> bool:
    """Whether a sign or a heading in it has a remark that is none on the proposal, or turns it."""
    text = re.sub(r"[*_`]", "", signed(text[:MOST]).replace("’", "'"))
    if ANY.search(text) is None:
        return False
    told = [one for one in SENTENCE.split(text) if one.strip()]
    return any(map(DENIED.match, told)) or any(
        _belies(one, behind) for one, behind in pairwise([*told, ""])
    )


def _belies(sentence: str, behind: str) -> bool:
    found = OPENS.match(sentence)
    if found is None:
        return False
    if WAITS.match(behind):
        return True
    pro = bool(found["up"] or found["support"] or found["told"]) or found[0].lower()[-1:] == "e"
    pro = pro and not (found["down"] or found["oppose"] or found["untold"])
    rest = sentence[found.end() :]
    if (again := AGAIN.search(rest)) is not None:
        rest = rest[: again.start()]
    if not any(map(str.isalpha, rest)):
        return _is_taken_back(found, behind, pro=pro)
    heads = not (found["up"] or found["down"])
    asked = behind if PLEASE.match(rest) else rest
    if heads and DESK.search(asked):
        return True
    return turns(rest, "for" if pro else "against")


def _is_taken_back(found: re.Match[str], behind: str, *, pro: bool) -> bool:
    """By the sentence behind it, where it stands alone in its own."""
    if found["told"] or found["untold"]:
        return bool(behind) and (OF_IT.search(behind) is None or bool(OF_OTHERS.search(behind)))
    if not (found["up"] or found["down"]) and DESK.search(behind):
        return True
    return not pro and PRAISES.match(behind) is not None


def turns(rest: str, choice: Choice) -> bool:
    """Whether what stands behind a sign belies it, or is of something else."""
    if any(one.search(rest) for one in (ANSWERS, ELSEWHERE, FROM_OTHERS)):
        return True
    if choice == "against":
        return UNDOES.search(rest) is not None or (
            PRO.search(rest) is not None and DENIES.search(rest) is None
        )
    told = HARMLESS.sub(" ", rest)
    if SORRY.match(rest) or CON.search(told):
        return True
    return BLAMES.search(told) is not None and CURES.search(told) is None
