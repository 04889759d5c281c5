"""Starts a sandbox, or finds the one that runs already."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Sequence

from .client import Client
from .errors import SandboxError
from .node import node_command

#: Seconds.
_PATIENCE = 10

#: Python itself sets it in some locales.
_NOT_OF_THE_RUN = "LC_CTYPE"


class Environment:
    """Changes of `os.environ` that can be taken back."""

    def __init__(self) -> None:
        self._before: Dict[str, Optional[str]] = {}

    def set(self, name: str, value: str) -> None:
        """Sets a variable."""
        self._before.setdefault(name, os.environ.get(name))
        os.environ[name] = value

    def restore(self) -> None:
        """Gives every variable the value that it had before."""
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self._before.clear()


class Server:
    """A sandbox that serves a test run. `client` has the key of its default account."""

    def __init__(
        self, url: str, key: str, process: "Optional[subprocess.Popen[str]]" = None
    ) -> None:
        self.client = Client(url, key)
        self._process = process

    def stop(self) -> None:
        """Stops the sandbox if it was started here."""
        if self._process is None:
            return
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def find_server(hosts: Sequence[str], folder: str, environment: Environment) -> Server:
    """Returns the sandbox of CRM_SANDBOX_URL, or starts one and sets the variables that `exec` sets for a command.

    `hosts` are to be intercepted; callers are named relative to `folder`. Raises SandboxError.
    """
    url = os.environ.get("CRM_SANDBOX_URL")
    if not os.environ.get("CRM_SANDBOX_FOLDER"):
        environment.set("CRM_SANDBOX_FOLDER", folder)
    if not url:
        return _start(hosts, environment)
    missing = sorted({_name(host) for host in hosts} - set(_intercepted()))
    if missing:
        raise SandboxError(
            f"The sandbox of CRM_SANDBOX_URL does not intercept {', '.join(missing)}: unset CRM_SANDBOX_URL, or run "
            f"crm-sandbox exec --intercept {','.join(hosts)} -- pytest"
        )
    server = Server(url, os.environ.get("CRM_SANDBOX_KEY") or "sandbox-key")
    server.client.send("GET", "")  # fails if the sandbox is gone
    return server


def _intercepted() -> List[str]:
    run = json.loads(os.environ.get("CRM_SANDBOX_INTERCEPT") or "{}")
    return [host for each in [run, *run.get("outer", [])] for host in each.get("hosts", [])]


def _name(host: str) -> str:
    """Returns the form of a host's name that the sandbox tells."""
    try:
        return host.encode("idna").decode("ascii").lower().rstrip(".")
    except UnicodeError:
        return host


def _start(hosts: Sequence[str], environment: Environment) -> Server:
    options = ["--port", "0", *(word for host in hosts for word in ("--intercept", host))]
    hold = [sys.executable, "-I", "-S", str(Path(__file__).with_name("hold.py"))]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        # In a session of its own, because Ctrl-C must end the tests before their sandbox.
        process = subprocess.Popen(
            [*node_command(), "exec", *options, "--", *hold],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            process.wait()
            log.seek(0)
            raise SandboxError(f"The sandbox does not start: {log.read().strip()}")
    values: Dict[str, str] = json.loads(line)
    for name, value in values.items():
        if value != os.environ.get(name) and name != _NOT_OF_THE_RUN:
            environment.set(name, value)
    return Server(values["CRM_SANDBOX_URL"], values["CRM_SANDBOX_KEY"], process)
