"""Transcripts: games as text that can be played again (`.game` files).

1. `moderator`, `mail` and `tick` lines are inputs, each with its time; the indented lines under a
   `mail` line are its text (a first line `Subject: …` is its subject). `tick TIME outage since
   TIME` says that no letter could come in until now, `tick TIME set back to TIME` that a backup
   of then was restored, `tick TIME GAME is imported as NAME [without addresses]` that its record
   was, and later lines are of that one; `tick TIME a letter to WHO comes back` that the last one
   did, for good. `moderator TIME new game tea FILE.toml` begins a game on a ruleset file, which is
   looked for where the transcript is played.
   `moderator TIME desk` looks at what waits (`  =` each matter, `  |` its answers), and
   `moderator TIME answers 2` says the first of them, of the second matter, as the desk showed it;
   `moderator TIME answers 2 with WORDS` fills them into its form (` / ` begins another line).
2. All other lines are what the server did and said, and are written anew by playing:
   `  =` what became of the input, `  *` an event, `  >` a letter, `  |` its first paragraph.
3. `#` lines and blank lines stay where they are. Any other line is an error.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

from nomic_mail import rulesets
from nomic_mail.config import Server
from nomic_mail.files import read_named
from nomic_mail.game.phrase import Phrase
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.phrases import said
from nomic_mail.play.table import HOST, Received, Table
from nomic_mail.pump.moderator.desk import Item
from nomic_mail.sandbox.founding import look_at_programs
from nomic_mail.toml import BadFile
from nomic_mail.written.entry import Entry, line_of, spoken

INPUT = re.compile(r"(moderator|mail|tick) (\d{4}-\d\d-\d\d \d\d:\d\d)(?: (.*?))?(:)?")
BODY = "    "
OUTPUT = ("  =", "  *", "  >", "  |")
SETTING = re.compile(r"(\w+)=(\S+)")


ANSWERS = re.compile(r"answers (\d)(?: with (.+))?")


class BadTranscript(Exception):
    """A line that is no transcript's; the message names it."""


class Input(Struct):
    """One input with its text, or a line that is only kept."""

    line: str
    verb: str = ""
    at: datetime | None = None
    rest: str = ""
    body: list[str] = field(default_factory=list)


def parse(text: str) -> list[Input]:
    turns: list[Input] = []
    last = datetime.min.replace(tzinfo=UTC)
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(OUTPUT):
            continue
        if line.startswith(BODY) and turns and turns[-1].verb == "mail":
            turns[-1].body.append(line[len(BODY) :])
        elif not line.strip() and turns and turns[-1].verb == "mail" and turns[-1].body:
            turns[-1].body.append("")
        elif not line.strip() or line.startswith("#"):
            turns.append(Input(line))
        else:
            turns.append(_input(number, line))
            if turns[-1].at is not None and turns[-1].at < last:
                raise BadTranscript(f"line {number} goes back in time: {line!r}")
            last = turns[-1].at or last
    return turns


