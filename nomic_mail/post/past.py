"""What the record tells of the past (012), for whoever asks: facts of the letters about it."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.citing import NUMBERED_ALIKE
from nomic_mail.game.events import Event
from nomic_mail.game.mechanics import Mechanics, mechanics_of
from nomic_mail.game.numbers import is_part, read_number, whole
from nomic_mail.game.record import ProposalRecord, Record, RuleForm, RuleLife, record_of, rules_at
from nomic_mail.game.record.story import Moment
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.language import questions
from nomic_mail.phrases.letters import chronicled, spoken
from nomic_mail.post.facts import (
    Facts,
    aside_facts,
    halves_facts,
    needs_facts,
    plain_facts,
    score_facts,
)


class Past(Struct, frozen=True):
    """The whole ledger, folded: what is known of every moment of the game."""

    record: Record
    moments: tuple[Moment, ...]

    def names(self, seats: Iterable[int]) -> list[str]:
        players = self.record.players
        return [players[seat].name for seat in seats if seat in players]

    def book_at(self, moment: datetime) -> Rules:
        by_number = {form.number: form.rule for form in rules_at(self.record, moment)}
        return Rules(by_number, alike=self.record.ruleset in NUMBERED_ALIKE)


def past_of(events: Sequence[Event]) -> Past:
    return Past(record_of(events), tuple(chronicled(events)))


def needs_past(command: c.Command, state: State) -> bool:
    """Whether the present state cannot answer: that, and only that, reads the whole ledger."""
    if not isinstance(command, c.Ask):
        return False
    number = _number(command.argument) if command.topic == "rule" else None
    gone = number is not None and number not in state.rules.by_number
    of_the_past = command.at is not None or questions()[command.topic].past
    return of_the_past or (number is not None and gone and state.rules.now_called(number) is None)


def past_facts(command: c.Ask, past: Past, state: State) -> tuple[str, Facts]:
    """The occasion of the letter, and its facts; a debated proposal's own letter is another."""
    return questions()[command.topic].occasion, OF_THE_PAST[command.topic](command, past, state)


def _number(text: str) -> int | None:
    plain = text.isdecimal() and len(text) < 8
    return read_number(text) if plain or is_part(text) else None


# Rules


def rule_form_facts(form: RuleForm, mechanics: Mechanics) -> Facts:
    return {
        **aside_facts(form.number, mechanics),
        "binding": None,
        "number": form.number,
        "status": form.status,
        "title": form.title,
        "text": form.text,
        "clauses": list(form.clauses),
        "history": [],
    }


def _at(at: datetime, past: Past) -> Facts:
    """Which moment is asked for, and whether there was a game then."""
    began = past.record.created_at
    return {"at": at, "began": began, "early": began is not None and at < began}


def _rules(command: c.Ask, past: Past, state: State) -> Facts:
    if command.at is None:
        return {}
    return plain_facts(rules_at_facts(command.at, past), command.argument)


def rules_at_facts(at: datetime, past: Past) -> Facts:
    forms, then = rules_at(past.record, at), mechanics_of(past.book_at(at))
    return {**_at(at, past), "rules": [rule_form_facts(one, then) for one in forms]}


def _rule(command: c.Ask, past: Past, state: State) -> Facts:
    """With all its former forms; one that is gone is told as it last was."""
    number = _number(command.argument) or 0
    halves = halves_facts(state, number) if command.at is None else None
    return {**rule_at_facts(number, command.at, past), "halves": halves}


def rule_at_facts(number: int, at: datetime | None, past: Past) -> Facts:
    record = past.record
    lives = [x for x in record.rules.values() if any(f.number == number for f in x.forms)]
    facts: dict[str, Any] = {"asked": str(number), "rule": None, "present": None, "gone": None}
    facts |= _at(at, past) if at else {"at": None, "early": False}
    facts["known_from"] = min((_first(x, number) for x in lives), default=None)
    for life in lives:
        form = life.form_at(at) if at else None
        if form is not None and form.number == number:
            then = mechanics_of(past.book_at(at or form.at))
            facts["rule"] = {**rule_form_facts(form, then), "history": _before(life, form)}
        elif form is not None:
            facts["present"] = form.number
        elif life.repealed_at is not None and (at is None or life.repealed_at <= at):
            last = life.forms[-1]
            facts["gone"] = {"at": life.repealed_at, "by": life.repealed_by}
            nothing = mechanics_of(Rules())
            facts["last"] = {**rule_form_facts(last, nothing), "history": _before(life, last)}
    return facts


