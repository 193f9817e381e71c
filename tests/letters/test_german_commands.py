"""Commands in German: each is the English one, in capitals, and some alone in any letters."""

import pytest

from nomic_mail.letters.grammar.german import COMMANDS
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.grammar.wishes import read_wishes

ABOUT = About()
ALONE = {
    "HILFE": "HELP",
    "STAND": "STATUS",
    "REGELN": "RULES",
    "REGEL 203": "RULE 203",
    "PUNKTESTAND": "SCORES",
    "VERLAUF": "HISTORY",
    "AUFGEBEN": "FORFEIT",
    "ABSTIMMEN": "CALL VOTE",
    "ZURÜCKZIEHEN": "WITHDRAW",
    "ZURUECKZIEHEN": "WITHDRAW",
    "VERWERFEN": "OVERRULE",
    "EINWILLIGEN": "CONSENT",
    "MITSPIELEN Ada Lovelace": "JOIN Ada Lovelace",
    "AUFHÖREN": "LEAVE",
}
WITH_WORDS = {"AN ALLE", "URTEIL", "URTEIL VERLANGEN", "MITSPIELEN"} | {
    word for word in COMMANDS if word.startswith("VORSCHLAG")
}


def commands(text: str) -> list[object]:
    return [one.command for one in understood(text).said]


def understood(text: str) -> Understood:
    return understand("", text, ABOUT)


def test_each_is_a_word_that_there_is() -> None:
    known = {*words(), "LANGUAGE", "TIMEZONE", "DIGEST", "TALK", "RECEIPTS", "PROOF"}
    unknown = [told for told in COMMANDS.values() if told.removeprefix("PROPOSE ") not in known]
    assert not unknown


@pytest.mark.parametrize("german", ALONE)
def test_a_line_is_what_its_english_is(german: str) -> None:
    assert commands(german) == commands(ALONE[german]) != []
    assert [one.line for one in understood(german).said] == [german]


HEADINGS = ("STAND", "AUFGEBEN", "AUFHÖREN", "URTEIL", "ABSTIMMUNG", "SPRACHE")


@pytest.mark.parametrize("german", HEADINGS)
def test_what_may_be_a_heading_is_talk_in_small_letters(german: str) -> None:
    assert commands(german.capitalize()) == commands(german.lower()) == []


@pytest.mark.parametrize("german", sorted({*ALONE} - {*HEADINGS, "MITSPIELEN Ada Lovelace"}))
def test_alone_on_its_line_it_counts_in_small_letters(german: str) -> None:
    small = [german.lower(), f"{german.capitalize()}!"]
    assert all(commands(one) == commands(german) for one in small if "UE" not in german)


@pytest.mark.parametrize("german", ALONE)
def test_in_a_sentence_it_is_talk(german: str) -> None:
    assert commands(f"Die {german.lower()} sind mir recht.") == []
    assert commands(f"{german.capitalize()} ist mir recht.") == []


@pytest.mark.parametrize("word", [word for word in COMMANDS if word not in WITH_WORDS])
@pytest.mark.parametrize(
    "rest", ["WERDE ICH NICHT", " möchte ich nicht", ", aber morgen", "? Nein"]
)
def test_a_sentence_that_begins_with_one_does_nothing(word: str, rest: str) -> None:
    assert commands(f"{word}{rest}" if rest[0] in ",? " else f"{word} {rest}") == []


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("VORSCHLAG ÄNDERN 203: Zwei Drittel", "PROPOSE AMEND 203: Zwei Drittel"),
        ("VORSCHLAG AUFHEBEN 206", "PROPOSE REPEAL 206"),
        ("VORSCHLAG UMWANDELN 105", "PROPOSE TRANSMUTE 105"),
        ("VORSCHLAG NEUE REGEL: Tee", "PROPOSE ENACT: Tee"),
        ("URTEIL VERLANGEN: Gilt 203 noch?", "JUDGMENT: Gilt 203 noch?"),
        ("URTEIL: Ja, sie gilt.", "RULING: Ja, sie gilt."),
    ],
)
def test_so_is_one_with_words_below_it(german: str, english: str) -> None:
    below = "\nZwei Drittel der Stimmen nehmen einen Vorschlag an.\nEND\n"
    assert commands(german + below) == commands(english + below) != []


