"""Drawings of the laboratory by matplotlib (the extra `plot`), legible in black and white. The only file that knows matplotlib."""
from contextlib import nullcontext
from io import BytesIO
from pathlib import PurePath

from gamecore.core.files import whole_file
from gamecore.errors import ExtraError, PlotError

FORMATS = ("png", "svg")
INCHES, DPI = (7.5, 4.8), 100

# An order's marker, dashes and shade: told apart without colour, from perfect (dark, filled) to minimax (light, open).
MARKS = {
    "perfect": ("o", "-", "black"), "full+table": ("^", "-", "tab:blue"), "full": ("s", "-", "tab:blue"), "static": ("D", "--", "tab:green"),
    "hint": ("d", "--", "tab:green"), "history": ("P", "--", "tab:purple"), "killers": ("X", "--", "tab:purple"), "table": ("v", "--", "tab:blue"),
    "random": ("*", "-.", "tab:orange"), "none": ("<", ":", "tab:red"), "worst": (">", ":", "tab:brown"), "minimax": ("x", ":", "dimgray"),
}
BARS = (("white", ""), ("0.9", "//"), ("0.7", "\\\\"), ("white", ".."), ("0.5", ""), ("0.1", ""), ("white", "xx"))      # from plain to Star2
REFERENCE = {"color": "gray", "linewidth": 1, "zorder": 1}
SHARES = (("$b^m$", 1.0, (0, (1, 1))), ("$b^{3m/4}$", 0.75, (0, (4, 2))))


def figure(**options):
    """An empty matplotlib figure; ExtraError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ExtraError(f"a plot needs matplotlib ({error}): pip install 'gamecore[plot]'") from error
    return Figure(figsize=INCHES, layout="constrained", **options)


def format_of(path):
    """The format that a file's ending names; PlotError if there is none."""
    ending = PurePath(path).suffix.lower().lstrip(".")
    if ending not in FORMATS:
        raise PlotError(f"a plot is a file that ends in .png or .svg, not {str(path)!r}")
    return ending


def file_for(path):
    """What a plot is to be written into, asked for before the work begins: a context; None if there is no path."""
    if path is None:
        return nullcontext()
    format_of(path)
    figure()
    return whole_file(path, binary=True)


def image(drawing, ending):
    """The bytes of a figure; the same figure, the same bytes."""
    from matplotlib import rc_context
    buffer = BytesIO()
    with rc_context({"svg.hashsalt": "gamecore", "svg.fonttype": "path"}):
        drawing.savefig(buffer, format=ending, dpi=DPI, metadata={"Date": None} if ending == "svg" else {"Software": None})
    return buffer.getvalue()


def draw_growth(rows, title, count="nodes"):
    """How the orders grow: a figure of nodes or leaves against depth on a logarithmic axis.

    Parameters
    ----------
    rows : iterable of gamecore.laboratory.pruning.Row
    title : str
    count : {"nodes", "leaves"}
        What is drawn. The reference lines are leaves: of the whole tree (b^m), its power 3/4, and the minimum.

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows = list(rows)
    drawing = figure()
    axes = drawing.add_subplot(yscale="log", xlabel="depth $m$, plies", ylabel=f"{count}, one search", title=title)
    add_references(axes, rows)
    for order in sorted({row.order for row in rows}, key=list(MARKS).index, reverse=True):
        mine = [row for row in rows if row.order == order]
        marker, dashes, colour = MARKS[order]
        axes.plot([row.depth for row in mine], [getattr(row, count) for row in mine], marker=marker, linestyle=dashes, color=colour,
                  markersize=5, markerfacecolor="white" if dashes == ":" else colour, linewidth=1.3, label=order)
        spread = [(row.depth, getattr(row, count), getattr(row, f"{count}_sd")) for row in mine if row.searches > 1]
        if spread:
            axes.errorbar(*zip(*[(d, n, min(sd, n * 0.9)) for d, n, sd in spread]), fmt="none", ecolor=colour, capsize=2, linewidth=1)
    deepest = max((row.depth for row in rows), default=1)
    axes.set_xlim(0.5, deepest + 0.5 + 0.09 * deepest)           # room for the names of the lines
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(True, which="major", color="0.9", linewidth=0.6)
    axes.legend(*in_order_of_height(axes), loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=9, handlelength=3.2)
    return drawing


def add_references(axes, rows):
    """The lines that theory draws, each with its name at its end."""
    sizes = {row.depth: row.lines for row in rows if row.lines}
    minimum = {row.depth: row.minimal_leaves for row in rows if row.minimal_leaves}
    top = max((max(row.nodes, row.leaves) for row in rows), default=1)
    lines = [(name, {depth: size ** share for depth, size in sizes.items()}, dashes) for name, share, dashes in SHARES]
    for name, points, dashes in [*lines, ("minimum", minimum, (0, (6, 2, 1, 2)))]:
        inside = {depth: value for depth, value in points.items() if value <= 30 * top}
        if inside:
            axes.plot(list(inside), list(inside.values()), linestyle=dashes, **REFERENCE)
            axes.annotate(name, list(inside.items())[-1], xytext=(4, -3), textcoords="offset points", fontsize=9, color="0.3")


def in_order_of_height(axes):
    """The legend's lines and names, the one that ends highest first."""
    handles, names = axes.get_legend_handles_labels()
    pairs = sorted(zip(handles, names), key=lambda pair: (pair[0].get_ydata()[-1] ** (1 / max(pair[0].get_xdata()[-1], 1))), reverse=True)
    return [handle for handle, _ in pairs], [name for _, name in pairs]


