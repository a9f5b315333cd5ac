"""The whole laboratory on one self-contained page of HTML with plots."""
from base64 import b64encode
from dataclasses import dataclass, field
from datetime import datetime, UTC
from functools import partial
from html import escape
from time import perf_counter

from gamecore.core.about import about
from gamecore.core.checks import in_range
from gamecore.core.spread import in_processes
from gamecore.core.text import decimals, number, with_error
from gamecore.games.all import GAMES
from gamecore.laboratory import plots, theory
from gamecore.laboratory.ablation import ablation
from gamecore.laboratory.chance import chance_experiment
from gamecore.laboratory.dice import dice_experiment
from gamecore.laboratory.pruning import ORDERS, USUAL, depth_ratios, pruning, pruning_uniform
from gamecore.laboratory.suites import read_suite

STYLE = """
body { font: 16px/1.5 Georgia, "DejaVu Serif", serif; color: #111; background: #fff; max-width: 60em; margin: 2em auto;
padding: 0 1em } h1, h2, nav, table { font-family: Helvetica, Arial, "DejaVu Sans", sans-serif }
h1, h2 { line-height: 1.2 } h2 { margin-top: 2em; border-top: 1px solid #999; padding-top: .6em }
nav { font-size: 14px } nav ol { columns: 20em 2; padding-left: 1.8em } nav a { color: #124 }
.scroll { overflow-x: auto; margin: 1em 0 } table { border-collapse: collapse; font-size: 13px; line-height: 1.35 }
th, td { padding: .2em .7em; text-align: right; vertical-align: bottom; border-bottom: 1px solid #ddd;
font-variant-numeric: tabular-nums } th { border-bottom: 1px solid #111 } td { white-space: nowrap } th:first-child,
td:first-child { text-align: left; padding-left: 0 } caption { text-align: left; font-style: italic; padding-bottom:
.3em } table.facts td { text-align: left; white-space: normal } table.facts td:first-child { color: #555 }
code, pre { font: 13px/1.5 "DejaVu Sans Mono", Menlo, monospace; background: #f3f3f3; padding: .1em .3em; white-space:
nowrap } pre { padding: .6em .8em; white-space: pre; overflow-x: auto } img { min-width: 36em; max-width: 100%; height:
auto; display: block } @media (max-width: 40em) { body { margin: 1em auto; padding: 0 .8em } th, td { padding: .2em .5em
} }
"""


@dataclass(frozen=True)
class Budget:
    """The amount of work for the experiments."""

    depths: dict = field(default_factory=lambda: {"connect-four": 12, "checkers": 12})      # plies
    max_nodes: int = 20_000_000                                   # of one search
    # model -> depth at branching 4
    uniform: dict = field(default_factory=lambda: {"independent": 12, "incremental": 12, "nested": 9})
    pearl: dict = field(default_factory=lambda: {2: 20, 3: 14, 4: 13, 8: 9})                # branching -> depth
    pearl_seeds: int = 100
    seeds: int | None = None                                      # of order random; None: until the error is 5 %
    trees: int = 100                                              # with chance
    exact: tuple = (8, 10)           # the largest branching and depth whose minimum is checked
    suite_depth_less: int = 0                                     # plies subtracted from the suite's depths
    layers: int = 2                                               # of chance, synthetic and dice
    positions: int | None = None                                  # of backgammon's suite; all of them
    command: str = "gamecore report"


FULL = Budget()
QUICK = Budget(depths={"connect-four": 5, "checkers": 5}, uniform={"independent": 5, "incremental": 5, "nested": 5},
               pearl={2: 8, 3: 6}, pearl_seeds=5, seeds=3, trees=3, exact=(3, 5), suite_depth_less=5, layers=1,
               positions=4, command="gamecore report --quick")


@dataclass
class Section:
    """A part of the page."""

    title: str
    text: str
    commands: list                   # the commands that repeat it
    tables: list = field(default_factory=list)           # (caption, header, rows), all of text
    drawings: list = field(default_factory=list)         # (what it shows, for readers who cannot see it; figure)


