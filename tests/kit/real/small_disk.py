"""A server on a disk of its own, a small one, that can be filled and made read-only: in a name
space of mounts, so that nobody else has it, and nobody has to be root for it."""

import subprocess
from pathlib import Path

import pytest

from tests.kit.real.server_play import Server, environment

SCRIPT = 'mount -t tmpfs -o size=2m tmpfs "$2" && cp -a "$1/." "$2/" && echo ready && cat'


class SmallDisk(Server):
    """What is in the server's folder is copied onto the disk, which is then seen there `within`."""

    _holder: "subprocess.Popen[str] | None" = None

    def mount(self) -> None:
        held = self.folder.with_name(f"{self.folder.name}-held")
        self.folder.rename(held)
        self.folder.mkdir()
        alone = ["unshare", "--user", "--map-root-user", "--mount"]
        self._holder = subprocess.Popen(
            [*alone, "sh", "-c", SCRIPT, "sh", str(held), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._holder.stdout is not None
        if (said := self._holder.stdout.readline()) != "ready\n":
            pytest.skip(f"no disk of its own can be had here: {said}")
        self.mail = Path(f"/proc/{self._holder.pid}/root{self.folder}/mail")

    def within(self, *words: str) -> list[str]:
        assert self._holder is not None
        there = ["--target", str(self._holder.pid), "--user", "--mount", "--preserve-credentials"]
        return ["nsenter", *there, *words]

    def command(self, *words: str, config: bool = True) -> list[str]:
        plain = super().command(*words, config=config)
        return self.within(*plain) if self._holder is not None else plain

    def says(self, *words: str) -> tuple[int, str]:
        return self._run(self.command(*words))

    def fill(self) -> None:
        self._run(self.within("dd", "if=/dev/zero", f"of={self.folder / 'fill'}", "bs=4k"))

    def empty(self) -> None:
        self._run(self.within("rm", str(self.folder / "fill")))

    def becomes(self, how: str) -> None:
        code, said = self._run(self.within("mount", "-o", f"remount,{how}", str(self.folder)))
        assert code == 0, said

    def _run(self, words: list[str]) -> tuple[int, str]:
        done = subprocess.run(
            words,
            env=environment(self.home),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def end(self) -> None:
        super().end()
        if self._holder is not None:
            self._holder.communicate()
