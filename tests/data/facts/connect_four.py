# Source: facts.md, "Connect four" (reachable positions: OEIS A212693). One row, one fact.

# depth, lines of play
PERFT = [
    (1, 7),
    (2, 49),
    (3, 343),
    (4, 2401),
    (5, 16807),
    (6, 117649),
    (7, 823536),
    (8, 5673234),
    (9, 39394572),
]

# ply, positions that can stand on the board then
REACHABLE = [
    (0, 1),
    (1, 7),
    (2, 49),
    (3, 238),
    (4, 1120),
    (5, 4263),
    (6, 16422),
]

# depth, nodes of plain alpha-beta: left to right, horizon worth 0, quicker wins worth more
ALPHA_BETA_NODES = [
    (1, 8),
    (2, 21),
    (3, 76),
    (4, 173),
    (5, 564),
    (6, 1249),
    (7, 7153),
    (8, 12574),
    (9, 90765),
    (10, 161430),
    (11, 1769007),
]

# depth, leaves of the same
ALPHA_BETA_LEAVES = [
    (10, 79929),
]

# columns played, score for the player to move: 22 minus the stones that the winner will have, negative for a loss
SOLVED = [
    ("4455", 18),
    ("44455554221", -15),
]

# columns, score of the opening after each first move, for the first player
OPENINGS = {1: -2, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -2}

# columns, rows, outcome for the first player (J. Tromp, "John's Connect Four Playground", the table of board sizes)
SMALL_BOARDS = [
    (4, 4, 0),
    (5, 4, 0),
    (6, 5, 0),
]
