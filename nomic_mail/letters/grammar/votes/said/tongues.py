"""Votes in other languages than English, where nothing else can be meant.

1. Only a whole line counts: the word alone, with "I vote" before it, or with numbers beside it.
   What stands behind it in a language we do not read might be its condition: it is asked about,
   and so is a vote beside such words (`beside`).
2. A word that says something else to other people (`tak` is thanks, `si` is if, `ne` is yes to some
   and no to others, `da` is there) is never a vote; it is asked about.
3. A yes or a no without a number is `weak`: it needs a ballot it can only be meant for.
4. A German yes or no stands among clauses of manners and of what is thought of it, where each is
   known whole, and the mood is that of its word: "Sorry, war im Urlaub. Ja", "Zu lang, nein".
5. What a German says of voting in other words is asked about, wherever it stands in a short line.
6. Words are data; a language is added here and in `beside`.
"""

import re
from functools import lru_cache
from typing import Literal

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
YES = (
    "ja|jawohl|jawoll|jo|jau|oui|ouais|sí|sì|sim|да|так|evet|igen|joo|kyllä|ναι|是|是的|はい|네|예"
)
NO = "nein|nö|non|não|nao|nee|nej|nei|нет|ні|nie|hayır|hayir|nem|όχι|不|不是|いいえ|아니요|아니오"
# Asked about, and never counted.
IN_GERMAN = (  # wherever it stands
    r"da(?:für|fuer|gegen)|zustimm\w*|einverstanden|lehnen?|ablehn\w*|enthalt\w*|gegenstimme"
    r"|unentschieden|abstimmen|befürwort\w*|unterstütz\w*|stimme?(?! (?:ab\b|un|zw))"
    r"|(?:für|gegen) (?:#?\d{3,6}|(?:den|diesen|deinen|seinen|ihren) (?:vorschlag|antrag)"
    r"|(?:die |eine )?(?:annahme|ablehnung))|nichts? dagegen"
    r"|(?:wahrscheinlich|vermutlich|vielleicht|tendenziell|wohl|eher|(?:tendiere|neige) zu)"
    r" (?:ja|nein)(?=\s*(?:$|[.,!;:(–—-]))"
    r"|(?:alles|alle|(?:zwei|drei|vier)mal|beide[ns]?|(?:erste|zweite|dritte|erstere"
    r"|letztere)s?|\d{3}) (?:ja|nein)"
    r"|(?:ein(?:deutig)?|klares|sage?|mal|leider|grundsätzlich|aus|wähle|meinetwegen|gerne?|danke"
    r"|sorry|kurz|handy|ok) (?:ja|nein)|(?<=[,.!:;–—-]\s)(?:ja|nein)"
)
GERMAN_ALONE = (
    r"jep|jup|jain|jein|klar|sicher|logo|unbedingt|natürlich(?: nicht)?"
    r"|selbstverständlich(?: nicht)?"
    r"|gewiss|freilich|(?:bin|wäre) dabei|machen wir|von mir aus|gerne?|passt|geht klar|in ordnung"
    r"|auf (?:jeden|keinen) fall|keinesfalls|nie(?:mals)?|daumen \w+|egal|weiß nicht"
    r"|keine (?:meinung|ahnung)|(?:eher|lieber|besser) (?:ja|nein|nicht)|nehme an|annehmen"
    r"|angenommen|abgelehnt|doch|(?:gute|schlechte) idee|finde ich (?:gut|super|schlecht)|super"
    r"|prima|genau|richtig"
)
GERMAN = (
    rf"(?:.{{0,90}}?(?<![\w'-]))?(?:{IN_GERMAN})(?![\w'-])"
    rf"|(?:(?:ich|na|ja|ach|also|von mir aus|ist|das|für mich|mir) )?(?:{GERMAN_ALONE})(?:[\s.!]|$)"
    r"|(?:aber )?(?:natürlich|selbstverständlich|auf jeden fall)(?![\w'-])"
)
ASKED = word_set("si da tak ne ano ei dobro dale vale bien gut bon bene bra ok tack danke")

