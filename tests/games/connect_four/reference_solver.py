"""A slow reference for the connect-four solver, on any small board, with numpy. It lists all positions below the given
ones, stone by stone, and then computes their scores backwards."""
from typing import NamedTuple

import numpy as np


class Layer(NamedTuple):
    """Positions with the same number of stones."""

    own: np.ndarray          # uint64, stones of the side to move
    mask: np.ndarray         # uint64, all stones
    score: np.ndarray        # int64, for the side to move


def has_four(stones, rows):
    found = np.zeros(stones.shape, bool)
    for step in (1, rows, rows + 1, rows + 2):
        three = stones & stones >> np.uint64(step) & stones >> np.uint64(2 * step)
        found |= (three & stones >> np.uint64(3 * step)) != 0
    return found


def solve_below(columns, rows, own, mask):
    """All positions that can come of one, by the stones added, with their scores.

    Parameters
    ----------
    columns, rows : int
    own, mask : int
        A position: a cell is the bit (rows + 1) * column + row.

    Returns
    -------
    list of Layer
    """
    layers = [(np.array([own], np.uint64), np.array([mask], np.uint64))]
    moves = []                                   # by layer: (column's positions, the index of what each leads to)
    stones = mask.bit_count()
    for _ in range(stones, columns * rows):
        parents, found = expand(columns, rows, *layers[-1])
        keys = np.concatenate([child[0] + child[1] for child in found])
        _, first, index = np.unique(keys, return_index=True, return_inverse=True)
        moves.append(list(zip(parents,
                              np.split(index.reshape(-1), np.cumsum([len(child[0]) for child in found])[:-1]))))
        layers.append(tuple(np.concatenate([child[i] for child in found])[first] for i in (0, 1)))
    solved, below = [], None
    for added in range(len(layers) - 1, -1, -1):
        own, mask = layers[added]
        lost = has_four(own ^ mask, rows)
        score = np.where(lost, -((columns * rows + 2 - stones - added) >> 1), 0)
        if added < len(moves):
            best = np.full(len(own), -99)
            for positions, index in moves[added]:
                best[positions] = np.maximum(best[positions], -below[index])
            score = np.where(lost, score, best)
        below = score
        solved.append(Layer(own, mask, score))
    return solved[::-1]


def expand(columns, rows, own, mask):
    """By column: which positions have a stone put there, and the children. Finished games have none."""
    alive = np.flatnonzero(~has_four(own ^ mask, rows))
    parents, found = [], []
    for column in range(columns):
        cells = np.uint64((1 << rows) - 1 << (rows + 1) * column)
        cell = mask[alive] + np.uint64(1 << (rows + 1) * column) & cells
        can = cell != 0
        positions = alive[can]
        parents.append(positions)
        found.append((own[positions] ^ mask[positions], mask[positions] | cell[can]))
    return parents, found
