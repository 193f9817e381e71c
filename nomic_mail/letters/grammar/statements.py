"""JUDGMENT, RULING, ANNOUNCE, TELL and BIND: a head, and the words that belong to it (212, 013).

1. The words are those on the head's own line, and below it up to a line END, a signature, a
   quotation's attribution or the end of the letter.
2. The head stands in capitals at the start of its line, or in small letters alone on it or before a
   colon: "judgment" in a sentence is talk.
3. `JUDGMENT END DEBATE` and `RULING END DEBATE` are the forms 111 of the later sets needs;
   `JUDGMENT CHAIR` and `RULING REPLACE CHAIR` those of 202 with a Chairperson; `WINNER: name` on a
   line of a ruling names who has won under 213.
4. The clauses of `BIND 303:` stand behind it, parted by semicolons, or one a line below it, up to
   the first empty line behind one; `WHY:` and the reason come last. Only the Moderator binds.
5. `TELL` without words means those that the letter answers (pump.says.words_beside). TELL MODERATOR
   asks no record: it is no matter of the game's (pump.says.to_moderator).
"""

import re
from collections.abc import Sequence, Set

from msgspec import Struct

from nomic_mail.game.commands import Announce, Ask, Bind, Discuss, Judgment, Ruling
from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.letters.grammar.bodies import is_called, says_none, without_goodbye
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.language import Row, question, word
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

word(
    "JUDGMENT",
    Row(
        "judgment, judging",
        "JUDGMENT: question",
        "put a question to the judge",
        "dem Richter eine Frage stellen",
        10,
    ),
    Row(
        "judging",
        "JUDGMENT: END DEBATE",
        "ask that a debate be ended (111)",
        "verlangen, dass eine Debatte endet (111)",
        15,
    ),
    page="judgment",
)
word(
    "RULING",
    Row("judgment", "RULING", "answer it, as the judge", "sie beantworten, als Richter", 20),
    Row("judging", "RULING: answer", "answer it, as the judge", "sie beantworten, als Richter", 20),
    Row(
        "moderating",
        "RULING: answer",
        "where the Moderator judges",
        "wo der Moderator richtet",
        90,
        rule=11,
    ),
    page="judgment",
)
word(
    "ANNOUNCE",
    Row(
        "moderating",
        "ANNOUNCE",
        "and the words below it, to all",
        "und die Worte darunter, an alle",
        60,
    ),
    page="moderator",
    small=False,
)
word(
    "TELL",
    Row(
        "any time",
        "TELL",
        "and the words below it, to all players",
        "und die Worte darunter, an alle",
        85,
    ),
    page="talk",
    usage="TELL: ...",
)
question(
    "TELL MODERATOR",
    Row(
        "any time",
        "TELL MODERATOR",
        "and the words below it, to the Moderator alone",
        "und die Worte darunter, nur an den Moderator",
        86,
    ),
    page="talk",
    occasion="told_moderator",
)
word(
    "BIND",
    Row(
        "moderating",
        "BIND 303: clauses",
        "what a rule makes the server do",
        "was eine Regel den Server tun lässt",
        100,
    ),
    page="moderator",
)
_LOUD = later(
    r"^\W{0,3}(?:(?:I )?(?:INVOKE|CALL(?: FOR)?)(?: A)? (?=JUDGE?MENT\b))?"
    r"(JUDGE?MENT|RULING|ANNOUNCE|TELL(?: ALL| (?:THE )?MODERATOR)?(?=\s*(?::|$)))\b"
    r"[\s:.–—-]*(.*)$"
)
_SMALL = later(
    r"^\W{0,3}(?:(?:i )?(?:invoke|call(?: for)?)(?: a)? (?=judge?ment\s*:))?"
    r"(judge?ment|ruling|tell(?: all| (?:the )?moderator)?)\s*(?::\s*(.*))?$",
    re.I,
)
# "Ok tell": to whoever was told of it
_POLITELY = later(
    r"^\W{0,3}(?:(?:ok(?:ay)?|yes|yeah|yep|please|then|so|and|ja|bitte)[\s,.!]{1,3}){0,2}"
    r"(tell(?: all| (?:the )?moderator)?|(?:ask|frage?|an) (?:the |den |die )?moderator(?:in)?)"
    r"(?: (?:everybody|everyone|it))?(?:,? (?:please|then|bitte))?()[\s.!]*$",
    re.I,
)
TELL = ("TELL", "TELL ALL")
TELL_MODERATOR = "TELL MODERATOR"
BIND = later(
    rf"^\W{{0,3}}BIND\s+(?:RULE\s+|PROPOSAL\s+)?#?(?P<rule>{NUMBER})\s*"
    r"(?P<to>(?:(?::|–|—|-|TO\b).*|KEEP.{0,9}|DROP.{0,9})?)$",
    re.I,
)
ANSWER = later(r"^\W{0,4}(?:to\s+)?(?:keep|drop)[\s.!?]*$", re.I)
# `adoption: 2/3`, or whatever is indented or has a bullet.
CLAUSE = later(r"^(?:\s{0,9}[-*•·+]\s+|\s{1,9}|(?=[a-z][a-z _-]{1,40}\s?[:=]))(\S.{0,300})$", re.I)
WHY = later(r"(?:^|;)\s*why\s*:\s*(.*)$", re.I | re.S)
END = later(r"^(?:end\.?|(?-i:ENDE)\.?|\.)$", re.I)
END_DEBATE = later(r"^end (?:the )?debate\b[\s:.–—-]*(.*)$", re.I | re.S)
CHAIR = later(
    r"^(?:(?:replace|remove) (?:the )?)?chair(?:person|man|woman)?\s*(?:[:.–—-]\s*|\n|$)(.*)$",
    re.I | re.S,
)
REPLACE_CHAIR = later(r"^replace (?:the )?chair(?:person|man|woman)?\b", re.I)
WINNER = later(r"^\s*winner[\s:]+(\S.{0,80}?)[\s.]*$", re.I | re.M)
# Behind the head's own word, without a colon: the word is part of a sentence, or of a name.
IN_A_SENTENCE = later(
    r"^\W{0,3}(?:JUDGE?MENT|RULING) (?!END\b|CHAIR\b|REPLACE\b|REMOVE\b|[AI]\b|\d)"
    r"(?:[A-Z]{2,}\b|(?:was|is|were|has|had|will|would|should|seem(?:s|ed)?|days?|by|from|in|of)\b)"
)
PUTS_IT_OFF = later(
    r"^(?:\W{0,40}|(?:tomorrow|tonight|later|soon|not yet|to (?:follow|come)|coming|pending|wait"
    r"|in (?:a|an|two|three) (?:\w+ )?(?:minutes?|hours?|days?|weeks?)|next week|morgen|später"
    r"|bald|folgt)\b(?: at [^\n,]{1,20}| (?:evening|morning|früh|abend))?"
    r"(?:,[^\n]{0,40})?[\s.!…]*)$",
    re.I,
)
MOST = 20_000
CLAUSES_MOST = 50


