"""The few words that tables and drawings share: numbers, paths, branches, aligned columns."""

from fractions import Fraction

from gamecore.trees.nodes import UNSEEN, Chance


def numeral(value):
    """A number as people write it: Fractions as short decimals where those are exact.

    Examples
    --------
    >>> numeral(Fraction(109, 2)), numeral(Fraction(23, 3)), numeral(2.1), numeral((1, 6, 6))
    ('54.5', '23/3', '2.1', '(1, 6, 6)')
    """
    if value is None:
        return ""
    if value is UNSEEN:
        return "…"
    if isinstance(value, tuple):
        return f"({', '.join(map(numeral, value))})"
    if isinstance(value, Fraction):
        exact = value.denominator <= 1000 and 1000 % value.denominator == 0
        return f"{float(value):.6g}" if exact else str(value)
    return f"{value + 0.0:.6g}" if isinstance(value, float) else str(value)     # -0.0 + 0.0 is 0.0


def name(path):
    """A path in writing: "root", or its actions joined by full stops."""
    return ".".join(map(str, path)) or "root"


def branch(node, index):
    """What stands beside a branch: the action if it has a name, the probability if it has one."""
    words = [str(node.actions[index])] if node.named else []
    if isinstance(node, Chance):
        p = node.probabilities[index]
        words.append(str(p) if isinstance(p, Fraction) else numeral(p))
    return " ".join(words)


def table(head, rows, sides):
    """Rows of text under a head, in columns aligned to the `sides`, < for left and > for right."""
    rows = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    form = "  ".join(f"{{:{side}{width}}}" for side, width in zip(sides, widths))
    return "\n".join(form.format(*row).rstrip() for row in rows)
