"""The facts of a letter: plain values read off the state and the events, ready for a template."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.clauses.adoption import Adoption, show_adoption
from nomic_mail.game.clauses.kind import show_threshold
from nomic_mail.game.clauses.procedure import OPEN
from nomic_mail.game.clauses.victory import Goal
from nomic_mail.game.commands import MODERATOR, Change
from nomic_mail.game.following import followed
from nomic_mail.game.mechanics import Mechanics, mechanics_of
from nomic_mail.game.preview import next_number, shifted
from nomic_mail.game.procedures.debate import left_to_the_judge
from nomic_mail.game.procedures.judgment import begun, consented, may_begin, next_mover, overruling
from nomic_mail.game.procedures.paradox import paradox_rule
from nomic_mail.game.procedures.seating import is_away
from nomic_mail.game.procedures.winning import SEVERAL, plays_on
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.settings import AT_REST, SETTING_MEANINGS, Settings, written
from nomic_mail.game.state import Poll, Proposal, State, label
from nomic_mail.game.tally import is_final, read_terms
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases import SETTINGS
from nomic_mail.phrases.letters import asked, length, meant, said, spoken
from nomic_mail.post.glossed import shift_facts
from nomic_mail.post.judged import consent_facts, holds_up, shown
from nomic_mail.post.kept import kept_facts
from nomic_mail.rulesets.book import body_of
from nomic_mail.rulesets.offers import offered

Facts = Mapping[str, Any]


def names(state: State, seats: Iterable[int]) -> list[str]:
    return [state.name_of(seat) for seat in seats]


def aside_facts(number: int, mechanics: Mechanics) -> Facts:
    """Why a rule is set aside (006, 009, 110), or some of what it makes the server do (211)."""
    beaten = {clause: said(why) for clause, why in mechanics.beaten(number).items()}
    return {"void": spoken(mechanics.void.get(number, "")), "beaten": beaten}


def rule_facts(rule: Rule, state: State) -> Facts:
    """With what of it is set aside, and what the Moderator is asked about it."""
    return {
        **aside_facts(rule.number, mechanics_of(state.rules)),
        "binding": binding_facts(state, rule.number),
        "number": rule.number,
        "status": rule.status,
        "title": rule.title,
        "text": rule.text,
        "clauses": list(rule.clauses),
        "history": [
            {"number": old.number, "by": old.ended_by, "at": old.ended_at, "text": old.text}
            for old in rule.history
        ],
    }


def score_facts(state: State, since: Mapping[int, int] | None = None) -> list[Facts]:
    """`since` are earlier scores, by seat: what has changed since then is told too."""
    playing = [player for player in state.players.values() if player.playing]
    ranked = sorted(playing, key=lambda player: (-player.score, player.name))
    return [
        {
            "name": one.name,
            "score": one.score,
            "change": None if since is None else one.score - since.get(one.seat, 0),
        }
        for one in ranked
    ]


def won_before_facts(state: State) -> list[Facts]:
    """Who has won, and how often, where play went on."""
    seats = dict.fromkeys(state.won_before)
    return [{"name": state.name_of(one), "times": state.won_before.count(one)} for one in seats]


def asked_facts(state: State, seat: int) -> Facts:
    """What is asked of the one who reads it, whatever the proposals say."""
    turn, poll = state.turn, state.poll
    ballots = _asked(state.open_polls, state, seat)
    return {
        "chair": chair_facts(state, seat),
        "ballots": ballots,
        "changeable": not all(one["final"] for one in ballots),
        "throws": mechanics_of(state.rules).throws,
        "over": state.status == "ended",
        "mine": bool(turn and turn.mover == seat != MODERATOR and state.status != "ended"),
        "held": holds_up(state, seat),
        "due_at": turn.due_at if turn else None,
        "proposal": {"number": state.proposal.number} if state.proposal else None,
        "poll": label(poll.number) if poll else None,
        "closes_at": closes_together(state),
        **_own(poll, state, seat),
        "my_vote_missing": seat in state.playing and True in [one["missing"] for one in ballots],
    }


def receipt_facts(state: State, seat: int) -> Facts:
    """Of one open vote with what is proposed; of many it is enough that they are open."""
    player = state.players.get(seat)
    asked = {
        **asked_facts(state, seat),
        "judgment": judgment_facts(state, seat),
        "left": player is not None and not player.playing and seat not in state.requests,
    }
    proposal = state.proposal
    if proposal is None or len(state.open_polls) > 1:
        return asked
    told = {"number": proposal.number, "change": proposed_in(proposal, state)}
    times = {"callable_from": proposal.callable_from, "opens_at": proposal.opens_at}
    return {**asked, **times, "proposal": told}


def status_facts(state: State, seat: int) -> Facts:
    turn, proposal = state.turn, state.proposal
    order = state.order or state.playing
    mechanics = mechanics_of(state.rules)
    goal = mechanics["victory"]
    ballots, missing = ballots_facts(state, seat), state.missing
    return {
        **asked_facts(state, seat),
        "open": open_facts(state, seat),
        "ballots": ballots,
        "requests": [request.name for request in state.requests.values()],
        "surplus": state.surplus,
        "status": state.status,
        "players": names(state, [one for one in order if one in state.playing]),
        "inactive": names(state, state.inactive),
        "inactive_rule": mechanics["inactive"].rule,
        "scores": score_facts(state),
        "goal": told_goal(goal.value),
        "goal_rule": goal.rule,
        "halves": halves_facts(state),
        "turn": turn.number if turn else None,
        "circuit": state.circuit,
        "mover": mover_name(state),
        "proposal": _proposal(proposal.number, ballots, state) if proposal else None,
        "callable_from": proposal.callable_from if proposal else None,
        "judge_ends_debate": left_to_the_judge(state),
        "opens_at": proposal.opens_at if proposal else None,
        "withdrawn": bool(proposal and proposal.withdrawn),
        "voted": names(state, [one for one in state.voters if one not in missing]),
        "missing": names(state, missing),
        "kept": kept_facts(state, seat),
        "winners": names(state, state.winners),
        "won_before": won_before_facts(state),
        "asked": state.asked,
        "judgment": judgment_facts(state, seat),
        "chain": state.chain.commitment if state.chain else "",
    }


def _proposal(number: int, ballots: list[Facts], state: State) -> Facts:
    """Told once, where its ballot is open."""
    open_ones = (one["proposal"] for one in ballots if one["proposal"])
    found = next((one for one in open_ones if one["number"] == number), None)
    return found or proposal_facts(number, state)


def proposal_facts(number: int, state: State) -> Facts:
    """The proposal under debate or vote, with what its adoption would change (PREVIEW)."""
    proposal, poll = state.proposals.get(number), state.polls.get(number)
    if proposal is None:
        return {"number": number}
    threshold, rule = _takes(proposal, poll, state)
    asked = ((called, state.bindings.get(called)) for called, _ in proposal.numbered)
    bound = tuple((called, one.clauses) for called, one in asked if one is not None)
    would = shifted(state.rules, proposal.changes, number, state.circuit, bound, next_number(state))
    return {
        "number": proposal.number,
        "by": state.name_of(proposal.by),
        "revision": proposal.revision,
        "change": proposed_in(proposal, state),
        "warnings": [said(one) for one in proposal.warnings],
        "needs": needs_facts(threshold),
        "threshold_rule": rule,
        "abstention": bool(poll and poll.abstention),
        "final": bool(poll and is_final(poll)),
        "bindings": bindings_facts(state, proposal),
        "unsaid": not proposal.more and is_unsaid(proposal.change),
        "weights": weights_facts(state, poll),
        "mechanics": shift_facts(would),
        "callable_from": proposal.callable_from,
        "opens_at": proposal.opens_at,
        "closes_at": poll.closes_at if poll else None,
    }


def is_unsaid(change: Change) -> bool:
    """Whether the server would do nothing by a new rule: an amended one keeps what it does, which
    is told."""
    return change.kind == "enact" and change.effects is None


def offers(proposal: Proposal, state: State) -> list[list[str]]:
    """Effects for the words of the only change, to be added by EFFECTS."""
    blocks = () if proposal.more else offered(proposal.change, state)
    return [list(one) for one in blocks]


def _takes(proposal: Proposal, poll: Poll | None, state: State) -> tuple[str, int | None]:
    """As it was frozen when the vote opened; before that, as it would be now."""
    if poll is not None:
        return poll.threshold, poll.threshold_rule
    law, changes, rules = mechanics_of(state.rules), proposal.changes, state.rules
    return law.threshold(changes, rules, state.circuit, proposal.power)


def needs_facts(threshold: str) -> Facts:
    """A threshold taken apart, to be said in words."""
    terms = read_terms(threshold)
    adoption = terms.adoption
    share = show_threshold(adoption.threshold).partition(" of ")[0]
    least = [one.value.least for one in terms.clauses if one.kind.name == "vote ends"]
    return {
        "share": share,
        "of": adoption.threshold.of,
        "quorums": [str(one) for one in adoption.quorums],
        "besides": [clause.text for clause in terms.clauses],
        "least": length(least[0]) if any(least) else "",
    }


def halves_facts(state: State, rule: int | None = None) -> Facts | None:
    """203: which half holds, where the rule in force (this one, if one is named) changes by itself
    after so many circuits."""
    found = mechanics_of(state.rules)["adoption"]
    adoption: Adoption = found.value
    if adoption.later is None or found.rule is None or rule not in (None, found.rule):
        return None
    circuits = adoption.later[0]
    first, second = adoption.at(circuits), adoption.at(circuits + 1)
    return {
        "rule": found.rule,
        "circuits": circuits,
        "circuit": state.circuit,
        "changed": state.circuit > circuits,
        "first": needs_facts(show_adoption(first)),
        "second": needs_facts(show_adoption(second)),
    }


def bindings_facts(state: State, proposal: Proposal) -> list[Facts]:
    """Of each of its changes of which the Moderator was asked."""
    found = ((place, binding_facts(state, called)) for place, called in _places(proposal))
    return [{**one, "place": place} for place, one in found if one is not None]


def _places(proposal: Proposal) -> Iterator[tuple[int, int]]:
    """Which of several, and its number; 0 of the only one."""
    for place, (called, _) in enumerate(proposal.numbered, 1):
        yield place if proposal.more else 0, called


def binding_facts(state: State, number: int) -> Facts | None:
    """What the Moderator was asked about a rule's clauses, or has answered."""
    binding = state.bindings.get(number)
    if binding is None:
        return None
    return {"answer": binding.answer, "clauses": list(binding.clauses)}


