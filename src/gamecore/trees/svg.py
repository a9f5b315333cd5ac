"""Trees as self-contained SVG: MAX points up, MIN points down, chance is round.

Made for print in black and white: what was pruned is dashed and struck out, what was chosen is
bold, and no meaning hangs on a colour.
"""


from .labels import branch, numeral
from .layout import layout
from .nodes import UNSEEN, Max, Min, Player, is_leaf, walk
from .shapes import HEIGHT, height, line, outline, text, text_drop
from .trace import Trace

MARGIN = 16
LETTER = 8.6  # px, a digit in the 14 px type of values, in the widest of the fonts
SMALL = 6.9  # px, a digit in the 11 px type of labels
WAIST = 0.56  # a triangle's width where its text stands, against its base
STUB = 12  # px, the room of a branch that ends in nothing
LEADING = 13  # px, from line to line beside a node
BESIDE, BESIDE_MIN = 19, 36  # px below the top edge: a triangle leaves room where it is narrow
LABEL_AT, CUT_AT = 0.68, 0.42  # where labels and cuts stand on a branch, from parent to child

STYLE = """
.gamecore-tree { font: 14px Helvetica, Arial, "DejaVu Sans", sans-serif; fill: #000 }
.gamecore-tree text { text-anchor: middle }
.gamecore-tree .small, .gamecore-tree .beside { font-size: 11px }
.gamecore-tree .beside { text-anchor: start; fill: #333 }
.gamecore-tree .halo { fill: none; stroke: #fff; stroke-width: 5px }
.gamecore-tree .edge { fill: none; stroke: #000; stroke-width: 1.2px }
.gamecore-tree .shape { fill: #fff; stroke: #000; stroke-width: 1.4px; stroke-linejoin: round }
.gamecore-tree .chosen { stroke-width: 3px }
.gamecore-tree .pruned { stroke: #777; stroke-dasharray: 4 3 }
.gamecore-tree .strike { stroke: #000; stroke-width: 2px; stroke-linecap: round }
"""


def svg(tree):
    """Draw a tree or a trace as SVG.

    Parameters
    ----------
    tree : node, leaf or Trace
        A trace shows values, windows beside visited nodes, the principal variation in bold, and
        pruned branches struck out.

    Returns
    -------
    str
        A complete SVG document, without scripts, fonts or links to elsewhere.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> document = svg(alpha_beta(tree([[10, 8], [4, 50]])))
    >>> document.startswith("<svg"), document.endswith("</svg>")
    (True, True)
    """
    trace = tree if isinstance(tree, Trace) else None
    return Drawing(trace.root if trace else tree, trace).document()


