"""The connection to one folder: opened, logged in, selected; letters moved out of it; trouble told
in words."""

import imaplib
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from imapclient.exceptions import IMAPClientError, IMAPClientReadOnlyError, LoginError

from nomic_mail.config import Mailbox
from nomic_mail.wire.imap.client import Client
from nomic_mail.wire.login import NoLogin, Secret, trusted, xoauth2
from nomic_mail.wire.trouble import described, plain

log = logging.getLogger("nomic_mail.wire.imap")
logging.getLogger("imapclient").setLevel(logging.WARNING)  # it would log how we log in

LOT = 20_000  # of letters: the numbers of so many fit into a line (client)
MOST_LOTS = 1000  # that are asked for in one line of ours


class MailboxTrouble(Exception):
    """The mailbox cannot be read just now; the message says why, to a person."""


class MailboxLine:
    """`validity` is the folder's UIDVALIDITY, 0 where the server tells none; `era` counts how often
    the folder was opened, or made anew."""

    def __init__(self, box: Mailbox, secret: Secret, ca_file: Path | None) -> None:
        self._box, self._secret, self._ca_file = box, secret, ca_file
        self._names: dict[str, str] = {}
        self.client: Any = None
        self.validity = 0
        self.era = 0
        self._count = 0  # of the letters in it, as its opening told it
        self._writable = True

    def close(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            with suppress(OSError, IMAPClientError):
                client.socket().settimeout(2)
                client.logout()
            with suppress(OSError, IMAPClientError):
                client.shutdown()

    def ready(self) -> Any:
        if self.client is None:
            self.client = self._opened()
            self._log_in(self.client)
            self._open(self.client)
        elif self._count > LOT:
            self._select(self.client)  # nothing else tells how many there are now
        return self.client

    def ready_if_there(self) -> Any:
        """None where there is no such folder (yet)."""
        if self.client is None:
            self.client = self._opened()
            self._log_in(self.client)
        if not self.client.folder_exists(self._folder(self.client, self._box.folder)):
            self.close()
            return None
        self._open(self.client)
        return self.client

    def waiting(self, *wanted: Any) -> Iterator[list[int]]:
        """The letters that are wanted, in the order in which they came: a lot at a time, as of
        more the numbers would be a line without end. Letters may leave and come meanwhile: each
        keeps its UID, and so its lot."""
        bounds = self._bounds(self.client)
        for first, last in zip([1, *(one + 1 for one in bounds)], [*bounds, "*"], strict=True):
            within = ["UID", f"{first}:{last}"] if bounds else []
            found = self.client.search([*wanted, *within])
            yield [uid for uid in found if uid >= first]  # N:* is the last one, if all are below N

    def _bounds(self, client: Any) -> list[int]:
        """The UIDs of the last letter of each lot but the last."""
        places = range(LOT, self._count, LOT)[:MOST_LOTS]
        if not places:
            return []
        client.use_uid = False
        try:
            return sorted(int(one[b"UID"]) for one in client.fetch(places, ["UID"]).values())
        finally:
            client.use_uid = True

    def probe(self) -> str:
        """Looks in without taking anything; what there is, in words. Raises Trouble."""
        with self.told():
            client = self.ready()
            count = sum(map(len, self.waiting("UNDELETED")))
            told = "1 letter waits" if count == 1 else f"{count} letters wait"
            if not self._writable:
                told += "; it is read-only: letters stay there when they are taken in"
            elif not client.has_capability("MOVE") and not client.has_capability("UIDPLUS"):
                told += "; the server can neither MOVE nor UID EXPUNGE: letters are only marked"
        self.close()
        return told

    def _opened(self) -> Any:
        box = self._box
        context = trusted(self._ca_file)
        tls = box.security == "tls"
        client = Client(
            box.host,
            port=box.port,
            ssl=tls,
            ssl_context=context if tls else None,
            timeout=float(box.timeout_seconds),
        )
        client.normalise_times = False  # else INTERNALDATE is local time that does not say so
        try:
            if box.security == "starttls":
                client.starttls(context)
        except BaseException:
            with suppress(OSError):
                client.shutdown()
            raise
        return client

    def _log_in(self, client: Any) -> None:
        box, secret = self._box, self._secret.read()
        try:
            if box.login == "xoauth2":
                said = xoauth2(box.user, secret)
                # a refusal comes as a challenge that wants an empty answer before it is told
                client.sasl_login("XOAUTH2", lambda challenge: "" if challenge else said)
            elif client.has_capability("AUTH=PLAIN"):
                client.plain_login(box.user, secret)
            else:
                client.login(box.user, secret)
        except LoginError:
            self._secret.refused()
            raise

    def _open(self, client: Any) -> None:
        self.era += 1
        self._select(client)

    def _select(self, client: Any) -> None:
        folder = self._folder(client, self._box.folder)
        try:
            said = client.select_folder(folder)
            self._writable = True
        except IMAPClientReadOnlyError:
            said = client.select_folder(folder, readonly=True)
            self._writable = False
        validity = int(said.get(b"UIDVALIDITY") or 0)
        if self.validity not in (0, validity):
            log.warning(
                "%s: the mailbox was made anew (UIDVALIDITY); all in it is looked at afresh",
                self._box.shown,
            )
            self.era += 1
        self.validity = validity
        self._count = int(said.get(b"EXISTS") or 0)

    def _folder(self, client: Any, name: str) -> str:
        """As the server calls it: `/` is its sign between folders, and its prefix goes before."""
        if name.upper() == "INBOX" or not client.has_capability("NAMESPACE"):
            return name
        if name not in self._names:
            personal = client.namespace().personal
            prefix, sign = personal[0] if personal else ("", "/")
            own = name.replace("/", sign or "/")
            self._names[name] = own if own.startswith(prefix) else f"{prefix}{own}"
        return self._names[name]

    # Out of the way

    def put(self, uids: Sequence[int], folder: str) -> bool:
        """Whether they have left the folder, as far as it is for us to say."""
        if not uids:
            return True
        if not self._writable or not folder:
            return False
        name = self._folder(self.client, folder)
        try:
            self._move(self.client, uids, name)
        except imaplib.IMAP4.abort:
            raise
        except IMAPClientError:
            with suppress(IMAPClientError):
                self.client.create_folder(name)
                self.client.subscribe_folder(name)
            return self._moved_now(uids, name)
        return True

    def _moved_now(self, uids: Sequence[int], name: str) -> bool:
        """Once more, with what is still there: one that is gone may have stopped all others."""
        self.client.noop()
        there = self.client.search(["UID", ",".join(map(str, uids))])
        try:
            if there:
                self._move(self.client, there, name)
        except imaplib.IMAP4.abort:
            raise
        except IMAPClientError as error:
            why = plain(error)
            log.error('%s: nothing can be moved into "%s": %s', self._box.shown, name, why)
            return False
        return True

    def _move(self, client: Any, uids: Sequence[int], name: str) -> None:
        if client.has_capability("MOVE"):
            client.move(uids, name)
            return
        client.copy(uids, name)
        client.add_flags(uids, [b"\\Deleted"], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(uids)  # a plain EXPUNGE would take what others have marked, too

    @contextmanager
    def told(self) -> Iterator[None]:
        try:
            yield
        except MailboxTrouble:
            self.close()
            raise
        except (NoLogin, OSError, IMAPClientError) as error:
            self.close()
            raise MailboxTrouble(f"{self._box.shown}: {self._words(error)}") from error

    def _words(self, error: Exception) -> str:
        match error:
            case NoLogin():
                return str(error)
            case LoginError():
                return f"the login is refused: {plain(error)}"
            case imaplib.IMAP4.abort():
                return f"the connection is lost: {plain(error)}"
        said = described(error, self._box.timeout_seconds)
        said = re.sub(r" \([0-9. +secs]+\)\.?$", "", said)  # how long it took Dovecot
        return f"{self._box.host} port {self._box.port}: {said}"
