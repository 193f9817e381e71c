"""The command line in a process of its own, without the second it takes to load: one that has
everything loaded forks for each call. It has no threads, no open database, nothing of an earlier
call; `tests/real/daemon/test_serve.py` and its like start the program itself.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

MOST_BYTES = 65_536
PROGRAM = str(Path(__file__).resolve().parents[2] / "nomic_mail" / "__main__.py")
LOADED = [f"nomic_mail.{one}" for one in ("cli", "daemon.server", "daemon.restore", "post.facts")]
LOADED += ["nomic_mail.wire.listener", "nomic_mail.wire.smarthost", "nomic_mail.archive.json"]
LOADED += ["apscheduler.schedulers.background", "rich.console", "rich.table", "rich.progress"]


@cache
def _mother(_process: int) -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """One for each process that runs tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-P", __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
    )
    theirs.close()
    atexit.register(_end, ours, process)
    return ours, process


def _end(line: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    line.close()
    process.wait(10)


def run(
    words: Sequence[str], env: dict[str, str], seconds: float
) -> "subprocess.CompletedProcess[str]":
    """`nomic-mail` with these words, as in a shell in which only `env` is set."""
    line, mother = _mother(os.getpid())
    asked = json.dumps({"words": words, "env": env, "cwd": str(Path.cwd())}).encode()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        line.settimeout(seconds)
        socket.send_fds(line, [asked], [out.fileno(), error.fileno()])
        try:
            status = int(line.recv(MOST_BYTES))
        except TimeoutError:
            mother.kill()
            _mother.cache_clear()
            raise
        texts = []
        for file in (out, error):
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess(list(words), status, texts[0], texts[1])


# The mother


@dataclass(frozen=True, slots=True)
class _Asked:
    words: list[str]
    env: dict[str, str]
    cwd: str


def _serve(line: socket.socket) -> None:
    for module in LOADED:
        import_module(module)
    while True:
        asked, fds, _flags, _address = socket.recv_fds(line, MOST_BYTES, 2)
        if not asked:
            return
        child = os.fork()
        if child == 0:
            _call(_Asked(**json.loads(asked)), fds)
        for fd in fds:
            os.close(fd)
        _pid, status = os.waitpid(child, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _call(asked: "_Asked", fds: Sequence[int]) -> None:
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(fds[0], 1)
        os.dup2(fds[1], 2)
        os.chdir(asked.cwd)
        os.environ.clear()
        os.environ.update(asked.env)
        sys.argv = [PROGRAM, *asked.words]
        from nomic_mail.cli import main

        main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
