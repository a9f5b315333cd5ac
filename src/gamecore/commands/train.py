"""gamecore train: weights from self-play, with a log, in a directory from which an interrupted run goes on."""
from gamecore.commands.options import add_json
from gamecore.commands.text import decimals, json_line, number
from gamecore.errors import GameError, SettingsError
from gamecore.knowledge.endgames import SHIPPED, Databases
from gamecore.training import backgammon, checkers

HELP = "train an evaluation by self-play"
TRAINERS = {"backgammon": backgammon, "checkers": checkers}
GAMES = {"backgammon": 3000000, "checkers": 20000}          # of self-play, if not told


def configure(parser):
    parser.add_argument("game", metavar="GAME", help=" or ".join(TRAINERS))
    parser.add_argument("--games", metavar="N", type=int, help="games of self-play, in all; default 20000 of checkers, 3000000 of backgammon")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="equal seeds, equal weights; default 0")
    parser.add_argument("--out", metavar="DIR", required=True, help="where everything is kept; an interrupted run goes on from there")
    parser.add_argument("--databases", metavar="DIR", help="endgame databases that end games; default: those that are shipped")
    add_json(parser)


def run(args, console):
    if args.game not in TRAINERS:
        raise GameError(f"no training for game {args.game!r}; known are {', '.join(TRAINERS)}")
    games = GAMES[args.game] if args.games is None else args.games
    for record in TRAINERS[args.game].train(args.out, games, args.seed, databases_of(args)):
        if args.json:
            console.print(json_line({"game": args.game} | record))
        elif record["type"] == "games":
            console.status(status(record))
        else:
            console.print(*SENTENCES[args.game, record["type"]](record))
    return 0


def databases_of(args):
    """Those that end the games of checkers; backgammon has its own."""
    if args.game == "backgammon":
        if args.databases:
            raise SettingsError(f"backgammon is trained without databases; leave out --databases {args.databases!r}")
        return None
    return Databases(args.databases) if args.databases or SHIPPED.is_file() else None


def status(record):
    if "generation" in record:
        return f"generation {record['generation']}: {number(record['games'])} games, part {record['chunk'] + 1} of {record['chunks']}"
    return f"{number(record['games'])} games, {100 * record['part'] // record['parts']} %, step {decimals(record['rate'], 3)}"


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


def points_sentence(record):
    opponent = "the shipped network" if record["opponent"] == "shipped" else "the first network of this run"
    return (f"{number(record['games'])} games: ", (f"{record['points_per_game']:+.3f}", "bold"),
            f" +- {decimals(record['standard_error'], 3)} points a game against {opponent}, {number(2 * record['pairs'])} games")


SENTENCES = {("checkers", "fit"): fit_sentence, ("checkers", "match"): match_sentence, ("checkers", "result"): result_sentence,
             ("backgammon", "match"): points_sentence, ("backgammon", "result"): result_sentence}
