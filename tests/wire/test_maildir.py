"""Outgoing letters in folders, read back with the standard library's own reader."""

import mailbox
from pathlib import Path

import pytest

from nomic_mail.wire import Outlet
from nomic_mail.wire.maildir import Maildirs, folder_name

LETTER = (
    b"From: nomic@localhost\r\nSubject: =?utf-8?q?=E2=98=BA?=\r\n\r\nYour turn.\r\n.\r\nBye\r\n"
)


def letters(root: Path, address: str) -> list[mailbox.MaildirMessage]:
    return list(mailbox.Maildir(Maildirs(root).folder(address), create=False))


def test_a_letter_is_laid_as_a_delivery_agent_does(tmp_path: Path) -> None:
    outlet: Outlet = Maildirs(tmp_path / "mail")
    outcome = outlet.deliver("nomic+b.1@localhost", "Ada@Example.org", LETTER, "<1@nomic>")
    assert outcome.kind == "sent"
    (letter,) = letters(tmp_path / "mail", "ada@example.org")
    assert letter["Return-Path"] == "<nomic+b.1@localhost>"
    assert letter["Delivered-To"] == "Ada@Example.org"
    assert letter.get_payload() == "Your turn.\n.\nBye\n"
    assert letter.get_subdir() == "new"
    folder = tmp_path / "mail" / "ada@example.org"
    assert b"\r" not in next((folder / "new").iterdir()).read_bytes()
    assert not list((folder / "tmp").iterdir())
    for each in (tmp_path / "mail", folder, folder / "new", folder / "cur", folder / "tmp"):
        assert each.stat().st_mode & 0o777 == 0o700


def test_the_null_sender(tmp_path: Path) -> None:
    Maildirs(tmp_path).deliver("", "ada@example.org", LETTER, "<1@nomic>")
    assert letters(tmp_path, "ada@example.org")[0]["Return-Path"] == "<>"


def test_a_letter_sent_again_stays_one_letter(tmp_path: Path) -> None:
    outlet = Maildirs(tmp_path)
    for _ in range(2):
        assert outlet.deliver("n@x", "ada@example.org", LETTER, "<1@nomic>").kind == "sent"
    assert len(letters(tmp_path, "ada@example.org")) == 1
    (fresh,) = (tmp_path / "ada@example.org" / "new").iterdir()
    fresh.rename(tmp_path / "ada@example.org" / "cur" / f"{fresh.name}:2,S")
    assert outlet.deliver("n@x", "ada@example.org", LETTER, "<1@nomic>").kind == "sent"
    assert [m.get_flags() for m in letters(tmp_path, "ada@example.org")] == ["S"]
    outlet.deliver("n@x", "ada@example.org", LETTER, "<2@nomic>")
    outlet.deliver("n@x", "bob@example.org", LETTER, "<1@nomic>")
    assert len(letters(tmp_path, "ada@example.org")) == 2
    assert len(letters(tmp_path, "bob@example.org")) == 1


@pytest.mark.parametrize(
    "address",
    ["../../etc/passwd", "..", ".", "/abs@x", ".hidden@x", "a/../b@x", "%2E%2E", "a" * 400 + "@x"],
)
def test_no_address_leads_out_of_the_root(tmp_path: Path, address: str) -> None:
    root = tmp_path / "deep" / "mail"
    assert Maildirs(root).deliver("n@x", address, LETTER, "<1@nomic>").kind == "sent"
    assert len(list(root.iterdir())) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["deep"]
    assert [p.name for p in (tmp_path / "deep").iterdir()] == ["mail"]
    assert len(letters(root, address)) == 1


def test_folder_names_are_distinct_and_readable() -> None:
    assert folder_name("Ada+Nomic@Example.ORG") == "ada+nomic@example.org"
    assert folder_name("jürgen@x") == "j%C3%BCrgen@x"
    assert folder_name("%C3@x") != folder_name("Ã@x")
    assert folder_name("a" * 300 + "@x") != folder_name("a" * 300 + "@y")


@pytest.mark.parametrize("address", ["", "a@x\nBcc: b@y", "a\x00@x", "a@x\r"])
def test_what_is_no_address_has_failed_for_good(tmp_path: Path, address: str) -> None:
    assert Maildirs(tmp_path).deliver("n@x", address, LETTER, "<1@nomic>").kind == "failed"
    assert not list(tmp_path.iterdir())


def test_trouble_with_the_disk_is_deferred(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("in the way")
    outcome = Maildirs(tmp_path / "mail").deliver("n@x", "ada@example.org", LETTER, "<1@nomic>")
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
    told = f"{tmp_path / 'mail'} is a file, where a folder has to be; move that file away"
    assert outcome.detail == told


def test_a_folder_of_one_reader_that_cannot_be_used_holds_up_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "ada@example.org").write_text("in the way")
    outcome = Maildirs(tmp_path).deliver("n@x", "ada@example.org", LETTER, "<1@nomic>")
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", False)
    assert "ada@example.org is there already; move it away" in outcome.detail


def test_without_a_message_id_the_bytes_name_the_letter(tmp_path: Path) -> None:
    outlet = Maildirs(tmp_path)
    for raw in (LETTER, LETTER, LETTER + b"more\r\n"):
        outlet.deliver("n@x", "ada@example.org", raw, "")
    assert len(list((tmp_path / "ada@example.org" / "new").iterdir())) == 2
