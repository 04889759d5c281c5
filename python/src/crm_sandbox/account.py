"""An account of a sandbox: the value of the fixture `crm`."""

import json
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Type, Union
from urllib.parse import quote

from .client import Client
from .errors import SandboxError

__tracebackhide__ = True  # pytest shows the line of the test instead


class VerificationError(AssertionError):
    """The requests that `verify` expects were not found. The message has the near misses; `reply` is all of it."""

    def __init__(self, reply: Dict[str, Any]) -> None:
        super().__init__("\n".join(_failure_lines(reply)))
        self.reply = reply


class Clock:
    """The time of one account."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def now(self) -> str:
        """Returns the current time, such as `2026-01-01T00:00:00Z`."""
        now: str = self._client.send("GET", "/clock")["now"]
        return now

    def freeze(self, at: Optional[str] = None) -> None:
        """Freezes the clock, at a time or now."""
        self._change({"mode": "frozen", **_given(now=at)})

    def run(self, start: Optional[str] = None) -> None:
        """Lets the clock run, from a time or from its current one."""
        self._change({"mode": "running", **_given(now=start)})

    def set(self, to: str) -> None:
        """Sets the time; the clock stays frozen or running."""
        self._change({"now": to})

    def advance(self, duration: str) -> None:
        """Moves the time by an ISO 8601 duration: `P1D`, `PT2H30M`, `-P1M`."""
        self._change({"advance": duration})

    def tick(self, step: Optional[str]) -> None:
        """Advances a frozen clock with each write, by `PT1S` for example; None turns this off."""
        self._change({"tick": step})

    def _change(self, body: Dict[str, Any]) -> None:
        self._client.send("PUT", "/clock", body)


class Fault:
    """An armed fault. As a context manager, it ends with the block."""

    def __init__(self, client: Client, id: str) -> None:
        self._client = client
        self.id = id

    def status(self) -> Optional[Dict[str, Any]]:
        """Returns the rule with its hits; None if it has ended."""
        rules = self._client.send("GET", "/faults")["rules"]
        return next((rule for rule in rules if rule["id"] == self.id), None)

    @property
    def hits(self) -> int:
        """The number of requests that it hit so far; 0 if it has ended."""
        return int((self.status() or {"hits": 0})["hits"])

    def end(self) -> None:
        """Ends the fault. Has no effect if it has ended."""
        try:
            self._client.send("DELETE", f"/faults/{quote(self.id, safe='')}")
        except SandboxError as error:
            if error.status != 404:
                raise

    def __enter__(self) -> "Fault":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.end()


class Account:
    """An account of the sandbox. Its methods raise SandboxError with the sandbox's message."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url.rstrip("/")
        self.name = name
        self.key = f"sbx_{name}"
        #: Sends any other request to `/_sandbox`: `crm.client.send("GET", "/coverage")`.
        self.client = Client(self.url, self.key)
        self.clock = Clock(self.client)

    @property
    def auth(self) -> Tuple[str, str]:
        """The key as requests and httpx take it: `auth=crm.auth`."""
        return (self.key, "")

    def reset(self, to: Optional[str] = None, keep: Sequence[str] = ()) -> None:
        """Goes back to the baseline, or to `empty`. `keep` takes `faults` and `requests`."""
        self.client.send("POST", "/reset", _given(to=to), {"keep": ",".join(keep) or None})

    def seed(self, records: Optional[Mapping[str, Any]] = None, **options: Any) -> None:
        """Loads records by kind, or generates data: `profile`, `seed`, `constituents`."""
        self.client.send("POST", "/seed", {**_given(records=records), **options})

    def snapshot(self, name: str) -> None:
        """Saves the current state under a name."""
        self.client.send("PUT", f"/snapshots/{quote(name, safe='')}")

    def restore(self, to: str) -> None:
        """Goes back to a snapshot, or to the state before (`before:7`) or after (`request:7`) a request."""
        self.client.send("POST", "/restore", query={"to": to})

    def status(self) -> Dict[str, Any]:
        """Returns record counts, the clock and the settings in force."""
        return self._object("GET", "")

    def diff(self, start: Optional[str] = None, to: Optional[str] = None) -> Dict[str, Any]:
        """Returns the records created, changed and deleted since `start`: a snapshot, a request (`request:7`) or,
        by default, the baseline."""
        return self._object("GET", "/diff", query={"from": start, "to": to})

    def requests(self, **filters: Any) -> List[Dict[str, Any]]:
        """Returns the latest requests, the oldest first: `requests(operation="createGift", changed=True)`."""
        return list(self.client.send("GET", "/requests", query=filters)["requests"])

    def request(self, seq: int) -> Dict[str, Any]:
        """Returns one request by its number: all that was sent and answered, and its changes."""
        return self._object("GET", f"/requests/{seq}")

    def findings(self) -> List[Dict[str, Any]]:
        """Returns the mistakes of the account's clients so far, the worst first."""
        return list(self.client.send("GET", "/findings")["findings"])

    def fault(self, rule: Union[str, Mapping[str, Any]]) -> Fault:
        """Makes requests fail: `fault("createGift#2:lost")`, or a rule as an object."""
        rules = self.client.send("POST", "/faults", {"rules": [rule]})["rules"]
        return Fault(self.client, [one["id"] for one in rules if one["from"] == "test"][-1])

    def verify(self, operation: Optional[str] = None, **expected: Any) -> List[Dict[str, Any]]:
        """Returns the expected requests, each with its changes: `verify("createGift", times=1, within="5s")`.

        Raises VerificationError if they were not found.
        """
        try:
            reply = self.client.send("POST", "/verify", {**_given(operation=operation), **expected})
        except SandboxError as error:
            if "expected" in error.reply:
                raise VerificationError(error.reply) from None
            raise
        return list(reply["exchanges"])

    def _object(
        self, method: str, path: str, query: Optional[Mapping[str, Any]] = None
    ) -> Dict[str, Any]:
        return dict(self.client.send(method, path, query=query))

    def __repr__(self) -> str:
        return f"<Account {self.name} of {self.url}>"


def _given(**values: Any) -> Dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _failure_lines(reply: Dict[str, Any]) -> List[str]:
    lines = str(reply["description"]).replace("; Found ", "\nFound ", 1).split("\n")
    if reply["nearest"]:
        lines.append("Nearest:")
    for near in reply["nearest"]:
        caller = f" from {near['caller']}" if near["caller"] else ""
        lines.append(f"  #{near['seq']} {near['method']} {near['url']} {near['status']}{caller}")
        for miss in near["misses"]:
            found = json.dumps(miss["found"]) if "found" in miss else "nothing"
            lines.append(
                f"    {miss['field']}: expected {json.dumps(miss['expected'])}, found {found}"
            )
    return lines
