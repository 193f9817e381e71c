"""How a game is cited, where somebody's name says more to whoever reads it."""

import json
import re
from functools import cache

from msgspec.structs import replace

from nomic_mail.archive.citing import CITED
from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.json import lay
from nomic_mail.game import events as e
from tests.attacks.kit import each
from tests.kit.games.finished_games import GAMES
from tests.kit.recorded import entries_of

# What YAML 1.2 has in double quotes: a sign beyond the first plane is no pair of halves there.
SIGN = r"[ !#-\[\]-~]|\\[\"\\]|\\u(?!d[89a-f])[0-9a-f]{4}|\\U00(?:0[0-9a-f]|10)[0-9a-f]{4}"
QUOTED = rf'"(?:{SIGN})*"'
PERSON = re.compile(rf"  - name: ({QUOTED})")


@cache
def game() -> list[e.Event]:
    return GAMES["turns_and_amendments"]()


def cited(name: str) -> dict[str, str]:
    events = [
        replace(one, name=name) if isinstance(one, e.PlayerJoined) and one.seat == 1 else one
        for one in game()
    ]
    leaving = Leaving(lay(entries_of(events)), lambda: events, letters=lambda: ())
    return {file: write(leaving).decode() for file, (_, write) in CITED.items()}


def read(quoted: str) -> str:
    far = r"(\\\\)|\\U([0-9a-f]{8})"
    return str(json.loads(re.sub(far, lambda one: one[1] or chr(int(one[2], 16)), quoted)))


@each(
    "archives",
    "a seat",
    "plays as {}, and the game's citation is put where others read it",
    "each form of it can be read, and has that very name",
    (
        "Eve \U0001f451",
        "\U0001d4d4ve",
        'Eve "Ace"',
        "Eve \\",
        "Eve \\U0001f451",
        "Eve # not",
        "- name",
        "null",
        "Eve: &a *a !!x",
        "{Eve}",
        "Eve %s {{x}}",
        "E\u0308ve",
        "Eve </script>",
    ),
)
def test_a_name_that_says_more_to_what_reads_it(given: str) -> None:
    told = cited(given)
    people = [PERSON.fullmatch(one) for one in told["CITATION.cff"].splitlines() if " name:" in one]
    assert [read(one[1]) for one in people if one is not None][:1] == [given]
    assert None not in people and len(people) == 3
    assert json.loads(told["datacite.json"])["creators"][0]["name"] == given
    graph = json.loads(told["ro-crate-metadata.json"])["@graph"]
    assert [one["name"] for one in graph if one["@id"] == "#player-1"] == [given]
