"""GNU Mailman 3 beside us: installed from the package index into an environment of its own, with a
list of five members, all its runners, LMTP in and our sink as its way out.
"""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

VERSION = "mailman==3.3.10"
LIST = "bench@lists.test"
REQUEST = "bench-request@lists.test"
MEMBERS = ("ada", "bob", "cyd", "dan", "eve")
READY_SECONDS = 90

CONFIG = """[mailman]
site_owner: owner@lists.test
layout: bench
[paths.bench]
var_dir: {folder}/var
bin_dir: {bin}
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: 127.0.0.1
lmtp_port: {lmtp}
smtp_host: 127.0.0.1
smtp_port: {smtp}
[database]
class: mailman.database.sqlite.SQLiteDatabase
url: sqlite:///{folder}/var/mailman.db
[webservice]
port: {rest}
"""

SET_UP = """
import sys
from mailman.core.initialize import initialize
initialize(sys.argv[1])
from mailman.app.lifecycle import create_list
from mailman.config import config
from mailman.interfaces.action import Action
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.member import MemberRole
from mailman.interfaces.usermanager import IUserManager
from mailman.utilities.datetime import now
from zope.component import getUtility
getUtility(IDomainManager).add("lists.test")
made = create_list("bench@lists.test", ["owner@lists.test"])
made.send_welcome_message = False
for name in sys.argv[2:]:
    address = getUtility(IUserManager).create_address(f"{name}@players.example", name)
    address.verified_on = now()
    made.subscribe(address, MemberRole.member).moderation_action = Action.accept
config.db.commit()
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
    return port


class Mailman:
    def __init__(self, folder: Path, kept: Path, sink_port: int) -> None:
        """`kept` is where the environment stays from one run to the next."""
        bins = _environment(kept)
        self.port = free_port()
        (folder / "var").mkdir(parents=True)
        config, script = folder / "mailman.cfg", folder / "set_up.py"
        told = {"folder": folder, "bin": bins, "lmtp": self.port, "smtp": sink_port}
        config.write_text(CONFIG.format(**told, rest=free_port()))
        script.write_text(SET_UP)
        _call(bins / "python", script, config, *MEMBERS)
        self._process = subprocess.Popen(
            [bins / "master", "-C", config],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PATH": f"{bins}:{os.environ['PATH']}"},
        )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return
            except OSError:
                time.sleep(0.2)
        raise TimeoutError("Mailman does not listen")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(60)


def _environment(kept: Path) -> Path:
    bins = kept.absolute() / "bin"
    if not (bins / "master").exists():
        _call(sys.executable, "-m", "venv", "--clear", kept)
        _call(bins / "python", "-m", "pip", "install", "--quiet", VERSION)
    return bins


def _call(*words: object) -> None:
    done = subprocess.run([str(one) for one in words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{words[0]} failed: {done.stdout}{done.stderr}")
