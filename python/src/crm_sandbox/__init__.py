"""An in-memory sandbox server of a fundraising CRM's REST API.

`python -m crm_sandbox` is its command line, and `crm` a fixture for pytest: an `Account` for each test.
"""

from .account import Account, Clock, Fault, VerificationError
from .errors import NodeError, SandboxError

__all__ = ["Account", "Clock", "Fault", "NodeError", "SandboxError", "VerificationError"]
