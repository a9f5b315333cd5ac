"""The commands' error messages: one line, whatever the error contains."""
import traceback


def explain(error):
    """Returns an expected error in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename!r}" if error.filename else error.strerror
    return str(error) or "out of memory"


def explain_foreign(error):
    """Returns an error in a user's game, and where it arose."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"


def one_line(text, longest=None):
    """Returns the text with unprintable characters escaped; a longer one is cut in the middle."""
    line = "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
    if longest is None or len(line) <= longest:
        return line
    return f"{line[:longest // 2]} ... {line[-longest // 2:]}"
