"""Scores as the points that are told make them, beside those that were posted."""

from collections.abc import Mapping


class Standing:
    """A score follows from the last one that was posted and the points since: as long as every
    proposal that was decided tells its points. From then on it is only a sum of what is known."""

    def __init__(self, begun: Mapping[str, int]) -> None:
        self.scores = dict(begun)
        self._sure = dict.fromkeys(begun, True)

    def gains(self, name: str, points: int) -> int:
        self.scores[name] += points
        return self.scores[name]

    def lose_track(self) -> None:
        self._sure = dict.fromkeys(self._sure, False)

    def posted(self, name: str, stated: int) -> tuple[int, bool]:
        """What it was, and whether that follows; from here on it is what was posted."""
        follows, sure = self.scores[name], self._sure[name]
        self.scores[name], self._sure[name] = stated, True
        return follows, sure
