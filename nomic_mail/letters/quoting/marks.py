"""The words mail programs put around what people say: attributions, header blocks, signatures.

1. Every pattern is tried on a bounded piece of one line (`quoting.LOOK` characters), and none can
   go back over more than that: 200 KB of `On ` cost as much as 200 KB of anything.
2. Words are data: a language is added here and nowhere else.
"""

import re

from nomic_mail.patterns import later

VERBS = (
    "wrote|writes|sent|said|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escreveu"
    "|ha scritto|scrisse|schreef|geschreven|skrev|skrifaði|kirjoitti|napisał|napisała|napisana"
    "|pisze|napsal|napísal|napisal|írta|yazdı|şunu yazdı|написал|написала|пишет|пише|написав|έγραψε"
    "|a scris|viết|menulis|написа|さんは書きました|が書きました|のメール|写道|寫道|작성|쓴 글"
    "|כתב|كتب|كتابة|va escriure|idatzi|napisao|napisala|piše|rašė|kirjutas|rakstīja|เขียน|shkroi"
    "|ysgrifennodd|scríobh|skribis|scripsit"
)
VERB = later(rf"(?:{VERBS})", re.I)
CLOSES = later(rf"^> ?(?:{VERBS})\s?[:：]$", re.I)  # the end of an address broken over lines
ADDRESS = later(r"[^\s<>()\[\]@]{1,64}@[^\s<>()\[\]@]{1,255}")
# `<bob=40example.org>`, `<bob at example.org>`: as archives write an address.
ENCODED = later(r"[<(\[][^\s<>()@]{1,64}(?:=40|%40| at |\(at\)|\[at\])[^<>()@]{3,200}[>)\]]")
# `On Mon, 2 Mar 2026 10:00, Bob <bob@example.org> wrote:   and what he wrote`
GOES_ON = later(
    rf"^(?=.{{0,200}}[<(][^\s<>()]{{3,200}}[>)])([^\n]{{12,250}}?(?:{VERBS})\s?[:：])\s{{1,12}}(\S[^\n]*)$",
    re.I,
)
BRACKETED = later(r"[<(\[]\s?(?:mailto:)?[^\s<>()\[\]@]{1,64}@[^\s<>()\[\]@]{1,255}[>)\]]")
CLOCK_TIME = later(r"(?<!\d)\d{1,2}[:.h時时点]\d{2}(?!\d)")
DATE_DIGITS = later(r"\d{4}|\d{1,2}[./-] ?\d{1,2}")
# How an attribution with a date begins, in the words of the big programs.
OPENS = later(
    r"^(?:[-\s(]{0,6})(?:(?:on|at|am|le|el|il(?: giorno)?|em|op|den|w dniu|dnia|dne|dňa|no dia|às"
    r"|pe|dana|на|στις|vào|pada|på"
    r"|在|w|в)\s|\d{1,4}[\s./年-]|[^\s\d]{2,12}[.,]{1,2}\s\d|[^\s\d]{3,12}\s\d{1,2},?\s\d{4}\b"
    r"|בתאריך\s|[^\s\d]{2,4}\s\d{1,2}\.)",
    re.I,
)
# Lotus Notes, and whoever names a writer's address right before the verb.
NAMED = later(
    r"^.{1,80}さんは書きました\s?\(\d{4}|^.{1,80}\b(?:wrote|schrieb|a écrit) (?:on|am|le) \d"
    r"|^.{1,80}\bkirjoitti \d"
    r"|^(?:\[[^\[\]]{1,60}\]\s?)?[^<(\[]{0,100}[<(\[][^\s<>()\[\]]{3,250}[>)\]]"
    rf"\s?(?:{VERBS}).{{0,4}}[:：]$",
    re.I,
)
# `Zitat von Bob <bob@example.org>:`, `2 Mar 2026, 10:00 by bob@example.org:`
CITES = later(
    r"^(?:quoting|quoth|missatge de|zitat von|citando(?: a)?|quota di|citerar|cituji"
    r"|\*)\s[^<>]{1,100}<[^\s<>]{3,250}>"
    r"(?:[^:]{0,30}|[^:]{0,60}\d{1,2}:\d{2})[:：]$"
    r"|^in (?:article|message) <[^\s<>]{3,250}>,? .{1,80}(?:wrote|writes|said):$"
    r"|^.{8,40}\d{1,2}[:.]\d{2}.{0,10}\s(?:by|von|par|da|de|por|od|door|от|av)\s"
    r"[^\s<>@]{1,64}@[^\s<>@]{1,250}:$",
    re.I,
)
# `yes On Mon, 2 Mar 2026 at 10:00, …`: where the attribution begins on a line that was answered.
JOINED = later(
    r"(?:\s|(?<!-)-{2,12}\s?|(?<=[.!]))(?=(?:On|Am|Le|El|Il|Em|Op|Den)\s[^\n]{0,20}\d"
    r"|-{3,12}\s?Original Message)"
)

