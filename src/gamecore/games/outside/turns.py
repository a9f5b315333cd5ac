"""The side to move after a move or an outcome, the result of a game, and the move that a text means."""
import re
from math import inf

from gamecore.core.checks import real
from gamecore.errors import GameError, MoveError

MAX_N = "gamecore.trees.max_n(position, depth)"          # the search of games of several players


def is_several(position):
    """Whether a game has several players, with a number and a utility for each."""
    return callable(getattr(position, "mover", None))


def unit_of(position):
    """Returns the unit of a game's scores in negamax; raises GameError if it is not a positive number."""
    unit = real(getattr(position, "unit", 1))
    if unit is None or not 0 < unit < inf:
        raise GameError(f"{type(position).__name__}.unit must be a positive number, not {position.unit!r:.80}")
    return unit


def check_two_sides(position):
    """Raises GameError if the game of this class or position is for several players."""
    if is_several(position):
        name = (position if isinstance(position, type) else type(position)).__name__
        raise GameError(f"{name!r} has a mover(), and so a utility for each player: {MAX_N} searches it")


def check_chance(position):
    """Raises GameError if a game has outcomes() that cannot be played."""
    if getattr(position, "outcomes", None) is not None and getattr(position, "play_outcome", None) is None:
        raise GameError(f"{type(position).__name__} has outcomes(), but no play_outcome(outcome)")


def key_of(position):
    """Returns a position's key(), with its lists as tuples so that it hashes; None in a game without keys."""
    key = getattr(position, "key", None)
    name = key and key()
    return frozen(name) if isinstance(name, tuple) else name


def frozen(part):
    return tuple(map(frozen, part)) if isinstance(part, (tuple, list)) else part


def moves_again(position, move):
    """Whether the side that makes a legal move is to move again; False if the game does not define this."""
    same_player = getattr(position, "same_player", None)
    return same_player is not None and bool(same_player(move))


def moves_of_winner(position, line, plies, wins):
    """Returns how many of this number of plies, which begin with this line, are moves of the winner, who is the side to
    move if `wins`.

    After the end of the line the sides alternate.
    """
    mine, count = True, 0
    for move in line:
        count += mine == wins
        mine ^= not moves_again(position, move)
        position = position.play(move)
    rest = plies - len(line)
    return count + (rest + (mine == wins)) // 2


def passes_turn(position, outcome):
    """Whether the other side is to move after a chance outcome; False if the game does not define this."""
    asked = getattr(position, "passes_turn", None)
    return asked is not None and bool(asked(outcome))


def legal_moves(position):
    """Returns the legal moves; there are none if the game is over."""
    return [] if position.is_over() else list(position.legal_moves())


def list_outcomes(position):
    """Returns the chance outcomes before the side to move chooses, as pairs (outcome, probability)."""
    check_chance(position)
    outcomes = getattr(position, "outcomes", None)
    return [] if outcomes is None or position.is_over() else as_pairs(position, outcomes())


def as_pairs(position, given):
    """Returns the result of outcomes() as a list; raises GameError if that is impossible."""
    try:
        pairs = iter(given or ())
    except TypeError:
        raise GameError(f"{type(position).__name__}.outcomes() must list pairs (outcome, probability), "
                        f"not {given!r:.200}") from None
    return list(pairs)


def possible_outcomes(position):
    """Returns the outcomes of list_outcomes whose probability is not 0."""
    return [(outcome, probability) for outcome, probability in list_outcomes(position) if probability > 0]


def word_of(move):
    """Returns a move in the game's notation without blanks, such as 4, 11-15, 8/5,6/5 for 8/5 6/5, or (0,1)."""
    return re.sub(r",?\s+", ",", str(move))


def find_move(position, text):
    """Returns the legal move that a move or a text means, in full or as a word; raises MoveError if there is none, or
    if there are several.
    """
    legal = legal_moves(position)
    meant = ([move for move in legal if move == text and not isinstance(text, str)]
             or [move for move in legal if str(move) == str(text)] or [move for move in legal if word_of(move) == text])
    if any(move != meant[0] for move in meant[1:]):
        raise MoveError(f"{text!r} is the text of several moves in {str(position)!r}: {', '.join(map(repr, meant))}")
    if meant:
        return meant[0]
    raise MoveError(f"no move {str(text)!r} in {str(position)!r}: legal are {', '.join(map(word_of, legal)) or 'none'}")


