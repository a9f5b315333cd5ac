"""Checks of a student's evaluation by the ranks of its scores, and of a student's Pacman by the games that it wins."""
import statistics
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from math import isfinite, sqrt
from random import Random
from typing import Any

from gamecore.engine import Engine
from gamecore.examples.pacman.trials import PLIES, TRIALS, players, searcher, won
from gamecore.games.all import GAMES, game_of
from gamecore.laboratory.report import Finding, Report
from gamecore.laboratory.sandbox import SandboxedFunction
from gamecore.laboratory.student import Fault

DEEP = 6                             # plies of the search that serves as the truth where there is no solver
LENGTHS = range(16, 27)              # plies of random play before a position for the solver
FIRST_SIDE = ("the first player's view", "scores are for the first player, not for the side to move")
BACKWARDS = ("the wrong sign", "good positions get low scores")


def examine_evaluation(function: Callable, start=None, seed: int = 0, count: int = 100) -> Report:
    """Checks an evaluation, which maps a position to a score for the side to move.

    The check compares the ranks of its scores over positions after random moves: in connect four with the solver's
    scores, and in other games with a search of 6 plies.
    """
    start = start or GAMES["connect-four"].start()
    game = game_of(start)
    positions = sample(start, Random(seed), count, LENGTHS if game.solved_from else range(12))
    solver = game.part("solver").Solver(hash_mb=16, book=False) if game.solved_from else None
    engine = Engine(hash_mb=16)
    truth = [solver.solve(each).score if solver else engine.search(each, DEEP).score for each in positions]
    try:
        scores = [float(function(each)) for each in positions]
        again = [float(function(each)) for each in positions]
    except (Fault, TypeError, ValueError, OverflowError) as fault:
        return Report([Finding("a number", "wrong", str(fault))], [])
    if not all(map(isfinite, scores)):
        return Report([Finding("a number", "wrong", f"{min(scores)!r} to {max(scores)!r}")], [])
    found, error = correlation(scores, truth), 1 / sqrt(count - 1)
    own = correlation([engine.evaluate(each) for each in positions], truth)
    findings = [Finding("a number", "right", f"{count} positions"),
                Finding("the same again", "right" if scores == again else "wrong", f"{count} positions"),
                Finding("ranks", "right" if found > 2 * error else "wrong",
                        f"rank correlation {found:.2f} +- {error:.2f} with "
                        f"{'the solver' if solver else f'a search of {DEEP} plies'}; gamecore's evaluation {own:.2f}")]
    better = {BACKWARDS: -found}
    if solver:
        better[FIRST_SIDE] = correlation([-score if game.second_moves(each) else score
                                          for each, score in zip(positions, scores)], truth)
    mistake = max(better, key=better.get)
    return Report(findings, [mistake] if better[mistake] > max(found, 0) + 2 * error else [])


def sample(start: Any, random: Random, count: int, lengths: Sequence[int]) -> list[Any]:
    """Returns unfinished positions after random moves."""
    found = []
    while len(found) < count:
        position = start
        for _ in range(random.choice(lengths)):
            if not position.is_over():
                position = position.play(random.choice(list(position.legal_moves())))
        if not position.is_over():
            found.append(position)
    return found


def correlation(scores: Sequence[float], truth: Sequence[float]) -> float:
    """Returns Spearman's rank correlation, in which equal scores share a rank, or 0 if all scores are equal."""
    ranks = [ranks_of(scores), ranks_of(truth)]
    return statistics.correlation(*ranks) if all(len({*each}) > 1 for each in ranks) else 0.0


def ranks_of(scores):
    ordered = sorted(scores)
    return [bisect_left(ordered, each) + bisect_right(ordered, each) for each in scores]


def examine_pacman(function: SandboxedFunction, seed: int = 0, games: int = 10) -> Report:
    """Checks a Pacman by playing games. It is a function from a position to a move, or a method that also takes a
    Random."""
    two = function.is_agent or function.factory is searcher

    def choose(position, random):
        move = function(position, Random(random.random())) if two else function(position)
        if move not in position.legal_moves():
            raise Fault(f"move {move!r:.80} is none of {', '.join(position.legal_moves())} in\n{position}")
        return move

    findings = []
    for maze in TRIALS:
        try:
            number, careful, wandering = (won(player, maze, seed, games) for player in players(choose))
        except Fault as fault:
            findings.append(Finding(maze, "wrong", str(fault)))
            break
        findings.append(Finding(maze, "right" if 2 * number >= careful else "wrong",
                                f"won {number} of {games} games; a careful search of {PLIES} plies {careful}, a random "
                                f"walk {wandering}"))
    return Report(findings, [])
