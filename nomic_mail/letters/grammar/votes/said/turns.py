"""What behind a vote turns it, ties it or makes light of it.

1. Behind a vote, in its sentence, in brackets or in a sentence of its own, second thoughts ("hold
   on", "I mean no"), a change to come ("I may still change it"), a bargain ("in exchange for …"), a
   part ("but only the first half"), a jest ("and I'm the Pope") and somebody else's mouth ("that
   was Bob speaking") leave no plain vote.
2. How surely or how often it is meant ("usually", "51 %", "to be confirmed") counts in the vote's
   own sentence, up to its reason.
"""

import re

from nomic_mail.patterns import later

# Where a sentence begins so, behind a vote: "Well, not really." "Or rather"
# Where a line below it does.
SECOND = (
    r"not (?:really|quite|exactly|yet|entirely)\b|then again\b|on second thoughts?\b"
    r"|or (?:rather|maybe|perhaps|not|for|against|yes|no|abstain)\b|(?:but|or|and|and then)\W*$"
    r"|on the other hand\b|the (?:opposite|reverse|other (?:way|one|thing))\b"
    r"|(?:says?|said|cried|shouted|yelled) (?:(?:the|my|an?|his|her|he|she|they)\b|(?-i:[A-Z]))"
    r"|of what\b|(?:(?:i'm|i am) )?(?:not (?:so |quite |really |entirely )?sure|unsure|undecided"
    r"|having (?:second thoughts|doubts))(?: (?:about (?:it|this|that)|any ?more|yet|now"
    r"|though))?\W*$"
    r"|(?:hold|hang) on\b|o+ps\b|whoops\b|(?:strike|scrap|cancel|undo|delete)"
    r" (?:that|this|it)\b|(?:please )?(?:forget|ignore|disregard)(?: (?:it|that|this|me))?\W*$"
    r"|(?:never ?mind|stop|cancel)\W*$|meant for (?:another|the other|a different|my)\b"
    r"|sent (?:too (?:early|soon)|by (?:mistake|accident))\b|draft\b|to be confirmed\b|tb[cd]\b"
    r"|(?:i'll |i will |will )(?:confirm|decide|think|sleep)\b"
    r"|let me (?:think|sleep|check|ask|see|reconsider|get back|read)\b"
    r"|(?:please )?ask (?:me )?again\b|(?:convince me|persuade me|change my mind)\b"
    r"|(?:just |only |all )*(?:an? |one )?(?:big |bad )?"
    r"(?:(?:joke|jest|prank)s?\b(?! (?:aside|apart)\b)"
    r"|tests?(?=\W*$))"
    r"|that is(?: to say)?,? (?:with|without|if|should|once|when|provided|unless|assuming|for now"
    r"|only|until|not|maybe|perhaps)\b"
    r"|with (?:one|an?|some|two|minor|small) (?:\w+ )?(?:changes?|amendments?|edits?|tweaks?"
    r"|fix(?:es)?"
    r"|corrections?|conditions?|provisos?|caveats?)\b"
    r"|prove me wrong\b|(?:happy )?april\b|first of april\b|psych\b|syke\b|gotcha\b|h[ae]h[ae]\w*"
)
LEAD = (
    r"\W*(?:(?:well|or|but|and|actually|hm+|oh|sorry|no|so|ok(?:ay)?|fine|yeah|ha|all right),? )*"
)
TURNS_BACK = later(
    rf"{LEAD}(?:(?:not|no|never|nah)(?:,? (?!that|opinion|preference|view|jok|kidding|doubt"
    r"|question|contest|problem|worr|brainer|offen[cs]e|hard feelings|hurry|drama|regret|hesitation"
    rf"|\d)\w+){{0,2}}\W*$"
    rf"|{SECOND}|maybe\b|perhaps\b|almost\b|nearly\b|kind of\b|sort of\b|(?:but )?only\b"
    r"|unless\b|if\b|except\b|i (?:think|guess|suppose)\W*$|as if\b|provided\b|until\b|assuming\b"
    r"|that(?:'s| is| was) for \W?\d)"
    r"|\W*or\b[^?]*\?|\W*or the other way\b",
    re.I,
)
SECONDS = later(rf"{LEAD}(?:{SECOND})", re.I)
SHORT = 15
# Wherever it stands behind a vote.
CHANGED = (
    r"(?:amended|reworded|revised|modified|edited|fixed|corrected|changed|rephrased|rewritten"
    r"|clarified|trimmed|shortened|split)"
)
CHANGING = (
    r"(?:amendments?|rewording|wording|revisions?|modifications?|edits?|fix|fixes|corrections?"
    r"|changes?|rephrasing|rewrite|clarifications?|trim)"
)
MAY_CHANGE = (
    r"\b(?:may|might|could|will|would|can|reserve the right to) (?:\w+ )?(?:change|reconsider"
    r"|switch|withdraw|revisit|flip|turn)\b"
)
WILL_CHANGE = (
    rf"{MAY_CHANGE}"
    r"|^(?:(?!\b(?:i|my|me)\b).)*\b(?:i|my|me)\b"
    r"(?:(?!\b(?:would|might|may|could|'d)\b).)*\b(?:would|might|may|could"
    r"|'d)\b(?:(?!\bvot|[,;:–—] (?:so|hence|therefore|thus) i (?:shall |hereby |must"
    r" )?vote).)*\bvot"
)
CHANGES = later(WILL_CHANGE, re.I)
TAKES_AWAY = (
    r"\b(?:but let me (?:think|sleep|check|ask|see|read|reconsider|get back)\b"
    r"|but i (?:still )?(?:want to|need to|have to|must|should) (?:still |first )?(?:think"
    r"|sleep on|reconsider|check)\b"
    r"|i(?:'ll| will) (?:change|switch|reconsider|withdraw|flip)\b|(?:and|then) i'll switch\b"
    r"|(?:but|though|although|and|or) (?:i )?(?:would|could|might) (?:also |still |well )?"
    r"(?:support|back|accept|live with|agree to|settle for)\b(?! (?:it|this|that)\b)"
    r"|but (?:it|this|that|the (?:text|wording|rule|proposal|draft)) (?:still |really )?"
    r"(?:needs?|must|has to|requires?)\b"
    r"|(?:this|that|it) (?:is|was)n't (?:(?:really|actually) )?(?:me|my|a|final|serious)\b"
    r"|(?:this|that|it)(?:'s| is| was)(?: (?:just|only|really))? not (?:(?:yet|really) )?"
    r"(?:(?:my|a) (?:final |real |actual |last )?(?:vote|ballot|answer)|final|serious|meant)\b"
    r"|(?:this|that|it)(?:'s| is| was) (?:(?:just|only) )?(?:what|how) (?!i (?:think|want|feel"
    r"|vote)|we)\w+(?: \w+){0,3} (?:says?|said|would|thinks?|wants?|votes?|voted|wrote)\b"
    r"|(?:this|that|it)(?:'s| is| was) (?:just |only )?(?:a (?:quote|quotation|joke|test|draft)"
    r"|sarcas\w+|irony|ironic|(?-i:[A-Z])\w+ (?:speaking|talking|writing))\b"
    r"|that(?:'s| is| was) all (?!(?:i|we|there|that)\b)\w+(?: \w+){0,3} (?:says?|said|writes?)\b"
    r"|(?!(?:i|somebody|someone|anybody|anyone)\b)\w+ (?:said|says|wrote) (?:that|this|it|so)"
    r"(?=\W*$|, not)"
    r"|i meant? (?:the (?:other|opposite|reverse)|no\b|yes\b|for\b|against\b)"
    r"|the (?:opposite|reverse)(?:,? i mean)?\W*$|wrong (?:one|way|proposal|ballot|number)\b"
    r"|(?:don't|do not) (?:count|record|register|send)\b"
    r"|on the understanding\b|on (?:the|one) condition\b|on the basis that\b"
    r"|with the (?:proviso|understanding|caveat|condition)\b|with (?:one|a) (?:proviso"
    r"|caveat|condition)\b|(?:one|a) (?:proviso|caveat|condition)(?=\W)"
    r"|(?:in exchange|in return|as a favou?r|quid pro quo)\b|barring\b|insofar\b"
    r"|to the extent\b|to be confirmed\b|were (?:it|he|she|they|i|bob|this|that)\b"
    r"|had (?:it|he|she|they|i|this|that) been\b|should (?:it|he|she|they|this) \w+"
    rf"|(?:given|after|with) (?:an?|the|some)(?: right| better| new)? {CHANGING}\b)"
    rf"|, (?:but )?{CHANGED}\W*$|\b(?:as {CHANGED}\b"
    r"|(?:only|just|at least) (?:for )?(?:the )?(?:first|second|third|last|other|one) "
    r"(?:half|part|bit|clause|paragraph|sentence|section|point)\b"
    r"|for the (?:first|second|last) (?:half|part|bit|clause|paragraph|sentence|section)\b"
    r"|minus (?:the|its|that)\b|but (?:with|without|minus|not) (?:the|a|an|its|that|any|clause"
    r"|paragraph)\b(?! (?:heavy|enthusiasm|pleasure|joy|regret))"
    r"|(?:and )?(?:i'm|i am) (?:the (?:queen|king|pope|emperor|prime minister|president|tooth"
    r"|easter|sultan|tsar|dalai|virgin|walrus)|queen|king|santa|father christmas|napoleon|batman"
    r"|elvis|the pope|a (?:teapot|banana|unicorn|monkey|martian|dutchman|little teapot))\b"
    r"|pigs\b|hell freezes\b|parallel universe\b|in (?:my|your) dreams\b"
    r"|said (?:nobody|no one|no-one)\b|(?:says?|said) (?:my|the|his|her|our) \w+"
    r"|(?:hold|keep|park|save|sit on) (?:this|it|that|my (?:vote|ballot))\b(?:(?! mind).)*"
    r"\b(?:until|till|back|for (?:now|later)|before)\b"
    r"|(?:do not|don't|only|not to be) (?:open|read|use|opened|used)\b.*"
    r"\b(?:before|until|till|if)\b"
    r"|(?:count|open|use|send|take|record) (?:this|it|that|my (?:vote|ballot)) only\b"
    r"|(?:can|could|may|might|would) (?:still |well |yet |easily )?be (?:talked|persuaded"
    r"|convinced|swayed|won|turned|bought|bribed|brought|tempted)\b|talk me (?:into|out|round)\b"
    r"|(?:just|exactly|almost|about) (?:like|as much as) (?:i|i'm|my|we)\b)"
    r"|[,.] (?:yeah,? right|oh,? (?:yes|yeah)|ja,? klar)\W*$"
    r"|\b(?:psych\b|syke\b|gotcha\b|he(?:he)+\b|ha(?:ha)+\b)|^ha(?:[ -]ha)+\b|\bapril\b"
)
UNDOES = later(rf"{WILL_CHANGE}|{TAKES_AWAY}", re.I)
UNMADE = later(rf"{MAY_CHANGE}|{TAKES_AWAY}", re.I)
# In the vote's own sentence, before any reason of it.
HEDGES = later(
    r"\b(?:allegedly|theoretically|hypothetically|supposedly|or so i|so i(?:'m| am) told"
    r"|i (?:think|believe|suppose|guess|imagine) so|as a (?:rule|joke|test)|usually|normally"
    r"|mostly|mainly|chiefly|largely"
    r"|generally|tb[cd]|thus far|so far|as of (?:now|today)|at (?:least|present|the moment)"
    r"(?: (?:today|now|for|until|this))?(?! (?:something|somebody|someone|it|there|we|one)\b)"
    r"|today at least|instead of (?-i:[A-Z])\w+|not final|(?<!the )(?<!this )(?<!your )(?<!good"
    r" )(?<!new )draft|quote|on paper)\b"
    r"|-?\bish\b|\b[1-9]\d ?%(?=\W*$)|\b\d{1,2} ?(?:%|percent|per cent) (?:sure|certain\w*)"
    r"|\b\d\d/\d\d\b(?=\W*$)|^\W*\((?:i think|i guess|(?-i:[A-Z])\w+'s \w+"
    r"|from (?-i:[A-Z])\w+|not\b)",
    re.I,
)
# What ties a vote to something.
IFS = later(
    r"\b(?:(?<!even )if(?! (?:only because|i may\b|you\W*$|you (?:please|don't mind|ask me"
    r"|must know|want to know|like)"
    r"|it helps|i could\W*$))|unless|provid(?:ed|ing)|(?:as|so) long as|assuming|condition\w*"
    r"|contingent"
    r"|subject to|pending(?! (?:proposal|motion|ballot|vote)s?\b)"
    r"|depend\w*|in case|in (?:the|an?) (?:event|case|tie|draw|pinch)|at a tie"
    r"|as soon as|whenever|when(?! i (?:was|first|read|saw|came)\b)|whether|until(?! (?:now"
    r"|today)\b)|till"
    r"|(?<!at )(?<!for )once(?! (?:per|an?|every|each|again|more|and for all"
    r"|had|lived|knew|saw|tried|played|lost|won|owned|met|voted for"
    r"|voted against))|except|only (?:if|when|once|after)|otherwise(?!\W*$)"
    r"|or (?:not|else|against|for|maybe|rather|perhaps)|hypothetical\w*|imagin\w*|pretend\w*"
    r"|suppos(?:e|ing)|should (?:it|this|that|he|she|they|bob|anyone|anybody)|same as|proxy|behalf"
    r"|test(?:ing)?|kidding|joking"
    r"|(?:just|only|as|was|is|it's|that's|pure|bad) (?:an? |one )?(?:big |bad |pure )?jokes?"
    r"(?=\W*$|[,;.])"
    r"|jk|sarcas\w*|iron(?:y|ic\w*)|/s|dream\w*)\b",
    re.I,
)
WHY = later(
    r"\b(?:(?:mostly |mainly |partly |chiefly )?because|since|although|even though"
    r"|though(?! only)|despite|given that|due to|on the"
    r" grounds|for the reasons?|notwithstanding|in spite|whereas|the reason)\b.*",
    re.I | re.S,
)
SENTENCE_END = later(r"(?<=[.!?…])[\s)]+(?=\S)|\s(?=\()")


