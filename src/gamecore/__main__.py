"""python -m gamecore: the command `gamecore`. Ctrl-C ends it without a traceback even while it is being imported."""
import sys


def run():
    """The exit code of the command."""
    try:
        from gamecore.commands.cli import main
        return main()
    except KeyboardInterrupt:
        return 130                           # as a shell reports it


if __name__ == "__main__":                   # a tool that reads the modules may import this one
    sys.exit(run())
