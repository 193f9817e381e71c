"""Commands that stand on one line, but for votes and proposals.

1. A line is a command only as a whole: `STATUS` is one, "Status quo is fine" is talk.
2. What cannot be undone (FORFEIT) must be said plainly; whatever comes near it is asked about.
3. The forms are those of all files in `orders`. What only the Moderator says is looked for first;
   beyond that no two files know the same line.
"""

import re
from importlib import import_module
from pkgutil import iter_modules

from nomic_mail.game.commands import Ask, Command
from nomic_mail.letters.grammar import orders
from nomic_mail.letters.grammar.bodies import BULLET
from nomic_mail.letters.grammar.forms import Doubt, Form
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.language import usages
from nomic_mail.letters.grammar.moderator.syntax import begins_an_act, nearly_an_act
from nomic_mail.letters.grammar.words import (
    CHOICES,
    SLIPPED_FOR,
    shown,
    slip_of,
    slip_of_all,
    without_courtesies,
)
from nomic_mail.patterns import later


def _forms() -> tuple[Form, ...]:
    modules = [
        import_module(f"{orders.__name__}.{one.name}") for one in iter_modules(orders.__path__)
    ]
    forms: list[Form] = [form for module in modules for form in module.FORMS]
    return tuple(sorted(forms, key=lambda one: not one.moderator))


FORMS = _forms()
NEARLY_JOINS = later(
    r"\b(?:i'?d (?:like|love|want)|i would (?:like|love)|i want|i wish|can i|may i|could i"
    r"|let me|count me|sign me up|i'?m) (?:to )?(?:in\b(?! fav| for an? (?:yes|no)\b)"
    r"|join|up\b|play\b)"
    r"|\bi'?ll join\b",
    re.I,
)
NEARLY_LEAVES = later(
    r"^(?:i(?:'m| am)? )?(?:quit|quitting|resign|i'?m out|leaving)(?: the game)?[\s.!]*$"
    r"|^i (?:quit|resign)(?: the game)?[.!,;:] ?"
    r"(?:sorry\b|no time\b|have fun|bye\b|thanks)[^?]{0,80}$"
    r"|\bi (?:want|would like|wish|have|need)(?: to)? (?:leave|quit|forfeit)\b"
    r"|^(?:rücktritt|austreten|aussteigen|ich (?:steige|trete) aus|ich höre auf"
    r"|ich (?:will|möchte|mag) nicht mehr(?: (?:mitspielen|spielen|mitmachen))?)[\s.!]*$",
    re.I,
)

# "PROPOSAL 301: NO" asks for no text
SIDED = later(r"PROPOSAL\s+#?\d{3,6}\s?[:=–—-]?\s?(?P<side>IN FAVOU?R|[+-]?\w{1,10})(?!\w)")
HEADLESS = later(
    r"(?P<act>ENACT|(?i:enact)(?=:)|REPEAL(?= (?:AMENDMENT )?\d)|TRANSMUTE(?= \d))[ :].{1,200}$"
)


RULES_SO = later(r"^(?:as (?:the )?judge,? )?(?:i (?:hereby )?rule\b(?! out\b)|my ruling\b)", re.I)
CONSENTS = later(
    r"\bi (?:hereby |do |gladly )?(?P<say>consent) (?:to|that)\b[^.!?]{0,30}\bturn\b"
    r"|[.!?] (?:i (?:hereby |do |would )?)?(?P<over>overrule)"
    r"(?: (?:it|this|that|the (?:ruling|judge)))?[\s.!]*$",
    re.I,
)


def read_order(text: str, *, from_moderator: bool) -> Command | Doubt | None:
    """The command a line is, a question about it, or None where it is something else."""
    plain = in_english(without_courtesies(BULLET.sub("", text))) if len(text) <= 600 else ""
    if not plain:
        return None
    made, known = _formed(plain, from_moderator=from_moderator)
    if known:
        return made and _asked(made, text)
    if from_moderator and begins_an_act(plain):
        return Doubt(f"{shown(text)}: that is not how it is written. Nothing was done.")
    if from_moderator and (act := nearly_an_act(plain)):
        return Doubt(f"{shown(text)}: did you mean {act}? Nothing was done; please write it again.")
    return (
        _slip_of_a_question(plain)
        or _of_the_law(text, plain)
        or _without_its_word(text, plain)
        or _near_miss(text, plain)
    )


