"""What a letter is, before anybody reads it: a person's, or a machine's.

1. Read top to bottom; the first sign that holds decides: too big, unreadable, our own letter come
   back, a bounce, an automatic answer. What is left is a person's.
2. None but a person's letter is ever answered (RFC 3834 section 2).
3. `Auto-Submitted: no` is a person (RFC 3834 section 5). So are List-Id and `Precedence: list` or
   `bulk`: people write through mailing lists.
4. A bounce named here is only a claim: it moves nothing unless it came to our MAC'd return path.
5. `mail_from` is `<>` for the null sender and None where the envelope is not known. Empty may mean
   either, so then Return-Path has a word: a mailbox that keeps no envelope keeps that header.
"""

import re
from typing import Literal

from msgspec import Struct

from nomic_mail.letters.lists import word_set
from nomic_mail.letters.mime.message import UNREAD, Letter
from nomic_mail.letters.mime.parts import ContentType, content_type
from nomic_mail.letters.proof.token import parse_recipient
from nomic_mail.letters.screen import machines, told_in_json
from nomic_mail.patterns import later

LOOP_HEADER = "x-nomic-mail"
LIMIT_BYTES = 1_000_000
OWN_LOOK = 500

Kind = Literal["player", "bounce", "auto-reply", "loop", "oversize", "unreadable"]

