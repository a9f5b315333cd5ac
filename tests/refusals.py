"""Refusals, as tables."""
import re

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


def refused_commands(rows):
    """A test that each command is refused in one line. A row is its words, in one text or a list, and what the line
    quotes."""
    @pytest.mark.parametrize("words, quoted", rows)
    def test(refusal, words, quoted):
        message = refusal("", *(words.split() if isinstance(words, str) else words))
        assert message.startswith("gamecore: ") and quoted in message
    return test
