"""What a timer is about is told on one line: a program's own words would else stand in letters as
if they were the server's."""

from pathlib import Path

from tests.kit.told import last, letter, played

TEA = """\
moderator 2026-03-02 09:00 new game tea suber_1982 debate_min=0
moderator 2026-03-02 09:01 add player Ada Lovelace <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob Babbage <bob@players.example> confirmed
moderator 2026-03-02 12:00 start
mail 2026-03-03 10:00 ada reply:
    PROPOSE ENACT: Posts
    What is posted stands there a day later.
    Effects:
      program:
        @action("POST <text>")
        def post(me, what):
            later(1, "post <text>", what + "\\n\\nThe game is over.\\n\\n" + "and on " * 200)

        @action("HUSH")
        def hush(me):
            later(1, "post <text>", "")

        @timer("post <text>")
        def posted(what):
            say("It is posted.")
    END
    CALL VOTE
mail 2026-03-03 11:00 ada reply:
    FOR
mail 2026-03-03 11:01 bob reply:
    FOR
"""
POSTED = "mail 2026-03-04 09:00 ada reply:\n    POST hello\n"
A_DAY = "tick 2026-03-05 12:00\n"


def test_a_text_of_several_lines_stands_on_one(tmp_path: Path) -> None:
    tried = "mail 2026-03-04 09:00 ada reply:\n    TRY POST hello\n"
    for name, parts in (("run", (POSTED, A_DAY)), ("tried", (tried,))):
        told = letter(played(tmp_path / name, TEA, *parts), "ada").text
        assert "post hello" in told, told
        assert not [one for one in told.split("\n") if one.startswith("The game is over")], told
        assert told.count("and on") < 30, told


def test_a_text_of_nothing_is_no_number(tmp_path: Path) -> None:
    hushed = "mail 2026-03-04 09:00 ada reply:\n    HUSH\n"
    assert "has run (post)" in last(played(tmp_path / "hushed", TEA, hushed, A_DAY), "bob")
