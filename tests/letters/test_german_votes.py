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
PLAIN = [
    (word, choice) for choice, told in SAID.items() for word in told.replace("\n", "|").split("|")
]
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
        assert "No vote is open now" in one.question