def _first(life: RuleLife, number: int) -> datetime:
    return next(form.at for form in life.forms if form.number == number)


def _before(life: RuleLife, form: RuleForm) -> list[Facts]:
    """Its earlier forms, each with what ended it."""
    upto = life.forms.index(form)
    pairs = zip(life.forms[:upto], life.forms[1 : upto + 1], strict=True)
    return [
        {"number": old.number, "by": new.by_proposal, "at": new.at, "text": old.text}
        for old, new in pairs
    ]


# Proposals


def _wording(past: Past, number: int) -> Facts:
    """Its last form, with the rule it is of as that stood then."""
    told = (one for one in reversed(past.moments) if one.kind in ("proposed", "revised"))
    facts: Facts = next(one.facts for one in told if one.facts["number"] == number)["change"]
    return facts


def _line(proposal: ProposalRecord, past: Past) -> Facts:
    tally = proposal.tally or {}
    return {
        "number": proposal.number,
        "by": past.names([proposal.by])[0],
        "change": _wording(past, proposal.number),
        "made_at": proposal.revisions[0].at,
        "outcome": proposal.outcome,
        "voting": proposal.outcome == "open" and proposal.opened_at is not None,
        "closes_at": proposal.closes_at,
        "closed_at": proposal.closed_at,
        "tally": {choice: tally.get(choice, 0) for choice in ("for", "against", "abstain")},
        "counted": bool(proposal.votes),
    }


def _called(name: str, wanted: str) -> bool:
    """Ada, Lovelace and "ada l." are all Ada Lovelace."""
    words = name.casefold().split()
    return all(
        any(word.startswith(one) for word in words)
        for one in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", wanted.casefold())
    )


def _proposals(command: c.Ask, past: Past, state: State) -> Facts:
    proposals = list(past.record.proposals.values())
    which = command.argument
    players = past.record.players
    unknown = False
    if which.startswith("by "):
        wanted = which.removeprefix("by ")
        seats = [s for s, one in players.items() if _called(one.name, wanted)]
        unknown = not seats
        chosen = [one for one in proposals if one.by in seats]
        which = "by " + (" and ".join(past.names(seats)) or wanted)
    else:
        chosen = [one for one in proposals if which in ("", one.outcome)]
    return {
        "which": which,
        "unknown": unknown,
        "players": [one.name for one in players.values()],
        "proposals": [_line(one, past) for one in chosen],
        "in_all": len(proposals),
    }


def _proposal(command: c.Ask, past: Past, state: State) -> Facts:
    number = whole(_number(command.argument) or 0)  # one of its changes is told with the others
    proposal = past.record.proposals.get(number)
    known = sorted(past.record.proposals)
    if proposal is None:
        return {"asked": command.argument, "found": False, "known": known}
    electorate = [seat for seat in proposal.electorate if seat not in proposal.left]
    return {
        "asked": command.argument,
        "found": True,
        "known": known,
        **_line(proposal, past),
        "life": {
            **_line(proposal, past),
            "needs": needs_facts(proposal.threshold) if proposal.threshold else None,
            "threshold_rule": proposal.threshold_rule,
        },
        "reason": spoken(proposal.reason),
        "opened_at": proposal.opened_at,
        "needs": proposal.threshold,
        "voted": past.names(seat for seat in electorate if seat in proposal.voted),
        "missing": past.names(seat for seat in electorate if seat not in proposal.voted),
        "votes": [
            {
                "name": past.names([seat])[0],
                "choice": choice,
                "comment": proposal.comments.get(seat, ""),
            }
            for seat, choice in sorted(proposal.votes.items())
        ],
        "absent": past.names(seat for seat in electorate if seat not in proposal.votes),
        "revisions": len(proposal.revisions),
        "moments": [one for one in past.moments if number in one.numbers],
    }


