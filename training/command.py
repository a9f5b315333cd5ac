"""python -m training GAME: makes weights by self-play in a directory, from which an interrupted run resumes."""
import json
import os
from pathlib import Path

from gamecore.screen.command import CommandParser, run_command
from gamecore.screen.options import add_number, add_seed, add_shared, jobs_option
from gamecore.screen.text import json_line
from gamecore.core.text import decimals, number, signed
from gamecore.errors import GameError, SettingsError
from gamecore.games.checkers.endgames.databases import SHIPPED, Databases
from gamecore.laboratory import plots
from training.backgammon import races, recipe as backgammon
from training.backgammon.curve import draw_learning
from training.checkers import recipe as checkers

TRAINERS = {"backgammon": backgammon, "backgammon-races": races, "checkers": checkers}
GAMES = {"backgammon": 3000000, "backgammon-races": 40000, "checkers": 125000}     # of self-play, by default


def main(argv=None):
    """Runs the command with the exit codes and error messages of `gamecore`."""
    return run_command(argv, build_parser)


def build_parser(words=()):
    """Returns the parser, which is the same for all `words`."""
    parser = CommandParser(prog="python -m training", description="Train an evaluation by self-play.",
                               allow_abbrev=False)
    parser.add_argument("game", metavar="RECIPE", help=" or ".join(TRAINERS))
    add_number(parser, "--games",
               "games of self-play, in all; default 125000 of checkers, 40000 of backgammon's races; "
               "of backgammon 3000000, and a tenth as many studied")
    add_seed(parser, "equal seeds, equal weights")
    parser.add_argument("--out", metavar="DIR", required=True,
                        help="the directory of the run; an interrupted run resumes there")
    parser.add_argument("--databases", metavar="DIR",
                        help="endgame databases that end games; default: those that are shipped")
    parser.add_argument("--plot", metavar="FILE",
                        help="draw backgammon's learning curve into a .png or .svg file (needs matplotlib)")
    parser.add_argument("--jobs", **jobs_option("threads", 0))
    add_shared(parser, "--json")
    parser.set_defaults(run=run)
    return parser


def run(args, console):
    if args.game not in TRAINERS:
        raise GameError(f"no training for game {args.game!r}; known are {', '.join(TRAINERS)}")
    games = GAMES[args.game] if args.games is None else args.games
    if args.plot and args.game != "backgammon":
        raise SettingsError(f"only backgammon's learning curve is drawn; leave out --plot {args.plot!r}")
    with plots.file_for(args.plot) as picture:
        for record in TRAINERS[args.game].train(args.out, games, args.seed, databases_of(args), args.jobs):
            tell(args, record, console)
        if args.plot:
            log = [json.loads(line) for line in Path(args.out, "log.jsonl").read_text().splitlines()]
            picture.write(plots.image(draw_learning(log, f"{number(games)} games, seed {args.seed}"),
                                      plots.format_of(args.plot)))
    return 0


def tell(args, record, console):
    if args.json:
        console.print(json_line({"game": args.game} | record))
    elif record["type"] in ("games", "study"):
        console.status(status(record))
    else:
        console.print(*SENTENCES[args.game, record["type"]](record))


def databases_of(args):
    """Returns the endgame databases that decide games of checkers, or None; backgammon has its own."""
    if args.game != "checkers":
        if args.databases:
            raise SettingsError(f"{args.game} is trained without databases; leave out --databases {args.databases!r}")
        return None
    return Databases(args.databases) if args.databases or os.path.isfile(SHIPPED) else None


def status(record):
    if "generation" in record:
        return (f"generation {record['generation']}: {number(record['games'])} games, "
                f"part {record['chunk'] + 1} of {record['chunks']}")
    if "round" in record:
        return (f"{number(record['games'])} games, round {record['round']} of study, "
                f"part {record['part']} of {record['parts']}")
    return (f"{number(record['games'])} games, {100 * record['part'] // record['parts']} %, "
            f"step {decimals(record['rate'], 3)}")


def fit_sentence(record):
    fitted, held_out = record["losses"][-1]
    return (f"generation {record['generation']}: {number(record['positions'])} positions fitted to "
            f"{decimals(fitted, 4)} bits, games held out to {decimals(held_out, 4)}",)


def study_sentence(record):
    return (f"round {record['round']}: {number(record['positions'])} positions studied; errors from "
            f"{decimals(record['errors'][0], 4)} to {decimals(record['errors'][-1], 4)} points",)


def races_sentence(record):
    until = "all checkers are off" if record["net"] == "done" else "the first is off"
    return (f"round {record['round']}, rolls until {until}: {number(record['positions'])} positions; "
            f"errors from {decimals(record['errors'][0], 4)} to {decimals(record['errors'][-1], 4)} rolls",)


def match_sentence(record):
    return (f"generation {record['generation']}: ", (decimals(100 * record["score"], 1) + " %", "bold"),
            f" +- {decimals(100 * record['score_error'], 1)} against the {record['opponent']} evaluation, "
            f"{number(record['nodes'])} nodes a move: "
            f"{record['wins']} wins, {record['draws']} draws, {record['losses']} losses")


def result_sentence(record):
    games, positions, seconds = (number(record[name]) for name in ("games", "positions", "seconds"))
    return f"{games} games, {positions} positions, {seconds} s: ", (record["weights"], "bold green")


def points_sentence(record):
    opponent = "the shipped network" if record["opponent"] == "shipped" else "the first network of this run"
    return (f"{number(record['games'])} games: ", (signed(record["points_per_game"]), "bold"),
            f" +- {decimals(record['standard_error'], 3)} points a game against {opponent}, "
            f"{number(2 * record['pairs'])} games")


SENTENCES = {("checkers", "fit"): fit_sentence, ("checkers", "match"): match_sentence,
             ("backgammon-races", "fit"): races_sentence,
             ("backgammon", "fit"): study_sentence, ("backgammon", "match"): points_sentence,
             **{(recipe, "result"): result_sentence for recipe in TRAINERS}}
