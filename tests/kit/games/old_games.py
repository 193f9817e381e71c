"""An old game for tests: as somebody would write it down from what is left, with its mistakes."""

import json
from pathlib import Path

from nomic_mail.archive.told.form import File, Told
from nomic_mail.archive.told.reading import read
from nomic_mail.archive.told.telling import Telling, tell

# The club's list of 1993 and 1994: the first mails are lost, the moderator added up wrongly once.
CLUB = '''
[game]
name = "club"
title = "The Tuesday Club"
source = "mails of the club's list, 1993 to 1995"
ruleset = "the initial set of 1982"
about = """
Played by nine, of whom five stayed.

The first ten mails are lost."""
players = ["Ann Lee", "Ben Ode", "Cai Wu"]
order = ["Ann Lee", "Ben Ode", "Cai Wu", "Dee Poe"]
began = 1993
ended = 1995-02-01
goal = 30
winners = ["Ben Ode"]
adoption = "unanimous of eligible"
in_force = [101, 301, 304, 306, 308]
scores = { "Ann Lee" = 14, "Ben Ode" = 28 }

[[players]]
name = "Dee Poe"
joined = 1994-01-10
left = "1994-06"
points = 5

[[rules]]
number = 101
title = "Obedience"
status = "immutable"
text = "All players always abide by all the rules then in effect."

[[rules]]
number = 203
title = "Votes"
status = "mutable"
text = "A rule-change is adopted by all votes."

[[rules]]
number = 207
title = "One vote each"
status = "mutable"

[[proposals]]                    # found as a quotation only
number = 301
turn = 1
date = 1993
rule = 203
text = "A rule-change is adopted by a majority of the votes."
outcome = "adopted"

[[proposals]]
number = 302
turn = 2
by = "Ben Ode"
date = "1993-11"
adoption = "majority of cast"
title = "Hats"
text = "Hats are worn."
for = ["Ben Ode"]
against = ["Ann Lee", "Cai Wu"]
outcome = "defeated"
points = { "Ben Ode" = -10, "Ann Lee" = 10, "Cai Wu" = 10 }
scores = { "Ben Ode" = -4, "Ann Lee" = 10, "Cai Wu" = 10 }

[[proposals]]
number = 303
turn = 3
by = "Cai Wu"
date = 1994-01-12
kind = "repeal"
rule = 207
adoption = "majority of cast"
for = ["Cai Wu", "Dee Poe", "Ann Lee"]
against = ["Ben Ode"]
tally = { for = 3, against = 2 }
outcome = "adopted"
points = { "Cai Wu" = 3 }
scores = { "Cai Wu" = 14 }

[[proposals]]
number = 304
turn = 5                         # turn 4 is lost
by = "Dee Poe"
date = 1994-01-20T19:30:00Z
adoption = "majority of cast"
title = "Cakes"
text = "There is cake."
tally = { for = 1, against = 3 }
outcome = "adopted"
points = { "Dee Poe" = 2 }
scores = { "Dee Poe" = 7 }

[[proposals]]
number = 305
turn = 6
by = "Ann Lee"
title = "Shoes"
text = "Shoes are polished."
outcome = "withdrawn"

[[proposals]]
number = 306
turn = 6
by = "Ann Lee"
date = 1994-07-01
kind = "transmute"
rule = 203
status = "immutable"
for = ["Ann Lee", "Ben Ode", "Cai Wu", "Dee Poe"]
outcome = "adopted"
points = {}

[[proposals]]
number = 307
turn = 7
by = "Ben Ode"
date = 1994-06-01
kind = "other"
title = "Thanks to the library"
outcome = "adopted"
why = "by acclamation"
points = {}

[[proposals]]
number = 308
turn = 8
by = "Ben Ode"
kind = "other"
title = "Two at once"
outcome = "adopted"

[[changes]]
proposal = 308
kind = "enact"
becomes = 308
title = "Bells"
text = "A bell is rung."

[[changes]]
proposal = 308
rule = 304
text = "There is cake, and tea."

[[now]]
number = 304
text = "There is cake, and coffee."

[[now]]
number = 303
text = "Nothing."
'''
# Of it: where, stated, what follows.
CONTRADICTIONS = [
    ("proposal 303, tally", "3 for, 2 against", "3 for, 1 against"),
    ("proposal 303, scores of Cai Wu", "14", "13"),
    (
        "proposal 304, outcome",
        "adopted",
        "defeated: 1 of 4 ballots cast were for it, and it needed more than half of the ballots"
        " cast (majority of cast)",
    ),
    (
        "proposal 306, rule",
        "transmute 203",
        "no rule is called 203: it is called 301 since 301",
    ),
    ("proposal 306, for", "Dee Poe votes for", "no vote of Dee Poe: Dee Poe left June 1994"),
    ("proposal 307, date", "1 June 1994", "not before 1 July 1994 (proposal 306)"),
    ("game, winners", "Ben Ode has won with 30", "Ben Ode has 28"),
    ("game, in_force", "301 is in force", "301 is not in force"),
    (
        "rule 304 now, text",
        "There is cake, and coffee.",
        "There is cake, and tea.",
    ),
    (
        "rule 303 now, number",
        "303 is in force",
        "303 is no rule that is told to begin with, or to be made",
    ),
]


