"""Trees in plain text, a node a line."""

from gamecore.trees.estimates import Estimate
from gamecore.trees.nodes import WAYS, Tree, is_leaf
from gamecore.trees.trace import branch, numeral, taken_apart


# Branches for terminals that know ASCII only.
ASCII = str.maketrans({"├": "|", "└": "`", "─": "-", "│": "|", "…": "..."})


def draw(tree: Tree, ascii: bool = False) -> str:
    """Draw a tree or a trace in text.

    Parameters
    ----------
    tree : node, leaf or Trace
        A trace shows values and windows [alpha, beta], and crosses pruned branches with an x. An
        evaluation at a horizon has a ~ before it.
    ascii : bool, optional
        Whether to keep to ASCII, as far as the names of actions do.

    Returns
    -------
    str
        Lines without a newline at the end.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> print(draw(alpha_beta(tree([[10, 8], [4, 50]]))))
    MAX 8 [-inf, inf]
    ├── MIN 8 [-inf, inf]
    │   ├── 10
    │   └── 8
    └── MIN <=4 [8, inf]
        ├── 4
        └─x 50 pruned
    """
    root, trace = taken_apart(tree)
    drawing = "\n".join(lines(root, (), trace))
    return drawing.translate(ASCII) if ascii else drawing


def lines(node, path, trace):
    """The lines of a subtree."""
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
    """A node in one line: its kind, and what the trace knows."""
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
    """A leaf in text, an estimate marked as such."""
    return ("~" if isinstance(node, Estimate) else "") + numeral(node)


WAYS["text"] = draw
