"""The rules as a git repository: what `git fast-import` reads, so that their lives can be read.

1. A file is one rule, named by the number it was born with, whatever it is called by now (108): so
   `git log -p rules/203.md` tells its whole life. RULES.md leads from the present numbers to them.
2. A commit is one change of a rule: its author the proposer, its date the completion of the vote
   (107), its message the vote. The Moderator is the author of what the Moderator bound, set right
   or took back. Who plays, and with how many points, is a file beside the rules, and its changes
   are commits of their own: whoever joins is the author of theirs, and all points that come at
   once are one.
3. The tag turn-N stands where turn N ended for good, and so tags come last. The
   branch `record` holds record.json alone.
4. The same game gives the same ids, on every machine: nothing in it is of this one.
5. Names and messages steer no terminal, which git shows as they are. The files say what the rules
   say, sign by sign: by another spelling of them an older export would be called altered.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from tempfile import TemporaryFile
from textwrap import fill

from msgspec import Struct, field

from nomic_mail.archive.told.moments import words
from nomic_mail.archive.told.words import NOTE, headlined
from nomic_mail.game import events as e
from nomic_mail.game.evolve import evolve
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import TOLD, State, label
from nomic_mail.game.wording import settled
from nomic_mail.patch import ABOUT, INDEX, PLAYERS
from nomic_mail.phrases import said, spoken
from nomic_mail.rulesets.repository import index_file, path_of, players_file, rule_file

MAIN, RECORD = "refs/heads/main", "refs/heads/record"
PIECE = 1 << 16
UNNAMED = -1  # who made a proposal, where nobody tells
HOW_TO_PLAY = """
To propose a change of the rules, change one rule's file in a clone, commit it, and send the patch
to the game's address, as a reply to a letter of the game: `git send-email`, the output of
`git diff` in a letter, or a patch file attached. A file edited amends its rule, a new file in
rules/ is a new rule, a file deleted repeals its rule. The lines below "What the server does by it"
are its effects.

