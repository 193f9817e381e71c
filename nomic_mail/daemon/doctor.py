"""The doctor: each part of a server looked at as it will be used, and what to do where it fails.

1. Nothing is changed: no letter is taken, sent or moved, and no database is brought up.
2. Every finding names the part; every trouble says what would mend it.
"""

import errno
import os
import pwd
import shutil
import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nomic_mail.clock import Clock
from nomic_mail.config import Config, Mailbox, lost
from nomic_mail.config.told import Fixable, of_system, shut
from nomic_mail.daemon import health, served, workers
from nomic_mail.daemon.health import Finding
from nomic_mail.daemon.lock import lock_of
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import load_keys, template_troubles
from nomic_mail.game.programs import Declared
from nomic_mail.letters.proof.names import Unknown, dns_lookup
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.store.database import copies
from nomic_mail.store.database.engines import Busy, Connection, Damaged, Database, DatabaseTrouble
from nomic_mail.store.games import ledger
from nomic_mail.store.queue import lately
from nomic_mail.wire.login import Secret
from nomic_mail.wire.relay import hops
from nomic_mail.wire.trouble import listening, mending

if TYPE_CHECKING:
    from nomic_mail.wire.smarthost import Smarthost

LEAST_BYTES = 200_000_000
LETTERS = 50  # the last, that are looked into
DNS_SECONDS = 5.0


WHETHER = {
    True: "a server runs on it",
    False: "no server runs",
    None: "whether a server runs, only its database could tell",
}


def examine(config: Config, clock: Clock) -> Iterator[Finding]:
    """One part after the other, as each is looked at: some take their time."""
    serving: bool | None
    try:
        serving = lock_of(config).held()
    except (Busy, DatabaseTrouble):  # what is wrong with it is told below
        serving = None
    told = WHETHER[serving]
    yield Finding("config", f"{config.file} is right; {told}")
    yield from _secret(config)
    yield from _templates(config)
    yield from _programs()
    yield from _disk(config)
    yield from _site(config)
    amiss: list[Finding] = []  # what `status` tells
    yield from _database(config, clock, amiss, bool(serving))
    yield from (one for one in amiss if one.part in ("server", "helpers", "letters", "mailbox"))
    yield from _listener(config, serving)
    owed = _owed(config)
    for box in config.mailbox:
        for found in examine_mailbox(config, clock, box):
            yield _after_restoring(found) if box.beat_name in owed else found
    yield from _relay(config)
    yield from _dns(config)
    yield from _outgoing(config, clock, [one for one in amiss if one.part == "outgoing"])


def _secret(config: Config) -> Iterator[Finding]:
    try:
        load_keys(config)
    except Trouble as trouble:
        yield Finding("secret", trouble.what, trouble.fix)
        return
    files = [config.secret_file]
    for one in (*config.mailbox, config.outgoing):
        written = (one.password_file, one.oauth_refresh_file)
        files += [config.path(name) for name in written if name]
        if one.password or one.oauth_client_secret:
            files.append(config.file)
    for file in dict.fromkeys(files):
        if file.exists() and file.stat().st_mode & 0o077:
            yield Finding("secret", f"others can read {file}", f"chmod 600 {file}")
        elif file == config.secret_file:
            yield Finding("secret", f"{file} is there, for its owner alone")


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def _templates(config: Config) -> Iterator[Finding]:
    if not config.templates.path:
        return
    broken = template_troubles(config)
    for trouble in broken:
        what, _, fix = trouble.rpartition("; ")
        yield Finding("templates", what or trouble, fix or "see to [templates] path")
    if not broken:
        yield Finding("templates", f"those in {config.templates_folders[0]} can be used")


def _programs() -> Iterator[Finding]:
    runs = Sandbox()
    if not runs.interpreter:
        told = "there is no interpreter for rules' programs here: proposals with one are refused"
        yield Finding("programs", told)
        return
    read = runs.read('coins = quantity("coins")\n')
    if isinstance(read, Declared):
        yield Finding("programs", f"rules' programs can run, by {runs.interpreter}")
    else:
        fix = "install it again: pip install --force-reinstall pydantic-monty"
        yield Finding("programs", f"{runs.interpreter} does not run: {read[0].why}", fix)


def _disk(config: Config) -> Iterator[Finding]:
    if found := shut(config.data):
        fix = found.fix.replace("chown", "chown -R")
        yield Finding("disk", found.what, f"{fix}; or name another in [server] data")
        return
    owner = config.data.stat().st_uid
    if os.geteuid() == 0 != owner:
        told = f"{config.data} is not root's, and root may do what the server may not"
        yield Finding("user", told, f"runuser -u {_name(owner)} -- nomic-mail check")
    free = shutil.disk_usage(config.data).free
    told = f"{free // 1_000_000:,} MB free in {config.data}"
    yield Finding("disk", told, "" if free >= LEAST_BYTES else "make room: letters need it")


