"""Letters that break the rules of MIME in the ways programs break them: what they say is read."""

import base64

import pytest

from nomic_mail.letters.mime import message
from nomic_mail.letters.screen import dsn

HEAD = "From: ada@example.org\nTo: nomic@example.net\nSubject: Re: Tea\nMIME-Version: 1.0\n"
PART = "Content-Type: text/plain; charset=us-ascii\n\nFOR 301\n"
PICTURE = "Content-Type: image/png\nContent-ID: <tea>\n\npng\n"


def said(raw: str | bytes) -> str:
    return message.read(raw.encode() if isinstance(raw, str) else raw).text.strip()


@pytest.mark.parametrize(
    ("kind", "boundary"),
    [
        ("multipart/mixed", "--=_Tea"),  # it names none
        ('multipart/mixed; boundary="other"', "--=_Tea"),
        ('multipart/mixed; boundary="TEA"', "tea"),
        ("multipart/mixed; boundary='tea'", "tea"),
        ('multipart/mixed; boundary="tea', "tea"),
        ('multipart/mixed, boundary="tea"', "tea"),
        ('multipart/mixed boundary="tea"', "tea"),
        ('multipart/mixed (of two); boundary="tea" (so)', "tea"),
        ('multipart/mixed;\nboundary="tea"', "tea"),
        ('multipart; boundary="tea"', "tea"),
        ('multipart/*; boundary="tea"', "tea"),
    ],
)
def test_the_parts_are_found_however_the_boundary_is_told(kind: str, boundary: str) -> None:
    body = f"--{boundary}\n{PART}--{boundary}\n{PICTURE}--{boundary}--\n"
    assert said(f"{HEAD}Content-Type: {kind}\n\n{body}") == "FOR 301"


def test_a_line_of_dashes_in_a_text_parts_nothing() -> None:
    text = "--tea\nContent is what counts.\n\nFOR 301"
    assert said(f"{HEAD}Content-Type: multipart/mixed; boundary=b\n\n{text}\n") == text


@pytest.mark.parametrize(
    "broken",
    ["X-Broken Header: yes\n", "something a relay wrote\n", "From nobody Mon Mar  2 10:00 2026\n"],
)
def test_a_broken_line_among_the_headers_does_not_end_them(broken: str) -> None:
    assert said(HEAD + broken + PART) == "FOR 301"


def test_but_nobody_is_found_behind_one() -> None:
    read = message.read(
        b"Subject: Tea\nbroken\nTo: x@y.example\nFrom: ada@example.org\n\nFOR 301\n"
    )
    assert read.froms == ()
    read = message.read(
        b"From: eve@x.example\nbroken\nTo: x@y.example\nFrom: ada@example.org\n\nx\n"
    )
    assert read.from_headers == 2  # and two are one too many


@pytest.mark.parametrize("before", ["\ufeff", " \n", "\n\n", "  a torn line\n"])
def test_what_stands_before_the_first_header_hides_none(before: str) -> None:
    read = message.read((before + "Subject: Tea\n" + HEAD + PART).encode())
    assert (read.text.strip(), read.subject) == ("FOR 301", "Tea")


def test_a_text_follows_its_headers_without_an_empty_line() -> None:
    assert said(HEAD + "Content-Type: text/plain\nFOR 301\n") == "FOR 301"


@pytest.mark.parametrize("encoding", ["base64 (as ever)", "base64;", '"base64"', "BASE64"])
def test_the_encoding_is_named_with_more_than_its_name(encoding: str) -> None:
    coded = base64.b64encode(b"FOR 301\n").decode()
    assert said(f"{HEAD}Content-Transfer-Encoding: {encoding}\n\n{coded}\n") == "FOR 301"


def test_base64_with_empty_lines_and_quoted_printable_with_blanks_at_its_line_ends() -> None:
    assert said(f"{HEAD}Content-Transfer-Encoding: base64\n\nRk9S\n\nIDMw\n\nMQ==\n") == "FOR 301"
    assert said(f"{HEAD}Content-Transfer-Encoding: quoted-printable\n\nFOR =  \n301\n") == "FOR 301"
    assert said(f"{HEAD}Content-Transfer-Encoding: base64\n\nFOR 301\n") == "FOR 301"


@pytest.mark.parametrize(
    ("named", "codec", "text"),
    [
        ("gb2312", "gbk", "镕"),  # the wider charset is meant
        ("shift_jis", "cp932", "①"),
        ("euc-kr", "cp949", "똠"),
        ("big5", "big5hkscs", "嘅"),
        ("iso-2022-jp", "iso2022_jp_ext", "ｱ"),
        ("x-sjis", "cp932", "茶"),
        ("windows-31j", "cp932", "茶"),
        ("cp50221", "iso2022_jp", "茶"),
        ("x-gbk", "gbk", "茶"),
        ("x-euc-jp", "euc_jp", "茶"),
        ("windows-949", "cp949", "차"),
        ("windows-874", "cp874", "ชา"),
        ("iso-8859-8-i", "iso8859-8", "תה"),
        ("latin-9", "iso8859-15", "€"),
        ("x-mac-roman", "mac_roman", "é"),
        ("cp-850", "cp850", "é"),
        ("utf-8; format=flowed", "utf-8", "é"),
    ],
)
def test_charsets_by_the_names_that_programs_give_them(named: str, codec: str, text: str) -> None:
    head = f'{HEAD}Content-Type: text/plain; charset="{named}"\n\n'
    assert said(head.encode() + f"FOR 301 {text}\n".encode(codec)) == f"FOR 301 {text}"


def test_a_page_names_its_charset_itself() -> None:
    page = '<html><meta http-equiv="Content-Type" content="text/html; charset=koi8-r">чай</html>'
    assert said(f"{HEAD}Content-Type: text/html\n\n".encode() + page.encode("koi8-r")) == "чай"


def test_a_broken_byte_spoils_itself_and_not_the_text() -> None:
    head = f"{HEAD}Content-Type: text/plain; charset=utf-8\n\n".encode()
    assert said(head + "お茶".encode() + b"\xff" + "です".encode()) == "お茶\ufffdです"
    assert said(head + "お茶です".encode()[:-1]) == "お茶で\ufffd"
    assert said(head + "café".encode("latin-1")) == "café"  # and this is no UTF-8 at all


def test_a_picture_before_the_text_it_belongs_to_does_not_hide_it() -> None:
    body = f"--b\n{PICTURE}--b\n{PART}--b--\n"
    assert said(f"{HEAD}Content-Type: multipart/related; boundary=b\n\n{body}") == "FOR 301"


def test_a_report_whose_boundary_is_another_is_read_all_the_same() -> None:
    status = "Final-Recipient: rfc822; bob@x.example\nAction: failed\nStatus: 5.1.1\n"
    body = f"--c\n{PART}--c\nContent-Type: message/delivery-status\n\n{status}--c--\n"
    raw = f"From: MAILER-DAEMON@x.example\nContent-Type: multipart/report; boundary=b\n\n{body}"
    assert dsn.read(raw.encode()).permanent == ("bob@x.example",)
