"""Whoever was invited and has not joined: what they answer, and what the moderators hear of it.

1. NO THANKS, however it is said, ends it: they are told so, and the moderators are. A yes that says
   no more than yes takes part, as JOIN does; what may be meant for one is told the word.
2. What the record tells (RULES, STATUS, HELP) is answered, as for whoever looks on. Who says how
   they want to be written to is told what they are invited to, in that way.
3. Whatever else they say in their own words goes to the moderators, who can answer it; "What is
   Nomic?" is answered by the server as well.
4. Who has not said LANGUAGE, and asks for one or writes in it, has it from then on, and is told so.
5. A stranger who wrote JOIN, and was asked whether that was them, was invited by nobody: no
   moderator hears of what else they say.
"""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.grammar.bodies import GREETING, courteous
from nomic_mail.letters.grammar.hints import asks_for_language, tongue_of
from nomic_mail.letters.grammar.understand import Understood
from nomic_mail.letters.grammar.wishes import LANGUAGES, Wish
from nomic_mail.letters.grammar.words import slip_of
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.token import Matter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.facts import Facts, game_facts
from nomic_mail.post.render import Finished
from nomic_mail.post.telling.table import asks
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import INVITED, Desk, moderators_of, single
from nomic_mail.pump.who.observers import joins
from nomic_mail.pump.who.showing import own_words
from nomic_mail.store.people.seats import Game, Seat

