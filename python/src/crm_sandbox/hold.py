"""The command that `crm-sandbox exec` runs for the plugin: it prints its environment, and ends with its stdin.

The pipe to it closes when the test run ends, however it ends, so that no sandbox outlives a run.
"""

import json
import os
import sys

if __name__ == "__main__":
    print(json.dumps(dict(os.environ)), flush=True)
    sys.stdin.buffer.read()
