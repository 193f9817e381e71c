"""A vote in plain German that is clear by what is not there, as `clear` reads English ones.

1. A clause declares it: "ich stimme mit Ja", "bin dafür", "Ja zu 301", "ich lehne 301 ab",
   "Enthaltung". What says "I" may stand behind any words that turn nothing, all else begins its
   clause; behind it stands an end, a reason, or thanks.
2. Nothing else in the letter chooses otherwise. No sign of danger stands in the vote's sentence,
   none of those that reach further anywhere, and no sentence behind it takes it back: a condition,
   a doubt, a question, a jest, another mouth, another time.
3. A letter that is for it praises, and one that is against it does not.
4. A bare yes or no beside other words is said to anything, and is no vote here.
5. Signs are broad, and words are data.
"""

import re
from collections.abc import Callable, Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

# A number that may be an open proposal's
OPEN = later(r"(?<![\w.,£$€])#?3\d\d(?![\w%]|[.,]\d)")
WILL_SAY = later(r"\b(?:will sagen|soll heißen|sprich)\b\s?:?", re.I)
DENIED = later(r"\b(?:nicht|nie|niemals|kaum) (?:\w+ )?(?:zustimm\w*|dafür (?:sein|stimmen))", re.I)
TILL = later(
    r"^\W*bis (?:denne?|dann|bald|morgen|später|die tage|demnächst|\w+tag|nächste\w*|zum \w+)\b"
    r"(?:\W+\w+){0,2}\W*$",
    re.I,
)
# "Gestern war ich noch dafür, …": of another time
WAS = later(
    r"^\W*(?:gestern|früher|vorhin|anfangs|zuerst|erst|bisher|bis gestern|noch gestern"
    r"|letzte \w+)\b[^.;!?,]*\b(?:war|wollte|stimmte|hätte|dachte)\b[^.;!?,]*",
    re.I,
)
# "Hab überlegt, ob ich dagegen bin."
WEIGHED = later(r"\bob ich (?:dafür|dagegen) bin\b", re.I)
# A word or two in quotation marks, of which no side is one
NAMED = later(r"[\"„“][^\W\d_]+(?:[\s-][^\W\d_]+){0,2}[\"“”]", re.I)
ASKED = later(r"(?<=[?？])\s+(?=\S)")
AND = later(r"\bund$", re.I)
BECAUSE = later(r"^\W*(?:da|weil|obwohl|obgleich|nachdem)\b[^,]*,", re.I)
REASONS = later(r"^[\s,–—-]*\b(?:weil|denn|da|auch wenn|obwohl|obgleich)\b.*", re.I | re.S)
SHORT = 5  # "Vermutlich." "Aber erst morgen"
HINTS = word_set(
    "dafür dafuer defür dafia doför dafüür gegen dagegen dagegn degäge degege dogegn dojäje dojejen"
    " ja nein für fuer zustimme stimme stimm lehne lehn nehme enthaltung stimmenthaltung enthalte"
    " enthalt enthalten einverstanden ablehnung zustimmung gegenstimme votum votiere"
)
ICH = r"(?:ich|i|ick|isch)"
ADVERB = (
    r"(?:also|somit|daher|deshalb|deswegen|darum|drum|folglich|folgerichtig|trotzdem|dennoch"
    r"|gleichwohl|jetzt|heute?|hiermit|klar|eindeutig|ganz|sehr|auch|definitiv|entschieden|voll"
    r"|absolut|selbst|leider|gern|gerne|ebenfalls|diesmal|dieses mal|persönlich|da|hier|mal|eben"
    r"|halt|einfach|jedenfalls|bei allem respekt|aus überzeugung|schweren herzens"
    r"|aus vollem herzen|von herzen|freudig|freilich|natürlich|ohne zögern|ohne bedenken"
    r"|ohne wenn und aber|nach (?:\w+ )?(?:prüfung|überlegung|lektüre)|total|strikt|so|aber|dann"
    r"|wieder|immer noch|fristgerecht|bitte|weiterhin|sowas von)"
)
WITH = rf"(?:\s{ADVERB}){{0,3}}"
ITEM = r"(?:vorschlag|vorlage|antrag|änderung|regeländerung|regel|entwurf|proposal)"
IT = (
    rf"(?:(?:(?:den|dem|der|die|diesen|diesem|dieser|diese|deinen|deinem|euren) )?{ITEM}"
    r"(?: (?:nr\.? ?|nummer )?#?\d{3,6})?|(?:den |die |der |dem |'?m |s )?#?\d{3,6}(?:er)?)"
)
TO = rf"(?:(?:zu|zum|zur|bei|beim|für|fuer|in sachen|in der sache|betreffend) {IT})"
DAFUER = r"(?:dafü{1,5}r|dafuer|defür|dafia|dafier|doför)"
DAGEGEN = r"(?:dagegen|dagegn|degäge|degege|dogegn|dageng|dojäje|dojejen)"
ADJ = r"(?:klares |dickes |fettes |großes |eindeutiges |herzliches |entschiedenes |lautes )?"
STIMM = r"(?:stimme?|votiere)"
VOTE = (
    r"(?:(?:mein(?:e)? |mei )?(?:votum|stimme?|antwort|stimmabgabe|entscheidung)"
    rf"(?: {TO})?(?: (?:ist|lautet(?: auf)?|heißt|geht(?: an)?|gilt))?:?)"
)


