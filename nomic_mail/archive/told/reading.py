"""The file of an old game read: all mistakes at once, each with its line and what mends it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nomic_mail.archive.told.ballots import Ballots, votes_in
from nomic_mail.archive.told.form import (
    LISTS,
    MOST,
    NEEDED,
    SECTIONS,
    File,
    GameTold,
    JudgmentTold,
    PlayerTold,
    ProposalTold,
    RemarkTold,
    RuleTold,
    SaidTold,
    Told,
)
from nomic_mail.archive.told.kinds import Wrong, game_name
from nomic_mail.files import read_named
from nomic_mail.game.state import AGAIN, label
from nomic_mail.toml import BadFile, Problem, decoded, near, parsed, places_of, shown

MOST_CHARACTERS = 8_000_000
MOST_MISTAKES = 200
MOST_USES = 9
SHORTER = "put its votes into a file of votes"

Values = dict[str, Any]
Found = list[tuple[str, str, str]]  # key, value, what mends it


def load(path: Path) -> Told:
    """Raises BadFile, and OSError where the file itself cannot be had."""

    def beside(name: str) -> str:
        return _decoded(path.parent / name)

    return read([File(path.name, _decoded(path))], beside)


def read(files: Sequence[File], beside: Callable[[str], str] | None = None) -> Told:
    """The first is the game; `beside` gives the text of another that it names."""
    main = files[0]
    data = parsed(main.text, Path(main.name), MOST_CHARACTERS, _mended, SHORTER)
    found: Found = []
    sections = {name: _section(name, data, found) for name in SECTIONS}
    for name in data:
        if name not in SECTIONS:
            found.append((name, "", f"no such section: {near(name, SECTIONS)}"))
    known = _known(sections, main.name, found)
    places = places_of(main.text)
    _tell(main.name, found, places)
    game = GameTold(**known["game"])
    players = tuple(PlayerTold(**one) for one in known["players"])
    ballots = Ballots(players, sections["proposals"])
    more = _beside(game.votes, files, beside, places)
    for file in more:
        votes_in(file, ballots)
    beside_it = [*sections["changes"], *sections["remarks"], *sections["judgments"]]
    about = {one["where"]: one["proposal"] for one in beside_it}
    return Told(
        files=(main, *more),
        places={key: (main.name, line) for key, line in places.items()} | ballots.places,
        game=game,
        players=players,
        rules=tuple(RuleTold(**one) for one in sections["rules"]),
        proposals=tuple(ProposalTold(**one) for one in sections["proposals"]),
        changes=_by_proposal(sections["changes"]),
        now=tuple(RuleTold(**one) for one in sections["now"]),
        said=_said(sections, places),
        about=about,
    )


def _said(
    sections: Mapping[str, list[Values]], places: Mapping[str, int]
) -> dict[int, tuple[SaidTold, ...]]:
    """Remarks and judgments on each proposal, as they stand one below the other."""
    all_of_it: list[SaidTold] = [
        *(RemarkTold(**one) for one in sections["remarks"]),
        *(JudgmentTold(**one) for one in sections["judgments"]),
    ]
    found: dict[int, list[SaidTold]] = {}
    for one in sorted(all_of_it, key=lambda one: places.get(one.where, 0)):
        found.setdefault(one.proposal, []).append(one)
    return {number: tuple(ones) for number, ones in found.items()}


def _by_proposal(changes: Iterable[Values]) -> dict[int, tuple[ProposalTold, ...]]:
    found: dict[int, list[ProposalTold]] = {}
    for one in changes:
        number = one.pop("proposal")
        found.setdefault(number, []).append(ProposalTold(number=number, **one))
    return {number: tuple(ones) for number, ones in found.items()}


def _beside(
    name: str,
    files: Sequence[File],
    beside: Callable[[str], str] | None,
    places: Mapping[str, int],
) -> list[File]:
    """The file of votes, if there is one: among those that are known, else from its folder."""
    if not name:
        return []
    there = [one for one in files[1:] if one.name == name]
    try:
        if not there and beside is not None:
            there = [File(name, beside(name))]
    except OSError:
        there = []
    if not there or len(there[0].text) > MOST_CHARACTERS:
        fix = f"no such file beside this one, of at most {MOST_CHARACTERS} characters"
        _tell(files[0].name, [("game.votes", shown(name), fix)], places)
    return there[:1]


def _decoded(path: Path) -> str:
    return decoded(read_named(path, 4 * MOST_CHARACTERS, cut=True), path)


def _tell(name: str, found: Found, places: Mapping[str, int]) -> None:
    if found:
        problems = [Problem(_line(key, places), key, value, fix) for key, value, fix in found]
        first = sorted(problems, key=lambda one: one.line or 0)[:MOST_MISTAKES]
        raise BadFile(Path(name), first)


def _line(key: str, places: Mapping[str, int]) -> int | None:
    """Its own, or that of what it stands in; of a section that nobody knows, its first."""
    while key not in places and "." in key:
        key = key.rpartition(".")[0]
    return places.get(key, places.get(f"{key}[1]"))


def _mended(line: str) -> str:
    value = line.partition("=")[2].partition("#")[0].strip()
    if re.fullmatch(r"\d{4}-\d\d?", value):
        return f'a month stands in quotes: "{value}"'
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return f"there is no such day as {value}"
    return 'names and texts stand in quotes, { "Ada Lee" = 6 }, too; long texts in """'


