"""The record of a search as a table of visited and pruned nodes, and trees as text."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from gamecore.errors import TreeError
from gamecore.trees.estimates import Estimate
from gamecore.trees.nodes import UNSEEN, WAYS, Chance, Shown, Tree, check_child, is_leaf, walk


class Visit(NamedTuple):
    """A search's visit to a node.

    Attributes
    ----------
    alpha, beta : real or None
        The window on arrival, from MAX's view; None for a search without windows.
    value : real or tuple
        The value that the visit returned.
    how : {"visited", "evaluated", "bounded", "probed"}
        Whether the search continued below the node, stopped there at its horizon or at a bound from an evaluation, or
        searched only one child in a probe of Star2.
    """

    alpha: Any
    beta: Any
    value: Any
    how: str = "visited"


@dataclass(frozen=True)
class Trace(Shown):
    """A finished search of a tree.

    Attributes
    ----------
    root : node or leaf
        The tree.
    action : hashable or None
        The action to choose at the root.
    visits : dict
        The `Visit` of each visited node, by its path, a tuple of actions.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> print(alpha_beta(tree([[10, 8], [4, 50]])))
    node  kind  alpha  beta  value
    root  MAX    -inf   inf      8  visited
    0     MIN    -inf   inf      8  visited
    0.0   leaf   -inf   inf     10  visited
    0.1   leaf   -inf    10      8  visited
    1     MIN       8   inf    <=4  visited
    1.0   leaf      8   inf      4  visited
    1.1   leaf                  50  pruned
    """

    root: Any
    action: Any
    visits: dict

    @cached_property
    def value(self) -> Any:
        """The value of the root for MAX."""
        return self.visits[()].value

    @property
    def leaves(self) -> int:
        """The number of leaves visited."""
        return len(self.visited_leaves)

    @cached_property
    def visited_leaves(self) -> tuple[Any, ...]:
        """The visited leaves, left to right."""
        return tuple(node for path, node in walk(self.root) if is_leaf(node) and path in self.visits)

    @cached_property
    def pruned_leaves(self) -> tuple[Any, ...]:
        """The unvisited leaves, left to right."""
        return tuple(node for path, node in walk(self.root) if is_leaf(node) and path not in self.visits)

    @cached_property
    def pruned(self) -> tuple[Any, ...]:
        """The paths of the pruned nodes whose parents were visited."""
        return tuple(path for path, _ in walk(self.root) if self.cut_at(path))

    @cached_property
    def curtailed(self) -> Any:
        """The set of paths of all nodes with a pruned node below."""
        return {path[:length] for path in self.pruned for length in range(len(path))}

    def cut_at(self, path: tuple[Any, ...]) -> Any:
        """Whether the tree was cut on the branch that leads to this path."""
        return path not in self.visits and path[:-1] in self.visits

    @cached_property
    def principal_variation(self) -> Any:
        """The actions that the players choose, from the root to a leaf or a chance node.

        At each node the search chose the first child that returned the node's value.
        """
        path, node = (), self.root
        while not is_leaf(node) and not isinstance(node, Chance):
            reaching = [action for action in node.actions if self.reached(path, action)]
            if not reaching:
                break
            path, node = path + (reaching[0],), node[reaching[0]]
        return path

    def reached(self, path: Any, action: Any) -> bool:
        child = self.visits.get(path + (action,))
        return child is not None and child.value == self.visits[path].value

    def bound(self, path: Any) -> str:
        """Returns whether the node's true value is at most ("<=") or at least (">=") the returned value, or "" if that
        is exact.

        The returned value is exact if it lies inside the window, or if nothing below the node was pruned.
        """
        alpha, beta, value, _ = self.visits[path]
        if alpha is None or path not in self.curtailed:
            return ""
        return "<=" if value <= alpha else ">=" if value >= beta else ""

    @property
    def summary(self) -> str:
        """Returns the value, the action and the number of leaves visited in one line."""
        chosen = "" if self.action is None else f", action {self.action}"
        pruned = f", {len(self.pruned_leaves)} pruned" if self.pruned else ""
        return f"value {numeral(self.value)}{chosen}; {self.looked}{pruned}"

    @property
    def looked(self) -> str:
        """Returns the number of leaves visited, in words."""
        return f"{self.leaves} {'leaf' if self.leaves == 1 else 'leaves'} visited"

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yields the table's rows: node, kind, alpha, beta, value, and whether the node was visited or pruned."""
        for path, node in walk(self.root):
            kind = "leaf" if is_leaf(node) else node.kind
            yield name(path), kind, *self.cells(path, node)

    def cells(self, path: Any, node: Any) -> tuple[str, ...]:
        """Returns the cells of the node's row that describe the visit, or state that the node was pruned."""
        if path not in self.visits:
            return "", "", numeral(node) if is_leaf(node) else "", "pruned"
        alpha, beta, value, how = self.visits[path]
        mark = "~" if isinstance(node, Estimate) else self.bound(path)
        return numeral(alpha), numeral(beta), mark + numeral(value), how

    def __str__(self):
        return table(("node", "kind", "alpha", "beta", "value", ""), self.rows(), "<<>>><")


