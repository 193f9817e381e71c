"""Votes in plain German: the right one, or a question; never a wrong one, and never silence.

Each is put together: what is said, how a letter is built around it, and what may turn it.
"""

from itertools import product

import pytest

from nomic_mail.letters.grammar.understand import About, Understood, understand
from tests.kit.tiers import some

ONE, TWO = About(301, (301,)), About(open_ballots=(301, 302))
SAID = {
    "for": """dafür|Ich bin dafür|Bin dafür|ich bin dafuer|Ich bin klar dafür|Ich stimme dafür|Ja
ja, dafür|Ja, ich bin dafür|Ja bitte|Ich stimme mit Ja|Meine Stimme: Ja|Hiermit stimme ich dafür
Ich stimme zu|Stimme zu|Dem stimme ich zu|Ich stimme dem Vorschlag zu|Zustimmung|Einverstanden
Ich bin einverstanden|Für den Vorschlag|Ich stimme für den Vorschlag|Von mir ein Ja|FÜR 301
Ich bin für 301|301: dafür|Ja zu 301""",
    "against": """dagegen|Ich bin dagegen|Bin dagegen|Ich bin klar dagegen|Ich stimme dagegen|Nein
nein danke|Nein, danke|Nö|Nein, ich bin dagegen|Ich stimme mit Nein|Meine Stimme ist nein
Hiermit stimme ich dagegen|Ablehnung|Ich lehne ab|Ich lehne das ab|Ich lehne den Vorschlag ab
Gegen den Vorschlag|Ich bin gegen den Vorschlag|Ich stimme gegen den Vorschlag|Von mir ein Nein
GEGEN 301|Ich bin gegen 301|301: dagegen|Nein zu 301""",
    "abstain": """Enthaltung|Ich enthalte mich|Enthalte mich|Ich enthalte mich der Stimme
Stimmenthaltung|301: Enthaltung""",
}
# With what one says beside it: manners, and what one thinks of it
BESIDE = {
    "for": """Danke, ja|Danke für die Erinnerung, ja|Danke für die Erinnerung. Ja!|Ja, danke Tom
Sorry, war im Urlaub. Ja|Sorry, spät: ja|Sorry für die Verspätung, ja|Hab ich vergessen, ja
Kurz vom Handy: ja|Bin unterwegs, daher kurz: ja|Ok, ja|Na gut, ja|Also gut, ja|In Ordnung, ja
Geht klar, ja|Logisch, ja|Meinetwegen ja|Ein Ja von mir|Klares Ja|Ich sage ja|Da sag ich ja
Ich wähle ja|Klingt gut, ja|Hört sich gut an, ja|Ja, klingt gut|Gute Idee, ja|Ja, gute Idee
Super Idee, ja|Ja, finde ich gut|Finde ich gut, ja|Finde ich gut. Ja|Find ich super, ja
Macht Spaß, ja|Ja, macht Sinn|Passt, ja|Das wird lustig, ja|Ja. Das wird lustig|Ja, sinnvoll
Ja, das macht das Spiel spannender|Ja, weil es Spaß macht|Können wir probieren, ja
Ja, lasst uns das machen|Warum nicht, ja|Keine Einwände, ja|Spricht nichts dagegen, ja
Ich habe nichts dagegen, ja|Gerne ja|Jawoll|Ja, gefällt mir|Bin dabei, ja|Klingt gut, dafür""",
    "against": """Danke, nein|Danke für die Erinnerung. Nein|Sorry, nein|Kurz vom Handy, nein
Zu kompliziert, nein|Zu kompliziert. Nein|Nein, zu kompliziert|Zu viel Aufwand, dagegen
Brauchen wir nicht, nein|Nein, brauchen wir nicht|Bringt nichts, nein|Nein, bringt nichts
Finde ich nicht gut, nein|Nein, finde ich nicht gut|Finde ich doof. Nein|Nein, keine gute Idee
Nein, nicht sinnvoll|Nein, das macht das Spiel kaputt|Nein, weil es zu lange dauert
Nein. Das dauert zu lange|Nee, lieber nicht|Nein bitte nicht|Ein Nein von mir|Klares Nein
Ich sage nein|Ich sag mal nein|Ich wähle nein|Das ist mir zu viel Rechnerei, also nein
Passt mir nicht, nein|Gefällt mir nicht, nein|Nein, schlechte Idee|Sorry, dagegen""",
}
PLAIN = [
    (word, choice)
    for each in (SAID, BESIDE)
    for choice, told in each.items()
    for word in told.replace("\n", "|").split("|")
]
# Whose mood is not that of its word
MIXED = """Ja, zu kompliziert|Nein, gute Idee|Klingt gut, nein|Zu kompliziert, ja|Ja, lieber nicht
Nein, finde ich gut|Ja, finde ich nicht gut|Klingt gut, dagegen|Ja, brauchen wir nicht
Klingt gut, zu kompliziert, ja|Ja, klingt gut, aber zu viel Aufwand
Gute Idee, sagt Ann, ja|Klingt gut, ja?|Klingt gut, ja, wenn Ann mitmacht|Danke, ja, morgen
Ich sage ja nichts|Das wird ja lustig|Klingt ja gut|Ist ja gut|Das passt ja|Macht ja nichts
Danke dafür|Danke dafür!|Ja, schön!|Ja, lustig|Ja, witzig|Sorry dafür|Kann nichts dafür, danke
Pizza am Freitag? Bin dafür!|Verlängern wir? Ich bin dafür|Sollen wir warten? Ich bin dafür.
Kommt Ann mit? Bin dagegen.|Die Einladung lehne ich ab|Deine Einladung lehne ich dankend ab"""
BESIDE_QUESTIONS = """Warum nicht? Ich bin dafür.
Wer ist noch für 301? Ich bin dafür.|Wozu noch eine Abstimmung? Ich stimme dafür."""
LETTERS = (
    "{}",
    "{}.",
    "{}!",
    "Hallo zusammen,\n\n{}.\n\nViele Grüße\nAda",
    "Moin,\n{}\nLG Ada",
    "{}.\n\nDas ist mein Wort.\n\nBis bald, Ada",
    "{}\n\n-- \nAda Lovelace",
)
TURNED = """wenn Bob zustimmt|falls 302 scheitert|aber nur mit Bob|sofern die Frist länger wird
es sei denn, 302 fällt|solange Bob mitmacht|vorausgesetzt, es bleibt so|nur ein Scherz
das war ein Witz|vielleicht|oder auch nicht|aber erst morgen|sagt Bob|meint Bob jedenfalls
würde Bob sagen|im Prinzip|eigentlich|vermutlich|oder doch dagegen|oder doch dafür
das gilt noch nicht|ich überlege noch|Ist das die Frage?|wer noch?|außer für Bob""".replace(
    "\n", "|"
)
JOINED = ("{}, {}", "{} ({})", "{}. {}.", "{}\n{}", "{}\n\n{}.", "{} – {}", "{}; {}")
UNSURE = """Ja, aber der Text ist falsch|Ja und nein|Jein|Ich wäre dafür|Eher dafür|Eher nicht
Vielleicht dafür|Ich bin nicht dafür|Ich bin nicht dagegen|Nichts dagegen|Ich stimme nicht zu
Ich bin dafür, dass wir dagegen stimmen|Ich bin dafür, den Vorschlag abzulehnen
Ich bin dagegen, ihn abzulehnen|Nein, ich bin dafür|Ja, ich bin dagegen|Dafür oder dagegen?
Weder dafür noch dagegen|Halb dafür, halb dagegen|Dafür: nein|Dagegen: ja|Bob ist dafür
Wir sind dafür|Keiner ist dafür|Wer ist dafür?|Bist du dafür?|Ich war dafür|Morgen stimme ich dafür
Ich bin noch unentschieden|Ich kann dem nicht zustimmen|Ich möchte dagegen stimmen|Na klar|Klar!
Auf jeden Fall|Auf keinen Fall|Niemals|Gerne|Passt|In Ordnung|Geht klar|Daumen hoch|Mir egal
Weiß nicht|Keine Meinung|Angenommen|Leider nein|Grundsätzlich ja|Ich befürworte den Vorschlag
Ich unterstütze das|Ich bin für die Ablehnung|Ich bin gegen die Annahme|Gute Idee|Stimme zu 301
Dafür, wenn die Frist länger wird|Ich ziehe meine Stimme zurück|Doch|Ich stimme nicht für 301
Bob meinte:\nDafür|Nicht\ndafür|Ich bin nicht\ndafür|Wer ist\ndafür|Ich schlage vor:\nDagegen"""
ASKED = UNSURE.replace(":\n", "§:").replace("Nicht\nd", "Nicht§d").replace("t\nd", "t§d")