def report(budget=FULL, on_step=None, on_interrupt=None, jobs=1):
    """Returns the page, an HTML document without scripts, fonts or external links.

    `on_step` is called with (steps done, steps in all, title) before each experiment, and `on_interrupt` with the
    KeyboardInterrupt that ends the experiments early. The page then contains the finished ones and says so. Without
    this function, or before one is finished, the caller gets the exception. Raises AssertionError if a measurement
    contradicts a theorem, and ExtraError without matplotlib.
    """
    plots.figure()
    steps = [(uniform_section, model) for model in budget.uniform] + [(exact_section, None), (pearl_section, None)]
    steps += [(section, game) for game in budget.depths for section in (game_section, ablation_section)]
    steps += [(chance_section, None), (dice_section, "linear"), (dice_section, "net")]
    make, jobs = partial(section_of, budget), in_range("jobs", jobs, 1)
    made = map(make, steps) if jobs == 1 else in_processes(make, steps, jobs, "experiments")
    begin, sections = perf_counter(), []
    try:
        for done, (section, subject) in enumerate(steps):
            if on_step is not None:
                on_step(done, len(steps), f"{section.__name__.removesuffix('_section')} {subject or ''}".strip())
            sections.append(next(made))
    except KeyboardInterrupt as interrupt:
        if not sections or on_interrupt is None:
            raise
        on_interrupt(interrupt)
    return page(sections, len(steps), perf_counter() - begin, budget.command)


def section_of(budget, step):
    section, subject = step
    return section(budget, subject)


def uniform_section(budget, model):
    depth = budget.uniform[model]
    rows = list(pruning_uniform(4, depth, leaves=model, max_nodes=budget.max_nodes, seeds=budget.seeds))
    minimum = theory.minimal_leaves(4, depth)
    for row in rows:
        if row.order == "perfect" or (model == "nested" and row.order == "worst"):
            expected = row.minimal_leaves if row.order == "perfect" else row.lines
            verify(row.leaves == expected,
                   f"{row.order} order looks at {row.leaves} leaves at depth {row.depth}, not at {expected}")
    theories = [["b^m, all leaves", number(theory.all_leaves(4, depth))],
                ["b^(3m/4), random order by the textbook", number(theory.random_leaves(4, depth))],
                ["b^ceil(m/2) + b^floor(m/2) - 1, the minimum", number(minimum)]]
    return Section(f"Uniform trees, {model} leaves", MODEL_TEXTS[model],
                   [f"gamecore pruning uniform --branching 4 --leaves {model} --max-depth {depth} --measure leaves "
                    f"--plot uniform.png"],
                   [order_table(rows), (f"theory at depth m = {depth}", ["formula", "leaves"], theories)],
                   [(f"leaves against depth, {model} leaves",
                     plots.draw_growth(rows, f"uniform tree, branching 4, {model} leaves", "leaves"))])


MODEL_TEXTS = {
    "independent": "Every leaf is drawn alone. Perfect order meets the minimum exactly. Worst order, worst to best by "
                   "the moves' true values, does not look at all leaves: once MAX has a move worth alpha, every leaf "
                   "below a better one would have to be worth more than alpha, or MIN's nodes there are cut; nested "
                   "leaves are so, independent ones are not.",
    "incremental": "Every edge is drawn, and a leaf is the sum on its path: good nodes have good children, as in real "
                   "games. So the value of an edge is a hint (static), and what the search learns about moves helps a "
                   "little (full).",
    "nested": "Every edge outweighs everything below it, so that the best and the worst order are known without a "
              "search: static order meets the minimum, and worst order looks at every leaf.",
}


def exact_section(budget, _):
    branchings, depths = range(2, budget.exact[0] + 1), range(1, budget.exact[1] + 1)
    counts = {b: [row.leaves for row in pruning_uniform(b, depths[-1], ["perfect"])] for b in branchings}
    for b, leaves in counts.items():
        expected = [theory.minimal_leaves(b, depth) for depth in depths]
        verify(leaves == expected, f"perfect order looks at {leaves} leaves of branching {b}, not at {expected}")
    return Section("Perfect order meets the minimum",
                   "Leaves that alpha-beta looks at in perfect order on independent leaves. Each number was counted, "
                   "and is b^ceil(m/2) + b^floor(m/2) - 1 exactly (Knuth and Moore 1975).",
                   [f"gamecore pruning uniform --branching {b} --max-depth {depths[-1]} --orders perfect"
                    for b in (2, branchings[-1])],
                   [("", ["b \\ m", *map(str, depths)],
                     [[str(b), *map(number, leaves)] for b, leaves in counts.items()])])


