"""Words below a proposal's text to who reads it: they are named, and never quietly a rule."""

import random
import tomllib
from itertools import product
from pathlib import Path

import pytest

import nomic_mail
from nomic_mail.game.commands import Propose
from nomic_mail.letters.grammar.astray import astray
from nomic_mail.letters.grammar.understand import About, understand

TEXTS = [
    "Each player may have tea.\nTea is free.",
    "1. Whoever passes owes a limerick.\n2. It is read aloud.",
    "A turn lasts a week.\n\nWhere nobody moves, it ends earlier.",
    "The Speaker keeps a list of oaths.",
]
SAID = """Please vote by Friday!|Please vote for it!|please read it twice|Vote yes, folks!
Vote by Friday!|Vote for this, it helps newcomers.|What do you think?|What does everybody think?
Any thoughts?|Comments welcome!|Feedback welcome.|Objections?|Let me know what you think.
Tell me if it is too long.|Happy to hear objections.|Thanks for reading!|Thank you all.
I think this makes the game quicker.|I hope you like it.|I'd love your vote.
My idea was to make turns quicker.|The idea behind this: fewer votes.
The reason is that nobody moves.|Rationale: today nobody pays.|(Rationale: it is too slow today.)
Reasoning: it is fair.|Hope this helps.|Hope you like it!|Hopefully it is short enough.
Cheers, Bob|Regards, Cleo Smith|Hoping for your votes.|So, what do you think?|Anyway, let me know.
Bitte stimmt bis Freitag ab!|Was meint ihr?|Ich finde das fairer.|Begründung: heute zahlt niemand.
Danke fürs Lesen!|Let's see how it goes!|Questions?|Your thoughts?|Looking forward to your votes!
Don't forget to vote!|If you like it, vote for it.|Sorry for the long text.|See you on Friday!
Was sagt ihr dazu?|Can't wait for your votes.|Please don't be too harsh.
Please tell me what is missing.|Pls vote!|Votes please!|Remember to vote before Sunday!
Thanks in advance.|Many thanks to Cleo for the idea.|Thanks, everyone.|Hi all,|Enjoy!|Have fun!
Good luck, everyone!|Take care, Ada|Vote yes if you like tea.|Vote before Sunday evening!
Vote for me!|Vote now!|I made it as short as I could.|I really believe this is fair.
I don't mind changes.|I've kept it short.|I still want to add cake.|My reasoning is below.
My apologies for the typos.|My hope: fewer letters.|My vote is yes, of course.
Apologies for the length.|Sorry if it is confusing.|Curious what you say.|How does that sound?
How do you like it?|Does that make sense?|Is this too long?|Would it be better with cake?
Could anybody check the numbers?|Do we want this?|Too long?|Fair?|Deal?|Suggestions?
Any objections, just ask.|Ideas are welcome!|If you agree with this, say so.
If you have questions, ask.|In case you find a typo, tell me.|Over to you!|Your move!
That's all, folks!|Why? Nobody pays today.|Motivation: newcomers were lost.
The idea here: fewer votes.|This is only a first draft.
The reason for this is simple: nobody moves.|Let’s vote!|I’d love your vote.|P.S. I like tea.
Bitte lest es zweimal.|Bitte gebt mir eure Stimme!|Vielen Dank für eure Geduld.|Danke!
Hallo zusammen,|Ich habe es kurz gehalten.|Ich hoffe, es gefällt euch.
Ich freue mich auf eure Stimmen.|Wie findet ihr das?|Seid ihr einverstanden?|Habt ihr Fragen?
Fragen?|Einwände?|Rückmeldungen sind willkommen!|Viele Grüße, Ada|LG Bob|Bis Freitag!
Freue mich auf eure Stimmen!|Hoffentlich ist es kurz genug.|Tut mir leid für den langen Text.
Viel Spaß!|Vergesst nicht abzustimmen!|Sagt mir, was fehlt.|Wenn ihr mögt, stimmt dafür.
Falls euch etwas auffällt, schreibt mir.|Stimmt bitte dafür!|Stimmt alle ab!
Meine Idee dahinter: weniger Post.|Die Idee dahinter ist einfach.
Hintergrund: heute zahlt niemand.|Der Grund ist, dass niemand zieht.|Please give it a chance.
Please, vote!|Thanks for your patience|Thanks a lot!|Best, Ada|All the best, Ada
I'd be glad of your support.|I hope this is clear.|I am open to changes.
This would make turns shorter, I think.|Let me know if something is unclear.
Feel free to suggest a better text.|Any improvements?|What's your opinion?
Is that ok with everybody?|Would you vote for it?|Does anyone object?|Comments are welcome.
Yours, Bob|Talk soon!|Until Friday!|Don't hesitate to ask.|If anyone objects, tell me.
If something is unclear, ask me.|Why I propose this: turns are slow.
Why this? Because turns are slow.|This should make it quicker, don't you think?
Not sure about the wording.|Feedback appreciated!|Votes welcome!|So please vote yes.
By the way, I like tea.|BTW, happy birthday Cleo!|Now it's your turn!|Support appreciated.
It's my first proposal, be gentle.|Danke im Voraus!|Ich bin für jeden Vorschlag offen.
Was haltet ihr davon?|Eure Meinung?|Stimmt bitte alle dafür.|Gebt mir Bescheid, falls etwas fehlt.
Das war's von mir.|Euer Bob|Ich würde mich freuen.|Über eure Stimmen freue ich mich.|Kommentare?
Wer ist dafür?|Bin gespannt, was ihr sagt.|Falls ihr Fragen habt, fragt.|PS: danke!
Zur Begründung: heute zahlt niemand.|Es ist mein erster Vorschlag.
Schönes Wochenende!""".replace("\n", "|").split("|")
RULES = """Tea is served at noon.|The reasons for a judgment are published.
Comments on a proposal are public.|Voters who thank the Speaker gain a point.
Thanksgiving is a holiday.|Hopeless cases are closed by the judge.|Votes are counted on Fridays.
Voting by proxy is forbidden.|What is not forbidden is allowed.|Ideas are free.
In case of doubt, the judge decides.|Love is not a currency.|Best of three dice counts.
The point is awarded once.|Points are whole numbers.
If a player votes for their own proposal, it counts double.|Yours and mine are one.
Whoever votes against an adopted proposal gains ten points.|Reasonable requests are granted.
Letters are read.|Any player may ask questions.|Questions are answered within a week.
Opinions bind nobody.|I. Players may brew tea.|The aim is to reach one hundred points.
I) Tea is free.|The reason is published with the judgment.|Reason: each judgment gives one.
Thanks are given by the word THANKS|Vote by mail is allowed!|The idea of a proposal is its title.
I, the Speaker, open each session with a poem.|I is the first of the roman numbers.
Please and thank you are words of the game.|"Please" costs one point.|Hello is the password.
Dear cards cost ten points.|Hi is no command.|Best cards win.|Love letters are cards of the game.
See rule 203 for the majority.|See page four.|Sorry is what a loser says.
Vote yes or vote no, and nothing else.|Vote by hand is forbidden.|Vote counts are published.
Voting is by mail.|Any player may comment.|Comment on a proposal within a week, or be silent.
My is a word that no rule may hold.|What is not said is not so.|How a tie ends is for the judge.
Is it a tie, the judge decides.|Thoughts are free.|Objections are raised within a day.
If you have ten points, you win.|If you roll a six, you may roll again.|You may pass.
If a player agrees, they say so.|Your turn ends when you say so.|Everybody votes once.
The purpose of this rule is to end turns early.|The point of the compass is drawn by lot.
The intention of a rule is told by its author.|It is a draw where nobody wins.|This is rule one.
Background music is not allowed.|Motivation cards are drawn on Mondays.
Good luck charms cost two points.|Take care of the bank is an action.
Enjoyment is no ground for a judgment.|That is all that counts.|Hopes are worth a point each.
Happy players gain a point.|Regards is not a word.|Bye rounds give no points.
Tea, cake and thanks are the three goods.|When you leave, your points go to the bank.
Danke zu sagen bringt einen Punkt.|Bitte ist ein Wort des Spiels.
Stimmt ein Spieler dagegen, gilt es nicht.|Stimmt niemand ab, so gilt es als abgelehnt.
Wer fragt, verliert einen Punkt.|Fragen beantwortet der Richter.
Wie viele Punkte es gibt, sagt der Würfel.|Was nicht verboten ist, ist erlaubt.
Der Grund wird genannt.|Liebe ist keine Währung.|Meinungen binden niemanden.
Wenn jemand passt, endet der Zug.|Bis Mittag zählt jede Stimme.
Mein Zug endet mit dem Wort FERTIG.|Die Idee eines Vorschlags ist sein Titel.
Hat ein Spieler hundert Punkte, so gewinnt er.|Grüße kosten einen Punkt.
Vergisst ein Spieler zu ziehen, passt er.|1. Please note the number of each card.
A player whose score is below zero is in debt.|Each Monday the Speaker draws a card.
Whoever owes a debt pays it before voting.|I-beams are worth two points.
No player may hold more than five cards.|Should two players tie, both win.
Do not feed the moderator.|Would a rule contradict another, the lower number wins.
Why a rule was repealed is written in the book.|Who proposes pays a point.|Please see rule 105.
Please pay your debts by Friday.|My Lord is the title of the Speaker.
Thank-you cards are worth a point.|Let there be tea.|Let each player name a colour.
Let's is not a word of the rules.|What players think is free.
Are there two winners, the judge decides.|How points are spent is for each player.|See below.
Reasons are given in one sentence.|The rationale of a judgment is public.
The idea that wins is enacted.|Once you vote, you may not change it.
If you vote against a proposal that is adopted, you gain ten points.
When you agree to a trade, say so.|This is a rule of the second kind.
It is a good custom to greet.|Look up the score in the table.|Enjoy is the name of a card.
Have fun is rule one.|Your score is public.|Remember that a turn lasts a week.
Remember cards are drawn twice.|Ich-Karten zählen doppelt.|Meine und deine Punkte sind getrennt.
Stimmt ab, wer an der Reihe ist.|Danke ist das letzte Wort.
Ist es ein Patt, entscheidet der Richter.|Wenn ihr zu zweit seid, endet das Spiel.
Bis Freitag dauert jede Runde.|Viel Glück ist eine Karte.|Who wins?|How long is a turn? A week.
What is a rule? Whatever was enacted.|Curious players may look at the ledger.
Happy hour lasts from five to six.|Vote trading is allowed.|Vote by Friday or lose your vote.
Votes by mail count.|Everybody votes on Friday.|Let me be the Speaker is a command of the game.
Apologies cost one point.|Good luck is drawn from the deck.""".replace("\n", "|").split("|")
BOOKS = sorted((Path(nomic_mail.__file__).parent / "rulesets").glob("*.toml"))