# The sections


def _section(name: str, data: Values, found: Found) -> list[Values]:
    """The entries of one section, as far as they are right."""
    value = data.get(name, {} if name == "game" else [])
    many = name in MOST
    if name == "game" and not isinstance(value, dict):
        found.append((name, "", "write [game] on a line of its own, and its keys below"))
        return [{"where": name}]
    tables = value if many and isinstance(value, list) else [value]
    if not all(isinstance(one, dict) for one in tables) or (many and value is not tables):
        found.append((name, "", f"write [[{name}]], in two brackets, above each of them"))
        return []
    if many and len(tables) > MOST[name]:
        found.append((name, "", f"at most {MOST[name]} of these are read"))
        return []
    return [
        _entry(name, one, f"{name}[{place}]" if many else name, found)
        for place, one in enumerate(tables, 1)
    ]


def _entry(section: str, table: Mapping[str, Any], where: str, found: Found) -> Values:
    kinds = SECTIONS[section]
    values: Values = {"where": where}
    for key, value in table.items():
        if key not in kinds:
            fix = f"no such key in {section}: {near(key, kinds)}"
            found.append((f"{where}.{key}"[:120], "", fix))
            continue
        try:
            values[key] = kinds[key](value)
        except Wrong as wrong:
            told = shown(value) if not isinstance(value, dict | list) else ""
            found.append((f"{where}.{key}", told, str(wrong)))
    for needed in NEEDED.get(section, ()):
        if needed not in table:
            found.append((where, "", f"it has no {needed}, and needs one"))
    return values


def _known(sections: Mapping[str, list[Values]], file: str, found: Found) -> dict[str, Any]:
    """The game and its players, by whose names all others are read."""
    (game,) = sections["game"] or [{"where": "game"}]
    if "name" not in game:
        try:
            game["name"] = game_name(re.sub(r"[^a-z0-9]+", "-", Path(file).stem.lower()).strip("-"))
        except Wrong as wrong:
            found.append(("game.name", "", f"give the game one: {wrong}"))
    listed = [{"where": "game.players", "name": name} for name in game.pop("players", ())]
    players = [*listed, *sections["players"]]
    _once(players, "name", found)
    names = {one.get("name") for one in players}
    _people(game, ("order", "winners", "scores"), names, found)
    _once(sections["rules"], "number", found)
    _once(sections["now"], "number", found)
    _again(sections["proposals"], found)
    _changes(sections, found)
    _talk(sections, {*names, *game.get("others", ())}, found)
    for one in sections["proposals"]:
        if len(found) > MOST_MISTAKES:
            break
        keys = ("by", "electorate", *LISTS, "absent", "points", "scores")
        _people(one, keys, names, found)
        _ballots(one, found)
        _aim(one, found)
    _in_order(sections["proposals"], found)
    return {"game": game, "players": players}


def _once(entries: Iterable[Values], key: str, found: Found) -> None:
    seen: dict[Any, str] = {}
    for one in entries:
        value = one.get(key)
        if value is not None and value in seen:
            fix = f"{seen[value]} has the same: each has a {key} of its own"
            found.append((f"{one['where']}.{key}", shown(value), fix))
        seen.setdefault(value, one["where"])


