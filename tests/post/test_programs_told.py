"""What a program's change is, as its voters read it: the lines that go and come, and no count."""

from email.message import EmailMessage
from pathlib import Path

from msgspec.structs import replace

from nomic_mail.play.table import Received
from nomic_mail.post.page import body
from nomic_mail.rulesets.programs import interface
from tests.kit.house import House, address_of

COINS = """
Everybody begins with ten coins, and can give them away.
Effects:
  program:
    coins = quantity("coins", start=10)

    @action("GIVE <n> COINS TO <player>")
    def give(me, n, to):
        coins.move(me, to, n)
END
CALL VOTE
"""
ONCE = COINS.replace('<player>")', '<player>", once="a turn")')


def _play(house: House) -> None:
    """The rule is in force, and whoever began has the turn again."""
    house.begin(debate_min="0")
    for text in (f"PROPOSE ENACT: Coins{COINS}", "PROPOSE REPEAL 206\nCALL VOTE"):
        house.reply(house.mover(), text)
        house.run()
        for name in (house.mover(), *house.others()):
            house.reply(name, "FOR")
            house.run()


def _in_play(folder: Path) -> House:
    house = House(folder)
    house.once(("coins in force",), lambda: _play(house))
    return house


def _told(house: House, text: str, occasion: str = "ballot") -> Received:
    house.reply(house.mover(), text)
    told = next(one for one in house.run() if occasion in one.occasions)
    return replace(told, text=told.text.replace("\r", ""))


def test_what_changes_in_a_program_is_told_by_its_lines(tmp_path: Path) -> None:
    text = _told(_in_play(tmp_path), f"PROPOSE AMEND 301: Coins{ONCE}").text
    assert (
        "Lines of its program that go (-) and come (+):\n\n"
        '    - @action("GIVE <n> COINS TO <player>")\n'
        '    + @action("GIVE <n> COINS TO <player>", once="a turn")\n'
        "      def give(me, n, to):\n"
    ) in text
    assert "program: one" not in text


