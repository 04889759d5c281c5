"""The command line: it hands all arguments to the npm package."""

import os
import subprocess
import sys
from typing import NoReturn

from .errors import NodeError
from .node import node_command


def main() -> NoReturn:
    """Runs the command line in place of this process, which thus gets its signals and its exit code."""
    try:
        command = [*node_command(), *sys.argv[1:]]
    except NodeError as error:
        sys.exit(str(error))
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    process = subprocess.Popen(command)
    while True:
        try:
            sys.exit(process.wait())
        except KeyboardInterrupt:
            pass  # Windows sends it to the child as well, which ends by itself
