"""The rule book of an old game, as the changes that are told make it.

1. A rule that is changed and was never told was there from the beginning, its text unknown.
2. By 108 a rule takes the number of the proposal that changed it, unless the game says that numbers
   are kept. What is stated holds; what follows is compared with it.
3. A rule of which no status is told is mutable (103), unless it is transmuted to be so; nothing
   that is stated contradicts that.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.archive.told.counting import Stated
from nomic_mail.archive.told.form import ProposalTold, Told
from nomic_mail.game.events import RuleChanged
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import AGAIN

NOT_TOLD = "[The text is not told.]"
TURNED = {"mutable": "immutable", "immutable": "mutable"}
NEXT_LINEAGE = 1_000_000  # above all numbers that can be told


class InBook(Struct, frozen=True):
    number: int
    lineage: int
    status: str
    title: str
    text: str | None

    @property
    def rule(self) -> Rule:
        text = NOT_TOLD if self.text is None else self.text
        return Rule(
            number=self.number,
            lineage=self.lineage,
            status=self.status or "mutable",  # type: ignore[arg-type]
            title=self.title,
            text=text,
        )


class BookTold:
    def __init__(self, told: Told) -> None:
        self.renumbers = told.game.numbering == "proposal"
        all_changes = (*told.proposals, *chain.from_iterable(told.changes.values()))
        self.turned = {
            one.rule: TURNED.get(one.status, "") for one in all_changes if one.kind == "transmute"
        }
        self.initial = [
            InBook(
                one.number,
                one.number,
                one.status or self.turned.get(one.number, ""),
                one.title,
                one.text,
            )
            for one in told.rules
        ]
        self.rules = {one.number: one for one in self.initial}
        self.former: dict[int, tuple[int | None, int]] = {}  # what it is called since, by what
        self.lineages = {one.lineage for one in self.initial}

    def aimed_at(self, one: ProposalTold) -> Iterator[Stated]:
        """Looks for the rule that a proposal is of."""
        number = one.rule
        if number is None or number in self.rules:
            return
        if number not in self.former:
            status = self.turned.get(number, "")
            unknown = InBook(number, self._lineage(number), status, "", None)
            self.initial.append(unknown)
            self.rules[number] = unknown
            return
        now, by = self.former[number]
        what = f"it is called {now} since {by}" if now is not None else f"{by} repealed it"
        yield "rule", f"{one.kind} {number}", f"no rule is called {number}: {what}"

    def target(self, one: ProposalTold) -> InBook | None:
        number: int | None = one.rule
        seen: set[int] = set()
        while number is not None and number not in self.rules and number not in seen:
            seen.add(number)
            number = self.former.get(number, (None, 0))[0]
        return self.rules.get(number) if number is not None else None

    def numbered(self, one: ProposalTold) -> Iterator[Stated]:
        """What the rule is called when the proposal is adopted."""
        if one.kind in ("repeal", "other") or one.becomes is None:
            return
        follows, beside = self._follows(one), one.where.startswith("changes")
        if beside and one.kind == "enact":
            return
        if (self.renumbers or one.kind != "enact") and one.becomes != follows:
            yield "becomes", str(one.becomes), str(follows)

    def _follows(self, one: ProposalTold) -> int:
        was, beside = self.target(one), one.where.startswith("changes")
        kept = was is not None and (beside or not self.renumbers)
        return was.number if kept and was is not None else one.number % AGAIN

    def change(self, one: ProposalTold) -> tuple[InBook | None, InBook | None]:
        """What was, and what is; only of what is adopted."""
        was = self.target(one)
        if one.kind == "repeal":
            if was is not None:
                del self.rules[was.number]
                self.former[was.number] = None, one.number
            return was, None
        number = self._follows(one) if one.becomes is None else one.becomes
        if was is None:
            now = InBook(number, self._lineage(number), one.status, one.title, one.text)
        else:
            text = was.text if one.kind == "transmute" and one.text is None else one.text
            status, title = one.status or was.status, one.title or was.title
            now = replace(was, number=number, status=status, title=title, text=text)
            del self.rules[was.number]
            if was.number != number:
                self.former[was.number] = number, one.number
        self.rules[number] = now
        self.former.pop(number, None)
        return was, now

    def is_taken(self, one: ProposalTold) -> Iterator[Stated]:
        """Two rules of one number cannot both be in force."""
        if one.kind in ("repeal", "other"):
            return
        number = self._follows(one) if one.becomes is None else one.becomes
        was, there = self.target(one), self.rules.get(number)
        if there is not None and there is not was:
            yield "becomes", str(number), f"another number: {number} is a rule in force"

    def _lineage(self, number: int) -> int:
        free = number if number not in self.lineages else NEXT_LINEAGE + len(self.lineages)
        self.lineages.add(free)
        return free


def changed(
    one: ProposalTold, was: InBook | None, now: InBook | None, made: RuleChanged | None = None
) -> dict[str, object]:
    """The fields of RuleChanged."""
    held = now or was
    rule = held.rule if held is not None else None
    return {
        "kind": one.kind if was is not None or now is None else "enact",
        "proposal": one.number,
        "was": was.number if was is not None else None,
        "number": now.number if now is not None else None,
        "lineage": rule.lineage if rule is not None else 0,
        "status": rule.status if rule is not None else "mutable",
        "title": rule.title if rule is not None else "",
        "text": rule.text if rule is not None else "",
        "clauses": (),
    }