def _way(side: str, word: str) -> str:
    """All the clauses that say one side: `word` is its yes or no."""
    lot = "für|fuer" if side == DAFUER else "gegen"
    noun = "zustimmung" if side == DAFUER else "ablehnung"
    return "|".join(
        (
            rf"(?:{ICH}\s)?(?:{STIMM}|bin|bi|ben)(?:\s{ICH})?(?:\s{TO})?{WITH}(?:\smit)?\s{side}"
            rf"(?:\s{TO})?",
            rf"{side}\s{STIMM}\s{ICH}",
            rf"(?:{ICH}\s)?{STIMM}(?:\s{ICH})?(?:\s{TO})?{WITH}\s(?:mit\s)?(?:einem\s)?{ADJ}{word}"
            rf"(?:\s{TO})?",
            rf"(?:{ICH}\s)?(?:{STIMM}|bin)(?:\s{ICH})?{WITH}\s(?:{lot})\s{IT}"
            rf"(?:\s(?:mit\s)?{word})?",
            rf"{ADJ}{word}(?: von mir)? {TO}(?: von (?:mir|uns))?",
            rf"(?:{lot}) #?\d{{3,6}}",
            rf"(?:ganz klar |klares ){word} von mir",
            rf"(?:{TO} )?(?:von mir|meinerseits|von meiner seite)"
            rf"(?: (?:kriegt|bekommt|erhält) {IT}| kommt| gibt es| gibt's| gibts)?"
            rf" (?:ein )?{ADJ}(?:{word}|{noun})(?: {TO})?",
            rf"(?:{TO}\s)?(?:{ICH}\s)?sage?(?:\s{ICH})?{WITH}\s{ADJ}{word} {TO}",
            rf"{TO}\ssage?\s{ICH}{WITH}\s{ADJ}{word}",
            rf"{VOTE}\s(?:{side}|{word}|(?:{lot}) {IT}|ein {ADJ}{word})",
            rf"(?:{ICH}\s)?gebe?(?:\s{ICH})?{WITH}\smeine stimme{WITH}"
            rf"(?:\s(?:(?:{lot})\s{IT}|{side}|mit\s{ADJ}{word})\sab|\sab\s?[:,]\s{ADJ}(?:{side}"
            rf"|{word}))",
            rf"{ICH}\s(?:möchte|will|muss)(?:\s{TO})?{WITH}\s(?:mit\s{ADJ}{word}|{side})\sstimmen",
            rf"(?:notier|trag|schreib|zähl|vermerk|setz)\w*\s(?:mich|uns)\s(?:\w+\s){{0,3}}?"
            rf"(?:als|mit|unter|auf|bei)\s(?:{side}|{ADJ}{word})",
            rf"(?:daher|deshalb|deswegen|darum|drum|somit|folglich)[:,]?\s(?:ein\s)?{ADJ}{word}",
            rf"mein kreuz (?:steht|ist|kommt|mache ich|setze ich) bei {word}",
            rf"{side}(?: {TO})?(?: von (?:mir|uns))?(?: {ADVERB}){{0,2}}",
            rf"mein {ADJ}(?:{side}|{word})(?: {TO})?",
        )
    )