FROM_LABELS = (
    "from|von|de|da|van|från|fra|lähettäjä|od|gönderen|kimden|feladó|от(?: кого)?|від|από|từ"
    "|από|מאת|expeditor|de la|gửi từ|dari|šalje|из|من|nuo|saatja|จาก"
    "|no(?=\\s?:[^\\n]{1,100}<[^\\s<>@]{1,64}@)"  # Latvian, but a vote first of all
    "|差出人|送信者|送信元|发件人|寄件者|寄件人|보낸 ?사람|从"
)
DATE_LABELS = (
    "sent(?: at| on)?|date|gesendet(?: am)?|datum|envoyé(?: le)?|enviado(?: el| em| a)?"
    "|enviada(?: em)?|fecha|data|inviato(?: il)?|verzonden|skickat|sendt|dato|lähetetty|päivämäärä"
    "|wysłano|wysłane|odesláno|gönderildi|tarih|отправлено|дата|надіслано"
    "|elküldve|dátum|στάλθηκε|ημερομηνία|נשלח|תאריך|trimis|poslano|đã gửi|dikirim|изпратено|تاريخ"
    "|išsiųsta|nosūtīts|saadetud|ส่ง|enviat(?: el)?|送信日時|送信日|日時|日付"
    "|发送时间|发送日期|日期|时间|傳送時間|寄件日期|보낸 ?날짜|날짜"
)
OTHER_LABELS = (
    "to|cc|bcc|subject|reply-to|an|betreff|antwort an|kopie|à|objet|para|asunto|assunto|a|oggetto"
    "|aan|onderwerp|till|ämne|til|emne|kopi|vastaanottaja|aihe|do|dw|temat|komu|předmět|kime|konu"
    "|кому|копия|тема|címzett|tárgy|προς|θέμα|אל|נושא|către|subiect|predmet|za|đến"
    "|chủ đề|kepada|subjek|до|относно|إلى|الموضوع"
    "|kam|tema|tēma|adressaat|teema|ถึง|เรื่อง|per a|prima|zadeva|predmet"
    "|宛先|件名|收件人|主题|抄送|收件者|主旨|副本|받는 ?사람|참조|제목"
)
# A line of a header block, in whatever language.
LABELLED = later(
    r"^[*_\s]{0,4}(?!(?:for|against|yes|no|abstain|effe(?:cts?|kte?)|why|title|rule|proposal|vote)\b)"
    r"[^\W\d_][^\W\d_'-]{1,18}(?: [^\W\d_]{1,12}){0,2}[*_]{0,2}\s?[:：][*_]{0,2}\s?\S",
    re.I,
)
LABEL = later(r"(?:^|\s)[*_]{0,2}[^\W\d_]{2,14}[*_]{0,2}\s?[:：](?=\s)")
HEADER_START = later(
    rf"^[*_\s]{{0,4}}(?:{FROM_LABELS}|{DATE_LABELS})[*_]{{0,2}}\s?[:：][*_]{{0,2}}\s?\S",
    re.I,
)
HEADER_FROM = later(rf"^[*_\s]{{0,4}}(?:{FROM_LABELS})[*_]{{0,2}}\s?[:：]", re.I)
HEADER_OTHER = later(
    rf"^[*_\s]{{0,4}}(?:{FROM_LABELS}|{DATE_LABELS}|{OTHER_LABELS})[*_]{{0,2}}\s?[:：]",
    re.I,
)
ONE_LINE_HEADER = later(
    rf"^[*_\s]{{0,4}}(?:{FROM_LABELS})[*_]{{0,2}}\s?[:：].{{3,160}}?\s[*_]{{0,2}}"
    rf"(?:{DATE_LABELS})[*_]{{0,2}}\s?[:：]",
    re.I,
)
ORIGINALS = (
    "original|origin[ea]l|d['’]origine|ursprüngliche|ursprungligt|oorspronkelijk|opprinnelig|oprindelig"
    "|oryginalna|původní|eredeti|alkuperäinen|orijinal|исходное|оригинальное|пересл|пересыл|元の"
    "|転送|原始|原件|轉寄|转发|원본|전달된|forwarded|weitergeleitete|transféré|reenviado|encaminhada"
    "|inoltrato|doorgestuurd|vidarebefordra|videresend|przekazan|přeposlan"
    "|özgün|iletilen|מקורית|שהועברה|αρχικό|προωθημένο|izvorn|proslijeđen|izvirn|posredovan|pôvodn"
    "|preposlan|оригинално|препратен|оригінал|початков|переслан|pradini|persiųst|sākotnēj|pārsūtīt"
    "|algne|edastatud|gốc|chuyển tiếp|ต้นฉบับ|ส่งต่อ|الأصلية|asli|diteruskan|jatorriz|továbbított"
    "|välitetty|redirecționat|reenviat"
)
ORIGINAL = later(
    rf"^(?:-{{2,}}\s?[^\n-]{{0,20}}(?:{ORIGINALS})[^\n]{{0,30}}?\s?-{{2,}}"
    rf"(?:\s*[*_]{{0,2}}(?:{FROM_LABELS})\s?[:：][^\n]{{0,200}})?"
    r"|={3,} ?original message ?={3,}|(?:begin )?forwarded message:"
    r"|anfang der weitergeleiteten (?:e-mail|nachricht):"
    r"|début du message (?:transféré|réexpédié)\s?:|inicio del mensaje reenviado:"
    r"|início da mensagem (?:encaminhada|reencaminhada):|inizio messaggio inoltrato:"
    r"|begin doorgestuurd bericht:|vidarebefordrat brev:|początek przekazywanej wiadomości:"
    r"|начало переадресованного сообщения:|下面是被转发的邮件[:：]|開始轉寄郵件[:：]"
    r"|転送されたメッセージ[:：]|전달된 메시지:)$",
    re.I,
)
# GroupWise's way: `>>> Bob <bob@example.org> 02.03.2026 10:00 >>>`, and no marks below it.
ARROWS = later(r"^>>> ?[^>\s].{3,200}\d{1,2}[:.]\d{2}.{0,20}>>>$")
RULE = later(r"^(?:_{5,}|-{5,}|={5,}|\*{5,}|—{2,}|─{3,})$")
MOBILE = later(
    r"^[(<]{0,2}(?:sent (?:from|by) (?:my |an? |the )?(?:\S{1,30} ){0,4}(?:iphone|ipad|ipod|phone"
    r"|android|galaxy|pc|cell(?:phone)?|smartphone|mobile|blackberry"
    r"|windows(?: phone)?(?: \d{1,2})?|mail|outlook|watch|device|tablet|gmail|pixel|app)\b.{0,60}"
    r"|sent (?:with|via|using) (?:\S{1,30} ){0,4}(?:mail|email|spark|superhuman|outlook|proton"
    r"|app|galaxy|smartphone|phone|blackberry)\b.{0,60}"
    r"|sent (?:from|with|via|using) (?:mymail|(?-i:[A-Z])\S{1,20})(?: (?:for|on) \S{1,15})?"
    r"|sent from my (?-i:[A-Z])[\w.-]{1,20}(?: [\w.-]{1,20}){0,2}|sent via mobile"
    r"|from my (?:iphone|ipad|android|mobile)\b.{0,20}"
    r"|get outlook for \S{1,30}.{0,80}|(?:holen sie sich|télécharge[zr]|obtener|obtenga|scarica"
    r"|ottieni|obter(?: o)?|obtenha o|hämta|hent|hanki|získejte|pobierz(?: (?:program|aplikację))?"
    r"|получить|скачать|获取|獲取|取得) (?:ios 版 |android 版 )?outlook\b.{0,80}"
    r"|outlook (?:voor|for|für|para|per|pour) \S{1,20} (?:downloaden|herunterladen).{0,80}"
    r"|yahoo mail: .{3,60}"
    r"|(?:von|mit|diese nachricht wurde) .{2,80} gesendet|gesendet (?:von|mit|aus) .{2,60}"
    r"|envoyé (?:de|depuis|à partir|avec) .{2,60}"
    r"|enviad[oa] (?:desde|do|da|con|com|a partir) .{2,60}"
    r"|inviato (?:da|dal|con) .{2,60}|(?:verzonden|verstuurd) (?:vanaf|met|via) .{2,60}"
    r"|skickat från .{2,60}|skickades från .{2,60}|sendt fra .{2,60}|lähetetty .{2,60}"
    r"|wysłan[eo] z .{2,60}|odesláno z .{2,60}|отправлено (?:с|из) .{2,60}"
    r"|надіслано (?:з|із) .{2,60}"
    r"|(?:iphone|ipad|android).{0,20}(?:から送信|より送信)|(?:从|從)我的\s?.{2,20}\s?(?:发送|傳送)"
    r"|(?:发|發)(?:自|送自)我的\s?.{2,20}|(?:나의|내) .{2,20}에서 보냄"
    r"|iphone'umdan gönderildi|provenance : courrier .{2,40}|odoslané z .{2,60}"
    r"|iphone-ról küldve|küldve az .{2,40}|trimis de pe .{2,40}|poslano (?:z|s|iz|sa) .{2,40}"
    r"|изпратено от моя .{2,40}|στάλθηκε από το .{2,40}|android için outlook.{2,20}|נשלח מה.{2,40}"
    r"|أُ?رسلت من .{2,40}|ส่งจาก .{2,40}|gửi từ .{2,40} của tôi|dikirim dari .{2,40} saya"
    r"|(?:android|ios)\s?版の ?outlook.{2,20}|我的 ?.{2,20}发送|android용 outlook .{2,20}"
    r"|enviat des del .{2,40})[.)>]{0,2}$",
    re.I,
)
# What letters end with, above a name.
CLOSING = later(
    r"^(?:(?!.*\b(?:yes|no|not|for|against|aye|nay|i)\b)(?:[^\W\d_]{2,15},? ){0,4}"
    r"(?:regards|wishes|greetings|salutations|respects?|gratitude|appreciation)"
    r"(?: (?:from|to) .{2,30})?"
    r"|(?:yours|your) (?:sincerely|truly|faithfully|ever)|sincerely(?: yours)?|yours|cheers"
    r"|(?:(?:with|lots of|much) )?love(?: from .{2,30}"
    r"|,? (?-i:[A-Z])\w{0,20}(?: \w{1,20})?| to (?:you )?all.{0,10})?|respectfully|cordially"
    r"|take care"
    r"|(?:mit )?(?:freundlichen|vielen?|liebe[nr]?|beste[nr]?|schöne|herzliche) gr(?:ü|ue)(?:ß"
    r"|ss)e?n?(?: aus .{2,30})?"
    r"|mfg|lg|vg|cordialement|bien (?:à vous|cordialement)|salutations.{0,20}|bonne journée"
    r"|amicalement"
    r"|(?:un )?(?:cordial )?salud(?:o|os|ación)(?: cordial(?:es)?)?|atentamente|atenciosamente"
    r"|abraços?|(?:cordiali|distinti) saluti"
    r"|saluti|met vriendelijke groet(?:en)?|groet(?:en|jes)?|(?:med )?vänliga hälsningar"
    r"|(?:med )?vennlig hilsen|hilsen"
    r"|hälsningar|mvh|terveisin|pozdrawiam|z poważaniem|s pozdravem|pozdrav|с уважением"
    r"|saygılarımla|üdvözlettel"
    r"|此致|敬礼|よろしくお願いします|敬具|감사합니다)[\s,.!-]*$",
    re.I,
)
VOTES_ALONE = later(
    r"^\W*(?:i vote .{1,40}|(?:yes|yeah|yep|no|nope|aye|nay|for|against|abstain|in favou?r|\+1"
    r"|-1|[👍👎])"
    r"(?:[\s,:]+(?-i:(?![A-Z][a-z])).{0,20})?)\W*$|^p\.? ?s\b|\d{3}\s?[:=]",
    re.I,
)
FOOTER_RULE = later(r"^(?:_{10,}|-{20,}|={20,}|\*{20,}|-~-.{0,60}|─{10,})$")
SHORT_RULE = later(r"^(?:_{2,9}|-{2,19}|={3,19}|\*{3,19})$")
SCANNERS = later(
    r"\bavast\b|\bavg\b|virus[- ]?free|virenfrei|viren geprüft|sans virus|libre de virus"
    r"|checked for viruses|antivirus",
    re.I,
)
FOOTER_WORDS = later(
    r"mailman|listinfo|unsubscribe|list-?archive|groups\.google|google ?groups|mailing[- ]?list"
    r"|mailinglist|groups\.io|yahoo!|hotmail|windows live|\bmsn\b|\bgmx\b|web\.de|avast|\bavg\b"
    r"|virus[- ]?free|virenfrei|viren geprüft|sans virus|libre de virus|antivirus|free e?-?mail"
    r"|kostenlos|\bpobox\b|juno|lycos|netscape|manage (?:your )?subscription|abbestellen"
    r"|désabonner|subscription options",
    re.I,
)
LIST_FOOTER = later(
    r"^(?:you(?:'re| are)? (?:received|receiving|get|getting) this (?:e-?mail|message|mail) because"
    r"|to unsubscribe (?:from|send|and|click|visit)\b|virus-free\. ?www\."
    r"|\[non-text portions of this)",
    re.I,
)
CONFIDENTIAL = later(
    r"^[*_\s]{0,4}(?:confidential(?:ity)? (?:notice|note|statement)"
    r"|(?:disclaimer|legal notice|important notice|aviso legal|haftungsausschluss)\s?[:.].{0,160}"
    r"(?:confiden|privileged|intended|vertraulich)"
    r"|(?:this|the (?:information|contents?)(?: \S{1,12}){0,3} (?:of|in) this)"
    r" (?:e-?mail|message|communication|transmission)\b.{0,120}"
    r"(?:confidential|privileged|intended (?:only|solely))"
    r"|(?:diese (?:e-?mail|nachricht)|der inhalt dieser e-?mail)\b.{0,120}vertraulich"
    r"|ce (?:message|courriel|mail)\b.{0,120}confidentiel"
    r"|(?:este|o presente|esta) (?:mensaje|mensagem|correo|e-?mail)\b.{0,120}confidencial"
    r"|(?:questo messaggio|questa e-?mail|le informazioni)\b.{0,120}(?:riservat|confidenzial)"
    r"|(?:dit bericht|deze e-?mail|de informatie)\b.{0,120}vertrouwelijk)",
    re.I,
)
# `-Ada` or `— Ada Lovelace`, alone at the end; but `- tea` is the last item of a list.
DASHED_NAME = later(r"^(?:--?|[–—~] ?)[^\W\d_][\w.'’]{0,20}(?: [^\W\d_][\w.'’]{0,20}){0,2}$")
# What a mail program made of a link it broke inside a quotation.
LINK_REST = later(r"^ ?(?:\(?https?://\S{1,300}|\S{0,300}[=/&%?]\S{0,300}\)?)(?: ?>)?$")
