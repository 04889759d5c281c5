"""Sends requests to `/_sandbox`."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Mapping, Optional

from .errors import SandboxError

__tracebackhide__ = True  # pytest shows the line of the test instead

#: Seconds. `verify` waits for five minutes at most.
_TIMEOUT = 330

#: The sandbox is reached without a proxy, whatever the environment names.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Client:
    """Sends requests with the key of one account."""

    def __init__(self, url: str, key: str) -> None:
        self.url = url.rstrip("/")
        self.key = key

    def send(
        self,
        method: str,
        path: str,
        body: Optional[object] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """Sends a request to a path below `/_sandbox`. Raises SandboxError with the sandbox's message."""
        values = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        search = f"?{urllib.parse.urlencode(values)}" if values else ""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        if os.environ.get("CRM_SANDBOX_ADMIN_KEY"):
            headers["X-Admin-Key"] = os.environ["CRM_SANDBOX_ADMIN_KEY"]
        data = None if body is None else json.dumps(body).encode()
        address = f"{self.url}/_sandbox{path}{search}"
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with _opener.open(request, timeout=_TIMEOUT) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise SandboxError(f"The sandbox at {self.url} does not respond: {reason}") from None


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refusal(error: urllib.error.HTTPError) -> SandboxError:
    text = error.read().decode(errors="replace")
    try:
        reply = json.loads(text)
        return SandboxError(reply["description"], error.code, reply)
    except (ValueError, TypeError, KeyError):
        return SandboxError(f"{error.url} responds with {error.code}: {text[:500]}", error.code)
