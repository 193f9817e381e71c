"""How we show a mail server who we are: passwords, access tokens, and the server's own certificate.

1. A certificate is always verified, its name too; there is no switch that turns this off.
2. A secret is read when it is needed, so a password that was changed in its file is taken up by the
   next try. It is never logged, nor put into the words of any trouble.
3. An access token is kept until shortly before it expires, or until a server refuses it.
4. Everything here may take its time and fail: callers are threads that can wait and try again.
"""

import json
import os
import shlex
import smtplib
import ssl
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nomic_mail.clock import Clock
from nomic_mail.config.post import Login
from nomic_mail.files import read_named

COMMAND_SECONDS = 30
TOKEN_SECONDS = 30
EARLY_SECONDS = 60
MOST_BYTES = 64_000


class NoLogin(Exception):
    """We cannot even try to log in; the message says what is missing, and holds no secret."""


def trusted(ca_file: Path | None) -> ssl.SSLContext:
    """Rule 1."""
    try:
        return ssl.create_default_context(cafile=ca_file)
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "strerror", None) or "it holds no certificate"
        raise NoLogin(f"ca_file {ca_file} cannot be used: {why}") from None


class Secret:
    """The password, or the access token, of one login. `path` places a file that was named."""

    def __init__(self, login: Login, path: Callable[[str], Path], clock: Clock) -> None:
        self._login, self._path, self._clock = login, path, clock
        self._lock = threading.Lock()
        self._token = ""
        self._good_until = 0.0

    def read(self) -> str:
        login = self._login
        if login.password:
            return login.password
        if login.password_file:
            return _first_line(self._path(login.password_file))
        if login.password_command:
            return _said_by(login.password_command, self._path("."))
        with self._lock:
            if not self._token or self._clock.monotonic_seconds() >= self._good_until:
                self._refresh()
            return self._token

    def refused(self) -> None:
        """The server would not have it: the next `read` asks for another token (rule 3)."""
        with self._lock:
            self._token = ""

    def _refresh(self) -> None:
        """RFC 6749 section 6."""
        login, file = self._login, self._path(self._login.oauth_refresh_file)
        asked = {
            "grant_type": "refresh_token",
            "refresh_token": _first_line(file),
            "client_id": login.oauth_client_id,
            "client_secret": login.oauth_client_secret,
            "scope": login.oauth_scope,
        }
        told = _answer(login.oauth_url, {key: value for key, value in asked.items() if value})
        token, newer = told.get("access_token"), told.get("refresh_token")
        if not isinstance(token, str) or not token.isprintable() or not token:
            raise NoLogin(f"{login.oauth_url} gave no access token")
        if isinstance(newer, str) and newer and newer != asked["refresh_token"]:
            _put(file, newer)  # before the old one is of no use any more
        life = told.get("expires_in")
        seconds = float(life) if isinstance(life, int | float) else 300.0
        self._token = token
        self._good_until = self._clock.monotonic_seconds() + max(seconds - EARLY_SECONDS, 0)


def xoauth2(user: str, token: str) -> str:
    return f"user={user}\1auth=Bearer {token}\1\1"


def log_in_smtp(line: smtplib.SMTP, user: str, kind: str, secret: str) -> None:
    """Raises smtplib's own exceptions."""
    if kind == "password":
        line.login(user, secret)
        return
    # a refusal comes as a challenge that wants an empty answer before the code is told
    line.auth("XOAUTH2", lambda challenge=None: "" if challenge else xoauth2(user, secret))


def _first_line(file: Path) -> str:
    try:
        line = read_named(file).decode().partition("\n")[0].strip("\r")
    except OSError as error:
        raise NoLogin(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise NoLogin(f"{file} is not text in UTF-8") from None
    if not line:
        raise NoLogin(f"the first line of {file} is empty")
    return line


def _said_by(command: str, folder: Path) -> str:
    try:
        done = subprocess.run(  # noqa: S603  the owner of the configuration wrote it, without a shell
            shlex.split(command),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except (OSError, ValueError) as error:
        raise NoLogin(f"password_command cannot be run: {error}") from None
    except subprocess.TimeoutExpired:
        raise NoLogin(f"password_command took longer than {COMMAND_SECONDS} seconds") from None
    line = done.stdout.decode("utf-8", "replace").partition("\n")[0].strip("\r")
    if done.returncode or not line:
        raise NoLogin(f"password_command ended with {done.returncode} and printed no password")
    return line


def _answer(url: str, fields: dict[str, str]) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310  the configuration lets no other scheme through
        url,
        urllib.parse.urlencode(fields).encode(),
        {"Accept": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TOKEN_SECONDS) as answer:  # noqa: S310
            told = json.loads(answer.read(MOST_BYTES))
    except urllib.error.HTTPError as error:
        why = f"{error.code} {error.reason} {_reason(error)}".strip()
        raise NoLogin(f"{url} gave no access token: {why}") from None
    except (OSError, ValueError) as error:
        raise NoLogin(f"{url} gave no access token: {error}") from None
    return told if isinstance(told, dict) else {}


def _reason(error: urllib.error.HTTPError) -> str:
    """RFC 6749 section 5.2: `invalid_grant` and its kin; nothing else of the answer is repeated."""
    try:
        told = json.loads(error.read(MOST_BYTES))
    except (OSError, ValueError):
        return ""
    reason = told.get("error") if isinstance(told, dict) else None
    return f"({reason[:80]})" if isinstance(reason, str) and reason.isprintable() else ""


def _put(file: Path, text: str) -> None:
    new = file.with_name(file.name + ".new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(text + "\n")
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
