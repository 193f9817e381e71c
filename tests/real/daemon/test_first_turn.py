"""A first turn of two players against a real server, each time with another mail program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.real.server_play import (
    ADA,
    BOB,
    PROGRAMS,
    Server,
    by_smtplib,
    missing,
    proof,
    reply_address,
    words,
)
from tests.kit.tiers import some

ADDRESSES = ("ada@example.org", "bob@example.org")
PROPOSAL = """PROPOSE AMEND 208: Fifty is enough
The winner is the first player to achieve 50 points.
Effects:
  victory: 50"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "var")
    server.serve()
    yield server
    server.end()


def invited(server: Server) -> None:
    server.tool("game", "new", "tea", "--set", "debate_min=0")
    for who in (ADA, BOB):
        server.tool("player", "add", "tea", who)


def mover_and_other(server: Server) -> tuple[str, str]:
    ada, bob = ADDRESSES
    subject = str(server.next_letter(ada, "The game begins")["Subject"])
    server.next_letter(bob, "The game begins")
    return (ada, bob) if "your turn" in subject else (bob, ada)


@pytest.mark.parametrize("program", some(list(PROGRAMS), 2, check=2))
def test_a_first_turn(server: Server, program: str) -> None:
    if missing(program):
        pytest.skip(f"{program} is not installed")
    reply = PROGRAMS[program][1]
    invited(server)
    for address in ADDRESSES:
        invitation = server.next_letter(address, "You are invited")
        reply(server, address, invitation, "JOIN")
        assert "You have joined Tea" in words(server.next_letter(address, "Welcome"))

    assert "The order is" in server.tool("game", "start", "tea").stdout
    mover, other = mover_and_other(server)
    start = next(one for one in server.letters(mover) if "your turn" in str(one["Subject"]))
    reply(server, mover, start, PROPOSAL)
    assert "victory: 50" in words(server.next_letter(other, "proposes 301"))

    reply(server, mover, server.next_letter(mover, "has gone to all players"), "CALL VOTE")
    ballots = {address: server.next_letter(address, "Vote on 301") for address in ADDRESSES}
    reply(server, other, ballots[other], "FOR")
    assert "FOR 301 is counted" in words(server.next_letter(other, "Your vote FOR 301 is counted"))
    reply(server, mover, ballots[mover], "I vote yes")

    for address in ADDRESSES:
        letter = server.next_letter(address, "301 is adopted")
        result = words(letter)
        assert "proposed 301, threw " in result
        assert "threw 1d6" in proof(letter)
        assert "50 points" in result
    assert "[the server does: victory: 50]" in server.tool("rules", "tea", "301").stdout
    assert server.stop() == 0


def test_what_people_get_wrong_is_answered(server: Server) -> None:
    invited(server)
    for address in ADDRESSES:
        by_smtplib(server, address, server.next_letter(address, "You are invited"), "JOIN")
        server.next_letter(address, "Welcome")
    server.tool("game", "start", "tea")
    mover, other = mover_and_other(server)
    begun = {address: server.letters(address)[-1] for address in ADDRESSES}

    by_smtplib(server, other, begun[other], "PROPOSE REPEAL 206")
    assert "(rule 201)" in words(server.next_letter(other, "!] Not done"))
    by_smtplib(server, mover, begun[mover], "PROPSE REPEAL 206")
    assert "did you mean PROPOSE?" in words(server.next_letter(mover, "?] One question"))
    by_smtplib(server, mover, begun[mover], "PROPOSE AMEND 203: Two thirds")
    assert "new text of rule 203" in words(server.next_letter(mover, "!] Not done"))
    by_smtplib(server, mover, begun[mover], "propose repeal 206.")
    by_smtplib(server, mover, server.next_letter(mover, "has gone to all players"), "call vote")
    ballots = {address: server.next_letter(address, "Vote on 301") for address in ADDRESSES}
    by_smtplib(server, other, ballots[other], "see you all at the lake")
    told = words(server.next_letter(other, "No vote or command in your letter"))
    assert "reply\nwith one word, FOR or AGAINST" in told
    by_smtplib(server, other, ballots[other], "against")
    server.next_letter(other, "Your vote AGAINST 301 is counted")
    by_smtplib(server, other, ballots[other], "FOR")
    again = words(server.next_letter(other, "Your vote FOR 301 is counted"))
    assert "replaces your earlier one" in again


def test_a_letter_that_is_no_reply_is_asked_about(server: Server) -> None:
    invited(server)
    ada = ADDRESSES[0]
    invitation = server.next_letter(ada, "You are invited")
    for name, value in (("Reply-To", "nomic+tea@localhost"), ("Message-ID", "<other@localhost>")):
        invitation.replace_header(name, value)
    by_smtplib(server, ada, invitation, "JOIN")
    question = server.next_letter(ada, "Was this letter yours?")
    assert reply_address(question).startswith("nomic+r.")
    by_smtplib(server, ada, question, "Yes")
    server.next_letter(ada, "Welcome")


def test_a_reply_that_passes_over_reply_to_is_proven_by_what_it_answers(server: Server) -> None:
    """As s-nail replies where nobody has told it otherwise."""
    invited(server)
    ada = ADDRESSES[0]
    invitation = server.next_letter(ada, "You are invited")
    invitation.replace_header("Reply-To", str(invitation["From"]))
    by_smtplib(server, ada, invitation, "JOIN")
    server.next_letter(ada, "Welcome")
