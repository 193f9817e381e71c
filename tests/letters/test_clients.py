"""What mail programs put above the original, in many languages: what is theirs is not said."""

import pytest

from nomic_mail.letters.quoting.scaffold import scaffold

ATTRIBUTIONS = """
On Mon, 2 Mar 2026 at 10:00, Bob <b@x.org> wrote:
On Mon, 2 Mar 2026 at 10:00, Bob the very long name of somebody or other\\n<bob@example.org> wrote:
On Mon, 2 Mar 2026 at 10:00, Bob <\\nbob@example.org> wrote:
On Mon, 2 Mar 2026 at 10:00 PM Bob\\n\\n<\\nmailto:Bob <b@x.org>\\n> wrote:
On 2 Mar 2026, at 10:00, Bob <b@x.org> wrote:
On 3/2/26 10:00, Bob wrote:
On Monday, March 2, 2026 at 10:00:00 AM UTC+1 Bob wrote:
Bob <b@x.org> wrote:
Bob/Tea/Org wrote on 03/02/2026 10:00:00 AM:
---- On Mon, 02 Mar 2026 10:00:00 +0100 Bob <b@x.org> wrote ----
2026-03-02 10:00 GMT+01:00 Bob <b@x.org>:
Am Mo., 2. März 2026 um 10:00 Uhr schrieb Bob <b@x.org>:
Am 02.03.2026 um 10:00 schrieb Bob:
Le lun. 2 mars 2026 à 10:00, Bob <b@x.org> a écrit :
Le 02/03/2026 à 10:00, Bob a écrit :
El lun, 2 mar 2026 a las 10:00, Bob (<b@x.org>) escribió:
Il giorno lun 2 mar 2026 alle ore 10:00 Bob <b@x.org> ha scritto:
Em seg., 2 de mar. de 2026 às 10:00, Bob <b@x.org> escreveu:
Op ma 2 mrt 2026 om 10:00 schreef Bob <b@x.org>:
Op 2 mrt. 2026 om 10:00 heeft Bob <b@x.org> het volgende geschreven:
Den mån 2 mars 2026 kl 10:00 skrev Bob <b@x.org>:
Den man. 2. mar. 2026 kl. 10.00 skrev Bob <b@x.org>:
man. 2. mars 2026 kl. 10:00 skrev Bob <b@x.org>:
ma 2. maalisk. 2026 klo 10.00 Bob (b@x.org) kirjoitti:
pon., 2 mar 2026 o 10:00 Bob <b@x.org> napisał(a):
W dniu 2.03.2026 o 10:00, Bob pisze:
Wiadomość napisana przez Bob <b@x.org> w dniu 02.03.2026, o godz. 10:00:
po 2. 3. 2026 v 10:00 odesílatel Bob <b@x.org> napsal:
Bob <b@x.org> ezt írta (időpont: 2026. márc. 2., H, 10:00):
Bob <b@x.org>, 2 Mar 2026 Pzt, 10:00 tarihinde şunu yazdı:
пн, 2 мар. 2026 г. в 10:00, Боб <b@x.org>:
2 марта 2026 г., в 10:00, Боб <b@x.org> написал(а):
02.03.2026 10:00, Боб пишет:
пн, 2 бер. 2026 р. о 10:00 Боб <b@x.org> пише:
Στις Δευ 2 Μαρ 2026 στις 10:00 π.μ., ο χρήστης Bob <b@x.org> έγραψε:
Vào Th 2, 2 thg 3, 2026 vào lúc 10:00 Bob <b@x.org> đã viết:
Bob <b@x.org> 于2026年3月2日周一 10:00写道：
Bob <b@x.org> 於 2026年3月2日 週一 上午10:00寫道：
在 2026年3月2日，10:00，Bob <b@x.org> 写道：
2026年3月2日(月) 10:00 Bob <b@x.org>:
2026/03/02 10:00、Bob <b@x.org>のメール:
2026년 3월 2일 (월) 오전 10:00, Bob <b@x.org>님이 작성:
2026. 3. 2. 오전 10:00, Bob <b@x.org> 작성:
Missatge de Bob <b@x.org> del dia dl., 2 de març 2026 a les 10:00:
Bob kirjoitti 2.3.2026 klo 10.00:
(2026/03/02 10:00), Bob wrote:
Dne 2. 03. 26 ob 10:00 je Bob napisal(a):
On Mon, 02 Mar 2026 10:00:00 +0100 Bob <b@x.org> wrote
Am 02.03.26 um 10:00 schrieb "Bob" <b@x.org>
>>> Bob <b@x.org> 02.03.2026 10:00 >>>
-----Original Message-----
----- Original Message ----- From: Bob [mailto:b@x.org] Sent: Monday
-------- Ursprüngliche Nachricht --------
-------- Message d'origine --------
-------- Mensaje original --------
-------- Messaggio originale --------
-------- Oorspronkelijk bericht --------
-----Ursprungligt meddelande-----
-----Oprindelig meddelelse-----
-------- Wiadomość oryginalna --------
-------- Исходное сообщение --------
-----Özgün İleti-----
-----Αρχικό μήνυμα-----
-----הודעה מקורית-----
-----Izvorna poruka-----
-----Pôvodná správa-----
-----Оригінальне повідомлення-----
-----Pradinis pranešimas-----
-----Tin nhắn gốc-----
-----الرسالة الأصلية-----
Forwarded message:
------------------ 原始邮件 ------------------
---------- Forwarded message ---------
Anfang der weitergeleiteten Nachricht:
Début du message réexpédié :
From: Bob <b@x.org>\\nSent: Monday, 2 March 2026 10:00\\nTo: Ada\\nSubject: x
________________________________\\nFrom: Bob <b@x.org>\\nSent: Monday, 2 March 2026 10:00\\nTo: Ada
*From:* Bob <b@x.org> *Sent:* Monday, March 2, 2026 10:00 *To:* Ada
Subject: x\\nFrom: Bob <b@x.org>\\nTo: Ada\\nDate: Monday
Von: Bob\\nGesendet: Montag, 2. März 2026 10:00\\nAn: Ada\\nBetreff: x
De : Bob <b@x.org>\\nEnvoyé : lundi 2 mars 2026 10:00\\nÀ : Ada\\nObjet : x
De: Bob\\nEnviado el: lunes, 2 de marzo de 2026 10:00\\nPara: Ada\\nAsunto: x
Da: Bob\\nInviato: lunedì 2 marzo 2026 10:00\\nA: Ada\\nOggetto: x
De: Bob\\nEnviada em: segunda-feira, 2 de março de 2026 10:00\\nPara: Ada\\nAssunto: x
Van: Bob\\nVerzonden: maandag 2 maart 2026 10:00\\nAan: Ada\\nOnderwerp: x
Från: Bob\\nSkickat: den 2 mars 2026 10:00\\nTill: Ada\\nÄmne: x
Od: Bob\\nWysłano: poniedziałek, 2 marca 2026 10:00\\nDo: Ada\\nTemat: x
От: Боб\\nОтправлено: 2 марта 2026 г. 10:00\\nКому: Ада\\nТема: x
发件人: Bob\\n发送时间: 2026年3月2日 10:00\\n收件人: Ada\\n主题: x
差出人: Bob\\n送信日時: 2026年3月2日 10:00\\n宛先: Ada\\n件名: x
보낸 사람: Bob\\n보낸 날짜: 2026년 3월 2일 10:00\\n받는 사람: Ada\\n제목: x
""".strip().split("\n")