# A sentence that begins so ties what stands before it, or says that it is not decided.
TIES = later(
    r"^\W*(?:(?:and|but|or|well|so|oh|only|even|though)[\s,]{1,2}){0,2}(?:if|unless|until|till"
    r"|provided|providing|assuming|depend\w*|only|as long as|so long as|once"
    r"|when(?! (?:is|are|do|does|did|will|can|was|were|have|has|shall|should|would)\b"
    r"|(?:'s| (?:i|we|he|she|they)) (?:was|were|had|played|lived|saw|read|first|came))|whenever"
    r"|on (?:one |the )?condition|in (?:case|the event)"
    r"|should (?!be\b)|were (?!you\b)|subject to|pending|maybe|perhaps|possibly|or"
    r"|not(?! (?:much|a lot|many)\b)|wait|hold on"
    r"|hang on|actually|scratch|just kidding|kidding|joking|jk|j/k|hm+|ask|tentativ\w+|for now"
    r"|i think|i guess|let me(?! know\b))\b",
    re.I,
)
WAVERS = later(
    r"\b(?:maybe|perhaps|probably|possibly|not (?:yet |quite |really )?(?:sure|decided)|unsure"
    r"|undecided|lean(?:ing)?|don't know|no idea|either way|depends|thinking (?:about|of)"
    r"|ask (?:me )?(?:again|tomorrow|later))\b"
    r"|(?<!was )(?<!were )(?<!been )\b(?:torn|inclined|tempted)\b",
    re.I,
)
OWN = later(r"\b(?:i|i'm|i'll|i've|i'd|me|my|vote|voting|ballot)\b", re.I)
FEW_WORDS = 6


