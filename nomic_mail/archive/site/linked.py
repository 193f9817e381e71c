"""What a front page tells to programs, in the words of schema.org (JSON-LD).

1. A block of data in a page: no value of it ends the block, or begins a comment, whatever it says.
"""

import json
from collections.abc import Iterable
from typing import Any

from nomic_mail.archive.site.press import clean
from nomic_mail.archive.site.shown import Shown

Told = dict[str, Any]
ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&'"}
CONTEXT = "https://schema.org"


class DataBlock(str):
    """Printed as it stands."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def json_ld(told: Told) -> DataBlock:
    """Rule 1; what is empty is left out."""
    kept = {name: _clean(value) for name, value in told.items() if value not in ("", None, [], {})}
    return DataBlock(json.dumps({"@context": CONTEXT, **kept}).translate(ESCAPED))


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _clean(one) for name, one in value.items() if one not in ("", None)}
    return [_clean(one) for one in value] if isinstance(value, list) else clean(value)


def game_ld(
    game: Any, names: Iterable[str], words: str, head: str, record_at: str, shown: Shown
) -> DataBlock:
    """A game, its players, and its record as a set of data that can be cited."""
    title = game.title or game.name
    record = {
        "@type": "Dataset",
        "name": f"The record of {title}",
        "description": "All that happened in this game of Nomic, as its server's ledger has it.",
        "identifier": f"sha256:{head}" if head else "",
        "url": shown.at("index.html"),
        "distribution": {
            "@type": "DataDownload",
            "encodingFormat": "application/json",
            "contentUrl": shown.at(record_at),
        }
        if record_at
        else {},
    }
    return json_ld(
        {
            "@type": "Game",
            "name": title,
            "description": words,
            "url": shown.at("index.html"),
            "numberOfPlayers": {"@type": "QuantitativeValue", "value": len(game.players)},
            "contributor": [{"@type": "Person", "name": name} for name in names],
            "subjectOf": record,
        }
    )


def games_ld(server: str, url: str, games: Iterable[Told]) -> DataBlock:
    """`url` is of the index itself, or nothing."""
    base = f"{url}/" if url else ""
    parts = [
        {
            "@type": "Game",
            "name": one["title"],
            "description": one["told"]["stands"] if one["told"] else "",
            "url": f"{base}{one['name']}/{'' if base else 'index.html'}",
        }
        for one in games
    ]
    about = "Games in which changing the rules is a move, played by mail."
    told = {"@type": "WebSite", "name": f"Games of {server}", "description": about}
    return json_ld({**told, "url": base, "hasPart": parts})
