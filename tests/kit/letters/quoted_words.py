"""The parts of which the tests of plain words make their letters: what is quoted and how, how people
vote, talk, thank and sign. What comes of a letter follows from the parts it is made of."""

from collections.abc import Callable
from html import escape

Style = Callable[[str, str, str], str]


def marked(mark: str, head: str = "", *, gap: str = "\n\n", empty: bool = False) -> Style:
    """An answer above or below lines with a mark before each."""

    def letter(quoted: str, answer: str, where: str) -> str:
        lines = [*quoted.split("\n"), *([""] * empty)]
        block = "\n".join(f"{mark}{line}".rstrip() for line in lines)
        block = f"{head}\n{block}" if head else block
        return f"{block}{gap}{answer}" if where == "below" else f"{answer}{gap}{block}"

    return letter


def page(open_: str, close: str, tag: str) -> Style:
    def letter(quoted: str, answer: str, where: str) -> str:
        def blocks(text: str) -> str:
            return "".join(f"<{tag}>{escape(line) or '<br>'}</{tag}>" for line in text.split("\n"))

        parts = [f"{open_}{blocks(quoted)}{close}", blocks(answer)]
        body = "".join(parts if where == "below" else reversed(parts))
        return f"<html><body>{body}</body></html>"

    return letter


STYLES: dict[str, Style] = {
    "bare": marked("> "),
    "tight": marked(">", gap="\n"),
    "an empty line quoted": marked("> ", empty=True),
    "many empty lines": marked("> ", gap="\n\n\n\n"),
    "attributed": marked("> ", "On Tue, 3 Mar 2026 at 11:12, Cleo Curie <cleo@players.example> wrote:"),
    "short attribution": marked("> ", "Cleo wrote:"),
    "German": marked("> ", "Am 03.03.26 um 11:12 schrieb Cleo Curie:", empty=True),
    "initials": marked("CC> "),
    "bars": marked("| "),
    "indented mark": marked(" > "),
    "blockquote": page("<blockquote>", "</blockquote>", "p"),
    "blockquote, empty end": page("<blockquote>", "<p></p><p>&nbsp;</p></blockquote>", "p"),
    "Gmail": page('<div class="gmail_quote"><blockquote class="gmail_quote">', "<br></blockquote></div>", "div"),
    "cited": page('<blockquote type="cite">', "<br><br></blockquote>", "div"),
}

