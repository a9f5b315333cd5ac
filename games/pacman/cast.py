"""Finds Pacman, the ghosts and the evaluation by their names; a user's own are named by module:name."""
import os
import sys
import traceback
from importlib import import_module
from math import isfinite

from gamecore.errors import GamecoreError, GameError

from .evaluations import EVALUATIONS
from .ghosts import DirectionalGhosts, MinimaxGhosts, MixedGhosts, RandomGhosts
from .players import SWITCHES, Agent, Player

# The models of ghosts by name; models that search get a number of rounds.
GHOSTS = {"random": lambda rounds: RandomGhosts(), "directional": lambda rounds: DirectionalGhosts(),
          "minimax": MinimaxGhosts, "mixed": lambda rounds: MixedGhosts(MinimaxGhosts(rounds), 0.8)}


def player_of(name, plies, evaluation):
    """Returns the Pacman with a name, which is a search, a class with choose(position, random), or a function that
    returns a move."""
    if name in SWITCHES:
        return Player(name, plies, evaluation_of(evaluation))
    own = loaded(name, SWITCHES, "Pacman")
    choose = getattr(own, "choose", None) or (lambda position, random: own(position))
    return Agent(guarded(name, choose, "a legal move", lambda move, position: move in position.legal_moves()))


def ghosts_of(name, rounds):
    """Returns the ghosts with a name.

    A user's own ghosts are a class or a function that maps a position to a joint move, or to a list of (joint move,
    probability).
    """
    if name in GHOSTS:
        return GHOSTS[name](rounds)
    model = guarded(name, loaded(name, GHOSTS, "model of ghosts"),
                    "a joint move, or a list of (joint move, probability)",
                    lambda answer, position: is_model(shares_of(answer), position.legal_moves()))
    return lambda position: shares_of(model(position))


def shares_of(answer):
    return [(answer, 1)] if isinstance(answer, tuple) else answer


def is_model(shares, moves):
    return all(move in moves and share >= 0 for move, share in shares) and 0 < sum(share for _, share in shares)


def evaluation_of(name):
    """Returns the evaluation with a name; a user's own evaluation is a function from an unfinished position to
    points."""
    if name in EVALUATIONS:
        return EVALUATIONS[name]
    return guarded(name, loaded(name, EVALUATIONS, "evaluation"), "a finite number",
                   lambda points, position: isfinite(points))


def loaded(name, known, what):
    """Returns the object at module:name, for which the current directory is on the path; a class is called without
    arguments."""
    module, _, own = name.partition(":")
    if not (module and own):
        raise GameError(f"unknown {what} {name!r}: expected {', '.join([*known, 'or module:name'])}")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), own)
        found = found() if isinstance(found, type) else found
    except Exception as error:
        raise GameError(f"cannot load {name!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(found, "choose", found) if "Pacman" in what else found):
        raise GameError(f"{name!r} is not a {what} but {found!r:.80}")
    return found


def guarded(name, function, expected, is_right):
    """Returns a function of a position whose failures and wrong answers become errors of one line."""
    def call(position, *others):
        try:
            answer = function(position, *others)
        except GamecoreError:
            raise
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            raise GameError(f"{name!r}: {type(error).__name__}: {error} "
                            f"({os.path.basename(place.filename)}, line {place.lineno})") from error
        try:
            right = is_right(answer, position)
        except (TypeError, ValueError):
            right = False
        if not right:
            raise GameError(f"{name!r} returns {answer!r:.80} in {'/'.join(position.picture())!r}: expected {expected}")
        return answer
    return call
