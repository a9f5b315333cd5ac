"""Pacman on a line, food 3 steps east: best first moves by depth 1..5 (lecture material on adversarial search)."""

LINE_DEPTHS = range(1, 6)
BOTH, EAST = ["east", "west"], ["east"]
BEST_FIRST_MOVES = {
    "F1": [BOTH, BOTH, EAST, EAST, BOTH],        # food that is left
    "F2": [EAST, EAST, EAST, EAST, BOTH],        # ... and 0.5 / (distance + 1)
}
