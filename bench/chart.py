"""Lines over time as one SVG: each has a strip of its own, from nothing to its most."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, STRIP, GAP, LEFT = 640, 60, 34, 10


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    values: Sequence[float]


def drawn(lines: Sequence[Line], across: str) -> str:
    height = len(lines) * (STRIP + GAP) + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' font-family="Helvetica, Arial, sans-serif" font-size="13">',
        f"<title>{escape('; '.join(one.name for one in lines))}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for number, line in enumerate(lines):
        top = number * (STRIP + GAP) + 22
        most, last = max(line.values), line.values[-1]
        reach = max(len(line.values) - 1, 1)
        points = " ".join(
            f"{LEFT + x * (WIDTH - 2 * LEFT) / reach:.1f},{top + STRIP * (1 - y / (most or 1)):.1f}"
            for x, y in enumerate(line.values)
        )
        words = (
            f"{line.name}: {line.values[0]:,.0f} at first, {last:,.0f} at last, most {most:,.0f}"
        )
        parts += [
            f'<text x="{LEFT}" y="{top - 6}" fill="#22201c">{escape(words)}</text>',
            f'<path d="M{LEFT} {top + STRIP}H{WIDTH - LEFT}" stroke="#b9b3a6"/>',
            f'<polyline points="{points}" fill="none" stroke="#1a5a8a" stroke-width="2"/>',
        ]
    parts.append(
        f'<text x="{WIDTH - LEFT}" y="{height - 6}" text-anchor="end" fill="#22201c">'
        f"{len(lines[0].values)} {escape(across)}</text></svg>\n"
    )
    return "\n".join(parts)
