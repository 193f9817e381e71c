"""What automatic letters say of themselves, where their headers are silent: receipts, tickets,
letters that ask whether one is a person.

1. Only the beginning is looked at, without quotations: people speak of such letters further down.
2. A letter in which a line could be a command or a vote is a person's, whatever else it says: to
   ignore it could cost a vote, to answer a machine costs nothing.
3. An absence alone is no sign: a person says that too, and wants an answer. Its subject and its
   text together are.
4. Words are data: a language is added here and nowhere else.
"""

import re

from nomic_mail.letters.grammar.language import words
from nomic_mail.patterns import later

LOOK, LINES = 700, 12
# How a mail server's answer goes on behind its code, which looks like a proposal's number
SMTP = r"[45]\.\d|requested action|(?:no such|unknown|invalid|bad) (?:user|address|mailbox|recip)"
SMTP += r"|(?:mailbox|user|recipient|address) (?:not|un|is|does)|message (?:reject|refus)"
ORDER = later(
    r"^\W{0,3}(?:(?:for|against|abstain|yes|no|aye|nay|[+-]1|i vote\b.{0,30}|join\b.{0,60})"
    rf"(?: #?\d{{1,6}})?[\s.,!]{{0,5}}$|(?![45]\d{{2}}[ :-]{{1,3}}(?:{SMTP}))\d{{3,6}}\s?[:=–-])",
    re.I,
)
# `Could you put me AWAY from Monday?`, but no line that shouts all of it.
WITHIN = later(r"\bAWAY\b|\b(?:FOR|AGAINST|ABSTAIN) #?\d{3}\b")
AUTOMATIC = later(
    r"\b(?:this (?:is an?|(?:e-?mail|message|reply|response) (?:is|was|has been)(?: an?)?)"
    r" (?:purely )?(?:auto|automat(?:ed|ic|ically))[- ]{0,1}"
    r"(?:\w{1,12} ){0,2}(?:generated|sent|created|reply|response|message|e-?mail"
    r"|ack\w{0,16}|confirmation|notification|answer)"
    r"|this (?:e-?mail|message|reply|response) (?:is|was|has been) (?:sent|created|generated)"
    r" automatically\b|for this automatic reply\b|thank you for (?:your (?:e-?mail"
    r"|message)\W.{0,80})?contacting\b)"
    r"|^\W{0,9}(?:auto(?:matic|mated)?[- ]?(?:reply|response|answer)|do not (?:reply"
    r"|respond) to this)"
    r"|\b(?:(?:diese|dies|das) (?:e-?mail|nachricht|ist eine?|antwort) .{0,24}automatisch\w{0,2}"
    r"|(?:ceci est|ce (?:message|courriel|mail) est"
    r"|il s[’']agit d)[’' ]?(?:une? )?.{0,24}automatique"
    r"|est[ea] (?:es una?|é uma?|mensaje|correo|mensagem) .{0,30}autom[aá]tic"
    r"|quest[oa] (?:è una?|messaggio|e-?mail) .{0,30}automatic"
    r"|(?:dit is een|dit bericht|deze e-?mail) .{0,24}automatisch"
    r"|(?:detta är|dette er|det här är|dette er) (?:ett?|en) .{0,16}automatis[kt]"
    r"|to jest .{0,20}automatyczn|wiadomość .{0,30}wygenerowana automatycznie"
    r"|это .{0,24}автоматическ|сообщение .{0,30}автоматически)"
    r"|自動(?:返信|応答|送信|配信)|自动(?:回复|答复|发送)|自動(?:回覆|回應)|자동 ?(?:회신|응답|발송"
    r"|답장)",
    re.I,
)
TAKEN_IN = later(
    r"\byour (?:\w{1,12} )?(?:message|request|e-?mail|enquiry|inquiry|ticket|case|submission"
    r"|query)\b"
    r".{0,60}\b(?:has been|was|is)\b.{0,30}\b(?:received|registered|logged|created|opened|assigned)"
    r"|\bwe(?:'ve| have)? (?:received|got|registered|logged) your\b"
    r"|\b(?:ticket|case|request) .{0,40}(?:has been|was) (?:opened|created|assigned|registered)"
    r"|\bihre (?:anfrage|nachricht|e-?mail)\b.{0,40}(?:eingegangen|erhalten|erfasst|aufgenommen"
    r"|unter)"
    r"|\bvotre (?:demande|message|courriel)\b.{0,40}reçue?|\breçu votre (?:demande|message)"
    r"|\b(?:recibido|recebemos|ricevuto) (?:su|a sua|sua|la (?:tua|sua))\b"
    r"|\b(?:su|sua) (?:solicitud|consulta|mensaje|solicitação|mensagem)\b.{0,20}(?:recibid|recebid)"
    r"|\bla (?:tua|sua) richiesta\b.{0,40}ricevuta|\buw (?:verzoek|vraag|bericht) is ontvangen"
    r"|\bваш (?:запрос|обращение)\b.{0,40}(?:принят|получен|зарегистр)",
    re.I,
)
TICKET = later(
    r"\b(?:ticket|case|request|reference|ref|incident|number|(?:ticket|vorgangs)?nummer|anfrage"
    r"|vorgang|demande|número"
    r"|numero|protocolo|onder nummer|номер\w{0,2})\b[^\w#]{0,4}(?:number|no|nr|id|is"
    r"|n°)?[\s.:(\[#]{0,6}"
    r"[A-Z]{0,5}-?\d{2,}|#\s?\d{3,}|n° ?\d{2,}|\(\d{4,}\)",
    re.I,
)
READ_SUBJECT = later(
    r"^(?:(?:not )?read|(?:un)?gelesen|nicht gelesen|(?:non )?lu|(?:no )?leído|(?:non )?letto"
    r"|(?:não )?lida|(?:niet )?gelezen|(?:ej |o)?läst|(?:ikke |u)?lest|læst|luettu"
    r"|(?:nie )?przeczytano|(?:не )?прочитано|přečteno|開封済み|未開封|已读|未读|已讀"
    r"|읽음)\s?[:：]\s?\S",
    re.I,
)
READ_TEXT = later(
    r"\b(?:was|has been) (?:read|displayed|deleted without)|\bgelesen\b|\ba été (?:lu|supprimé)"
    r"|\bleíd[oa]\b|\bstato (?:letto|eliminato)|\bfoi (?:lida|eliminada)|\bgelezen\b|\bläst"
    r"|\blest\b|\blæst\b|\bodczytan|прочитан|přečten|開封|已读|已讀|阅读|읽",
    re.I,
)
RECEIPT = later(
    r"^(?:lesebestätigung|empfangsbestätigung|übermittlungsbestätigung|accusé de (?:réception"
    r"|lecture)"
    r"|confirmation de lecture|confirmación de (?:lectura|entrega)|acuse de recibo"
    r"|conferma di (?:lettura|recapito)|ricevuta di ritorno|confirmação de (?:leitura|entrega)"
    r"|aviso de (?:leitura|recebimento)|leesbevestiging|ontvangstbevestiging|läskvitto"
    r"|lesebekreftelse"
    r"|potwierdzenie (?:przeczytania|odbioru)|уведомление о прочтении|read receipt|delivery receipt"
    r"|開封確認|已读回执)\b",
    re.I,
)
ASKS_PERSON = later(
    r"\b(?:verify|confirm|prove)\b.{0,30}\byou (?:are|sent|wrote)\b.{0,60}"
    r"(?:\bperson|\bhuman|https?://|\blink\b|this message)"
    r"|\bclick (?:on )?(?:the|this) (?:following )?link\b.{0,20}\bto (?:confirm|verify|prove"
    r"|deliver)"
    r"|\blist of approved senders\b|\bto complete (?:the )?delivery of your (?:message|e-?mail)"
    r"|\bprotected by (?:spam ?arrest|boxbe|tmda|choicemail|mailblocks)"
    r"|\bum (?:ihre|die|deine) (?:nachricht|e-?mail) zuzustellen\b",
    re.I,
)
AWAY = later(
    r"\b(?:out of (?:the )?office|on (?:vacation|holiday|leave)|away from|not in the office"
    r"|abwesend|nicht im büro|im urlaub|absente? du|en (?:vacances|congés?)|fuera de la oficina"
    r"|de vacaciones|fuori (?:sede|ufficio)|in ferie|fora do escritório|de férias|afwezig"
    r"|op vakantie|inte på kontoret|på semester|poza biurem|na urlopie|в отпуске)\b",
    re.I,
)


