"""Letters that come to us by IMAP: one connection to one folder, looked into again and again.

1. A look asks for all that is there (NOOP, then SEARCH: without the NOOP it may be stale; of many
   letters so many at a time), and is complete when every letter found is durably in. Its time is
   that of its beginning: what came before it, less a margin for skewed clocks, is in.
2. A letter leaves the folder only after the durable accept: MOVE, else COPY, `\\Deleted` and UID
   EXPUNGE of just these. Where it cannot leave (a read-only mailbox) it is known by its source.
3. The source is (account, folder, UIDVALIDITY, UID). Without a UIDVALIDITY, or where a letter known
   by that name has another time of receipt, its own hash is part of it.
4. The time of receipt is INTERNALDATE, but never later than when we saw the letter.
5. The size is asked first. What is too large is taken in cut, so that it is counted and told of,
   and put whole into the folder `held`.
6. IDLE is a hint that saves waiting, and nothing else: news can be missed in it, so it lasts at
   most `poll_seconds`, and after each look its first turns are short.
7. After a backup was restored, letters that came since are taken in once more from `done`, where
   they lie in the order they came in, and stay; their time of receipt is the same. All but the last
   were answered before the server was lost, which their source tells.
8. Nothing is waited for or heard without an end (client); any trouble closes the connection, and
   is told in words.
"""

from nomic_mail.wire.imap.line import MailboxLine, MailboxTrouble
from nomic_mail.wire.imap.reader import Hooks, MailboxReader

__all__ = ["Hooks", "MailboxLine", "MailboxReader", "MailboxTrouble"]
