"""What might answer words that are no command: lines that change nothing, named to their writer.

1. Nothing is done because of them: they stand in the letter that says that nothing was understood.
2. A number is named where there is a rule or a proposal of it; else words tell, in two languages.
3. A short question that has nothing else in it is answered by its line at once (`plainly_asked`).
"""

import re
from collections.abc import Collection, Sequence

from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

_RULE = later(r"\b(?:rules?|regeln?|§)\s*#?(\d{3,6})\b", re.I)
_NUMBER = later(r"\b(\d{3,6})\b")
_WORDS = {
    "HELP AWAY": r"away|holidays?|vacation|fortnight|travell?ing|quit|leav(?:e|ing)|stop playing"
    r"|urlaub|verreis\w*|abwesend|weg fahr\w*|aufhören|aussteigen|more time|extend|extension"
    r"|mehr zeit|verlänger\w*|aufschub",
    "HELP LEAVE": r"unsubscribe|stop|opt out|remove me|take me off|delete me|abmelden|abbestellen"
    r"|stopp|lösch\w* mich|mich .{0,20}löschen|(?:mag|will|möchte|kann) nicht mehr|keine lust mehr",
    "LANGUAGE GERMAN": r"(?:letters?|e?mails?|write|answer|get|have|want)\b.{0,40}\bin german"
    r"|in german,? please|please.{0,40} in german|auf deutsch",
    "LANGUAGE ENGLISH": r"in english|auf englisch",
    "SCORES": r"points?|scores?|scored|leads?|leading|winning|punkte?n?|punktestand|führt",
    "HELP TURN": r"how (?:do|does|can|to)\b.{0,30}\b(?:play|turn|begin|start|go|work)\w*"
    r"|what (?:do|can|should|must|am|have) (?:i|we)\b.{0,20}\b(?:do|now|supposed)"
    r"|wie (?:geht|spiel\w*|läuft|funktioniert)|was (?:kann|muss|soll) ich\b.{0,20}\b(?:tun|machen)"
    r"|was (?:kostet|bringt)|what does .{0,20}\b(?:cost|bring)",
    "HELP PROPOSE": r"propos\w+|suggest\w*|new rule|change (?:a|the) rules?|vorschlag\w*"
    r"|vorschläge|vorschlüge|neue regel|schlag(?:e|t)? .{1,20}\bvor",
    "HELP VOTE": r"how .{0,20}\bvote|voting|ballots?|abstimm\w*|stimmzettel",
    "HELP DICE": r"dice|die roll|throws?|würfel\w*|gewürfelt",
    "HELP JUDGMENT": r"judges?|judgment|dispute|cheat\w*|unfair|richter\w*|urteil\w*|streit\w*",
    "STATUS": r"turn|who\b.{0,30}\bvoted|voted yet|gestimmt|how (?:do )?things stand"
    r"|who ?[’']?s (?:next|on)|next|when|start\w*|deadline|waiting|going on|happen\w*"
    r"|wann|zug|dran|reihe|stand|passiert"
    r"|how (?:is|['’]?s) (?:the game|it going|it)\b|what now|now what|was (?:jetzt|nun)",
    "RULES": r"rules|regeln|(?:what|mean|was|heißt)\b.{0,40}\b(?:typeless|mutable|immutable)"
    r"|(?:typeless|mutable|immutable)\b.{0,40}\b(?:mean|heißt)",
    "HELP": r"how (?:do|does|can|to)|what (?:do|can|should|must|am) (?:i|we)|help|confused|lost"
    r"|understand|explain|wie (?:geht|kann|spiel|muss|mach)\w*|was (?:kann|muss|soll) ich|hilfe"
    r"|verstehe",
}
_ASKED = {line: later(rf"\b(?:{words})\b", re.I) for line, words in _WORDS.items()}
ASKS_FOR_ONE = ("LANGUAGE GERMAN", "LANGUAGE ENGLISH")
_TONGUES = {
    "LANGUAGE GERMAN": r"german|deutsch\w{0,3}",
    "LANGUAGE ENGLISH": r"english|englisch\w{0,3}",
}
_NOT = (
    r"(?:\b(?:not|no|cannot|little|poor|nicht|kein\w{0,2}|wenig|bisschen|schlecht\w{0,2})|n[’']t)\b"
)
_NAMED = {line: later(rf"\b(?:{name})\b", re.I) for line, name in _TONGUES.items()}
_REFUSED = {
    line: later(
        rf"{_NOT}[^.!?;,\n]{{0,30}}\b(?:{name})\b|\b(?:{name})\b[^.!?;,\n]{{0,20}}{_NOT}", re.I
    )
    for line, name in _TONGUES.items()
}
_ONLY = {
    line: later(
        rf"\b(?:only|nur)\b[^.!?;,\n]{{0,20}}\b(?:{name})\b|\b(?:{name})\b (?:only|nur)\b", re.I
    )
    for line, name in _TONGUES.items()
}
_SENTENCE = later(r"[^.!?\n]{1,300}[.!?]?")
_GERMAN = later(
    r"\b(?:ich|du|wir|und|oder|nicht|kein\w*|der|das|den|dem|ist|sind|bitte|wie|was|wann|warum|wer"
    r"|kann|bin|habe|mir|mich|auf|für|dass|noch|auch)\b",
    re.I,
)