WORDS = {
    "yes": "for 301",
    "Yes": "for 301",
    "Yes!": "for 301",
    "Yep.": "for 301",
    "yeah": "for 301",
    "Aye": "for 301",
    "y": "for 301",
    "Yes, please.": "for 301",
    "No.": "against 301",
    "no": "against 301",
    "NO!": "against 301",
    "Nope": "against 301",
    "Nay.": "against 301",
    "No, thanks.": "against 301",
    "n": "against 301",
}
VOTES = {
    "FOR 301": "for 301",
    "AGAINST 301": "against 301",
    "I vote for 301.": "for 301",
    "I vote AGAINST 301, sorry": "against 301",
    "301: FOR": "for 301",
    "301: against": "against 301",
    "I vote yes on 301.": "for 301",
    "My vote on 301 is no.": "against 301",
    "I vote FOR proposal 301": "for 301",
}
ASKED = [
    "Is anybody against 301?",
    "Should we scrap 301?",
    "Any objections?",
    "Does anyone mind if I withdraw it?",
    "Shall I end the debate?",
    "Do we want to bury proposal 301?",
    "Could we wait a week?",
    "Has everybody read it?",
    "Did you get my letter of Monday?",
    "I am not sure about 301. Shall we throw it out?",
    "Is 203 still in force?",
    "Would you rather keep the old rule?",
    "Isn't it a bit long?",
    "Somebody has to say it: do we really need this?",
    "Are you coming on Friday?",
    "Can I count on your no?",
    "Who is going to stop this, you?",
]
ENDINGS = [
    "",
    "\n",
    " :-)",
    "\n(Cleo)",
    "\n\nCleo",
    "\n-- \nCleo Curie",
    "\n\nBest regards,\nCleo",
    " I am only asking.",
    "\nI should like to know.",
    "\n\nCheers\nCleo",
    " 🙂",
    "\n:)",
    " Please tell me soon!",
]
NEUTRAL = [
    "Please send your votes by Thursday.",
    "301: AMEND 203: Two thirds will do",
    "How do you vote on 301?",
    "What is your vote, please?",
    "Are you for or against 301?",
    "It is time to vote on 301.",
    "I vote FOR 301.",
]
AGAINST_IT = [
    "I vote no on 301, it is silly.",
    "Vote this down, please!",
    "I am against it.",
    "301 is a terrible idea.",
    "We should throw this out and start again, it is broken.",
    "I don't like 301 at all.",
    "Let us reject it.",
    "I would not adopt such a rule.",
    "My vote is AGAINST.",
    "-1",
    "This will never work.",
    "Let's wait until Bob is back.",
]
FOR_IT = [
    "I vote FOR 301.",
    "I like it, and vote yes on 301.",
    "301 is a good idea, I am for it.",
]
LIFE = [
    "I'm still here!",
    "it is raining here too.",
    "the dog is fine.",
    "my sister arrived on Tuesday.",
    "we had a lovely evening.",
    "that was my umbrella.",
    "Bob told me already.",
    "I have seen your letter.",
    "the parcel came this morning.",
    "you may have the recipe.",
    "nobody has called yet.",
    "I was asleep when it came.",
    "my train is late again.",
    "he moved to Rome in spring.",
    "there is snow on the roof.",
    "the kitchen looks great now.",
    "our neighbours are quite nice.",
    "I can see the screen.",
    "Cleo was right about the date.",
    "the link works for me.",
]
# With the way they can be meant; nothing where it is either.
REASONS = [
    ("because it makes the game longer", ""),
    ("it is too complicated", "against"),
    ("it is simple and fair", "for"),
    ("I like the idea", "for"),
    ("I don't like the idea", "against"),
    ("this rule is needed", "for"),
    ("the proposal is unclear", "against"),
    ("thanks", ""),
    ("please", ""),
    ("sorry", ""),
    ("that would give too many points", "against"),
    ("a good change", "for"),
    ("great work", "for"),
    ("since 203 needs it", "for"),
    ("because dice are fun", "for"),
    ("because dice are dull", "against"),
    ("too many points for one throw", "against"),
    ("the text contradicts 110", "against"),
    ("we need this rule", "for"),
    ("definitely", ""),
    ("the wording is fine", "for"),
    ("it takes the fun out of the game", "against"),
]
HISTORIES = [
    "Nomic Bot <bot=40nomic.example> schrieb am Do. 16. Mai 2024 um 00:02:",
    "Cleo Curie <cleo at players.example> schrieb am Mo. 2. März 2026 um 7:45:",
    "Wiadomość napisana przez Cleo Curie w dniu 2 mar 2026, o godz. 10:00:",
    "Wiadomość napisana przez Cleo <cleo@players.example> w dniu 02.03.2026 o 10:00:",
    "Temat: Re: 301\nData: 2026-03-02 10:00\nNadawca: Cleo Curie <cleo@players.example>",
    "Temat: Re: 301 Nadawca: Cleo Curie <cleo@players.example> Data: 2026-03-02 10:00",
    "2016-03-03 17:21 GMT+01:00 Cleo Curie",
    "2016-03-03 17:21 GMT+01:00 Cleo Curie <cleo@players.example>:",
    "On Mon, 2 Mar 2026 10:00:00 +0100, Cleo <cleo@players.example> wrote:   Hello there,",
    "Nomic Bot, 16.11.2026 09:12:",
    "Cleo Curie, 2026-11-16 9:12:",
    "Cleo Curie escribió el lun, 2 mar 2026 a las 10:00:",
    "Cleo <cleo@players.example> escribió el 2/3/2026 a las 10:00:",
    "Zoë Ångström, den 2 mars 2026 kl. 10:00:",
    "02.03.2026 10:00, Иван Петров:",
    "Cleo Curie a scris la 02.03.2026 10:00:",
    "Cleo Curie <cleo@players.example> rakstīja 2026-03-02 10:00:",
    "Dana 2. 3. 2026 u 10:00, Cleo Curie je napisao/la:",
    "Cleo Curie (cleo@players.example) kirjoitti 2.3.2026 klo 10.00:",
    "Il 02/03/2026 10:00, Cleo Curie ha scritto:",
    "Cleo Curie 于2026年3月2日 10:00 写道：",
    "Fra: Cleo Curie <cleo@players.example>\nDato: 2. mars 2026 10:00\nTil: Ada\nEmne: 301",
    "Avsändare: Cleo <cleo@players.example>\nDatum: 2026-03-02 10:00\nÄmne: 301\nMottagare: Ada",
    "Remitente: Cleo <cleo@players.example>\nFecha: 02/03/2026 10:00\nAsunto: 301",
]
COURTESIES = [
    "Thanks for the reminder!",
    "Sorry for the delay.",
    "OK then.",
    "Hello everybody,",
    "No worries about the delay.",
    "Thank you for all the work.",
    "Good morning from a rainy coast!",
    "Apologies for being late.",
    "No excuse this time.",
    "Here I am at last.",
    "Thanks for waiting for me.",
    "What a week for all of us.",
    "No news is good news.",
    "Alright, let me see.",
    "Fine weather for voting!",
    "Many thanks to Bob for the text.",
]
CHATTER = [
    "No time to write more.",
    "See you on Sunday.",
    "No need to answer.",
    "For those who wonder: I am well.",
    "P.S. Yes, I got the other letter.",
    "Oh, and yes, I have fed the cat.",
    "No hard feelings, Bob.",
    "Greetings to everybody.",
    "No further comment.",
    "And no, I have not seen your hat.",
    "Back to work now.",
    "Off for the weekend!",
    "For next week I have another idea.",
]
SIGN_OFFS = [
    "N.",
    "No Limits GmbH",
    "Ada\nNo Limits GmbH",
    "Best regards\nYesim Noyan",
    "Kind regards,\nN.",
    "Ada Lovelace\nAgainst Hunger Foundation",
    "No virus found in this message.",
    "No virus found.\nChecked by Scanner 7.1",
    "Viele Grüße\nN.",
    "Cheers,\nAda\n\"No pain, no gain\"",
    "Ada\nYes Bank Ltd. | Tel. +1 555 301 2020",
    "Y.",
    "Sent from my iPhone",
    "-- \nFor a better world",
]