def weights_facts(state: State, poll: Poll | None) -> list[Facts]:
    """207: who has how many votes, where it is not one each."""
    weights = poll.weights if poll is not None else {}
    return [{"name": state.name_of(seat), "votes": votes} for seat, votes in weights.items()]


def ballots_facts(state: State, seat: int, closing: Collection[datetime] = ()) -> list[Facts]:
    """All open ballots, or those that close then, for the one who reads it."""
    shown: list[Facts] = []
    polls = [one for one in state.open_polls if not closing or one.closes_at in closing]
    for poll, known in zip(polls, _asked(polls, state, seat), strict=True):
        proposal = proposal_facts(poll.number, state) if poll.number > 0 else None
        shown.append(
            {
                **known,
                "proposal": proposal,
                "name": state.name_of(-poll.number) if poll.number < 0 else "",
                "needs": proposal["needs"] if proposal else needs_facts(poll.threshold),
                "threshold_rule": poll.threshold_rule,
            }
        )
    return shown


def _asked(polls: Iterable[Poll], state: State, seat: int) -> list[Facts]:
    return [
        {
            **poll.once(_to_all),
            "missing": seat in poll.electorate and seat not in poll.ballots,
            **_own(poll, state, seat),
        }
        for poll in polls
    ]


def _to_all(poll: Poll) -> Facts:
    return {
        "label": label(poll.number),
        "abstention": poll.abstention,
        "final": is_final(poll),
        "closes_at": poll.closes_at,
    }