def _formed(plain: str, *, from_moderator: bool) -> tuple[Command | Doubt | None, bool]:
    """What the line is by its form, and whether it has one."""
    for one in FORMS:
        found = one.pattern.match(plain)
        if found is None:
            continue
        if one.moderator and not from_moderator and not plain.split(maxsplit=1)[0].isupper():
            return None, True  # "Start" and "Close" are everyday words
        if made := one.make(found):
            return made, True
    return None, False


def _slip_of_a_question(plain: str) -> Ask | None:
    """`STAUS`: what only asks changes nothing, and is simply answered."""
    word = re.match(r"[A-Z]{4,10}\b", plain)
    known = slip_of(word[0]) if word else None
    if word is None or known is None:
        return None
    made, _ = _formed(known + plain[word.end() :], from_moderator=False)
    return made if isinstance(made, Ask) else None


def _asked(made: Command | Doubt, text: str) -> Command | Doubt:
    """A question mark makes a question of whatever acts; `rule 203?` is answered."""
    if isinstance(made, Doubt | Ask) or not text.rstrip().endswith("?"):
        return made
    return Doubt(
        f"{shown(text)}: is that a command of yours, or a question? Nothing was done. Write it"
        " again without the question mark to have it done."
    )


def _of_the_law(text: str, plain: str) -> Doubt | None:
    """A ruling, a consent or an overruling in a sentence."""
    if RULES_SO.match(plain):
        return Doubt(
            f"{shown(text)}: is that your ruling? Nothing was done. Write RULING, and your reasons"
            " below it."
        )
    if (found := CONSENTS.search(plain)) is None:
        return None
    known = (found["say"] or found["over"]).upper()
    return Doubt(f"{shown(text)}: did you mean {known}? Nothing was done; please write it again.")


def _without_its_word(text: str, plain: str) -> Doubt | None:
    """A proposal's head that lacks PROPOSE."""
    if HEADLESS.match(plain) is None:
        return None
    return Doubt(
        f"{shown(text)}: is that a proposal? Nothing was done. Write PROPOSE in front of it, and"
        " the text, if it has one, below."
    )


def _near_miss(text: str, plain: str) -> Doubt | None:
    if NEARLY_JOINS.search(plain) and len(plain.split()) <= 20:
        return Doubt(
            f"{shown(text)}: do you want to join? Then write JOIN and your name on a line of its"
            " own, as in JOIN Ada Lovelace.",
            joins=True,
        )
    if NEARLY_LEAVES.search(plain):
        return Doubt(
            f"{shown(text)}: do you want to leave the game for good? Then write FORFEIT on a line"
            " of its own.",
            leaves=True,
        )
    if SLIPPED_FOR.match(plain):
        return Doubt(
            f"{shown(text)}: did you mean FOR? Nothing was counted; please write it again."
        )
    word = re.match(r"[A-Za-z]+", plain)
    if word is None:
        return None
    if known := slip_of_all(plain):
        return Doubt(
            f"{shown(text)}: did you mean {known}? Nothing was done; please write it again."
        )
    sided = SIDED.match(plain)
    votes = sided is not None and sided["side"].lower() in CHOICES
    if (usage := usages().get(word[0])) and len(plain.split()) <= 12 and not votes:
        return Doubt(f"{shown(text)}: this server knows {usage}. Nothing was done.")
    if (known := slip_of(word[0])) and (word[0].isupper() or len(plain.split()) <= 4):
        return Doubt(
            f"{shown(text)}: did you mean {known}? Nothing was done; please write it again."
        )
    return None