To join, add yourself to the end of the list in PLAYERS.md, and send that patch.
"""
END = 1 << 62  # after all turns
TOGETHER = (e.PointsScored, e.DiceThrown, e.SurplusChanged)  # of one count


def git_pieces(
    events: Iterable[e.Event],
    record: Iterable[bytes],
    addresses: Mapping[str, str] | None = None,
) -> Iterator[bytes]:
    history = _History(addresses or {})
    for event in events:
        if not isinstance(event, TOGETHER):
            yield from history.scored()
        history.told(event)
        history.state = evolve(history.state, event)
        yield from history.made(event)
        yield from history.seated(event)
    yield from history.scored()
    yield from history.kept(record)


class _History(Struct):
    """`votes` are the words of those that were just completed, by the proposal's number."""

    addresses: Mapping[str, str]
    state: State = field(default_factory=State)
    votes: dict[int, tuple[int, str]] = field(default_factory=dict)
    before: Rules = field(default_factory=lambda: Rules({}))
    players: str = ""  # the list of them as it was last committed
    commits: int = 0
    changes: int = 1  # still to come, of a proposal that has several
    changed: list[tuple[str, str | None]] = field(default_factory=list)  # by those before them
    tags: dict[int, bytes] = field(default_factory=dict)

    def told(self, event: e.Event) -> None:
        """What has to be known from before the event."""
        self.before = self.state.rules
        if isinstance(event, e.VotingClosed) and event.number >= 0:
            proposal = self.state.proposals[event.number]
            self.votes[event.number] = proposal.by or UNNAMED, self._vote(event)
            self.changes = len(proposal.changes)
        if isinstance(event, e.TurnEnded) and self.state.turn is not None:
            turn = self.state.turn.number
            whose = f", of {self.state.name_of(event.mover)}" if event.mover else ""
            self.tags[turn] = self._tag(f"turn-{turn}", event.at, f"Turn {turn}{whose}")

    def made(self, event: e.Event) -> Iterator[bytes]:
        rules = self.state.rules
        if isinstance(event, e.GameCreated):
            yield b"feature done\n"
            told = f"The rules that {event.name} begins with\n\nRuleset: {event.ruleset}\n"
            if event.ruleset == TOLD:
                told = f"The rules that {event.name} began with\n\n{fill(NOTE)}\n"
            self.players = _players(self.state)
            files: list[tuple[str, str | None]] = [_file(rule) for rule in rules]
            files += [_index(rules), _about(event)]
            files += [(PLAYERS, self.players)] if self.players else []
            yield from self._commit(event.at, 0, told, files)
        elif isinstance(event, e.RuleChanged):
            by, told = self.votes.get(event.proposal, (0, label(event.proposal)))
            rule = rules.get(event.number) if event.number is not None else None
            self.changed.append(_file(rule) if rule else (path_of(event.lineage), None))
            self.changes -= 1
            if self.changes <= 0:  # all of one proposal come into force at one moment
                yield from self._commit(event.at, by, told, [*self.changed, _index(rules)])
                self.changed = []
        elif isinstance(event, e.RuleLapsed):
            told = f"Rule {event.rule:03d} is repealed by its own program\n"
            files = [(path_of(event.lineage), None), _index(rules)]
            yield from self._commit(event.at, 0, told, files)
        elif isinstance(event, e.RuleBound) and (rule := rules.get(event.number)) is not None:
            told = f"The Moderator says what {rule.number:03d} makes the server do\n"
            yield from self._commit(event.at, 0, told, [_file(rule), _index(rules)])
        elif isinstance(event, e.TurnBegan):
            self.votes.clear()
        elif isinstance(event, e.GameEnded):
            because = said(event.because(self.state))
            self.tags[END] = self._tag("end", event.at, f"The game is over: {because}")
        elif isinstance(event, e.RuleCorrected):
            yield from self._set_back(event.at, "The Moderator sets right what was entered wrongly")
        elif isinstance(event, e.VotingReopened):
            yield from self._set_back(event.at, "A count is taken back, and its vote goes on")
        elif isinstance(event, e.ActUndone):
            yield from self._set_back(event.at, f"The Moderator takes back event {event.number}")

    def seated(self, event: e.Event) -> Iterator[bytes]:
        """Who joins, leaves or plays on for somebody, and points by the Moderator's hand."""
        if isinstance(event, e.PlayerJoined):
            yield from self._listed(event.at, event.seat, f"{event.name} joins")
        elif isinstance(event, e.PlayerLeft):
            told = f"{self.state.name_of(event.seat)} leaves"
            yield from self._listed(event.at, event.seat, told)
        elif isinstance(event, e.PlayerRenamed):
            yield from self._listed(event.at, event.seat, f"{event.was} is called {event.name} now")
        elif not isinstance(event, TOGETHER):
            yield from self.scored()

    def scored(self) -> Iterator[bytes]:
        """What has come of points since the list was last committed."""
        yield from self._listed(self.state.at, 0, "The players and their points")

    def _listed(self, at: datetime | None, by: int, told: str) -> Iterator[bytes]:
        players = _players(self.state)
        if players != self.players and at is not None:
            self.players = players
            yield from self._commit(at, by, f"{told}\n", [(PLAYERS, players)])

    def _set_back(self, at: datetime, told: str) -> Iterator[bytes]:
        """No turn that goes on has ended, and no game."""
        turn = self.state.turn
        on = turn.number if turn is not None and not turn.over else END
        running = self.state.status != "ended"
        self.tags = {n: tag for n, tag in self.tags.items() if n < on or (n == END and not running)}
        was, now = (
            {rule.lineage: rule for rule in rules} for rules in (self.before, self.state.rules)
        )
        files: list[tuple[str, str | None]] = [
            _file(now[lineage]) if lineage in now else (path_of(lineage), None)
            for lineage in sorted(was.keys() | now.keys())
            if was.get(lineage) != now.get(lineage)
        ]
        if files:
            yield from self._commit(at, 0, f"{told}\n", [*files, _index(self.state.rules)])

    def kept(self, record: Iterable[bytes]) -> Iterator[bytes]:
        """Its size has to be told first: so it is written down, and read back."""
        yield from self.tags.values()
        with TemporaryFile() as whole:
            for piece in record:
                whole.write(piece)
            size = whole.tell()
            whole.seek(0)
            head = self._head(RECORD, self.state.at, 0, f"The record of {self.state.name}\n")
            yield head + f"M 100644 inline record.json\ndata {size}\n".encode()
            while piece := whole.read(PIECE):
                yield piece
        yield b"\ndone\n"

    def _vote(self, event: e.VotingClosed) -> str:
        state = self.state
        proposal = state.proposals[event.number]
        change = headlined(proposed_in(proposal, state), spoken(proposal.warnings))
        lines = [f"{label(event.number)}: {change}", ""]
        lines += [f"{event.outcome.capitalize()}: {said(event.reason.named(state.name_of))}.", ""]
        if state.ruleset == TOLD:  # git's own date may be more than is told
            lines += [f"Date: {words(event.at)}.", ""]
        for seat, choice in sorted(event.votes.items()):
            lines.append(f"{choice.upper():<8} {state.name_of(seat)}")
        lines += [f"{'absent':<8} {state.name_of(seat)}" for seat in event.absent]
        return "\n".join(lines).rstrip() + "\n"

    def _person(self, seat: int, at: datetime | None) -> str:
        keeper = "Whoever wrote it down" if self.state.ruleset == TOLD else "The Moderator"
        name = self.state.name_of(seat) if seat else keeper
        name = "".join(" " if sign in "<>\n" else sign for sign in settled(name)).strip() or "?"
        nobody = "nobody" if self.state.ruleset == TOLD else "moderator"
        nowhere = (
            f"seat-{seat}@{self.state.name}.invalid" if seat > 0 else f"{nobody}@nomic.invalid"
        )
        address = self.addresses.get(str(seat), nowhere)
        address = "".join(sign for sign in address if sign.isprintable() and sign not in "<> ")
        return f"{name} <{address}> {int(at.timestamp()) if at else 0} +0000"

    def _head(
        self, branch: str, at: datetime | None, author: int, told: str, mark: str = ""
    ) -> bytes:
        who, moderator = self._person(author, at), self._person(0, at)
        return f"commit {branch}\n{mark}author {who}\ncommitter {moderator}\n".encode() + _data(
            settled(told)
        )

    def _commit(
        self, at: datetime, author: int, told: str, files: list[tuple[str, str | None]]
    ) -> Iterator[bytes]:
        self.commits += 1
        yield self._head(MAIN, at, author, told, f"mark :{self.commits}\n")
        for path, text in files:
            if text is None:
                yield f"D {path}\n".encode()
            else:
                yield f"M 100644 inline {path}\n".encode() + _data(text)
        yield b"\n"

    def _tag(self, name: str, at: datetime, told: str) -> bytes:
        who = self._person(0, at)
        return f"tag {name}\nfrom :{self.commits}\ntagger {who}\n".encode() + _data(
            f"{settled(told)}\n"
        )


def _data(text: str) -> bytes:
    raw = text.encode()
    return f"data {len(raw)}\n".encode() + raw + b"\n"


def _file(rule: Rule) -> tuple[str, str]:
    return path_of(rule.lineage), rule_file(rule)


def _index(rules: Rules) -> tuple[str, str]:
    return INDEX, index_file(rules)


def _players(state: State) -> str:
    """Of a game that is told nobody knows all points, and nobody joins it any more."""
    return "" if state.ruleset == TOLD else players_file(state.players.values())


def _about(event: e.GameCreated) -> tuple[str, str]:
    told = event.ruleset == TOLD
    what = f"{fill(NOTE)}\n\n" if told else "A game of Nomic by mail. "
    return ABOUT, (
        f"# {event.title or event.name}\n\n{what}"
        "Each file in rules/ is one rule, named by the number it\n"
        "was born with: an amended rule takes the number of the proposal that amended it,\n"
        "and keeps its file. RULES.md leads from the present numbers to the files.\n\n"
        "    git log -p rules/203.md     the life of rule 203\n"
        "    git show turn-3:RULES.md    the rules when turn 3 ended\n"
        "    git show origin/record:record.json    the whole record, to be checked\n"
    ) + (HOW_TO_PLAY if not told else "")
