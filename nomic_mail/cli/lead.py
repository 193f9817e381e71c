"""init --interactive: asks for what a server needs, and tries each way as the server will use it.

1. A wrong answer is asked again, with what is wrong about it; nothing is written before the end.
2. A mailbox or a way out that does not work is told with its fix, and can be typed anew.
3. Passwords go into files of their own, for their owner alone; the config names the files.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from nomic_mail.cli.common import safe
from nomic_mail.clock import SystemClock
from nomic_mail.config import Config, Mail, Mailbox, OutgoingSection, example, value_fix

Answers = dict[str, dict[str, Any]]
IMAP_PORTS = {"tls": 993, "starttls": 143, "none": 143}
SMTP_PORTS = {"tls": 465, "starttls": 587, "none": 25}
WAYS_IN = {
    "mailbox": "an account whose letters the server fetches by IMAP",
    "listener": "a mail server hands letters over by SMTP or LMTP",
}
WAYS_OUT = {
    "smtp": "a mail server sends them on: your provider's, or your own",
    "maildir": "a trial: they are laid into folders on this machine, and nobody elsewhere gets one",
}
ADDITIONS = {
    "+": "as most have it: nomic+tea@host comes to nomic@host",
    "-": "as qmail and some others have it: nomic-tea@host",
    "none": "it has none; letters then carry a line of their own at the end",
}


def led(file: Path) -> str:
    """The text of the config file that the answers make."""
    click.echo("A few questions. Enter takes what stands in brackets; Ctrl-C leaves all as it is.")
    answers: Answers = {"moderator": {}, "mail": {}}
    click.echo("\nYou, the moderator.")
    answers["moderator"]["name"] = _asked(
        "Your name, as players see it", "moderator", "name", "The Moderator"
    )
    answers["moderator"]["address"] = _asked("Your own mail address", "moderator", "address")
    click.echo("\nThe server. Players write to it, so it needs an address of its own.")
    yours = answers["moderator"]["address"]
    address = _asked("Its mail address", "mail", "address", but=_not(yours))
    answers["mail"]["address"] = address
    secrets: dict[str, str] = {}
    _way_in(file, answers, secrets)
    _way_out(file, answers, secrets)
    click.echo("\nGames have addresses made of the server's, with an addition. The mail server has")
    sign = _chosen("Which", ADDITIONS, "+")
    answers["mail"]["delimiter"] = "" if sign == "none" else sign
    named = [one.get("password_file") for one in answers.values()]
    for name in secrets.keys() & named:
        _write_secret(file.parent / name, secrets[name])
    return filled(example(), answers)


# Letters in, letters out


def _way_in(file: Path, answers: Answers, secrets: dict[str, str]) -> None:
    from nomic_mail.daemon.doctor import examine_mailbox

    click.echo("\nHow letters come in.")
    if _chosen("Which", WAYS_IN, "mailbox") == "listener":
        answers["listener"] = {"enabled": True}
        for key, words, usual in (
            ("protocol", "smtp or lmtp", "smtp"),
            ("host", "The address to listen on", "127.0.0.1"),
            ("port", "The port", 8025),
        ):
            answers["listener"][key] = _asked(words, "listener", key, usual)
        return
    answers["listener"] = {"enabled": False}
    domain = answers["mail"]["address"].rpartition("@")[2]
    box: dict[str, Any] = {"host": f"imap.{domain}", "user": answers["mail"]["address"]}
    while True:
        _login("mailbox", box, IMAP_PORTS, "The mail server that has it", "tls", secrets, {})
        config = Config(file=file, mail=Mail(**answers["mail"]))
        try_it = Mailbox(**box, password=secrets["mailbox.password"])
        if _works(examine_mailbox(config, SystemClock(), try_it)):
            break
    answers["mailbox"] = {**box, "password_file": "mailbox.password"}


def _way_out(file: Path, answers: Answers, secrets: dict[str, str]) -> None:
    from nomic_mail.daemon.doctor import examine_way_out

    click.echo("\nHow letters go out.")
    kind = _chosen("Which", WAYS_OUT, "smtp")
    answers["outgoing"] = {"kind": kind}
    if kind == "maildir":
        return
    domain = answers["mail"]["address"].rpartition("@")[2]
    box = answers.get("mailbox", {})
    out: dict[str, Any] = {"host": f"smtp.{domain}", "user": box.get("user", "")}
    while True:
        password = _login("outgoing", out, SMTP_PORTS, "The mail server", "starttls", secrets, box)
        told = {("smtp_" + key if key in ("host", "port") else key): out[key] for key in out}
        way = OutgoingSection(kind="smtp", **told, password=secrets.get(password, ""))
        config = Config(file=file, mail=Mail(**answers["mail"]), outgoing=way)
        if _works(examine_way_out(config, SystemClock())):
            break
    answers["outgoing"] |= told | ({"password_file": password} if password else {})


def _login(
    section: str,
    known: dict[str, Any],
    ports: Mapping[str, int],
    words: str,
    usual: str,
    secrets: dict[str, str],
    box: Mapping[str, Any],
) -> str:
    """Asks anew with what was said before; returns the file of the password."""
    prefix = "smtp_" if section == "outgoing" else ""
    known["host"] = _asked(words, section, prefix + "host", known["host"])
    words = "How the connection is protected: tls, starttls, or none on this machine"
    before = known.get("security")
    known["security"] = _asked(words, section, "security", before or usual)
    port = ports[known["security"]]
    if before == known["security"]:
        port = known["port"]
    known["port"] = _asked("Its port", section, prefix + "port", port)
    if box and click.confirm("The same name and password as for the mailbox?", default=True):
        known["user"] = box["user"]
        return "mailbox.password"
    nobody = None if section == "mailbox" else "-"
    words = "The name to log in with" + (", or - for none" if nobody else "")
    known["user"] = _asked(words, section, "user", known["user"] or nobody, but=_somebody)
    if known["user"] == nobody:
        known["user"] = ""
        return ""
    if not (secrets.get(f"{section}.password") and click.confirm("The same password?", True)):
        secrets[f"{section}.password"] = _password()
    return f"{section}.password"


def _password() -> str:
    while True:
        said = str(
            click.prompt(
                "The password (it is not shown)", hide_input=True, default="", show_default=False
            )
        )
        if said and said.isprintable():
            return said
        click.echo("  That will not do: a password is one line of letters, and not empty.")


def _works(looking: Iterable[Any]) -> bool:
    """Tried; or taken as it is."""
    click.echo("  trying it ...")
    found = list(looking)
    for one in found:
        click.echo(safe(f"  {'WRONG: ' if one.fix else 'good: '}{one.words}"))
        if one.fix:
            click.echo(safe(f"  to mend it: {one.fix}"))
    if not any(one.fix for one in found):
        return True
    return not click.confirm("Type it anew? (no: it is written as it is)", default=True)


# One question


def _asked(
    words: str,
    section: str,
    key: str,
    usual: Any = None,
    but: Callable[[str], str] = lambda said: "",
) -> Any:
    while True:
        shown = usual is not None
        before = str(usual) if shown else ""
        said = str(click.prompt(words, default=before, show_default=shown)).strip()
        number = isinstance(usual, int) and re.fullmatch(r"[0-9]{1,9}", said)
        value: Any = int(said) if number else said
        fix = value_fix(section, key, value) or but(said)
        if not fix:
            return value
        click.echo(safe(f'  "{said}" will not do: {fix}.'))


def _not(yours: str) -> Callable[[str], str]:
    """Whose letters come from the server's own address are taken for a loop."""
    why = "that is your own; the server needs another, or your letters to it come from itself"
    return lambda said: why if said.lower() == yours.lower() else ""


def _somebody(said: str) -> str:
    return "" if said else "write the name you log in with"


def _chosen(words: str, ways: Mapping[str, str], usual: str) -> str:
    for name, told in ways.items():
        click.echo(f"  {name:9} {told}")
    while True:
        said = str(click.prompt(words, default=usual)).strip().lower()
        if said in ways:
            return said
        click.echo(safe(f'  "{said}" will not do: write one of {", ".join(ways)}.'))


# The file


def _write_secret(file: Path, password: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as secret:
        secret.write(password + "\n")
    file.chmod(0o600)
    click.echo(f"wrote {file} (a password, for you alone)")


def filled(text: str, answers: Answers) -> str:
    """The example with the answers in it; the mailbox's lines come to life where one has been
    given."""
    lines, section = [], ""
    for line in text.splitlines():
        if head := re.fullmatch(r"#?\[\[?(\w+)\]\]?", line):
            section = head[1]
            lines.append(line.lstrip("#") if section in answers else line)
            continue
        key = re.match(r"#?(\w+) = ", line)
        given = answers.get(section, {})
        if key and key[1] in given:
            lines.append(f"{key[1]} = {_toml(given[key[1]])}")
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool | int):
        return str(value).lower()
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