# "If it passes I shall be happy": of what comes of the vote, and not of the vote
COMES_OF_IT = later(
    r"^\W*(?:(?:and|but|so|well)[\s,]{1,2})?(?:if|when|once|should) (?:it|this|that|the (?:proposal"
    r"|motion|rule|amendment)|(?:proposal )?#?\d{3,6}) (?:pass(?:es)?|fails?|wins?|loses?"
    r"|goes through|gets? (?:adopted|through)|(?:is|be) (?:adopted|accepted|passed|rejected"
    r"|voted (?:in|down)))(?:,|(?=\s(?:i|i'll|we|we'll|you|he|she|they|it|there|who|what|how|nobody"
    r"|everybody|let|please)\b))\s"
    r"(?!.*\b(?:vot\w+|count|against|for it|abst\w*|yes|no|change|switch|withdraw|my mind)\b)",
    re.I,
)


def comes_of_it(sentence: str) -> bool:
    return COMES_OF_IT.match(sentence.replace("’", "'")) is not None


def ties(sentence: str, *, behind: bool) -> bool:
    """Whether a sentence beside a vote, or right behind it, ties it to something or wavers."""
    if comes_of_it(sentence):
        return False
    own = OWN.search(sentence) is not None or len(sentence.split()) <= FEW_WORDS
    if TIES.match(sentence) and (own or behind):
        return True
    return own and WAVERS.search(sentence) is not None


