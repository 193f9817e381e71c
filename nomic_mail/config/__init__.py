"""The one config file: TOML in, frozen structs out.

1. Every key has a default, so an empty file is a whole configuration.
2. All problems are told at once, each with its line, the value found and what would be right; a
   wrong key is never passed over in silence.
3. The sections hold what was written; the paths made of it are properties of `Config`. `data` and
   `templates.path` stand against the config file's folder, all other paths against `data`.
4. No password is ever printed, those in a database URL neither.
5. `[[mailbox]]` can be written any number of times; one may be written `[mailbox]`.
"""

import difflib
import os
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Struct

from nomic_mail.config import lost
from nomic_mail.config.kinds import (
    Address,
    AuthservId,
    Database,
    Duration,
    Line,
    MaybePath,
    PathText,
    Relays,
    WebAddress,
    whole,
)
from nomic_mail.config.people import ModeratorSection, people_problems
from nomic_mail.config.post import ListenerSection, Mailbox, OutgoingSection, post_problems
from nomic_mail.config.told import of_system
from nomic_mail.config.wrong import wrong
from nomic_mail.files import read_named
from nomic_mail.game.durations import parse_duration
from nomic_mail.toml import BadFile as ConfigError
from nomic_mail.toml import Problem, near, parsed, places_of, shown

__all__ = [
    "SECTIONS",
    "Config",
    "ConfigError",
    "GameSection",
    "ListenerSection",
    "Mail",
    "Mailbox",
    "ModeratorSection",
    "OutgoingSection",
    "Problem",
    "Server",
    "Site",
    "Store",
    "TemplatesSection",
    "example",
    "find_config",
    "load",
    "near",
    "shipped",
    "shown",
    "value_fix",
]


class Server(Struct, frozen=True, forbid_unknown_fields=True):
    name: Line = "nomic"
    data: PathText = "."
    database: Database = "sqlite:///nomic.db"
    secret_file: PathText = "secret.key"  # noqa: S105  a file name, not the secret
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    workers: Annotated[int, whole(1, 16)] = 1


class Mail(Struct, frozen=True, forbid_unknown_fields=True):
    address: Address = "nomic@localhost"
    delimiter: Literal["+", "-", "_", "=", ""] = "+"
    trust: Literal["token", "open"] = "token"
    authserv_id: AuthservId = ""
    relay: Relays = ()
    dkim: bool = True
    subjects: Literal["telling", "one"] = "telling"
    language: Literal["en", "de"] = "en"
    max_letter_bytes: Annotated[int, whole(10_000, 100_000_000)] = 1_000_000


class TemplatesSection(Struct, frozen=True, forbid_unknown_fields=True):
    path: MaybePath = ""


class Store(Struct, frozen=True, forbid_unknown_fields=True):
    keep_raw: Duration = "0"
    keep_strangers: Duration = "30d"
    strangers_bytes: Annotated[int, whole(1_000_000, 1_000_000_000_000)] = 100_000_000

    @property
    def raw_kept_for(self) -> timedelta:
        """No time at all: for ever."""
        return parse_duration(self.keep_raw)

    @property
    def strangers_kept_for(self) -> timedelta:
        """The same."""
        return parse_duration(self.keep_strangers)


class Site(Struct, frozen=True, forbid_unknown_fields=True):
    path: MaybePath = ""
    url: WebAddress = ""


class GameSection(Struct, frozen=True, forbid_unknown_fields=True):
    debate_min: Duration = "48h"
    debate_max: Duration = "7d"
    vote_window: Duration = "7d"
    turn_window: Duration = "7d"
    extension: Duration = "3d"
    extensions: Annotated[int, whole(0, 20)] = 2
    digest: Literal["immediate", "daily", "weekly"] = "immediate"