def _again(proposals: Iterable[Values], found: Found) -> None:
    """A number that is used again is called 305/2."""
    uses: dict[int, int] = {}
    for one in proposals:
        if (number := one.get("number")) is None:
            continue
        uses[number] = uses.get(number, 0) + 1
        one["number"] = number + AGAIN * (uses[number] - 1)
        if uses[number] == MOST_USES + 1:
            fix = f"a number is used at most {MOST_USES} times"
            found.append((f"{one['where']}.number", shown(number), fix))


def _people(entry: Values, keys: Iterable[str], names: set[Any], found: Found) -> None:
    for key in keys:
        if len(found) > MOST_MISTAKES:
            return
        told = entry.get(key, ())
        for name in [told] if isinstance(told, str) else told:
            if name not in names:
                known = f"no player is called so: {_whom(name, names)}"
                fix = known if names else "name the players in [game]"
                found.append((f"{entry['where']}.{key}", shown(name), fix))


def _whom(name: str, names: set[Any]) -> str:
    """A part of one name, and of no other, is most likely that person's."""
    known = sorted(one for one in names if one)
    alike = [one for one in known if {*name.lower().split()} <= {*one.lower().split()}]
    return f"did you mean {alike[0]}?" if len(alike) == 1 else near(name, known[:40])


def _changes(sections: Mapping[str, list[Values]], found: Found) -> None:
    """What is changed beside has no number of its own to take."""
    numbers = {one.get("number") for one in sections["proposals"]}
    for one in sections["changes"]:
        _aim(one, found)
        if "proposal" in one and one["proposal"] not in numbers:
            fix = "no proposal has that number"
            found.append((f"{one['where']}.proposal", label(one["proposal"]), fix))
        if one["kind"] == "enact" and "becomes" not in one:
            fix = 'a new rule takes its number from "becomes" here'
            found.append((f"{one['where']}.kind", "", fix))


def _talk(sections: Mapping[str, list[Values]], names: set[Any], found: Found) -> None:
    numbers = {one.get("number") for one in sections["proposals"]}
    for one in (*sections["remarks"], *sections["judgments"]):
        if "proposal" in one and one["proposal"] not in numbers:
            fix = "no proposal has that number"
            found.append((f"{one['where']}.proposal", label(one["proposal"]), fix))
        for key in ("by", "judge"):
            if one.get(key, "") not in {*names, ""}:
                close = _whom(one[key], names)
                fix = f'nobody is called so: {close} Who did not play stands in "others" in [game]'
                found.append((f"{one['where']}.{key}", shown(one[key]), fix))


def _ballots(entry: Values, found: Found) -> None:
    """From the lists to votes by name."""
    votes: dict[str, str] = {}
    told = [choice for choice in LISTS if choice in entry]
    for choice in told:
        for name in entry.pop(choice):
            if name in votes:
                fix = f"stands in {votes[name]}, too: leave the vote that counted"
                found.append((f"{entry['where']}.{choice}", shown(name), fix))
            votes[name] = choice
    for name in entry.get("absent", ()):
        if name in votes:
            fix = f"stands in {votes[name]}, too: leave out one of them"
            found.append((f"{entry['where']}.absent", shown(name), fix))
    entry["votes"] = votes if told else None


def _aim(entry: Values, found: Found) -> None:
    """What it does, where that follows from what is told: a rule that is named is amended."""
    kind = entry.setdefault("kind", "amend" if "rule" in entry else "enact")
    if kind in ("amend", "repeal", "transmute") and "rule" not in entry:
        fix = f'to {kind} takes rule = 203 as well; kind = "other" is what changes no rule'
        found.append((f"{entry['where']}.kind", shown(kind), fix))
    if kind in ("enact", "other") and "rule" in entry:
        fix = f'{kind} names no rule; the number of a new one is "becomes"'
        found.append((f"{entry['where']}.rule", shown(entry["rule"]), fix))
    if kind == "transmute" and "status" not in entry:
        fix = 'to transmute takes status = "mutable", or what else it is made'
        found.append((f"{entry['where']}.kind", shown(kind), fix))


def _in_order(proposals: Iterable[Values], found: Found) -> None:
    """Turns can be left out; without a date, a turn that is over is over."""
    last, of = 0, ""
    for one in proposals:
        turn = one.get("turn", last)
        if turn < last and not {"date", "proposed"} & {*one}:
            fix = f"{of} is of turn {last}: put proposals in the order in which they were played"
            found.append((f"{one['where']}.turn", shown(turn), fix))
        last, of = turn, one["where"]