@pytest.mark.parametrize(
    "rest", ["möchte ich nicht", "MÖCHTE ICH NICHT", "würde ich gerne", "bitte"]
)
def test_a_sentence_is_no_name_to_join_under(rest: str) -> None:
    assert commands(f"MITSPIELEN {rest}") == []


def test_ende_ends_a_text() -> None:
    text = "VORSCHLAG NEUE REGEL: Tee\nAlle trinken Tee.\nENDE\n\nABSTIMMEN\n"
    assert commands(text) == commands("PROPOSE ENACT: Tee\nAlle trinken Tee.\nEND\n\nCALL VOTE\n")
    assert len(commands(text)) == 2


def test_a_command_below_a_text_that_has_no_end_is_asked_about() -> None:
    read = understood("VORSCHLAG NEUE REGEL: Tee\nAlle trinken Tee.\nABSTIMMEN\n")
    assert [one.line for one in read.questions] == ["ABSTIMMEN"]


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("SPRACHE DEUTSCH", "LANGUAGE GERMAN"),
        ("SAMMELBRIEF TÄGLICH", "DIGEST DAILY"),
        ("GESPRÄCHE AUS", "TALK OFF"),
        ("QUITTUNGEN AUS", "RECEIPTS OFF"),
        ("ZEITZONE Europe/Berlin", "TIMEZONE Europe/Berlin"),
        ("Zeitzone Europe/Berlin", "TIMEZONE Europe/Berlin"),
        ("Zeitzone: Deutschland.", "TIMEZONE Deutschland"),
    ],
)
def test_a_wish_is_what_its_english_is(german: str, english: str) -> None:
    (told,), _ = read_wishes("", german)
    (meant,), _ = read_wishes("", english)
    assert (told.kind, told.value, told.known) == (meant.kind, meant.value, True)
    assert told.line == german


@pytest.mark.parametrize(("vote", "choice"), [("FÜR 301", "for"), ("DAGEGEN", "against")])
def test_a_vote_is_one(vote: str, choice: str) -> None:
    (said,) = understand("", vote, About(ballot=301)).said
    assert getattr(said.command, "choice", "") == choice


def test_a_german_rule_keeps_its_words() -> None:
    text = "VORSCHLAG NEUE REGEL: Tee\nIm STAND der Dinge trinken alle Tee.\nREGELN sind Regeln."
    (proposed,) = commands(text)
    assert "REGELN sind Regeln." in str(proposed)


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("Regeln bitte", "RULES"),
        ("Bitte die Regeln!", "RULES"),
        ("Regel 203, bitte.", "RULE 203"),
        ("Stand bitte", "STATUS"),
        ("Status bitte", "STATUS"),
        ("Bitte um Hilfe", "HELP"),
        ("Abstimmen, bitte", "CALL VOTE"),
    ],
)
def test_please_asks_as_its_english_does(said: str, command: str) -> None:
    assert commands(said) == commands(command) != []
    assert commands(f"Hallo,\n\n{said}\n\nDanke, Jan") == commands(command)


@pytest.mark.parametrize(
    "said",
    [
        "Bitte abstimmen!",
        "Einwilligen bitte",
        "Bitte aufgeben",
        "Bitte verwerfen",
        "Andere Regeln bitte",
        "Regeln bitte nicht",
        "Hilfe bitte dem Bob",
        "Bitte?",
    ],
)
def test_please_to_somebody_else_is_talk(said: str) -> None:
    assert commands(said) == []