CALENDARS_SUBJECT = later(
    r"^(?:re: ?)?(?:accepted|declined|tentative(?:ly accepted)?|invitation reply|event accepted"
    r"|zugesagt|zusage|abgesagt|absage|mit vorbehalt|vorläufig|accepté|refusé|provisoire|aceptado"
    r"|rechazado|provisional|accettato|rifiutato|geaccepteerd|afgewezen)\b[^:]{0,20}:",
    re.I,
)
CALENDARS_WORDS = later(
    r"\bhas (?:tentatively )?(?:accepted|declined) (?:this|your|the) (?:event )?invitation\b"
    r"|\bhas replied .{0,20}to (?:this|your) (?:event )?invitation\b"
    r"|\bhat (?:diese|ihre|deine|die) (?:termin)?einladung .{0,20}"
    r"(?:angenommen|abgelehnt|akzeptiert)",
    re.I,
)

# "Ja.", "Nein, dagegen", "…, so I vote for 301": a person's, in whatever a calendar says
OWN_ANSWER = later(
    r"^\W*(?:ja|nein|yes|no|dafür|dagegen|for|against)\b[^:]{0,40}$"
    r"|\b(?:i|ich) (?:vote|stimme|abstain|enthalte)\b",
    re.I,
)


def is_calendars(subject: str, text: str) -> bool:
    """Of a letter with a calendar entry in it: whether no person wrote more than which button."""
    said = _said(text)
    if any(_is_order(line) or OWN_ANSWER.search(line[:LOOK]) for line in said):
        return False
    if CALENDARS_WORDS.search(" ".join(said[:LINES])[:LOOK]):
        return True
    return not said and CALENDARS_SUBJECT.match(subject.strip()[:200]) is not None


