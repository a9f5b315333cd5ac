# Source: facts.md, "Small games"; tic-tac-toe's games by length: Bottomley 2001. One row, one fact.

TIC_TAC_TOE = {
    "value": 0,
    "nodes of plain minimax": 549946,
    "games": 255168,
    "reachable positions": 5478,
    "up to symmetry": 765,
}

# plies, games that end then
TIC_TAC_TOE_GAMES = [
    (5, 1440),
    (6, 5328),
    (7, 47952),
    (8, 72576),
    (9, 127872),
]

# coins, outcome for the player to move: 1 or 2 are taken, and the last coin loses
MISERE_NIM = [
    (1, "loss"),
    (2, "win"),
    (3, "win"),
    (4, "loss"),
    (5, "win"),
    (6, "win"),
    (7, "loss"),
    (8, "win"),
    (9, "win"),
    (10, "loss"),
]
