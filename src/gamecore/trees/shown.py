"""How trees and traces are shown; draw.py and svg.py enter themselves here, so that no node knows who draws it."""

WAYS = {}                            # "text" and "svg": functions from a thing to its drawing


class Shown:
    """What prints as text, and what a notebook shows as a picture."""

    def __str__(self):
        return WAYS["text"](self)

    def _repr_svg_(self):
        return WAYS["svg"](self)