def _own(poll: Poll | None, state: State, seat: int) -> Facts:
    """What is in, for whoever has the seat; of a ballot that was there before them, that it is."""
    ballot = poll.ballots.get(seat) if poll else None
    if ballot is None or ballot.cast_by:
        return {"my_vote": None, "cast_by": ballot.cast_by if ballot else ""}
    return {"my_vote": choice_facts(ballot.choice, state), "cast_by": ""}


def ballot_matter(state: State) -> Matter | None:
    """What a reply about the open vote means; of several ballots the first one's number."""
    if state.poll is None or (state.is_open and len(state.polls) > 1):
        return None
    return Matter("ballot", abs(state.poll.number))


def thread_of(state: State) -> str:
    """The thread of the open vote: the proposal's own, or the term's, where several are open."""
    if len(state.polls) == 1 and state.open_polls[0].number > 0:
        return f"p{state.open_polls[0].number}"
    return f"t{state.turn.number}" if state.turn else ""


def mover_name(state: State) -> str:
    """Whose turn it is, if it is anybody's."""
    return state.name_of(state.turn.mover) if state.turn is not None and state.turn.mover else ""


def closes_together(state: State) -> datetime | None:
    """When all that is open closes; None where each vote has an end of its own."""
    ends = {poll.closes_at for poll in state.polls.values()}
    return ends.pop() if len(ends) == 1 else None


