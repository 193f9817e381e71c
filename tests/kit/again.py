"""`python -m tests.kit.again FILE...`: plays transcripts in this process, and prints of each a
digest of all that its ledgers have, what is sealed included, and of all letters, byte by byte."""

import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from nomic_mail.sandbox import sandbox, spending, workers
from nomic_mail.store.database.engines import Database
from tests.kit.played import play

PATIENCE = 60.0


def digest(file: Path) -> str:
    whole = sha256()
    with TemporaryDirectory() as folder:
        for letters in play(file, Path(folder)):
            whole.update(b"".join(letters))
        database = Database(f"sqlite:///{folder}/nomic.db")
        with database.read() as connection:
            for row in connection.exec_driver_sql("SELECT * FROM ledger ORDER BY game_id, seq"):
                whole.update(repr(tuple(row)).encode())
        database.close()
    return whole.hexdigest()


if __name__ == "__main__":
    for module in (workers, spending, sandbox):  # how slow the machine is today is not asked here
        setattr(module, "SECONDS", PATIENCE)  # noqa: B010
        setattr(module, "GENEROUS", PATIENCE)  # noqa: B010
    for name in sys.argv[1:]:
        print(digest(Path(name)), name, flush=True)