# Whatever somebody can write, wherever it is shown.
ATTACKS = (
    "<script>document.title='taken'</script>",
    "</script><img src=x onerror=\"document.title='taken'\">",
    "\"'><svg onload=document.title='taken'>",
    "{{ 7 * 7 }} {% raw %} ${7*7}",
    "javascript:alert(1) ]]> <!-- --> &lt; &amp; \x00\x07\x1b[31m \u202etxet\u2066 \ufffe",
    "<h1>Not ours</h1>\n\n</main></body>\n\n    x" + "y" * 300,
)


def old(text: str, name: str = "old.toml") -> Told:
    return read([File(name, text)])


def hostile_old() -> Told:
    """Each attack as a name, a title, a text, a reason and a choice of words."""
    lines = [
        " ".join("".join(c if c.isprintable() else "?" for c in one).split()) for one in ATTACKS
    ]
    names = [one[:80] for one in lines]
    texts = ["".join(c if c.isprintable() or c == "\n" else "?" for c in one) for one in ATTACKS]
    told = [f'[game]\nname = "foe"\ntitle = {_q(lines[1])}\nsource = {_q(lines[0])}']
    told += [
        f"players = [{', '.join(map(_q, names))}]\nabout = {_q(texts[5])}\nwhy = {_q(lines[3])}"
    ]
    for n, (line, text) in enumerate(zip(lines, texts, strict=True)):
        told += [f"[[rules]]\nnumber = {201 + n}\ntitle = {_q(line[:200])}\ntext = {_q(text)}"]
    for n, (line, text) in enumerate(zip(lines, texts, strict=True)):
        told += [f"[[proposals]]\nnumber = {301 + n}\nturn = {1 + n}\nby = {_q(names[n])}"]
        told += [f"rule = {201 + n}\ntitle = {_q(line[::-1][:200])}\ntext = {_q(text[::-1])}"]
        told += [f'why = {_q(line)}\noutcome = "adopted"\npoints = {{ {_q(names[n])} = 6 }}']
        told += [
            f"for = [{_q(names[0])}]\ntally = {{ for = 2 }}\nscores = {{ {_q(names[n])} = 7 }}"
        ]
    for n, (line, text) in enumerate(zip(lines, texts, strict=True)):
        told += [f"[[remarks]]\nproposal = {301 + n}\nby = {_q(names[n])}\ntext = {_q(text)}"]
        told += [f"[[judgments]]\nproposal = {301 + n}\njudge = {_q(names[n])}"]
        told += [f"question = {_q(text)}\nruling = {_q(line)}\nreason = {_q(text[::-1])}"]
    return old("\n".join(told), "<i>.toml")


def _q(text: str) -> str:
    """As a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def told(text: str, name: str = "old.toml") -> Telling:
    return tell(old(text, name))


def found(text: str) -> list[tuple[str, str, str]]:
    return [(one.where, one.stated, one.follows) for one in told(text).found]


def written(folder: Path, text: str = CLUB, name: str = "club.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file
