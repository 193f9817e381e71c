"""A judgment, from the question to the moment it stands (212)."""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from msgspec.structs import replace

from nomic_mail.game.events.kind import Event, Mooting, Passing, Upcaster, were_words
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.parts import JudgmentRecord, Record, Ruled
from nomic_mail.game.record.story import Moment, Story
from nomic_mail.game.state import State
from nomic_mail.game.words import Words


class JudgmentInvoked(Event, frozen=True, kw_only=True):
    """212. A second question before the next turn goes to the same judge."""

    by: int
    question: Words
    end_debate: bool
    judge: int
    due_at: datetime
    replace_chair: bool = False

    def fold(self, state: State) -> State:
        """Somebody disagrees: what silence has said so far is no consent any more. A win that a
        ruling has named is not put off by another question."""
        old = state.judgment
        if old is None:
            judgment = OpenJudgment(
                questions=(self.question,),
                judge=self.judge,
                due_at=self.due_at,
                asked_at=self.at,
                asked_as=state.version + 1,
                end_debate=self.question if self.end_debate else "",
                askers=(self.by,),
                accusers=(self.by,) if self.replace_chair else (),
                of_chair=(self.question,) if self.replace_chair else (),
            )
        else:
            judgment = replace(
                old,
                questions=(*old.questions, self.question),
                end_debate=self.question if self.end_debate else old.end_debate,
                askers=(*old.askers, self.by),
                accusers=(*old.accusers, self.by) if self.replace_chair else old.accusers,
                of_chair=(*old.of_chair, self.question) if self.replace_chair else old.of_chair,
                due_at=self.due_at,
                asked_at=self.at,
                asked_as=state.version + 1,
                stands_at=old.stands_at if old.winner is not None else None,
                silent=False,
            )
        return replace(state, judgment=judgment)

    def keep(self, record: Record, before: State) -> None:
        if before.judgment is None:
            record.judgments.append(
                JudgmentRecord(at=self.at, by=[], questions=[], judges=[self.judge])
            )
        record.judgments[-1].by.append(self.by)
        record.judgments[-1].questions.append(self.question)

    def moment(self, story: Story) -> Moment:
        facts = {
            "by": story.name_of(self.by),
            "question": self.question,
            "judge": story.name_of(self.judge),
            "told": story.told,
        }
        return Moment(self.at, "judgment", facts, story.live)


class JudgmentGiven(Event, frozen=True, kw_only=True):
    judge: int
    text: Words
    winner: int | None
    stands_at: datetime
    replace_chair: bool = False

    def fold(self, state: State) -> State:
        """A ruling on further questions takes nothing back; else it replaces the one before."""
        old = state.judgment
        if old is None:
            return state
        more = old.ruled and bool(old.pending)
        judgment = replace(
            old,
            overrules=() if old.counted else old.overrules,
            upholds=() if old.counted else old.upholds,
            ruling=f"{old.ruling}\n\n{self.text}" if more else self.text,
            ruled_by=self.judge,
            answered=len(old.questions),
            winner=self.winner,
            stands_at=self.stands_at,
            silent=False,
            cast="",
            counted=False,
        )
        return replace(state, judgment=judgment)

    def keep(self, record: Record, before: State) -> None:
        ruled = Ruled(self.judge, self.at, self.text, self.winner, self.replace_chair)
        record.judgments[-1].rulings.append(ruled)

    def moment(self, story: Story) -> Moment:
        facts = {"judge": story.name_of(self.judge), "text": self.text}
        return Moment(self.at, "ruling", facts, story.live if story.told else ())


class OverrulingOpened(Event, frozen=True, kw_only=True):
    """Those who vote on the ruling overrule it by that share, as it was when they began."""

    MOMENT = ()

    share: str

    def fold(self, state: State) -> State:
        if state.judgment is None:
            return state
        return replace(state, judgment=replace(state.judgment, cast=self.share))


class UpholdGiven(Event, frozen=True, kw_only=True):
    """It takes the place of their OVERRULE of the same ruling."""

    MOMENT = ("upheld", "seat")

    seat: int

    def fold(self, state: State) -> State:
        old = state.judgment
        if old is None:
            return state
        overrules = tuple(one for one in old.overrules if one != self.seat)
        upholds = (*old.upholds, self.seat)
        return replace(state, judgment=replace(old, overrules=overrules, upholds=upholds))

    def keep(self, record: Record, before: State) -> None:
        if before.judgment is not None and self.seat in before.judgment.overrules:
            by = record.judgments[-1].overruled_by
            del by[len(by) - 1 - by[::-1].index(self.seat)]


class OverruleGiven(Event, frozen=True, kw_only=True):
    MOMENT = ("overruled", "seat")

    seat: int

    def fold(self, state: State) -> State:
        if state.judgment is None:
            return state
        old = state.judgment
        overrules = (*old.overrules, self.seat)
        upholds = tuple(one for one in old.upholds if one != self.seat)
        return replace(state, judgment=replace(old, overrules=overrules, upholds=upholds))

    def keep(self, record: Record, before: State) -> None:
        record.judgments[-1].overruled_by.append(self.seat)


