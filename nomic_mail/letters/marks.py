"""The words mail programs put around what people say: attributions, header blocks, signatures.

1. Every pattern is tried on a bounded piece of one line (`quoting.LOOK` characters), and none can
   go back over more than that: 200 KB of `On ` cost as much as 200 KB of anything.
2. Words are data: a language is added here and nowhere else.
"""

import re

VERBS = (
    "wrote|writes|sent|said|schrieb|geschrieben|a écrit|écrit|escribió|escreveu|ha scritto|scrisse"
    "|schreef|geschreven|skrev|skrifaði|kirjoitti|napisał|napisała|napsal|napísal|írta|yazdı"
    "|şunu yazdı|написал|написала|пишет|пише|написав|έγραψε|a scris|viết|menulis|написа"
    "|さんは書きました|のメール|写道|寫道|작성|כתב|كتب"
)
VERB = re.compile(rf"(?:{VERBS})", re.I)
ADDRESS = re.compile(r"[^\s<>()\[\]@]{1,64}@[^\s<>()\[\]@]{1,255}")
BRACKETED = re.compile(r"[<(\[]\s?(?:mailto:)?[^\s<>()\[\]@]{1,64}@[^\s<>()\[\]@]{1,255}[>)\]]")
CLOCK_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
DATE_DIGITS = re.compile(r"\d{4}|\d{1,2}[./-]\d{1,2}")

FROM_LABELS = (
    "from|von|de|da|van|från|fra|lähettäjä|od|gönderen|feladó|от|від|差出人|发件人|寄件者"
    "|보낸 사람|从"
)
DATE_LABELS = (
    "sent|date|gesendet|datum|envoyé(?: le)?|enviado(?: el)?|enviada(?: em)?|fecha|data|inviato"
    "|verzonden|skickat|sendt|lähetetty|päivämäärä|wysłano|odesláno|gönderildi|отправлено|дата"
    "|надіслано|送信日時|日時|发送时间|傳送時間|보낸 날짜"
)
OTHER_LABELS = (
    "to|cc|subject|reply-to|an|betreff|à|objet|para|asunto|assunto|a|oggetto|aan|onderwerp|till"
    "|ämne|til|emne|vastaanottaja|aihe|do|temat|komu|předmět|kime|konu|кому|тема|宛先|件名"
    "|收件人|主题|收件者|主旨|받는 사람|제목"
)
HEADER_START = re.compile(
    rf"^[*\s]{{0,4}}(?:{FROM_LABELS}|{DATE_LABELS})\*?[ ]?[:：]\*?[ ]?\S",
    re.I,
)
HEADER_FROM = re.compile(rf"^[*\s]{{0,4}}(?:{FROM_LABELS})\*?[ ]?[:：]\*?[ ]?\S", re.I)
HEADER_OTHER = re.compile(
    rf"^[*\s]{{0,4}}(?:{FROM_LABELS}|{DATE_LABELS}|{OTHER_LABELS})\*?[ ]?[:：]",
    re.I,
)
ORIGINAL = re.compile(
    r"^(?:-{2,}\s?(?:original message|original-nachricht|ursprüngliche nachricht|message d'origine"
    r"|message original|mensaje original|mensagem original|messaggio originale"
    r"|oorspronkelijk bericht|ursprungligt meddelande|opprinnelig melding|forwarded message"
    r"|weitergeleitete nachricht|message transféré|mensaje reenviado|original appointment"
    r"|исходное сообщение|元のメッセージ|原始邮件)\s?-{2,}|begin forwarded message:"
    r"|anfang der weitergeleiteten nachricht:|début du message transféré\s?:)$",
    re.I,
)
MOBILE = re.compile(
    r"^(?:sent from (?:my )?(?:\S{1,30} ){0,3}(?:iphone|ipad|ipod|phone|android|galaxy|smartphone"
    r"|mobile|blackberry|windows phone|mail|outlook|watch|device)\b.{0,40}"
    r"|sent (?:with|via|using) (?:\S{1,30} ){0,3}(?:mail|email|spark|superhuman|outlook|proton"
    r"|app)\b.{0,60}|get outlook for \S{1,30}.{0,80}|(?:von|mit) .{2,40} gesendet"
    r"|gesendet (?:von|mit) .{2,60}|envoyé (?:de|depuis|à partir) .{2,60}"
    r"|enviado (?:desde|do|con|a partir) .{2,60}|inviato da(?:l)? .{2,60}"
    r"|verzonden (?:vanaf|met) .{2,60}|skickat från .{2,60}|sendt fra .{2,60}"
    r"|wysłane z .{2,60}|отправлено (?:с|из) .{2,60}|(?:iphone|ipad)から送信"
    r"|从我的\s?iphone\s?发送|發自我的\s?iphone|나의 iphone에서 보냄"
    r"|iphone'umdan gönderildi)[.]?$",
    re.I,
)
FOOTER_RULE = re.compile(r"^(?:_{10,}|-{20,}|={20,}|\*{20,})$")
FOOTER_WORDS = re.compile(
    r"mailman|listinfo|unsubscribe|list-?archive|groups\.google|mailing[- ]list|yahoo!|hotmail"
    r"|windows live|\bmsn\b|\bgmx\b|web\.de|avast|\bavg\b|virus[- ]?free|antivirus|free e?-?mail"
    r"|kostenlos|\bpobox\b|juno|lycos|netscape",
    re.I,
)
CONFIDENTIAL = re.compile(
    r"^[*\s]{0,4}(?:confidential(?:ity)? (?:notice|note)"
    r"|(?:this|the information (?:contained )?in this) (?:e-?mail|message|communication"
    r"|transmission)\b.{0,120}"
    r"(?:confidential|privileged|intended (?:only|solely)))",
    re.I,
)
