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
