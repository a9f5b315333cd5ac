"""python -m gamecore: the command `gamecore`."""
import sys

from gamecore.cli import main

sys.exit(main())
