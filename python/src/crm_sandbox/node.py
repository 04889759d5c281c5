"""Finds Node.js, which runs the sandbox."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import List, Tuple

from .errors import NodeError

_PACKAGE = Path(__file__).parent / "npm"


def node_command() -> List[str]:
    """Returns the words that run the sandbox's command line. Raises NodeError."""
    engines = json.loads((_PACKAGE / "package.json").read_text(encoding="utf-8"))["engines"]
    needed = engines["node"].lstrip(">=")
    searched = f"PATH: {os.environ.get('PATH', '')}"
    node = shutil.which("node")
    if node is None:
        raise NodeError(
            f"crm-sandbox needs Node.js {needed} or later; there is no node in {searched}"
        )
    found = _version_of(node)
    if _numbers(found) < _numbers(needed):
        raise NodeError(
            f"crm-sandbox needs Node.js {needed} or later; {node}, the first in {searched}, is {found}"
        )
    return [node, str(_PACKAGE / "bin" / "crm-sandbox.js")]


def _version_of(node: str) -> str:
    try:
        result = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NodeError(f"crm-sandbox needs Node.js; {node} --version fails: {error}") from None
    return result.stdout.strip()


def _numbers(version: str) -> Tuple[int, ...]:
    """`v20.19.1` becomes (20, 19, 1)."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])
