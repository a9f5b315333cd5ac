# Source: lecture material on game playing (facts.md, "Explicit game trees"); one row, one fact.
from fractions import Fraction

# name, nested lists, layers, algorithm, value, action
VALUES = [
    ("minimax example", [[3, 12, 8], [2, 4, 6], [14, 5, 2]], "max min", "minimax", 3, 0),
    ("two bags of balls, x = 0", [[2, 7], [1, 0]], "max min", "minimax", 2, 0),
    ("two bags of balls, x = 100", [[2, 7], [1, 100]], "max min", "minimax", 2, 0),
    ("alpha-beta exercise 1", [[10, 8], [4, 50]], "max min", "minimax", 8, 0),
    ("alpha-beta exercise 2", [[[10, 6], [100, 8]], [[1, 2], [20, 4]]], "max min", "minimax",
     10, 0),
    ("expectimax example", [[3, 12, 9], [2, 4, 6], [15, 6, 0]], "max chance", "expectimax", 8, 0),
    ("first chance node of it", [3, 12, 9], "chance", "expectimax", 8, None),
    ("second chance node of it", [2, 4, 6], "chance", "expectimax", 4, None),
    ("third chance node of it", [15, 6, 0], "chance", "expectimax", 7, None),
    ("worst case", [[10, 10], [9, 100]], "max min", "minimax", 10, 0),
    ("average case", [[10, 10], [9, 100]], "max chance", "expectimax", Fraction(109, 2), 1),
    ("coin flips", [[[7, 2], [9, 6]], [[5, 0], [8, -4]]], "max chance min", "expectiminimax", 4, 0),
    ("coin A", [[7, 2], [9, 6]], "chance min", "expectiminimax", 4, None),
    ("coin B", [[5, 0], [8, -4]], "chance min", "expectiminimax", -2, None),
]

# name, outcomes, probabilities, mean
CHANCE_NODES = [
    ("chance node", [8, 24, -12], [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], 10),
    ("travel time in minutes", [20, 30, 60], [0.25, 0.5, 0.25], 35),
]

# name, nested lists (MAX at the root), value, leaves that alpha-beta looks at, leaves it prunes
PRUNED = [
    ("two bags of balls", [[2, 7], [1, 3]], 2, (2, 7, 1), (3,)),
    ("minimax example", [[3, 12, 8], [2, 4, 6], [14, 5, 2]], 3, (3, 12, 8, 2, 14, 5, 2), (4, 6)),
    ("alpha-beta exercise 1", [[10, 8], [4, 50]], 8, (10, 8, 4), (50,)),
    ("alpha-beta exercise 2", [[[10, 6], [100, 8]], [[1, 2], [20, 4]]], 10,
     (10, 6, 100, 1, 2), (8, 20, 4)),
]

# The notes' tree of 25 leaves, found from their 27 frames.
TREE_OF_25 = [[[[[[0, 5], [-3, 3]], [[3], [-3, 0], [2, -2], [3]]]], [[[[5, 2], [5, -5]]], [[[0, 1]]]]],
              [[[[[5, 1], [-3, 0]]], [[[-5, 5]], [[-3, 3]]]], [[[[2]]]]]]
VALUE_OF_25 = 1
LOOKED_AT_OF_25 = [0, 5, -3, 3, 5, 2, 5, 1, -3, -5, 2]           # by alpha-beta, from left to right

# MAX over chance (0.9, 0.1) over MIN; the same order of leaves, another scale, another decision.
SCALE_MATTERS = {
    "probabilities": (Fraction(9, 10), Fraction(1, 10)),
    "tree": [[[2, 2], [3, 3]], [[1, 1], [4, 4]]],
    "values": (Fraction(21, 10), Fraction(13, 10)),
    "rescaled": {1: 1, 2: 20, 3: 30, 4: 400},
    "rescaled values": (21, Fraction(409, 10)),
}

# Three players A over B over C (max^n): the values of the nodes by path.
THREE_PLAYERS = {
    "tree": [[[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]],
             [[(5, 1, 7), (1, 5, 2)], [(7, 7, 1), (5, 2, 5)]]],
    "values": {(0, 0): (1, 6, 6), (): (5, 2, 5)},
}