def is_without_turns(state: State) -> bool:
    """Open play, or a game that will begin with it."""
    begins = state.turn is None and mechanics_of(state.rules)["procedure"].value.name == "open"
    return state.is_open or begins


def open_facts(state: State, seat: int) -> Facts | None:
    """Open play: what lies on the table, for the one who reads it, and what may be added."""
    if not state.is_open:
        return None
    procedure = mechanics_of(state.rules)["procedure"]
    limits = procedure.value if procedure.value.name == "open" else OPEN
    goes_on = procedure.rule is None or procedure.value.name == "open"
    own = [one.number for one in state.live if one.by == seat]
    table = [
        {
            "number": one.number,
            "by": state.name_of(one.by),
            "change": proposed_in(one, state),
            "voting": poll is not None,
            "until": poll.closes_at if poll is not None else one.opens_at,
            **_own(poll, state, seat),
            "missing": poll is not None and seat in poll.missing,
        }
        for one in state.live
        for poll in (state.polls.get(one.number),)
    ]
    return {
        "changes": most_changes(state),
        "such_rules": such_rules(state),
        "each": limits.each,
        "debate": length(limits.debate) if limits.debate else "",
        "vote": length(limits.vote),
        "rule": procedure.rule,
        "goes_on": goes_on,
        "own": own,
        "may_propose": goes_on and len(own) < limits.each,
        "table": table,
        "round_ends": state.turn.ends_at if state.turn is not None else None,
    }


