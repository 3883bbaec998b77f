"""`python -m saizen`: the same as the command `saizen`."""

from saizen.cli import main

main()
