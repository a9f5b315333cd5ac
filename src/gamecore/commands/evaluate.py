"""gamecore evaluate: computes a position's static evaluation, or in a game of chance its value by a shallow search.

A finished game's value is its result.
"""
from math import inf, isfinite

from gamecore.commands.plugins import add_plugin_options, plugin_of, refuse_other_games_options
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.text import number
from gamecore.playing.names import evaluation_of, is_finished, load, position_of
from gamecore.core.checks import real
from gamecore import Engine
from gamecore.screen.options import add_number, add_shared
from gamecore.errors import EvaluationError, GameError, LimitError
from gamecore.games.all import GAMES
from gamecore.games.outside.linear import LinearEvaluation
from gamecore.search.evaluations import Evaluations, is_custom

HELP = "evaluate a position"


def configure(parser):
    add_shared(parser, "game", "--position", "--evaluation")
    add_number(parser, "--plies", "backgammon: rolls to search ahead; default 0")
    add_plugin_options(parser, "evaluate")
    parser.add_argument("--explain", action="store_true", help="show the features of the score")
    add_shared(parser, "--json")


def run(args, console):
    game = load(args.game)
    position = position_of(game, args.position)
    refuse_other_games_options(args, game, "evaluate")
    if command := plugin_of(game).evaluate:
        return command(args, game, position, console)
    if args.plies is not None:
        raise LimitError(f"--plies {args.plies} is for backgammon; see gamecore search")
    evaluation = evaluation_of(game, args.evaluation)
    over = is_finished(position)
    features = [] if over else terms(position, evaluation)
    if args.explain and features is None:
        raise EvaluationError(f"the evaluation of {args.game!r} cannot be explained: it does not name its features")
    final = position.final_score() if over and args.game not in GAMES else inf
    if is_finite(final):                     # in the unit of evaluate(), not in that of a search
        score = number(final)
    elif over or is_custom(evaluation):
        score = Engine(hash_mb=1, evaluation=evaluation).evaluate(position)
    elif hasattr(position, "evaluate"):
        score = own_score(position)
    else:                            # a fraction that should be 0 or 1 must not depend on the last bit of a sum
        score = int(round(sum(count * weight for _, count, weight in features or ()), 6))
    features = (features or []) if args.explain else None
    console.report({"game": args.game, "position": str(position), "score": score} | named(features),
                   show, score, features, console)
    return 0


def named(features):
    """Returns the features as JSON, or nothing if they are not wanted."""
    if features is None:
        return {}
    return {"features": [{"name": name, "count": count, "weight": weight} for name, count, weight in features]}


def terms(position, evaluation):
    """Returns the terms (name, count, weight) of the position's evaluation, or None if it has none."""
    own = evaluation if is_custom(evaluation) else getattr(type(position), "evaluate", None)
    return own.explain(position) if isinstance(own, LinearEvaluation) else Evaluations(evaluation).explain(position)


def is_finite(score):
    return isfinite(inf if real(score) is None else real(score))


def own_score(position):
    score = position.evaluate()
    if not is_finite(score):
        raise GameError(f"{type(position).__name__}.evaluate() must return a finite number, not {score!r}")
    return number(score)


def show(score, features, console):
    show_features(features, console)
    console.print("score ", (f"{score:+}" if score else "0", "bold"), " for the side to move")


def show_features(features, console):
    if features:
        table = ColumnPrinter(console, {"feature": "<15", "count": ">6", "weight": ">7", "points": ">7"})
        for name, count, weight in features:
            points = round(count * weight, 2)
            table.row(name, f"{count:+g}" if count else 0, f"{round(weight, 2):g}", f"{points:+g}" if points else 0)
