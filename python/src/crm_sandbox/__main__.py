"""`python -m crm_sandbox` runs the command line."""

from .cli import main

main()
