"""What has been understood of a letter, while it is read, and what is given back of it."""

from collections.abc import Mapping, Sequence, Set

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.commands import Command, Leave, Vote
from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.letters.grammar.above import Lead
from nomic_mail.letters.grammar.bodies import courteous
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.reading import About, Asked, Passage, Said, Understood
from nomic_mail.letters.grammar.votes.asked import on
from nomic_mail.letters.grammar.votes.presumed import presumed
from nomic_mail.letters.grammar.votes.votes import Cast, Unsure
from nomic_mail.letters.grammar.words import shown

COMMANDS_MOST = 100
QUESTIONS_MOST = 20
IGNORED_MOST = 200


class SoFar(Struct):
    """Each with the line it stands on; `led`: the lines that what stands above them takes away."""

    led: Mapping[int, Lead] = field(default_factory=dict)
    said: list[tuple[int, Said]] = field(default_factory=list)
    questions: list[tuple[int, Asked]] = field(default_factory=list)
    ignored: list[tuple[int, str]] = field(default_factory=list)
    casts: list[Cast] = field(default_factory=list)
    doubts: list[Unsure] = field(default_factory=list)
    copied: bool = False  # whether it has been asked about lines that were wishes elsewhere
    unmade: list[tuple[int, str]] = field(default_factory=list)  # heads of proposals asked about

    def say(self, number: int, command: Command, line: str, why: str) -> None:
        self.said.append((number, Said(command, line, why)))

    def ask(
        self, number: int, line: str, question: str, *, leaves: bool = False, meant: str = ""
    ) -> None:
        self.questions.append((number, Asked(line, question, leaves, meant=meant)))

    def ask_about(
        self, doubts: Sequence[Unsure], about: About, letter: Sequence[Passage] = ()
    ) -> None:
        """Of votes; where it is the only question, a YES may answer it."""
        voted = any(isinstance(one.command, Vote) for _, one in self.said)
        alone = len(doubts) == 1 and not (voted or self.questions)
        for one in doubts:
            likely = presumed(one, about, letter) if alone else None
            asked = likely or Asked(one.line, one.question)
            self.questions.append((one.number, replace(asked, votes=on(about, one.mentions))))

    def ask_once(self, number: int, line: str, question: str) -> None:
        """One question for all lines that are copied; what else is asked stays."""
        if self.copied:
            self.ignored.append((number, line))
        else:
            self.ask(number, line, question)
        self.copied = True

    def take(self, taken: Set[int]) -> None:
        """The words of a text lead into nothing but itself."""
        self.led = {at: one for at, one in self.led.items() if one.number not in taken}

    def ask_if_led(self, number: int, line: str) -> bool:
        """Whether the line is led into, and has been asked about."""
        if number in self.led:
            self.ask(number, line, _stands_below(line, self.led[number].text))
        return number in self.led

    def ask_to_leave(self, number: int, line: str) -> None:
        self.ask(number, line, leaves_for_good(line).question, leaves=True)

    def hold_leaving(self, about: About) -> None:
        """Who forfeits cannot take it back, and is asked where the letter says anything else of its
        own beside it."""
        name = " ".join(about.called)
        beside = [one for _, one in self.ignored if not courteous(one, name)]
        for number, one in list(self.said):
            if isinstance(one.command, Leave) and about.plays and (beside or self.questions):
                self.said.remove((number, one))
                self.ask_to_leave(number, one.line)

    def in_order(self) -> Understood:
        first: dict[Command, Said] = {}  # said in subject and body, it is said once
        times: dict[Command, int] = {}
        for number, one in sorted(self.said, key=lambda pair: pair[0]):
            what = _but_for_words(one.command)
            first.setdefault(what, one)
            times[what] = times.get(what, 0) + bool(number)
        said = list(first.values())
        for what, one in first.items():
            if times[what] > 1 and isinstance(what, Perform | PerformSealed):
                self.ask(0, one.line, _once_of(times[what], one.line))
        questions = [asked for _, asked in sorted(self.questions, key=lambda pair: pair[0])]
        ignored = [text for _, text in sorted(self.ignored, key=lambda pair: pair[0])]
        if len(said) > COMMANDS_MOST:
            line = said[COMMANDS_MOST].line
            why = (
                f"a letter holds at most {COMMANDS_MOST} commands; from {shown(line)} on none was"
                " read."
            )
            questions.insert(0, Asked(line, why))
        return Understood(
            tuple(said[:COMMANDS_MOST]),
            tuple(questions[:QUESTIONS_MOST]),
            tuple(ignored[:IGNORED_MOST]),
        )


def leaves_for_good(line: str) -> Doubt:
    return Doubt(
        f"{shown(line)}: do you want to leave the game for good? You would forfeit it, and your"
        " ballot would go with you. Nothing was done. Reply FORFEIT to leave; AWAY 2 weeks says"
        " that you are away.",
        leaves=True,
    )


def _stands_below(line: str, above: str) -> str:
    return (
        f"{shown(line)} stands below {shown(above)}: is it a command of yours? Nothing was done. If"
        " it is, send it alone."
    )


def _but_for_words(command: Command) -> Command:
    """What an action does, however it was written."""
    return replace(command, words="") if isinstance(command, Perform | PerformSealed) else command


def _once_of(times: int, line: str) -> str:
    return (
        f"{shown(line)}: that stands there {times} times, and was taken once. To have it done"
        " again, send it in a letter of its own."
    )