def chair_facts(state: State, seat: int) -> Facts | None:
    """The term of a chair: who, which step, until when, and what comes next."""
    turn = state.turn
    if turn is None or turn.procedure != "chair" or turn.over:
        return None
    limits = mechanics_of(state.rules)["procedure"].value
    away_until = state.players[turn.mover].away_until if state.settings.away == "extend" else None
    gone = away_until is not None and state.at is not None and away_until > state.at
    least = {"": limits.call, "proposals": limits.discussion, "discussion": limits.vote}
    return {
        "name": state.name_of(turn.mover),
        "mine": turn.mover == seat,
        "pro_tem": turn.mover != turn.counted_from,
        "step": turn.step,
        "taken": turn.taken,
        "away_until": away_until if gone else None,
        "ends_at": turn.ends_at,
        "due_at": turn.due_at,
        "proposers": names(state, turn.proposers),
        "may_propose": seat in turn.proposers and turn.step == "proposals" and bool(turn.ends_at),
        "own": next((one.number for one in state.live if one.by == seat), None),
        "numbers": [one.number for one in state.live],
        "least": length(least.get(turn.step, limits.vote)),
        "changes": most_changes(state),
        "such_rules": such_rules(state),
        "rule": mechanics_of(state.rules)["procedure"].rule,
    }


def such_rules(state: State) -> Facts:
    """Rules to show how a change of one is proposed: those of the initial sets, as they are called
    now; in a game that is numbered otherwise, how a proposal passes, what is paid for, and what
    the server does nothing by; or others that there are."""

    def does(rule: Rule, what: str) -> bool:
        kinds = [KINDS[one.partition(":")[0]] for one in rule.clauses]
        if what == "repeal":
            return any(one.pays is not None for one in kinds)
        return any(one.name == "adoption" for one in kinds) if what == "amend" else not kinds

    usual = {"amend": 203, "repeal": 206, "transmute": 105} if state.rules.alike else {}
    shown: dict[str, int | None] = {}
    for word in ("amend", "repeal", "transmute"):
        status = "immutable" if word == "transmute" else "mutable"
        newest = -1 if word == "repeal" else 1  # no rule of how it is played, if there is another
        ranked = sorted(
            (one for one in state.rules if one.status == status),
            key=lambda one: (
                one.lineage != usual.get(word),
                one.number in shown.values(),
                not does(one, word),
                newest * one.lineage,
            ),
        )
        shown[word] = ranked[0].number if ranked else None
    return shown


def most_changes(state: State) -> int:
    """How many changes of the rules a proposal may have."""
    most: int = mechanics_of(state.rules)["changes"].value
    return most


def chair_rule(state: State) -> int | None:
    """The rule by which the chair goes round, if it does."""
    procedure = mechanics_of(state.rules)["procedure"]
    return procedure.rule if procedure.value.name == "chair" else None


def extension_facts(
    event: e.TurnExtended | e.VotingExtended, late: Sequence[int], before: State
) -> Facts:
    """Whether it counts as one of so many, and, if not, who was waited for as they were away when
    the time was up; the clock may come to it later."""
    counted = before.turn.extensions if before.turn else 0
    due = before.turn.due_at if before.turn else None
    if isinstance(event, e.VotingExtended):
        poll = before.polls[event.number]
        counted, due = poll.extensions, poll.closes_at
    up = min(event.at, due or event.at)
    return {
        "extension": event.extension if event.extension > counted else None,
        "extensions": before.settings.extensions,
        "away": names(before, [seat for seat in late if is_away(before, seat, up)]),
    }


def surplus_facts(events: Sequence[e.Event], seat: int) -> Facts | None:
    """301: what a leaver's points did to the Government Surplus."""
    changed = (one for one in events if isinstance(one, e.SurplusChanged) and one.seat == seat)
    one = next(changed, None)
    return {"points": one.points, "total": one.total, "rule": one.rule} if one else None


def choice_facts(choice: str, state: State) -> str:
    """A ballot as its sender may see it, with a name in the place of a seat."""
    seat = followed(choice)
    return f"as {state.name_of(seat)}" if seat else choice


