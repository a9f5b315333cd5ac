"""Trees for users' functions: lists and integers that record which leaves are used.

They also have a node's attributes: `children`, `value`, `kind`, `player`, `probabilities`, `is_leaf()`, `evaluate()`.
"""
from gamecore.trees.build import tree

ASKED = "probabilities"              # the log's entry for a function that asked for them


class Leaf(int):
    """A number that records its use, and has the attributes of a node."""

    children, kind, player, probabilities = (), "leaf", None, ()
    __hash__ = int.__hash__

    def is_leaf(self):
        return True

    def evaluate(self):
        return self.value

    @property
    def value(self):
        self.log.add(self.path)
        return int.__int__(self)


def noting(name):
    """Returns an operation of int that records the leaves that it uses."""
    operation = getattr(int, name)

    def noted(self, *others):
        for leaf in (self, *others):
            if isinstance(leaf, Leaf):
                leaf.log.add(leaf.path)
        return operation(self, *others)
    return noted


for each in ("lt le gt ge eq ne add radd sub rsub mul rmul truediv rtruediv floordiv mod pow neg pos abs float int "
             "round").split():
    setattr(Leaf, f"__{each}__", noting(f"__{each}__"))


class Branch(list):
    """An inner node: the list of its children, with the attributes of a node."""

    value = None

    @property
    def children(self):
        return self

    @property
    def probabilities(self):
        """The probabilities of a chance node, one per child; None elsewhere."""
        self.log.add(ASKED)
        return self.weights

    def is_leaf(self):
        return False

    def evaluate(self):
        """Returns MAX's estimate at a horizon: the mean of the leaves below, rounded."""
        leaves = [*leaves_of(self)]
        return round(sum(leaves) / len(leaves))


def leaves_of(nested):
    """Returns the leaves from left to right, as plain numbers or tuples."""
    if not isinstance(nested, list):
        yield nested if isinstance(nested, tuple) else int.__int__(nested)
    for child in nested if isinstance(nested, list) else ():
        yield from leaves_of(child)


def as_nodes(nested, layers, log, weighted, path=()):
    """Converts nested lists to Branch and Leaf, which write the paths of used leaves into the log."""
    if isinstance(nested, tuple):
        return nested
    if not isinstance(nested, list):
        node = Leaf(nested)
    else:
        node = Branch(as_nodes(child, layers, log, weighted, (*path, i)) for i, child in enumerate(nested))
        node.kind = layers[len(path) % len(layers)]
        node.player = int(node.kind) if node.kind.isdecimal() else None
        parts = range(1, len(node) + 1) if weighted else [1] * len(node)
        node.weights = [part / sum(parts) for part in parts] if node.kind == "chance" else None
    node.log, node.path = log, path
    return node


def as_tree(node):
    """Converts a Branch to a node of gamecore.trees, over the same leaves."""
    if not isinstance(node, list):
        return node
    return tree([as_tree(child) for child in node], layers=node.kind, probabilities=node.weights)


def as_lists(node):
    """Converts a Branch to plain lists and numbers, which record nothing."""
    return [as_lists(child) for child in node] if isinstance(node, list) else next(leaves_of(node))


def height_of(nested):
    return 1 + max(map(height_of, nested)) if isinstance(nested, list) else 0