class Config(Struct, frozen=True):
    file: Path
    server: Server = Server()
    moderator: ModeratorSection = ModeratorSection()
    mail: Mail = Mail()
    listener: ListenerSection = ListenerSection()
    mailbox: tuple[Mailbox, ...] = ()
    outgoing: OutgoingSection = OutgoingSection()
    templates: TemplatesSection = TemplatesSection()
    store: Store = Store()
    site: Site = Site()
    game: GameSection = GameSection()

    @property
    def data(self) -> Path:
        return self.file.absolute().parent / Path(self.server.data).expanduser()

    @property
    def database_url(self) -> str:
        """The URL with a SQLite file made absolute (rule 3)."""
        url = self.server.database
        if not url.startswith("sqlite:///"):
            return url
        name, mark, options = url.removeprefix("sqlite:///").partition("?")
        return f"sqlite:///{self.data / name}{mark}{options}"

    @property
    def secret_file(self) -> Path:
        return self.path(self.server.secret_file)

    @property
    def maildir(self) -> Path:
        return self.path(self.outgoing.maildir)

    def path(self, name: str) -> Path:
        """A path as it is written anywhere but in `data` and `templates.path` (rule 3)."""
        return self.data / Path(name).expanduser()

    @property
    def site_folder(self) -> Path | None:
        """Where the games' web sites are kept; None where they are not."""
        return self.path(self.site.path) if self.site.path else None

    @property
    def site_url(self) -> str:
        """Where readers find that folder, without a stroke at its end; "" where they do not."""
        return self.site.url.rstrip("/")

    @property
    def templates_folders(self) -> tuple[Path, ...]:
        """Where letters find their words: one's own folder first, which need not hold them all."""
        own = Path(self.templates.path).expanduser()
        mine = (self.file.absolute().parent / own,) if self.templates.path else ()
        return (*mine, shipped("templates"))


SECTIONS: dict[str, type[Struct]] = {
    "server": Server,
    "moderator": ModeratorSection,
    "mail": Mail,
    "listener": ListenerSection,
    "mailbox": Mailbox,
    "outgoing": OutgoingSection,
    "templates": TemplatesSection,
    "store": Store,
    "site": Site,
    "game": GameSection,
}


TO_ALL = "{# to all #}\n"  # so the template of a letter to all begins, and of no other
MANY = ("mailbox",)
PLACES = {
    *("site.path", "server.data", "server.secret_file", "server.database"),
    *("outgoing.kind", "outgoing.maildir", "listener.socket"),
}
MOST_CHARACTERS = 1_000_000


def _unknown_key(section: str, name: str) -> str:
    keys = SECTIONS[section].__struct_fields__
    elsewhere = [other for other, kind in SECTIONS.items() if name in kind.__struct_fields__]
    if elsewhere and not difflib.get_close_matches(name, keys, 1, 0.6):
        return f"no such key here: it stands in [{elsewhere[0]}]"
    return f"no such key in [{section}]: {near(name, keys)}"


def _section_problems(
    section: str, table: Mapping[str, object], where: str
) -> list[tuple[str, str, str]]:
    """(key, value, fix) for each key of one section."""
    kinds = get_type_hints(SECTIONS[section], include_extras=True)
    found = []
    for name, value in table.items():
        fix = wrong(kinds[name], value) if name in kinds else _unknown_key(section, name)
        if fix:
            found.append((f"{where}.{name}", shown(value, name), fix))
    return found


def value_fix(section: str, name: str, value: object) -> str | None:
    """What would mend one value by itself; None where it is right."""
    return wrong(get_type_hints(SECTIONS[section], include_extras=True)[name], value)


def _private(config: Config) -> Iterator[tuple[str, Path]]:
    """What no reader of the site may come to, and where it lies."""
    yield "the key", config.data
    yield "the key", config.secret_file
    if config.database_url.startswith("sqlite:///"):
        name = config.database_url.removeprefix("sqlite:///").partition("?")[0]
        yield "the database", Path(name)
    if config.outgoing.kind == "maildir":
        yield "the letters", config.maildir
    if config.listener.socket:
        yield "the socket", config.path(config.listener.socket)


