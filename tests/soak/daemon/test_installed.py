"""Each way to install of docs/deploy.md, in a clean root: Debian as debootstrap makes it, with
nothing of this machine but its ways to packages. What is installed serves a first game.

1. No builder of containers runs without a kernel's help that a test may not have: the steps of the
   Containerfile are done one by one in such a root, as a builder does them.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.real.real_mail import program

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 1800
# How this machine comes to packages: lent to the clean root.
LENT = ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
LENT_WORDS = ("PIP_CERT", "SSL_CERT_FILE")
SOURCES = "etc/apt/sources.list.d/debian.sources"


def ran(*words: str | Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(one) for one in words],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env=env,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


class Clean:
    """A Debian of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, line: str, user: str = "root", **env: str) -> str:
        """In a shell of that root, with /proc there, and nothing of it left running. It is lent
        anew each time: what a step installs can lay a file of its own in the place of one."""
        self.lend()
        own = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", **env}
        own |= {"DEBIAN_FRONTEND": "noninteractive"}
        own |= {key: os.environ[key] for key in LENT_WORDS if key in os.environ}
        inside = f'mount -t proc proc /proc && exec setpriv {_as(user)} sh -euc "$1"'
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return ran(*alone, "chroot", self.folder, "sh", "-euc", inside, "sh", line, env=own)

    def lend(self) -> None:
        for name in LENT:
            if Path("/", name).exists():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path("/", name), self.folder / name)
        if Path("/", SOURCES).exists():
            shutil.copy(Path("/", SOURCES), self.folder / SOURCES)


def _as(user: str) -> str:
    return "--" if user == "root" else f"--reuid {user} --regid {user} --init-groups --"


@pytest.fixture(scope="module")
def bootstrapped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if os.geteuid() != 0:
        pytest.skip("only root can make a clean root")
    folder = tmp_path_factory.mktemp("clean") / "root"
    tool = program("debootstrap", "debootstrap")
    ran(tool, "--variant=minbase", "--include=ca-certificates", "bookworm", folder)
    return folder


@pytest.fixture
def clean(bootstrapped: Path, tmp_path: Path) -> Iterator[Clean]:
    ran("cp", "-a", bootstrapped, tmp_path / "root")
    yield Clean(tmp_path / "root")
    shutil.rmtree(tmp_path / "root")


def first_game(clean: Clean, tool: str, user: str, mail: str, **env: str) -> None:
    """Tool and folders as installed: all is well, and an invitation goes out."""
    told = clean.run(f"{tool} check", user, **env)
    assert {line.split()[0] for line in told.splitlines()} == {"ok"}, told
    assert "rules' programs can run" in told
    clean.run(f"{tool} game new tea", user, **env)
    clean.run(f"{tool} player add tea 'Ada <ada@example.org>'", user, **env)
    served = f"timeout 60 {tool} serve >/tmp/served 2>&1 & "
    until = f"for i in $(seq 100); do ls {mail}/ada@example.org/new/* && break; sleep 0.5; done; "
    clean.run(f"{served}{until}kill -TERM $!; wait $! || true; cat /tmp/served", user, **env)
    (letter,) = (clean.folder / mail.lstrip("/") / "ada@example.org/new").iterdir()
    assert "JOIN" in letter.read_text("utf-8")
    games = json.loads(clean.run(f"{tool} game list --json", user, **env))
    assert [one["name"] for one in games] == ["tea"]


