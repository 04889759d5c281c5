"""Loads `crm_sandbox_callers` into the Python processes of `crm-sandbox exec`, then the user's own sitecustomize.

`exec` puts this folder first on PYTHONPATH. Any version of Python may run this file.
"""

import os
import sys

try:
    import crm_sandbox_callers

    crm_sandbox_callers.install()
except Exception:
    pass  # an old Python cannot load it; its requests go on without the header

_folder = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != _folder]
_own = sys.modules.pop("sitecustomize")
try:
    import sitecustomize  # noqa: F401  the next one on the path
except ImportError as error:
    if getattr(error, "name", "sitecustomize") != "sitecustomize":
        raise
    sys.modules["sitecustomize"] = _own
