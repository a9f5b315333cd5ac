"""How trees and traces are shown: the functions that draw enter themselves here, so that a node need not know them."""

from collections.abc import Callable

# "text" and "svg" hold functions from a tree or a trace to its drawing, "steps" one from a trace.
WAYS: dict[str, Callable] = {}


class Shown:
    """What prints as text, and what a notebook shows as a picture."""

    def __str__(self):
        return WAYS["text"](self)

    def _repr_svg_(self):
        return WAYS["svg"](self)
