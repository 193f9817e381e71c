"""Votes in other languages than English, where nothing else can be meant.

1. Only a whole line counts: the word alone, with "I vote" before it, or with numbers beside it.
   What stands behind it in a language we do not read might be its condition: it is asked about,
   and so is a vote beside such words (`beside`).
2. A word that says something else to other people (`tak` is thanks, `si` is if, `ne` is yes to some
   and no to others, `da` is there) is never a vote; it is asked about.
3. A yes or a no without a number is `weak`: it needs a ballot it can only be meant for.
4. What a German says of voting in other words is asked about, wherever it stands in a short line.
5. Words are data; a language is added here and in `beside`.
"""

import re

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

# Said of voting: for, against, abstaining.
FOR = (
    "dafür|dafuer|für|zustimmung|ich bin dafür|pour|favorable|je suis pour|a favor|favor|a favore"
    "|favorevole|voor|mee eens|for det|för|jag är för|za|за|puolesta|lehte|yönünde|赞成|贊成|同意"
    "|赞成票|贊成票|賛成|賛成です|賛成します|찬성|찬성합니다"
    "|ik ben voor|ik ben ervoor|ich bin für|я за|jestem za|estoy a favor|sou a favor"
    "|bin dafür|ich bin dafuer|bin dafuer|ich bin sehr dafür|ich bin klar dafür|ich bin auch dafür"
    "|bin auch dafür|hiermit stimme ich dafür|ich stimme hiermit dafür|ich werde dafür stimmen"
    "|für den vorschlag|ich bin für den vorschlag|ich stimme für den vorschlag|von mir ein ja"
    "|sono a favore|jeg er for"
)
AGAINST = (
    "dagegen|gegen|ablehnung|ich bin dagegen|contre|défavorable|je suis contre|en contra|contra"
    "|contrario|contro|tegen|emot|imot|mot|przeciw|przeciwko|против|проти|proti|vastaan|ellen|karşı|反对|反對"
    "|反对票|反對票|反対|反対です|反対します|반대|반대합니다"
    "|ik ben tegen|ik ben ertegen|я против|jestem przeciw|estoy en contra|sou contra|sono contrario"
    "|sono contro|jag är emot|jeg er imot|jeg er mot|jeg er imod"
    "|bin dagegen|ich bin sehr dagegen|ich bin klar dagegen|ich bin auch dagegen|bin auch dagegen"
    "|hiermit stimme ich dagegen|ich stimme hiermit dagegen|gegen den vorschlag|ich bin gegen"
    "|ich bin gegen den vorschlag|ich stimme gegen den vorschlag|von mir ein nein"
    "|ich lehne den vorschlag ab|ich lehne das ab|ich lehne ab|lehne ab"
)
ABSTAIN = (
    "enthaltung|stimmenthaltung|ich enthalte mich|enthalte mich|ich enthalte mich der stimme"
    "|abstention|je m'abstiens|abstención|me abstengo|abstenção"
    "|astensione|mi astengo|onthouding|avstår|wstrzymuję się|воздерживаюсь|弃权|棄權|棄権"
    "|棄権します|기권|기권합니다"
)
AGREED = (
    "stimme zu|ich stimme zu|dem stimme ich zu|ich stimme dem zu|ich stimme dem vorschlag zu"
    "|einverstanden|bin einverstanden|ich bin einverstanden"
)
YES = "ja|jawohl|jo|jau|oui|ouais|sí|sì|sim|да|так|evet|igen|joo|kyllä|ναι|是|是的|はい|네|예"
NO = "nein|nö|non|não|nao|nee|nej|nei|нет|ні|nie|hayır|hayir|nem|όχι|不|不是|いいえ|아니요|아니오"
# Asked about, and never counted.
IN_GERMAN = (  # wherever it stands
    r"da(?:für|fuer|gegen)|zustimm\w*|einverstanden|lehnen?|ablehn\w*|enthalt\w*|gegenstimme"
    r"|unentschieden|abstimmen|befürwort\w*|unterstütz\w*|stimme?(?! (?:ab\b|un|zw))"
    r"|(?:für|gegen) (?:#?\d{3,6}|(?:den|diesen|deinen|seinen|ihren) (?:vorschlag|antrag)"
    r"|(?:die |eine )?(?:annahme|ablehnung))|nichts? dagegen"
    r"|(?:ein(?:deutig)?|klares|sage?|leider|grundsätzlich|aus) (?:ja|nein)"
)
GERMAN_ALONE = (
    r"jep|jup|jain|jein|klar|sicher|logo|unbedingt|gerne?|passt|geht klar|in ordnung"
    r"|auf (?:jeden|keinen) fall|keinesfalls|nie(?:mals)?|daumen \w+|egal|weiß nicht"
    r"|keine (?:meinung|ahnung)|(?:eher|lieber|besser) (?:ja|nein|nicht)|nehme an|annehmen"
    r"|angenommen|abgelehnt|doch|(?:gute|schlechte) idee|finde ich (?:gut|super|schlecht)|super"
    r"|prima|genau|richtig"
)
GERMAN = (
    rf"(?:.{{0,90}}?(?<![\w'-]))?(?:{IN_GERMAN})(?![\w'-])"
    rf"|(?:(?:ich|na|ja|ach|also|von mir aus|ist|das|für mich|mir) )?(?:{GERMAN_ALONE})(?:[\s.!]|$)"
)
ASKED = word_set("si da tak ne ano ei dobro dale vale bien gut bon bene bra ok tack danke")