POSTMASTERS = later(
    r"^(?:mailer[-_. ]?daemon|mail[-_. ]?daemon|post[-_]?master"
    r"|mail[-_. ]?delivery[-_. ]?(?:sub)?system"
    r"|mdaemon|bounces?|double-?bounce|mmdf|postoffice|mail-?server|smtp[-_. ]?admin"
    r"|e?mail[-_. ]?(?:gateway|administrator|system)|mail[-_. ]?router|mailer|uucp|smtpd?)\b",
    re.I,
)
DAEMON = later(r"^mailer[-_.]?daemon@", re.I)  # no person writes under that name
BOUNCE_SUBJECT = later(
    r"^(?:un?deliver(?:able|ed)|(?:(?:e-?)?mail |mail |message )?"
    r"delivery (?:status|fail|notif|report|problem|error|sub|warn|unsuccess|delay)"
    r"|(?:(?:e-?)?mail|message) (?:delivery|undeliver|system|status|not delivered|could not)"
    r"|(?:(?:e-?)?mail|message) fail"
    r"|(?:(?:e-?)?mail|message|letter) (?:returned|rejected|bounced|delayed|transmission failed)"
    r"|return(?:ed)? (?:(?:e-?)?mail|to sender|message)"
    r"|fail(?:ed|ure|ing)? (?:(?:e-?)?mail|delivery|to deliver|to send)"
    r"|failure (?:notice|delivery|notification)|rejected (?:(?:e-?)?mail|message)"
    r"|non[- _]?deliver|(?:could|can|would|was) ?n[o']t (?:be )?deliver|delivery has failed"
    r"|unable to (?:deliver|send)|can't (?:deliver|send) (?:your )?(?:mail|message)"
    r"|warning: (?:message|could not|mail)|delayed mail|mail system error|dsn\b"
    r"|automatic(?:ally)? .{0,20}(?:bounce|return|reject)|permanent delivery failure|user unknown"
    r"|\[?bounced?\b|mail (?:error|status report)|processing error|transcript of"
    r"|postmaster notify|mailer-daemon|there was an error sending|nachricht (?:nicht|unzustell)"
    r"|(?:nicht |un)zustellbar|zustellung (?:fehl|nicht|verz)|übermittlungsstatus"
    r"|benachrichtigung (?:zum|über).{0,20}(?:zustell|status|übermitt)|mail konnte nicht"
    r"|échec |non remis|remise impossible|notification d[’']état|rapport de non|message non "
    r"|no se (?:pudo|puede|ha podido) (?:entregar|enviar)|no entregad|error (?:de|en) (?:la )?entre"
    r"|notificación del? estado|devuelto:|correo devuelto|mensaje (?:no|devuelto)"
    r"|não (?:foi )?(?:entregue|possível)|falha na entrega|notificação (?:de|do) (?:status|estado)"
    r"|mensagem (?:não|devolvida)|impossibile (?:consegna|recapit)|mancat[ao] (?:consegna|recapito)"
    r"|notifica (?:dello|di) (?:stato|mancat)|non recapitabile|messaggio non|kan niet worden"
    r"|onbestelbaar|niet bezorg|aflevering|bericht (?:niet|kan)|kan (?:inte|ikke) lever"
    r"|oleverer|det gick inte att leverera|kunne ikke leveres|ikke levert|niedostarcz"
    r"|nie (?:można|udało się) dostarcz|zwrot wiadomości|недоставлен|не доставлен|не удается"
    r"|ошибка доставки|сообщение не|退信|退回|系统退信|無法(?:傳遞|投遞|送達)"
    r"|无法(?:传递|投递|送达)|投递失败|未送達|送信エラー|宛先不明|配信(?:不能|エラー|失敗)"
    r"|メール.{0,8}(?:でき|エラー)"
    r"|반송|배달(?:되지| 못)|전송 ?실패|메일 ?전송)",
    re.I,
)
BOUNCE_SUBJECT_END = later(
    r"(?:delivery fail(?:ed|ure)|undeliver(?:able|ed)|non remis|returned to sender)\W{0,8}$", re.I
)
# People complain of lost letters in a mail server's own words.
OWN_LETTER = later(
    r"\bmy (?:own |last |first |other )?(?:letters?|e?-?mails?|messages?|votes?|ballots?"
    r"|repl(?:y|ies)|answers?|proposals?)\b",
    re.I,
)
BOUNCE_TEXT = later(
    r"(?:could|can) ?not be (?:delivered|sent|processed)|undeliver(?:able|ed)|user unknown"
    r"|unknown (?:user|address|recipient|mailbox)|no such (?:user|address|mailbox|recipient)"
    r"|no valid recipients?|mailbox (?:is |was )?(?:full|unavailable|not found|disabled|inactive)"
    r"|delivery (?:has |to .{0,80})?(?:failed|was aborted)|permanent(?:ly)? (?:fatal )?error"
    r"|permanent(?:ly)? fail|(?:been )?return(?:ed|ing) (?:to (?:the )?sender|because)"
    r"|failed (?:recipients?|addresses)"
    r"|address(?:es)? (?:that )?(?:failed|had)|not delivered|unable to (?:deliver|relay|send)"
    r"|does not exist|account (?:has been |is )?(?:disabled|closed|suspended)|over quota"
    r"|quota (?:is )?exceeded|were not deliverable|not been delivered|was blocked by"
    r"|did not reach|did not receive a copy"
    r"|delivery (?:report|failure|status)|has been rejected|was (?:automatically )?rejected"
    r"|not yet been delivered|(?:is|been) delayed|will be retried|host (?:not found|unknown)"
    r"|rejected by|relay(?:ing)? (?:access )?denied|konnte nicht (?:zugestellt|übermittelt)"
    r"|unbekannter? (?:empfänger|benutzer)|n[’']a pas pu|utilisateur inconnu|n[’']a pu être"
    r"|no (?:se )?(?:pudo|ha podido) (?:ser )?(?:entreg|envi)|usuario desconocido"
    r"|não (?:pôde|foi possível|pode)|non (?:è stato possibile|può essere)|utente sconosciuto"
    r"|kon niet worden|не (?:может быть|удалось|было) доставл|не доставлен|无法(?:投递|送达)"
    r"|無法(?:投遞|送達)|送信できませんでした|配信できません|届けることができません"
    r"|전달되지|배달할 수",
    re.I,
)
MACHINE_TEXT = later(
    r"\b[45]\d\d[ -]+\S|final-recipient|diagnostic-code|\bsmtp\b|\brcpt to\b"
    r"|automatically (?:generated|created)",
    re.I,
)
ADDRESS_LINE = later(
    r"(?m)^[ \t\"'<]{0,8}([^\s@<>\"']{1,64}@[\w.-]{1,200})[>\"':]{0,3}[ \t:]{0,8}"
    r"(?:<[^\s@<>]{1,64}@[\w.-]{1,200}>)?[ \t]{0,8}$"
)
AUTO_SUBJECT = later(
    r"^(?:\[[^\]]{1,60}\]\s*)?\[?(?:auto(?:matic|mated)?[- ]?(?:reply|response|answer)\b"
    r"|auto(?:-?re)?\s*:|autoreply"
    r"|autosvar\b|out of (?:the )?office(?: auto-?reply)?\s*:|out of office (?:auto|reply)"
    r"|(?:ooo|oof|vacation|abwesenheit|absence)\s*:|\[?(?:ooo|oof)\]? re:"
    r"|loop alert: dup|return receipt \(|disposition notification\b"
    r"|(?:your )?(?:request|ticket|case|inquiry) (?:has been |was )?received\b"
    r"|we(?:'ve| have) received your\b|thank you for contacting\b"
    r"|automatische (?:antwort|reply)|abwesenheits(?:notiz|assistent|meldung|benachrichtigung)"
    r"|abwesend\s*:|réponse automatique|absence du bureau|absent du bureau|message d[’']absence"
    r"|respuesta automática|contestación automática|fuera de (?:la )?oficina\s*:|ausente\s*:"
    r"|risposta automatica|fuori (?:sede|ufficio)\s*:|resposta automática"
    r"|ausência(?: (?:temporária|do escritório)|\s*:)|fora do escritório\s*:"
    r"|automatisch (?:antwoord|bericht)|afwezig(?:heids\w{0,20})?\s*:|niet aanwezig\s*:"
    r"|automatiskt? svar|frånvaro\w{0,20}\s*:|frånvaromeddelande|afwezigheidsbericht"
    r"|fraværs?\w{0,20}\s*:|automaattinen (?:vastaus|poiss)"
    r"|poissa(?:olo\w{0,20})?\s*:|automatyczna odpowiedź|odpowiedź automatyczna|autoodpowiedź"
    r"|nieobecność\s*:|automatická odpov[eě]ď|automatikus válasz|otomatik yanıt|răspuns automat"
    r"|αυτόματη απάντηση|автоматическ(?:ий|ое) (?:ответ|уведомление)|автоответ|вне офиса\s*:"
    r"|автоматична відповідь|自動(?:応答|返信|回覆|回應|回复)|自动(?:答复|回复|回覆)"
    r"|不在(?:通知|連絡|のお知らせ)|자동 ?(?:회신|응답|답장)|부재 ?중|رد تلقائي|תשובה אוטומטית"
    r"|vacation (?:reply|response|auto|message)|away (?:notice|message)\s*:?"
    r"|svar automatisk|odsotnost\s*:|(?:thư )?trả lời tự động|(?:การ)?ตอบกลับอัตโนมัติ"
    r"|samodejni odgovor|automatski odgovor"
    r"|автоматичен отговор|automātisk[aā] atbilde|automatinis atsakymas|automaatvastus"
    r"|balasan otomatis"
    r"|jawapan automatik|sjálfvirkt svar|resposta automàtica|erantzun automatikoa|پاسخ خودکار"
    r"|स्वचालित उत्तर|respuesta automatica|urlaub\w{0,20}\s*:|urlaubs(?:meldung|benachrichtigung"
    r"|notiz)"
    r"|ik ben afwezig\s*:|\{auto\})",
    re.I,
)
AUTO_SUBJECT_END = later(r"[\[(]auto(?:matic|mated)?[- ]?(?:reply|response)[\])]$", re.I)
AWAY_SUBJECT = later(
    r"^(?:out of (?:the )?office|away from (?:my |the )?(?:desk|office|mail)"
    r"|on (?:vacation|holiday|leave)|abwesend|afwezig|ausente|absent|fuori sede|frånvarande)",
    re.I,
)
CHALLENGE = later(
    r"^(?:please (?:confirm|verify) (?:that you sent|your (?:message|e-?mail|identity|address))"
    r"|(?:your )?(?:message|e-?mail) .{0,60}(?:awaits? moderator|requires? (?:verif|confirm|approv)"
    r"|(?:is|was) (?:being )?held)|sender (?:verification|confirmation)|\[?(?:spam ?arrest|boxbe)"
    r"|confirm(?:ation)? (?:request|required) for (?:your )?(?:message|e-?mail)|verify your e-?mail"
    r"|your message to .{1,80} awaits)",
    re.I,
)
AUTO_HEADERS = word_set(
    "x-autoreply x-autorespond x-autoresponder x-auto-reply x-autoreply-from x-auto-reply-from"
    " x-mail-autoreply x-autogenerated x-autoresponse x-vacation x-fc-machinegenerated"
    " x-post-messageclass x-auto-response x-mdreply x-amazon-auto-reply x-cron-env"
)
REPLIES = word_set("auto_reply auto-reply autoreply")
AUTO_WORDS = (
    *((name, REPLIES) for name in ("precedence", "x-precedence", "preference")),
    ("delivered-to", word_set("autoresponder")),
)
NO = frozenset(("", "no", "false", "0"))


