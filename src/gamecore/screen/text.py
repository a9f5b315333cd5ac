"""Numbers, scores and lines of play as people and programs read them."""
import json

from gamecore.core.about import about


def json_line(record):
    """A record as one line of JSON, with the build and the machine it comes from."""
    return json.dumps(record | {"about": about()}, allow_nan=False)


def speed(nodes, seconds):
    """Nodes a second, in the unit that suits: 512 k nodes/s."""
    rate = nodes / seconds if seconds > 0 else 0.0
    for unit, size in (("G ", 1e9), ("M ", 1e6), ("k ", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g} {unit}nodes/s"
    return f"{rate:.0f} nodes/s"


def score_text(score):
    """A score for a person, as gamecore.result writes it."""
    from gamecore import result                     # imports the search, which many commands do without
    return result.score_text(score)


def line_text(moves):
    """A line of play."""
    return " ".join(map(str, moves))
