"""The frame of a command: its parser, its error messages and its exit codes."""
import os
import sys
from argparse import ArgumentParser
from contextlib import suppress

from gamecore.screen.complaints import explain, explain_user_error
from gamecore.screen.console import open_console
from gamecore.screen.ending import INTERRUPTED, interruptible
from gamecore.screen.options import check_files
from gamecore.core.text import one_line
from gamecore.errors import GamecoreError

OWN = ("game", "evaluation", "order", "orders", "a", "b", "players")        # may name a user's code, module:name

# Exit codes; a shell reports the last two for a program killed by SIGINT or SIGPIPE.
DONE, BAD_INPUT, NO_READER = 0, 2, 141


class UsageError(GamecoreError):
    """Raised for invalid arguments of a command."""


class CommandParser(ArgumentParser):
    """An argument parser that raises an exception, so that every error takes one line."""

    def error(self, message):
        raise UsageError(message)


def run_command(argv, parser_for):
    """Runs a command with these arguments, or those of the process, and returns the exit code.

    The exit code is 0 on success; 2 after a line on stderr that quotes the error; 130 after Ctrl-C; and 141 if the
    output has no reader. `parser_for` maps the words to a parser, whose arguments have `run`, a function of the
    arguments and the console.
    """
    open_closed_streams()
    try:
        words = sys.argv[1:] if argv is None else list(argv)
        parser = parser_for(words)
        args = parser.parse_args(words)
        args.words = words
        if not hasattr(args, "run"):
            parser.print_help()
            return DONE
        check_files(args)
        return guarded(args)
    except BrokenPipeError:
        detach_stdout()
        return NO_READER
    except (GamecoreError, MemoryError, OSError) as error:
        complain(explain(error))
        try:
            sys.stdout.flush()
        except OSError:
            detach_stdout()
        return BAD_INPUT


def guarded(args):
    """Runs a command that may be interrupted, or call user code that raises any exception; returns its exit code."""
    with open_console(json=getattr(args, "json", False)) as console:
        try:
            interruptible()
            code = args.run(args, console)
        except KeyboardInterrupt:
            console.report({"stop": "interrupt"}, console.print, "interrupted")
            code = INTERRUPTED
        except Exception as error:
            values = [getattr(args, name, None) or () for name in OWN]
            own = [text for value in values for text in ([value] if isinstance(value, str) else value) if ":" in text]
            if isinstance(error, (GamecoreError, MemoryError, OSError)) or not own:
                raise
            complain(f"{' or '.join(map(repr, own))} raised {explain_user_error(error)}")
            code = BAD_INPUT
    sys.stdout.flush()
    return code


def complain(message):
    """Prints a message in one line on stderr, or nothing if the terminal is gone."""
    with suppress(OSError):
        print("gamecore:", one_line(message), file=sys.stderr)


def open_closed_streams():
    """Redirects closed standard streams to the null device, so that a file that is opened later does not get their
    numbers."""
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))


def detach_stdout():
    """Discards the buffer of stdout, which no longer has a reader."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
