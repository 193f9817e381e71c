"""How letters come in and go out: the listener, mailboxes, the way out, and how to log in there."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Struct, structs

from nomic_mail.config.kinds import (
    Folder,
    Headers,
    Host,
    MaybeFolder,
    MaybePath,
    PathText,
    Port,
    Seconds,
    Text,
    Url,
    whole,
)

Security = Literal["tls", "starttls", "none"]


class ListenerSection(Struct, frozen=True, forbid_unknown_fields=True):
    enabled: bool = True
    host: Host = "127.0.0.1"
    port: Annotated[int, whole(0, 65535, " (0 takes any free port)")] = 8025
    socket: MaybePath = ""
    protocol: Literal["smtp", "lmtp"] = "smtp"
    max_recipients: Annotated[int, whole(1, 1000)] = 50
    timeout_seconds: Seconds = 60
    max_connections: Annotated[int, whole(1, 10_000)] = 100
    max_connections_a_host: Annotated[int, whole(1, 10_000)] = 10
    letters_a_minute_a_host: Annotated[int, whole(0, 100_000, " (0: no limit)")] = 60


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """How we show a mail server who we are."""

    user: Text = ""
    login: Literal["password", "xoauth2"] = "password"
    password: Text = ""
    password_file: MaybePath = ""
    password_command: Text = ""
    oauth_url: Url = ""
    oauth_client_id: Text = ""
    oauth_client_secret: Text = ""
    oauth_scope: Text = ""
    oauth_refresh_file: MaybePath = ""


class Mailbox(Login, frozen=True, forbid_unknown_fields=True):
    host: Host = "localhost"
    port: Port = 993
    security: Security = "tls"
    ca_file: MaybePath = ""
    folder: Folder = "INBOX"
    done: Folder = "nomic-done"
    held: Folder = "nomic-held"
    ignored: MaybeFolder = ""
    shared: bool = False
    recipient_headers: Headers = ("Delivered-To", "X-Original-To")
    idle: bool = True
    poll_seconds: Annotated[int, whole(1, 300)] = 60
    timeout_seconds: Seconds = 30

    @property
    def shown(self) -> str:
        return f"{self.user}@{self.host} {self.folder}"

    @property
    def beat_name(self) -> str:
        """Under which the last complete look into it is kept."""
        return "imap " + hashlib.sha256(self.shown.encode()).hexdigest()[:16]

    def done_with(self) -> "Mailbox":
        """The folder of what was taken in, read as one that letters stay in."""
        return structs.replace(self, folder=self.done, done="", held="", ignored="")


class OutgoingSection(Login, frozen=True, forbid_unknown_fields=True):
    kind: Literal["maildir", "smtp"] = "maildir"
    maildir: PathText = "mail"
    smtp_host: Host = "localhost"
    smtp_port: Port = 25
    security: Security = "none"
    ca_file: MaybePath = ""
    timeout_seconds: Seconds = 30
    retry_hours: Annotated[int, whole(1, 720)] = 72
    letters_a_minute: Annotated[int, whole(0, 100_000, " (0: no limit)")] = 0
    letters_a_minute_to_a_domain: Annotated[int, whole(0, 100_000, " (0: no limit)")] = 0


def login_problems(one: Login, host: str, security: str) -> list[tuple[str, str]]:
    """(key, fix) for what cannot work as it is written."""
    secrets = [
        key for key in ("password", "password_file", "password_command") if getattr(one, key)
    ]
    oauth = one.oauth_url and one.oauth_client_id and one.oauth_refresh_file
    found = []
    if len(secrets) > 1:
        found.append((secrets[1], f"one of the two is enough: {secrets[0]} is there, too"))
    if one.user and one.login == "password" and not secrets:
        fix = "write password_file (a file in the data folder), password_command, or password"
        found.append(("user", fix))
    if one.user and one.login == "xoauth2" and not secrets and not oauth:
        fix = "write oauth_url, oauth_client_id and oauth_refresh_file, or password_command"
        found.append(("login", f"where does the access token come from? {fix}"))
    if one.user and security == "none" and not _is_here(host):
        found.append(("security", 'a password would travel unprotected: write "tls" or "starttls"'))
    return found


def mailbox_problems(one: Mailbox) -> list[tuple[str, str]]:
    found = login_problems(one, one.host, one.security)
    if not one.user:
        found.append(("user", "whose mailbox is it? write the name to log in with"))
    for key in ("done", "held", "ignored"):
        if getattr(one, key) == one.folder:
            found.append((key, f"letters come in in {one.folder}: choose another folder"))
    return found


def post_problems(
    out: OutgoingSection, boxes: Sequence[Mailbox], wrong: set[str]
) -> Iterator[tuple[str, str, object, str]]:
    """(key, its name, its value, fix); nothing about a section that has wrong values in itself."""
    if not any(key.startswith("outgoing.") for key in wrong):
        for key, fix in login_problems(out, out.smtp_host, out.security):
            yield f"outgoing.{key}", key, getattr(out, key), fix
    seen: list[str] = []
    for number, one in enumerate(boxes, 1):
        where = f"mailbox[{number}]"
        if any(key.startswith(where) for key in wrong):
            continue
        fixes = mailbox_problems(one)
        if one.shown in seen:
            fixes.append(("folder", "this mailbox stands here twice"))
        seen.append(one.shown)
        for key, fix in fixes:
            yield f"{where}.{key}", key, getattr(one, key), fix


def _is_here(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
