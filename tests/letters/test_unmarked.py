"""Originals that nothing marks: what others wrote, our own letters first of all, is never said."""

import pytest

from nomic_mail.game.commands import CallVote, Propose
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import html
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.phrases import ENGLISH, LANGUAGES
from nomic_mail.play import samples
from tests.kit.tiers import ALL, some

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
Write ABOVE THIS LINE to post a reply or view this on the web
--------- Replies above this line will be added to the ticket ---------
--- Bitte antworten Sie oberhalb dieser Zeile ---
## - Veuillez saisir votre réponse au-dessus de cette ligne - ##
##- Por favor, escriba su respuesta sobre esta línea -##
##- Digite sua resposta acima desta linha -##
##- Typ uw antwoord boven deze lijn -##
##- Digita la tua risposta sopra questa riga -##
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
Nuo Išsiųsta Kam Tema
Saatja Saadetud Adressaat Teema
De Enviat_el Per_a Tema
จาก ส่ง ถึง เรื่อง
보낸_사람 보낸_날짜 받는_사람 제목
""".strip().splitlines()
STYLES = ("{}: {}", "*{}:* {}", "**{}:** {}", "*{}*: {}", "{}\u00a0: {}", "{}：{}", "   {}:\t{}")
DATED = """
On Monday, Bob wrote
On 3/2/26, Bob Babbage wrote
Am Montag, Bob schrieb
Le lundi, Bob a écrit
""".strip().splitlines()
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


@pytest.mark.parametrize("line", DATED)
def test_a_day_and_a_name_need_no_colon(line: str) -> None:
    assert said(f"Yes, I like it.\n\n{line}\n\n{THEIRS}") == ["Yes, I like it."]
    assert said(f"{line}\nthat cake is good.") == [line, "that cake is good."]


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


@pytest.mark.parametrize(
    "mark", ["} ", "] ", ": ", "% ", "» ", "＞ ", "¦ ", "&gt; ", "# ", "! ", "=> ", "*> "]
)
def test_a_mark_of_some_program_is_one_where_two_lines_have_it(mark: str) -> None:
    assert said("Yes.\n\n" + "".join(f"{mark}{line}\n" for line in THEIRS.split("\n"))) == ["Yes."]
    assert said(f"Yes.\n{mark}once\n}}\n}}") != ["Yes."]


@pytest.mark.parametrize("mark", [">", "> > ", "Ada> ", "AL> ", "Ada L> ", "\t> ", "     > ", "| "])
def test_marks_further_in_and_with_names(mark: str) -> None:
    assert said("Yes.\n\n" + "".join(f"{mark}{line}\n" for line in THEIRS.split("\n"))) == ["Yes."]


BORDERS = ("Bob wrote:\n\n", "On Monday, Bob Babbage wrote\n", f"{'_' * 32}\n", "Re: {}\n")
OURS = {language: samples.letters(language=language) for language in LANGUAGES}
EACH = [(language, occasion) for language in OURS for occasion in sorted(OURS[language])]


@pytest.mark.parametrize(("language", "occasion"), some(EACH, 10))
@pytest.mark.parametrize("border", BORDERS)
def test_our_own_letters_without_a_mark_say_nothing(
    language: str, occasion: str, border: str
) -> None:
    """All of them: they are full of commands that show how to say something."""
    letter = OURS[language][occasion]
    below = border.format(letter["Subject"]) + samples.text_of(letter)
    for own in ("AGAINST", "PROPOSE ENACT: Tea\nTea.", "STATUS"):
        text = f"{own}\n\n{below}"
        read = understand(f"Re: {letter['Subject']}", text, ABOUT)
        assert said(text) == own.split("\n")
        assert [one.line for one in read.said] == own.split("\n")[:1]
        assert not read.questions


PROPOSAL = "PROPOSE ENACT: Tea\nTea."
OWN_WORDS = ("AGAINST", "AGAINST\n", "STATUS\n\n", PROPOSAL, f"{PROPOSAL}\n")
MODERATOR = About(from_moderator=True)


@pytest.mark.parametrize(("language", "occasion"), some(EACH, 3, check=60))
@pytest.mark.parametrize("form", ["text", "page"])
def test_pasted_whole_with_nothing_drawn_above_they_do_nothing(
    language: str, occasion: str, form: str
) -> None:
    """What the player says counts, or is asked about; of what is pasted nothing ever counts."""
    letter = OURS[language][occasion]
    pasted = (
        samples.text_of(letter) if form == "text" else html.shown_of(samples.page_of(letter)).text
    )
    for own in OWN_WORDS:
        for text in (f"{own}\n{pasted}", f"{pasted}\n\n{own}"):
            for about in (ABOUT, About(open_ballots=(301, 302)), MODERATOR):
                read = understand("", text, about)
                assert [one.line for one in read.said] in ([], own.split("\n")[:1])
                texts = [getattr(one.command, "change", None) for one in read.said]
                assert all(change is None or change.text == "Tea." for change in texts)
                if text.startswith(own) and own != PROPOSAL and about is ABOUT:
                    assert read.said or read.questions


def test_a_paragraph_more_is_asked_about_and_talk_stays_talk() -> None:
    pasted = samples.text_of(OURS[ENGLISH]["period"])
    read = understand("", f"AGAINST 301\n\nCALL VOTE\n\n{pasted}", ABOUT)
    assert [one.line for one in read.said] == ["AGAINST 301"]
    assert ["CALL VOTE" in one.question for one in read.questions] == [True]
    read = understand("", f"I like it.\n\nReally.\n\n{pasted}", About(talk=True))
    assert "Really." in read.said[0].command.text  # type: ignore[attr-defined]


def test_the_line_that_people_are_asked_to_keep_makes_nothing_doubtful() -> None:
    kept = "Please leave this line in your answer:\nnomic-a1b2c3\n"
    read = understand("", f"Hello,\n\nAGAINST 301\n\n{kept}", ABOUT)
    assert [one.line for one in read.said] == ["AGAINST 301"]
    assert not read.questions


def test_a_rule_may_speak_of_when_and_how() -> None:
    text = "PROPOSE ENACT: Picnic\nBy when: Sunday.\nHow: by foot.\nEND\nCALL VOTE"
    propose, call = (one.command for one in understand("", text, ABOUT).said)
    assert isinstance(propose, Propose)
    assert propose.change.text == "By when: Sunday.\nHow: by foot."
    assert isinstance(call, CallVote)


def test_so_it_is_as_a_page() -> None:
    for letter in some(list(OURS[ENGLISH].values()), 20, check=ALL):
        page = f"<p>AGAINST</p><p>Bob wrote:</p>{samples.page_of(letter)}"
        assert said(html.shown_of(page).text) == ["AGAINST"]


def test_a_vote_below_a_name_is_asked_about() -> None:
    read = understand("", "Bob wrote:\n\nlet us have tea.\n\nFOR 301\n", ABOUT)
    assert not read.said
    assert ["is that your vote" in one.question for one in read.questions] == [True]


def test_a_list_of_numbers_is_no_quotation() -> None:
    assert said("# 301: FOR\n# 302: AGAINST") == ["# 301: FOR", "# 302: AGAINST"]


@pytest.mark.parametrize(
    "begins",
    [
        "Subject: [nomic tea] [?] Vote on 301 by Mon 9 Mar: Tea",
        "Subject: [tea?] Vote on 301 by Mon 9 Mar: Tea",
        "Betreff: AW: [tea?] Abstimmung über 301 bis Mo. 9. März: Tea",
        "Re: [tea] 301 proposed by Bob Babbage: Tea",
        "[tea?] Vote on 301 by Mon 9 Mar: Tea",
        "[tea] 301 adopted 2-0: Tea",
        "[tee?] Du bist am Zug",
    ],
)
def test_a_letter_of_ours_begins_with_its_subject_old_or_new(begins: str) -> None:
    assert said(f"AGAINST\n\n{begins}\n\nFOR 301\nLEAVE\n") == ["AGAINST"]


@pytest.mark.parametrize("line", ["[joke] FOR 301", "[x] yes", "[sic!] that is so", "[hm?] 301"])
def test_what_people_write_in_brackets_is_theirs(line: str) -> None:
    assert said(f"{line}\n\nand more\n") == [line, "and more"]


RULE_WITH_A_HEADING = "PROPOSE ENACT: Headings\nEach letter has a heading:\n\n{}\n\nand a topic."


@pytest.mark.parametrize("line", ["Subject: [topic] words", "Re: [mail] hello", "AW: [tea?] Na?"])
def test_a_word_in_brackets_is_no_letter_of_ours(line: str) -> None:
    """A rule, words for all, talk and a vote: each is kept whole, and what stands below it."""
    rule = RULE_WITH_A_HEADING.format(line)
    for text in (
        f"{rule}\nEND\n\nFOR 301",
        f"TELL\n{line}\nRe: [prizes] It is your turn, I think, to say what is too much.",
        f"I like it.\n\n{line}\n\nReally.",
        f"FOR 301\n\n{line}\n\nAGAINST 302",
        f"{line}\n\nFOR 301",
        f"{rule}\n\nHow: by foot.",
    ):
        assert said(text) == [one for one in text.split("\n") if one]
    kept = f"{line}\n\nFOR 301\n\nPlease leave this line in your answer:\nnomic-a1b2c3"
    assert said(kept) == [line, "FOR 301"]
    (proposed,) = understand("", rule, ABOUT).said
    assert isinstance(proposed.command, Propose)
    assert proposed.command.change.text == rule.split("\n", 1)[1]
    votes = understand("", f"FOR 301\n\n{line}\n\nAGAINST 302", About(open_ballots=(301, 302)))
    assert [one.line for one in votes.said] == ["FOR 301", "AGAINST 302"]


@pytest.mark.parametrize("border", ["", "On Monday, Bob Babbage wrote\n\n"])
def test_a_rule_with_such_a_line_above_a_letter_of_ours_is_whole(border: str) -> None:
    rule = RULE_WITH_A_HEADING.format("Subject: [topic] words") + "\nEND"
    subject = "" if border else "Re: [tea?] Your turn is waiting for you\n\n"
    pasted = samples.text_of(OURS[ENGLISH]["late_turn"])
    assert said(f"{rule}\n\n{border}{subject}{pasted}") == [one for one in rule.split("\n") if one]


def test_a_subject_that_asks_needs_one_line_of_ours_below() -> None:
    pasted = "Re: [tea?] Propose by Wed 4 Mar\n\nWhat you can do: reply\n\nSTATUS\n"
    assert said(f"AGAINST\n\n{pasted}") == ["AGAINST"]
    assert "STATUS" in said(f"AGAINST\n\n{pasted.replace('?', '')}")


@pytest.mark.parametrize("line", ["Subject: [topic] words", "Re: [mail] Hello"])
def test_a_rule_without_an_end_above_a_letter_of_ours_is_asked_about(line: str) -> None:
    """Such a line in it is no end that cuts it short."""
    rule = RULE_WITH_A_HEADING.format(line)
    read = understand("", f"{rule}\n\n{samples.text_of(OURS[ENGLISH]['late_turn'])}", ABOUT)
    assert not read.said
    assert len(read.questions) == 1
    told = understand(
        "", f"TELL\n{line.lower()}\n\n{samples.text_of(OURS[ENGLISH]['ballot'])}", ABOUT
    )
    (one,) = told.said
    assert one.command.text == line.lower()  # type: ignore[attr-defined]
