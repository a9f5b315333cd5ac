"""Plots with matplotlib (the extra `plot`), legible in black and white."""
from contextlib import nullcontext
from io import BytesIO
from pathlib import PurePath

from gamecore.core.files import atomic_file
from gamecore.errors import ExtraError, PlotError

FORMATS = ("png", "svg")
INCHES, DPI = (7.5, 4.8), 100

# The marker, dashes and colour of each order, from perfect (dark) to minimax (light). They are distinct without colour.
MARKS = {
    "perfect": ("o", "-", "black"), "full+table": ("^", "-", "#0072b2"), "full": ("s", "-", "#56b4e9"),
    "static": ("D", "--", "#009e73"), "hint": ("d", "--", "yellowgreen"), "history": ("P", "--", "hotpink"),
    "killers": ("X", "--", "saddlebrown"), "table": ("v", "--", "navy"), "random": ("*", "-.", "orange"),
    "none": ("<", ":", "#d62728"), "worst": (">", ":", "#7b3294"), "minimax": ("x", ":", "gray"),
}
# from plain to Star2
BARS = (("white", ""), ("0.9", "//"), ("0.7", "\\\\"), ("white", ".."), ("0.5", ""), ("0.1", ""), ("white", "xx"))
OWN_MARK = "h", "--", "teal"        # of the caller's orders
REFERENCE = {"color": "gray", "linewidth": 1, "zorder": 1}
LEGEND = {"frameon": False, "fontsize": 9}


def figure(**options):
    """Returns an empty matplotlib figure; raises ExtraError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ExtraError(f"a plot needs matplotlib ({error}): pip install 'gamecore[plot]'") from error
    return Figure(figsize=INCHES, layout="constrained", **options)


def format_of(path):
    """Returns the format of a file by its ending; raises PlotError if it has none."""
    ending = PurePath(path).suffix.lower().lstrip(".")
    if ending not in FORMATS:
        raise PlotError(f"a plot is a file that ends in .png or .svg, not {str(path)!r}")
    return ending


def file_for(path):
    """Returns a context manager that opens the file of a plot before the work begins; its value is None if there is no
    path."""
    if path is None:
        return nullcontext()
    format_of(path)
    figure()
    return atomic_file(path, binary=True)


def image(drawing, ending):
    """Returns the bytes of a figure; equal figures have equal bytes."""
    from matplotlib import rc_context
    buffer = BytesIO()
    with rc_context({"svg.hashsalt": "gamecore", "svg.fonttype": "path"}):
        drawing.savefig(buffer, format=ending, dpi=DPI,
                        metadata={"Date": None} if ending == "svg" else {"Software": None})
    return buffer.getvalue()


def draw_growth(rows, title, count="nodes"):
    """Draws the growth of the orders, as nodes or leaves (`count`) against depth on a logarithmic axis.

    The counts are those of all iterations, by which orders are compared (`Row.compared`). For leaves the reference
    lines are the whole tree (b^m), its power 3/4 and the minimum; for nodes they are the whole tree and, if a formula
    gives it, the minimum. The legend shows each order's exponent over its last plies.
    """
    rows = list(rows)
    drawing = figure()
    axes = drawing.add_subplot(yscale="log", xlabel="depth $m$, plies", ylabel=f"{count} of all iterations",
                               title=title)
    for order in {row.order: None for row in rows}:
        mine = [row for row in rows if row.order == order]
        marker, dashes, colour = MARKS.get(order, OWN_MARK)
        axes.plot([row.depth for row in mine], [row.compared(count)[0] for row in mine], marker=marker,
                  linestyle=dashes, color=colour, markersize=5, markerfacecolor="white" if dashes == ":" else colour,
                  linewidth=1.3, label=label_of(mine[-1]))
        means = [(row.depth, *row.compared(count)) for row in mine if row.searches > 1]
        if means:
            axes.errorbar(*zip(*means, strict=True), fmt="none", ecolor=colour, capsize=2, linewidth=1)
    top = max((row.compared(count)[0] for row in rows), default=1)
    for name, dashes, points in references(rows, count):
        inside = {depth: value for depth, value in points.items() if value <= 30 * top}
        if inside:
            axes.plot(list(inside), list(inside.values()), linestyle=dashes, label=name, **REFERENCE)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(True, which="major", color="0.9", linewidth=0.6)
    drawing.legend(*in_order_of_height(axes), loc="outside right center", handlelength=3.2, **LEGEND)
    return drawing


def label_of(row):
    """Returns an order's name and its final growth, such as "perfect, $b^{0.52m}$"."""
    return row.order if row.exponent is None else f"{row.order}, $b^{{{row.exponent:.2f}m}}$"