def pearl_section(budget, _):
    body = []
    for b, depth in budget.pearl.items():
        rows = list(pruning_uniform(b, depth, ["random"], seeds=budget.pearl_seeds))
        two_plies = [(rows[m - 1].leaves / rows[m - 3].leaves) ** 0.5 for m in (depth - 1, depth)]
        limit = theory.random_branching(b)
        body.append([str(b), str(depth), *[f"{growth:.3f}" for growth in two_plies], f"{limit:.3f}",
                     f"{two_plies[1] / limit - 1:+z.1%}", f"{b ** 0.75:.3f}", f"{rows[-1].leaves ** (1 / depth):.3f}"])
    return Section("Random order grows by Pearl's ratio",
                   "The growth of random order on independent leaves tends to R* = x/(1 - x), x the positive root of "
                   "x^b + x = 1 (Pearl 1982). The two-ply root (N_m / N_(m-2))^(1/2) is near it; N_m^(1/m) is still "
                   f"far above. Means over {budget.pearl_seeds} trees.",
                   [f"gamecore pruning uniform --branching {b} --max-depth {depth} --orders random --seeds "
                    f"{budget.pearl_seeds}" for b, depth in budget.pearl.items()],
                   [("", ["b", "m", "two-ply root at m-1", "at m", "R*", "off", "b^(3/4)", "N^(1/m)"], body)])


def game_section(budget, game):
    position, depth = GAMES[game].start(), budget.depths[game]
    rows = list(pruning(position, depth, ORDERS, max_nodes=budget.max_nodes, seeds=budget.seeds))
    factors = [[row.order, str(row.depth), decimals(row.ebf), decimals(row.ebf_root), decimals(row.ebf_uniform)]
               for row in deepest(rows)]
    return Section(f"{game.capitalize()} from the start",
                   "Evaluation on, no quiescence, no table but where it is named. minimal: the smallest proof of the "
                   "score, which no order can beat without a table. b^m is here the number of lines of play. times "
                   "deeper: than order none with the same nodes; 2 would be perfect order against the worst.",
                   [f"gamecore pruning {game} --max-depth {depth} --orders all --measure leaves --plot {game}.png"],
                   [order_table(rows), ("three effective branching factors, of nodes", FACTORS, factors)],
                   [(f"leaves against depth, {game}",
                     plots.draw_growth([row for row in rows if row.order in USUAL], f"{game}, from the start",
                                       "leaves"))])


FACTORS = ["order", "depth", "ebf: growth over four plies", "ebf_root: N^(1/d)", "ebf_uniform: 1 + b + ... + b^d = N"]


def ablation_section(budget, game):
    suite = read_suite(game, less=budget.suite_depth_less)
    rows = list(ablation(suite))
    body = [[row.name, number(row.nodes), decimals(row.times), number(row.leaves), percent(row.first_cut_rate),
             decimals(row.ebf), decimals(row.seconds), decimals(row.cpu_seconds), speed(row.nodes, row.cpu_seconds)]
            for row in rows]
    header = ["switches", "nodes", "times", "leaves", "first-move cuts", "ebf", "seconds", "CPU seconds", "M nodes/s"]
    return Section(f"{game.capitalize()}: what each switch is worth",
                   f"{len(suite)} positions: openings, middle games, endings. Each exact switch alone off from the "
                   "full search, and alone on from plain alpha-beta. Every row found the same score at every position. "
                   "times: nodes, against full or plain.",
                   [f"gamecore ablation {game}"], [("", header, body)])


def chance_section(budget, _):
    rows = list(chance_experiment(8, 6, budget.layers, seeds=budget.trees))
    for row in rows:
        verify(row.bounded or row.share == 1, f"{row.method} pruned {1 - row.share:.1%} without bounds")
    body = [[row.order, str(row.layers), "known" if row.bounded else "none", row.method, number(row.leaves),
             with_error(100 * row.share, 100 * row.share_error, 1), number(row.choices),
             f"{1000 * row.cpu_seconds:.2f}"] for row in rows]
    return Section("Chance",
                   "Expectimax cannot be pruned: that is true only without bounds on the leaves. With bounds, Star1 "
                   "and Star2 (Ballard 1983) find the same value from fewer leaves; without, no method leaves out a "
                   "single one. Probes are counted as leaves.",
                   [f"gamecore chance --branching 8 --outcomes 6 --layers {budget.layers} --seeds {budget.trees} "
                    "--plot chance.png"],
                   [("", ["order", "layers", "bounds", "method", "leaves", "share, %", "decision nodes", "CPU ms"],
                     body)],
                   [("share of the leaves", plots.draw_chance(rows, "chance trees, 8 moves, 6 outcomes"))])