class ConsentGiven(Event, frozen=True, kw_only=True):
    MOMENT = ("consented", "seat")

    seat: int

    def fold(self, state: State) -> State:
        if state.judgment is None:
            return state
        consents = (*state.judgment.consents, self.seat)
        return replace(state, judgment=replace(state.judgment, consents=consents))


class SilenceConsented(Event, frozen=True, kw_only=True):
    """Nobody overruled the ruling in the time that the house gives: the next turn may begin. Until
    it does, the ruling can be overruled."""

    MOMENT = ()

    def fold(self, state: State) -> State:
        if state.judgment is None:
            return state
        now = replace(state.judgment, silent=True, stands_at=None)
        return replace(state, judgment=replace(now, counted=bool(now.cast)))


class JudgePassed(Event, frozen=True, kw_only=True):
    """Without a `judge` nobody is left, and at `due_at` silence is consent to the next turn. `open`
    is a question whose ruling is overruled then: in older ledgers that ruling stood."""

    was: int
    judge: int | None
    why: Passing
    due_at: datetime
    open: bool = False

    def fold(self, state: State) -> State:
        """An overruled ruling is gone, with the winner it named; one whose judge is silent about a
        further question, or has left, stands. With nobody left to judge, nothing is pending."""
        old = state.judgment
        if old is None:
            return state
        overruled, last = self.why == "overruled", self.judge is None
        answered = 0 if overruled else old.answered
        winner = None if overruled else old.winner
        judgment = replace(
            old,
            judge=old.judge if self.judge is None else self.judge,
            tried=(*old.tried, self.was),
            due_at=self.due_at,
            ruling="" if self.open or (overruled and not last) else old.ruling,
            winner=winner,
            answered=len(old.questions) if last else answered,
            unjudged=old.pending if last and not overruled else old.unjudged,
            stands_at=self.due_at if last else old.stands_at if winner is not None else None,
            silent=False,
            final=last,
            overrules=() if overruled else old.overrules,
            upholds=() if overruled else old.upholds,
            cast="" if overruled else old.cast,
        )
        return replace(state, judgment=judgment)

    def keep(self, record: Record, before: State) -> None:
        if self.judge is not None:
            record.judgments[-1].judges.append(self.judge)

    def moment(self, story: Story) -> Moment:
        state = story.state
        judge = state.name_of(self.judge) if self.judge is not None else ""
        facts = {"was": state.name_of(self.was), "judge": judge}
        return Moment(self.at, "judge_passed", {**facts, "why": self.why})


class QuestionMoot(Event, frozen=True, kw_only=True):
    """111: whether the debate shall end was asked of a text that is not debated any more. Where it
    leaves a ruling and no question, silence is consent at `stands_at`."""

    MOMENT = ()

    question: Words
    why: Mooting
    stands_at: datetime | None

    def fold(self, state: State) -> State:
        """With nothing else asked the judgment is over. A ruling that names a winner stands."""
        old = state.judgment
        if old is None:
            return state
        stays = old.answered if old.winner is not None else 0
        done = _without(old.questions[: old.answered], self.question, stays)
        asked = _without(old.pending, self.question, 0)
        if not (done or asked):
            return replace(state, judgment=None)
        judgment = replace(
            old,
            questions=(*done, *asked),
            answered=len(done),
            end_debate="",
            ruling=old.ruling if done or not old.answered else "",
            overrules=old.overrules if done else (),
            upholds=old.upholds if done else (),
            cast=old.cast if done else "",
            stands_at=self.stands_at,
        )
        return replace(state, judgment=judgment)

    def keep(self, record: Record, before: State) -> None:
        """It ends a judgment where nothing else was asked."""
        if self.fold(before).judgment is None:
            _over(record.judgments[-1], self, Phrase("moot", why=self.why))


class JudgmentSettled(Event, frozen=True, kw_only=True):
    """The next turn begins; or the ruling names the winner, and nobody has overruled it (213)."""

    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {3: were_words("how")}

    how: Phrase
    ruling: Words

    def fold(self, state: State) -> State:
        judged = state.judgment
        named = [one.number for one in state.rules if judged and judged.decides_on(one.number)]
        ruled_on = tuple(sorted({*state.ruled_on, *named}))
        return replace(state, judgment=None, ruled_on=ruled_on)

    def keep(self, record: Record, before: State) -> None:
        _over(record.judgments[-1], self, self.how)

    def moment(self, story: Story) -> Moment:
        """How a judgment in a game that is told came to its end is in its words, if at all."""
        return Moment(self.at, "" if story.told else "settled", {"how": self.how})


def _without(questions: tuple[str, ...], moot: str, stays: int) -> tuple[str, ...]:
    return (*questions[:stays], *(one for one in questions[stays:] if one != moot))


def _over(judgment: JudgmentRecord, event: Event, how: Phrase) -> None:
    judgment.settled_at, judgment.how = event.at, how
