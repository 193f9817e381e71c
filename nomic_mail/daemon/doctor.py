"""The doctor: each part of a server looked at as it will be used, and what to do where it fails.

1. Nothing is changed: no letter is taken, sent or moved, and no database is brought up.
2. Every finding names the part; every trouble says what would mend it.
"""

import os
import shutil
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from nomic_mail.clock import Clock
from nomic_mail.config import Config, Mailbox
from nomic_mail.daemon.lock import lock_of
from nomic_mail.daemon.parts import Trouble, load_keys, template_troubles
from nomic_mail.store import ledger
from nomic_mail.store.database import Busy, Database, DatabaseTrouble
from nomic_mail.wire.login import Secret

LEAST_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """`fix` is empty where all is well."""

    part: str
    words: str
    fix: str = ""


def examine(config: Config, clock: Clock) -> Iterator[Finding]:
    """One part after the other, as each is looked at: some take their time."""
    serving = lock_of(config).held()
    told = "a server runs on it" if serving else "no server runs"
    yield Finding("config", f"{config.file} is right; {told}")
    yield from _secret(config)
    yield from _templates(config)
    yield from _disk(config)
    yield from _database(config, clock)
    yield from _listener(config, serving)
    for box in config.mailbox:
        yield from _mailbox(config, clock, box)
    yield from _way_out(config, clock)


def _secret(config: Config) -> Iterator[Finding]:
    try:
        load_keys(config)
    except Trouble as trouble:
        yield Finding("secret", str(trouble), "nomic-mail init writes one; or restore your backup")
        return
    file = config.secret_file
    if file.stat().st_mode & 0o077:
        yield Finding("secret", f"others can read {file}", f"chmod 600 {file}")
    else:
        yield Finding("secret", f"{file} is there, for its owner alone")


def _templates(config: Config) -> Iterator[Finding]:
    if not config.templates.path:
        return
    broken = template_troubles(config)
    for trouble in broken:
        what, _, fix = trouble.rpartition("; ")
        yield Finding("templates", what or trouble, fix or "mend it")
    if not broken:
        yield Finding("templates", f"those in {config.templates_folders[0]} can be used")


def _disk(config: Config) -> Iterator[Finding]:
    if not os.access(config.data, os.W_OK | os.X_OK):
        fix = "give it to the user the server runs as (chown), or name another in [server] data"
        yield Finding("disk", f"{config.data} cannot be written", fix)
        return
    free = shutil.disk_usage(config.data).free
    told = f"{free // 1_000_000:,} MB free in {config.data}"
    yield Finding("disk", told, "" if free >= LEAST_BYTES else "make room: letters need it")


def _database(config: Config, clock: Clock) -> Iterator[Finding]:
    url = config.database_url
    if url.startswith("sqlite:///") and not os.path.exists(url.removeprefix("sqlite:///")):  # noqa: PTH110
        yield Finding("database", "there is none yet", "nomic-mail init makes it")
        return
    try:
        database = Database(url)
        with database.read() as connection:
            last = ledger.last_event_at(connection)
        database.close()
    except (Busy, DatabaseTrouble, OSError, ValueError) as trouble:
        fix = "stop the server, and restore a backup; or start it once, if it is an older version's"
        yield Finding("database", f"it cannot be read: {trouble}", fix)
        return
    yield Finding("database", "it can be read")
    now = clock.now()
    if last is not None and now < last - timedelta(seconds=1):
        told = (
            f"it is {now:%Y-%m-%d %H:%M} UTC here, and the last event is of {last:%Y-%m-%d %H:%M}"
        )
        yield Finding("clock", told, "set the clock right (timedatectl): deadlines are frozen")
    else:
        yield Finding("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC, after all that happened so far")


def _listener(config: Config, serving: bool) -> Iterator[Finding]:
    listen = config.listener
    if not listen.enabled:
        if not config.mailbox:
            fix = "write a [[mailbox]], or enabled = true; or hand letters in by `letter deliver`"
            yield Finding("listener", "no letter comes in: no listener, no mailbox", fix)
        return
    where = listen.socket or f"{listen.host} port {listen.port}"
    try:
        _try_listener(config)
    except OSError as error:
        if serving:
            fix = "look into its log"
            yield Finding("listener", f"{where} does not answer: {error.strerror or error}", fix)
        else:
            yield Finding("listener", f"{where} is free for the server")
        return
    if serving:
        yield Finding("listener", f"{where} answers")
    else:
        fix = "stop the other program there, or choose another in [listener]"
        yield Finding("listener", f"{where} is taken, and not by this server", fix)


def _try_listener(config: Config) -> None:
    listen = config.listener
    if listen.socket:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            line.connect(str(config.path(listen.socket)))
        return
    if listen.port == 0:
        raise OSError("any free port")
    with socket.create_connection((listen.host, listen.port), 5):
        pass


def _mailbox(config: Config, clock: Clock, box: Mailbox) -> Iterator[Finding]:
    from nomic_mail.wire.imap import Line
    from nomic_mail.wire.imap import Trouble as Shut

    ca_file = config.path(box.ca_file) if box.ca_file else None
    line = Line(box, Secret(box, config.path, clock), ca_file)
    try:
        told = line.probe()
    except Shut as shut:
        yield Finding("mailbox", str(shut), _mend(str(shut), "[[mailbox]]"))
    else:
        yield Finding("mailbox", f"{box.shown}: {told}")


def _way_out(config: Config, clock: Clock) -> Iterator[Finding]:
    out = config.outgoing
    if out.kind == "maildir":
        yield Finding("outgoing", f"letters are laid into {config.maildir}")
        return
    from nomic_mail.daemon.parts import smarthost_for

    outlet = smarthost_for(config, clock)
    outcome = outlet.probe()
    outlet.close()
    where = f"{out.smtp_host} port {out.smtp_port}"
    if outcome.kind == "sent":
        yield Finding("outgoing", f"{where} takes our letters")
    else:
        yield Finding("outgoing", outcome.detail, _mend(outcome.detail, "[outgoing]"))


MENDING = {
    "login is refused": "see to user and password in {}; some providers want a password made for"
    " programs, or xoauth2",
    "certificate": "is the host in {} the one its certificate names? A private authority goes into"
    " ca_file",
    "STARTTLS": 'write security = "tls" in {}, and the port that goes with it',
    "select": "is the name of the folder in {} right?",
    "cannot be read": "make the file named in {}, readable by the user the server runs as",
    "password_command": "run the command of {} by hand, as the user the server runs as",
    "access token": "log in anew with the provider's tool, for a new refresh token ({})",
}


def _mend(words: str, section: str) -> str:
    found = next((fix for sign, fix in MENDING.items() if sign in words), "")
    return (found or "see to host, port and security in {}; is the way there open?").format(section)
