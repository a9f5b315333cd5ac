"""gamecore solve: computes the exact value of a game with a finite number of positions, even with loops and chance."""
from fractions import Fraction

from gamecore.commands.plugins import add_plugin_options, plugin_of, refuse_other_games_options
from gamecore.screen.console import ColumnPrinter
from gamecore.playing.names import load, position_of
from gamecore.screen.options import add_number, add_shared
from gamecore.core.text import number
from gamecore.errors import GameError
from gamecore.games.all import GAMES
from gamecore.solving.loops import report

MAX_STATES = 1_000_000
HELP = "compute the exact value of a small game, or of a position of connect four"


def configure(parser):
    parser.add_argument("game", metavar="GAME", help="connect-four, or module:Class for a game of your own")
    add_shared(parser, "--position")
    parser.add_argument("--all-moves", action="store_true", help="show the score of each move")
    parser.add_argument("--exact", action="store_true", default=None,
                        help="in exact arithmetic even where that takes long")
    add_number(parser, "--max-states", f"positions to visit; default {MAX_STATES}")
    add_plugin_options(parser, "solve")
    add_shared(parser, "--json")


def run(args, console):
    game = load(args.game)
    if command := plugin_of(game).solve:
        return command(args, console)
    if args.game in GAMES:
        raise GameError(
            f"{args.game!r} has too many positions to go through them all: expected connect-four or module:Class")
    refuse_other_games_options(args, game, "solve")
    position = position_of(game, args.position)
    console.status("looking for positions")
    record = report(position, args.all_moves, exact=args.exact,
                    max_states=MAX_STATES if args.max_states is None else args.max_states,
                    progress=lambda progress: console.status(progress_text(progress)))
    console.report({"game": args.game} | record, show, record, console)
    return 0


def progress_text(progress):
    if progress.gap is None:
        return f"{number(progress.states)} positions"
    return f"{number(progress.states)} positions, sweep {number(progress.iterations)}, known within {progress.gap:.1g}"


def show(record, console):
    """Prints a table of the moves if they were requested, then a sentence about the value."""
    if record.get("moves"):
        table = ColumnPrinter(console, {"move": "<8", "value": "<"})
        for row in record["moves"]:
            table.row(row["move"], value_text(row["value"]))
        console.print()
    console.print(*sentence(record),
                  ", exact" if not record["error"] else f", give or take {record['error']:.1g}",
                  "" if record["move"] is None else f"; best move {record['move']}")
    if record["endless"]:
        console.print(("the players together could go on for ever, which counts as a draw", "dim"))
    plural = "" if record["states"] == 1 else "s"
    console.print((f"{number(record['states'])} position{plural} in {record['seconds']:.2f} s", "dim"))


def sentence(record):
    """Returns a sentence about the value as segments."""
    if record["outcome"]:
        return (f"a {record['outcome']}", "bold green"),
    value = value_text(record["value"]), "bold green"
    if record["kind"] == "score":
        return "expected score ", value
    return ("expected result ", value,
            ", where a draw counts 1/2") if record["draws"] else ("probability of winning ", value)


def value_text(value):
    """Returns a value as text, such as "8/25 = 0.32", or an integer alone."""
    decimal = f"{float(Fraction(value)):z.6g}"
    return decimal if isinstance(value, float) or decimal == value else f"{value} = {decimal}"
