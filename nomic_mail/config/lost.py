"""What is said where a part of a server is gone: its configuration, its database, its key.

1. A folder in which one of the parts lies, or that was served, was a server's: nobody is sent to
   `init` first, which would begin an empty one beside what is there.
2. What is given as a command can be copied: with the paths of this server in it, and FILE for the
   backup.
"""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

PARTS = ("nomic.db", "secret.key", "served")
UNITS = (
    "/etc/systemd/system",
    "/run/systemd/system",
    "/usr/lib/systemd/system",
    "/lib/systemd/system",
)
SINCE = "what came since the backup is lost, what is there is moved aside"


def tool_name() -> str:
    """How this program was called: a copy of the lines we print has to work."""
    if own := os.environ.get("NOMIC_MAIL_TOOL"):  # as the Debian package calls it
        return own
    called = Path(sys.argv[0])
    if called.name != "nomic-mail" or shutil.which("nomic-mail") == str(called.absolute()):
        return "nomic-mail"
    return str(called)


def config_option(file: Path) -> str:
    """What stands before a command, for a copy of our lines to work."""
    known = ("config.toml", os.environ.get("NOMIC_MAIL_CONFIG"))
    return "" if str(file) in known else f"--config {file} "


def unit_of(file: Path) -> str:
    """The unit of systemd that runs the server of this configuration; empty where there is none."""
    named = {str(file.absolute()), os.path.realpath(file)}
    for folder in (*UNITS, Path.home() / ".config/systemd/user"):
        for unit in sorted(Path(folder).glob("*nomic*.service")):
            with suppress(OSError):
                text = unit.read_text("utf-8", "replace")
                if any(one in text for one in named):
                    return f"{'' if folder in UNITS else '--user '}{unit.stem}"
    return ""


def starting(file: Path, how: str = "start") -> str:
    """The command that starts the server, stops it, or starts it again."""
    if unit := unit_of(file):
        return f"systemctl {how} {unit}"
    line = f"{tool_name()} {config_option(file)}serve"
    if how == "stop":
        return "Ctrl-C, or kill its process"
    return f"stop it if it runs; then {line}" if how == "restart" else line


def restoring(folder: Path) -> str:
    there = folder.absolute()
    where = there if (there / "config.toml").exists() else "FOLDER"
    named = "" if where is there else " (FOLDER is where its config.toml lies)"
    return f"{tool_name()} restore FILE {where} --replace{named}"


def out_of_backup(part: str, to: Path) -> str:
    """A part alone, and readable for its owner alone."""
    return f"(umask 077; tar -xzOf FILE {part} > {to})"


def configuration(file: Path) -> str:
    folder = file.absolute().parent
    if not folder.is_dir():
        return (
            f"there is no folder {folder}: if a server was there, mount the disk that it lies on,"
            f" or put it back; a new one is made by `{tool_name()} init {folder}`; or name another"
            " with --config"
        )
    here = [one for one in PARTS if (folder / one).exists()]
    if not here:
        return (
            "no such file: `nomic-mail init` writes one, or name another with --config. If a server"
            " was here, nothing of it is: mount the disk that it lies on, or put it back"
        )
    return (
        f"it is gone, and a server was here ({', '.join(here)}): put it back, out of a backup say:"
        f" {out_of_backup('config.toml', file)}; or name another with --config. Without a backup,"
        f" `{tool_name()} init {folder}` writes a new one, and leaves the rest as it is: then write"
        " your addresses into it"
    )


def anew(config: Path) -> str:
    return f"`{tool_name()} {config_option(config)}serve --anew`"


def database(config: Path, file: Path, *, served: bool, runs: bool = False) -> tuple[str, str]:
    """That of the server of `config`: was it `served`, and does that server run?"""
    if file.is_symlink() and not file.exists():
        return (
            f"{file} is a link to {file.readlink()}, and nothing is there",
            "mount the disk that it lies on, or put it back there. If it is lost, delete"
            " that link, and put back your newest backup as FILE:"
            f" `{restoring(config.parent)}` ({SINCE})",
        )
    back = f"put it back, or your newest backup as FILE: `{restoring(config.parent)}` ({SINCE})"
    if runs:
        what = f"{file} was taken away while the server runs, and nothing is kept"
        stop, start = starting(config, "stop"), starting(config)
        return what, f"stop the server ({stop}), {back}, then start it again: {start}"
    if served:
        return (
            f"{file} is {'empty' if file.exists() else 'gone'}, and this folder was served with it",
            f"{back}. Not `init`, which makes an empty one. To begin anew without its games:"
            f" {anew(config)}, once",
        )
    return (
        f"there is no {file}",
        f"if games were played here, {back}; for a new server, `nomic-mail init` makes it",
    )


def key(config: Path, file: Path, what: str, *, used: bool) -> tuple[str, str]:
    """`what` is wrong with it."""
    init = f"`{tool_name()} init {config.absolute().parent}`"
    if not used:
        return what, f"{init} writes one, for a new server"
    left = " move away what is left of the key," if file.exists() else ""
    return what, (
        "put back the one that was here, alone out of a backup:"
        f" {out_of_backup('server.secret_file', file)}. The database stays as it is. Without a"
        f" backup:{left} let {init} write a new one, and start once"
        f" with {anew(config)}; then no address in letters that went out works any more"
    )
