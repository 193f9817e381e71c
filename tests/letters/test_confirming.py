"""A YES to "was this letter yours?" lets it act: below one that is meant stand thanks, an excuse or
a name, and below one that is doubted stands the doubt, in whatever words."""

from itertools import product

import pytest

from nomic_mail.letters.proof.confirming import confirmed
from tests.kit.tiers import some

DOUBTS = """
At least I think so.
I think
I guess.
Probably.
Maybe.
Perhaps it was.
Unless Bob wrote it.
If it is the one about dice.
Just joking.
I was joking.
My brother sent it.
Bob wrote it.
It was Bob.
Hold on.
Hang on, let me look.
Actually it's from my sister.
Except the second line.
Only the first half.
Just the first line is mine.
I refuse it.
Reject it.
Remove it please.
Undo it.
Retract it.
Withdraw it.
Disregard it.
Take it back.
It was stolen.
My account was stolen.
I was on holiday that day.
Which letter do you mean
Do you mean the one of Monday
Is that a trick
I am unsure.
I'm unsure about that.
Hmm.
Hm, let me think.
Let me check first.
Please explain.
Throw it away.
Please drop it.
Please hold it.
On second thought, bin it.
I changed my mind.
It looks odd.
That seems odd to me.
Odd letter.
It is weird.
Is it safe
Please check who sent it.
Tell me more first.
I'd like to see it first.
Show it to me first.
I can hardly remember it.
I hardly remember it.
I forget.
I can't recall it.
I doubt it.
I wish it was.
As if.
Yeah right.
Kidding!
Haha.
lol
April fool!
Someone else used my phone.
My son used my phone.
It came from another person.
The other one is mine.
Do the opposite.
Wrong answer, sorry.
Oops.
I meant the other.
Later.
Ask me later.
Ask again tomorrow.
Or was it Bob's
or Bob
I suppose
supposedly
allegedly
apparently
so they say
Leave it.
Keep it back.
Please do nothing
Return it to sender.
Block it.
Report it.
Was hacked.
Possibly.
partly
half of it
""".strip().split("\n")
ZWEIFEL = """
Glaube ich.
Ich glaube schon.
Glaube ich jedenfalls.
Vielleicht.
Wahrscheinlich.
Vermutlich.
Ich vermute es.
Moment.
Moment mal.
Warte.
Warte mal.
Warten Sie bitte.
Das war mein Bruder.
Mein Bruder hat das geschrieben.
Das hat Bob geschrieben.
Von meiner Schwester.
Wenn es der über die Würfel ist.
Falls es der vom Montag ist.
Nur der erste Teil.
Nur die erste Zeile.
Außer der zweiten Zeile.
Ausser der zweiten.
Zurückziehen.
Ich ziehe ihn zurück.
Bitte verwerfen.
Verwerfen.
Bitte wegwerfen.
Wirf ihn weg.
Das Konto wurde gestohlen.
War ein Scherz.
Nur Spaß.
Eigentlich von Bob.
Welcher Brief ist gemeint
Welchen Brief meinst du
Welche Mail
Wie bitte
Wie kommt das
Wozu
Weshalb
Wem gehört das
Wen meint ihr
Ich bin unsicher.
Unsicher.
Ich war im Urlaub.
Gehackt worden.
Mein Konto wurde gehackt.
Oder
Oder doch Bob
Oder war es Bob
Nö.
Nee.
Ne.
Doch lieber weg damit.
Lieber später.
Später.
Frag mich morgen.
Irgendwer hat mein Handy benutzt.
Irgendjemand war das.
Ein anderer war das.
Jemand anders.
Mein Sohn hatte mein Handy.
Merkwürdig.
Das ist merkwürdig.
Sonderbar.
Eigenartig.
Seltsamer Brief.
Komische Mail.
Das kommt mir spanisch vor.
Sicher bin ich da weniger.
Glaub schon.
Denke ich.
Denk ich mal.
Weiß der Himmel.
Wohl
Angeblich.
Anscheinend.
Scheinbar.
Das Gegenteil.
Zurück damit.
Weg damit.
Unfug.
Quatsch.
Haha.
Witz.
Lass das.
Lasst es.
Zum Teil.
Teilweise.
Halb.
Erst erklären.
Erst möchte ich ihn sehen.
Zeig ihn mir erst.
Bitte prüfen.
Bitte prüft das erst.
Hä
Äh
Hm.
Tja.
Obwohl.
Allerdings von meinem Bruder.
Jedoch von Bob.
Sondern Bob.
Unmöglich.
Hacker.
Sperrt das.
Rücknahme.
Widerruf.
Ich widerrufe.
Abgelehnt.
Ablehnen.
Ich lehne ab.
""".strip().split("\n")
HARMLESS = """
That was me.
It was my new phone, sorry.
Sorry, I wrote from the wrong address.
I used my work account.
Thanks for asking!
Best, Ada
I had to write from my phone.
My laptop is broken.
I wrote it from the train.
Thank you for checking.
All good.
See you on Monday.
Greetings from Rome
It is mine.
I wrote it.
Please go ahead.
Ich habe vom Büro aus geschrieben.
Viele Grüße
Viele Grüße, Ada
Das war mein neues Handy.
Danke für die Nachfrage!
Entschuldigung, falsche Adresse.
Ich schreibe gerade vom Zug.
Der ist von mir.
Liebe Grüße aus Rom
Alles gut.
Bitte weitermachen.
Kind regards\nAda
Ada Lovelace, London
Have a nice weekend!
Schönes Wochenende!
I wrote it on my sister's computer.
It was sent from my daughter's tablet.
Es kam vom Rechner meiner Tochter.
""".strip().split("\n")
YES = ("YES", "yes.", "Ja", "JA!", "Yes, it was me.", "Das war ich.", "OK", "confirmed")
BETWEEN = ("\n\n", "\n")
AROUND = ("{}", "{}\n\nAda", "Thanks.\n{}", "Danke!\n\n{}\n\nViele Grüße\nAda")


@pytest.mark.parametrize("doubt", some([*DOUBTS, *ZWEIFEL], 40))
def test_a_yes_with_a_doubt_below_it_is_none(doubt: str) -> None:
    for yes, between, around in product(YES, BETWEEN, AROUND):
        said = f"{yes}{between}{around.format(doubt)}\n"
        assert confirmed(said).yes is not True, said


@pytest.mark.parametrize("told", HARMLESS)
def test_a_yes_with_manners_below_it_is_one(told: str) -> None:
    for yes, between, around in product(YES, BETWEEN, AROUND):
        said = f"{yes}{between}{around.format(told)}\n"
        assert confirmed(said).yes is True, said


@pytest.mark.parametrize("told", ["", "\n\n-- \nAda\nMaybe tomorrow", "\n\n> Was this yours?"])
def test_what_is_not_said_below_it_is_no_doubt(told: str) -> None:
    assert confirmed(f"YES{told}\n").yes is True
