"""Evaluations: functions from an unfinished position to its worth to Pacman, in points beyond those that he has."""

FOOD = 10                            # points
NEAR = 4                             # steps: a ghost so close is trouble
TROUBLE = 30                         # points for each step that it is closer still


def points(position):
    """Returns 0: only what has been eaten counts."""
    return 0


def closer(position):
    """Rewards being near food by less than food is worth, so that eating it never looks like a loss."""
    maze = position.world.maze
    return FOOD * (1 - position.nearest(position.food) / maze.longest)


def careful(position):
    """Adds to closer a penalty for a ghost nearby that is not scared."""
    ways = position.world.maze.distance[position.square]
    near = min((ways[ghost.square] for ghost in position.ghosts if not ghost.scared), default=NEAR)
    return closer(position) - TROUBLE * max(0, NEAR - near)


def seeking(position):
    """Evaluates for ghosts: the distance from Pacman. A scared ghost prefers to be far away."""
    ways = position.world.maze.distance[position.square]
    return sum(-ways[ghost.square] if ghost.scared else ways[ghost.square] for ghost in position.ghosts)


EVALUATIONS = {"points": points, "closer": closer, "careful": careful, "seeking": seeking}
