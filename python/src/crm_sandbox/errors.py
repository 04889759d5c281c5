"""The errors of the package."""

from typing import Any, Dict, Optional


class SandboxError(Exception):
    """The sandbox refused a request, did not respond, or did not start."""

    def __init__(
        self, message: str, status: Optional[int] = None, reply: Optional[Dict[str, Any]] = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reply = reply or {}


class NodeError(SandboxError):
    """There is no Node.js, or it is too old. The message says which version is needed."""
