"""The commands' error messages, each in one line whatever the error contains."""
import traceback


def explain(error):
    """Returns an expected error in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename!r}" if error.filename else error.strerror
    return str(error) or "out of memory"


def explain_user_error(error):
    """Returns the text of an error in a user's game, with its place."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"


def one_line(text, longest=None):
    """Returns the text with unprintable characters escaped, and cut in the middle if it is longer than `longest`."""
    line = "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
    if longest is None or len(line) <= longest:
        return line
    return f"{line[:longest // 2]} ... {line[-longest // 2:]}"
