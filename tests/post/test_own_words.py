"""Templates that a moderator edits while the server runs."""

import os
from pathlib import Path

import pytest

from nomic_mail.config import shipped
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.render import Renderer
from tests.kit.tiers import some
from tests.post.test_post import ADA, KEY, TEA, parsed

WORDS = shipped("templates")


@pytest.mark.parametrize(
    ("name", "place"),
    some(
        [
            ("confirmed_no.txt", "{% block body %}"),
            ("_footer.txt", "-- \n"),
            ("_letter.html", "<body>"),
        ],
        1,
    ),
)
def test_the_next_letter_has_the_words_of_an_edited_template(
    name: str, place: str, tmp_path: Path
) -> None:
    """Of one server: no letter is set in words that were looked up for one before it."""
    renderer = Renderer((tmp_path, WORDS), "nomic@nomic.example", "+", "nomic", KEY, "1")
    notice = Notice(ADA.seat, (Section("confirmed_no", {}),), Matter("game"))
    shipped_words = (WORDS / name).read_text(encoding="utf-8")
    for number, word in enumerate(("Teapot", "Kettle")):
        (tmp_path / name).write_text(
            shipped_words.replace(place, f"{place}{word}\n"), encoding="utf-8"
        )
        os.utime(tmp_path / name, (number, number))
        html = parsed(renderer.render(notice, ADA, TEA)).get_body(("html",))
        assert html is not None
        assert word in html.get_content()
