"""Sides that people say outright, in clauses of their own: beside a number, on both, and on the
only one that is open; and beside each what looks like it and is no vote."""

from itertools import product

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.reading import About, Understood
from nomic_mail.letters.grammar.understand import understand
from tests.kit.letters.judged import TWO, Judged

MANY = 24
THREE = About(open_ballots=(301, 302, 303))
BEFORE = ("", "Hi all,\n\n", "Moin,\n\n", "Sorry for being so late. ")
BEHIND = ("", "\n\nBest,\nAda", "\n\nlg Jonas", " Off to bed now.")

ROWS = {
    "{} nein, das ist doch Abzocke.": "against",
    "{} ja, ein Würfel ist langweilig.": "for",
    "zu {}: Zustimmung.": "for",
    "zu {}: Ablehnung, da ein Bedarf nicht erkennbar ist.": "against",
    "Vorschlag {} lehne ich ab, das wird zu teuer.": "against",
    "Vorschlag {} stimme ich zu.": "for",
    "{} gets my yes, if only to watch Pete go bankrupt.": "for",
    "{} gets a no, I lose quite reliably enough.": "against",
    "Proposal {}: in favour, since it is short.": "for",
    "{} - opposed, it adds nothing.": "against",
    "I say yes to the promises rule ({}), it was about time.": "for",
    "No to the dice ({}), one is plenty.": "against",
    "As for {}, I abstain.": "abstain",
    "Bei {} enthalte ich mich.": "abstain",
}
DOUBTFUL_ROWS = (
    "{} gets my yes if Bob shortens it.",
    "{} would get my yes.",
    "{} nein, oder doch ja?",
    "{} ja, falls Cora mitmacht.",
    "Cora said that {} gets a no.",
    "{} yes, no, I cannot tell.",
    "zu {}: Zustimmung unter der Bedingung, dass es kürzer wird.",
    "{} might get a no from me.",
)


def test_each_beside_its_number() -> None:
    judged = Judged("beside its number", one_of=MANY)
    for (one, way), (two, other) in product(ROWS.items(), ROWS.items()):
        for before, behind, join in product(BEFORE, BEHIND, (" ", "\n")):
            said = f"{before}{one.format(301)}{join}{two.format(302)}{behind}"
            judged.letter(said, f"{way} 301, {other} 302", TWO)
    judged.held(needless=0.05)


def test_one_of_the_two_that_is_no_vote() -> None:
    for one, two, behind in product(ROWS, DOUBTFUL_ROWS, BEHIND):
        for said in (
            f"{one.format(301)} {two.format(302)}",
            f"{two.format(302)} {one.format(301)}",
        ):
            found = understand("", said + behind, TWO)
            assert 302 not in _on(found), said
            assert found.questions, said


def _on(found: Understood) -> list[int | None]:
    return [one.command.proposal for one in found.said if isinstance(one.command, Vote)]


ON_BOTH = {
    "Beides ja.": "for",
    "Beides: nein.": "against",
    "Zweimal ja von mir.": "for",
    "Ja zu beiden.": "for",
    "Stimme beiden zu.": "for",
    "Ich lehne beide ab.": "against",
    "I'm for both of them please!": "for",
    "I am against both of these.": "against",
    "That's two yeses from me.": "for",
    "So that's two noes from me.": "against",
    "Two proposals, two times no.": "against",
    "For and for.": "for",
    "Against and against.": "against",
    "OK with both, please count me as FOR on each.": "for",
    "You may put me down as a yes for the pair of them.": "for",
    "No to both of them.": "against",
    "Finally I am favorable to the two propositions.": "for",
    "Yes to both proposals, thanks.": "for",
}
WHY = (
    "",
    " Two dice are plenty.",
    " zwei Würfel sind eh besser und der Rest ist auch ok.",
    " Has anyone got a spare ticket for Saturday?",
    " Is it cold where you are?",
    "\nSchönen Feierabend zusammen",
)
NOT_BOTH = (
    "So that's two yeses.",
    "Beides ja nicht so wichtig.",
    "I'm for both of them being discussed first.",
    "Ja zu beiden, wenn Bob nachbessert.",
    "Did you get both my letters? Yes to both.",
    "Two times no one answered.",
    "Bob says no to both of them.",
    "That makes two yeses and one no so far.",
    "No to both or yes to both, I cannot tell.",
    "For and against, there are reasons for each.",
    "I would be for both of them.",
    "Yes to both if they are shortened.",
    "Stimme beiden zu, oder doch nicht?",
    "Cora stimmt beiden zu.",
    "Maybe yes to both.",
)