def told(text: str, below: str, gap: str = "\n\n") -> tuple[str, ...]:
    found = understand("", f"PROPOSE ENACT Tea\n{text}{gap}{below}\n", About(none_open=True))
    assert [type(one.command) for one in found.said] == [Propose], below
    return tuple(one.question for one in found.questions)


@pytest.mark.parametrize("said", SAID)
def test_words_to_who_reads_it_are_named(said: str) -> None:
    for text in TEXTS:
        assert any("stands inside the text" in one for one in told(text, said)), text


def test_a_rule_s_own_paragraphs_are_none() -> None:
    every = list(product(TEXTS, RULES, ["\n", "\n\n"]))
    needless = [one for one in random.Random(301).sample(every, 240) if told(*one)]
    assert needless == []
    assert [rule for rule in RULES if told(TEXTS[0], rule)] == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_no_paragraph_of_a_rule_book_is_one(book: Path) -> None:
    texts = [rule["text"] for rule in tomllib.loads(book.read_text(encoding="utf-8"))["rule"]]
    lines = [line.strip() for text in texts for line in text.split("\n")]
    asked = [line for line in lines if line and astray(["Tea is free.", "", line])]
    assert len(lines) > 2
    assert asked == []


LOST = ["CALL VOTE", "WITHDRAW", "FOR 301", "STATUS", "CONSENT"]


@pytest.mark.parametrize("lost", LOST)
def test_a_command_below_them_is_named_before_them(lost: str) -> None:
    for text in TEXTS:
        for words in ("Please vote by Friday!\n\n{}", "{}\n\nThanks for reading!"):
            (asked,) = told(text, words.format(lost))
            assert asked.startswith(f'"{lost}" stands inside the text of your proposal')
        (asked,) = told(f"{text}\n{lost}", "What do you think?")
        assert asked.startswith(f'"{lost}" stands inside')


def test_end_says_what_is_meant() -> None:
    for said in SAID[:12]:
        found = understand("", f"PROPOSE ENACT Tea\nTea is free.\nEND\n\n{said}\n", About())
        assert not any("stands inside" in one.question for one in found.questions), said