class Drawing:
    """One drawing: a tree, perhaps its trace, and the place of each node."""

    def __init__(self, root, trace):
        self.root = root
        self.trace = trace
        self.chosen = trace.principal_variation if trace else ()
        self.places, self.width = layout(root, self.extent)

    def document(self):
        """The whole of it: branches first, so that nodes and labels lie on top."""
        caption = self.caption()
        floor = max(place.y for place in self.places.values()) + HEIGHT
        wide = max(self.width, SMALL * len(caption)) + 2 * MARGIN
        high = floor + (3 if caption else 2) * MARGIN
        parts = [part for draw in (self.edge, self.label, self.node)
                 for path, node in walk(self.root) for part in draw(path, node)]
        if caption:
            parts.append(text("beside", 0, floor + MARGIN, caption))
        body = "\n".join(parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" class="gamecore-tree" width="{wide:.0f}" '
                f'height="{high:.0f}" viewBox="0 0 {wide:.0f} {high:.0f}">\n'
                f'<style>{STYLE}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n'
                f'<g transform="translate({MARGIN} {MARGIN})">\n{body}\n</g>\n</svg>')

    def caption(self):
        """The line below the drawing of a trace."""
        if self.trace is None:
            return ""
        trace = self.trace
        chosen = "" if trace.action is None else f", action {trace.action}"
        pruned = f", {len(trace.pruned_leaves)} pruned" if trace.pruned else ""
        return f"value {pretty(trace.value)}{chosen}; {trace.leaves} leaves visited{pruned}"

    # What is written in a node, and the room that it takes.

    def inside(self, path, node):
        """The text inside a node: a leaf's number, or the value that the trace knows."""
        if is_leaf(node):
            return pretty(node)
        if self.trace is None or path not in self.trace.visits:
            return ""
        bound = {"<=": "≤", ">=": "≥", "": ""}[self.trace.bound(path)]
        return bound + pretty(self.trace.visits[path].value)

    def beside(self, path, node):
        """The lines beside a node: its player, its window."""
        lines = [f"player {node.index}"] if isinstance(node, Player) else []
        if self.trace and path in self.trace.visits and not is_leaf(node):
            alpha, beta, _ = self.trace.visits[path]
            if alpha is not None:
                lines += [f"α {pretty(alpha)}", f"β {pretty(beta)}"]
        return lines

    def breadth(self, path, node):
        """The width of a node's outline, in px."""
        letters = LETTER * len(self.inside(path, node))
        if node is UNSEEN:
            return STUB
        if isinstance(node, (Max, Min)):
            return max(52, letters / WAIST + 4)
        return max(30, letters + 12) if is_leaf(node) else max(HEIGHT, letters + 16)

    def extent(self, path, node):
        """The px needed left and right of a node's axis: its outline, what is beside and above."""
        half = self.breadth(path, node) / 2
        above = SMALL * len(self.branch_label(path)) / 2 / LABEL_AT
        beside = max([len(line) for line in self.beside(path, node)], default=0)
        right = self.indent(path, node) + SMALL * beside if beside else 0
        return max(half, above), max(half, above, right)

    def indent(self, path, node):
        """How far right of a node's axis the text beside it begins."""
        half = self.breadth(path, node) / 2
        return 3 + half * (WAIST + 0.08 if isinstance(node, (Max, Min)) else 1)

    def branch_label(self, path):
        """The action or the probability on the branch that leads to a node."""
        if not path:
            return ""
        parent = self.root
        for action in path[:-1]:
            parent = parent[action]
        return branch(parent, parent.actions.index(path[-1]))

    # Branches.

    def ends(self, path):
        """Where the branch to a node begins and ends: x, y, x, y."""
        parent, child = self.places[path[:-1]], self.places[path]
        return parent.x, parent.y + HEIGHT, child.x, child.y

    def on_branch(self, path, fraction):
        """The point at a fraction of the way from parent to child."""
        x0, y0, x1, y1 = self.ends(path)
        return x0 + fraction * (x1 - x0), y0 + fraction * (y1 - y0)

    def edge(self, path, node):
        """The branch that leads to a node, and the cut across it where the tree was pruned."""
        if not path:
            return
        yield line("edge" + self.state(path), *self.ends(path))
        if self.trace and self.trace.cut_at(path):
            x, y = self.on_branch(path, CUT_AT)
            for shift in (-3, 3):
                yield line("strike", x - 7, y + shift + 3, x + 7, y + shift - 3)

    def label(self, path, node):
        """The text on a branch."""
        if path:
            x, y = self.on_branch(path, LABEL_AT)
            yield from haloed("small", x, y + 4, self.branch_label(path))

    def state(self, path):
        """The classes of a branch or outline: pruned, chosen, or neither."""
        if self.trace and path not in self.trace.visits:
            return " pruned"
        return " chosen" if path and self.chosen[:len(path)] == path else ""

    # Nodes.

    def node(self, path, node):
        """A node: its outline, struck out if it was pruned, and the text inside and beside."""
        if node is UNSEEN:  # nobody knows what is there: the branch ends
            return
        x, y = self.places[path].x, self.places[path].y
        half = self.breadth(path, node) / 2
        state = self.state(path)
        yield outline(node, x, y, half, "shape" + state)
        if state == " pruned":
            yield line("strike", x - half, y + height(node) + 2, x + half, y - 2)
        yield from haloed("", x, y + text_drop(node), self.inside(path, node))
        lines = self.beside(path, node)
        middle = y + (BESIDE_MIN if isinstance(node, Min) else BESIDE)
        for row, words in enumerate(lines):
            lower = LEADING * (row - (len(lines) - 1) / 2)
            yield text("beside", x + self.indent(path, node), middle + lower, words)


def haloed(classes, x, y, words):
    """Text over a white halo, so that no line runs through it."""
    if words:
        yield text(classes + " halo", x, y, words)
        yield text(classes, x, y, words)


def pretty(value):
    """A number in print: a true minus sign, and infinity as its symbol."""
    return numeral(value).replace("inf", "∞").replace("-", "−")
