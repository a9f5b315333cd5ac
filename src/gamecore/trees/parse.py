"""Trees from text: the nested lists of textbooks, parsed and never evaluated as code."""

import re
from fractions import Fraction

from gamecore.errors import TreeError
from gamecore.trees.nodes import HEIGHT_LIMIT, Tree

NUMBER = re.compile(r"[-+]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)")
NAME = re.compile(r"""[^\W\d][\w .+-]*|"[^"]*"|'[^']*'""")
LONGEST_NUMBER = 100                 # characters; Python is slow with thousands of digits
SHOWN = 12                           # characters that a message quotes from the place of the error


def parse(text: str) -> Tree:
    """Parses a text into nested lists, as `tree` takes them.

    [3, 12, 8] is a node and its children, {left: 3, "right": [5, 2]} is a node whose actions have names, and (1, 6, 6)
    is a leaf with a utility for each player. Numbers have forms such as 3, -0.5, 1e3 or 1/3.

    Parameters
    ----------
    text : str

    Returns
    -------
    list, dict, tuple or number

    Raises
    ------
    TreeError
        If the text does not parse; the message says what was expected, and where.

    Examples
    --------
    >>> parse("[[3, 12], {up: 1/2, down: (1, 6)}]")
    [[3, 12], {'up': Fraction(1, 2), 'down': (1, 6)}]
    """
    parser = TreeParser(text)
    nested = parser.node(0)
    if parser.next():
        raise parser.error("the end")
    return nested


class TreeParser:
    """A text, and the place that the parser has reached in it."""

    def __init__(self, text):
        self.text = text
        self.place = 0

    def next(self):
        """Returns the next character that is not a space, without reading past it, or "" at the end."""
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        return self.text[self.place:self.place + 1]

    def accept(self, character):
        """Reads past `character` if it is next; returns whether it was."""
        found = self.next() == character
        self.place += found
        return found

    def node(self, depth):
        if depth > HEIGHT_LIMIT:
            raise self.error(f"at most {HEIGHT_LIMIT} levels")
        if self.accept("["):
            return self.items("]", lambda: self.node(depth + 1))
        if self.accept("("):
            return tuple(self.items(")", self.number))
        if not self.accept("{"):
            return self.number()
        children = {}
        for name, child in self.items("}", lambda: self.pair(depth)):
            if name in children:
                raise TreeError(f"the action {name!r} occurs twice in {self.text!r:.200}")
            children[name] = child
        return children

    def items(self, end, read):
        """Reads the items up to the closing bracket, separated by commas."""
        found = []
        while not self.accept(end):
            if found and not self.accept(","):
                raise self.error(f"',' or {end!r}")
            if found and self.accept(end):               # a comma may stand before the bracket
                break
            found.append(read())
        return found

    def pair(self, depth):
        """Reads a name, a colon and a child."""
        self.next()
        match = NAME.match(self.text, self.place)
        if not match:
            raise self.error("the name of an action")
        self.place, name = match.end(), match[0].strip()
        if name[0] in "\"'":
            name = name[1:-1]
        if not self.accept(":"):
            raise self.error("':'")
        return name, self.node(depth + 1)

    def number(self):
        """Reads a number: an int, a Fraction or a float, by its notation."""
        self.next()
        match = NUMBER.match(self.text, self.place)
        if not match or len(word := match[0]) > LONGEST_NUMBER:
            raise self.error("a number or a bracket")
        try:
            number = Fraction(word) if "/" in word else int(word) if word.lstrip("+-").isdecimal() else float(word)
        except ZeroDivisionError:
            raise self.error("a number with another denominator") from None
        self.place = match.end()
        return number

    def error(self, expected):
        """Returns the error at the place reached."""
        here = self.text[self.place:self.place + SHOWN]
        found = f"found {here!r}" if here else "the text ends"
        return TreeError(f"expected {expected} at character {self.place + 1} of {self.text!r:.200}, but {found}")