MOBILE = """
Sent from my iPhone
Sent from my Samsung Galaxy smartphone.
Sent from Mail for Windows
Sent from Outlook for Android
Sent with Proton Mail secure email.
Sent from BlueMail
Sent from myMail for iOS
Sent with Mailspring
Sent from my Fairphone
Sent from my cell, please excuse any typos.
(sent from a phone)
Gesendet aus der mobilen Mail App
Provenance : Courrier pour Windows
Hent Outlook til iOS
Odoslané z iPhonu
iPhone-ról küldve
Poslano z mojega iPhona
Изпратено от моя iPhone
Στάλθηκε από το iPhone μου
נשלח מה-iPhone שלי
ส่งจาก iPhone ของฉัน
Gửi từ iPhone của tôi
我的iPhone发送
Get Outlook for iOS<https://example.com/o>
Von meinem iPhone gesendet
Gesendet mit der GMX Mail App
Envoyé de mon iPhone
Enviado desde mi iPhone
Enviado do meu iPhone
Inviato da iPhone
Verstuurd vanaf mijn iPhone
Skickat från min iPhone
Wysłane z iPhone'a
Отправлено с iPhone
发自我的iPhone
從我的 iPhone 傳送
iPhoneから送信
나의 iPhone에서 보냄
""".strip().split("\n")