I_VOTE = (
    r"(?:ich stimme(?: (?:mit|für))?|meine stimme(?: ist)?|je vote|mon vote(?: est)?|(?:yo )?voto"
    r"|mi voto(?: es)?|(?:eu )?voto|meu voto(?: é)?|il mio voto(?: è)?|ik stem|mijn stem(?: is)?"
    r"|jag röstar|jeg stemmer|min röst(?: är)?|głosuję|(?:я )?голосую|我投|我|投|oyum|szavazatom)"
)
# Wherever it stands: "Beste allen, ik stem voor"
VOTES_ABROAD = later(
    r"(?<!\w)(?:je vote|voto|ik stem|jag röstar|jeg stemmer|głosuję|голосую|我投|投)(?!\w)"
    rf"[^.!?]{{0,40}}?(?<!\w)(?:{FOR}|{AGAINST}|{ABSTAIN}|{YES}|{NO})(?!\w)",
    re.I,
)
NUMBERS = (
    r"#?j?\d{1,6}(?:\s?(?:-|–|,|bis|und|et|(?-i:y)|e|en|och|og|и|i|和|と)\s?#?j?\d{1,6}){0,20}"
)
TO = (  # and "a favor de 301"
    r"(?:(?:zu|für|bei|gegen|pour|à|sur|a|sobre|para|por|su|per|voor|op|tegen|för|till|på|for|til"
    r"|do|za|dla|к|за|по|对|對|de|del|della|di|du|des|av|af|von)(?: (?:la|le|el|den|die|der|das|o"
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
# Rule 4: what a clause of a short German line may be, whole
SO_GOOD = (
    r"(?:gut|super|toll|prima|klasse|sinnvoll|fair|vernünftig|spannend|lustig|interessant|schön"
    r"|richtig|ok|okay|in ordnung|genial|nett|witzig)"
)
SO_BAD = (
    r"(?:doof|blöd|schlecht|unfair|ungerecht|unnötig|falsch|überflüssig|langweilig|unsinn"
    r"|quatsch)"
)
VERY = (
    r"(?: (?:sehr|echt|wirklich|richtig|ganz|recht|auch|doch|mir|für mich|voll|total|einfach"
    r"|eine?)){0,2}"
)
THAT = r"(?:(?:das|es|dies|so|der vorschlag|die (?:idee|regel))\s)?"
GLAD_CLAUSE = later(
    rf"{THAT}(?:klingt|hört sich|liest sich|wirkt|ist|wird){VERY} {SO_GOOD}(?: an)?"
    rf"|{THAT}find(?:e|s)?(?: ich)?(?: (?:das|es|den vorschlag|die idee))?{VERY} {SO_GOOD}"
    r"|(?:(?:eine?|sehr|echt|wirklich|richtig|ganz)\s){0,2}(?:gute?|tolle?|super|schöne?|nette?"
    r"|klasse|sinnvolle?|guter|toller)\s(?:idee|sache|vorschlag|regel|lösung|änderung)"
    rf"|(?:weil )?{THAT}(?:macht|ergibt|bringt)?{VERY} ?(?:sinn|spaß|spass)(?: macht)?"
    r"|(?:das |es )?gefällt mir(?: sehr)?(?: gut)?|(?:das )?(?:passt|geht)(?: für mich| mir| so"
    r"| klar)?|(?:das )?macht das spiel (?:spannender|besser|lustiger|interessanter|fairer"
    r"|schneller|einfacher|schöner)"
    r"|(?:das )?können wir (?:gerne |mal |ja )?(?:probieren|versuchen|machen)"
    r"|(?:probieren|versuchen|machen) wir(?: es| das| mal){0,2}"
    r"|lass(?:t)? (?:es )?uns(?: (?:das|es|mal)){0,2} (?:machen|probieren|versuchen)"
    r"|warum (?:auch )?nicht|keine (?:einwände|bedenken)(?: von mir)?"
    r"|(?:da |es )?spricht (?:für mich )?nichts dagegen|(?:ich )?habe? nichts dagegen"
    r"|(?:ich )?bin dabei|sehr gerne?|gerne?|endlich|gut|super|prima|klasse|sinnvoll|fair"
    r"|vernünftig|unbedingt|natürlich|klar|logisch",
    re.I,
)
SAD_CLAUSE = later(
    r"(?:(?:das|es|mir|ist|viel|einfach|leider|für mich)\s){0,4}zu (?:kompliziert|umständlich"
    r"|aufwendig|aufwändig|lang|langsam|früh|teuer|unklar|schwierig|schwer"
    r"|viel (?:aufwand|arbeit|rechnerei|text|bürokratie|verwaltung|kram))"
    r"|(?:das )?(?:brauchen wir|braucht (?:es|man)) (?:echt |wirklich )?nicht"
    r"|(?:das )?braucht (?:keiner|niemand)|(?:das )?bringt (?:uns |doch )?nichts"
    rf"|{THAT}finde?(?: ich)?(?: (?:das|es))?{VERY} (?:nicht (?:so )?{SO_GOOD}|{SO_BAD})"
    rf"|keine (?:so )?(?:gute|tolle) idee|schlechte idee"
    rf"|(?:das ist )?nicht (?:{SO_GOOD}|nötig|meins|mein ding|mit mir)"
    r"|(?:das )?macht das spiel (?:kaputt|langsamer|komplizierter|langweiliger|unfair)"
    r"|(?:das )?ruiniert das spiel|(?:das|es) dauert (?:mir |viel )?zu lange"
    r"|weil (?:es|das) (?:mir )?zu (?:lange dauert|kompliziert ist)|(?:lieber|bitte) nicht"
    rf"|(?:das )?(?:passt|gefällt) mir (?:leider |gar |überhaupt )?nicht|leider|{SO_BAD}",
    re.I,
)
MANNERS = later(
    r"(?:vielen )?danke?(?: schön)?(?: (?-i:[A-ZÄÖÜ])\w{1,30})?"
    r"|(?:vielen )?danke? für (?:die (?:erinnerung|idee|mühe|mail)|den vorschlag|das erinnern)"
    r"|sorry|entschuldigung|tut mir leid|(?:sorry |entschuldigung )?(?:für die )?(?:verspätung"
    r"|späte antwort)|spät"
    r"|(?:ich )?war (?:im urlaub|krank|unterwegs|verreist|weg|offline)"
    r"|(?:(?:das )?habe?|hatte) ich(?: fast| ganz| völlig)? vergessen|(?:hätte ich )?fast vergessen"
    r"|(?:ganz )?kurz(?: vom handy| aus dem zug)?|vom handy|bin (?:gerade )?unterwegs"
    r"|daher kurz|in eile|ok|okay|na gut|also gut|gut|in ordnung|geht klar|hallo|hi|moin|servus"
    r"|ganz klar|eindeutig|definitiv|bitte|von mir aus|meinetwegen",
    re.I,
)
SAYS_SO = later(
    r"(?:(?:also|na gut|ok|okay|gerne|meinetwegen|von mir aus|kurz vom handy|daher kurz"
    r"|(?:sorry|danke)(?= (?:ja|nein)\b)|(?:aber )?natürlich|selbstverständlich"
    r"|auf jeden fall|logisch|klar"
    r"|(?:von mir )?ein(?: ganz)?(?: klares| dickes| großes)?"
    r"|klares|ich sage?(?: mal)?|(?:da )?sage? ich|(?:ich )?wähle"
    r"|(?:ich )?bin(?= da(?:für|gegen)\b))\s){0,2}"
    r"(?:(?P<yes>ja|jawohl|jawoll|jo|jup|jep|stimme zu|(?:bin )?einverstanden"
    r"|(?:aber )?(?:natürlich|selbstverständlich)|auf jeden fall)|(?P<no>nein|nö"
    r"|nee)|(?P<for>dafür)"
    r"|(?P<against>dagegen))"
    r"(?:\s(?:von mir(?: aus)?|bitte|danke(?: (?-i:[A-ZÄÖÜ])\w{1,30})?|(?P<glad>gerne?)"
    r"|(?P<sad>bitte nicht"
    r"|lieber nicht))){0,2}",
    re.I,
)
# On each of several, whole: "301: ja, 302: nein", "Ja zu beiden"
MANY = r"#?\d{3,6}(?:\s?(?:und|&)\s?#?\d{3,6}){0,5}"
DE_SIDE = r"(?P<word>ja|nein|nö|dafür|dagegen|enthaltung)"
EACH_ON = tuple(
    later(one, re.I)
    for one in (
        rf"(?:(?:bei|zu)\s)?(?P<numbers>{MANY})\s?[:=–-]?\s?"
        rf"(?:(?:stimme|bin) ich\s)?(?:mit\s)?{DE_SIDE}(?!\w)",
        rf"(?:(?:ich\s)?(?:bin|stimme)\s)?{DE_SIDE}\s(?:zu|bei|für)\s(?P<numbers>{MANY})(?!\w)",
        rf"(?:(?:ich\s)?(?:bin|stimme)\s)?(?P<word>für|gegen)\s(?P<numbers>{MANY})(?!\w)",
    )
)
JOINS = later(r"\s?[,;.]\s?(?:(?:und|aber)\s)?|\s(?:und|aber)\s", re.I)
ENDS = later(r"[\s.!]*$")
ON_ALL = later(
    r"(?:(?:(?P<both3>beiden?)|allen?(?:\s(?:zwei|drei"
    r"|vier))?)(?:\svorschlägen?)?\s(?:stimme\sich\s(?P<yes>zu)"
    r"|lehne\sich\s(?P<no>ab))|ich\s(?:stimme|lehne)\s(?:(?P<both4>beiden?)|allen?(?:\s(?:zwei|drei"
    r"|vier))?)(?:\svorschlägen?)?\s(?:(?P<yes2>zu)|(?P<no2>ab)))[\s.!]*$|"
    r"(?:(?:ich\s)?(?:bin|stimme)\s)?(?:(?:(?P<word>ja|nein)\s(?:zu|bei)|(?P<side>für|gegen))\s"
    r"(?:den\s)?(?:(?P<both>beiden?)|allen?(?:\s(?:zwei|drei|vier))?)(?:\svorschlägen?)?"
    r"|(?:bei\s)?(?:(?P<both2>beiden?)|allen?|alles)\s?[:–-]?\s?(?P<word2>ja|nein))"
    rf"(?:,?\s(?:außer|ausser|bis auf|nur nicht|ausgenommen)\s(?:zu |bei "
    rf"|für )?(?P<but>{MANY}))?[\s.!]*$",
    re.I,
)
# "Danke, nein", which is no mere thanks
SAID_APART = later(r"(?<=[,.!:;–—-]\s)(?:ja|nein)(?![\w'-])", re.I)
CLAUSES = later(r"\s?[,.!;:–—]\s*|\s-\s|\n")
MOST_CLAUSES = 6
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
    on: Literal["", "both", "all"] = ""
    but: str = ""  # all but these


@lru_cache(maxsize=256)  # of one line several rooms ask
def read_foreign(text: str) -> Foreign | None:
    """The vote a line is in another language, or None."""
    if len(text) > 120:
        return None
    text = " ".join(text.split())
    found = LINE.match(text)
    if found is None:
        twice = TWICE.match(text)
        if twice and (rest := read_foreign(twice["rest"])):
            return rest if rest.choice == CHOICES[twice["yes"].lower()] else None
        return _in_clauses(text)
    if found["first"] and found["last"]:
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


def read_each(text: str) -> tuple[Foreign, ...]:
    """The votes a German line is on each of several, or nothing."""
    text = " ".join(text.split())
    if len(text) > 120:
        return ()
    if found := ON_ALL.match(text):
        both = found["both"] or found["both2"] or found["both3"] or found["both4"]
        if found["side"] and not both and text[:1].lower() in "fg":
            return ()  # "Für alle" may be a heading
        word = (found["word"] or found["word2"] or found["side"] or "").lower()
        word = word or ("ja" if found["yes"] or found["yes2"] else "nein")
        on: Literal["both", "all"] = "both" if both else "all"
        return (Foreign(CHOICES[word], word, "", False, on, found["but"] or ""),)
    for form in EACH_ON:
        if len(told := _chained(text, form)) > 1:
            return told
    return ()


def _chained(text: str, form: re.Pattern[str]) -> tuple[Foreign, ...]:
    told: list[Foreign] = []
    at = 0
    while found := form.match(text, at):
        word = found["word"].lower()
        numbers = found["numbers"].lower().replace("und", ",").replace("&", ",")
        told.append(Foreign(CHOICES[word], word, numbers, False))
        if ENDS.match(text, found.end()):
            return tuple(told)
        joint = JOINS.match(text, found.end())
        if joint is None:
            return ()
        at = joint.end()
    return ()


def _in_clauses(text: str) -> Foreign | None:
    """Rule 4."""
    told = [one.strip() for one in CLAUSES.split(text) if one.strip(" *_)(")]
    if "?" in text or "…" in text or ".." in text or not 0 < len(told) <= MOST_CLAUSES:
        return None
    words: list[str] = []
    moods: set[Choice] = set()
    weak = True
    for one in told:
        if found := SAYS_SO.fullmatch(one):
            side = next(way for way in ("yes", "no", "for", "against") if found[way])
            choice: Choice = "for" if side in ("yes", "for") else "against"
            moods.add(choice)
            words.append(found[side])
            weak = weak and side in ("yes", "no")
            moods |= {"for"} if found["glad"] else {"against"} if found["sad"] else set()
        elif MANNERS.fullmatch(one):
            continue
        elif GLAD_CLAUSE.fullmatch(one):
            moods.add("for")
        elif SAD_CLAUSE.fullmatch(one):
            moods.add("against")
        else:
            return None
    return Foreign(moods.pop(), words[-1], "", weak) if words and len(moods) == 1 else None
