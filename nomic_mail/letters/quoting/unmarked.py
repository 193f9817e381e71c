"""Where somebody else's words begin that no mark tells apart: under a weak attribution, below a
ticket system's line, or because they are a letter of ours.

1. Our own letters are known, in each of their languages, by what all of them carry: the footer,
   the subject's tag where one of the others follows, and the lines that begin "By when", "How" and
   "What you can do", of which two make one. What the player says ends there, or at the attribution
   or rule drawn above it, since our instructions are full of commands.
2. `Bob wrote:`, without a date or an address, is one only where it is nothing but a name, a day and
   the verb. A rule or a question to the judge may hold such a line: inside one it cuts nothing off,
   unless a letter of ours follows.
3. Where nothing is drawn above a letter of ours, only its opening tells where it begins; without
   one, what stands above the first sure line is the player's for a paragraph, and doubtful from
   there on: nothing in it is done, and what looks like an order is asked about.
4. What stands below a weak attribution, or below our own letter, is not said, but a plain vote in
   it is asked about: it may be an answer at the wrong end.
5. A mark that people use for other things, too, is one where two lines in a row have it.
6. Words are data: a language is added here and nowhere else.
"""

import re
from typing import Literal

from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

LONGEST = 80
OPENING = later(
    r"^(?:(?:subject: {0,3})?(?:re: {0,3})?\[nomic [\w.-]{1,40}\] \S"
    r"|(?:(?:subject|betreff|re|aw): {0,3}){0,2}\[[a-z][a-z0-9-]{0,29}[?!]?\] (?:"
    r"(?:vote on j?\d{1,6} (?:by|until|open again)"
    r"|abstimmung über j?\d{1,6} (?:bis|wieder offen))\b"
    r"|j?\d{1,6} (?:(?:adopted|defeated|angenommen|abgelehnt) \d|proposed by\b|vorgeschlagen von\b)"
    r"|(?:it is your turn|du bist am zug|the game begins|das spiel beginnt)(?:[:;]|$))"
    r"|just reply to any letter of the game, with one command\b"
    r"|the vote (?:is open on \d|on j?\d{1,6} is open)"
    r"|antworte einfach auf einen brief des spiels, mit einem befehl\b"
    r"|die abstimmung über j?\d[\dj, ]{0,120} ist offen)",
    re.I,
)
# A subject as ours are, with a word in brackets: but people write such lines, too.
TAGGED = later(
    r"^(?:(?:subject|betreff|re|aw): {0,3}){1,2}\[[a-z][a-z0-9-]{0,29}([?!]?)\] (?-i:[^\sa-z])",
    re.I,
)
OWN = later(
    r"^(?:by when: .{0,60}\d{2}:\d{2} utc\b|how: (?:just )?reply to this letter\b"
    r"|bis wann: .{0,60}\d{2}:\d{2} utc\b|wie: antworte auf diesen brief\b"
    r"|to talk to all players(?::| ?, (?:write to|put this))|please leave this line in your answer:"
    r"|um an alle zu schreiben(?::|, setz diese\b)|bitte lass diese zeile in deiner antwort stehen:"
    r"|(?:[^\n]{1,200},\s)?(?:a game of|a server for) nomic by mail\.(?: (?:to say something"
    r"|a reply to this letter)\b|$)"
    r"|(?:[^\n]{1,200},\s)?ein (?:server für )?nomic per mail\.(?: (?:um dem spiel etwas zu sagen"
    r"|eine antwort auf diesen brief)\b|$))",
    re.I,
)
FOOTER = later(
    r"^([^\n]{1,200}), (?:a (?:game of|server for) nomic by|ein (?:server für )?nomic per) mail\.",
    re.I,
)
# A line that people are asked to keep: alone it is no sign of a whole letter.
CODE = later(
    r"^(?:please leave this line in your answer|bitte lass diese zeile in deiner antwort stehen):",
    re.I,
)
Begins = Literal["here", "titled", "within"]
HOUSE = later(r"^(by when|how|what you can do|bis wann|wie|was du tun kannst):(?:\s|$)", re.I)
# Ticket systems, and programs that name the original without its dashes.
BORDER = later(
    r"^(?=.{0,60}(?:repl(?:y|ies)|respon[ds]|answer|write|type|antwort|répon|respuesta|rispo"
    r"|resposta|antwoord|reageer|svar|odpowied|ответ))\W{0,12}(?:[^\W\d]{1,14}[\s,:-]{1,3}){0,8}"
    r"(?:above|oberhalb|über|au-dessus de|encima de|sobre|acima|sopra|boven|ovanför|over|powyżej"
    r"|выше) (?:this|diese[rs]?|cette|esta|desta|questa|deze|denna|den här|denne|tej|этой)"
    r" (?:line|linie|zeile|ligne|línea|linha|riga|lijn|regel|linje|rad|linii|черты|линии)\b.{0,60}$"
    r"|^\W{0,12}(?:original message)\b.{0,40}$"
    r"|^(?:\* )?[^<>\n]{1,60} [<(][^\s<>@]{1,64}@[^\s<>@]{1,200}[>)] \[(?:\d{4}-"
    r"|\d{6} )[^\]\n]{1,40}\]:$"
    r"|^in a message dated [^\n]{5,120}\bwrit(?:es|ten|e):?$",
    re.I,
)
WROTE = (
    r"wrote|writes|schrieb|schreibt|a écrit|écrit|escribió|escreveu|ha scritto|scrisse|schreef"
    r"|skrev|kirjoitti|napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?|írta|yazdı|написал(?:\(а\)|а)?"
    r"|пишет|έγραψε|さんは書きました|さんが書きました|が書きました|のメール|写道|寫道"
    r"|(?:님이 )?(?:작성|쓴 글)"
)
VERB_LAST = later(rf"^(?P<who>[^\n:]{{1,70}}?)\s?(?:{WROTE})(?P<end>\s?[:：]|$)", re.I)
VERB_FIRST = later(
    r"^(?P<when>(?:am|op|den|på|dne|dnia)\s[^\n:]{1,50}?)\s(?:schrieb|schreef|skrev|napsal|napisał)"
    r"\s(?P<who>[^\n:]{1,50})[:：]$",
    re.I,
)
CITES = later(
    r"^(?:zitat von|quoting|quoth|quote from|citando(?: a)?|quota di|citerar|citaat van)\s"
    r"(?P<who>[^\n:]{2,60})[:：]$",
    re.I,
)
ABOVE = word_set(
    "on at the of am um den der le à el a las il giorno alle ore em às op om kl w dnia o dne v"
    " в на by and von de da van via utc gmt"
    " lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes"
    " sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica segunda-feira"
    " terça-feira quarta-feira quinta-feira sexta-feira maandag dinsdag woensdag donderdag vrijdag"
    " zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag poniedziałek wtorek środa"
    " czwartek piątek sobota niedziela"
)
SPOKEN = word_set(
    "i you we he she they it who which what as here this that like since because when where how so"
    " my your our his her their also then once somebody someone everybody nobody one and but if"
    " ich du wir er sie es wie was je tu elle nous vous yo tú él ella eu ele ela io lui lei ik jij"
    " hij wij jag han hon ja ty ona я ты он она мы вы 我 你 他 她 私 나 rule proposal"
)
ODD = later(r"^[ \t]{0,4}([}\]:%¦＞»#!]|=>|\*>|&gt;)(?:[ \t]{1,4}|$)")
ITEM = later(r"^[ \t]{0,4}#[ \t]{1,4}\d")  # `# 301: FOR` in a list
TEXT_HEAD = later(
    r"^\W{0,3}(?:I (?:hereby )?)?(?:propose|revise|preview|judge?ment|ruling)\b", re.I
)
TEXT_END = later(r"^(?:end(?:\s(?:of\s)?(?:proposal|text))?\.?|\.)$", re.I)