def turns(sentence: str) -> bool:
    """Whether a sentence behind a vote, or a remark in brackets, leaves no plain vote (rule 1)."""
    told = sentence.replace("’", "'")
    if comes_of_it(told):
        return False
    return TURNS_BACK.match(told) is not None or UNDOES.search(told) is not None


def second_thoughts(text: str) -> bool:
    """Whether a line right below a vote takes it back: a short one, and not on another number."""
    told = text.replace("’", "'")
    told = SENTENCE_END.split(told)[0] if len(told.split()) > SHORT else told
    if comes_of_it(told) or len(told.split()) > SHORT or re.search(r"\d{3}|\bj\d", told, re.I):
        return False
    return SECONDS.match(told) is not None or UNDOES.search(told) is not None


def turned(tail: str) -> bool:
    """Whether what stands behind a vote leaves no plain one."""
    tail = tail.replace("’", "'")
    own, *others = SENTENCE_END.split(f" {tail}")[:40]
    if UNDOES.search(own) or HEDGES.search(WHY.sub("", own)):
        return True
    if (comma := re.match(r"\s*[,;–—-]+\s", own)) is not None and BACK.match(own, comma.end()):
        return True
    if any(ties(one, behind=True) for one in others):
        return True
    bracketed = [one for one in others if one.startswith("(")]
    return any(turns(one) for one in others) or any(HEDGES.search(one) for one in bracketed)


# Behind a comma: ", or rather not", ", not really"
BACK = later(
    r"(?:(?:well|but|and|actually|hm+|oh),? )*(?:not (?:really|quite|exactly|yet|entirely)\b|or\b"
    r"|maybe\b|perhaps\b|then again\b|the other way\b|hold on\b|o+ps\b)",
    re.I,
)