BARE = 20  # characters of a no that needs no quotation
_SORRY = r"(?:sorry[\s,.!]*)?"
_THANKS = r"(?:[\s,.!]+(?:thanks|thank you|sorry|danke|but thank you|but thanks|please))*[\s,.!]*"
_PLEASE = r"(?:(?:please|kindly|pls|can you|could you|would you)(?: please)? )?"
_LETTERS = r"(?:(?:me|any|more|all|these|your|such|of) ){0,2}(?:e?-?mails?|letters|messages|mail)"
_ME = r"(?:me|my (?:e?-?mail )?(?:address|name))"
_LIST = (
    r"(?:(?:this|the|your|all|any) )?(?:(?:e?-?mail|mailing|address) ?)?(?:lists?|books?|system)"
)
_NO_THANKS = later(
    rf"{_SORRY}(?:no|no,? thank(?:s| you)|no,? not (?:now|this time)|non,? merci"
    r"|(?:i am |i[’']m |we are )?not interested|(?:i )?decline|not for me"
    r"|thanks,? but no(?: thanks)?|leave me alone"
    r"|i (?:do not|don[’']t|would rather not|[’']d rather not) (?:want to )?"
    rf"(?:play|join|take part)){_THANKS}",
    re.IGNORECASE,
)
_TAKE_ME_OFF = later(
    rf"{_SORRY}{_PLEASE}(?:(?:unsubscribe(?: me)?|opt out|cancel my invitation"
    rf"|(?:remove|delete) {_ME}|take {_ME} off)(?: (?:from|off|of) {_LIST})?"
    rf"|take {_ME} (?:off|from) {_LIST}){_THANKS}",
    re.IGNORECASE,
)
_STOP = later(
    rf"{_SORRY}(?:{_PLEASE}stop(?: (?:it|this|me|sending|writing|e?-?mailing)){{0,2}}"
    rf"(?: {_LETTERS})?(?: to me)?(?: (?:from|off|of) {_LIST})?|no more {_LETTERS}"
    rf"|{_PLEASE}(?:do not|don[’']t|never)"
    r" (?:(?:write|send|mail|e-?mail|contact|bother)(?: to)? )+me"
    rf"(?: {_LETTERS})?(?: again| any ?more)?){_THANKS}",
    re.IGNORECASE,
)
_NEIN = later(
    rf"{_SORRY}(?:nein|nein,? danke|kein interesse|(?:danke,? )?lieber nicht|stopp|aufhören"
    r"|abmelden|(?:bitte )?(?:abbestellen|keine (?:weiteren )?(?:e?mails?|briefe)(?: mehr)?)"
    r"|(?:bitte )?schreib\w{0,2} (?:sie )?mir (?:bitte )?(?:nicht|nie)(?: mehr| wieder)?"
    rf"|ich (?:will|möchte|mag) nicht(?: (?:mitspielen|mitmachen|spielen))?){_THANKS}",
    re.IGNORECASE,
)
_STREICHT_MICH = later(
    rf"{_SORRY}(?:bitte )?(?:streich|nimm|nehm|lösch|entfern|trag)\w{{0,4}} (?:sie )?(?:bitte )?"
    r"(?:mich|meine (?:e-?mail-?)?adresse)(?: (?:bitte )?(?:aus|von) (?:dem|der|dies\w\w|ihre[mr]"
    rf"|eure[mr]) (?:e?-?mail-?)?(?:verteiler|liste)|(?: bitte)? aus){_THANKS}",
    re.IGNORECASE,
)
_NOES = (_NO_THANKS, _TAKE_ME_OFF, _STOP, _NEIN, _STREICHT_MICH)
_POLITE = (
    r"thanks?(?: you)?(?: a lot| (?:so|very) much)?(?: for (?:the|your) (?:kind )?invitation"
    r"| for (?:inviting me|asking))?|(?:vielen )?dank(?:e)?(?: für die einladung)?"
)
_PRAISE = (
    r"great|lovely|wonderful|super|toll|prima|(?:(?:that|it) )?sounds (?:like )?"
    r"(?:(?:great )?fun|good|great|lovely)|das klingt gut|why not\??|warum nicht\??"
)
_TO_PLAY = (
    r"(?:play|join|take part)(?: in)?"
    r"(?: (?:it|you|(?:the|your|this) (?:game|round)|nomic))?(?: too)?"
)
_AM = r"(?:i am|i ?[’']?m)"
_PLEASED = r"(?:very )?(?:happy|glad|delighted|pleased)"
_GLADLY = later(
    rf"(?:(?:{_POLITE}|{_PRAISE}|sorry|(?:i(?:[’']ve| have)? )?changed my mind"
    r"|(?:ok(?:ay)?|alright)(?:,? then)?|yes|yea[hp]?|yep|sure|oh|ja|klar|dann)[\s,.!:)-]+)*"
    r"(?:yes|yes,? please|yep|yup|yea|yeah|sure(?: thing)?|of course|gladly|with pleasure"
    rf"|(?:{_AM} |count me |i(?: wi|[’'])?ll be )in"
    r"|i (?:gladly )?accept(?: (?:the|your) (?:kind )?invitation)?"
    rf"|{_AM} {_PLEASED} to accept(?: (?:the|your) (?:kind )?invitation)?"
    rf"|(?:i (?:would|should|will|want to|wish to|[’']?ll|[’']?d)|i[’'](?:d|ll)|{_AM})?(?: gladly)?"
    rf"(?: ?\b(?:love|like|be {_PLEASED}|{_PLEASED}) to)? ?\b{_TO_PLAY}"
    rf"|i(?: would| should|[’']d) (?:love|like|be {_PLEASED}) to|let[’']s (?:play|do it)"
    r"|(?:ja|klar|natürlich|sehr gern|(?:ja,? )?gern)e?"
    r"|(?:ich )?bin (?:ich )?(?:sehr )?(?:gerne? )?(?:mit )?dabei"
    r"|(?:ich )?(?:spiele?|mache?) (?:ich )?(?:gerne? )?mit"
    r"|ich nehme die einladung (?:gerne? )?an)"
    rf"(?:[\s,.!:)-]+(?:yes|please|then|now|after all|gladly|gerne?|join|{_POLITE}|{_PRAISE}"
    rf"|(?:{_AM}|count me) in|(?:ich )?(?:bin dabei|(?:spiele?|mache?) mit)))*[\s,.!:)-]*",
    re.IGNORECASE,
)
_HELLO = later(
    r"^(?:hi|hello|hey|dear|hallo|moin|servus|liebe[rs]?)(?: [^\s,.!?]{1,30}){0,2}[,.!] ", re.I
)
# A no, and behind it why.
_FIRMLY = later(
    rf"{_SORRY}(?:no,? thank(?:s| you)|(?:i am |i[’']m )?not interested|i decline|not for me"
    r"|nein,? danke|kein interesse)(?: very much)?[,.!;:–—-]",
    re.I,
)
_TAKES_BACK = later(
    r"\b(?:but|if|unless|until|though|still|later|in|observe|watch|look on|yes|aber|wenn|falls"
    r"|doch|dabei|zuschauen|ja)\b",
    re.I,
)
# What may be meant so: the letter that answers it says which word does it.
_LEANS = later(
    r"\b(?:join\w*|tak(?:e|ing) part|play|count me in|i ?[’']?m in|accept|delighted|gladly"
    r"|love to|dabei|mitspielen|mitmachen|spiele mit|gerne?)\b",
    re.IGNORECASE,
)
_PUTS_OFF = later(
    r"\b(?:but|if|unless|until|before|after|later|not|aber|wenn|falls|erst|nicht)\b|n[’']t\b",
    re.I,
)
_SENTENCE = later(r"[^.!?]{1,200}[.!?]*")
_WHAT = later(
    r"\bwhat(?:[’']s| is| on earth is)? (?:is )?(?:a )?(?:nomic|this(?: game)?|it)\b"
    r"|\bwho (?:are you|is (?:this|that|it))\b"
    r"|\bwas (?:ist|soll|für ein spiel ist) (?:das|nomic|es)\b"
    r"|\bwer (?:bist du|seid ihr|sind sie|ist (?:das|da))\b"
    r"|^(?:what|huh|pardon|sorry|was|wie bitte|hä|häh)[?!. ]*$",
    re.IGNORECASE,
)


