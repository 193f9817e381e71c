"""victory: the points that win (208; 112 lets only the number change)."""

from nomic_mail.game.clauses.kind import Kind, read_count

_count = read_count(1, 999_999_999)


def _read(text: str) -> int:
    """0 stands for no goal at all."""
    return 0 if text.strip().lower() == "none" else _count(text)


KIND = Kind(
    name="victory",
    place=150,
    fold="one",
    meaning="the first player with at least this many points wins; none: there is no goal",
    forms=("100", "none"),
    read=_read,
    show=lambda value: str(value) if value else "none",
)