def _site(config: Config) -> Iterator[Finding]:
    folder = config.site_folder
    if folder is None:
        return
    found = shut(folder)
    if found is None:
        yield Finding("site", f"the games' web sites are kept in {folder}")
    else:
        yield Finding("site", found.what, f"{found.fix}; or name another in [site] path")


def _database(
    config: Config, clock: Clock, amiss: list[Finding], serving: bool
) -> Iterator[Finding]:
    """Fills `amiss`, too: it looks at the same moment."""
    now = clock.now()
    if trouble := served.gone(config, runs=serving):
        yield Finding("database", trouble.what, trouble.fix)
        return
    try:
        database = Database(config.database_url)
        told = database.look()
        with database.read() as connection:
            last = ledger.last_event_at(connection)
            servers = list(_workers(config, connection))
            if not told:
                servers += _helpers(config, connection, serving)
                counted = health.as_it_counts(connection, clock)
                amiss += health.amiss(config, database, connection, counted, may_rest=True)
        database.close()
    except (Damaged, DatabaseTrouble) as broken:
        yield Finding("database", broken.what, broken.fix)
        return
    except (Busy, OSError, ValueError) as broken:
        yield Finding("database", *_why_not(config, broken))
        return
    if wrong := [one for one in amiss if one.part == "database"]:
        yield from wrong
    elif wrong := [one for one in amiss if one.part == "secret"]:
        with suppress(Trouble):  # else told of the secret
            load_keys(config)
            yield from wrong
    if not any(one.part == "database" for one in amiss):
        yield Finding("database", told or "it is whole, and of this version")
    yield from servers
    yield from _clock(now, last, [one for one in amiss if one.part == "clock"])


def _why_not(config: Config, trouble: Exception) -> tuple[str, str]:
    told = of_system(trouble, config.data) if isinstance(trouble, OSError) else trouble
    if isinstance(told, Fixable):
        what, fix = told.what, told.fix
    else:
        what, fix = str(told), ""
    if not fix and config.database_url.startswith("postgresql"):
        fix = "start PostgreSQL, or mend the address in [server] database"
    return (
        f"it cannot be used: {what}",
        fix or "the user the server runs as must be able to write it and its folder",
    )


def _clock(now: datetime, last: datetime | None, told: list[Finding]) -> Iterator[Finding]:
    """What a server that runs has told of it; else as far as can be seen."""
    if told:
        for one in told:
            yield replace(one, fix=one.fix.replace("set the clock right", TIME_TOLD, 1))
    elif last is not None and now < last - timedelta(seconds=1):
        words = (
            f"it is {now:%Y-%m-%d %H:%M} UTC here, and the last event is of {last:%Y-%m-%d %H:%M}"
        )
        yield Finding("clock", words, f"{TIME_TOLD}: until then deadlines are frozen")
    else:
        yield Finding("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC, after all that happened so far")


TIME_TOLD = "set the clock right (timedatectl)"


def _workers(config: Config, connection: Connection) -> Iterator[Finding]:
    """Those that share the database, and whether this configuration could be one of theirs."""
    there = workers.seen(config, connection)
    for one in there:
        yield Finding("server", ", ".join((f"number {one.number}, {one.process}", *one.roles)))
    differs: list[str] = []
    if there:
        with suppress(Trouble):  # what is wrong with the key is told already
            differs = workers.unlike(config, connection)
    if differs:
        told = f"those that run were told something else: {', '.join(differs)}"
        yield Finding("server", told, "write the same here; or stop them all, then start this one")


def _helpers(config: Config, connection: Connection, serving: bool) -> Iterator[Finding]:
    """Whether they are there, and whether more processes can bring anything."""
    wanted, there = config.server.workers - 1, health.helpers(config, connection)
    if serving and not config.database_url.startswith("sqlite:///"):
        return
    if serving and len(there) != wanted:
        told = f"the server was started with workers = {len(there) + 1}, and not {wanted + 1}"
        fix = f"start it anew: {lost.starting(config.file, 'restart')}"
        yield Finding("helpers", told, fix)
    elif wanted:
        alive = sum(one.process > 0 for one in there)
        told = f"{alive} of {wanted} work" if serving else f"{wanted} begin with the server"
        yield Finding("helpers", f"{told} ([server] workers){_brings(config)}")


def _brings(config: Config) -> str:
    """What of them brings nothing."""
    if not config.mail.delimiter:
        return '; with delimiter = "" all letters come to one address, and they have nothing to do'
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if cores and config.server.workers > cores:
        return f"; more processes than cores, of which there are {cores} here, bring nothing"
    return ""