FOR = (
    rf"{_way(DAFUER, 'ja')}"
    rf"|(?:{ICH}\s)?(?:nehme?)(?:\s{ICH})?\s{IT}{WITH}\san"
    rf"|(?:dass\s)?{ICH}{WITH}\s{IT}{WITH}\szustimme"
    rf"|(?:{ICH} stimme?|da stimme {ICH}|dem stimme {ICH}|{ICH} stimme dem){WITH}\szu"
    rf"|(?:{ICH} )?unterstütze?(?: {ICH})? (?:{IT}|das){WITH}"
    rf"|(?:{ICH}\s)?{STIMM}(?:\s{ICH})?{WITH}\s(?:dem|diesem|deinem) {ITEM}(?: #?\d{{3,6}})?{WITH}"
    r"\szu|(?:sie haben|ihr habt|du hast|habt ihr|haben sie) mein(?:e|en)"
    rf" (?:zustimmung|segen|stimme)(?: {TO})?"
    r"|meine? (?:zustimmung|segen|stimme) (?:hast du|habt ihr|haben sie|ist dir sicher)"
    rf"|erkläre {ICH}{WITH} meine zustimmung(?: {TO})?|{ICH} trete {IT} bei"
    rf"|meine zustimmung (?:hat|hast|habt|haben) (?:\w+ ){{0,2}}?(?:{IT}|sie|ihr|du)"
)
AGAINST = (
    rf"{_way(DAGEGEN, 'nein')}"
    rf"|(?:{ICH}\s)?lehne?(?:\s{ICH})?(?:\s(?:{IT}|ihn|es|das))?{WITH}\sab"
    rf"|(?:dass\s)?{ICH}{WITH}\s{IT}{WITH}\sablehne"
    r"|(?:bitte )?notier\w* (?:\w+ ){0,3}eine gegenstimme|(?:meine )?gegenstimme(?: von mir)?"
)
ABSTAIN = (
    rf"(?:{ICH}\s)?enthalte?(?:\s{ICH})?\s(?:mich|misch|mi|mir|mer){WITH}"
    rf"(?: der stimm\w*)?(?: {TO})?(?: der stimm\w*)?"
    rf"|{ICH} (?:möchte|muss|will|werde) mich{WITH}(?: {TO})?(?: der stimme)? enthalten"
    r"|(?:von mir (?:eine )?)?(?:stimm)?enthaltung(?: (?:bitte|meinerseits|(?:von|für) (?:mich"
    r"|misch|mir|uns"
    rf"|meiner seite)))?(?: {TO})?"
    rf"|{TO} (?:stimm)?enthaltung|{VOTE}\s(?:eine )?(?:stimm)?enthaltung"
    rf"|(?:{TO} )?bitte ich(?:,)? meine (?:stimm)?enthaltung zu \w+"
    rf"|(?:übe|wähle|nehme?) {ICH}{WITH}(?: {TO})? (?:die )?(?:stimm)?enthaltung"
    rf"|{ICH} (?:übe|wähle|nehme?){WITH}(?: {TO})? (?:die )?(?:stimm)?enthaltung"
    r"|(?:trag|tragen|tragt|schreib|schreibt|schreibts|setz|setzt|setzen|notier\w*)"
    r" (?:sie )?(?:mich|mi|misch) (?:\w+ ){0,4}?(?:auf|unter|als|bei|mit) enthaltung(?: ein)?"
)
END = (
    r"(?=\s*(?:$|[.,!;:()–—]|👍|✅|👎|❌)|\s(?:und|weil|denn|da|bitte|danke|lg|mfg|vg|gruß|gruss"
    r"|von mir)\b)"
)
SAID = later(
    rf"(?<![\w'’-])(?:(?P<for>{FOR})|(?P<against>{AGAINST})|(?P<abstain>{ABSTAIN})){END}", re.I
)
I_SAY = later(rf"(?<!\w){ICH}(?!\w)", re.I)
# What may stand in a clause before a vote that does not say "I".
BEFORE = later(
    rf"(?:(?:und|aber|also|so|da|drum|doch|jo|ja|jau|jep|jap|nee?|nein|nö|nä|naa?|sry|sorry|leute"
    rf"|ohje|ach|eh|in aller kürze|{ADVERB})[\s,]{{0,2}}){{0,4}}",
    re.I,
)
# And what may not, where it does.
TURNED = later(
    r"(?<![\w'-])(?:nicht|nie|niemals|kein\w*|dass|daß|ob|wenn|falls|morgen|später|bald|nächst\w*"
    r"|demnächst|früher|damals|gestern|er|sie|wir|man|war|hätte|würde|wo|wie|was|warum|weshalb|wem"
    r"|bevor|ehe|bis|sobald|kaum|fast|beinahe)(?![\w'-])",
    re.I,
)
LIGHT = later(rf"(?:{DAFUER}|{DAGEGEN})", re.I)
# In the vote's own sentence, these leave nothing clear.
DANGER = later(
    r"[?？]|(?<![\w'-])(?:(?<!auch )wenn|falls|sofern|soweit|solange|sobald|bevor|ehe|ausser|außer"
    r"|es sei denn|vorausgesetzt|beding\w*|unter der|wahrscheinlich|vermutlich|wohl|könnt\w*"
    r"|würd\w*|wär\w*|hätt\w*|häd\w*|sollt\w*|dürft\w*|möcht\w*(?! mich\b)|müsst\w*|glaub\w*|denke?"
    r"|schätze|fast|beinahe|halb\w*|teils|teilweise|oder|weder|entweder|sondern|statt|anstatt"
    r"|andernfalls|geändert|erst|noch (?:nicht|unklar|offen)|nicht (?:mehr|ganz|wirklich|so)"
    r"|obwohl|obgleich|zumindest|wenigstens|bis auf|ob|nachdem|eher|(?-i:lieber)|geworden)"
    r"(?![\w'-])",
    re.I,
)
# Anywhere in the letter, these do.
FAR = later(
    r"[\"“”„«»…]|\.{3}|;-?[)pP]|:-?[pP]\b|[🙄😉😜😏😂🤣🤪😝🤡🤷🤔]|(?<!\S)/s(?!\w)|(?<![\w'-])(?:vielleicht"
    r"|vllt"
    r"|eventuell|evtl|möglicherweise|womöglich|überleg(?:e|s|en|ung|ungen)?|unsicher|unschlüssig"
    r"|unentschieden|unentschlossen|jein|eigentlich|grundsätzlich|prinzip\w*|tendier\w*|neige"
    r"|tendenz\w*|zweifel\w*|zöger(?:e|n|t)|schwank\w*|mein(?:t|te|ten)|(?:wir|sie|viele"
    r"|alle) meinen|schr(?:eibt|ieb)\w*"
    r"|sag(?:t|st|en|te|ten)|behaupt\w*|angeblich|laut|zitat\w*|vollmacht|stellvertret\w*"
    r"|zurückzieh\w*|zurückgezogen|widerruf\w*|streich\w*|vergesst|vergiss|ignorier\w*|ungültig"
    r"|versehen\w*|falsch\w*|irrtum|umformul\w*|test\w*|probe\w*|beispiel\w*|muster\w*|umfrage"
    r"|protokoll|titel|überschrift|vorläufig|vorerst|fürs erste|erstmal|scherz\w*|witz\w*|ironi\w*"
    r"|sarkas\w*|spaß|spass|haha\w*|hihi\w*|lol|xd|rofl|reingelegt|april|verarsch\w*|wette[nt]?"
    r"|gestimmt|abgestimmt|kommt drauf|drauf an|je nach\w*)(?![\w'-])",
    re.I,
)
# "Verlängern wir? Ich bin dafür.": said to what is asked, where that is not of the vote
MERE_SIDE = later(rf"(?:{ICH}\s)?(?:bin|bi|ben)(?:\s{ICH})?{WITH}\s(?:{DAFUER}|{DAGEGEN})", re.I)
OF_A_VOTE = later(
    rf"\d|\b(?:{ITEM}|stimm\w*|abstimm\w*|warum|wieso|{DAFUER}|{DAGEGEN}|für|gegen)\b", re.I
)
# "Die Einladung lehne ich ab": something else
REFUSES = later(rf"(?:lehne?|nehme?)\s{ICH}\b(?!.*\b{ITEM}\b)", re.I)
OBJECT = later(
    rf"(?:^|\s)(?:die|den|das|dein\w*|ihr\w*|euer|eur\w*|sein\w*"
    rf"|eine?n?)\s(?!{ITEM}\b)(?!ganze\b|idee\b"
    r"|text\b|sache\b|vorhaben\b|gesetz\b)[^\W\d_]+$",
    re.I,
)
# Right behind a vote, in its sentence.
NEAR = later(
    r"^\W*(?:\w+\s)?(?:nur|nicht|nie|niemals|kein\w*|kaum|dass|daß|jedoch|allerdings|morgen|später"
    r"|nächste\w*|demnächst|bald|gestern|letzte\w*|dann)\b|\bzu \w+e?n\W*$|\b\w+zu\w+e?n\W*$",
    re.I,
)
REASON = later(r"^\W*(?:weil|denn|da|ich|i|mir|und|hab)\b", re.I)
# What may not stand behind a "dafür" and a comma: "Dafür, was er tat" is no vote.
HELD = later(
    r"^,\s(?:dass|daß|was|wie|wer|wo|warum|den|die|der|das|ihn|sie|es|im|in|an|auf)\b", re.I
)
# Where a sentence behind one begins so.
TURNS = later(
    r"^\W*(?:(?:und|oder|naja?|also|gleich|sofort|das|es|ab|am tag) )?(?:aber|allerdings|jedoch"
    r"|doch|nur|oder|trotzdem|dennoch|halt|stopp|moment|nein|ja|nee|nö|quatsch|obwohl|andererseits"
    r"|einerseits|wenn|falls|sofern|soweit|solange|sobald|bevor|ehe|ausser|außer|es sei denn"
    r"|vorausgesetzt|unter der bedingung|bis|nachdem|erst|gilt|jedenfalls|zumindest|glaub\w*|denk"
    r")\b(?! bitt\w*\b)",
    re.I,
)
# "Wenn Bob es auch ist." with the vote behind it
HANGS = later(
    r"^\W*(?:nur |aber |und )?(?:wenn|falls|sofern|soweit|solange|sobald|bevor"
    r"|vorausgesetzt)\b[^,]*$",
    re.I,
)
ASKS = later(r"[?？]")
# "Wann ist das nächste Treffen?" is no doubt, and "Gilt das so?" may be one.
IDLE_ASK = later(
    r"^\W{0,4}(?!.*\b(?:gilt|zähl\w*|frage|stimm\w*|abstimm\w*|so|richtig|mein\w*|oder)\b)"
    r"(?:und |ach ja, |übrigens, )?(?:hat|haben|hast|habt|kommt|kommst|wann|wer|wo|wie|welche\w*"
    r"|gibt)(?:\s\S+){3}",
    re.I,
)
# Beside a vote that names what it is, any that does not ask of votes
IDLER_ASK = later(
    r"^(?!.*\b(?:gilt|zähl\w* (?:das|es|so|die|meine?)|stimm\w*|abstimm\w*|so|richtig|mein\w*|oder"
    r"|soll\w*|doch|die frage)\b)(?:\S{1,40}\s){3}",
    re.I,
)
CHOOSES = later(
    rf"(?<![\w'-])(?:{DAFUER}|{DAGEGEN}|(?:ja|nein)(?=\s*(?:$|[.,!;:–—-]|z(?:u|um|ur)\b))|nö|nee|ne"
    r"|zustimm\w*|ablehn\w*|abgelehnt|angenommen|enthalt\w*|einverstanden|gegen|contra|pro"
    r"|befürwort\w*|unterstütz\w*|stimme?(?!\w)|abstimm(?:e|en|t)?"
    rf"|für (?:(?:den|die|diesen|deinen) )?(?:{ITEM}|#?\d)|\+1|-1)(?![\w'-])|👍|👎|✅|❌",
    re.I | re.M,
)
SAME = {
    "for": later(rf"^(?:ja|{DAFUER}|\+1|👍|✅|zustimm\w*|einverstanden)$", re.I),
    "against": later(rf"^(?:nein|nö|nee|ne|{DAGEGEN}|-1|👎|❌|ablehn\w*)$", re.I),
    "abstain": later(r"^enthalt\w*$", re.I),
}
JESTS = later(
    r"\b(?:toll|großartig|grossartig|genial|brillant|bravo|herrlich|natürlich|klar doch|na klar"
    r"|na toll|gefehlt|masochis\w*|liebend gern|wie immer|was soll schon|schiefgehen|glückwunsch"
    r"|gratul\w*|super idee|oh|wow|innovativ)\b",
    re.I,
)
SOUR = later(
    r"\b(?:nicht|kein\w*|nie|niemals|ohne|zu (?:viel|kompliziert|lang\w*)|schlecht\w*|überflüssig"
    r"|unnötig|leider|schade|blöd\w*|dumm\w*|unsinn\w*|quatsch|mist|schlimm\w*|langweil\w*|ach)\b",
    re.I,
)
FIRM = later(r"\d|vorschlag|antrag|\b(?:stimme?|votum|votiere|bin|bi|ben|mein)\b", re.I)
PRAISES = later(
    r"\b(?:gut\w*|toll\w*|super|schön(?!e\w*\b|s\b)|prima|klasse|gefällt|mag|freu\w*|endlich|gerne?"
    r"|geil\w*|sinnvoll|fair\w*|bravo|genial\w*|lustig\w*)\b",
    re.I,
)
NEGATES = later(r"\b(?:nicht|nit|kein\w*|koa\w*|nie|niemals|ohne|zu|weniger|un\w+)\b", re.I)