class Statement(Struct, frozen=True):
    command: Judgment | Ruling | Announce | Bind | Discuss | Ask
    line: str
    taken: frozenset[int]


def read_statements(
    lines: Sequence[Line], *, from_moderator: bool = False, called: Set[str] = frozenset()
) -> list[Statement]:
    found: list[Statement] = []
    at = 0
    while at < len(lines):
        if lines[at].kind != "said":
            at += 1
            continue
        text = lines[at].text.strip()
        head = head_of(text)
        loud = text.startswith("BIND ")  # from anybody else it is a command, too, and refused (013)
        bind = BIND.match(text) if from_moderator or loud else None
        if head is not None:
            words, taken, at = _body(head[1], lines, at)
            word = "ANNOUNCE" if head[0] in TELL and from_moderator else head[0]
            if word in ("JUDGMENT", "JUDGEMENT", "RULING"):
                words = _unsigned(words, called)
            found.append(Statement(_made(word, words), text, taken))
        elif bind is not None and not ANSWER.match(bind["to"]):
            clauses, why, taken, following = _clauses(bind["to"], lines, at)
            if clauses:
                rule, none = read_number(bind["rule"]), says_none(clauses)
                command = Bind(rule=rule, answer="bind", clauses=clauses, reason=why)
                if none:
                    command = Bind(rule=rule, answer="drop", reason=why)
                found.append(Statement(command, text, taken))
            at = following if clauses else at + 1
        else:
            at += 1
    return found


