"""Pacman on a line (lecture material on adversarial search): best first moves by depth 1..5 for two evaluations, food 3 steps east."""

LINE_DEPTHS = range(1, 6)
BOTH, EAST = ["east", "west"], ["east"]
BEST_FIRST_MOVES = {
    "F1": [BOTH, BOTH, EAST, EAST, BOTH],        # food that is left
    "F2": [EAST, EAST, EAST, EAST, BOTH],        # ... and 0.5 / (distance + 1)
}
