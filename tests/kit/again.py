"""`python -m tests.kit.again FILE...`: plays transcripts in this process, and prints of each a
digest of all that its ledgers have, what is sealed included, and of all letters, byte by byte."""

import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from nomic_mail.sandbox import sandbox, spending, workers
from nomic_mail.store.database.engines import Database
from tests.kit.played import play

PATIENCE = 60.0


def digest(folder: Path, letters: Iterable[bytes]) -> str:
    whole = sha256(b"".join(letters))
    database = Database(f"sqlite:///{folder}/nomic.db")
    with database.read() as connection:
        for row in connection.exec_driver_sql("SELECT * FROM ledger ORDER BY game_id, seq"):
            whole.update(repr(tuple(row)).encode())
    database.close()
    return whole.hexdigest()


def played_again(file: Path) -> str:
    with TemporaryDirectory() as folder:
        bursts = play(file, Path(folder))
        return digest(Path(folder), [body for burst in bursts for body in burst])


if __name__ == "__main__":
    for module in (workers, spending, sandbox):  # how slow the machine is today is not asked here
        setattr(module, "SECONDS", PATIENCE)  # noqa: B010
        setattr(module, "GENEROUS", PATIENCE)  # noqa: B010
    for name in sys.argv[1:]:
        print(played_again(Path(name)), name, flush=True)
