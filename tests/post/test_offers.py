"""EFFECTS is offered to whoever proposes words that the server could go by, and to nobody else."""

from email import message_from_bytes, policy

from tests.kit.played import GAMES, Look

GAME = next(one for one in GAMES if one.stem == "effects-for-ones-words")


def texts(played: Look, subject: str) -> list[str]:
    letters = [message_from_bytes(body, policy=policy.default) for body in played(GAME).bodies]
    plain = [one.get_body(("plain",)) for one in letters if subject in str(one["Subject"])]
    return [" ".join(one.get_content().split()) for one in plain if one is not None]


def test_the_proposer_is_offered_what_the_text_says(played: Look) -> None:
    (mine,) = texts(played, "Your 301 is out")
    assert "EFFECTS, alone on a line of your reply, adds the effects" in mine
    assert "penalty defeat: 7" in mine
    for line in ("adoption: 2/3 of eligible", "adoption: 2/3 of cast"):
        assert line in texts(played, "Your 302 is out")[0]
    assert not any("EFFECTS" in one for one in texts(played, "proposed by Ada"))
    assert not any("EFFECTS" in one for one in texts(played, "revised by Ada"))


def test_the_moderator_has_it_ready_to_bind(played: Look) -> None:
    (asked,) = texts(played, "What shall 301")
    assert "BIND 301: penalty defeat: 7" in asked
    (asked,) = texts(played, "What shall 302")
    assert "BIND 302: adoption: 2/3 of eligible BIND 302: adoption: 2/3 of cast" in asked