def draw_chance(rows, title):
    """What the cut-offs at chance nodes leave of the leaves: a figure of bars, a group for each order.

    Parameters
    ----------
    rows : iterable of gamecore.laboratory.chance.ChanceRow
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows = list(rows)
    shares = {}
    for row in rows:
        group = f"{row.order if row.bounded else 'no bounds'}\n{layers_text(row.layers)}"
        shares.setdefault(row.method, {})[group] = row.share
    return draw_bars(shares, "share of the tree's leaves", title)


def draw_dice(rows, title):
    """What the cut-offs leave of leaves, decision nodes and time in backgammon: a figure of bars, a group for each.

    Parameters
    ----------
    rows : iterable of gamecore.laboratory.chance.ChanceRow
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    shares = {}
    for row in rows:
        mine = shares.setdefault(row.method if row.method == "plain" else f"{row.method}, order {row.order}", {})
        for name, share in (("leaves", row.share), ("choices", row.choices_share), ("time", row.seconds_share)):
            mine[f"{name}\n{layers_text(row.layers)}"] = share
    drawing = draw_bars(shares, "share of plain expectiminimax's; on the bars in %", title, columns=3)
    axes = drawing.axes[0]
    for bars in axes.containers[1:]:
        axes.bar_label(bars, [f"{100 * bar.get_height():.0f}" for bar in bars], fontsize=7)
    return drawing


def layers_text(layers):
    return f"{layers} layer{'s' * (layers > 1)}"


def draw_bars(shares, ylabel, title, columns=None):
    """A figure of bars, from {what a shade stands for: {group: height}}."""
    groups = list(dict.fromkeys(group for heights in shares.values() for group in heights))
    drawing = figure()
    top = max(height for heights in shares.values() for height in heights.values())
    axes = drawing.add_subplot(ylabel=ylabel, title=title, ylim=(0, max(1.25, 1.1 * top) + 0.1 * (columns is not None)))
    width = 0.8 / len(shares)
    for i, ((name, heights), (shade, hatch)) in enumerate(zip(shares.items(), BARS[:len(shares)], strict=True)):
        axes.bar([groups.index(group) + (i - (len(shares) - 1) / 2) * width for group in heights], list(heights.values()), width,
                 color=shade, hatch=hatch, edgecolor="black", linewidth=0.8, label=name)
    axes.set_xticks(range(len(groups)), groups, fontsize=9)
    axes.axhline(1, **REFERENCE, linestyle=":")
    axes.legend(loc="upper center", ncols=columns or len(shares), frameon=False, fontsize=9)
    return drawing


def draw_learning(records, title):
    """How a network of backgammon learns: a figure of its matches' points against the games that it had played.

    Parameters
    ----------
    records : iterable of dict
        Of gamecore.training.backgammon.train, or of its log.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    records = list(records)
    matches = [record for record in records if record["type"] == "match"]
    begun = max((record["games"] for record in records if record["type"] == "games"), default=0)
    opponent = "the shipped network" if any(record["opponent"] == "shipped" for record in matches) else "the run's first network"
    drawing = figure()
    axes = drawing.add_subplot(xlabel="games of self-play, thousands", ylabel=f"points a game against {opponent}", title=title)
    phases = [(r"TD($\lambda$)", "o", "white", [match for match in matches if match["games"] <= begun]),
              ("after study", "s", "black", [match for match in matches if match["games"] > begun])]
    for name, marker, face, found in phases:
        if found:
            axes.errorbar([match["games"] / 1000 for match in found], [match["points_per_game"] for match in found],
                          [match["standard_error"] for match in found], marker=marker, linestyle="-", color="black", markerfacecolor=face,
                          markersize=5, linewidth=1.2, capsize=2, label=name)
    axes.axhline(0, **REFERENCE, linestyle=":")
    axes.grid(True, color="0.9", linewidth=0.6)
    if matches:
        axes.legend(loc="lower right", frameon=False, fontsize=9)
    return drawing
