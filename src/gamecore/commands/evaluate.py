"""gamecore evaluate: what a position is worth at a glance, without searching."""
from math import isfinite

from gamecore.boards.checkers import Checkers
from gamecore.boards.connect_four import ConnectFour
from gamecore.commands.game import check_unfinished, load, position_of
from gamecore.commands.options import add_game, add_json, add_position
from gamecore.commands.text import json_line
from gamecore.console import Table
from gamecore.errors import EvaluationError, GameError
from gamecore.knowledge import checkers_linear, connect_four_linear
from gamecore.knowledge.linear import LinearEvaluation

HELP = "evaluate a position without searching"
EXPLAINERS = {ConnectFour: connect_four_linear.explain, Checkers: checkers_linear.explain}   # position -> [(feature, count, weight)]


def configure(parser):
    add_game(parser)
    add_position(parser)
    parser.add_argument("--explain", action="store_true", help="show the features that the score is made of")
    add_json(parser)


def run(args, console):
    position = position_of(load(args.game), args.position)
    check_unfinished(position)
    explain = explainer_of(type(position))
    if args.explain and not explain:
        raise EvaluationError(f"the evaluation of {args.game!r} cannot be explained: it does not name its features")
    features = explain(position) if explain else []
    score = sum(count * weight for _, count, weight in features) if explain else own_score(position)
    if args.json:
        named = {"features": [{"name": name, "count": count, "weight": weight} for name, count, weight in features]}
        console.print(json_line({"game": args.game, "position": str(position), "score": score} | (named if args.explain else {})))
    else:
        show(score, features if args.explain else [], console)
    return 0


def explainer_of(game):
    """What tells the terms of a game's evaluation, if it has any."""
    own = getattr(game, "evaluate", None)
    return own.explain if isinstance(own, LinearEvaluation) else EXPLAINERS.get(game)


def own_score(position):
    """What a game from outside says itself."""
    score = position.evaluate()
    if not isinstance(score, (int, float)) or not isfinite(score):
        raise GameError(f"{type(position).__name__}.evaluate() must return a finite number, not {score!r}")
    return score


def show(score, features, console):
    if features:
        table = Table(console, {"feature": "<15", "count": ">6", "weight": ">7", "points": ">7"})
        for name, count, weight in features:
            table.row(name, f"{count:+g}" if count else 0, f"{weight:g}", f"{count * weight:+g}" if count else 0)
    console.print("score ", (f"{score:+}" if score else "0", "bold"), " for the side to move")