def clear_german(told: Sequence[str], strange: Callable[[str], bool]) -> Choice | None:
    """The choice that a letter's sentences declare in German (rules 1 to 3); `strange`: whether
    words have a number that is neither the ballot's nor its proposal's."""
    told = [one for part in told for one in ASKED.split(WILL_SAY.sub("", _unnamed(part)))]
    if any(FAR.search(one) and not IDLE_ASK.match(one) for one in told):
        return None
    voting = [(at, found) for at, one in enumerate(told) for found in _said(one)]
    choices = {_choice(found) for _, found in voting}
    if len(choices) != 1 or len(voting) > 3:
        return None
    choice, last = choices.pop(), voting[-1][1]
    rest = "\n".join(_rest(one) for one in told)
    rest = "\n".join(WEIGHED.sub("", WAS.sub("", one)) for one in rest.split("\n"))
    if any(strange(found[0]) for _, found in voting) or any(
        strange(one[0]) for one in OPEN.finditer(rest)
    ):
        return None
    if choice == "against":
        rest = DENIED.sub("", rest)
    if any(SAME[choice].match(one[0]) is None for one in CHOOSES.finditer(rest)):
        return None
    if _is_tied(told, voting):
        return None
    return choice if _goes_with(rest, choice, last[0]) else None


