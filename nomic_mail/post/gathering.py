"""Six ballots and more, or six results, that waited for one digest: one thing in it, as votes that
open or end together are one letter. Pure.

1. Of ballots, those that are open still are told as they are now, each by its own time.
2. Of results, what comes of each vote stands behind what came before it; a score tells all that it
   has changed by, and the head of the record is that after the last.
3. What an older version put there may have other facts: then each is told for itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomic_mail.game.state import State
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Section
from nomic_mail.post.sections import MANY

Facts = Mapping[str, Any]
OF_A_VOTE = (
    *("number", "joins", "by", "change", "outcome", "reason", "rule", "tally", "votes", "absent"),
    "settled",
)
LISTS = ("changed", "points", "new_chains", "throws", "rounds")


def together(
    sections: Sequence[Section], state: State, seat: int
) -> tuple[list[int], Section] | None:
    """Which of them, by their places, are one; and that one."""
    for occasion, (belongs, gather) in GATHERS.items():
        told = [one.occasion == occasion and belongs(one.facts) for one in sections]
        places = [place for place, is_one in enumerate(told) if is_one]
        if len(places) >= MANY:
            made = gather([sections[place].facts for place in places], state, seat)
            if made is not None:
                return places, made
    return None


def _asks(ballot: Facts) -> bool:
    """Plainly for a vote."""
    return not any(ballot.get(more) for more in ("left_out", "no_vote", "already"))


def _ballots(told: Sequence[Facts], state: State, seat: int) -> Section | None:
    numbers = {str(one["number"]) for one in told}
    ballots = [x for x in f.ballots_facts(state, seat) if str(x["label"]) in numbers]
    if len(ballots) < len(told):
        return None
    facts = {
        "ballots": ballots,
        "closes_at": None,
        "open": f.open_facts(state, seat),
        "chair": None,
        "weights": f.weights_facts(state, state.poll),
        "left_out": False,
        "gathered": True,
        "apart": True,
    }
    return Section("ballots", facts)


def _results(told: Sequence[Facts], state: State, seat: int) -> Section | None:
    if any(name not in one for one in told for name in (*OF_A_VOTE, *LISTS, "scores", "won")):
        return None
    last = told[-1]
    changes: dict[str, Any] = {}
    for row in (row for one in told for row in one["scores"]):
        changes[row["name"]] = changes.get(row["name"], 0) + (row["change"] or 0)
    facts = {
        **last,
        "closed": [{name: one[name] for name in OF_A_VOTE} for one in told],
        "scores": [{**row, "change": changes[row["name"]]} for row in last["scores"]],
        **{name: [row for one in told for row in one[name]] for name in LISTS},
        "won": next((one["won"] for one in told if one["won"]), None),
    }
    return Section("results", {name: one for name, one in facts.items() if name not in OF_A_VOTE})


Gathers = Callable[[Sequence[Facts], State, int], Section | None]
GATHERS: Mapping[str, tuple[Callable[[Facts], bool], Gathers]] = {
    "ballot": (_asks, _ballots),
    "result": (lambda facts: True, _results),
}