class Screened(Struct, frozen=True):
    kind: Kind
    why: str


def screen(
    letter: Letter,
    mail_from: str | None,
    own_addresses: tuple[str, ...] = (),
    *,
    delimiter: str = "+",
    limit_bytes: int = LIMIT_BYTES,
) -> Screened:
    if letter.size > limit_bytes:
        why = f"it has {letter.size} bytes and the limit is {limit_bytes}"
        return Screened("oversize", why)
    headers = _first_of_each(letter)
    # A bounce may lack a From; whoever else writes none can be neither known nor answered.
    unreadable = None if any(a.address for a in letter.froms) else "it has no sender's address"
    checks: tuple[tuple[Kind, str | None], ...] = (
        ("loop", _loop(letter, headers, own_addresses, delimiter)),
        ("bounce", _bounce(letter, headers, _is_null(mail_from, headers))),
        ("auto-reply", _automatic(letter, headers, _is_null(mail_from, headers))),
        ("unreadable", unreadable),
    )
    return next(
        (Screened(kind, why) for kind, why in checks if why),
        Screened("player", "nothing in it says that a machine sent it"),
    )


def _first_of_each(letter: Letter) -> dict[str, str]:
    first: dict[str, str] = {}
    for key, value in letter.headers:
        first.setdefault(key, value)
    return first