def read(text: str, about: About = ONE) -> Understood:
    return understand("Re: [Nomic tea] Vote on 301", text, about)


def choices(found: Understood) -> set[str]:
    return {getattr(one.command, "choice", "?") for one in found.said}


@pytest.mark.parametrize(("word", "choice"), PLAIN)
def test_a_plain_one_counts_as_what_it_is_in_every_letter(word: str, choice: str) -> None:
    for letter in LETTERS:
        text = letter.format(word)
        found = read(text)
        assert choices(found) == {choice} and not found.questions, text


@pytest.mark.parametrize(("word", "choice"), PLAIN)
def test_beside_two_that_are_open_it_is_asked_which(word: str, choice: str) -> None:
    found = read(word, TWO)
    assert (choices(found) == {choice}) if "301" in word else (not found.said and found.questions)


@pytest.mark.parametrize("word", some([word for word, _ in PLAIN], 32))
def test_what_may_turn_it_makes_it_a_question(word: str) -> None:
    for turned, joint in some(list(product(TURNED.split("|"), JOINED)), 8):
        found = read(joint.format(word, turned))
        assert not found.said, (turned, joint)
        assert found.questions, (turned, joint)


@pytest.mark.parametrize("text", MIXED.replace("\n", "|").split("|"))
def test_where_mood_and_word_differ_nothing_counts(text: str) -> None:
    for about in (ONE, TWO):
        assert not read(text, about).said


