"""The end of a record to read: the rules, the dice, and where the players are reached."""

from collections.abc import Iterator, Mapping

from nomic_mail.archive.asides import NOTHING, SetAside, asides
from nomic_mail.archive.lines import as_is, folded, quoted, titled, when
from nomic_mail.game.numbers import printed
from nomic_mail.game.record import Record, RuleForm, RuleLife
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import TOLD, label


def rules_now(record: Record) -> Iterator[str]:
    yield from titled("The rules as they stand")
    lives = sorted((life.forms[-1].number, lineage) for lineage, life in record.rules.items())
    gone, told = [], record.ruleset == TOLD
    standing = (life.forms[-1].rule for life in record.rules.values() if life.repealed_at is None)
    aside = {} if told else asides(Rules({rule.number: rule for rule in standing}))
    for _, lineage in lives:
        life = record.rules[lineage]
        if life.repealed_at is not None:
            gone.append(lineage)
            continue
        yield from _rule(life.forms[-1], aside.get(lineage, NOTHING))
        yield from _history(life, told=told)
    if gone:
        yield from titled("Rules that were repealed")
    for lineage in gone:
        life = record.rules[lineage]
        yield from _rule(life.forms[-1])
        yield from _history(life, told=told)
        by = label(life.repealed_by) if life.repealed_by is not None else "its own program"
        yield f"    Repealed by {by}, {when(life.repealed_at, told=told)}."
        yield ""


def rules_then(record: Record) -> Iterator[str]:
    """Those that are not so any more; the others stand above."""
    changed = [rule for rule in record.initial if len(record.rules[rule.lineage].forms) > 1]
    if changed:
        yield from titled("Rules that began otherwise")
    for rule in sorted(changed, key=lambda one: one.number):
        yield from _rule(rule)


def _rule(rule: RuleForm | Rule, aside: SetAside = NOTHING) -> Iterator[str]:
    title = f"  {rule.title}" if rule.title else ""
    yield f"{printed(rule.number)}{title} ({rule.status})"
    yield from ("", *quoted(rule.text, "    "), "")
    if aside.why:
        yield from folded(f"[set aside: {aside.why}]", "    ", "     ")
    for clause in rule.clauses:
        why = aside.clauses.get(clause, "")
        does = "set aside: the server does not do" if aside.why or why else "the server does:"
        told = f"[{does} {clause}{', as ' if why else ''}{why}]"
        yield from as_is(told, "    ") if "\n" in told else folded(told, "    ", "     ")
    if aside.why or rule.clauses:
        yield ""


def _history(life: RuleLife, *, told: bool) -> Iterator[str]:
    for form in life.forms[1:]:
        yield from folded(_made(form, told=told), "    ", "      ")
    if len(life.forms) > 1:
        yield ""


def _made(form: RuleForm, *, told: bool) -> str:
    by = f"by {label(form.by_proposal)}" if form.by_proposal is not None else "by the Moderator"
    did = {"transmute": f"made {form.status}", "bind": "its clauses bound", "enact": "enacted"}
    did["correct"] = "set right"
    how = f"{did.get(form.kind, 'amended')} {by}"
    return f"{when(form.at, told=told)}: {how}, called {printed(form.number)} since"


# The dice


def dice(record: Record) -> Iterator[str]:
    """All that a check by hand takes; docs/dice.md of the program says how it is done."""
    yield from titled("The dice")
    yield from folded(
        "The SHA-256 of each link is the commitment told before it. The HMAC-SHA-256, with the link"
        " as its key, over the text and |0 gives the faces."
    )
    for commitment in record.commitments:
        yield from ("", f"Chain {commitment.chain}, committed {when(commitment.at)}:")
        yield f"    {commitment.commitment}"
    if record.shuffle is not None and record.shuffle.nonce:
        yield from ("", f"The shuffle, {when(record.shuffle.at)}: {list(record.shuffle.order)}")
        yield from _proof(record.shuffle.nonce, record.shuffle.over or "", record.shuffle.proven)
    for place, roll in enumerate(record.rolls, 1):
        faces = ", ".join(map(str, roll.faces))
        yield from (
            "",
            f"Throw {place}, turn {roll.turn}, {when(roll.at)}: {roll.dice} is {faces}",
        )
        yield from _proof(roll.link, roll.message, roll.proven)


def _proof(link: str, over: str, proven: bool) -> Iterator[str]:
    yield f"    link  {link}"
    yield f"    over  {over}"
    if not proven:
        yield "    Unproven: no player's letter went into it."


# For private keeping


def reached(record: Record, addresses: Mapping[str, str]) -> Iterator[str]:
    if addresses:
        yield from titled("Where the players are reached")
    for seat, address in addresses.items():
        yield f"{record.players[int(seat)].name}  <{address}>"