def is_automatic(subject: str, text: str) -> str | None:
    """By what words a letter says that a machine wrote it, or None."""
    subject = subject.strip()[:200]
    said = _said(text)
    if any(_is_order(line) for line in said):
        return None
    opening = " ".join(said[:LINES])[:LOOK]
    if found := AUTOMATIC.search(opening):
        return f'it says so: "{found[0][:80]}"'
    if RECEIPT.match(subject) or (READ_SUBJECT.match(subject) and READ_TEXT.search(opening)):
        return f'a receipt: "{subject[:80]}"'
    taken_in = TAKEN_IN.search(opening) or TAKEN_IN.search(subject)
    if taken_in and (TICKET.search(opening) or TICKET.search(subject)):
        return f'a receipt with a number: "{taken_in[0][:80]}"'
    if found := ASKS_PERSON.search(opening):
        return f'it asks whether somebody is a person: "{found[0][:80]}"'
    if AWAY.search(subject) and (not opening or AWAY.search(opening)):
        return f'an absence notice: "{subject[:80]}"'
    return None


def says_an_order(text: str) -> bool:
    """Whether a line could be a command or a vote (rule 2)."""
    return any(_is_order(line) for line in _said(text))


def own_words(text: str) -> str:
    return "\n".join(_said(text))


def _said(text: str) -> list[str]:
    lines = [line.strip() for line in text[: 8 * LOOK].split("\n")]
    return [line for line in lines if line and not line.startswith((">", "|"))]


def _is_order(line: str) -> bool:
    word = re.match(r"[\W_]{0,3}([A-Za-z]{3,10})\b", line)
    loud = word is not None and word[1].isupper() and word[1] in words()
    within = not line.isupper() and WITHIN.search(line[:LOOK])
    return loud or bool(within) or (len(line) < 100 and ORDER.match(line) is not None)
