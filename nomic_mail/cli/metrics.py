"""The state of a server as OpenMetrics text, for what gathers such numbers."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

Facts = Mapping[str, Any]  # as `status` finds them
Samples = Iterable[tuple[Mapping[str, str], float]]


def open_metrics(facts: Facts, now: datetime) -> str:
    lines: list[str] = []
    for name, kind, told, samples in FAMILIES:
        lines += [f"# TYPE nomic_{name} {kind}", f"# HELP nomic_{name} {told}"]
        end = "_total" if kind == "counter" else ""
        for labels, value in samples(facts, now):
            lines.append(f"nomic_{name}{end}{_labels(labels)} {value:.15g}")
    return "\n".join([*lines, "# EOF", ""])


def _labels(labels: Mapping[str, str]) -> str:
    def escaped(text: str) -> str:
        return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

    each = ",".join(f'{name}="{escaped(value)}"' for name, value in labels.items())
    return f"{{{each}}}" if each else ""


def _one(value: Callable[[Facts], float]) -> Callable[[Facts, datetime], Samples]:
    return lambda facts, now: [({}, value(facts))]


def _by_state(name: str) -> Callable[[Facts, datetime], Samples]:
    return lambda facts, now: [({"state": one}, many) for one, many in sorted(facts[name].items())]


def _since(at: Callable[[Facts], datetime | None]) -> Callable[[Facts, datetime], Samples]:
    """Seconds; nothing where it never was."""

    def samples(facts: Facts, now: datetime) -> Samples:
        moment = at(facts)
        return [({}, (now - moment).total_seconds())] if moment else []

    return samples


def _oldest(facts: Facts, now: datetime) -> Samples:
    for way in ("in", "out"):
        since = facts[f"waiting_{way}_since"]
        yield {"way": way}, max(0.0, (now - since).total_seconds()) if since else 0.0


def _looks(facts: Facts, now: datetime) -> Samples:
    for one in facts["mailboxes"]:
        if one["last_look"]:
            yield {"mailbox": one["mailbox"]}, (now - one["last_look"]).total_seconds()


def _shut(facts: Facts, now: datetime) -> Samples:
    return [({"mailbox": one["mailbox"]}, bool(one["trouble"])) for one in facts["mailboxes"]]


def _for_the_moderator(facts: Facts) -> int:
    return sum(one["waits_for"] == "the moderator" for one in facts["held"])


def _taken_in(facts: Facts) -> int:
    """Also those that went with a game: a counter never falls."""
    return int(facts["received"] + facts["gone_with_games"]["in"])


def _sent(facts: Facts) -> int:
    return int(facts["outbox"].get("sent", 0) + facts["gone_with_games"]["out"])


Family = tuple[str, str, str, Callable[[Facts, datetime], Samples]]
FAMILIES: tuple[Family, ...] = (
    ("up", "gauge", "Whether a server runs.", _one(lambda f: f["runs"])),
    ("troubles", "gauge", "What keeps it from its work.", _one(lambda f: len(f["troubles"]))),
    ("helpers_wanted", "gauge", "Helpers it shall have.", _one(lambda f: len(f["helpers"]))),
    (
        "helpers",
        "gauge",
        "Helpers it has.",
        _one(lambda f: sum(one["process"] > 0 for one in f["helpers"])),
    ),
    (
        "helpers_ended",
        "gauge",
        "Helpers that ended by themselves since its start.",
        _one(lambda f: sum(one["ended"] for one in f["helpers"])),
    ),
    ("letters_in", "counter", "Letters and acts taken in.", _one(_taken_in)),
    ("letters_out", "counter", "Letters sent.", _one(_sent)),
    (
        "recipients_refused",
        "counter",
        "Recipients refused, as no address of ours.",
        _one(lambda f: f["refused_at_rcpt"]),
    ),
    ("inbox_letters", "gauge", "Taken in, by what became of them.", _by_state("inbox")),
    ("outbox_letters", "gauge", "Letters out, by what became of them.", _by_state("outbox")),
    ("oldest_seconds", "gauge", "How long the oldest letter waits.", _oldest),
    ("held_letters", "gauge", "Held for the moderator.", _one(_for_the_moderator)),
    ("desk_items", "gauge", "What waits on the moderator's desk.", _one(lambda f: f["desk"])),
    ("games", "gauge", "Games on this server.", _one(lambda f: f["games"])),
    (
        "deadline_overdue_seconds",
        "gauge",
        "Since when the next deadline is due; below 0 it is to come.",
        _since(lambda f: f["next_deadline"]),
    ),
    (
        "sign_of_life_seconds",
        "gauge",
        "Since the server's last sign of life.",
        _since(lambda f: f["last_seen"].get("serve")),
    ),
    ("mailbox_look_seconds", "gauge", "Since a mailbox was last looked through.", _looks),
    ("mailbox_in_trouble", "gauge", "Whether a mailbox cannot be read.", _shut),
    (
        "way_out_in_trouble",
        "gauge",
        "Whether no letter goes out.",
        _one(lambda f: bool(f["outgoing"])),
    ),
    ("disk_free_bytes", "gauge", "Room on the disk of the data.", _one(lambda f: f["disk_free"])),
)
