"""python -m gamecore: the command `gamecore`."""
import sys

from gamecore.commands.cli import main

if __name__ == "__main__":                   # a tool that reads the modules may import this one
    sys.exit(main())