def _input(number: int, line: str) -> Input:
    found = INPUT.fullmatch(line.rstrip())
    if found is None:
        raise BadTranscript(f"line {number} is neither input nor output: {line!r}")
    at = datetime.strptime(found[2], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return Input(line.rstrip(), found[1], at, found[3] or "")


class Playing:
    """One transcript being played."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._people: dict[str, str] = {}
        self._seen: dict[str, int] = {}
        self._shown: list[Item] = []
        self.letters: list[Received] = []

    def play(self, turn: Input) -> Iterator[str]:
        """What the server did and said about one input."""
        if turn.at is None:
            return
        self._table.clock.set(turn.at)
        if turn.rest == "desk":
            self._table.pump.run()
            yield from self._desk(turn.at)
        number = self._hand_in(turn)
        self._table.pump.run()
        if number is not None:
            arrival = self._table.arrival(number)
            if arrival.kind == "act" or arrival.state != "done":
                yield (
                    f"  = {arrival.state + ': ' if arrival.kind == 'letter' else ''}"
                    + (arrival.result.partition("\n")[0])
                )
        for name in self._seen:
            for entry in self._table.entries(name, self._seen[name]):
                self._seen[name] = entry.seq
                yield f"  * {entry.seq} {entry.kind} {told_of(entry)}"
        for letter in self._table.letters():
            self.letters.append(letter)
            yield f"  > {letter.name or letter.to}: {letter.subject}"
            for line in _beginning(letter.text).splitlines():
                yield f"  |   {line}".rstrip()

    def _desk(self, at: datetime) -> Iterator[str]:
        self._shown = self._table.waiting()
        if not self._shown:
            yield "  = nothing waits"
        for one in self._shown:
            yield f"  = {one.game or 'the server'}, for {(at - one.since).days} days: {one.what}"
            yield from (f"  |   {line}" for line in (*one.answers, *one.forms))

    def _answer(self, turn: Input, number: int, words: str | None) -> int | None:
        """The first line that answers what the desk has shown, word for word."""
        shown = self._shown[number - 1] if 0 < number <= len(self._shown) else None
        if shown is None or not (shown.forms if words else shown.answers):
            raise BadTranscript(f"the desk has shown no such line: {turn.line}")
        chosen = shown
        if words:
            line = filled_in(chosen.forms[0], words)
            return self._table.act("say", game=chosen.game, line=line)
        if found := re.fullmatch(r"RELEASE (\d+)", chosen.answers[0]):
            self._table.release(int(found[1]))
            return None
        return self._table.act("say", game=chosen.game, line=chosen.answers[0])

    def _hand_in(self, turn: Input) -> int | None:
        if turn.verb == "mail":
            return self._mail(turn)
        if turn.rest == "desk":
            return None
        if turn.verb == "moderator" and (found := ANSWERS.fullmatch(turn.rest)):
            return self._answer(turn, int(found[1]), found[2])
        if found := re.fullmatch(r"a letter to (\w+) comes back", turn.rest or ""):
            address = re.sub(r".*<|>.*", "", self._person(found[1])).lower()
            return self._table.comes_back([x for x in self.letters if x.to == address][-1])
        if found := re.fullmatch(r"outage since (.+)", turn.rest or ""):
            self._table.was_away(datetime.strptime(found[1], "%Y-%m-%d %H:%M").replace(tzinfo=UTC))
            return None
        if found := re.fullmatch(r"set back to (.+)", turn.rest or ""):
            backup_at = datetime.strptime(found[1], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
            return self._table.set_back(next(iter(self._seen)), backup_at)
        if found := re.fullmatch(
            r"(\S+) is imported as (\S+)( without addresses)?", turn.rest or ""
        ):
            self._seen = {found[2]: self._seen[found[1]]}
            return self._table.bring_in(found[1], found[2], with_addresses=not found[3])
        return self._act(turn.rest) if turn.verb == "moderator" else None

    def _mail(self, turn: Input) -> int:
        words = re.fullmatch(r"(.+?) (?:to (\S+)|(reply)(?: \"(.+)\")?):?", turn.rest)
        if words is None:
            raise BadTranscript(
                f'a mail line is `mail TIME WHO to WHERE:`, `… reply:` or `… reply "words of its '
                f'subject or beginning":`, not {turn.line}'
            )
        sender = self._person(words[1])
        address = re.sub(r".*<|>.*", "", sender).lower()
        body = list(turn.body)
        subject = ""
        if body and body[0].startswith("Subject: "):
            subject = body.pop(0).removeprefix("Subject: ")
        while body and not body[-1]:
            body.pop()
        to, reply = words[2], ""
        if words[3]:
            wanted = words[4] or ""
            theirs = [x for x in self.letters if x.to == address]
            mine = [x for x in theirs if wanted.lower() in _news(x)]
            mine = mine or [x for x in theirs if wanted in " ".join(x.text.split())]
            if not mine:
                raise BadTranscript(f"{address} has no such letter to reply to: {turn.line}")
            last = mine[-1]
            to, reply = last.reply_to, last.message_id
            subject = subject or f"Re: {last.subject}"
        to = to if "@" in to else f"nomic+{to}@{HOST}"
        return self._table.mail(sender, to, "\n".join(body) + "\n", subject, reply)

    def _person(self, who: str) -> str:
        if "<" in who:
            self._people[who.split(maxsplit=1)[0].lower()] = who
            return who
        if who.lower() not in self._people:
            raise BadTranscript(f"nobody called {who} has been seen yet")
        return self._people[who.lower()]

    def _about_people(self, text: str) -> int | None:
        for form, act, names in PEOPLE:
            if (found := re.fullmatch(form, text)) is None:
                continue
            given: dict[str, Any] = dict(zip(names, found.groups(), strict=True))
            if act == "add players":
                given["players"] = given["players"].split("; ")
            for one in found.groups():
                for who in one.split("; "):
                    if "<" in who:
                        self._person(who)
            alone = {"alone": True} if text.startswith("hand over") else {}
            return self._table.act(act, game=next(iter(self._seen)), **given, **alone)
        return None

    def _act(self, text: str) -> int:
        if found := re.fullmatch(r"new game (\S+) (\S+)(.*)", text):
            settings = dict(SETTING.findall(found[3]))
            self._seen[found[1]] = 0
            ruleset = _own(found[2]) if found[2].endswith(".toml") else found[2]
            return self._table.act(
                "new game", game=found[1], title="", ruleset=ruleset, settings=settings
            )
        if found := re.fullmatch(r"set list ?(\S*)", text):
            game = next(iter(self._seen))
            return self._table.act("set list", game=game, list_address=found[1])
        if found := re.fullmatch(
            r"add player (.+?>)( confirmed)?(?: to (\S+))?(?: note \"(.+)\")?", text
        ):
            self._person(found[1])
            game = found[3] or next(iter(self._seen))
            told = {"player": found[1], "confirmed": bool(found[2]), "note": found[4] or ""}
            return self._table.act("add player", game=game, **told)
        if (number := self._about_people(text)) is not None:
            return number
        if found := re.fullmatch(r"replace player (.+?) by (.+>)", text):
            self._person(found[2])
            game = next(iter(self._seen))
            return self._table.act("replace player", game=game, player=found[1], by=found[2])
        if found := re.fullmatch(r"set player (.+?)((?: (?:digest|talk|timezone)=\S+)+)", text):
            lines = [f"{key} {value}" for key, value in SETTING.findall(found[2])]
            game = next(iter(self._seen))
            return self._table.act("set player", game=game, player=found[1], lines=lines)
        if len(understand("", text, About(from_moderator=True)).said) != 1:
            raise BadTranscript(f"no act of the moderator: {text!r}")
        return self._table.act("say", game=next(iter(self._seen)), line=text)


def _own(file: str) -> str:
    """A ruleset file, in which nothing is wrong: what is, is told with its lines."""
    try:
        text = read_named(Path(file)).decode()
        look_at_programs(rulesets.from_file(text, file), text, Path(file))
    except (OSError, UnicodeError) as bad:
        raise BadTranscript(f"{file} cannot be read: {bad}") from None
    except BadFile as mistakes:
        raise BadTranscript(str(mistakes)) from None
    return text


PEOPLE = (
    (r"invite (.+>)", "add players", ("players",)),
    (r"move player (.+?) to (\S+)", "move player", ("player", "address")),
    (r"add observer (.+>)", "add observer", ("observer",)),
    (r"remove observer (.+)", "remove observer", ("observer",)),
    (r"add moderator (.+>)", "add moderator", ("moderator",)),
    (r"hand over to (.+>)", "add moderator", ("moderator",)),
    (r"remove moderator (.+)", "remove moderator", ("moderator",)),
)


def _news(letter: Received) -> str:
    """What a letter is known by: its subject, how each of its sections begins, and whatever its
    words are, its occasions: `reply "[ballot]"`. Where none is known so, any words of it do."""
    begins = [_beginning(section) for section in letter.text.split("* * *")]
    named = [f"[{occasion}]" for occasion in letter.occasions]
    return " ".join(" ".join([letter.subject, *begins, *named]).lower().split())


def _beginning(text: str) -> str:
    return text.replace("\r", "").strip().partition("\n\n")[0]


def told_of(entry: Entry) -> str:
    """An event on one line, without what is secret in it; hashes and long texts are cut, and what
    it says is in words."""
    fields = spoken(line_of(entry))
    hidden = (
        "event",
        "at",
        "cause",
        "letters",
        "rules",
        "settings",
        "message",
        "letter",
        "over",
        "reading",
    )
    shown = [f"{name}={_short(value)}" for name, value in fields.items() if name not in hidden]
    return " ".join(shown)


def _short(value: Any) -> str:
    value = _said(value)
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value):
        return value[:8]
    return text if len(text) <= 100 else text[:97] + "..."


def _said(value: Any) -> Any:
    if isinstance(value, list):
        return [_said(one) for one in value]
    if isinstance(value, dict) and value.keys() == {"code", "facts"}:
        return said(Phrase.kept(**value).named(lambda seat: f"player {seat}"))
    return value


def filled_in(form: str, words: str) -> str:
    return re.sub(r"\[.+\]", lambda _: words.replace(" / ", "\n"), form)


def desk_of(turns: Sequence[Input]) -> Literal["daily", "never"]:
    """The desk letter comes every morning in games that look at the desk."""
    return "daily" if any(turn.rest == "desk" for turn in turns) else "never"


def written(turn: Input, said: Iterable[str]) -> list[str]:
    """An input as it stands in a transcript, with what the server did and said about it."""
    blank = len(turn.body)
    while blank and not turn.body[blank - 1]:
        blank -= 1
    own = [f"{BODY}{line}".rstrip() for line in turn.body[:blank]]
    return [turn.line, *own, *said, *turn.body[blank:]]


def played(
    text: str, folder: Path, seed: str = "transcript", database: str = Server().database
) -> str:
    """The transcript as the server plays it now."""
    turns = parse(text)
    first = next((turn.at for turn in turns if turn.at), datetime(2026, 1, 1, tzinfo=UTC))
    table = Table(folder, seed, first, database=database, desk=desk_of(turns))
    out: list[str] = []
    try:
        game = Playing(table)
        for turn in turns:
            out += written(turn, game.play(turn))
    finally:
        table.close()
    return "\n".join(out) + "\n"
