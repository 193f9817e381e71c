"""A German yes or no with its manners or its reason, as the whole of what a letter says."""

from itertools import product

from tests.kit.letters.judged import Judged

YES = ("Ja", "ja", "Jawohl", "Jo")
NO = ("Nein", "nein", "Nö")
GLAD = (", gerne", " gern", ", sehr gerne", ", endlich", ", mit Freude")
SAD = (", leider", ", tut mir leid", " leider", ", schade")
SURE = (", natürlich", ", auf jeden Fall", ", unbedingt", ", ganz klar", ", danke", ", bitte")
GOOD = (
    "das ist eine gute Idee",
    "das gefällt mir",
    "der Vorschlag ist gut",
    "das finde ich fair",
    "die Regel ist sinnvoll",
    "das macht Sinn",
)
BAD = (
    "das geht mir zu weit",
    "das ist mir zu kompliziert",
    "der Text ist unklar",
    "das gefällt mir nicht",
    "das überzeugt mich nicht",
    "die Regel ist unfair",
)


def test_a_yes_or_a_no_with_its_manners() -> None:
    judged = Judged("manners")
    for (words, manners, way), end in product(
        ((YES, (*GLAD, *SURE), "for"), (NO, (*SAD, *SURE), "against")), ("", ".", "!")
    ):
        for word, manner in product(words, manners):
            judged.letter(f"{word}{manner}{end}", f"{way} 301")
            judged.letter(f"Hallo Ada,\n\n{word}{manner}{end}\n\nViele Grüße\nJan", f"{way} 301")
    for said in ("Aber ja", "Ganz klar nein", "Natürlich ja", "Eindeutig dagegen"):
        way = "for" if said.endswith("ja") else "against"
        judged.letter(f"{said}.", f"{way} 301")
    judged.held()


def test_with_its_reason() -> None:
    judged = Judged("reasons")
    for (words, reasons, way), stop in product(
        ((YES, GOOD, "for"), (NO, BAD, "against")), (", ", ". ", "! ")
    ):
        for word, reason in product(words, reasons):
            said = reason if stop == ", " else reason[0].upper() + reason[1:]
            judged.letter(f"{word}{stop}{said}.", f"{way} 301")
    judged.held()


def test_a_mood_of_the_other_side_is_asked_about() -> None:
    judged = Judged("moods")
    for words, moods in ((YES, SAD), (NO, GLAD)):
        for word, mood in product(words, moods):
            judged.letter(f"{word}{mood}.", "ask")
    for words, reasons in ((YES, BAD), (NO, GOOD)):
        for word, reason in product(words, reasons):
            judged.letter(f"{word}, {reason}.", "ask")
    judged.held()


def test_beside_other_matters_it_is_said_to_them() -> None:
    judged = Judged("other matters")
    others = (
        "Samstag um sieben passt mir prima",
        "Ich bringe Kartoffelsalat mit",
        "Der Hund ist wieder gesund",
        "Bob hat mir das auch erzählt",
        "Wenn Bob zustimmt",
        "Aber nur mit einer Frist",
    )
    for word, manner, other in product((*YES, *NO), ("!", ".", ", gerne!", ", danke."), others):
        judged.letter(f"{word}{manner} {other}.", "none")
    judged.held()


def test_who_agrees_or_declines() -> None:
    judged = Judged("agreeing")
    for before in ("", "Schöner Vorschlag, ", "Hallo Ada, guter Text, ", "Kurz: "):
        judged.letter(f"{before}ich stimme zu.", "for 301")
        judged.letter(f"{before}ich stimme gerne zu.", "for 301")
    for said in ("Meine Stimme hast du.", "Meine Stimme habt ihr.", "Du hast meine Stimme."):
        judged.letter(said, "for 301")
    for said in (
        "Ich stimme Bob zu.",
        "Ich stimme zu, dass Bob recht hat.",
        "Ich stimme zu, wenn Bob es tut.",
        "Stimme ich zu?",
        "Vielleicht stimme ich zu.",
        "Bob stimmt zu.",
        "Meine Stimme hast du, wenn die Frist bleibt.",
    ):
        judged.letter(said, "none")
    judged.held()


def test_of_course_is_a_yes_and_with_more_behind_it_may_be_none() -> None:
    judged = Judged("of course")
    for word, manner, end in product(
        ("Natürlich", "natürlich", "Selbstverständlich", "Aber natürlich", "Auf jeden Fall"),
        ("", ", gerne", ", danke", ", das gefällt mir", " ja"),
        ("", ".", "!"),
    ):
        judged.letter(f"{word}{manner}{end}", "for 301")
        judged.letter(f"Hallo Ada,\n\n{word}{manner}{end}\n\nViele Grüße\nJan", "for 301")
        judged.letter(f"{word}{manner}, wenn Bob auch zustimmt{end}", "ask")
        judged.letter(f"> Ich stimme gegen 301.\n\n{word}{manner}{end}", "ask")
        judged.letter(f"> Sollen wir 301 streichen?\n\n{word}{manner}{end}", "ask")
        judged.letter(f"{word} nicht{end}", "ask")
    judged.held(0.05)
