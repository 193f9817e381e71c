"""Letters in many parts: what is read of one kind is so much of the letter, not of each part."""

from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.html import LIMIT
from tests.attacks.kit import Attack, attacks

PART = b"--b\r\nContent-Type: text/html\r\n\r\n%s\r\n"


@attacks(
    Attack(
        "time",
        "any address",
        "sends HTML in a hundred parts, each of which is read in no time",
        "as much is read as of one; a letter that has more says so",
    )
)
def test_html_in_many_parts() -> None:
    head = b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    one = b"<p>" + b"x" * (LIMIT // 90)
    few, many = (message.read(head + PART % one * count) for count in (80, 99))
    told = "its HTML could only be read in part"
    assert told not in few.trouble
    assert told in many.trouble
    assert many.text.startswith("xxx")
