"""The record as plain JSON values: the form `nomic-mail/1`.

1. Only dicts with text keys, lists, text, whole numbers, true, false and null; times are UTC, as
   "2026-03-01T09:00:00Z"; a seat is its number, and as a key its number as text.
2. `rules` are those in force and `repealed` those that were, each with its history: every form it
   has had, the first and the present one among them, with what made it so and when.
3. `acts` and `announcements` of moderators are there where there are any.
4. Of a game that is told (its ruleset is TOLD) there are no mechanics, and a win names no rule.
5. `value` of a mechanic is the text of its clause, and null where nothing holds; a value without a
   rule is the custom of the house.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from nomic_mail.archive.shelf import Listed, MadeList
from nomic_mail.game.durations import show_duration
from nomic_mail.game.events import DiceThrown, GameWon
from nomic_mail.game.mechanics import Mechanic, mechanics_of
from nomic_mail.game.numbers import as_texts
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record import ProposalRecord, Record, RuleForm, RuleLife
from nomic_mail.game.record.parts import Scored, VoteRecord
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import TOLD
from nomic_mail.game.tally import read_terms
from nomic_mail.phrases import said

FORMAT = "nomic-mail/1"

Data = dict[str, Any]


def as_data(record: Record) -> Data:
    """All of it in memory."""
    return {key: list(one) if isinstance(one, Listed) else one for key, one in parts(record)}


def parts(record: Record) -> Iterator[tuple[str, Any]]:
    """In the order of the form. What grows with the game is Listed, and made piece by piece."""
    lives = sorted((life.forms[-1].number, lineage) for lineage, life in record.rules.items())
    gone = {lineage for lineage, life in record.rules.items() if life.repealed_at is not None}
    in_force = [lineage for _, lineage in lives if lineage not in gone]
    repealed = [lineage for _, lineage in lives if lineage in gone]
    yield "format", FORMAT
    yield "game", _game(record)
    yield "players", plain(list(record.players.values()))
    yield "rules", MadeList(lambda: (_rule(record.rules[lineage]) for lineage in in_force))
    yield "repealed", MadeList(lambda: (_repealed(record.rules[lineage]) for lineage in repealed))
    yield "proposals", MadeList(lambda: map(_proposal, record.proposals.values()))
    yield "rolls", MadeList(lambda: map(_roll, record.rolls))
    yield "admissions", MadeList(lambda: map(_vote, record.admissions))
    yield "turns", MadeList(lambda: map(plain, record.turns))
    yield "judgments", MadeList(lambda: map(plain, record.judgments))
    told = record.ruleset == TOLD  # no rule of it made this program do anything
    yield (
        "mechanics",
        {} if told else _mechanics(record.rules[lineage].forms[-1] for lineage in in_force),
    )
    yield "scores", MadeList(lambda: map(_score, record.scores))
    yield "settings", _settings(record)
    yield "shuffle", plain(record.shuffle) if record.shuffle is not None else {}
    yield "surplus", MadeList(lambda: map(plain, record.surplus_changes))
    yield "initial", _initial_rules(record)
    yield "talk", MadeList(lambda: map(plain, record.talk))
    if len(record.acts):
        yield "acts", MadeList(lambda: map(plain, record.acts))
    if len(record.announcements):
        yield "announcements", MadeList(lambda: map(plain, record.announcements))


def plain(value: Any) -> Any:
    """Mappings are sorted: a ledger read back may hold the same votes in another order."""
    if isinstance(value, Phrase):
        return said(value)
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in sorted(value.items())}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, timedelta):
        return show_duration(value)
    return as_texts(value)


def _game(record: Record) -> Data:
    return {
        "name": record.name,
        "title": record.title,
        "ruleset": record.ruleset,
        "status": record.status,
        "created_at": plain(record.created_at),
        "started_at": plain(record.started_at),
        "ended_at": plain(record.ended_at),
        "ended_because": plain(record.ended_because),
        "winners": list(record.winners),
        "won": _won(record.won) if record.won is not None else None,
        "commitments": plain(record.commitments),
        "surplus": plain(record.surplus),
    }


def _settings(record: Record) -> Data:
    """Games were listed before that was a setting: it is told where they are not."""
    told: Data = plain(record.settings)
    return {key: one for key, one in told.items() if (key, one) != ("listed", "yes")}


def _won(won: GameWon) -> Data:
    """`goal` is null where the win was by a ruling (213)."""
    return {"at": plain(won.at), "goal": won.goal, "rule": plain(won.rule) or None}


def _initial_rules(record: Record) -> Data:
    return {
        "first_number": record.first_number,
        "rules": [_initial(rule) for rule in record.initial],
        "texts": {str(rule.number): rule.text for rule in record.initial},
        "clauses": {str(rule.number): list(rule.clauses) for rule in record.initial},
    }


def _initial(rule: Rule) -> Data:
    whole = plain(rule)
    return {key: whole[key] for key in whole if key != "history"}


def _rule(life: RuleLife) -> Data:
    form = life.forms[-1]
    return {
        "number": plain(form.number),
        "lineage": plain(form.lineage),
        "status": form.status,
        "title": form.title,
        "text": form.text,
        "clauses": list(form.clauses),
        "history": [_form(form) for form in life.forms],
    }


def _repealed(life: RuleLife) -> Data:
    at = plain(life.repealed_at)
    return {**_rule(life), "repealed_at": at, "repealed_by": life.repealed_by}


def _form(form: RuleForm) -> Data:
    return {
        "number": plain(form.number),
        "by_proposal": form.by_proposal,
        "at": plain(form.at),
        "kind": form.kind,
        "status": form.status,
        "title": form.title,
        "text": form.text,
        "clauses": list(form.clauses),
    }


def _proposal(proposal: ProposalRecord) -> Data:
    """Its last revision first, as what was voted on; then all that became of it."""
    last = plain(proposal.revisions[-1])
    wording = {key: last[key] for key in last if key not in ("revision", "at")}
    _without_what_nobody_said(wording)
    own = {**_vote(proposal), "quorum": _quorum(proposal.threshold)}
    return {"number": own["number"], "by": own["by"], "turn": own["turn"], **wording, **own}


def _vote(vote: VoteRecord) -> Data:
    """Words beside ballots are missing where nobody said any, as in all records of before; so are
    the other changes of a proposal that has one."""
    whole: Data = plain(vote)
    for name in ("comments", "bound_parts"):
        if name in whole and not whole[name]:
            del whole[name]
    for one in whole.get("revisions", ()):
        _without_what_nobody_said(one)
    return whole


def _without_what_nobody_said(wording: Data) -> None:
    """As in all records of before a proposal could have several changes, declare a power, or choose
    the number of a rule."""
    for change in wording["more"]:
        _without_choice(change)
    _without_choice(wording)
    for name in ("more", "power"):
        if not wording[name]:
            del wording[name]


def _without_choice(change: Data) -> None:
    if change["chosen"] is None:
        del change["chosen"]


def _quorum(threshold: str | None) -> str | None:
    """As it was frozen with the threshold: how many of the eligible have to vote."""
    quorums = read_terms(threshold).adoption.quorums if threshold else ()
    return ", ".join(map(str, quorums)) or None


def _roll(roll: DiceThrown) -> Data:
    """`over` is the exact text the throw stands on; docs/dice.md tells how to check it."""
    return {
        "at": plain(roll.at),
        "turn": roll.turn,
        "roll": roll.roll,
        "by": roll.by,
        "rule": plain(roll.rule),
        "dice": roll.dice,
        "faces": list(roll.faces),
        "nonce": roll.link,
        "commitment": roll.commitment,
        "over": roll.message,
        "proven": roll.proven,
    }


def _score(score: Scored) -> Data:
    """Without a rule where a score was set right (012)."""
    return {
        "at": plain(score.at),
        "player": score.seat,
        "points": plain(score.points),
        "total": plain(score.total),
        "because": plain(score.because),
        "rule": plain(score.rule),
    }


def _mechanics(in_force: Iterable[RuleForm]) -> Data:
    book = Rules({form.number: form.rule for form in in_force})
    return {mechanic.kind.name: _mechanic(mechanic) for mechanic in mechanics_of(book)}


def _mechanic(mechanic: Mechanic) -> Data:
    value = None if mechanic.value is None else mechanic.text.partition(": ")[2]
    return {
        "value": value,
        "rule": plain(mechanic.rule),
        "sources": plain(mechanic.sources),
        "overrides": plain(mechanic.overrides),
    }
