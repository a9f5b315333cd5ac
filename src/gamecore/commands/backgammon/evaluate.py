"""gamecore evaluate backgammon: computes the equity, the probabilities of the results, and the cube decision."""
from gamecore.commands.backgammon.stakes import BackgammonContext
from gamecore.commands.evaluate import named, show_features, terms
from gamecore.playing.names import evaluation_of
from gamecore.core.text import decimals
from gamecore import Engine
from gamecore.errors import EvaluationError, SettingsError
from gamecore.screen.text import score_text
from gamecore.search.evaluations import is_custom

CHANCES = ("win", "gammon won", "backgammon won", "gammon lost", "backgammon lost")


def run(args, game, position, console):
    """Returns the equity of a position in points per game: before the roll, or with the best play of a roll."""
    context = BackgammonContext(args, position)
    evaluation = evaluation_of(game, args.evaluation)
    plies = args.plies or 0
    engine = Engine(hash_mb=1, evaluation=evaluation, **context.settings)
    over = position.is_over()
    if args.explain and (plies or position.dice):
        raise SettingsError("--explain shows the features of a position before the dice, at 0 plies, not of "
                            f"{str(position)!r} at {plies}")
    equity = engine.evaluate(position) if over else engine.search(position, depth=plies).score
    features = ([] if over else terms(position, evaluation)) if args.explain else None
    if args.explain and features is None:
        raise EvaluationError(f"the evaluation {args.evaluation or 'net'!r} cannot be explained; linear can")
    context.decide(engine, plies)
    five = (context.decision.probabilities if context.decision else
            None if over or evaluation == "linear" or is_custom(evaluation) else engine.probabilities(position, plies))

    def show_equity():
        show_features(features, console)
        if five is not None:
            console.print(", ".join(f"{name} {decimals(100 * chance, 1)} %" for name, chance in zip(CHANCES, five)))
        console.print("equity ", (score_text(equity), "bold"), " points a game" * (not context.score),
                      " for the player on roll",
                      (" (the features in thousandths)" if features and evaluation == "linear" else "", "dim"))
        context.show(equity, console)

    console.report({"game": args.game, "position": str(position), "plies": plies, "equity": equity}
                   | context.record(equity)
                   | ({} if five is None else {"probabilities": five}) | named(features), show_equity)
    return 0