def unclear(statement: Statement) -> str:
    """What is asked where the head may be a word of a sentence, or what it holds is no answer."""
    said = statement.command
    if not isinstance(said, Judgment | Ruling):
        return ""
    words = said.question if isinstance(said, Judgment) else said.text
    talks = IN_A_SENTENCE.match(statement.line) is not None and "?" not in words
    put_off = PUTS_IT_OFF.match(words) is not None and not (said.end_debate or said.replace_chair)
    if not (talks or (put_off and words.strip())):
        return ""
    if isinstance(said, Ruling):
        return (
            f"{shown(statement.line)}: is that your ruling? Nothing was done. Write RULING, and"
            " your reasons below it."
        )
    return (
        f"{shown(statement.line)}: do you put a question to the judge? Nothing was done. Write"
        " JUDGMENT, and your question below it."
    )


def head_of(text: str) -> tuple[str, str] | None:
    """The word that a line begins with, and what stands behind it on the line."""
    found = _LOUD.match(in_english(text)) or _SMALL.match(text) or _POLITELY.match(text)
    if found is None:
        return None
    word = found[1].upper()
    told = word.removesuffix("IN").endswith("MODERATOR")
    return (TELL_MODERATOR if told else word), found[2] or ""


def _body(first: str, lines: Sequence[Line], at: int) -> tuple[str, frozenset[int], int]:
    text, taken = [first], {lines[at].number}
    at += 1
    while at < len(lines) and lines[at].kind in ("said", "blank", "quoted"):
        line = lines[at]
        at += 1
        if line.kind == "quoted":
            continue  # other people's words are no part of it
        taken.add(line.number)
        if line.kind == "said" and END.match(line.text.strip()):
            break
        text.append(line.written)
    return "\n".join(text).strip()[:MOST], frozenset(taken), at


def _unsigned(words: str, called: Set[str]) -> str:
    """Without a goodbye and the writer's own name, below an empty line."""
    lines = without_goodbye(words.split("\n"), called)
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    apart = len(lines) > 2 and not lines[-2].strip()
    return "\n".join(lines[:-1] if apart and is_called(lines[-1], called) else lines).strip()


def _clauses(
    first: str, lines: Sequence[Line], at: int
) -> tuple[tuple[str, ...], str, frozenset[int], int]:
    """The clauses of one BIND as written, and why; if they are clauses is the game's to say."""
    found, why = _parts(re.sub(r"(?i)^\s*(?::|–|—|-|to\b)\s*", "", first))
    taken = {lines[at].number}
    at += 1
    while at < len(lines) and len(found) < CLAUSES_MOST:
        line = lines[at]
        text = line.text.strip()
        if line.kind == "said" and END.match(text):
            taken.add(line.number)
            at += 1
            break
        clause = CLAUSE.match(line.text.rstrip()) if line.kind == "said" else None
        if line.kind == "blank" and not found:
            at += 1
            continue
        if clause is None or head_of(text) or _is_order(text):
            break
        more, reason = _parts(clause[1])
        found, why = [*found, *more], why or reason
        taken.add(line.number)
        at += 1
    return tuple(found), why, frozenset(taken), at


def _parts(text: str) -> tuple[list[str], str]:
    why = WHY.search(text)
    clauses = text[: why.start()] if why else text
    reason = " ".join(why[1].split()) if why else ""
    return [part.strip() for part in clauses.split(";") if part.strip()], reason


def _is_order(text: str) -> bool:
    order = read_order(text, from_moderator=True)
    return BIND.match(text) is not None or not (order is None or isinstance(order, Doubt))


def _made(word: str, text: str) -> Judgment | Ruling | Announce | Discuss | Ask:
    if word == "ANNOUNCE":
        return Announce(text=text)
    if word in TELL:
        return Discuss(text=text)
    if word == TELL_MODERATOR:
        return Ask(topic=word.lower(), argument=text)
    debate = END_DEBATE.match(text)
    if word != "RULING":
        chair = CHAIR.match(text)
        question = chair[1].strip() if chair else text
        return Judgment(
            question="" if debate else question,
            end_debate=debate is not None,
            replace_chair=chair is not None,
        )
    winner = WINNER.search(text)
    return Ruling(
        text=text,
        winner=winner[1].strip() if winner else "",
        end_debate=debate is not None,
        replace_chair=REPLACE_CHAIR.match(text) is not None,
    )
