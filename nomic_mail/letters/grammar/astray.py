"""Lines in the text of a proposal, or of a TELL, that look like none of it: asked about.

They were taken as part of the text, as nobody but its writer can tell; END above them says what was
meant.
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.words import NUMBERED, shown
from nomic_mail.patterns import later

NAME_BELOW = later(r"^[-–—~]{0,2} ?[A-Z][a-z'’-]{1,20}(?: [A-Z][a-z'’-]{1,20})?$")
POSTSCRIPT = later(r"^P\.? ?S\b\.?[\s:,–—-]", re.I)
# What is said to who reads a proposal, below its text. Rules tell of thanks, votes and reasons:
# so a word of the reader's or the writer's own, or of this proposal, has to be with it.
_DAY = (
    r"(?:(?-i:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|tomorrow|tonight|today|noon|midnight"
    r"|next week|the (?:end|weekend)|then|\d)"
)
_READER = r"\b(?:you|your|me|us|vot(?:e|es|ing)|ballots?|this (?:proposal|draft)|it through)\b"
_BEGGED = r"\b(?:me|us|vot(?:e|es|ing)|this (?:proposal|draft)|it through)\b"
_YOURS = r"\b(?:ihr|euch|eure\w*|mir|uns)\b"
_OF_IT = r"(?:it|this|that|the (?:proposal|change)|my proposal|all this)"
_REMARKS = (
    # Please
    r"(?:please|pls)\b(?! (?:is|are|and|or|must|may)\b)(?=,? (?:read|think|consider|note"
    r"|remember|reply|answer|help|forgive|excuse|look|check|be|don't|do not|feel free|comment"
    r"|discuss|support|say|tell|let|have a|bear|object|correct|speak|(?:give|make|keep) it)\b"
    rf"|.{{0,120}}{_BEGGED})",
    # Thanks, greetings
    r"(?:many |big |my )?thanks(?: (?:for|in advance|again|all|everyone|everybody|a lot|so much"
    r"|very much|to (?:all|you|everyone|everybody|(?-i:[A-Z])\w+ for))\b|,|\W*$)"
    r"|thank you\b(?! (?:is|are|notes?|letters?)\b)|(?:hi|hello|hey|dear)(?: (?:all|everyone"
    r"|everybody|folks|there|again|players|friends|(?-i:[A-Z])\w+)){0,2}[,.!–-]?(?:$|\s(?=i\b))",
    r"(?:cheers|best(?: wishes)?|all the best|(?:kind |best )?regards|yours|love|greetings|bye"
    r"|see you|talk soon|until|take care|have fun|good luck|enjoy)\b[,.!]?"
    r"(?: (?:(?-i:[A-Z])\w+|from|all|everyone|soon|later"
    r"|then|around|on|at|in|with (?:it|this)|next|week|folks|it|this)){0,3}[.!]*$",
    # Votes that are asked for
    rf"vote (?:(?:by|before|until) {_DAY}(?!.* or\b)[^.!?]{{0,20}}[.!]?$"
    r"|(?:yes|no|aye)\b(?! or\b)[^?]{0,80}$|(?:for|against) (?:it|this|that|my|me|us"
    r"|the proposal)\b|(?:early|soon|now|today|quickly)\b[^?]{0,20}[.!]$|on (?:it|this)\b)"
    r"|(?:votes?|voters?|everybody|everyone|folks),? (?:please|vote)\b",
    r"(?:feel free|don't hesitate|don't be shy)\b|(?:do(?:n't| not) forget|remember|be sure"
    r"|make sure)(?: to|,| and)\b"
    rf"(?=.{{0,60}}{_READER}|[^.]{{0,40}}\b(?:ask|comment|object)\b)",
    # The writer
    r"(?-i:I)(?!\.|\)|, the)\s(?:\w+ly |also |just |still |do |only )?(?:think|thought|hope"
    r"|believe|find|feel|guess|know|like|love|want(?:ed)?|wish|would|will(?! not\b)|have|had|am"
    r"|was|did|don't|do not|can't|tried|made|wrote|kept|left|added|changed|took|propose|suggest"
    r"|see|read|need|could|should|look|expect|ask|figured|suppose|mean|plan|promise|admit"
    r"|reali[sz]ed?|noticed|saw|got|care)\b|(?-i:I)'(?:m|d|ve|ll)\b|as for me\b|personally,",
    r"my (?:\w+ )?(?:idea|aim|reason(?:ing|s)?|rationale|intent(?:ion)?|thinking|thoughts?|hopes?"
    r"|plan|goal|motivation|point|apolog(?:y|ies)|proposal|draft|text|try|take|view|opinion)\b"
    rf"|my\b(?=.{{0,80}}{_READER})",
    r"sorry\b[,.!]?(?: (?:for|about|if|that|to|it|this|i)\b|\W*$)|apologies(?: (?:for|if|to"
    r"|in advance)\b|\W*$)"
    r"|(?:really |very )?(?:looking forward|can't wait|happy to|glad to|curious (?:what|how|who"
    r"|to|about|if|whether)"
    r"|not sure (?:about|if|whether|that|how)|hoping)\b"
    r"|hope(?:fully)?,? (?:you|this|that|it|we|everyone|everybody)\b|fingers crossed"
    r"|(?:by the way|btw)\b|[^.!?]{3,100}, (?:i (?:think|hope|guess|believe)|don't you think)\W*$",
    # The reader's turn
    r"what (?:do|does|would|say|are|about|did) (?:you|everyone|everybody|y'all|people|others"
    r"|we all|your)\b|what's your\b|how (?:do|does|would|about) (?:you|that|this|it|everyone)\b"
    r"|(?:does|is|was|would|will|should|did) (?:this|that|it)\b[^.!?]{0,60}\?$"
    r"|(?:can|could|would|will|do|does|are|shall|should|who|why)\b[^.!?]{0,40}"
    r"\b(?:you|anybody|anyone|everybody|everyone|we)\b[^.!?]{0,60}\?$"
    r"|(?!(?:who|what|when|where|which|how|wer|wie|wann|wo) \w)\w+(?: \w+)?\?"
    r"(?: \w+(?: \w+)?\?)?$",
    r"(?:any |your |all |other )?(?:thoughts|comments|feedback|objections|questions|opinions"
    r"|ideas|suggestions|improvements)(?: (?:are|is|very|most|always|or \w+))*"
    r"(?: welcome|, anyone)?\s?[?!.]|(?:feedback|votes|support|help|comments|ideas)"
    r" (?:appreciated|welcome|please)\b|(?:any )?(?:questions|objections|comments)(?: or \w+)?,"
    r" (?:just |please )?(?:ask|say|tell|write|let)\b|(?:just )?(?:let me know|tell me|ask me"
    r"|write to me|let's (?:see|try|hope|do|vote|discuss))",
    r"(?:if|in case|should) (?:anyone|anybody|something|anything)\b.{0,60}\b(?:me|know)\b"
    r"|(?:if|in case|should) you (?:(?:really |all |do )?(?:like|agree|disagree|dislike"
    r"|hate|object|support|prefer|(?:don't|do not) (?:like|agree)|find|think|spot|see)"
    r" (?:it|this|that|with|to (?:it|this|that)|the (?:idea|proposal|text)|any|a (?:typo|mistake)"
    r"|mistakes?|typos?|something)\b"
    r"|have (?:any |a |some |other )?(?:better )?(?:questions?|objections?|comments?|ideas?"
    r"|suggestions?|doubts|concerns|thoughts?)\b)",
    r"over to you\b|(?:now )?(?:it's )?your (?:turn|call|move|choice|vote|votes|opinion"
    r"|thoughts)\s?[!?.]*$"
    r"|that's (?:all|it)(?:,? (?:folks|from me|for now))?[.!]*$|comments? below\b",
    # Why it is proposed
    r"\(?(?:rationale|reasoning|explanation|motivation|background|why(?: (?:this|that))?)"
    r"\s?[:?]|why i\b"
    r"|\((?:the )?(?:reasons?|comment|idea|intent(?:ion)?|aim)\s?:|(?:the )?idea\s?[:–—]"
    r"|(?:the )?(?:rationale|reason(?:ing)?|idea|aim|intention|point)(?: here\b"
    rf"| (?:behind|of|for) {_OF_IT}(?:\s?[:–—]| (?:is|was) (?:that|to|simpl[ey])\b)"
    r"|(?<=reason) (?:is|was) that\b)"
    r"|(?:this is|it is|it's|that's) (?:just |only |really )?(?:my|a) (?:first|try|trial|draft"
    r"|test|suggestion|idea|attempt)\b",
    # In German
    r"bitte (?:stimmt|lest|sagt|gebt|schreibt|schaut|denkt|meldet|helft|nicht|beachtet|verzeiht"
    rf"|um|bis|alle)\b|bitte\b(?=.{{0,100}}{_YOURS})"
    r"|(?:vielen |besten |lieben )?dank(?:e|eschön)?(?: (?:für|fürs|euch|an|im voraus|schon|allen"
    r"|sehr|dir|ihr)\b|[\s,.!]*$|,)|(?:hallo|moin|servus|liebe)(?: (?:alle|zusammen|leute|ihr"
    r"|mitspieler\w*|freunde|(?-i:[A-Z])\w+)){0,2}[,.!]?$",
    r"(?-i:Ich) (?:\w+ )?(?:denke|glaube|finde|hoffe|meine|habe|hätte|würde|wollte|will|möchte"
    r"|freue|bin|weiß|bitte|schlage|fände|könnte|halte|sehe|dachte)\b"
    r"|meine (?:idee|begründung|absicht|meinung|überlegung|stimme)\b|mein (?:ziel|gedanke|grund"
    r"|vorschlag)\b|die idee (?:dahinter|dabei)\b|(?:der )?grund (?:ist|war), (?:dass|weil)\b"
    r"|(?:das|es) ist (?:nur |erst )?(?:mein|ein) (?:erster?|kleiner|vorschlag|versuch|entwurf)\b"
    r"|\(?(?:zur )?(?:begründung|hintergrund|idee|warum|erklärung)\s?[:?]",
    rf"(?:was|wie|warum|wer)\b[^.!?]{{0,30}}{_YOURS}[^.!?]{{0,40}}\?"
    r"|wer (?:ist|wäre) (?:dafür|dagegen|dabei)\?|über (?:eure|jede|alle)\b.{0,40}\bfreu"
    r"|(?:seid|habt|wollt|könnt|mögt|findet) ihr\b[^.!]{0,60}\?$"
    r"|(?:eure|eurer) (?:meinung|meinungen|gedanken|stimmen?)\b"
    r"|(?:irgendwelche )?(?:meinungen|fragen|einwände|gedanken|vorschläge|ideen|rückmeldungen?)"
    r"(?: (?:sind|sehr|gern|gerne))*(?: willkommen)?\s?[?!.]",
    r"(?:(?:viele|liebe|schöne|beste|herzliche) )?(?:grüße|gruß|lg|mfg|vg)\b[,.!]?"
    r"(?: (?:(?-i:[A-Z])\w+|und|an|aus|alle)){0,3}[.!]?$"
    r"|bis (?:bald|dann|morgen|später|(?-i:[A-Z])\w+tag)[.!]*$"
    r"|(?:euer|eure) (?-i:[A-Z])\w+[.!]?$|schöne[ns] (?:gruß|tag|abend|wochenende)\b.{0,20}$"
    r"|das (?:war's|wär's|wäre es|war es)\b|(?:freue?|hoffe|würde mich freuen"
    r"|bin gespannt)\b.{0,60}[.!]$|hoffentlich\b"
    r"|(?:sorry,? (?:für|wegen|dass)|tut mir leid|entschuldigt|entschuldigung)\b"
    r"|viel (?:spaß|glück|erfolg)(?:,? (?:euch|allen|uns|damit|dabei|beim \w+)){0,2}[.!]*$",
    r"(?:vergesst|denkt|sagt|lasst|schreibt|gebt|meldet)\b(?=[^.]{0,50}\b(?:nicht|daran|mir|mich"
    r"|euch|bescheid|ab)\b)[^?]{0,60}[.!]?$"
    r"|(?:wenn|falls|sofern) (?:ihr (?:mögt|wollt|einverstanden|zustimmt|dafür|dagegen|fragen"
    r"|einwände|das|es|noch|einen|etwas|lieber)\b|es euch\b|euch\b|jemand (?:fragen|einwände))"
    r"|stimmt (?:bitte\b|bis\b|(?:alle |doch |also )?(?:dafür|dagegen|ab|mit (?:ja|nein))"
    r"[^,]{0,30}[!.]$)",
)
TO_READERS = tuple(
    later(rf"^(?:(?:so|and|but|anyway|well|ok|oh|also)[,:]? )?(?:{one})", re.I) for one in _REMARKS
)
_CALL = r"CALL (?:A |THE |FOR A )?VOTE"
CALLS_VOTE = later(rf"^{_CALL}[.!]?$", re.I)
LOST_COMMAND = later(
    rf"^(?:(?i:{_CALL})|WITHDRAW|EFFECTS|VOTE .{{0,60}}"
    r"|(?:FOR|AGAINST|ABSTAIN|YES|NO|FÜR|GEGEN|DAFÜR|DAGEGEN|ENTHALTUNG|JA|NEIN)(?: \d{1,6})?"
    r"|CONSENT|OVERRULE|UPHOLD|RULES|STATUS|SCORES|HELP|LEAVE|FORFEIT)[.!]?$"
)
# A YES or a NO is as often an answer.
LOUD_VOTE = later(
    r"^(?:VOTE )?(?:FOR|AGAINST|ABSTAIN|FÜR|GEGEN|DAFÜR|DAGEGEN|ENTHALTUNG)(?: \d{1,6})?[.!]?$"
)
FEW_WORDS = 4


def is_a_ballot(text: str) -> bool:
    """Whether it is as a ballot is written, also where none is open; the rest is how somebody would
    vote, in a debate."""
    named = NUMBERED.search(text) is not None and len(text.split()) <= FEW_WORDS
    return named or LOUD_VOTE.match(text) is not None


def lost_command(last: str, where: str) -> str:
    """The question about the last line of a text, where that looks like a command."""
    if not LOST_COMMAND.match(in_english(last)):
        return ""
    return (
        f"{shown(last)} stands inside the text of your {where} and was taken as part of it. If you"
        f" meant a command, {'REVISE and ' * (where == 'proposal')}write END on a line before it."
    )


def postscript(line: str) -> str:
    return (
        f"{shown(line)} stands inside the text of your proposal and was taken as part of it. If it"
        " is no part of the rule, REVISE and write END on a line before it."
    )


def astray(text: Sequence[str]) -> tuple[str, str] | None:
    """A line that begins a paragraph of the text, or ends one, and looks like none of a rule's: a
    command, else a postscript, or words to who reads it below what begins it; with the question.
    What does nothing for being taken as text is named before what is only too much of it."""
    lines = [line.strip() for line in text]
    begin = [line for at, line in enumerate(lines) if line and not (at and lines[at - 1])]
    end = [line for at, line in enumerate(lines) if line and not any(lines[at + 1 : at + 2])]
    votes = filter(LOUD_VOTE.match, lines)  # wherever they stand
    for line in (*begin, *end, *votes):
        if question := lost_command(line, "proposal"):
            return line, question
    for line in (*begin, *end[-1:]):
        if POSTSCRIPT.match(line) or (line not in begin[:1] and _to_readers(line)):
            return line, postscript(line)
    if len(begin) > 1 and begin[-1] == end[-1] and NAME_BELOW.match(end[-1]) and _ends(end[-2]):
        return end[-1], postscript(end[-1])
    return None


def _ends(line: str) -> bool:
    return line.endswith((".", "!", "?"))


def _to_readers(line: str) -> bool:
    line = line.replace("’", "'")
    return any(one.match(line) for one in TO_READERS)