def taken_apart(tree):
    """Returns the tree to draw, and its trace or None. Raises TreeError for a result without a tree."""
    if isinstance(tree, Trace):
        return tree.root, tree
    if hasattr(tree, "_fields"):
        raise TreeError(f"{tree!r:.200} is an answer without its tree: draw the tree, or annotate(tree, search)")
    return check_child(tree), None


def annotate(root: Tree, search: Callable[[Any], Any]) -> Trace:
    """Evaluates every node of the tree by `search`, so that a drawing can show all values.

    Parameters
    ----------
    root : node
        The tree.
    search : callable
        Maps a node or leaf to a result with a `value` and an `action`: `minimax`, `expectiminimax`, `max_n`, ...

    Returns
    -------
    Trace
        A trace in which every node is visited, without windows.

    Examples
    --------
    >>> from gamecore.trees import expectimax, tree
    >>> annotate(tree([[3, 9], [2]], layers="max chance"), expectimax).visits[0,].value
    6
    """
    visits = {path: Visit(None, None, search(node).value) for path, node in walk(root)}
    return Trace(root, search(root).action, visits)


# The words that tables and drawings share.

def numeral(value):
    """Returns a number as text; a Fraction becomes a short decimal if that is exact.

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
        short = f"{float(value):.15g}"
        return short if 1000 % value.denominator == 0 and Fraction(short) == value else str(value)
    return f"{value + 0.0:.6g}" if isinstance(value, float) else str(value)     # -0.0 + 0.0 is 0.0


def name(path):
    """Returns a path as text: "root", or its actions joined by full stops."""
    return ".".join(map(str, path)) or "root"


def branch(node, index):
    """Returns the text beside a branch, which is the action's name or the probability, if there is one."""
    words = [str(node.actions[index])] if node.named else []
    if isinstance(node, Chance):
        p = node.probabilities[index]
        words.append(str(p) if isinstance(p, Fraction) else numeral(p))
    return " ".join(words)


def table(head, rows, sides):
    """Returns rows of text under a head, in columns that `sides` aligns: < to the left and > to the right."""
    rows = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    form = "  ".join(f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True))
    return "\n".join(form.format(*row).rstrip() for row in rows)


# The functions below draw trees in plain text, with one node per line.

# Branches for terminals that have only ASCII.
ASCII = str.maketrans({"├": "|", "└": "`", "─": "-", "│": "|", "…": "..."})


def draw(tree: Tree, ascii: bool = False) -> str:
    """Draws a tree or a trace in text.

    Parameters
    ----------
    tree : node, leaf or Trace
        A trace shows values and windows [alpha, beta], and marks pruned branches with an x. An evaluation at a horizon
        has a ~ before it.
    ascii : bool, optional
        Whether to use ASCII only, as far as the names of actions allow.

    Returns
    -------
    str
        Lines without a newline at the end.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> print(draw(tree({"left": 3, "right": [5]}), ascii=True))
    MAX
    |-- left: 3
    `-- right: MIN
        `-- 5
    """
    root, trace = taken_apart(tree)
    drawing = "\n".join(lines(root, (), trace))
    return drawing.translate(ASCII) if ascii else drawing


def lines(node, path, trace):
    yield heading(node, path, trace)
    if is_leaf(node):
        return
    *_, last = node.actions
    for index, (action, child) in enumerate(node.branches):
        below = path + (action,)
        label = branch(node, index)
        first, *rest = lines(child, below, trace)
        fork = "└" if action == last else "├"
        line = "─x " if trace and trace.cut_at(below) else "── "
        yield fork + line + (label + ": " if label else "") + first
        indent = "    " if action == last else "│   "
        yield from (indent + line for line in rest)


def heading(node, path, trace):
    """Returns a node's kind and its part of the trace in one line."""
    kind = leaf(node) if is_leaf(node) else node.kind
    if trace is None:
        return kind
    if path not in trace.visits:
        return kind + " pruned"
    if is_leaf(node):
        return kind
    alpha, beta, value, how = trace.visits[path]
    window = "" if alpha is None else f" [{numeral(alpha)}, {numeral(beta)}]"
    return f"{kind} {trace.bound(path)}{numeral(value)}{window}" + ("" if how == "visited" else f" {how}")


def leaf(node):
    return ("~" if isinstance(node, Estimate) else "") + numeral(node)


WAYS["text"] = draw
