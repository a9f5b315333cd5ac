"""gamecore train: weights from self-play, with a log, in a directory from which an interrupted run goes on."""
from gamecore.commands.options import add_json
from gamecore.commands.text import decimals, json_line, number
from gamecore.errors import GameError
from gamecore.knowledge.endgames import SHIPPED, Databases
from gamecore.training import checkers

HELP = "train an evaluation by self-play"
TRAINERS = {"checkers": checkers}


def configure(parser):
    parser.add_argument("game", metavar="GAME", help=" or ".join(TRAINERS))
    parser.add_argument("--games", metavar="N", type=int, default=20000, help="games of self-play, in all; default 20000")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="equal seeds, equal weights; default 0")
    parser.add_argument("--out", metavar="DIR", required=True, help="where everything is kept; an interrupted run goes on from there")
    parser.add_argument("--databases", metavar="DIR", help="endgame databases that end games; default: those that are shipped")
    add_json(parser)


def run(args, console):
    if args.game not in TRAINERS:
        raise GameError(f"no training for game {args.game!r}; known are {', '.join(TRAINERS)}")
    databases = Databases(args.databases) if args.databases or SHIPPED.is_file() else None
    for record in TRAINERS[args.game].train(args.out, args.games, args.seed, databases):
        if args.json:
            console.print(json_line({"game": args.game} | record))
        elif record["type"] == "games":
            console.status(f"generation {record['generation']}: {number(record['games'])} games, part {record['chunk'] + 1} of {record['chunks']}")
        else:
            console.print(*SENTENCES[record["type"]](record))
    return 0


def fit_sentence(record):
    fitted, held_out = record["losses"][-1]
    return (f"generation {record['generation']}: {number(record['positions'])} positions fitted to {decimals(fitted, 4)} bits, "
            f"games held out to {decimals(held_out, 4)}",)


def match_sentence(record):
    return (f"generation {record['generation']}: ", (decimals(100 * record["score"], 1) + " %", "bold"),
            f" +- {decimals(100 * record['score_error'], 1)} against the {record['opponent']} evaluation, {number(record['nodes'])} nodes a move: "
            f"{record['wins']} wins, {record['draws']} draws, {record['losses']} losses")


def result_sentence(record):
    return (f"{number(record['games'])} games, {number(record['positions'])} positions, {number(record['seconds'])} s: ",
            (record["weights"], "bold green"))


SENTENCES = {"fit": fit_sentence, "match": match_sentence, "result": result_sentence}
