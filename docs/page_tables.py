"""The tables of README and docs that gamecore computes, as Markdown, which docs/samples.py inserts."""
import json
from argparse import _SubParsersAction
from math import prod
from pathlib import Path

import gamecore
from gamecore.commands.cli import build_parser
from gamecore.games.all import GAMES
from gamecore.core.text import decimals, number, with_error
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.checkers.net import shipped
from gamecore.laboratory.ablation import EXACT, ablation
from gamecore.laboratory.dice import dice_experiment
from gamecore.laboratory.pruning import SOLVED, depth_ratios, pruning
from gamecore.laboratory.suites import read_suite
from gamecore.match import ballots as ballot_list

FIGURES = Path(__file__).parent / "figures.json"
# The tables that do not depend on a search, since the record from which they are made has its own date and commit.
RECORDS = {"figures": "docs/figures.json", "rates": "docs/figures.json", "hours": "tests/stress/hours.json",
           "options": "the parsers"}
MAX_NODES = 20_000_000                   # of a search, as `gamecore pruning` has it
WHAT = {
    "full+table": "full, and the table, which turns the tree into a graph",
    "full": "hint, killers, history, deepening, PVS; no table", "static": "the game's hint alone",
    "perfect": "the move that raised alpha when the search was last repeated", "random": "drawn at each node",
    "none": "left to right", "worst": "the hint reversed", "minimax": "everything",
}


def made(spec):
    """Returns the table for a specification, which consists of the name of a function below and its arguments."""
    name, *arguments = spec.split()
    header, rows = TABLES[name](*arguments)
    aligned = [" --: " if title.startswith(">") else " --- " for title in header]
    lines = [[title.removeprefix(">") for title in header], None, *rows]
    return "".join("|" + "|".join(aligned) + "|\n" if line is None else
                   "| " + " | ".join("" if cell is None else str(cell) for cell in line) + " |\n" for line in lines)


def digest(game):
    """Returns the first digits of the checksum of a game's shipped weights."""
    weights = shipped() if game == "checkers" else BackgammonNet.shipped()
    return weights.digest.hex()[:8]


def growth(game, depth):
    """Returns the growth of each order from the first position, by its deepest row."""
    rows = list(pruning(GAMES[game].start(), int(depth), list(WHAT), max_nodes=MAX_NODES))
    ratios, deepest = depth_ratios(rows), {row.order: row for row in rows}
    titles = ["order", "what it is", ">depth", ">over minimal", ">ebf", ">exponent", ">first-move cuts",
              ">times deeper"]
    return (titles,
            [[order, what, row.depth, over_minimal(row), decimals(row.ebf),
              with_error(row.exponent, row.exponent_error, 2),
              None if row.first_cut_rate is None else f"{row.first_cut_rate:.0%}", decimals(ratios.get(order, 1.0))]
             for order, what in WHAT.items() for row in [deepest[order]]])


def over_minimal(row, digits=1):
    return with_error(row.leaves / row.minimal_leaves, row.leaves_error / row.minimal_leaves, digits)


# Late positions of connect four with the solver's verdicts.
LATE = (("523617356626735551662", "won"), ("45725615173613612757666142", "lost"),
        ("746577322571314476667256", "lost"))


def solved():
    """Returns the leaves divided by the minimum with the solver's best moves first, at the depth at which the search
    sees the end."""
    names = [SOLVED, "full+table", "full", "static", "perfect", "random"]
    body = []
    for text, outcome in LATE:
        rows = list(pruning(gamecore.ConnectFour(text), 21, names, max_nodes=2_000_000))
        depth = next(row.depth for row in rows if row.order == SOLVED and abs(row.score) > 20_000)
        at = {row.order: row for row in rows if row.depth == depth}
        body.append([f"{text}, {outcome}", depth, number(at[SOLVED].minimal_leaves),
                     *(over_minimal(at[name]) if name in at else None for name in names)])
    return ["position", ">depth", ">minimal", *(">" + name for name in names)], body


def switches(*games):
    """Returns the nodes without each exact switch and with this switch alone, over the suites of both games."""
    found = {game: {row.name: row for row in ablation(read_suite(game))} for game in games}

    def times(game, name):
        return f"x {found[game][name].times:.2f}" if name in found[game] else None

    return (["switch", *(f">{game.replace('-', ' ')}: {word}" for game in games for word in ("off", "on"))],
            [[switch.replace("-", " "), *(times(game, f"{base} {switch}") for game in games
                                          for base in ("full without", "plain with"))] for switch in EXACT])


def dice(game):
    """Returns leaves, decision nodes and time of expectiminimax on positions of backgammon, by two evaluations."""
    found = [list(dice_experiment(read_suite(game), 2, evaluation=name)) for name in ("linear", "net")]
    return ([">layers", "order", "method",
             *(f">{name}: {what}" for name in ("linear", "net")
               for what in ("leaves", "decision nodes", "CPU time"))],
            [[linear.layers, linear.order, linear.method, *counts(linear), *counts(net)]
             for linear, net in zip(*found, strict=True)])


