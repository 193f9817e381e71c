"""The scores as lines: where each point and each label of the picture stands.

1. Names stand at the ends of their lines, moved apart where lines end close to each other.
2. Of a long game not every turn has a point of its own: MOST at most, and always the last.
3. Coordinates are whole numbers: the same picture everywhere.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from nomic_mail.game.record import Record
from nomic_mail.game.record.parts import Scored

MOST = 120
LINE = 16  # from one label to the next
COLOURS = 8
STEPS = (1, 2, 5)


class Column(Struct, frozen=True):
    """All scores when turn `number` had ended."""

    number: int
    scores: Mapping[int, int]


class Mark(Struct, frozen=True):
    at: int
    label: str


class ScoreLine(Struct, frozen=True):
    seat: int
    kind: int
    dashed: int
    points: str
    end: tuple[int, int]
    label: str
    label_at: int


class Chart(Struct, frozen=True):
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    rows: tuple[Mark, ...]
    turns: tuple[Mark, ...]
    lines: tuple[ScoreLine, ...]
    zero: int
    goal: Mark | None


def columns(record: Record) -> list[Column]:
    """From the beginning on. Points between two turns count to the one that comes."""
    stride = -(-len(record.turns) // MOST) or 1
    now = {seat: one.start for seat, one in record.players.items()}
    found = [Column(0, dict(now))]
    scores = iter(record.scores)
    last = len(record.turns) - 1
    coming = next(scores, None)
    for place, turn in enumerate(record.turns):
        while coming is not None and (turn.ended_at is None or coming.at <= turn.ended_at):
            coming = _counted(now, coming, scores)
        if place == last:
            while coming is not None:
                coming = _counted(now, coming, scores)
        if place == last or place % stride == stride - 1:
            found.append(Column(turn.number, dict(now)))
    return found


def _counted(now: dict[int, int], one: Scored, rest: Iterator[Scored]) -> Scored | None:
    now[one.seat] = one.total
    return next(rest, None)


def chart(record: Record, found: list[Column], goal: int | None, *, narrow: bool) -> Chart | None:
    """None where there is nothing to draw."""
    if len(found) < 2 or not record.players:
        return None
    width, room = (340, 112) if narrow else (760, 190)
    left, top = (34, 12) if narrow else (44, 16)
    height = max(260 if narrow else 340, LINE * len(record.players) + 60)
    right, bottom = width - room, height - 34
    values = [value for column in found for value in column.scores.values()]
    values += [0, goal] if goal is not None and goal <= 4 * max(*values, 1) else [0]
    low, high, step = _scale(min(values), max(values))
    first, final = found[0].number, found[-1].number

    def x(turn: int) -> int:
        return left + round((right - left) * (turn - first) / max(final - first, 1))

    def y(value: int) -> int:
        return bottom - round((bottom - top) * (value - low) / (high - low))

    drawn = sorted(record.players, key=lambda seat: (-found[-1].scores[seat], seat))
    places = _apart([y(found[-1].scores[seat]) for seat in drawn], top, bottom)
    lines = []
    for seat, label_at in zip(drawn, places, strict=True):
        total = found[-1].scores[seat]
        points = " ".join(f"{x(one.number)},{y(one.scores[seat])}" for one in found)
        name = _short(record.players[seat].name, 9 if narrow else 18)
        kind, dashed = (seat - 1) % COLOURS, (seat - 1) // COLOURS % 3
        end = right, y(total)
        lines.append(ScoreLine(seat, kind, dashed, points, end, f"{name} {total}", label_at))
    rows = tuple(Mark(y(value), str(value)) for value in range(low, high + 1, step))
    shown = goal is not None and low <= goal <= high
    mark = Mark(y(goal), f"goal {goal}") if goal is not None and shown else None
    turns = tuple(Mark(x(turn), str(turn)) for turn in _ticks(first, final, 4 if narrow else 9))
    lines.sort(key=lambda one: one.seat)
    return Chart(width, height, left, right, top, bottom, rows, turns, tuple(lines), y(0), mark)


def _short(name: str, most: int) -> str:
    """A first name and a letter, where there is room for that."""
    first, _, rest = name.partition(" ")
    initial = f"{first} {rest.rpartition(' ')[2][:1]}."
    if len(name) <= most:
        return name
    return initial if rest and len(initial) <= most else f"{name[: most - 1].rstrip()}…"


def _step(span: int, most: int) -> int:
    """1, 2, 5, 10, 20 … so that there are at most so many of them."""
    tens = 1
    while True:
        for step in STEPS:
            if span <= step * tens * most:
                return step * tens
        tens *= 10


def _scale(low: int, high: int) -> tuple[int, int, int]:
    step = _step(max(high - low, 5), 7)
    return low // step * step, -(-max(high, low + 1) // step) * step, step


def _ticks(first: int, final: int, most: int) -> Iterable[int]:
    step = _step(max(final - first, 1), most)
    return range(first, final + 1, step)


def _apart(wanted: list[int], top: int, bottom: int) -> list[int]:
    """From the top down, each at least a line below the one before, and none below the bottom."""
    places: list[int] = []
    for place in wanted:
        places.append(max(place, places[-1] + LINE if places else top))
    lowest = bottom
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], lowest)
        lowest = places[n] - LINE
    return places
