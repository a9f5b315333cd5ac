"""The command `gamecore` as `python -m gamecore`. A signal ends it without a traceback, even during its imports."""
import sys


def run():
    """Returns the exit code of the command."""
    try:
        from gamecore.screen import ending
        ending.handle_signals(ending.leave)
        from gamecore.commands.cli import main
        code = ending.code_of(main())
        ending.handle_signals(ending.leave)
        return code
    except KeyboardInterrupt:
        return 130                           # as a shell reports Ctrl-C


if __name__ == "__main__":                   # a tool that reads the modules may import this one
    sys.exit(run())