def word_of_outcome(outcome):
    """Returns a chance outcome as a word, such as 31 for a roll of 3-1."""
    if isinstance(outcome, tuple) and all(isinstance(die, int) and 0 <= die <= 9 for die in outcome):
        return "".join(map(str, outcome))
    return word_of(outcome)


def find_outcome(position, text, outcomes, read=None):
    """Returns one of these outcomes, which is given as such or as a text: in full, as a word, or in a form that the
    function `read` understands, which may exchange the two dice of a roll.

    Raises MoveError if no outcome matches, or if several do.
    """
    if not isinstance(text, str) and text in outcomes:
        return outcomes[outcomes.index(text)]            # the game's own object, not an equal one of numpy
    meant = ([outcome for outcome in outcomes if str(outcome) == str(text)]
             or [outcome for outcome in outcomes if word_of_outcome(outcome) == text])
    if any(outcome != meant[0] for outcome in meant[1:]):
        raise MoveError(f"{text!r} is the text of several outcomes in {str(position)!r}: "
                        f"{', '.join(map(repr, meant))}")
    if meant:
        return meant[0]
    if read and outcomes:
        found = read(text if isinstance(text, str) else word_of_outcome(text))
        meant = [outcome for outcome in (found, found[::-1]) if outcome in outcomes]
    if meant:
        return meant[0]
    raise MoveError(f"no outcome {text!r} in {str(position)!r}: "
                    f"possible are {', '.join(map(word_of_outcome, outcomes)) or 'none'}")


def check_choice(position, outcome, after):
    """Raises GameError if another chance event follows an outcome that does not pass the turn."""
    if left := list_outcomes(after):
        raise GameError(f"after {type(position).__name__}.play_outcome({outcome!r}) no outcomes may be left, "
                        f"but there are {tuple(left)!r:.200}")


class Sides:
    """The successions of sides that have occurred in a game, by the names of the sides in its positions.

    A side that recurs after two others shows that there are three sides. A number that only rises is not a side."""

    def __init__(self):
        self.after = {}                  # side -> {side that followed it: the event of chance before, or None}

    def see(self, before, after, chance=None):
        """Records that one side follows another by a move, or by the outcome in `chance`, a tuple of one.

        Raises GameError if there are three sides, or if the outcome passes the turn without declaring it.
        """
        try:
            if before is None or before == after or after in self.after.setdefault(before, {}):
                return
            self.after[before][after] = chance
            way = self.way(after, before)
        except (TypeError, ValueError):  # the side is a list or an array, not a name
            return
        if way and len(way) > 2:
            raise GameError(f"there are sides {', '.join(map(repr, way))}, but a search is for two: with a mover() and "
                            f"tuples of scores, {MAX_N} searches more")
        passing = way and (self.after[before][after] or self.after[after][before])
        if passing:
            raise GameError(f"chance outcome {passing[0]!r} passes the turn, between {before!r} and {after!r}, but "
                            "passes_turn(outcome) does not say so")

    def way(self, start, end):
        """Returns the shortest succession from one side to another, or None."""
        ways, seen = [(start,)], {start}
        for way in ways:
            if way[-1] == end:
                return way
            ways += [(*way, side) for side in self.after.get(way[-1], ()) if side not in seen]
            seen.update(self.after.get(way[-1], ()))
        return None


class OutcomeByScore:
    """The default attribute `outcome` of a game, by the sign of the final score.

    It is "win", "loss" or "draw" for the side to move, or None while the game goes on and in a game of several players.
    An instance may override it.
    """

    def __get__(self, position, owner=None):
        if position is None:
            return self
        if is_several(position) or not position.is_over():
            return None
        score = position.final_score()
        return "win" if score > 0 else "loss" if score < 0 else "draw"