# History


def _history(command: c.Ask, past: Past, state: State) -> Facts:
    """Whose turn it is, every word that was said, and what nobody did are told elsewhere."""
    since, until = command.since, command.until
    moments = [
        one
        for one in past.moments
        if (since is None or one.at >= since) and (until is None or one.at <= until)
        if one.kind != "turn_ended" or one.facts["skipped"]
    ]
    return {
        "since": since,
        "until": until,
        "began": past.record.created_at,
        "last": state.at,
        "days": [
            {"day": day, "moments": [one for one in moments if one.at.date() == day]}
            for day in dict.fromkeys(one.at.date() for one in moments)
        ],
    }


# Dice


def _verify(command: c.Ask, past: Past, state: State) -> Facts:
    rolls, shuffle = past.record.rolls, past.record.shuffle
    facts: dict[str, Any] = {
        "asked": command.argument,
        "count": len(rolls),
        "throw": None,
        "shuffle": None,
        "shuffled": bool(shuffle and shuffle.nonce),
        "of": [json.loads(roll.message).get("proposal") for roll in rolls],
    }
    if command.argument == "shuffle":
        if shuffle is not None and shuffle.nonce:
            drawn = {"link": shuffle.nonce, "over": shuffle.over, "proven": shuffle.proven}
            facts["shuffle"] = {
                **drawn,
                "commitment": shuffle.commitment,
                "order": [{"seat": s, "name": past.names([s])[0]} for s in shuffle.order],
                "letters": _letters(json.loads(shuffle.over or "{}").get("joined", ()), past),
            }
        return facts
    number = _number(command.argument) if command.argument else len(rolls)
    place = number if number and number <= len(rolls) else _place(number, facts["of"])
    if place:
        facts["throw"] = {"place": place, **_throw(rolls[place - 1], past)}
    return facts


def _place(proposal: int | None, of: Sequence[int | None]) -> int | None:
    """The throw of this proposal, counted from 1."""
    return of.index(proposal) + 1 if proposal is not None and proposal in of else None


def _throw(roll: e.DiceThrown, past: Past) -> Facts:
    count, sides = map(int, roll.dice.split("d"))
    octets = 1
    while 256**octets < sides:
        octets += 1
    over = json.loads(roll.message)
    return {
        "at": roll.at,
        "by": past.names([roll.by])[0] if roll.by else "the Moderator",
        "turn": roll.turn,
        "proposal": over.get("proposal"),
        "dice": roll.dice,
        "faces": list(roll.faces),
        "link": roll.link,
        "commitment": roll.commitment,
        "over": roll.message,
        "proven": roll.proven,
        "dies": count,
        "sides": sides,
        "octets": octets,
        "limit": 256**octets - 256**octets % sides,
        "letters": _letters(over.get("ballots", over.get("joined", ())), past),
    }


def _letters(told: Iterable[Sequence[Any]], past: Past) -> list[Facts]:
    """Seat, choice if there is one, and the letter's digest: whose letters a draw stands on."""
    return [
        {
            "seat": one[0],
            "name": past.names([one[0]])[0],
            "choice": one[1] if len(one) > 2 else "",
            "digest": one[-1],
        }
        for one in told
    ]


# By topic. What only sometimes needs the past stands in `answers`, too.
OF_THE_PAST: Mapping[str, Callable[[c.Ask, Past, State], Facts]] = {
    "rules": _rules,
    "rule": _rule,
    "proposals": _proposals,
    "proposal": _proposal,
    "history": _history,
    "verify": _verify,
    "records": lambda command, past, state: {
        "events": past.record.events,
        "proposals": len(past.record.proposals),
        "withheld": past.record.keeps_secrets,
        "open": [one.number for one in past.record.proposals.values() if one.outcome == "open"],
        "scores": score_facts(state),
    },
}