def references(rows, count):
    """Yields (name, dashes, {depth: value}) for each theoretical line."""
    lines = {row.depth: row.lines for row in rows if row.lines}
    minimum = {row.depth: getattr(row, f"minimal_{count}") for row in rows if getattr(row, f"minimal_{count}")}
    if count == "leaves":
        yield "all, $b^m$", (0, (1, 1)), lines
        yield "$b^{3m/4}$", (0, (4, 2)), {depth: leaves ** 0.75 for depth, leaves in lines.items()}
    elif len(lines) == max(lines, default=0):
        yield "all, $1+b+...+b^m$", (0, (1, 1)), {depth: 1 + sum(lines[above] for above in range(1, depth + 1))
                                                  for depth in lines}
    yield "minimum", (0, (6, 2, 1, 2)), minimum


def in_order_of_height(axes):
    """Returns the legend's lines and names, beginning with the line that ends highest."""
    handles, names = axes.get_legend_handles_labels()
    pairs = sorted(zip(handles, names, strict=True),
                   key=lambda pair: (pair[0].get_ydata()[-1] ** (1 / max(pair[0].get_xdata()[-1], 1))), reverse=True)
    return [handle for handle, _ in pairs], [name for _, name in pairs]


def draw_chance(rows, title):
    """Draws the leaves that remain after cut-offs at chance nodes, as bars grouped by order."""
    shares = {}
    for row in rows:
        group = f"{row.order if row.bounded else 'no bounds'}\n{layers_text(row.layers)}"
        shares.setdefault(row.method, {})[group] = row.share
    return draw_bars(shares, "share of the tree's leaves", title)


def draw_dice(rows, title):
    """Draws the leaves, decision nodes and time that remain after cut-offs in backgammon, as groups of bars."""
    shares = {}
    for row in rows:
        mine = shares.setdefault(row.method if row.method == "plain" else f"{row.method}, order {row.order}", {})
        for name, share in (("leaves", row.share), ("choices", row.choices_share), ("CPU time", row.cpu_share)):
            mine[f"{name}\n{layers_text(row.layers)}"] = share
    drawing = draw_bars(shares, "share of plain expectiminimax's; on the bars in %", title, columns=3)
    axes = drawing.axes[0]
    for bars in axes.containers[1:]:
        axes.bar_label(bars, [f"{100 * bar.get_height():.0f}" for bar in bars], fontsize=7)
    return drawing


def layers_text(layers):
    return f"{layers} layer{'s' * (layers > 1)}"


def draw_bars(shares, ylabel, title, columns=None):
    """Returns a figure of bars, from {meaning of a shade: {group: height}}."""
    groups = list(dict.fromkeys(group for heights in shares.values() for group in heights))
    drawing = figure()
    top = max(height for heights in shares.values() for height in heights.values())
    axes = drawing.add_subplot(ylabel=ylabel, title=title, ylim=(0, 1.1 * max(1, top)))
    width = 0.8 / len(shares)
    for i, ((name, heights), (shade, hatch)) in enumerate(zip(shares.items(), BARS[:len(shares)], strict=True)):
        axes.bar([groups.index(group) + (i - (len(shares) - 1) / 2) * width for group in heights],
                 list(heights.values()), width, color=shade, hatch=hatch, edgecolor="black", linewidth=0.8, label=name)
    axes.set_xticks(range(len(groups)), groups, fontsize=9)
    axes.axhline(1, **REFERENCE, linestyle=":")
    drawing.legend(loc="outside lower center", ncols=columns or len(shares), **LEGEND)
    return drawing