def _is_tied(told: Sequence[str], voting: Sequence[tuple[int, re.Match[str]]]) -> bool:
    """Whether something turns a vote, ties it, takes it back or asks about it (rule 2)."""
    at, last = voting[-1]
    if any(DANGER.search(_without_reasons(told[at], found)) for at, found in voting):
        return True
    above = told[at - 1] if at and not last.start() else "."
    behind = told[at][last.end() :]
    firm = FIRM.search(last[0]) is not None
    idle = IDLER_ASK if firm else IDLE_ASK
    if _is_turned(last[0], above, behind):
        return True
    behind_it = [one for one in told[at + 1 :] if not (ASKS.search(one) and idle.match(one))]
    if any(map(_takes_back, behind_it)):
        return True
    if any(HANGS.match(one) for one in told[:at]):
        return True
    asked = told[at - 1] if at and MERE_SIDE.fullmatch(last[0]) else ""
    if ASKS.search(asked) and not (OF_A_VOTE.search(asked) or IDLE_ASK.match(asked)):
        return True
    beside = told[at + 1 :] if firm else (*told[:at], *told[at + 1 :])
    return any(ASKS.search(one) and not idle.match(one) for one in beside)


def _unnamed(text: str) -> str:
    return NAMED.sub(lambda found: found[0] if CHOOSES.search(found[0]) else "das Wort", text)