def _word(value: str) -> str:
    """The token before `;` or a comment, case folded (RFC 3834 section 5)."""
    return re.split(r"[;(]", value, maxsplit=1)[0].strip().lower()


def _is_null(mail_from: str | None, headers: dict[str, str]) -> bool:
    given = mail_from.strip() if mail_from is not None else None
    if given:
        return given == "<>"
    kept = headers.get("return-path", "<>" if given == "" else "?")
    return kept.strip() == "<>" or kept.strip().upper().startswith("<MAILER-DAEMON")


def _loop(
    letter: Letter, headers: dict[str, str], own: tuple[str, ...], delimiter: str
) -> str | None:
    if LOOP_HEADER in headers:
        return "it carries this server's own mark (X-Nomic-Mail)"
    for sender in letter.froms:
        if any(parse_recipient(sender.address, base, delimiter).kind != "foreign" for base in own):
            return f"its From is our own address {sender.address}"
    return None


def _bounce(letter: Letter, headers: dict[str, str], null_sender: bool) -> str | None:
    kind = content_type(headers.get("content-type", ""))
    if kind.main == "multipart/report":
        return _report(kind, letter)
    if kind.main == "message/delivery-status":
        return "a delivery report (RFC 3464)"
    if told_in_json.is_bounce(letter.text):
        return "a mail service's notice of a bounce, in JSON"
    if "x-failed-recipients" in headers:
        return "X-Failed-Recipients: a mail server's own failure notice"
    postmaster = next((a for a in letter.froms if _is_postmaster(a.address, a.name)), None)
    subject = letter.subject.strip()
    tells = bool(BOUNCE_SUBJECT.match(subject) or BOUNCE_SUBJECT_END.search(subject[-80:]))
    if postmaster and DAEMON.match(postmaster.address):
        return f"a mail server's notice from {postmaster.address}"
    notice = tells or null_sender
    if postmaster and not notice and not machines.says_an_order(letter.text):
        notice = BOUNCE_TEXT.search(machines.own_words(letter.text)) is not None
    if postmaster and notice:
        return f"a mail server's notice from {postmaster.address or postmaster.name}"
    # A subject alone is not enough: people complain about lost letters in just those words.
    if tells and (null_sender or not letter.froms or _machine_details(letter)):
        return f'its subject is a mail server\'s: "{subject[:80]}"'
    return None


