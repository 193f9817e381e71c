"""Processes that die, hang, are split off or never begin: the call ends in a sentence, and the next
one is as ever."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic_monty import MontyRuntimeError

from nomic_mail.clock import SystemClock
from nomic_mail.game.programs import Broke, Calling, Declared, Done, Effect, Run
from nomic_mail.sandbox import spending, workers
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.programs import ADA, call, seen
from tests.kit.tiers import times

GIVES = 'coins = quantity("coins")\n@action("FROB")\ndef frob(me):\n    coins.give(me, 1)\n'
ENDLESS = '@action("FROB")\ndef frob(me):\n    while True: pass\n'
GAVE = Done(effects=(Effect(kind="set", name="coins", seat=1, number=1),))


def interpreters() -> list[int]:
    """Children of this process that programs run in."""
    found = []
    for one in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = one.read_text().partition(") ")
        except OSError:
            continue
        if name.endswith("(monty") and int(rest.split()[1]) == os.getpid():
            found.append(int(one.parent.name))
    return found


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not Path("/proc/self/stat").exists():
        pytest.skip("its processes are found in /proc")
    monkeypatch.setattr(spending, "SECONDS", 1.0)
    monkeypatch.setattr(spending, "GENEROUS", 1.0)
    assert call(GIVES, "FROB", ADA) == GAVE
    assert interpreters()
    yield
    assert call(GIVES, "FROB", ADA) == GAVE


def sent(how: signal.Signals) -> None:
    for one in interpreters():
        os.kill(one, how)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_one_that_is_idle(how: signal.Signals) -> None:
    sent(how)
    assert call(GIVES, "FROB", ADA) == GAVE


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_one_in_the_middle_of_a_call(how: signal.Signals) -> None:
    later = threading.Timer(0.3, sent, [how])
    later.start()
    came = call(ENDLESS, "FROB", ADA)
    later.join()
    assert isinstance(came, Broke)
    assert came.trouble == "lost"


def test_an_idle_one_that_hangs_lets_no_wrong_program_pass() -> None:
    sent(signal.SIGSTOP)
    read = Sandbox().read('@action("FROB")\ndef frob(me):\n    coins.give(me, 1)\n')
    assert not isinstance(read, Declared)
    assert "coins" in read[0].why


def test_a_program_too_intricate_to_be_checked_is_told_so() -> None:
    body = "".join(
        f"{'    ' * depth}if x{depth} := [{'x' * (depth > 0)}{depth - 1 if depth else 0}, None]:\n"
        for depth in range(1, 60)
    )
    read = Sandbox().read(f"x0 = 1\nif True:\n{body}{'    ' * 60}pass\n")
    assert isinstance(read, Declared) or read[0].why


def test_the_second_time_it_has_as_long_as_it_is_told() -> None:
    """What the prelude left was made under limits of its own, and bounds nobody else."""
    longer = 2.3
    assert longer < workers.GENEROUS
    began = time.monotonic()
    with (
        pytest.raises(MontyRuntimeError, match="time limit"),
        workers.POOL.after_prelude(longer) as session,
    ):
        session.feed_run("while True: pass")
    assert time.monotonic() - began >= longer


def test_a_child_of_the_server_says_that_it_cannot_and_its_parent_goes_on() -> None:
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        told = Sandbox().read(GIVES)
        os.write(writes, b"yes" if isinstance(told, Declared) else told[0].why.encode())
        os._exit(0)
    os.close(writes)
    assert os.read(reads, 200) == b"a process that was split off cannot run programs"
    assert os.waitpid(child, 0)[1] == 0
    os.close(reads)


def test_it_has_no_privileges_and_no_surroundings() -> None:
    for one in interpreters():
        status = Path(f"/proc/{one}/status").read_text()
        assert "NoNewPrivs:\t1" in status
        assert "CapEff:\t0000000000000000" in status
        if os.geteuid() == 0:
            assert f"Uid:\t{workers.NOBODY}" in status
        limits = Path(f"/proc/{one}/limits").read_text()
        assert str(workers.ADDRESS_SPACE) in limits


def test_what_the_system_forbids_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a filter of calls lets nobody set limits."""
    (tmp_path / "prlimit").write_text('#!/bin/sh\ncase "$*" in *--as*) exit 1;; esac\n')
    (tmp_path / "setpriv").write_text("#!/bin/sh\nexit 1\n")
    for name in ("prlimit", "setpriv"):
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    words = workers.guards(Path("/bin/sh"))
    assert words == [str(tmp_path / "prlimit"), "--nofile=16", "--core=0", "--fsize=0"]


SAME = """
from tests.kit.programs import *
import sys
program = '''
total = quantity("total", owner="game", least=None)
words = note("words")
@action("DO <n> <player> <text>")
def do(me, n, who, text):
    seen = {}
    for one in players():
        seen[one.name] = hash(one.name) % 1000 + one.score
    total.set(sum(seen.values()) + n)
    words.set(who, text + str(sorted(set([3, 1, 2]))) + str(list({"b", "a", "c"})))
    for i in range(3):
        points(me, roll(6))
    say(f"{me} {total.value():>5} {n / 3:.3f} {[p.name for p in players()]}")
'''
form = "DO <n> <player> <text>"
print(call(program, form, *plain("action", form)))
"""


def test_many_processes_say_the_same() -> None:
    seeds = [str(seed) for seed in range(times(5, 5, 20))]
    told = {
        subprocess.run(
            [sys.executable, "-c", SAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in seeds
    }
    assert len(told) == 1
    assert "Done(" in next(iter(told))


WITHOUT = """
from nomic_mail.sandbox import workers
workers.binary = lambda: None
from tests.kit.programs import *
print(repr(RUNS.interpreter), RUNS.read("quantity('coins')"), sep="|")
read = Declared()
came = RUNS.run(Run("", read, Calling(hook=0), seen(), lambda sides: 1))
print(came.trouble)
import sys
print("pydantic_monty" in sys.modules)
"""


def test_without_an_interpreter_nothing_is_read_and_nothing_loaded() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split("\n") == ["''|()", "missing", "False", ""]


def dies_once() -> Sandbox:
    """What runs programs for a letter: in the middle of the first call the worker is killed."""
    left = [1]

    def step(name: str) -> None:
        if left and workers.POOL.at_work is not None:
            left.clear()
            os.kill(workers.POOL.at_work, signal.SIGKILL)

    return Sandbox(clock=SystemClock(), step=step).of_a_letter("tea")


def test_one_that_dies_while_a_proposal_is_read_or_tried_is_the_house_s_trouble() -> None:
    assert isinstance(dies_once().read(GIVES, proposed=True), Declared)
    read = Sandbox().read(GIVES)
    assert isinstance(read, Declared)
    calling = Calling(hook=0, given=(ADA,))
    assert dies_once().run(Run(GIVES, read, calling, seen(), lambda n: 1, proposed=True)) == GAVE
    assert dies_once().run(Run(GIVES, read, calling, seen(), lambda n: 1)) == GAVE


def test_what_stops_the_server_is_no_program_s_to_catch() -> None:
    catches = f"{GIVES}    try:\n        coins.give(me, 1)\n    except BaseException: pass\n"
    left = [0, 0, 0]

    def interrupted(name: str) -> None:
        left.pop()
        if not left:
            raise KeyboardInterrupt

    read = Sandbox().read(catches)
    assert isinstance(read, Declared)
    with pytest.raises(KeyboardInterrupt):
        Sandbox(step=interrupted).run(
            Run(catches, read, Calling(hook=0, given=(ADA,)), seen(), lambda n: 1)
        )
