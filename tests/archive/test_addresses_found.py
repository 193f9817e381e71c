"""Mail addresses in what people wrote: each is found, and nobody's long word takes long."""

from time import process_time

import pytest

from nomic_mail.written.words import has_address, is_address, pieces, with_addresses

LONG = "a" * 400_000  # no letter is read further


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Write to ada@example.org.", ["Write to ", "ada@example.org", "."]),
        ("ada@example.org/bob@example.org", ["ada@example.org", "/bob@example.org"]),
        ("a@b@c.d", ["a@b", "@c.d"]),
        ("ada@ bob@", ["ada@ bob@"]),
        ("@ada", ["@ada"]),
        ("", []),
    ],
)
def test_the_pieces_of_a_text(text: str, found: list[str]) -> None:
    assert pieces(text) == found
    assert has_address(text) == any(map(is_address, found))
    assert with_addresses(text, str.upper) == "".join(
        one.upper() if is_address(one) else one for one in found
    )


@pytest.mark.parametrize(
    "text", [LONG, f"{LONG}@", f"a@b {LONG}", f"{LONG}@b", f"a@{'b.' * 99_999}"]
)
def test_a_word_as_long_as_a_letter_takes_no_time(text: str) -> None:
    began = process_time()
    assert "".join(pieces(text)) == text
    assert has_address(text) == (len(pieces(text)) > 1 or is_address(text))
    assert process_time() - began < 2
