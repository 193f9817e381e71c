"""The command line of a server of one's own."""

from pathlib import Path

import pytest

from tests.kit.calling import Call, caller


@pytest.fixture
def call(tmp_path: Path) -> Call:
    return caller(tmp_path)
