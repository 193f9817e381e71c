"""How much of one letter is read, and that what is left over is told to whoever wrote it."""

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.found import COMMANDS_MOST
from nomic_mail.letters.grammar.understand import About, understand


def asking(count: int) -> str:
    return "".join(f"RULE {number}\n" for number in range(1, count + 1))


def test_a_letter_of_a_hundred_commands_is_read_to_its_end() -> None:
    understood = understand("", asking(COMMANDS_MOST), About())
    assert COMMANDS_MOST == 100
    assert len(understood.said) == COMMANDS_MOST
    assert understood.said[-1].command == c.Ask(topic="rule", argument="100")
    assert understood.questions == ()


def test_from_the_hundred_and_first_command_on_none_is_read_and_the_writer_is_told() -> None:
    understood = understand("", asking(COMMANDS_MOST + 2), About())
    assert [one.command for one in understood.said[-2:]] == [
        c.Ask(topic="rule", argument="99"),
        c.Ask(topic="rule", argument="100"),
    ]
    assert len(understood.said) == COMMANDS_MOST
    (asked,) = understood.questions
    assert asked.line == "RULE 101"
    assert "at most 100 commands" in asked.question
    assert "from RULE 101 on none was read" in asked.question.replace('"', "")