def test_a_new_program_is_told_by_what_it_does_and_not_counted(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(debate_min="0")
    text = _told(house, f"PROPOSE ENACT: Coins{COINS}").text
    assert "Its program would keep coins." in text
    assert "would become program" not in text


def test_a_program_that_goes_is_told(tmp_path: Path) -> None:
    text = _told(_in_play(tmp_path), "PROPOSE REPEAL 301\nCALL VOTE").text
    assert "- program: one (rule 301)" in text


def test_effects_that_are_revised_are_told_by_their_lines(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    _told(house, "PROPOSE ENACT: Five\nFive points win.\nEffects:\n  victory: 6\n", "proposal")
    text = _told(house, "EFFECTS\n  victory: 5", "proposal").text
    assert "since the text before this one:\n\n    - victory: 6\n    + victory: 5\n" in text, text


def _proposal_in(letter: Received) -> str:
    """From its first line in capitals to the last."""
    return letter.text[letter.text.index("PROPOSE AMEND") : letter.text.index("\nEND") + 4]


def test_a_rule_to_be_edited_comes_with_its_program(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    block = _proposal_in(_told(house, "EDIT 301", "edit"))
    changed = block.replace('TO <player>")', 'TO <player>", once="a turn")')
    assert changed != block
    quoted = "\n".join(f"> {one}".rstrip() for one in changed.split("\n"))
    ballot = _told(house, f"PROPOSE\n\nOn Monday nomic wrote:\n{quoted}", "proposal").text
    assert '    + @action("GIVE <n> COINS TO <player>", once="a turn")' in ballot
    assert "        coins.move(me, to, n)" in ballot


def test_a_program_is_amended_by_what_is_to_be_replaced_in_it(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    change = 'AMEND 301\nreplace "coins.move(me, to, n)" by "coins.move(me, to, n + 1)"'
    offer = _told(house, change, "amend")
    assert "    -     coins.move(me, to, n)\n    +     coins.move(me, to, n + 1)" in offer.text
    ballot = _told(house, _proposal_in(offer) + "\nCALL VOTE").text
    assert "coins.move(me, to, n + 1)" in ballot
    assert ballot.count("Everybody begins with ten coins") == 1
    assert "The words of rule 301 (Coins) stay as they are:" in ballot


def test_what_is_in_neither_is_told(tmp_path: Path) -> None:
    told = _told(_in_play(tmp_path), 'AMEND 301\nreplace "silver" by "gold"', "amend")
    assert '"silver" does not occur in rule 301.' in told.text


def test_what_is_wrong_with_a_program_is_told_with_its_line(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(debate_min="0")
    wrong = COINS.replace("coins.move(me, to, n)", "coins.mvoe(me, to, n)")
    told = _told(house, f"PROPOSE ENACT: Coins{wrong}", "receipt")
    assert told.subject == "[tea!] Not done: its program cannot be run"
    assert 'column 5, "coins.mvoe(me, to, n)": ' in " ".join(told.text.split())


def test_all_that_is_wrong_with_a_program_is_told_in_one_letter_and_one_cause_once(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.begin(debate_min="0")
    program = """
Effects:
  program:
    judge = office("judge")

    @on("turn ends")
    def ends(player):
        points(judge.holder(), 1)
        points(judge.holder(), 2)

    @on("adopted")
    def pays(proposal):
        points(proposal.bi, 1)
END
"""
    letter = _told(house, f"PROPOSE ENACT: Wages\nA judge is paid.{program}", "receipt").text
    told = " ".join(letter.split())
    assert told.count("this may be nobody") == 1
    assert 'line 5, column 12, "points(judge.holder(), 1)": this may be nobody' in told
    assert '"if who:"; so too in line 6; line 10, column 12, "points(proposal.bi, 1)": ' in told


def test_the_library_tells_what_each_rule_is(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(debate_min="0")
    lines = _told(house, "LIBRARY", "library").text.split("\n")
    assert "- mayor: There is a mayor. Each player may back one player, and change" in lines
    assert "- kudos: Each player may thank another once a day, and that counts as a" in lines


def test_no_line_of_the_interface_is_broken(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(debate_min="0")
    told = _told(house, "HELP PROGRAM", "help").text
    broken = [one for one in interface().split("\n") if one and f"\n    {one}\n" not in told]
    assert broken == []


def test_what_is_kept_and_done_is_told_by_the_rule_s_name(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    assert "Rule 301 (Coins) keeps:" in _told(house, "STATUS", "status").text
    assert "By rule 301 (Coins):" in _told(house, "HELP ACTIONS", "help").text
    house.reply(house.mover(), f"GIVE 3 COINS TO {house.others()[0]}")
    told = [one.text for one in house.run()]
    assert any('has written "GIVE 3 COINS TO' in one for one in told)


def test_a_note_that_is_emptied_is_told_so(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    board = 'board = note("board", owner="game")\n\n    @action("WIPE BOARD")\n'
    board += '    def wipe(me):\n        board.set("")\n\n    @on("begins")\n'
    board += '    def begins():\n        board.set("tea at five")\n'
    rule = f"PROPOSE ENACT: Board\nThere is a board.\nEffects:\n  program:\n    {board}END\n"
    _told(house, f"{rule}CALL VOTE")
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR")
        house.run()
    assert "- board tea at five -> (empty)\n" in _told(house, "WIPE BOARD", "ran").text


def test_of_several_notes_each_is_marked_as_one() -> None:
    told = body("Note: It keeps coins.\nNote: It ends.\nSo it is.")
    marked = (
        "<strong>Note:</strong> It keeps coins.<br><strong>Note:</strong> It ends.<br>So it is."
    )
    assert told == f"<p>{marked}</p>"


def test_what_players_can_write_is_told_with_how_often(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    _told(house, f"PROPOSE AMEND 301: Coins{ONCE}")
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR")
        told = house.run()
    text = " ".join(next(one.text for one in told if "program" in one.occasions).split())
    assert "- GIVE <n> COINS TO <player>, once a turn" in text
    assert "It keeps coins. What it has kept so far of coins stays." in text


def test_a_line_near_an_action_is_told_what_the_rules_let_one_write(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    near = " ".join(_told(house, "give them all the coins!", "receipt").text.split())
    assert "The rules let you write: GIVE <n> COINS TO <player>. HELP ACTIONS tells more." in near
    assert "HELP ACTIONS" not in _told(house, "I like it here.", "receipt").text


def test_what_is_done_once_a_turn_waits_for_the_next_turn(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(debate_min="0")
    house.reply(house.mover(), f"PROPOSE ENACT: Coins{ONCE}")
    house.run()
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR")
        house.run()
    for _ in range(2):
        told = _told(house, f"GIVE 1 COINS TO {house.others()[0]}", "receipt" if _ else "ran").text
    assert "What would work: wait for the next turn." in " ".join(told.split())


def _attaching(house: House, text: str) -> str:
    letter = EmailMessage()
    name = house.mover()
    letter["From"], letter["To"] = address_of(name), house.door(name)
    letter["Message-ID"] = f"<{len(text)}@players.example>"
    letter.set_content(text)
    letter.add_attachment('pot = quantity("pot", owner="game")\n', filename="pot.py")
    house.post_in(letter.as_bytes(), name, house.door(name))
    house.run()
    return " ".join(house.last["tea", address_of(name)].text.split())


def test_what_is_attached_is_noted_where_no_line_takes_it(tmp_path: Path) -> None:
    house = _in_play(tmp_path)
    draft = "PREVIEW ENACT: Pot\nThere is a pot.\nEffects:\nprogram: attached\nEND\nCALL VOTE\n"
    taken = _attaching(house, draft)
    assert "Its program would keep pot." in taken and "Not done: CALL VOTE" in taken
    assert "an attached text is read" not in taken
    assert "an attached text is read" in _attaching(house, "CALL VOTE\n")