def kinds(text: str) -> list[str]:
    return [line.kind for line in scaffold(text)]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_all_below_an_attribution_is_theirs(attribution: str) -> None:
    head = attribution.replace("\\n", "\n")
    for original in ("no to all\nFOR 302", "> no to all\n> FOR 302"):
        said, *rest = kinds(f"yes\n\n{head}\n\n{original}")
        assert said == "said"
        assert set(rest) == {"blank", "attribution", "quoted"}


@pytest.mark.parametrize("line", MOBILE)
def test_what_a_telephone_adds_is_not_said(line: str) -> None:
    assert kinds(f"yes\n\n{line}\n") == ["said", "blank", "signature"]
    assert kinds(f"yes\n\n{line}\n\n> quoted\n")[2] == "signature"


@pytest.mark.parametrize(
    "text",
    [
        "I vote as I wrote on Monday:\nFOR 301",
        "From: what I hear\nit is good",
        "On the whole, as Bob wrote: fine",
        "Drinks:\n- coffee\n- tea",
        "The text:\n---\nThe Moderator keeps a mailing list.",
        "Disclaimer: none of this is law.",
        "To: be or not to be\nfrom: me",
        "At 10:00 we meet, as Ada said:\nbring tea",
        "Sent from the north was a letter\nand it said yes",
        "Sent from my desk, is much easier than my phone was",
        "I wrote on 2 March 2026 at 10:00:\nthat was wrong",
        "No: Bob is not the Chairperson\nDate: tomorrow at 10:00",
        "My answer stands above this one\nand I like it",
    ],
)
def test_what_only_looks_like_it_is_said(text: str) -> None:
    assert set(kinds(text)) == {"said"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yes On Mon, 2 Mar 2026 at 10:00, b@x.org wrote:\n> no", "yes"),
        ("yes--- On Mon, 2 Mar 2026 at 10:00, b@x.org wrote:\n> no", "yes"),
        ("ja Am 02.03.2026 um 10:00 schrieb Bob:\n\n> nein", "ja"),
    ],
)
def test_who_answers_on_the_attributions_line_has_answered(text: str, said: str) -> None:
    lines = scaffold(text)
    assert [line.text for line in lines if line.kind == "said"] == [said]
    assert lines[1].kind == "attribution"


LAST = """
My vote: yes.
Dear Ada: I vote against this.
301: for
Bob: you are right, and I vote yes.
To: be honest I'm for it
Date: any; place: any. Yes!
From me: yes
PS: see you on Monday
Da: yes
A: yes
Meine Stimme: ja
De acuerdo: yes
An alle: ich bin dafür
As I told Bob <b@x.org> on 2 Mar 2026 at 10:00, I vote yes
On Monday I'll be away, so: yes
Yes! --Ada
""".strip().split("\n")


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_a_last_line_of_ones_own_is_no_part_of_what_stands_below(last: str, blank: str) -> None:
    """Whatever it looks like, and whichever mail program wrote below it."""
    for attribution in ATTRIBUTIONS:
        head = attribution.replace("\\n", "\n")
        for original in ("no to all\nFOR 302", "> no to all\n> FOR 302"):
            own, *rest = kinds(f"{last}\n{blank}{head}\n\n{original}")
            assert own == "said", attribution
            assert set(rest) == {"blank", "attribution", "quoted"}, attribution
