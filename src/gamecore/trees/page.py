"""A page that steps through searches of a tree. At each step a value is returned to a node, or a branch is cut.

This module makes the steps and their pictures from the record of each search. The page's script only shows them.
"""

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from gamecore.core.files import WEB, read_data
from gamecore.trees.nodes import Max, Min, Player, descend, is_leaf, walk
from gamecore.trees.replay import Moment, window
from gamecore.trees.star import StarTrace
from gamecore.trees.svg import (
    BOUNDS, CUT_AT, HEIGHT, LABEL_AT, LEADING, MARGIN, SMALL, Drawing, TraceView, beside_drop, height, layout, pretty)
from gamecore.trees.trace import Trace, Visit, name

MODULE_WORDS = re.compile(r"^import .*\n|^export ", re.MULTILINE)       # the scripts become one
LYING_GAP, LYING_WIDTH = 24, 260       # px of a drawing on its side: between its columns, and of all of them, at least
PAGE = Template(read_data("pages/tree.html"))


class FinishedBranch(NamedTuple):
    """A step on the page, at which the branch to a node returns its value or is cut."""

    path: tuple                      # of the node
    visit: Visit | None              # the search's visit; None where the branch is cut
    open: dict                       # the unfinished visits of the nodes above a visited one, by path


def finished_branches(trace: Trace) -> list[FinishedBranch]:
    """Returns the branches of a tree in the order in which a search finishes them, by a value or a cut."""
    events = list(with_cuts(trace))
    steps, later = [], {}
    for path, visit in reversed(events):
        if visit:
            later[path] = visit
        if path:
            above = [path[:length] for length in range(len(path))]
            steps.append(FinishedBranch(path, visit, {node: later[node] for node in above if node in later}))
    return steps[::-1]


def with_cuts(trace):
    """Yields each visit as it ends, preceded by the cuts below it, as pairs of a path and a Visit or None."""
    shown = set()                        # only Star2, which keeps a log, visits a node more than once
    for path, visit in trace.log if isinstance(trace, StarTrace) else ended(trace, (), trace.root):
        if visit.how == "visited":
            for rest, _ in walk(descend(trace.root, path)):
                below = path + rest
                if below not in shown and trace.cut_at(below) and trace.visits[below[:-1]].how != "evaluated":
                    shown.add(below)
                    yield below, None
        yield path, visit


def ended(trace, path, node):
    """Yields the visits at a node and below, children first."""
    if path in trace.visits:
        for action, child in () if is_leaf(node) else node.branches:
            yield from ended(trace, path + (action,), child)
        yield path, trace.visits[path]


class PageMoment(Moment):
    """The picture of a step, in which a closed window is shown on one line."""

    def beside(self, path, node):
        alpha, beta = self.windows.get(path, (0, 1))
        if alpha < beta:
            return super().beside(path, node)
        return [f"α {pretty(alpha)} ≥ β {pretty(beta)}"]


