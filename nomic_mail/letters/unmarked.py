"""Where somebody else's words begin that no mark tells apart: under a weak attribution, below a
ticket system's line, or because they are a letter of ours.

1. Our own letters are known by their lines: subject tag, "By when", "How: reply to this letter",
   the footer. What the player says ends there, or at the attribution or rule drawn above it, since
   our instructions are full of commands.
2. `Bob wrote:`, without a date or an address, is one only where it is nothing but a name, a day and
   the verb. A rule or a question to the judge may hold such a line: inside one it cuts nothing off,
   unless a letter of ours follows.
3. What stands below a weak attribution, or below our own letter, is not said, but a plain vote in
   it is asked about: it may be an answer at the wrong end.
4. A mark that people use for other things, too, is one where two lines in a row have it.
5. Words are data: a language is added here and nowhere else.
"""

import re

from nomic_mail.letters.words import word_set

LONGEST = 80
OWN = re.compile(
    r"^(?:(?:subject: {0,3})?(?:re: {0,3})?\[nomic [\w.-]{1,40}\] \S"
    r"|by when: .{0,60}\d{2}:\d{2} utc\b|how: (?:just )?reply to this letter\b"
    r"|to talk to all players(?::| ?, write to)|please leave this line in your answer:"
    r"|just reply to any letter of the game, with one command\b"
    r"|the vote (?:is open on \d|on j?\d{1,6} is open)"
    r"|(?:[^\n]{1,200},\s)?(?:a game of|a server for) nomic by mail\.(?: to say something\b|$))",
    re.I,
)
# Ticket systems, and programs that name the original without its dashes.
BORDER = re.compile(
    r"^\W{0,12}(?:(?:please )?(?:(?:type|write|enter|put) )?(?:your )?"
    r"(?:reply|respond|answer)(?: to this (?:e-?mail|message))?(?: only)? above this line"
    r"|(?:bitte )?(?:oberhalb|über) dieser (?:linie|zeile) antworten"
    r"|(?:veuillez )?répond(?:re|ez) au-dessus de cette ligne"
    r"|(?:por favor,? )?(?:responda|escriba su respuesta) (?:por )?encima de esta línea"
    r"|(?:responda|escreva) acima desta linha|rispondi sopra questa riga"
    r"|(?:antwoord|reageer) boven deze (?:lijn|regel)|svara ovanför (?:denna|den här) (?:linje|rad)"
    r"|original message)\b.{0,40}$"
    r"|^(?:\* )?[^<>\n]{1,60} <[^\s<>@]{1,64}@[^\s<>@]{1,200}> \[\d{4}-[^\]\n]{1,40}\]:$"
    r"|^in a message dated [^\n]{5,120}\bwrit(?:es|ten|e):?$",
    re.I,
)
WROTE = (
    r"wrote|writes|schrieb|schreibt|a écrit|écrit|escribió|escreveu|ha scritto|scrisse|schreef"
    r"|skrev|kirjoitti|napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?|írta|yazdı|написал(?:\(а\)|а)?"
    r"|пишет|έγραψε|さんは書きました|さんが書きました|が書きました|のメール|写道|寫道"
    r"|(?:님이 )?(?:작성|쓴 글)"
)
VERB_LAST = re.compile(rf"^(?P<who>[^\n:]{{1,70}}?)\s?(?:{WROTE})(?P<end>\s?[:：]|$)", re.I)
VERB_FIRST = re.compile(
    r"^(?P<when>(?:am|op|den|på|dne|dnia)\s[^\n:]{1,50}?)\s(?:schrieb|schreef|skrev|napsal|napisał)"
    r"\s(?P<who>[^\n:]{1,50})[:：]$",
    re.I,
)
CITES = re.compile(
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
ODD = re.compile(r"^[ \t]{0,4}([}\]:%¦＞»]|&gt;)(?:[ \t]{1,4}|$)")
TEXT_HEAD = re.compile(
    r"^\W{0,3}(?:I (?:hereby )?)?(?:propose|revise|preview|judge?ment|ruling)\b", re.I
)
TEXT_END = re.compile(r"^(?:end(?:\s(?:of\s)?(?:proposal|text))?\.?|\.)$", re.I)


def in_text(text: str, before: bool) -> bool:
    """Whether the next line may belong to a rule's text or to a question to the judge."""
    if TEXT_HEAD.match(text):
        return True
    return before and TEXT_END.match(text) is None


def is_own(text: str) -> bool:
    """Whether a line is one that letters of ours have, and people's have not."""
    return OWN.match(text) is not None


def is_border(text: str) -> bool:
    return BORDER.match(text) is not None


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


def _is_name(who: str) -> bool:
    """Names, days and dates: nothing that a sentence is made of."""
    words = re.findall(r"[^\s,;]{1,70}", who.strip(" -*_"))
    if not words or words[0].strip("*_\"'").lower() in SPOKEN:
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
        if first and sum(len(lines[one].strip()) > len(first[1]) for one in range(begin, at)) > 1:
            lengths[begin:at] = [one.end() if one else 0 for one in found[begin:at]]
        begin = at
    return lengths
