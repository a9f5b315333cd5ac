"""Numbers, scores and lines of play for people and programs."""
import json

from gamecore.core.about import about
from gamecore.core.branching import rate
from gamecore.core.checks import integer, real


def json_line(record):
    """Returns a record as one line of JSON, with the build and the machine."""
    return dump(record | {"about": about()})


def dump(record):
    """Returns a record as one line of JSON, which may contain a Fraction or numpy's numbers."""
    return json.dumps(record, allow_nan=False, default=number)


def number(value):
    """Returns a number as an int or a float."""
    found, whole = real(value), integer(value)
    if found is None and whole is None:
        raise TypeError(f"{value!r} is not a number")
    return found if whole is None else whole


def speed(nodes, seconds):
    """Returns nodes per second as text in a suitable unit, such as "512 k nodes/s"."""
    found = rate(nodes, seconds)
    for unit, size in (("G ", 1e9), ("M ", 1e6), ("k ", 1e3)):
        if found >= size:
            return f"{found / size:.3g} {unit}nodes/s"
    return f"{found:.0f} nodes/s"


def score_text(score):
    """Returns a score as text, in the form of gamecore.result."""
    from gamecore import result                     # imports the search, which many commands do not need
    return result.score_text(score)


def line_text(moves):
    return " ".join(map(str, moves))