class TraceProgress:
    """The state of a search between its steps, and the contents of the page after each."""

    def __init__(self, trace):
        self.trace = trace
        self.values, self.windows, self.returned, self.pruned = {}, {}, {}, set()
        self.leaves, self.skipped = int(is_leaf(trace.root)), 0
        self.moments, self.records = [], []
        root = trace.visits[()]
        self.enter((), root)
        self.record((), "the root is entered" + (f" with the window {self.window(())}" if self.windows else ""), "")
        before = ()
        for step in finished_branches(trace):
            question = self.question(step, before)
            for path, visit in step.open.items():
                if path not in (self.returned if step.visit else self.values):      # a cut enters only what is new
                    self.enter(path, visit)
            self.record(step.path[:-1], self.cut(step.path) if step.visit is None else self.returns(step), question)
            before = step.path[:-1] if step.visit is None else ()
        self.records[-1]["says"] += f". Result: {pretty(trace.summary)}"
        self.moments[-1] = TraceView(trace)
        self.moments[-1].caption = ""

    def enter(self, path, visit):
        self.returned[path], self.values[path] = [], ""
        if visit.alpha is not None:
            self.windows[path] = visit.alpha, visit.beta

    def question(self, step, before):
        """Returns the question whether the next branch is searched or cut; "" if there is nothing to guess."""
        lengths = range(1, len(step.path) + 1)
        entered = () if step.visit is None else (step.path[:length] for length in lengths)
        path = next((path for path in entered if path not in self.returned), step.path)
        parent = path[:-1]
        if parent not in self.windows or path in self.returned or not self.returned.get(parent) or parent == before:
            return ""
        return f"{called(parent)} has the window {self.window(parent)}. " \
               f"Is the branch to {name(path)} searched, or cut?"

    def cut(self, path):
        """Cuts the branch to a node; returns the step in words."""
        node, parent = descend(self.trace.root, path[:-1]), path[:-1]
        self.pruned.add(path)
        self.skipped += sum(is_leaf(below) for _, below in walk(descend(self.trace.root, path)))
        alpha, beta = self.windows[parent]
        if alpha >= beta and isinstance(node, Max | Min):
            mover, other, sure, kind = (("MAX", "MIN", beta, "beta") if isinstance(node, Max)
                                        else ("MIN", "MAX", alpha, "alpha"))
            return (f"{mover} can get {self.values[parent]} here, and {other} already has {pretty(sure)}: "
                    f"the branch to {name(path)} is not searched ({kind} cut)")
        return f"the branch from {called(parent)} to {name(path)} is not searched: cut, as it no longer matters"

    def returns(self, step):
        """Returns a node's value to its parent; returns the step in words."""
        path, visit = step.path, step.visit
        parent, node = path[:-1], descend(self.trace.root, path[:-1])
        self.leaves += is_leaf(descend(self.trace.root, path))
        self.returned.pop(path, None)
        self.values[path] = self.bound(path, visit) + pretty(visit.value)
        self.returned[parent].append(visit.value)
        before = self.windows.get(parent)
        best = best_of(node, self.returned[parent])
        self.values[parent] = "" if best is None else pretty(best)
        words = f"node {name(path)} {'is probed and ' * (visit.how == 'probed')}returns {self.values[path]} " \
                f"to {called(parent)} ({node.kind})"
        if before is None or best is None:
            return words
        alpha, beta = before
        self.windows[parent] = (max(alpha, best), beta) if isinstance(node, Max) else (alpha, min(beta, best))
        change = "stays" if self.windows[parent] == before else "becomes"
        return f"{words}; its window {change} {self.window(parent)}"

    def window(self, path):
        """Returns the current window of a node as text."""
        return pretty(window(self.windows[path]))

    def bound(self, path, visit):
        """Returns the sign of a bound that a visit returned, or "" for an exact value."""
        if is_leaf(descend(self.trace.root, path)):
            return ""
        trace = self.trace
        if visit != trace.visits[path]:
            trace = replace(trace, visits={**trace.visits, path: visit})
        return BOUNDS[trace.bound(path)]

    def record(self, current, says, question):
        """Records the current contents of the page."""
        self.moments.append(PageMoment(current, dict(self.values), dict(self.windows), frozenset(self.pruned), ""))
        self.records.append({"says": capital(says), "question": capital(question), "leaves": self.leaves,
                             "cuts": len(self.pruned), "skipped": self.skipped})


def best_of(node, values):
    """Returns the best of some values for the player who moves at a node; None if no player moves there."""
    match node:
        case Max():
            return max(values)
        case Min():
            return min(values)
        case Player(index=index):
            return max(values, key=lambda utilities: utilities[index])
    return None


def capital(words):
    return words[:1].upper() + words[1:]


def called(path):
    """Returns a node's name in a sentence."""
    return f"node {name(path)}" if path else "the root"