def willing(line: str) -> bool:
    """Whether somebody who was invited says in their own words that they take part, and says no
    more than that: a condition, a doubt or a question is the moderator's."""
    return len(line) <= 200 and _GLADLY.fullmatch(_HELLO.sub("", line.strip())) is not None


def declines(line: str) -> bool:
    """Whether somebody who was invited says that they do not, or want no more letters."""
    if len(line) > 200:
        return False
    firmly = _FIRMLY.match(line)
    rest = line[firmly.end() :] if firmly else "?"
    why = "?" not in rest and not _TAKES_BACK.search(rest)
    return why or any(one.fullmatch(line) for one in _NOES)


def accepts(lines: Sequence[str], name: str) -> str:
    """The one line that says so, where all others are greetings, or their own name."""
    bare = (line.removesuffix(name.partition(" ")[0]).strip() or line for line in lines)
    said = [line for line in bare if line and (willing(line) or not courteous(line, name))]
    return said[0] if len(said) == 1 and willing(said[0]) else ""


def takes_part(case: Case, letter: Letter, seat: Seat) -> str:
    """The line by which whoever was asked whether they want to join says yes, in other words than
    JOIN."""
    if not case.is_about("join") or seat.seat in (*case.before.players, *case.before.requests):
        return ""
    answer, lines = confirmed(letter.text), _lines(letter)
    name = seat.name.casefold()
    if answer.yes and answer.rest.strip(" ,.-").casefold() in ("", name, *name.split()):
        return next(iter(lines), "YES")
    return accepts(lines, seat.name) if case.matter == INVITED else ""


def still_invited(
    case: Case, understood: Understood, wishes: Sequence[Wish], notice: Notice
) -> Notice:
    """Rule 2: what they write to the record's answer still comes from whoever was invited. Who
    only says a language is told in it what they are invited to, and nothing of what else there is.
    """
    if case.matter != INVITED or case.seat is None:
        return notice
    if any(not isinstance(one.command, c.Ask) for one in understood.said):
        return notice
    noted = [one for one in notice.sections if one.occasion == "preferences"]
    others = tuple(one for one in notice.sections if one not in noted)
    in_it = all(one.kind == "language" and one.known for one in wishes)
    if noted and not others:
        facts = {"outcome": "explained" if in_it else "noted", "by": "", **game_facts(case.before)}
        last = Section("not_joined", facts)
        sections = (last,) if in_it else (*noted, last)
        return replace(notice, matter=INVITED, tag="?", sections=sections)
    if in_it and others:
        notice = replace(notice, sections=others)
    return notice if notice.matter.kind != "game" else replace(notice, matter=INVITED)