def test_the_debian_package(clean: Clean, tmp_path: Path) -> None:
    uv, python = ROOT / ".venv/bin/uv", ROOT / ".venv/bin/python"
    ran(ROOT / "packaging/deb/build", uv, python, tmp_path / "deb")
    (built,) = (tmp_path / "deb").iterdir()
    shutil.copy(built, clean.folder / "nomic-mail.deb")
    clean.run("apt-get -qq update; apt-get -qq install -y --no-install-recommends /nomic-mail.deb")
    kept = clean.folder / "var/lib/nomic"
    assert kept.stat().st_mode & 0o777 == 0o700
    assert (clean.folder / "etc/nomic-mail/config.toml").stat().st_mode & 0o777 == 0o600
    first_game(clean, "nomic-mail", "root", "/var/lib/nomic/mail")  # as root: it becomes `nomic`
    assert {one.stat().st_uid for one in kept.iterdir()} == {kept.stat().st_uid} != {0}
    unit = (clean.folder / "lib/systemd/system/nomic-mail.service").read_text("utf-8")
    begins = re.search(r"^ExecStart=(.*) serve$", unit, re.MULTILINE)
    assert begins is not None
    clean.run(f"{begins[1]} status", "nomic")
    home = clean.folder / "usr/lib/nomic-mail"
    assert (home / "bin/nomic-mail").read_text().startswith("#!/usr/lib/nomic-mail/bin/python3\n")
    assert str(ROOT) not in (home / "pyvenv.cfg").read_text()

    config = (clean.folder / "etc/nomic-mail/config.toml").read_bytes()
    clean.run("apt-get -qq install -y --reinstall /nomic-mail.deb")
    assert (clean.folder / "etc/nomic-mail/config.toml").read_bytes() == config
    clean.run("apt-get -qq purge -y nomic-mail")
    assert (kept / "nomic.db").exists()
    assert (kept / "secret.key").exists()
    assert not (clean.folder / "usr/lib/nomic-mail").exists()


def test_the_steps_of_the_containerfile(clean: Clean) -> None:
    text = (ROOT / "packaging/Containerfile").read_text("utf-8")
    lines = re.sub(r"^#.*\n|\\\n", "", text, flags=re.MULTILINE).splitlines()
    user, folder, env = "root", "/", dict[str, str]()
    start, entry = list[str](), list[str]()
    for word, _, rest in (line.partition(" ") for line in lines if line.strip()):
        if word == "RUN":
            clean.run(f"cd {folder}; {rest}", user, **env)
        elif word == "COPY":
            source, to = rest.split()
            (clean.folder / to.lstrip("/")).mkdir(parents=True)
            skipped = (ROOT / ".dockerignore").read_text().split()
            without = [f"--exclude={one}" for one in skipped]
            packed = clean.folder / "context.tar"
            ran("tar", "-cf", packed, "-C", ROOT / source, *without, ".")
            ran("tar", "-xf", packed, "--no-same-owner", "-C", clean.folder / to.lstrip("/"))
            packed.unlink()
        elif word == "USER":
            user = rest
        elif word == "WORKDIR":
            folder = rest
        elif word == "ENV":
            name, _, value = rest.partition("=")
            env[name] = value
        elif word == "ENTRYPOINT":
            entry = json.loads(rest)
        elif word == "CMD":
            start = json.loads(rest)
        else:
            assert word in ("FROM", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"), word
    assert (user, entry, start) == ("nomic", ["nomic-mail"], ["serve"])
    tool = f"cd {folder}; {entry[0]}"
    clean.run(f"{tool} init", user, **env)
    first_game(clean, entry[0], user, f"{folder}/mail", **env)
    clean.run(f"{entry[0]} status --check", user, **env)
    assert not (clean.folder / "usr/src/nomic-mail").exists()


def test_pipx(clean: Clean) -> None:
    """As one user's own program; Debian's pipx."""
    ran("git", "clone", "-q", ROOT, clean.folder / "usr/src/nomic-mail")
    clean.run(
        "apt-get -qq update; apt-get -qq install -y --no-install-recommends pipx python3-venv"
    )
    clean.run("useradd -m ada; chown -R ada /usr/src/nomic-mail")
    home = {"HOME": "/home/ada"}
    clean.run("pipx install /usr/src/nomic-mail", "ada", **home)
    tool = "/home/ada/.local/bin/nomic-mail"
    clean.run(f"cd; {tool} init var", "ada", **home)
    env = {**home, "NOMIC_MAIL_CONFIG": "/home/ada/var/config.toml"}
    first_game(clean, tool, "ada", "/home/ada/var/mail", **env)