def dice_section(budget, evaluation):
    suite = read_suite("backgammon")[:budget.positions]
    rows = list(dice_experiment(suite, budget.layers, evaluation=evaluation))
    body = [[str(row.layers), row.order, row.method, number(row.leaves), percent(row.share), number(row.choices),
             percent(row.choices_share), number(row.probes), f"{1000 * row.cpu_seconds:.3f}", percent(row.cpu_share)]
            for row in rows]
    header = ["layers", "order", "method", "leaves", "share, %", "decision nodes", "share", "probes", "CPU ms",
              "share of CPU time"]
    first = "" if budget.positions is None else f" --positions {budget.positions}"
    counts = " and ".join(str(row.searches) for row in rows if row.method == "plain")
    return Section(f"Backgammon's dice, evaluation {evaluation}",
                   f"{counts} contact positions with their rolls, through one layer of dice and more: a mean over 21 "
                   "rolls of the best reply's value, by a search of every play. Bounds are those of the game, -3..3 "
                   "points, or closer where no gammon can be any more. Every row found the same value at every "
                   "position. Order none takes plays as they come; static probes and searches them by the game's hint. "
                   "Probes are counted as leaves. At one layer Star2 saves leaves, and decision nodes hardly at all: "
                   "nearly every roll is looked at.",
                   [f"gamecore chance backgammon --layers {budget.layers} --evaluation {evaluation}{first} "
                    "--plot backgammon.png"],
                   [("", header, body)],
                   [("leaves, decision nodes and CPU time",
                     plots.draw_dice(rows, f"backgammon, {counts} positions, evaluation {evaluation}"))])


def verify(holds, message):
    """Raises AssertionError unless `holds`, so that no page contradicts a theorem."""
    if not holds:
        raise AssertionError(message)


# From rows to text.

def deepest(rows):
    return list({row.order: row for row in rows}.values())


def order_table(rows):
    """Returns the table of each order's deepest row, with how many times deeper than no order it searched."""
    ratios = depth_ratios(rows)
    body = [[row.order, str(row.depth), with_error(row.nodes, row.nodes_error),
             with_error(row.leaves, row.leaves_error), decimals(row.leaves / row.minimal_leaves), decimals(row.ebf),
             percent(row.first_cut_rate), with_error(row.exponent, row.exponent_error, 2),
             decimals(ratios.get(row.order)), decimals(row.seconds), decimals(row.cpu_seconds),
             decimals(row.nps / 1e6)] for row in deepest(rows)]
    header = ["order", "depth", "nodes", "leaves", "leaves / minimal", "ebf", "first-move cuts", "exponent",
              "times deeper", "seconds", "CPU seconds", "M nodes/s"]
    return "each order's deepest row", header, body


def speed(nodes, seconds):
    """Returns the speed as text, in millions of nodes a second; empty if no time passed."""
    return decimals(nodes / seconds / 1e6) if seconds > 0 else ""


def percent(value):
    return "" if value is None else f"{value:.1%}"


def page(sections, planned, seconds, command):
    """Returns the HTML of a list of contents and all sections."""
    facts = "".join(f"<tr><td>{escape(name)}</td><td>{escape(text)}</td></tr>" for name, text in about().items())
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    cut_short = (f" It was interrupted after {len(sections)} of its {planned} experiments."
                 if len(sections) < planned else "")
    contents = "".join(f'<li><a href="#section-{i}">{escape(section.title)}</a></li>\n'
                       for i, section in enumerate(sections, 1))
    body = "\n".join(html_of(section, f"section-{i}") for i, section in enumerate(sections, 1))
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>gamecore: the pruning laboratory</title><style>{STYLE}</style></head>\n<body>\n"
            f"<h1>The pruning laboratory</h1>\n<p>What the order of moves does to alpha-beta, measured. Made {made} in "
            f"{seconds:.0f} seconds by <code>{command}</code>.{cut_short}</p>\n<nav><ol>\n{contents}</ol></nav>\n"
            f'<table class="facts">{facts}</table>\n{body}\n</body></html>\n')


def html_of(section, name):
    """Returns the HTML of a section, whose tables and drawings scroll if they are wider than the screen."""
    parts = [f'<h2 id="{name}">{escape(section.title)}</h2>', f"<p>{escape(section.text)}</p>"]
    for words, drawing in section.drawings:
        data = b64encode(plots.image(drawing, "svg")).decode()
        parts.append(f'<div class="scroll"><img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}"></div>')
    for caption, header, body in section.tables:
        title = f"<caption>{escape(caption)}</caption>" if caption else ""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
        lines = "".join("<tr>" + "".join(f"<td>{escape(cell or '')}</td>" for cell in line) + "</tr>\n"
                        for line in body)
        parts.append(f'<div class="scroll"><table>{title}<tr>{head}</tr>\n{lines}</table></div>')
    parts.append("<pre>" + escape("\n".join(section.commands)) + "</pre>")
    return "\n".join(parts)
