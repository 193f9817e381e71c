"""Servers that share a database write one ledger: who writes it otherwise, or reads the law
otherwise, does not come in beside one that runs. (That it is then refused:
tests/real/daemon/test_workers.py.)"""

from pathlib import Path

import pytest

from nomic_mail.daemon import workers as joining
from nomic_mail.store.database import workers
from tests.kit.house import House


@pytest.mark.parametrize(
    ("constant", "told"),
    [
        ("__version__", "the version of nomic-mail"),
        ("NEWEST", "how the ledger is written"),
        ("state_form", "how the ledger is written"),
        ("LETTERS", "how the ledger is written"),
        ("READING", "the reading of the law"),
    ],
)
def test_what_writes_another_ledger_is_told_by_name(
    constant: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path)
    (tmp_path / "secret.key").write_text("ab" * 32, encoding="ascii")
    with house.database.write() as connection:
        workers.agree(connection, joining.told_alike(house.config))
        assert joining.unlike(house.config, connection) == []
        monkeypatch.setattr(
            joining, constant, (lambda: 7) if constant == "state_form" else "another"
        )
        assert joining.unlike(house.config, connection) == [told]
    house.close()