def hints(lines: Sequence[str], rules: Collection[int], proposals: Collection[int]) -> list[str]:
    text = "\n".join(lines)[:2000]
    found = [f"RULE {n}" for n in map(int, _RULE.findall(text)) if n in rules]
    numbers = list(map(int, _NUMBER.findall(text)))
    found += [f"PROPOSAL {n}" for n in numbers if n in proposals]
    found += [f"RULE {n}" for n in numbers if n in rules and n not in proposals]
    found += ["LANGUAGE GERMAN"] if _is_german(text) else []
    found += [line for line, words in _ASKED.items() if words.search(text)]
    return list(dict.fromkeys(found))


ASKED_MOST = 120  # characters of a question that is answered at once
_WORD = later(r"[\w'§]+")
# Whoever asks with these words alone asks what the line tells, and not what it is good for.
_PLAIN = word_set(
    """what whats what's who whos who's whose how where when which can could may would is are do
    does did has have got had will i we you me us my it its it's that this there say says read see
    get show send tell mean means stand stands start starts started begin begins begun happening
    going happened winning leading leads ahead voted rule rules proposal proposals number turn
    turns score scores point points game text wording things deadline status the a of to in at on
    now please pls yet not again right still full many moment currently today next all about hi
    hello hey ok so and thanks thank was wer wie wo wann welche kann könnte darf ich wir du mir
    uns mein meine es das die den der dem bin ist sind habe hat hast sagt steht stehen heißt lesen
    sehen haben zeig zeige schick schicke bitte regel regeln vorschlag nummer zug reihe dran
    punkte punkten punktestand spiel stand führt gerade jetzt heute noch nicht schon alle viele
    von im an am los geht fängt beginnt nächste nächsten nächster abgestimmt gestimmt hallo danke
    §"""
)
_ASKS = later(
    r"\?|^\W*(?:(?:hi|hello|please|pls|ok|so|and|bitte)\b[\s,!]*)?(?:what|who|how|where|when"
    r"|which|whats|can|could|may|show|send|tell|was|wer|wie|wo|wann|welche|zeig|schick|kann|darf)\b",
    re.I | re.M,
)
# Who asks with these alone what is to be done, or by whom, asks what STATUS tells.
_OWES = word_set("must should have has need needs muss müssen soll sollen")
_OWED = _OWES | word_set(
    """what who how is are am does do i we me it there the game vote now next please pls still yet
    today anything something anybody anyone everybody to ok so and hi hello thanks was wer wie ich
    wir noch jetzt heute gerade etwas jemand tun machen abstimmen bitte das spiel ist hallo danke"""
)
_A_WAY = later(r"\b(?:do|vote) to\b", re.I)
_HOW_TO = later(
    r"\bhow (?:to|(?:do|does|did|can|could|should) (?:i|you|we|one|it|they))\b"
    r"|\bwie (?:kann|geht)\b",
    re.I,
)


def plainly_asked(lines: Sequence[str], found: Sequence[str]) -> str:
    """The one line that answers a short question; nothing where it may be about more."""
    text = "\n".join(lines)
    words = set(_WORD.findall(text[:ASKED_MOST].lower().replace("’", "'")))
    words = {one for one in words if not one.isdecimal()}
    owed = words <= _OWED and bool(words & _OWES) and not _A_WAY.search(text)
    if len(text) > ASKED_MOST or not (owed or words <= _PLAIN):
        return ""
    if _ASKS.search(text) is None or _HOW_TO.search(text):
        return ""
    if owed:
        return "STATUS"
    rules = [one for one in found if one.startswith(("RULE ", "PROPOSAL "))]
    others = {one for one in found if one not in rules} - {"HELP", "LANGUAGE GERMAN"}
    if len(rules) == 1:
        return rules[0] if others <= {"RULES"} else ""
    if rules or not others:
        return ""
    for line in ("STATUS", "SCORES", "RULES"):
        if line in others and others <= {line, "SCORES"}:
            return line
    return ""


def _is_german(text: str) -> bool:
    return len(_GERMAN.findall(text)) >= 2


def tongue_of(lines: Sequence[str]) -> str:
    """The language that somebody plainly asks for, or else writes in. What they say of languages
    goes before what they say it in: "Gibt es das auf Englisch?" """
    text = "\n".join(lines)[:2000]
    named = [one for one in ASKS_FOR_ONE if _NAMED[one].search(text)]
    refused = [one for one in named if _REFUSED[one].search(text)]
    only = [one for one in named if one not in refused and _ONLY[one].search(text)]
    if len(only) == 1:
        return only[0]
    german = "LANGUAGE GERMAN"
    if refused:  # "Geht das nicht auf Deutsch?" may ask for it; who has no English may have French
        told = " ".join(one for one in _SENTENCE.findall(text) if one[-1] != "?")
        other = next((one for one in ASKS_FOR_ONE if one not in refused), "")
        plain = _REFUSED[refused[0]].search(told) and (other != german or _is_german(text))
        return other if plain else ""
    asked = [one for one in named if _ASKED[one].search(text)]
    if len(named) == 1 and asked:
        return asked[0]
    return german if named in ([], [german]) and _is_german(text) else ""


def asks_for_language(lines: Sequence[str]) -> bool:
    return any(_ASKED[one].search(line) for one in ASKS_FOR_ONE for line in lines)