I_VOTE = (
    r"(?:ich stimme(?: (?:mit|für))?|meine stimme(?: ist)?|je vote|mon vote(?: est)?|(?:yo )?voto"
    r"|mi voto(?: es)?|(?:eu )?voto|meu voto(?: é)?|il mio voto(?: è)?|ik stem|mijn stem(?: is)?"
    r"|jag röstar|jeg stemmer|min röst(?: är)?|głosuję|(?:я )?голосую|我投|我|投|oyum|szavazatom)"
)
NUMBERS = r"#?j?\d{1,6}(?:\s?(?:-|–|,|bis|und|et|y|e|en|och|og|и|i|和|と)\s?#?j?\d{1,6}){0,20}"
TO = (  # and "a favor de 301"
    r"(?:(?:zu|für|bei|gegen|pour|à|sur|a|sobre|para|por|su|per|voor|op|tegen|för|till|på|for|til"
    r"|do"
    r"|za|dla|к|за|по|对|對|de|del|della|di|du|des|av|af|von)(?: (?:la|le|el|den|die|der|das|o"
    r"|a))?\s)?"
)
ITEM = r"(?:(?:vorschlag|antrag|proposition|propuesta|proposta|voorstel|förslag|forslag|wniosek) )?"
WORD = rf"(?:{FOR}|{AGAINST}|{ABSTAIN}|{AGREED}|{YES}|{NO})"
THANKS = (
    r"(?:danke(?: schön)?|bitte|merci|s'il vous plaît|gracias|por favor|grazie|per favore"
    r"|obrigad[oa]|bedankt|dank je|graag|tack"
    r"|takk|tak|kiitos|dziękuję|proszę|děkuji|díky|köszönöm|teşekkürler|спасибо|пожалуйста|дякую"
    r"|ευχαριστώ|谢谢|謝謝|ありがとう"
    r"|감사합니다)"
)
# "Ja, gerne", "Leider nein": the mood is that of its word, or nothing is read
SURE = (
    r"(?:natürlich|selbstverständlich|unbedingt|definitiv|auf jeden fall|ganz klar|eindeutig|klar"
    r"|aus überzeugung|von mir|von mir aus|von meiner seite|meinerseits|ohne wenn und aber)"
)
GLAD = (
    r"(?:(?:sehr |von herzen |immer )?gerne?|mit freuden?|endlich|con gusto|volentieri"
    r"|avec plaisir)"
)
SAD = (
    r"(?:leider|tut mir (?:echt |sehr |wirklich )?leid|sorry|schade|hélas|purtroppo|désolé"
    r"|lo siento)"
)
IT_IS = r"(?:das|es|dies|der vorschlag|der text|die (?:idee|regel|änderung)|so etwas|sowas)"
WHY_YES = (
    rf"(?:{IT_IS} (?:gefällt|leuchtet|überzeugt|hilft)(?: (?:mir|mich|uns))?"
    r"(?: (?:sehr|gut|so|ein|allen|voll)){0,2}"
    rf"|{IT_IS} (?:ist|klingt|finde ich|wird|macht)(?: (?:mir|doch|wirklich|sehr|ganz|echt"
    r"|nur|einfach|so|eine?|die|längst)){0,3} (?:gut\w*|super|toll\w*|prima|sinnvoll|sinn"
    r"|vernünftig|fair|richtig|wichtig|kurz|einfacher|besser|überfällig|klasse|fein|schön)"
    r"(?: (?:idee|sache|lösung|so))?)"
)
WHY_NO = (
    rf"(?:{IT_IS} (?:geht|ist|wird|klingt|dauert|wirkt|kostet)"
    r"(?: (?:mir|uns|doch|einfach|viel|leider|wirklich|so|mich)){0,3} (?:zu \w+(?: \w+)?"
    r"|unfair|ungerecht|unklar|unnötig|überflüssig|schlecht|falsch|nichts|unsinn|blöd"
    r"|nicht (?:gut|fair|klar|genug|nötig|sinnvoll|durchdacht))"
    rf"|{IT_IS} (?:gefällt|überzeugt|passt|reicht|hilft|mag)(?: (?:mir|mich|uns|ich|so|leider"
    r"|einfach|gar|überhaupt))* nicht)"
)
# "Ja, ich stimme dafür": said twice, it is one vote.
TWICE = later(rf"^(?P<yes>{YES}|{NO})\s?[,.!–—-]\s?(?P<rest>\S.*)$", re.I)
LINE = later(
    rf"^(?:(?:aber |{SURE},? )(?=(?:ja|nein|da(?:für|gegen))\b))?"
    rf"(?:(?P<lead>{I_VOTE})[\s:,]*(?:mit |con |com |met |par |票)?)?"
    rf"(?:(?:zu |bei |sur |sobre |su |over |om )?{ITEM}(?P<first>{NUMBERS})\s?[:=,–—-]?\s?)?"
    rf"(?P<word>{WORD})"
    rf"(?:[\s:,–—-]{{1,3}}{TO}{ITEM}(?P<last>{NUMBERS}))?"
    rf"(?:[\s,.!–—-]{{1,3}}(?:{THANKS}|{SURE}|(?P<glad>{GLAD}|{WHY_YES})"
    rf"|(?P<sad>{SAD}|{WHY_NO}))){{0,3}}"
    r"(?:,? (?:from (?:me|my side|here)|for me))?[\s.!。！]*$",
    re.I,
)
BEGINS = later(rf"^(?:(?:{WORD}|{I_VOTE}|{'|'.join(sorted(ASKED))})(?![\w'-])|{GERMAN})", re.I)
CHOICES: dict[str, Choice] = {
    **dict.fromkeys(f"{FOR}|{AGREED}|{YES}".split("|"), "for"),
    **dict.fromkeys(f"{AGAINST}|{NO}".split("|"), "against"),
    **dict.fromkeys(ABSTAIN.split("|"), "abstain"),
}
TALKED = frozenset(f"{AGREED}|{YES}|{NO}".split("|"))
ALONE = frozenset(AGREED.split("|"))  # "Stimme zu 301" may be a heading


class Foreign(Struct, frozen=True):
    choice: Choice
    word: str
    numbers: str
    weak: bool


def read_foreign(text: str) -> Foreign | None:
    """The vote a line is in another language, or None."""
    if len(text) > 120:
        return None
    text = " ".join(text.split())
    twice = TWICE.match(text)
    if twice and (rest := read_foreign(twice["rest"])):
        return rest if rest.choice == CHOICES[twice["yes"].lower()] else None
    found = LINE.match(text)
    if found is None or (found["first"] and found["last"]):
        return None
    word = found["word"].lower()
    numbers = found["first"] or found["last"] or ""
    if word in ALONE and (numbers or found["lead"]):
        return None
    numbers = re.sub(r"\s?(?:und|et|och|og|en|[yeи和と]|i)\s?(?=#?j?\d)", ",", numbers, flags=re.I)
    mood = "for" if found["glad"] else "against" if found["sad"] else ""
    if mood not in ("", CHOICES[word]):
        return None
    weak = word in TALKED and not found["lead"] and not numbers
    return Foreign(CHOICES[word], found["word"], numbers, weak)
