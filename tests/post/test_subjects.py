"""A subject is read in a list of letters: it tells a day, and not two clocks."""

import re
from pathlib import Path

import pytest

TEMPLATES = sorted((Path(__file__).parents[2] / "templates").rglob("*.txt"))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_subject_tells_a_moment_in_full(file: Path) -> None:
    for block in re.findall(r"{% block subject %}(.*?){% endblock %}", file.read_text(), re.DOTALL):
        assert "when(" not in block