def _machine_details(letter: Letter) -> bool:
    text = letter.text[:20_000]
    answers = bool(letter.in_reply_to or letter.references)
    returned = any("attached letter" in note for note in letter.trouble)
    signed = {sender.address for sender in letter.froms}  # a person's signature is no detail
    named = any(one.lower().strip(":") not in signed for one in ADDRESS_LINE.findall(text))
    details = returned or named or MACHINE_TEXT.search(text)
    if OWN_LETTER.search(text[:OWN_LOOK]):
        return False
    return not answers and bool(details and BOUNCE_TEXT.search(text))


def _report(kind: ContentType, letter: Letter) -> str | None:
    report = kind.parameters.get("report-type", "").lower()
    if report == "disposition-notification" and BOUNCE_TEXT.search(letter.text[:2_000]):
        return "a refusal in the form of a receipt (RFC 8098)"
    if report in ("disposition-notification", "feedback-report"):
        return None  # automatic, but nothing came back
    return "a delivery report (RFC 3464)"


def _by_a_machine(letter: Letter) -> bool:
    """Whether a letter under an office's name says anything that people hardly say."""
    if any(DAEMON.match(one.address) for one in letter.froms):
        return True
    told = machines.own_words(letter.text)
    machine = MACHINE_TEXT.search(told) or BOUNCE_TEXT.search(told) or not told.strip()
    return bool(machine) and not machines.says_an_order(letter.text)


def _is_postmaster(address: str, name: str) -> bool:
    return bool(POSTMASTERS.match(address) or POSTMASTERS.match(name.strip()))


def _automatic(letter: Letter, headers: dict[str, str], null_sender: bool) -> str | None:
    submitted = _word(headers.get("auto-submitted", "no"))
    if submitted not in NO:
        return f"Auto-Submitted: {submitted} (RFC 3834)"
    kind = content_type(headers.get("content-type", ""))
    if kind.main in ("multipart/report", "multipart/digest", "message/disposition-notification"):
        return f"{kind.main}: a machine's report or a digest"
    for name, words in AUTO_WORDS:
        if _word(headers.get(name, "")) in words:
            return f"{name.title()}: {_word(headers[name])}"
    for name in sorted(AUTO_HEADERS & headers.keys()):
        if _word(headers[name]) not in NO:
            return f"it carries {name}"
    return _automatic_by_look(letter, headers, null_sender)


def _automatic_by_look(letter: Letter, headers: dict[str, str], null_sender: bool) -> str | None:
    precedence = _word(headers.get("precedence", ""))
    subject = letter.subject.strip()
    if CHALLENGE.match(subject):
        return f'it asks whether somebody is a person: "{subject[:80]}"'
    if AUTO_SUBJECT.match(subject) or AUTO_SUBJECT_END.search(subject[-40:]):
        return f'its subject is an automatic answer\'s: "{subject[:80]}"'
    by_machine = precedence in ("bulk", "junk") or "x-auto-response-suppress" in headers
    if AWAY_SUBJECT.match(subject) and by_machine and "list-id" not in headers:
        return f'an absence notice: "{subject[:80]}"'
    # A name proves nothing: people read their mail as postmaster, too, and write as mailer@.
    if any(_is_postmaster(a.address, "") for a in letter.froms) and _by_a_machine(letter):
        return "it comes from a mail server"
    if said := machines.is_automatic(subject, letter.text):
        return said
    if UNREAD["text/calendar"] in letter.trouble and machines.is_calendars(subject, letter.text):
        return f'a calendar\'s answer to an entry: "{subject[:80]}"'
    if null_sender:
        return "its envelope sender is empty: it wants no answer (RFC 5321 section 4.5.5)"
    return None