def in_text(text: str, before: bool) -> bool:
    """Whether the next line may belong to a rule's text or to a question to the judge."""
    if TEXT_HEAD.match(text):
        return True
    return before and TEXT_END.match(text) is None


def own_lines(texts: list[str]) -> list[int]:
    """Which lines are such as letters of ours have, and people's have not. As a page, a letter
    begins with the title that its footer tells."""
    sure = [at for at, text in enumerate(texts) if OWN.match(text) or OPENING.match(text)]
    house = [
        (at, found[1].lower()) for at, text in enumerate(texts) if (found := HOUSE.match(text))
    ]
    heads = (at for at, text in enumerate(texts) if TEXT_HEAD.match(text))
    pair = len({word for _, word in house}) > 1
    if pair and (sure or next(heads, len(texts)) > house[0][0]):  # a rule may have such lines
        sure += [at for at, _ in house]
    follows = [at for at in sure if not CODE.match(texts[at])]
    sure += _subject(texts, follows, [at for at, _ in house])
    titles = {found[1] for at in sure if (found := FOOTER.match(texts[at]))}
    sure += [at for at, text in enumerate(texts) if text in titles and at < max(sure)]
    return sorted(set(sure))


def _subject(texts: list[str], sure: list[int], house: list[int]) -> list[int]:
    """The subject that is pasted above a letter of ours: it is one where such a letter follows, and
    no end of the player's own words between them. One that asks for an answer needs no more than
    one line of the house, unless it may stand in a rule."""
    last = min(sure or house, default=0)
    ended = False
    for at in range(last - 1, -1, -1):
        text = texts[at]
        if (found := TAGGED.match(text)) and not ended:
            alone = not sure and (not found[1] or any(map(TEXT_HEAD.match, texts[:at])))
            return [] if alone else [at]
        if is_border(text) or is_weak(text, closed=False):
            return []
        ended = (ended or TEXT_END.match(text) is not None) and TEXT_HEAD.match(text) is None
    return []


