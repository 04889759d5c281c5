"""The findings of a run, as the terminal shows them and as the gate counts them."""

import re
from typing import Any, Dict, Iterator, List, Mapping, Sequence

from .client import Client
from .errors import SandboxError

#: The words of `--crm-fail-on`, and the levels that fail by each.
FAIL_ON: Mapping[str, Sequence[str]] = {
    "error": ("error",),
    "warn": ("error", "warn"),
    "info": ("error", "warn", "info"),
    "never": (),
}

_NAMES = {"error": "error", "warn": "warning", "info": "info"}


def all_findings(client: Client) -> List[Dict[str, Any]]:
    """Returns the findings of all accounts since the sandbox was started, the worst first."""
    return list(client.send("GET", "/findings", query={"all": True})["findings"])


def failing(findings: Sequence[Mapping[str, Any]], fail_on: str) -> str:
    """Returns the findings that fail the run, such as `1 error and 2 warnings`; empty if there are none."""
    counts = [_counted(findings, level) for level in FAIL_ON[fail_on]]
    return " and ".join(text for text in counts if not text.startswith("0 "))


def finding_lines(findings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Describes each finding as `crm-sandbox exec` does, and counts them."""
    for finding in findings:
        first, callers = finding["first"], finding["caller"]
        request = f"{first['method']} {first['url']}".strip()
        places = ", ".join(text for text in (*callers[:1], request) if text)
        times = f", {finding['count']} times" if finding["count"] > 1 else ""
        yield f"{_NAMES[finding['level']]} {finding['rule']}: {finding['operation']}: {finding['message']}"
        yield f"  in {places}{times}"
        yield from (f"  also in {chain}" for chain in callers[1:])
        yield f"  fix: {finding['fix']['text']}"
        yield f"  why: crm-sandbox explain {finding['rule']}"
        yield ""
    yield f"Findings: {', '.join(_counted(findings, level) for level in _NAMES)}."


def interception_lines(client: Client, hosts: Sequence[str]) -> Iterator[str]:
    """Says how many requests the hosts got, because none at all may have gone to the real service."""
    try:
        requests = client.send("GET", "/intercept")["reached"]["requests"]
    except SandboxError as error:
        yield str(error)
        return
    count, names = requests["proxy"] + requests["direct"], ", ".join(hosts)
    if count == 0:
        yield f"No request to {names} reached the sandbox. docs/test/intercept.md lists clients that go their own way."
    else:
        yield f"{_number(count, 'API request')} over {names} reached the sandbox."


def plain(line: str) -> str:
    """Replaces characters that a terminal would obey: a client can send anything."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", "?", line)


def _counted(findings: Sequence[Mapping[str, Any]], level: str) -> str:
    return _number(sum(finding["level"] == level for finding in findings), _NAMES[level])


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
