"""How a game is cited: what stands beside a record for whoever refers to it (a bag brings it).

1. All of it is of the record itself: the same game gives the same bytes. Where a record lies, and
   by which DOI, whoever puts it there adds.
2. The licence is what `export --license` was told, an identifier of SPDX. Nothing goes without
   saying: the words are their players'.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from nomic_mail.archive.forms import Leaving
from nomic_mail.game.state import TOLD
from nomic_mail.game.wording import settled

SUBJECT = "Nomic, a game in which changing the rules is a move"
SPDX = "https://spdx.org/licenses/{}.html"
SCHEMA_ORG = "https://schema.org"

Data = dict[str, Any]


def title(game: Leaving) -> str:
    record = game.laid.record
    return " ".join(settled(record.title or record.name).split())


def names(game: Leaving) -> list[str]:
    return [" ".join(settled(one.name).split()) for one in game.laid.record.players.values()]


def what(game: Leaving) -> str:
    told = game.laid.record.ruleset == TOLD
    whole = "The whole record of a game of Nomic by mail"
    return "What is told of a game of Nomic, written down by hand" if told else whole


def identifier(game: Leaving) -> str:
    return f"nomic-mail:{game.laid.record.name}:{game.laid.head}"


def days(game: Leaving) -> tuple[str, str]:
    """Of the ledger: its first and its last."""
    return str(game.laid.record.created_at)[:10], game.laid.last_at[:10]


def dataset(game: Leaving) -> Data:
    """In the words of schema.org."""
    told: Data = {
        "@context": SCHEMA_ORG,
        "@type": "Dataset",
        "name": title(game),
        "description": f"{what(game)}: {title(game)}",
        "identifier": identifier(game),
        "creator": [{"@type": "Person", "name": name} for name in names(game)],
        "keywords": ["Nomic", SUBJECT],
    }
    if game.laid.record.ruleset != TOLD:
        first, last = days(game)
        told |= {"temporalCoverage": f"{first}/{last}", "dateModified": last}
    if game.licence:
        told["license"] = SPDX.format(game.licence)
    return told


def _citation(game: Leaving) -> bytes:
    """CITATION.cff 1.2.0."""
    first = ["cff-version: 1.2.0", "type: dataset", "message: Please cite this game as below."]
    fields = [("title", title(game)), ("abstract", what(game))]
    fields += [("license", game.licence)] if game.licence else []
    if game.laid.record.ruleset != TOLD:
        fields.append(("date-released", days(game)[1]))
    lines = [f"{name}: {_text(value)}" for name, value in fields]
    people = [f"  - name: {_text(name)}" for name in names(game)] or ["  - name: nobody"]
    ids = [
        "identifiers:",
        "  - type: other",
        f"    value: {_text(identifier(game))}",
        "    description: The game and the head of its ledger",
    ]
    return "".join(f"{one}\n" for one in (*first, *lines, "authors:", *people, *ids)).encode()


def _text(value: str) -> str:
    """As JSON has it, which YAML reads so, too; but no sign is two halves there."""
    near = (json.dumps(one)[1:-1] if one < "\U00010000" else f"\\U{ord(one):08x}" for one in value)
    return f'"{"".join(near)}"'


def _datacite(game: Leaving) -> bytes:
    """The fields of DataCite 4; whoever gives it a DOI adds that, and the publisher."""
    last = game.laid.last_at
    people = [{"name": name, "nameType": "Personal"} for name in names(game)]
    dates = [] if game.laid.record.ruleset == TOLD else [("Collected", "/".join(days(game)))]
    told: Data = {
        "titles": [{"title": title(game)}],
        "creators": people or [{"name": "(:unav)"}],
        "publisher": {"name": "(:unav)"},
        "publicationYear": last[:4],
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": "The record of a game"},
        "subjects": [{"subject": SUBJECT}],
        "descriptions": [{"description": what(game), "descriptionType": "Abstract"}],
        "dates": [{"date": date, "dateType": kind} for kind, date in dates],
        "alternateIdentifiers": [
            {
                "alternateIdentifier": identifier(game),
                "alternateIdentifierType": "Head of the ledger",
            }
        ],
        "formats": ["nomic-mail/1"],
        "version": game.laid.head[:12],
        "schemaVersion": "http://datacite.org/schema/kernel-4",
    }
    if game.licence:
        right = {
            "rightsIdentifier": game.licence,
            "rightsIdentifierScheme": "SPDX",
            "rightsUri": SPDX.format(game.licence),
        }
        told["rightsList"] = [right]
    return _json(told)


def _crate(game: Leaving) -> bytes:
    """RO-Crate 1.1."""
    root = dataset(game)
    del root["@context"]
    people = [{"@id": f"#player-{n}", **one} for n, one in enumerate(root.pop("creator"), 1)]
    told = {"record.json": "The record", "record.schema.json": "Its schema"}
    parts = [
        {"@id": file, "@type": "File", "name": name, "encodingFormat": "application/json"}
        for file, name in told.items()
    ]
    whole = {
        "@id": "./",
        **root,
        "datePublished": game.laid.last_at[:10],
        "license": {"@id": root["license"]} if game.licence else "as its players say",
        "author": [{"@id": one["@id"]} for one in people],
        "hasPart": [{"@id": one["@id"]} for one in parts],
    }
    about = {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        "about": {"@id": "./"},
    }
    licence = [{"@id": root["license"], "@type": "CreativeWork"}] if game.licence else []
    graph = [about, whole, *parts, *people, *licence]
    return _json({"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph})


def _json(told: Data) -> bytes:
    return f"{json.dumps(told, ensure_ascii=False, indent=2)}\n".encode()


CITED: Mapping[str, tuple[str, Callable[[Leaving], bytes]]] = {
    "CITATION.cff": ("how the game is cited (Citation File Format)", _citation),
    "datacite.json": ("the same for DataCite, without a DOI", _datacite),
    "ro-crate-metadata.json": ("the same for RO-Crate 1.1", _crate),
}