def begins(text: str) -> Begins:
    """What the first sure line of a letter of ours tells of where it begins: right here, as
    nothing else does; here as a page, if it is no line of the player's; or not at all."""
    if OPENING.match(text) or TAGGED.match(text) or CODE.match(text):
        return "here"
    return "within" if OWN.match(text) or HOUSE.match(text) else "titled"


def is_border(text: str) -> bool:
    return BORDER.match(text) is not None


def is_dated(text: str) -> bool:
    """`On Monday, Bob wrote`, without a colon."""
    first = re.match(r"[\w/.-]{1,12}", text)
    begins = first is not None and (first[0].lower() in ABOVE or first[0][0].isdigit())
    return begins and is_weak(text, closed=False)


def is_weak(text: str, *, closed: bool = True) -> bool:
    """Whether a line does nothing but name a writer; `closed`: and ends in a colon."""
    if len(text) > LONGEST:
        return False
    if found := VERB_FIRST.match(text) or CITES.match(text):
        return _is_name(found["who"])
    found = VERB_LAST.match(text)
    if found is None or text[found.end() :].strip(" -") or (closed and not found["end"]):
        return False
    return _is_name(found["who"])


def is_spoken(text: str) -> bool:
    """Whether it begins as a sentence does, and no name: `I wrote on Monday:`."""
    first = re.match(r"[^\s,;]{1,70}", text.strip(" -*_"))
    return first is not None and first[0].strip("*_\"'").lower() in SPOKEN


def _is_name(who: str) -> bool:
    """Names, days and dates: nothing that a sentence is made of."""
    words = re.findall(r"[^\s,;]{1,70}", who.strip(" -*_"))
    if not words or is_spoken(who):
        return False
    if len(words) == 1:
        return True
    return len(words) <= 9 and all(_may_stand(word) for word in words)


def _may_stand(word: str) -> bool:
    bare = word.strip("<>()[]\"'*_.-")
    plain = not bare or not bare[0].islower() or not bare.isascii()
    return plain or bare.lower() in ABOVE or "@" in bare


def odd_marks(lines: list[str]) -> list[int]:
    """How long the odd mark before each line is; 0 where there is none."""
    found = [ODD.match(line[:LONGEST]) for line in lines]
    lengths = [0] * len(lines)
    begin = 0
    for at in range(1, len(lines) + 1):
        first, here = found[begin], found[at] if at < len(lines) else None
        if first and here and here[1] == first[1]:
            continue
        full = [
            one for one in range(begin, at) if first and len(lines[one].strip()) > len(first[1])
        ]
        if len(full) > 1 and not all(ITEM.match(lines[one]) for one in full):
            lengths[begin:at] = [one.end() if one else 0 for one in found[begin:at]]
        begin = at
    return lengths
