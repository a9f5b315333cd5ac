"""Games of backgammon in the .mat format of Jellyfish, which GNU Backgammon and most other programs import.

    ; a: plies=1
    ; b: plies=0

     0 point match

     Game 1
     a : 0                              b : 0
      1) 31: 8/5 6/5                     52: 13/11 13/8
      2) 66: 24/18 24/18 13/7 13/7       43: 25/21

A match of 0 points is a session of money games. The numbers after the sides are their points before the game. A
numbered line has a move of each side, with a's on the left; points are numbered from the view of the player of the
move. A move has a step for each die. 25 is the bar, 0 is borne off, and a star marks a hit. The move is empty if no die
can be played.

Each game at a fixed score is written as a match of its own. Data for which the format has no place are in gamecore's
remarks.
"""
from itertools import zip_longest

from gamecore.games.backgammon.match_score import MatchScore
from gamecore.match.backgammon.games import BackgammonRecord

WIDTH = 34                           # of a's move with its dice: four steps from the bar, with a star each, take 32
LEFT, RIGHT = 6, WIDTH + 6           # columns of the winner


# Remarks on a match or a session.
AFTER_CRAWFORD, WITHOUT_CUBE = "; after the Crawford game", "; without the cube"
JACOBY, BEAVERS = "; with the Jacoby rule", "; with beavers"


def head_of(a, b, score=None, jacoby=False, beavers=False):
    """Returns the head of a file for two named sides, with a session's head unless the games are at a score."""
    session = "\n 0 point match\n" + f"{JACOBY}\n" * jacoby + f"{BEAVERS}\n" * beavers
    return f"; {one_line(a)}\n; {one_line(b)}\n" + (session if score is None else "")


def match_of(score, cube=True):
    """Returns the head of a match that begins at a score, with a cube or without."""
    remarks = [AFTER_CRAWFORD] * score.post_crawford + [WITHOUT_CUBE] * (not cube)
    return "\n".join(["", f" {score.length} point match", *remarks, ""])


def one_line(text):
    return " ".join(text.split())


class MatWriter:
    """A writer of the games of a match, one after the other.

    Parameters
    ----------
    names : (str, str), default ("a", "b")
        The names of the sides.
    score : MatchScore, optional
        The score of each game, with a's points first; without one the games are those of a session for money.
    jacoby, cube, beavers : bool
        Whether these rules hold, and whether the games have a cube.
    remarks : (str, str), optional
        Remarks about the sides, at the head of the file; by default their names.

    Attributes
    ----------
    head : str
        The text before the first game.

    Examples
    --------
    >>> from gamecore.playing.matches import match
    >>> from gamecore.match.backgammon.mat_reader import read_mat
    >>> writer = MatWriter(("Ann", "Ben"))
    >>> text = writer.head + "".join(map(writer.text_of, match("backgammon", "", "", games=2)))
    >>> [game.names for game in read_mat(text)]
    [('Ann', 'Ben'), ('Ann', 'Ben')]
    """

    def __init__(self, names: tuple[str, str] = ("a", "b"), score: MatchScore | None = None, jacoby: bool = False,
                 cube: bool = True, remarks: tuple[str, str] | None = None, beavers: bool = False):
        self.names, self.score = names, score
        self.head = head_of(*(remarks or names), score, jacoby, beavers)
        self.match = "" if score is None else match_of(score, score.crawford or cube)
        self.points, self.games = [0, 0], 0      # so far

    def text_of(self, record: BackgammonRecord) -> str:
        """Returns the text of the next game."""
        self.games += 1
        points = self.points if self.score is None else (self.score.white, self.score.black)
        text = self.match + text_of(record, self.games, points, self.names)
        self.points[record.points < 0] += abs(record.points)
        return text


def text_of(record, number, points, names=("a", "b")):
    """Returns the text of a BackgammonRecord; `points` are the points of a, the left side, and of b before the game."""
    turns, played = [], [turn_of(*turn) for turn in zip(record.rolls, record.moves, strict=True)]
    for i, turn in enumerate([*played, None]):
        turns += [action_of(action, cube) for plays, action, cube in record.actions if plays == i]
        turns += [turn] if turn else []
    return game_of([""] * (not record.a_first) + turns, number, points, record.points, names)


def game_of(turns, number, points, won=0, names=("a", "b")):
    """Returns the text of a game with these turns, of which a made the first. `won` are the points that a won, or 0 if
    the game is unfinished."""
    a, b = (f"{one_line(name).lstrip(': ') or side} : {own}"
            for name, side, own in zip(names, "ab", points, strict=True))
    lines = [f"{i:3}) {left:<{WIDTH}} {right}".rstrip()
             for i, (left, right) in enumerate(zip_longest(turns[::2], turns[1::2], fillvalue=""), 1)]
    if won:
        lines.append(" " * (LEFT if won > 0 else RIGHT) + f"Wins {abs(won)} point" + "s" * (abs(won) > 1))
    return "\n".join(["", f" Game {number}", f" {a:<{WIDTH + 3}}  {b}", *lines, ""])


def action_of(action, cube):
    """Returns the entry of a cube action, with the stake after it."""
    return {"double": f" Doubles => {cube}", "beaver": f" Beavers => {cube}"}.get(action, f" {action.capitalize()}s")


def turn_of(dice, move):
    return "{}{}: {}".format(*dice, steps_of(move)).rstrip()


def steps_of(move):
    """Returns the single steps of a move, such as 24/18* 18/13 for 24/18*/13."""
    hits, words = set(move.hits), []
    for source, target in move.steps:
        words.append(f"{source}/{target}" + "*" * (target in hits))
        hits.discard(target)
    return " ".join(words)
