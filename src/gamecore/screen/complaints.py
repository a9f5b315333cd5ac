"""The commands' error messages, each in one line whatever its content."""
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
