"""A real Exim for the tests, Debian's own. It cannot be beside Postfix: `.ci/run` unpacks
it into a folder. Each letter has a process of its own, as from inetd, and may come from any host.

1. Exim must find its user, who is not on this machine (nss_wrapper), and asks a name server of the
   test's own (resolv_wrapper). Only root can start it, as with Postfix.
2. A recipe is what goes into its configuration: of the ACLs for RCPT and DATA, and below them.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit.real.real_mail import short_folder
from tests.kit.real.real_mta import as_root

UNPACKED = Path.home() / ".cache" / "nomic-mail" / "exim"
USER = "Debian-exim:x:65533:65533::/:/bin/false\n"
GROUP = "Debian-exim:x:65533:\n"
CONFIG = """
primary_hostname = {name}
exim_path = {here}
spool_directory = {d}/spool
log_file_path = {d}/spool/%slog
keep_environment = LD_PRELOAD : ^NSS_WRAPPER : ^RESOLV_WRAPPER
acl_smtp_rcpt = acl_check_rcpt
acl_smtp_data = acl_check_data
deliver_drop_privilege
bounce_return_body = false
begin acl
acl_check_rcpt:
{rcpt}
accept
acl_check_data:
{data}
accept
begin routers
{routers}
begin transports
{transports}
"""


@dataclass(frozen=True)
class Recipe:
    rcpt: str
    data: str
    routers: str
    transports: str


@dataclass
class Exim:
    command: list[str]

    def talk(self, said: bytes, *words: str) -> str:
        told = subprocess.run(
            [*self.command, *words], input=said, capture_output=True, timeout=60, check=False
        )
        return (told.stdout + told.stderr).decode()

    def session(self, host: str, sender: str, to: list[str], raw: bytes) -> str:
        """What it answers, line by line; the letter is delivered when this returns."""
        heads = [f"MAIL FROM:<{sender}>", *(f"RCPT TO:<{one}>" for one in to), "DATA"]
        stuffed = b"\r\n".join(
            b"." + line if line[:1] == b"." else line for line in raw.splitlines()
        )
        lines = "\r\n".join(["EHLO mx.players.example", *heads, ""]).encode()
        said = lines + stuffed + b"\r\n.\r\nQUIT\r\n"
        return self.talk(said, "-odf", "-bs", *(["-oMa", host] if host else []))


@contextmanager
def names(records: Mapping[str, bytes]) -> Iterator[str]:
    """A name server at the only port that Exim asks, and an address of this process's own."""
    address = f"127.53.{os.getpid() // 250 % 250 + 1}.{os.getpid() % 250 + 1}"
    told = json.dumps({name: text.decode() for name, text in records.items()})
    command = [*as_root(), sys.executable, "-m", "tests.kit.name_server", address, told]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        yield address
        process.stdin.close()  # it ends with us, whoever it runs as


@contextmanager
def exim(name: str, recipe: Recipe, records: Mapping[str, bytes]) -> Iterator[Exim]:
    shipped = UNPACKED / "usr/sbin/exim4"
    if not shipped.exists():
        pytest.skip(f"there is no Exim in {UNPACKED}: .ci/run unpacks it there")
    root = as_root()
    with short_folder() as folder, names(records) as server:
        (folder / "passwd").write_text(Path("/etc/passwd").read_text() + USER)
        (folder / "group").write_text(Path("/etc/group").read_text() + GROUP)
        (folder / "resolv.conf").write_text(f"nameserver {server}\n")
        for one in (shipped, *UNPACKED.glob("usr/lib/*/*_wrapper.so")):
            shutil.copyfile(one, folder / one.name)
        here, config = folder / shipped.name, folder / "exim.conf"
        here.chmod(0o755)  # it is root, or its user, and becomes nobody else
        config.write_text(CONFIG.format(name=name, here=here, d=folder, **vars(recipe)))
        subprocess.run([*root, "install", "-d", "-o", "65533", f"{folder}/spool"], check=True)
        subprocess.run([*root, "chown", "0:0", str(config)], check=True)
        setting = {
            "LD_PRELOAD": ":".join(f"{folder}/lib{one}_wrapper.so" for one in ("nss", "resolv")),
            "NSS_WRAPPER_PASSWD": folder / "passwd",
            "NSS_WRAPPER_GROUP": folder / "group",
            "RESOLV_WRAPPER_CONF": folder / "resolv.conf",
        }
        env = ["env", *(f"{key}={value}" for key, value in setting.items())]
        try:
            yield Exim([*root, *env, str(here), "-C", str(config)])
        finally:
            subprocess.run([*root, "chown", "-R", str(os.getuid()), str(folder)], check=True)
