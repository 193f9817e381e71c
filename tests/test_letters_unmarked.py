"""Originals that nothing marks: what others wrote, our own letters first of all, is never said."""

import pytest

from nomic_mail.letters import html
from nomic_mail.letters.grammar import About, understand
from nomic_mail.letters.quoting import scaffold
from nomic_mail.play import samples

ABOUT = About(301, (301,))
THEIRS = """Hello Ada,

Bob Babbage proposes 301: Cake for all.

PROPOSE ENACT: Cake
I vote FOR 301
JUDGMENT is asked
LEAVE
"""
WEAK = """
Bob wrote:
Bob Babbage wrote:
bob@example.org wrote:
On Monday Bob Babbage wrote:
On Mon, Bob wrote:
On 3/2/26, Bob Babbage wrote:
Am Montag schrieb Bob Babbage:
Bob Babbage schrieb:
Le lundi, Bob a écrit :
Bob escribió:
Il giorno lunedì Bob ha scritto:
Em segunda-feira, Bob escreveu:
Bob schreef:
Bob skrev:
Bob napisał(a):
Боб написал:
Bob 写道：
Bobさんは書きました:
Bob 님이 작성:
Zitat von Bob:
* Bob <bob@example.org> [2026-03-02 10:00]:
In a message dated 3/2/2026 10:00:00 AM Eastern Standard Time, bob@example.org writes:
-- reply above this line --
##- Please type your reply above this line -##
Original Message
----- Original Message -----
-----Ursprüngliche Nachricht-----
-------- Message original --------
-----Mensaje original-----
-----Messaggio originale-----
-----Mensagem original-----
-----Oorspronkelijk bericht-----
-----Ursprungligt meddelande-----
-----Oryginalna wiadomość-----
-----Исходное сообщение-----
-----原始邮件-----
-----元のメッセージ-----
-----원본 메시지-----
""".strip().splitlines()
LABELS = """
From Sent To Subject
Von Gesendet An Betreff
De Envoyé À Objet
De Enviado Para Asunto
Da Inviato A Oggetto
De Enviado Para Assunto
Van Verzonden Aan Onderwerp
Från Skickat Till Ämne
Od Wysłano Do Temat
От Отправлено Кому Тема
发件人 发送时间 收件人 主题
差出人 送信日時 宛先 件名
보낸_사람 보낸_날짜 받는_사람 제목
""".strip().splitlines()
STYLES = ("{}: {}", "*{}:* {}", "**{}:** {}", "*{}*: {}", "{}\u00a0: {}", "{}：{}", "   {}:\t{}")
NOT_WEAK = """
As Bob wrote:
Here is what I wrote:
You wrote:
Rule 301 says what Bob wrote:
I vote as follows, since Bob wrote:
What my old friend wrote:
""".strip().splitlines()


def said(text: str) -> list[str]:
    return [line.text for line in scaffold(text) if line.kind == "said"]


@pytest.mark.parametrize("line", WEAK)
def test_what_stands_below_the_name_of_its_writer_is_theirs(line: str) -> None:
    assert said(f"Yes, I like it.\n\n{line}\n\n{THEIRS}") == ["Yes, I like it."]


@pytest.mark.parametrize("line", NOT_WEAK)
def test_a_sentence_is_no_attribution(line: str) -> None:
    assert said(f"{line}\n\ncake is good.\n") == [line, "cake is good."]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("labels", LABELS)
def test_a_block_of_headers_in_every_dress(labels: str, style: str) -> None:
    told = ("Bob Babbage", "2. 3. 2026 10:00", "Ada", "Cake")
    names = [name.replace("_", " ") for name in labels.split()]
    block = [style.format(name, one) for name, one in zip(names, told, strict=True)]
    assert said("\n".join(["Yes.", "", *block, "", THEIRS])) == ["Yes."]
    bare = [style.format(names[0], "Bob <b@x.org>"), style.format(names[3], "Cake")]
    assert said("\n".join(["Yes.", "", *bare, "", THEIRS])) == ["Yes."]


@pytest.mark.parametrize("mark", ["} ", "] ", ": ", "% ", "» ", "＞ ", "¦ ", "&gt; "])
def test_a_mark_of_some_program_is_one_where_two_lines_have_it(mark: str) -> None:
    assert said("Yes.\n\n" + "".join(f"{mark}{line}\n" for line in THEIRS.split("\n"))) == ["Yes."]
    assert said(f"Yes.\n{mark}once\n}}\n}}") != ["Yes."]


@pytest.mark.parametrize("mark", [">", "> > ", "Ada> ", "AL> ", "Ada L> ", "\t> ", "     > ", "| "])
def test_marks_further_in_and_with_names(mark: str) -> None:
    assert said("Yes.\n\n" + "".join(f"{mark}{line}\n" for line in THEIRS.split("\n"))) == ["Yes."]


BORDERS = ("Bob wrote:\n\n", "On Monday, Bob Babbage wrote\n", f"{'_' * 32}\n", "Re: {}\n")
OURS = samples.letters()


@pytest.mark.parametrize("occasion", sorted(OURS))
@pytest.mark.parametrize("border", BORDERS)
def test_our_own_letters_without_a_mark_say_nothing(occasion: str, border: str) -> None:
    """All of them: they are full of commands that show how to say something."""
    letter = OURS[occasion]
    below = border.format(letter["Subject"]) + samples.text_of(letter)
    for own in ("AGAINST", "PROPOSE ENACT: Tea\nTea.", "STATUS"):
        text = f"{own}\n\n{below}"
        read = understand(f"Re: {letter['Subject']}", text, ABOUT)
        assert said(text) == own.split("\n")
        assert [one.line for one in read.said] == own.split("\n")[:1]
        assert not read.questions


def test_so_it_is_as_a_page() -> None:
    for letter in OURS.values():
        page = f"<p>AGAINST</p><p>Bob wrote:</p>{samples.page_of(letter)}"
        assert said(html.to_text(page)[0]) == ["AGAINST"]


def test_a_vote_below_a_name_is_asked_about() -> None:
    read = understand("", "Bob wrote:\n\nlet us have tea.\n\nFOR 301\n", ABOUT)
    assert not read.said
    assert ["is that your vote" in one.question for one in read.questions] == [True]
