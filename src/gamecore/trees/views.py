"""What a drawing says at each node: of a tree alone, or of a finished search."""

from gamecore.trees.estimates import Estimate
from gamecore.trees.labels import numeral
from gamecore.trees.nodes import Player, is_leaf

BOUNDS = {"<=": "≤", ">=": "≥", "": ""}


class View:
    """A tree alone: its leaves and its players."""

    caption = ""

    def inside(self, path, node):
        """The text inside a node."""
        return leaf_text(node) if is_leaf(node) else ""

    def beside(self, path, node):
        """The lines beside a node."""
        return [f"player {node.index}"] if isinstance(node, Player) else []

    def state(self, path):
        """How a node and the branch to it look: a class of the style sheet, or nothing."""
        return ""

    def cut_at(self, path):
        """Whether the branch to a node is struck through."""
        return False


class TraceView(View):
    """A finished search: values, windows, the principal variation, and what was pruned."""

    def __init__(self, trace):
        self.trace = trace
        self.chosen = trace.principal_variation
        self.caption = pretty(trace.summary)

    def inside(self, path, node):
        """A leaf's number, or the value that came back."""
        if is_leaf(node) or path not in self.trace.visits:
            return super().inside(path, node)
        return BOUNDS[self.trace.bound(path)] + pretty(self.trace.visits[path].value)

    def beside(self, path, node):
        """The player, the window on arrival, and how the node was visited if there is more than one way."""
        lines = super().beside(path, node)
        if path in self.trace.visits and not is_leaf(node):
            alpha, beta, _, how = self.trace.visits[path]
            if alpha is not None:
                lines += window_lines(alpha, beta)
            if how != "visited":
                lines += [how]
        return lines

    def state(self, path):
        """Pruned, chosen, or neither."""
        if path not in self.trace.visits:
            return "pruned"
        return "chosen" if path and self.chosen[:len(path)] == path else ""

    def cut_at(self, path):
        """Whether the tree was cut here."""
        return self.trace.cut_at(path)


def leaf_text(leaf):
    """A leaf in print, an estimate marked as such."""
    return ("≈" if isinstance(leaf, Estimate) else "") + pretty(leaf)


def window_lines(alpha, beta):
    """A window in two lines."""
    return [f"α {pretty(alpha)}", f"β {pretty(beta)}"]


def pretty(value):
    """A number, or words with numbers, in print: a true minus sign, and infinity as its symbol."""
    return numeral(value).replace("<=", "≤").replace(">=", "≥").replace("inf", "∞").replace("-", "−")