def lying(drawing, views):
    """Returns a drawing on its side, for a narrow window: its size, and the custom properties of each piece.

    The root is at the left, and the leaves are below each other. `lie` moves a piece, and `under` moves the text beside
    a node. Places are complex numbers whose real part points right and whose imaginary part points down.
    """
    halves = drawing.halves
    rows, high = layout(drawing.root, lambda path, node: (
        height(node) / 2, height(node) / 2 + LEADING * max(len(view.beside(path, node)) for view in views)))
    widest, depth = 2 * max(halves.values()), max(map(len, rows))
    gap = max(LYING_GAP, LYING_GAP / 2 + SMALL * max(map(len, drawing.labels.values())))
    step = max(widest + gap, LYING_WIDTH / max(depth, 1))
    middles = {path: complex(widest / 2 + step * len(path), place.x) for path, place in rows.items()}
    branches, labels, nodes = ["", ""], [""], []                           # the root has no branch
    for path, node in drawing.nodes:
        if path:
            pointed = isinstance(node, Max | Min)                          # half as wide in the middle
            start, end = (complex(*drawing.on_branch(path, fraction)) for fraction in (0, 1))
            new_start = middles[path[:-1]] + halves[path[:-1]] / 2
            way = middles[path] - halves[path] / (1 + pointed) - new_start
            for turn, at, pieces in ((way / (end - start), 0, branches), (1j, CUT_AT, branches), (1, LABEL_AT, labels)):
                pieces += [f"--lie:{matrix(turn, start + at * (end - start), new_start + at * way)}"]
        middle = complex(drawing.places[path].x, drawing.places[path].y + height(node) / 2)
        under = complex(-drawing.indent(path, node) - halves[path], HEIGHT + LEADING + MARGIN / 2 - beside_drop(node))
        nodes += [f"--lie:{matrix(1, middle, middles[path])};--under:{matrix(1, 0, under)}"]
    return (f"0 0 {widest + step * depth + 2 * MARGIN:.0f} {high + 2 * MARGIN:.0f}", [*branches, *labels, *nodes, ""])


def matrix(turn, old, new):
    """Returns the transform that rotates and stretches by a complex number, and moves one place to another."""
    shift = new - turn * old
    return (f"matrix({turn.real:.4g},{turn.imag:.4g},{-turn.imag:.4g},{turn.real:.4g},"
            f"{shift.real:.1f},{shift.imag:.1f})")


def searches(traces: dict[str, Trace]) -> dict[str, Any]:
    """Returns the page's data about searches of one tree, as JSON: a drawing, and the steps of each search.

    A step has its text, its counters and, in `paint`, the pieces of the drawing that it changes.
    """
    steps = {search: TraceProgress(trace) for search, trace in traces.items()}
    root = next(iter(traces.values())).root
    views = [moment for each in steps.values() for moment in each.moments]
    drawing = Drawing(root, views)
    viewbox, styles = lying(drawing, views)
    for each in steps.values():
        painted = [None] * len(styles)
        for moment, record in zip(each.moments, each.records, strict=True):
            now = list(drawing.pieces(moment))
            record["paint"] = {place: piece for place, piece in enumerate(now) if piece != painted[place]}
            painted = now
    body = "\n".join(f'<g id="piece-{place}" style="{style}"></g>' for place, style in enumerate(styles))
    return {"drawing": drawing.document(body), "lying": viewbox,
            "searches": {search: each.records for search, each in steps.items()}}


def html(title: str, traces: dict[str, Trace]) -> str:
    """Returns a self-contained page that steps through searches of one tree, given by name; the first of them is shown
    first."""
    inner = json.dumps(searches(traces), ensure_ascii=False).replace("<", "\\u003c")
    style, *scripts = (Path(WEB, file).read_text(encoding="utf-8") for file in ("style.css", "stepper.js", "tree.js"))
    script = MODULE_WORDS.sub("", "".join(scripts))
    return PAGE.substitute(title=escape(title), style=style, searches=inner, script=script)