def game_facts(state: State) -> Facts:
    """How it is played, and how fast it goes; for whoever has never heard of it."""
    house, procedure = state.settings, mechanics_of(state.rules)["procedure"].value
    steps = (procedure.call, procedure.discussion, procedure.vote)
    return {
        "goal": told_goal(mechanics_of(state.rules)["victory"].value),
        "changes": mechanics_of(state.rules)["changes"].value,
        "chair": [length(one) for one in steps] if procedure.name == "chair" else [],
        "open": procedure.name == "open",
        "window": length(procedure.vote),
        "debate": length(procedure.debate) if procedure.debate else "",
        "debate_min": length(house.debate_min) if house.debate_min else "",
        "debate_max": length(house.debate_max),
        "vote_window": length(house.vote_window) if house.vote_window else "",
        "turn_window": length(house.turn_window) if house.turn_window else "",
        "judge_time": length(house.judge_window),
        "overrule_time": length(house.overrule_window),
        "players": names(state, state.playing),
        "amid": state.status != "forming",
    }


def told_goal(value: int | Goal | str | None) -> int | str | None:
    """The points that win, or how much of what; nothing where a program says who has."""
    if isinstance(value, int | None):
        return value
    return str(value) if isinstance(value, Goal) else None


def started_facts(started: e.GameStarted, state: State) -> Facts:
    return {
        "order": names(state, started.order),
        "how": started.how,
        "rule": started.rule,
        "link": started.link,
        "proven": started.proven,
        "chain": state.chain.commitment if state.chain else "",
        "mover": mover_name(state),
        "goal": told_goal(mechanics_of(state.rules)["victory"].value),
        "chair": chair_facts(state, 0),
        "open": open_facts(state, 0),
    }


def settings_facts(state: State) -> list[Facts]:
    """`rests` is the rule by whose procedure it does nothing."""
    found: list[Facts] = []
    says = mechanics_of(state.rules)["procedure"]
    for key, meaning in SETTING_MEANINGS.items():
        value, default = written(state.settings, key), written(Settings(), key)
        means = meant(SETTINGS, key, meaning)
        told = {"key": key, "value": value, "default": default, "meaning": means}
        found.append({**told, "rests": says.rule if key in AT_REST[says.value.name] else None})
    return found


def rules_facts(state: State) -> Facts:
    return {"rules": [rule_facts(rule, state) for rule in state.rules]}


def plain_facts(facts: Facts, argument: str) -> Facts:
    """RULES PLAIN: the rules of `facts` as the book has them, to be read back when edited."""
    rules = [{**one, "text": body_of(one["text"])} if argument else one for one in facts["rules"]]
    return {**facts, "rules": rules, "plain": bool(argument)}


def judgment_facts(state: State, seat: int) -> Facts:
    """The open judgment, for the one who reads it."""
    judgment = state.judgment
    if judgment is None:
        return {"open": False}
    coming = next_mover(state)
    return {
        "open": True,
        "questions": shown(judgment.pending, judgment.end_debate),
        "judge": state.name_of(judgment.judge),
        "mine": judgment.judge == seat,
        "end_debate": judgment.end_debate,
        "accuser": state.name_of(judgment.accusers[0]) if judgment.accusers else "",
        "due_at": judgment.due_at,
        "ruling": judgment.ruling if judgment.ruled else "",
        "pending": bool(judgment.pending),
        "final": judgment.final,
        "paradox": paradox_rule(state),
        "no_turns": state.is_open,
        "free": may_begin(state) and not consented(state),
        "begun": begun(state),
        "several": state.asked == SEVERAL,
        "named": state.name_of(judgment.winner) if judgment.winner is not None else "",
        "plays_on": judgment.winner is not None and plays_on(state, (judgment.winner,)),
        "consented": consented(state),
        "stands_at": judgment.stands_at,
        "overrules": names(state, judgment.overrules),
        "upholds": names(state, judgment.upholds),
        "share": overruling(state).how_many,
        "cast": bool(judgment.cast),
        "counted": judgment.counted,
        "consents": names(state, judgment.consents),
        **consent_facts(state, judgment, coming, seat),
        "next_mover": state.name_of(coming) if coming is not None else "",
        "next_is_mine": coming == seat,
        "guides": asked(state.guides),
    }
