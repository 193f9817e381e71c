"""A real browser for tests: Chromium without a window, driven by its DevTools protocol over a pipe.

1. Nothing but the browser is needed: messages are JSON, ended by a NUL, on descriptors 3 and 4.
2. What a page complains about (a script that fails, something its policy forbids) is kept: a test
   asks that there is nothing.
"""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Any

import pytest

PATIENCE_SECONDS = 60
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
ON_3_AND_4 = (
    "import os, sys; a, b = (os.dup(os.dup(os.dup(int(n)))) for n in sys.argv[1:3]);"
    " os.dup2(a, 3); os.dup2(b, 4); os.execv(sys.argv[3], sys.argv[3:])"
)
Told = dict[str, Any]


class Browser:
    def __init__(self, to: int, out: int) -> None:
        self._to, self._out = to, out
        self._rest = b""
        self._count = 0
        self._session = ""
        self._events: list[Told] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> Told:
        self._count += 1
        asked = {"id": self._count, "method": method, "params": params}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._to, json.dumps(asked).encode() + b"\0")
        while True:
            told = self._read()
            if told.get("id") == self._count:
                assert "error" not in told, (method, told["error"])
                found: Told = told["result"]
                return found

    def _read(self) -> Told:
        while b"\0" not in self._rest:
            ready, _, _ = select([self._out], [], [], PATIENCE_SECONDS)
            assert ready, "the browser says nothing"
            piece = os.read(self._out, 1 << 20)
            assert piece, "the browser has gone"
            self._rest += piece
        raw, _, self._rest = self._rest.partition(b"\0")
        told: Told = json.loads(raw)
        if "method" in told:
            self._events.append(told)
        return told

    # What a test does

    def open(self, where: str) -> None:
        self._events.clear()
        self.ask("Page.navigate", url=where)
        while not any(one["method"] == "Page.loadEventFired" for one in self._events):
            self._read()

    def run(self, script: str) -> Any:
        """The value of an expression; a promise is waited for."""
        told = self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def keys(self, *names: str) -> None:
        for name in names:
            for kind in ("rawKeyDown", "keyUp"):
                codes = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9}
                code = {"windowsVirtualKeyCode": codes[name]}
                self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name, **code)

    def type(self, text: str) -> None:
        self.ask("Input.insertText", text=text)

    def size(self, width: int, height: int = 900) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def look(self, *, dark: bool = False, paper: bool = False) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        media = "print" if paper else ""
        self.ask("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def zone(self, name: str) -> None:
        """Where its reader is; "" for where this machine is."""
        self.ask("Emulation.setTimezoneOverride", timezoneId=name)

    def scripts(self, on: bool) -> None:
        self.ask("Emulation.setScriptExecutionDisabled", value=not on)

    def picture(self) -> bytes:
        told = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        return b64decode(told["data"])

    def printed(self) -> bytes:
        return b64decode(self.ask("Page.printToPDF")["data"])

    @property
    def complaints(self) -> list[str]:
        """Of the page that is open."""
        found = []
        for one in self._events:
            told = one.get("params", {})
            if one["method"] == "Log.entryAdded":
                found.append(str(told["entry"]["text"]))
            elif one["method"] == "Runtime.exceptionThrown":
                found.append(str(told["exceptionDetails"]))
            elif one["method"] == "Runtime.consoleAPICalled" and told["type"] == "error":
                found.append(str(told["args"]))
        return found

    @property
    def loaded(self) -> list[str]:
        """The addresses of all that the page asked for."""
        asked = (one for one in self._events if one["method"] == "Network.requestWillBeSent")
        return [str(one["params"]["request"]["url"]) for one in asked]


@contextmanager
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no chromium on this machine: apt-get install chromium")
    theirs_in, to = os.pipe()
    out, theirs_out = os.pipe()
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        words = [program, *FLAGS, f"--user-data-dir={Path(home)}", "about:blank"]
        run = subprocess.Popen(
            [sys.executable, "-c", ON_3_AND_4, str(theirs_in), str(theirs_out), *words],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Browser(to, out)
        finally:
            os.close(to)
            os.close(out)
            run.terminate()
            run.wait(20)
