"""Reads tables of refusals."""
import re
from pathlib import Path

import pytest


def quoted(value):
    """The pattern of a value as a message quotes it."""
    return re.escape(repr(value))


def refusals(*rows):
    """A test that each row is refused in one line.

    A row is an error, a pattern that its message has ("": any), what is called, and the arguments.
    """
    @pytest.mark.parametrize("error, message, call, arguments", [
        pytest.param(error, message, call, arguments, id=f"{getattr(call, '__name__', 'call')}-{number}")
        for number, (error, message, call, *arguments) in enumerate(rows)])
    def test(error, message, call, arguments):
        with pytest.raises(error, match=message or None) as caught:
            call(*arguments)
        assert "\n" not in str(caught.value)
    return test


def rows_of(name):
    """The rows of a file of tests/commands, a line each, with " | " between the cells; # begins a comment."""
    lines = Path(__file__).parent.joinpath("commands", name).read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if line and not line.startswith("#")]
