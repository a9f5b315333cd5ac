"""gamecore check: checks whether a user's own game keeps the contract."""
from gamecore.playing.names import load, position_of
from gamecore.screen.options import add_number, add_seed, add_shared, within
from gamecore.screen.text import line_text
from gamecore.core.text import number
from gamecore.games.outside.turns import MAX_N
from gamecore.laboratory.contract import GAMES, PLIES, examine
from gamecore.laboratory.contract_games import check_processes
from gamecore.search.iteration import plain

HELP = "check the contract of a game of your own"
BROKEN = 1                           # the exit code of a game that breaks its contract


def configure(parser):
    add_shared(parser, "game", "--position")
    add_number(parser, "--games", "random games to play", GAMES, type=within(1))
    add_number(parser, "--plies", "the length at which a game is broken off", PLIES, type=within(1))
    add_seed(parser, "of the random moves")
    add_shared(parser, "--json")


def run(args, console):
    position = position_of(load(args.game), args.position)
    console.status(f"playing {args.games} games")
    report = examine(position, args.games, args.plies, args.seed)
    compared = bool(report.faults) or check_processes(position, report)
    for finding in report.findings:
        console.report({"type": "note" if finding.note else "fault", "rule": finding.rule, "text": finding.text,
                        "moves": [plain(move) for move in finding.moves]}, show_finding, finding, console)
    console.report({"type": "result", "game": args.game, "faults": len(report.faults), "games": report.games,
                    "finished": report.finished, "positions": report.positions, "side": report.side},
                   show, args, report, compared, console)
    return BROKEN if report.faults else 0


def show_finding(finding, console):
    console.print(("note" if finding.note else "broken", "yellow" if finding.note else "bold red"),
                  f": {finding.rule}: {finding.text}")
    if finding.moves:
        console.print((f"  after {line_text(finding.moves)}", "dim"))


def show(args, report, compared, console):
    console.print(f"{args.game}: ",
                  (f"{len(report.faults)} rules broken" if report.faults else "no rule is broken", "bold"),
                  f"; {number(report.games)} games, {number(report.positions)} positions")
    if report.several:
        console.print((f"a game of several players: {MAX_N} searches it", "dim"))
    elif not report.side:
        console.print(("whether sides alternate was not checked: the game has no attribute such as `turn` that tells "
                       "whose turn it is", "dim"))
    if not compared:
        console.print(("the order of moves in other processes was not checked: the position does not pickle", "dim"))