def doubts_in_german(text: str) -> bool:
    return FAR.search(text) is not None or DANGER.search(text) is not None


def _said(sentence: str) -> list[re.Match[str]]:
    """The votes of a sentence, each with nothing before it in its clause that turns it."""
    return [one for one in SAID.finditer(sentence) if _begins(sentence[: one.start()], one[0])]


def _begins(before: str, vote: str) -> bool:
    clause = re.split(r"[,;:.!–—(]\s?", before)[-1].strip()
    if BEFORE.fullmatch(clause):
        return True
    joined = AND.search(clause)  # "heut bin ich nüchtern und stimme dagegen"
    if REFUSES.match(vote) and OBJECT.search(clause):
        return False
    own = I_SAY.search(vote if joined is None else clause) is not None
    return own and TURNED.search(clause) is None


def _without_reasons(sentence: str, vote: re.Match[str]) -> str:
    """What ties a vote does so outside of its reason: "Da ich befangen sein dürfte, …"."""
    before = BECAUSE.sub("", sentence[: vote.start()])
    return before + vote[0] + REASONS.sub("", sentence[vote.end() :])


def _rest(sentence: str) -> str:
    for one in reversed(_said(sentence)):
        sentence = sentence[: one.start()] + sentence[one.end() :]
    return sentence


def _is_turned(vote: str, above: str, behind: str) -> bool:
    """Whether it goes on as no vote does, or with a condition, or is the end of something."""
    if LIGHT.fullmatch(vote) and (HELD.match(behind) or above[-1].isalnum()):
        return True
    near = NEAR.search(behind) is not None and REASON.match(behind) is None
    return near or TURNS.match(behind) is not None


def _takes_back(sentence: str) -> bool:
    """Whether a sentence behind a vote ties it to something, or doubts it in a word or two."""
    if TILL.match(sentence):
        return False
    short = len(sentence.split()) <= SHORT
    return TURNS.match(sentence) is not None or (short and DANGER.search(sentence) is not None)


def _goes_with(rest: str, choice: Choice, vote: str) -> bool:
    """Whether the mood of the letter is that of its choice (rule 3)."""
    if choice == "for":
        sour = SOUR.search(rest) is not None and FIRM.search(vote) is None
        return not (sour or JESTS.search(rest))
    praised = PRAISES.search(rest) is not None and NEGATES.search(rest) is None
    return choice == "abstain" or not praised or FIRM.search(vote) is not None


def _choice(found: re.Match[str]) -> Choice:
    return "for" if found["for"] else "against" if found["against"] else "abstain"