def answer(case: Case, seat: Seat, understood: Understood) -> Notice | None:
    """None where the letter is one that the game answers."""
    state, verbs = case.before, [type(one.command) for one in understood.said]
    if seat.looks_on or seat.seat in state.players or seat.seat in state.requests:
        return None
    if joins(understood) or (set(verbs) == {c.Ask} and not understood.questions):  # rule 2
        return None
    invited = case.matter == INVITED
    outcome = outcome_of(_lines(case.letter), understood) if invited else "early"
    by = inviter(case.desk, case.home) if invited else ""
    matter, tag = INVITED if invited else Matter("join"), asks(outcome != "declined")
    facts = {"outcome": outcome, "by": by, **game_facts(state)}
    return single(seat.seat, "not_joined", matter, tag, **facts)


def tongue(case: Case, seat: Seat | None, wishes: tuple[Wish, ...]) -> tuple[Wish, ...]:
    """The wishes, with rule 4."""
    if case.matter != INVITED or seat is None or seat.language or seat.seat in case.before.players:
        return wishes
    said = any(one.kind == "language" for one in wishes)
    line = "" if said else tongue_of(_lines(case.letter))
    code = LANGUAGES[line.split()[1].lower()] if line else ""
    if code in ("", case.desk.config.mail.language):
        return wishes
    return (*wishes, Wish("language", code, line))


def _lines(letter: Letter) -> list[str]:
    said = (line.text.strip() for line in scaffold(letter.text) if line.kind == "said")
    return [line for line in said if line]


def outcome_of(lines: Sequence[str], understood: Understood) -> str:
    leaves = any(isinstance(one.command, c.Leave) for one in understood.said)
    first = next((one for one in lines if declines(one) or not GREETING.match(one)), "")
    if leaves or declines(first):
        return "declined"
    beside = understood.ignored or understood.questions
    if not lines or (understood.said and not beside):
        return "early"
    if any(map(_WHAT.search, lines)) or asks_for_language(lines):
        return "explained"
    parts = [part for line in lines for part in _SENTENCE.findall(line)]
    others = [part.strip() for part in parts if not willing(part)]
    plain = len(others) < len(parts) and all(part.endswith("?") for part in others if part)
    asks = any("?" in line for line in lines)
    leans = any(_LEANS.search(line) or slip_of(line.upper()) == "JOIN" for line in lines)
    leans = plain or (leans and not asks)
    if leans and not any(map(_PUTS_OFF.search, lines)):
        return "willing"
    return "asked" if asks else "written"


def told(case: Case, seat: Seat, notice: Notice) -> list[Finished]:
    """What the moderators hear of it (rules 1 and 3). A bare NO needs no quotation."""
    first = next((one for one in notice.sections if one.occasion == "not_joined"), None)
    outcome = first.facts["outcome"] if first is not None else "early"
    if outcome == "early" or first is None or not first.facts["by"]:
        return []
    declined = outcome == "declined"
    lines = _lines(case.letter)
    bare = declined and len(lines) == 1 and len(lines[0]) <= BARE and declines(lines[0])
    text = "" if bare else own_words(case.letter).removesuffix("[...]").rstrip()
    facts: dict[str, Any] = {"declined": declined, "explained": outcome == "explained"}
    facts |= {"name": seat.name, "address": seat.address, "text": text, "foreign": False}
    return news_of(case, facts)


def news_of(case: Case, facts: Facts) -> list[Finished]:
    news = single(MODERATOR, "invitee", Matter("game"), **facts)
    with case.desk.look.read() as connection:
        readers = moderators_of(connection, case.desk.config, case.home)
    return [case.tell(one, news) for one in readers]


def inviter(desk: Desk, game: Game) -> str:
    """In whose name somebody is invited: the first who moderates the game."""
    with desk.look.read() as connection:
        name = moderators_of(connection, desk.config, game)[0].name
    return "the Moderator" if name == "The Moderator" else name


def invites(desk: Desk, game: Game, seat: Seat, note: str, facts: Facts) -> Notice:
    """The invitation; `facts` are of how the game is played."""
    about: dict[str, Any] = {**facts, "name": seat.name, "by": inviter(desk, game), "note": note}
    return single(seat.seat, "invite", INVITED, "?", **about)