def counts(row):
    """Returns a row's leaves, decision nodes and time: as numbers for plain expectiminimax, and as shares for other
    methods."""
    if row.method == "plain":
        return [number(row.leaves), number(row.choices), short(1000 * row.cpu_seconds) + " ms"]
    return [with_error(100 * row.share, 100 * row.share_error, 1) + " %", f"{100 * row.choices_share:.0f} %",
            short(100 * row.cpu_share) + " %"]


def short(value):
    """Returns a time with two digits or a share with one, since more are noise."""
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def known_figures():
    """Returns the measured times and ratios, by key."""
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def figures():
    """Returns the measured figures with their commands, except the figures of arrays, which `rates` shows."""
    return ["what", ">figure", "command", "commit", "machine", "date"], [
        [figure["what"], quoted(key), f"`{figure['command']}`", figure["commit"], figure["machine"], figure["date"]]
        for key, figure in known_figures().items() if not key.startswith("arrays.")]


# The switches and depth of the searches of checkers over ballots.
SEARCHES = (("exact", 14), ("play", 14), ("play", 18))
BALLOTS, SPAN = 20, 4


def ballots(game):
    """Returns the nodes of searches from the first positions of the three-move ballots, with a table of 16 MiB."""
    positions = [ballot.position for ballot in ballot_list.standard(GAMES[game], BALLOTS)[:BALLOTS]]
    body = []
    for name, depth in SEARCHES:
        results = [gamecore.Engine(hash_mb=16, switches=name).search(position, depth) for position in positions]
        growth = prod(results[i].iterations[-1].nodes / results[i].iterations[-1 - SPAN].nodes
                      for i in range(len(positions))) ** (1 / SPAN / len(positions))
        body.append([f"`{name}`", depth, number(sum(result.nodes for result in results) // len(results)),
                     decimals(growth)])
    return ["switches", ">depth", ">nodes a search", ">growth a ply over the last four"], body


# The measurements of benchmarks/studies/arrays.py.
RATES = {"playouts": "plies of random playouts", "evaluate_many": "`Engine.evaluate_many`, a batch",
         "... of a list": "the same, a list of positions", "play": "`play`", "legal_moves": "`legal_moves`",
         "outcomes": "`outcomes`", "planes": "`planes`"}


def rates(*games):
    """Returns the rates of functions of arrays in millions per second; the named games are those with weights."""
    known = known_figures()
    return (["", ">connect four", ">checkers", ">backgammon"],
            [[what, *(known[key]["value"] if (key := f"arrays.{game}.{name.replace(' ', '_')}") in known else None
                      for game in ("ConnectFour", "Checkers", "Backgammon"))] for name, what in RATES.items()])


def quoted(key):
    """Returns a figure with its standard error, if it has one, and its unit."""
    figure = known_figures()[key]
    error = f" +- {figure['error']}" if "error" in figure else ""
    return f"{figure['value']}{error} {figure.get('unit', '')}".rstrip()


def hours():
    """Returns how long each attack has run, as the sums of tests/stress/hours.json."""
    record = json.loads(Path(__file__).parents[1].joinpath("tests", "stress", "hours.json").read_text(encoding="utf-8"))
    return (["attack", ">kinds of rounds", ">tried", "which are", ">CPU hours", ">failures"],
            [[f"`tests.stress.{attack}`", len(kinds), number(total(kinds, "tried")), TRIED.get(attack, "rounds"),
              f"{total(kinds, 'cpu_seconds') / 3600:.2f}", total(kinds, "failures")]
             for attack, kinds in record.items()])


TRIED = {"law": "answers compared with a reference's", "soak": "answers compared with one thread's", "fuzz": "inputs",
         "writers": "commands disturbed"}


def total(kinds, name):
    return sum(row[name] for row in kinds.values())


def parsers(parser, words=""):
    """Yields each command that can be run, with its parser."""
    below = [action.choices for action in parser._actions if isinstance(action, _SubParsersAction)]
    if not below:
        yield words, parser
    for choices in below:
        for name, command in choices.items():
            yield from parsers(command, f"{words} {name}".strip())


def options():
    """Returns the arguments and options of each command."""
    return (["command", "arguments and options"],
            [[f"`{words}`", ", ".join(f"`{name}`" for action in parser._actions if "-h" not in action.option_strings
                                      for name in action.option_strings or [action.metavar])]
             for words, parser in parsers(build_parser())])


TABLES = {"options": options, "growth": growth, "solved": solved, "switches": switches, "dice": dice,
          "figures": figures, "rates": rates, "ballots": ballots, "hours": hours}