def test_on_both() -> None:
    judged = Judged("both", one_of=MANY // 6)
    for (said, way), before, why, end in product(ON_BOTH.items(), BEFORE, WHY, BEHIND[:3]):
        judged.letter(f"{before}{said}{why}{end}", f"{way} 301, {way} 302", TWO)
    judged.held(needless=0.05)


def test_on_both_and_no_vote() -> None:
    judged = Judged("both, and no vote", one_of=1)
    for said, before, end in product(NOT_BOTH, BEFORE, BEHIND[:3]):
        judged.letter(f"{before}{said}{end}", "none", TWO)
    for said, before in product(ON_BOTH, BEFORE):
        judged.letter(f"{before}{said}", "none", THREE)
    judged.held()


ON_ONE = {
    "I vote against.": "against",
    "Please record me as being in favour of Proposal 301.": "for",
    "Kindly note me as opposed to the motion.": "against",
    "Ich stimme für den Vorschlag 301.": "for",
    "Ich bin gegen den Vorschlag.": "against",
    "so I'm abstaining.": "abstain",
    "Can I abstain please?": "abstain",
    "gonna abstian on this.": "abstain",
    "So it will be an abstention for me.": "abstain",
    "Da enthalte ich mich lieber.": "abstain",
    "Ich enthalte mich diesmal.": "abstain",
    "Have to say no to this one.": "against",
    "I must say yes to it.": "for",
    "Nee, da bin ich gegen.": "against",
    "Ja von mir.": "for",
    "Nein von uns.": "against",
    "I am agree with the proposal of Bob.": "for",
    "I'm favourable to this.": "for",
    "Meine Stimme hat der Vorschlag.": "for",
    "Yes please, I like it.": "for",
}
ABOVE = (
    "",
    "Hello to all,\n",
    "I have read it over my porridge. ",
    "Moin, ",
    "Off to bed in a minute. ",
)
NOT_ONE = (
    "Can I abstain from paying the fee?",
    "Can I abstain?",
    "If it is amended I vote against.",
    "Bob is gonna abstain on this.",
    "I was gonna abstain on this before I had read it.",
    "Wenn Cora nicht mitmacht, enthalte ich mich.",
    "Vielleicht enthalte ich mich lieber.",
    "Da bin ich gegen die Tür gelaufen.",
    "Da bin ich für drei Tage in Köln.",
    "Kalle schrieb: ja von mir.",
    "Ein Ja von mir gibt es erst, wenn das kürzer ist.",
    "Would you record me as being in favour?",
    "Don't record me as being in favour of it.",
    "Do not put me down as against.",
    "Yes please, send me the rules again.",
    "I am agree with the proposal of Bob that we wait.",
    "It would be an abstention for me.",
    "So is it an abstention from me?",
    "Meine Stimme hat der Vorschlag noch nicht.",
    "My wife says: put me down as against.",
)


def test_on_the_only_one() -> None:
    judged = Judged("the only one", one_of=MANY // 6)
    for (said, way), above, behind in product(ON_ONE.items(), ABOVE, BEHIND):
        judged.letter(f"{above}{said}{behind}", f"{way} 301")
    judged.held(needless=0.05)


def test_on_the_only_one_and_no_vote() -> None:
    judged = Judged("the only one, and no vote", one_of=1)
    for said, above, behind in product(NOT_ONE, ABOVE, BEHIND):
        judged.letter(f"{above}{said}{behind}", "none")
    judged.held()


REFUSALS = (
    "Until that is cured I cannot support the measure.",
    "As long as nobody checks it I can't accept it.",
    "Without a judge I cannot support this.",
)


def test_a_refusal_above_a_vote_against() -> None:
    judged = Judged("refusals", one_of=1)
    for said, vote, behind in product(REFUSALS, ("I vote against.", "I vote no."), BEHIND):
        judged.letter(f"{said} {vote}{behind}", "against 301")
    for said, behind in product(REFUSALS, BEHIND):
        judged.letter(f"{said} I vote for it.{behind}", "ask")
    judged.held()


WROTE = (
    "I wrote {} in my last mail and I meant {}.",
    "I said {}, but I meant {}.",
    "I put {} by mistake when I meant {}.",
    "Oh no, sorry, I typed {} and meant {}.",
    "Ich habe {} geschrieben, meinte aber {}.",
)
CHANGE = (" Could you please change it?", "", " Sorry!", "\n\nWendy")


def test_a_slip_that_is_put_right() -> None:
    judged = Judged("put right", one_of=1)
    ways = {"FOR": "for", "AGAINST": "against"}
    for said, (one, way), end in product(WROTE, ways.items(), CHANGE):
        other = "AGAINST" if one == "FOR" else "FOR"
        judged.letter(said.format(other, one) + end, f"{way} 301")
    for said in (
        "I wrote FOR in my last mail and I think I meant AGAINST.",
        "I wrote FOR in my last mail, and did I mean AGAINST?",
        "Bob wrote FOR and I guess he meant AGAINST.",
        "I said yes to the party but I meant no presents.",
        "I wrote FOR and I meant it.",
    ):
        judged.letter(said, "none")
    judged.held()


def test_sides_on_things_that_nobody_named_are_asked_about() -> None:
    judged = Judged("in words that name none", one_of=1)
    for one, other in (("deposit thing", "two dice"), ("pot", "dice of Cora"), ("fee", "new die")):
        for said in (
            f"agianst the {one} but for the {other}.",
            f"for the {one}, but against the {other}",
            f"no to the {one} and yes to the {other}",
            f"Das mit dem {one} nein, das mit dem {other} ja.",
        ):
            for end in BEHIND:
                judged.letter(said + end, "ask", TWO)
    judged.held()