def _listener(config: Config, serving: bool | None) -> Iterator[Finding]:
    listen = config.listener
    if not listen.enabled:
        if not config.mailbox:
            fix = "write a [[mailbox]], or enabled = true; or hand letters in by `letter deliver`"
            yield Finding("listener", "no letter comes in: no listener, no mailbox", fix)
        return
    where = listen.socket or f"{listen.host} port {listen.port}"
    if serving:
        try:
            _knock(config)
        except OSError as error:
            told = f"{where} does not answer: {error.strerror or error}"
            yield Finding("listener", told, "look into its log; was [listener] changed since?")
        else:
            yield Finding("listener", f"{where} answers")
        return
    try:
        _try_to_listen(config)
    except OSError as error:
        told, fix = listening(error, config.path(listen.socket) if listen.socket else None)
        if serving is None and error.errno == errno.EADDRINUSE:
            yield Finding("listener", f"{where} is in use, by this server likely")
            return
        yield Finding("listener", f"{where} cannot be listened on: {told}", fix)
    else:
        shut = _shut_to_others(config)
        yield shut or Finding("listener", f"{where} is free for the server")


def _shut_to_others(config: Config) -> Finding | None:
    """The folder of a socket, where the mail server shall find it."""
    if not config.listener.socket:
        return None
    folder = config.path(config.listener.socket).parent
    found = folder.stat()
    with suppress(KeyError):
        own_group = pwd.getpwuid(found.st_uid).pw_gid == found.st_gid
        if found.st_mode & 0o001 or (found.st_mode & 0o010 and not own_group):
            return None
        fix = f"give it to the mail server's group: chgrp postfix {folder}; chmod 750 {folder}"
        return Finding("listener", f"no other program can enter {folder}", fix)
    return None


def _knock(config: Config) -> None:
    listen = config.listener
    if listen.socket:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            line.connect(str(config.path(listen.socket)))
    elif listen.port:
        socket.create_connection((listen.host, listen.port), 5).close()


def _try_to_listen(config: Config) -> None:
    listen = config.listener
    if not listen.socket:
        family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
        socket.create_server((listen.host, listen.port), family=family).close()
        return
    path = config.path(listen.socket)
    if path.exists() and not path.is_socket():
        raise FileExistsError(errno.EEXIST, "")
    with suppress(ConnectionRefusedError, FileNotFoundError):  # left behind, or not there yet
        _knock(config)
        raise OSError(errno.EADDRINUSE, "")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, f"{path.parent} cannot be written")


def examine_mailbox(config: Config, clock: Clock, box: Mailbox) -> Iterator[Finding]:
    from nomic_mail.wire.imap import MailboxLine
    from nomic_mail.wire.imap import MailboxTrouble as Shut

    ca_file = config.path(box.ca_file) if box.ca_file else None
    line = MailboxLine(box, Secret(box, config.path, clock), ca_file)
    try:
        told = line.probe()
    except Shut as shut:
        yield Finding("mailbox", str(shut), mending(str(shut), "[[mailbox]]", box.security))
    else:
        yield Finding("mailbox", f"{box.shown}: {told}")


def _owed(config: Config) -> list[str]:
    """The mailboxes that keep all letters waiting since a backup was restored."""
    if served.gone(config):
        return []
    try:
        database = Database(config.database_url)
        with database.read() as connection:
            owed = copies.owed_by(connection, [box.beat_name for box in config.mailbox])
        database.close()
    except (DatabaseTrouble, Busy, OSError, ValueError):  # told of above
        return []
    return owed


def _after_restoring(found: Finding) -> Finding:
    return replace(found, words=f"{found.words}; {copies.OWED}")


def _relay(config: Config) -> Iterator[Finding]:
    """Whether our own mail server is known by what it writes: the last letters tell."""
    listed = config.mail.relay
    if not listed or served.gone(config):
        return
    try:
        database = Database(config.database_url)
        with database.read() as connection:
            came = lately.letters(connection, LETTERS)
        database.close()
    except (DatabaseTrouble, Busy, OSError, ValueError):  # told of above
        return
    names = ", ".join(listed)
    if not came:
        yield Finding("relay", f"no letter has come yet that {names} could have had before")
        return
    believed = sum(known for _, known in came)
    if believed:
        told = f"the line of {names} stands above {believed} of the last {len(came)} letters"
        yield Finding("relay", told)
        return
    last = next(hops(came[0][0]), None)
    if last is None:
        told = "the last letter that came has no Received line that can be read at its top"
        fix = "relay in [mail] is for a mail server before this one, that writes such lines"
    elif last.by in (one.lower() for one in listed):
        told = f"the last letter is of {last.by}, and its line is not believed"
        fix = "add the address from which it calls [listener] to relay in [mail], such as"
        fix += ' "127.0.0.1"; or is its clock ahead?'
    else:
        told = f"the last letter came by {last.by}, which is not listed"
        fix = "if that is your own mail server, write its name so into relay in [mail]"
    yield Finding("relay", told, fix)


