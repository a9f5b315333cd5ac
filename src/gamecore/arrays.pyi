from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy
import numpy.typing

DTYPES: dict[type, numpy.dtype[Any]]
GOES_ON: int
SHAPES: dict[type, tuple[int, ...]]
MASKS: dict[type, int]

def pack(positions: Iterable[Any]) -> numpy.ndarray[tuple[int], Any]:
    """Packs positions of one game into a batch.

    Parameters
    ----------
    positions : sequence of ConnectFour, of Checkers or of Backgammon
        At least one position. The earlier positions of a game of checkers are lost; its clock is kept.

    Returns
    -------
    numpy.ndarray of DTYPES[type], shape (n,)
    """
def unpack(batch: numpy.ndarray[Any, Any]) -> list[Any]:
    """Returns the list of positions in a batch."""
def legal_moves(batch: numpy.ndarray[Any, Any]) -> tuple[numpy.ndarray[tuple[int], numpy.dtype[numpy.int32]],
                                                         numpy.ndarray[tuple[int], numpy.dtype[numpy.int64]]]:
    """Returns the numbers of all legal moves.

    Returns
    -------
    moves : numpy.ndarray of int32, shape (m,)
        Those of batch[i] are moves[first[i]:first[i + 1]], in generator order, none where the game is over or no dice
        have fallen. In connect four they are columns from 0; in checkers 32 * first square + last square, both from 0,
        with 1024 more for each further jump with the same two squares; in backgammon 0, 1, 2, ...
    first : numpy.ndarray of int64, shape (n + 1,)
    """
def legal_mask(batch: numpy.ndarray[Any, Any]) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.bool_]]:
    """Returns masks of the legal moves by their numbers.

    Returns
    -------
    numpy.ndarray of bool
        Shape (n, 7) in connect four; shape (n, 1024) in checkers, by 32 * first square + last square, where several
        jumps may have the same number.

    Raises
    ------
    GameError
        If the batch is of backgammon, whose plays have no fixed numbers.
    """
def play(batch: numpy.ndarray[Any, Any], moves: numpy.typing.ArrayLike) -> numpy.ndarray[tuple[int], Any]:
    """Plays a legal move in each position.

    Parameters
    ----------
    batch : numpy.ndarray
    moves : array_like of int, shape (n,)
        Numbers as `legal_moves` returns them.

    Raises
    ------
    MoveError
        If a move is not legal; the error names its index.
    """
def roll(batch: numpy.ndarray[Any, Any], dice: numpy.typing.ArrayLike) -> numpy.ndarray[tuple[int], Any]:
    """Rolls given dice in each position of a batch of backgammon.

    Parameters
    ----------
    batch : numpy.ndarray
    dice : array_like of int, shape (n, 2)
        1..6, in any order; they replace earlier dice.

    Raises
    ------
    GameOverError
        If a game has ended; the error names its index.
    """
def outcomes(batch: numpy.ndarray[Any, Any]) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.int8]]:
    """Returns the results of the games for the side to move.

    Returns
    -------
    numpy.ndarray of int8, shape (n,)
        -1 for a loss, 0 for a draw, 1 for a win, in backgammon the points -3..3; GOES_ON, 127, for an unfinished game.
        Draws of checkers are those by the clock, since an array contains no earlier positions.
    """
def planes(batch: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
    """Returns the positions as planes for learning.

    Returns
    -------
    numpy.ndarray of uint8
        In connect four (n, 2, 6, 7), the stones of the side to move and of the opponent, row 0 on top. In checkers
        (n, 5, 8, 8), men and kings of the side to move, men and kings of the opponent, and ones if Black is to move,
        with White at the bottom. In backgammon (n, 2, 26), the counts of the player on roll and of the opponent.
    """
def playouts(batch: numpy.ndarray[Any, Any], seed: SupportsIndex = 0) -> tuple[
    numpy.ndarray[tuple[int], numpy.dtype[numpy.int8]], numpy.ndarray[tuple[int], numpy.dtype[numpy.int32]]]:
    """Plays a game of random moves from each position.

    Parameters
    ----------
    batch : numpy.ndarray
    seed : int, default 0
        0..2**64-1. Game i depends only on the seed, i and its position.

    Returns
    -------
    scores : numpy.ndarray of int8, shape (n,)
        The outcome for the side to move in batch[i].
    plies : numpy.ndarray of int32, shape (n,)
    """
def checked(batch: Any) -> tuple[numpy.ndarray[tuple[int], Any], type]:
    """Returns the batch as a contiguous array, and its game; raises PositionError if a record is not a position."""