def _cross_problems(config: Config, wrong: set[str]) -> list[tuple[str, str, str]]:
    """What only shows when two keys, each right alone, are read together."""
    found = []
    game, mail = config.game, config.mail
    debates = {"game.debate_min", "game.debate_max"}
    if not wrong & debates and parse_duration(game.debate_min) > parse_duration(game.debate_max):
        fix = f"no longer than game.debate_max, which is {game.debate_max}"
        found.append(("game.debate_min", shown(game.debate_min), fix))
    addresses = {"mail.address", "mail.delimiter"}
    local = mail.address.rpartition("@")[0]
    if not wrong & addresses and mail.delimiter and mail.delimiter in local:
        fix = f"the part before the @ must not hold the delimiter {mail.delimiter}"
        found.append(("mail.address", shown(mail.address), fix))
    server, both = config.server, {"server.workers", "server.database"}
    if not wrong & both and server.workers > 1 and not server.database.startswith("sqlite:///"):
        fix = "leave it out: on PostgreSQL, several servers share the work (docs/scale.md)"
        found.append(("server.workers", shown(server.workers), fix))
    if "mail.address" not in wrong and config.moderator.address.lower() == mail.address.lower():
        fix = "write your own mailbox: letters to this address come into the games"
        found.append(("moderator.address", shown(config.moderator.address), fix))
    site = config.site_folder if not wrong & PLACES else None
    for what, place in _private(config):
        inside = Path(os.path.realpath(place))  # which a link to itself does not break
        if site is not None and Path(os.path.realpath(site)) in (inside, *inside.parents):
            fix = f"write a folder of its own: with {inside}, readers would be shown {what}"
            found.append(("site.path", shown(config.site.path), fix))
            break
    for key, name, value, fix in (
        *people_problems(config.moderator),
        *post_problems(config.outgoing, config.mailbox, wrong),
    ):
        found.append((key, shown(value, name), fix))
    return found


def _read(path: Path) -> str:
    try:
        return read_named(path, 4 * MOST_CHARACTERS).decode("utf-8-sig")
    except FileNotFoundError:
        fix = lost.configuration(path)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        fix = f"the file is not UTF-8 (line {line}): save it as UTF-8"
    except IsADirectoryError:
        fix = f"it is a folder; name the file: --config {path / 'config.toml'}"
    except OSError as error:
        fix = str(of_system(error, path))
    raise ConfigError(path, [Problem(None, "the file", "", fix)])


def _tables(value: object) -> list[dict[str, object]]:
    """One table or a list of them (rule 5); empty where it is something else."""
    found = value if isinstance(value, list) else [value]
    tables = [one for one in found if isinstance(one, dict)]
    return tables if len(tables) == len(found) else []


def _without(
    table: Mapping[str, object], wrong: list[tuple[str, str, str]], where: str
) -> dict[str, object]:
    bad = {key for key, _, _ in wrong}
    return {key: value for key, value in table.items() if f"{where}.{key}" not in bad}


def load(path: Path) -> Config:
    text = _read(path)
    found: list[tuple[str, str, str]] = []
    right: dict[str, Any] = {"file": path}
    for section, table in parsed(text, path, MOST_CHARACTERS).items():
        if isinstance(table, dict) and section in SECTIONS and section not in MANY:
            found += (wrong := _section_problems(section, table, section))
            right[section] = _without(table, wrong, section)
        elif section in MANY and (tables := _tables(table)):
            right[section] = []
            for number, each in enumerate(tables, 1):
                where = f"{section}[{number}]"
                found += (wrong := _section_problems(section, each, where))
                right[section].append(_without(each, wrong, where))
        elif isinstance(table, dict):
            found.append((section, "", f"no such section: {near(section, SECTIONS)}"))
        else:
            heads = f"[{section}]" if section in SECTIONS else " ".join(f"[{s}]" for s in SECTIONS)
            found.append((section, shown(table), f"every key stands in a section: {heads}"))
    config = msgspec.convert(right, Config)
    found += _cross_problems(config, {key for key, _, _ in found})
    if found:
        lines = places_of(text, MANY)
        problems = [Problem(lines.get(key), key, value, fix) for key, value, fix in found]
        raise ConfigError(path, sorted(problems, key=lambda one: one.line or 0))
    return config


# Where things are


def find_config(option: str | None, environ: Mapping[str, str]) -> Path:
    """--config, else NOMIC_MAIL_CONFIG, else ./config.toml."""
    return Path(option or environ.get("NOMIC_MAIL_CONFIG") or "config.toml")


def shipped(name: str) -> Path:
    """`templates`, `migrations`, `docs` or `config.example.toml`: in the wheel, else in the
    checkout."""
    inside = Path(__file__).parent.parent / name
    return inside if inside.exists() else Path(__file__).parent.parent.parent / name


@cache
def letters_to_all() -> frozenset[str]:
    """What goes to all players, in the same words, but for what is asked of each: those templates
    say so in their first line. Everything else is somebody's own."""
    templates = shipped("templates").glob("[a-z]*.txt")
    return frozenset(one.stem for one in templates if one.read_text("utf-8").startswith(TO_ALL))


def example() -> str:
    return shipped("config.example.toml").read_text(encoding="utf-8")