def _dns(config: Config) -> Iterator[Finding]:
    """Only where real mail is read: a server for a trial needs none."""
    domain = config.mail.address.rpartition("@")[2]
    if not config.mail.dkim or _is_local(domain):
        return
    try:
        dns_lookup(f"_nomic-mail.{domain}", DNS_SECONDS)  # whether there is one is all the same
    except Unknown as unknown:
        fix = "see to /etc/resolv.conf; or write dkim = false in [mail], to do without"
        yield Finding("dns", f"it does not answer ({unknown}): no signature can be checked", fix)
    else:
        yield Finding("dns", "it answers")


def _outgoing(config: Config, clock: Clock, amiss: list[Finding]) -> Iterator[Finding]:
    """One thing after the other: what hinders all letters comes before what is in them."""
    wrong = False
    for one in examine_way_out(config, clock):
        wrong = wrong or bool(one.fix)
        yield from amiss if amiss and one.part == "outgoing" and not one.fix else (one,)
    if not wrong and not amiss:
        yield from _addresses(config)


def examine_way_out(config: Config, clock: Clock) -> Iterator[Finding]:
    out = config.outgoing
    if out.kind == "maildir":
        if found := shut(config.maildir):
            yield Finding("outgoing", found.what, f"{found.fix}; or name another in [outgoing]")
            return
        told, fix = f"letters are laid into {config.maildir}", ""
        if not _is_local(config.mail.address.rpartition("@")[2]):
            told += ", and nobody elsewhere gets one"
            fix = 'write kind = "smtp" in [outgoing], and your smart host'
        yield Finding("outgoing", told, fix)
        return
    from nomic_mail.daemon.parts import smarthost_for

    outlet = smarthost_for(config, clock)
    outcome = outlet.probe()
    where = f"{out.smtp_host} port {out.smtp_port}"
    if outcome.kind == "sent":
        yield Finding("outgoing", f"{where} answers")
        yield from _replies(config, outlet)
    else:
        fix = mending(outcome.detail, "[outgoing]", out.security)
        yield Finding("outgoing", outcome.detail, fix)
    outlet.close()


def _replies(config: Config, outlet: "Smarthost") -> Iterator[Finding]:
    """Whether the smart host lets us write from a reply address, and takes answers to one, as far
    as it tells without a letter being sent."""
    plain, delimiter = config.mail.address, config.mail.delimiter
    local, _, domain = plain.rpartition("@")
    if _is_local(domain):
        return
    tagged = f"{local}{delimiter}r.check@{domain}" if delimiter else plain
    why = outlet.refusal(tagged, tagged)
    if not why:
        yield Finding("replies", f"letters to {tagged} are taken there, as far as that can be seen")
    elif why.startswith("MAIL"):
        fix = f"the account must be allowed to send as {tagged}, and all that begin so"
        fix += '; or write delimiter = "" in [mail], and it sends as nobody but itself'
        yield Finding("replies", f"{tagged} may not send there: {why}", fix if delimiter else SENDS)
    elif tagged != plain and not outlet.refusal(plain, plain):
        fix = f"have what comes with a {delimiter} go to {plain}, too (Postfix: recipient_delimiter"
        fix += f' = {delimiter}); or write delimiter = "" in [mail], to do without'
        yield Finding("replies", f"no letter to {tagged} is taken there: {why}", fix)
    else:
        fix = f"tell your mail server of {plain} (Postfix: transport_maps, and the table of"
        fix += " recipients that goes with its domain)"
        yield Finding("replies", f"no letter to {tagged} is taken there: {why}", fix)


SENDS = "see to user in [outgoing]: which address may it send as?"


def _addresses(config: Config) -> Iterator[Finding]:
    """Those of a trial, where letters leave the machine."""
    if config.outgoing.kind == "maildir":
        return
    for section, address in (
        ("mail", config.mail.address),
        ("moderator", config.moderator.address),
    ):
        if _is_local(address.rpartition("@")[2]):
            told = f"no letter from elsewhere can be answered to {address}"
            yield Finding("addresses", told, f"write the real address into [{section}]")


def _is_local(domain: str) -> bool:
    return domain.rpartition(".")[2].lower() in ("localhost", "test", "example", "invalid")