@pytest.mark.parametrize("text", BESIDE_QUESTIONS.replace("\n", "|").split("|"))
def test_a_question_of_the_vote_leaves_it(text: str) -> None:
    assert choices(read(text)) == {"for"}


@pytest.mark.parametrize("text", ASKED.replace("\n", "|").split("|"))
def test_what_is_not_plain_is_asked_about(text: str) -> None:
    for about in (ONE, TWO):
        found = read(text.replace("§:", ":\n").replace("§", "\n"), about)
        assert not found.said
        assert found.questions


@pytest.mark.parametrize("other", ["Oui", "Pour", "Sí", "Voor", "За", "Jag är för"])
@pytest.mark.parametrize("turned", ["mais si Bob veut", "pero solo hoy", "maar", "men inte nu"])
def test_so_it_is_in_other_languages(other: str, turned: str) -> None:
    for joint in JOINED:
        assert not read(joint.format(other, turned)).said


@pytest.mark.parametrize("line", ["FOR 301 bis 303", "DAFÜR 301 bis 303", "301 bis 303: ja"])
def test_from_one_number_to_another(line: str) -> None:
    found = read(line, About(open_ballots=(301, 302, 303, 304)))
    told = [getattr(one.command, "proposal", None) for one in found.said]
    assert (choices(found), told, found.questions) == ({"for"}, [301, 302, 303], ())


@pytest.mark.parametrize("line", ["FOR ALL", "DAFÜR 301", "FOR 301", "AGAINST ALL"])
def test_before_any_vote_is_open_it_is_told_so(line: str) -> None:
    for one in read(line, About(none_open=True)).questions:
        assert "no vote is open now" in one.question


ON_TWO = {
    ("for", "against"): """301: ja, 302: nein|301 ja, 302 nein|301 ja und 302 nein|301 ja; 302 nein
Ja zu 301, nein zu 302|Ja zu 301 und nein zu 302.|Bei 301 ja, bei 302 nein|301 dafür, 302 dagegen
Für 301, gegen 302|Ich bin für 301 und gegen 302|Ich stimme für 301 und gegen 302.
Ich bin für 301, aber gegen 302|Dafür bei 301, dagegen bei 302|Bei 301 mit Ja, bei 302 mit Nein
Bei 301 stimme ich mit Ja, bei 302 mit Nein|Hallo,\n\n301: ja, 302: nein\n\nGruß\nAda""",
    (
        "for",
        "for",
    ): """Ja zu beiden|beide ja|Beide: ja|Bei beiden ja|Ich bin für beide|Ja zu 301 und 302
Ich stimme für beide Vorschläge|Ja zu allen|alle ja|Alles ja|Ich bin für alle""",
    ("against", "against"): """Nein zu beiden|beide nein|Ich bin gegen beide|Nein zu allen
Gegen beide|Bei beiden nein|301 nein, 302 nein""",
}
OF_TWO = [
    (text, ways)
    for ways, told in ON_TWO.items()
    for text in told.replace("\n\n", "§§").replace("\nA", "§A").replace("\n", "|").split("|")
]
NONE_ON_TWO = """301 ja, 302 vielleicht|Tom: 301 ja, 302 nein|301: ja? 302: nein?
301: 3 ja, 302: 2 nein|Ann ist für 301 und gegen 302|Ja zu 301, nein zu 302, sagt Ann
Ja zu 301, nein zu 302, wenn Ann zahlt|Für alle|Für alle: Treffen am Freitag
Sind wir für 301 und gegen 302?|Danke für 301 und 302|Danke für beide|Beide sind gut|Beide ja?
Ich war für beide|Nicht für beide|Wer ist für beide?|301 ja, 302 nein, oder umgekehrt
Für 301 spricht viel, gegen 302 auch|alle ja, oder?|Ja zu beiden, aber nur mit Frist"""


@pytest.mark.parametrize(("text", "ways"), OF_TWO)
def test_a_side_on_each_of_two(text: str, ways: tuple[str, str]) -> None:
    found = read(text.replace("§", "\n"), TWO)
    told = {getattr(o.command, "proposal", 0): getattr(o.command, "choice", "") for o in found.said}
    assert (told, found.questions) == (dict(zip((301, 302), ways, strict=True)), ())


@pytest.mark.parametrize("text", NONE_ON_TWO.replace("\n", "|").split("|"))
def test_what_is_no_side_on_each(text: str) -> None:
    assert not read(text, TWO).said
