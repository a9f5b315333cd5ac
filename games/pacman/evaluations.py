"""Evaluations, which map an unfinished position to the further points that Pacman may expect."""

FOOD = 10                            # points
NEAR = 4                             # steps within which a ghost is dangerous
TROUBLE = 30                         # penalty in points for each step that it is closer


def points(position):
    """Returns 0, so that only eaten food counts."""
    return 0


def closer(position):
    """Rewards being near food by less than the food is worth, so that eating never looks like a loss."""
    maze = position.world.maze
    return FOOD * (1 - position.nearest(position.food) / maze.longest)


def careful(position):
    """Returns `closer` minus a penalty for a nearby ghost that is not scared."""
    ways = position.world.maze.distance[position.square]
    near = min((ways[ghost.square] for ghost in position.ghosts if not ghost.scared), default=NEAR)
    return closer(position) - TROUBLE * max(0, NEAR - near)


def seeking(position):
    """Evaluates for ghosts by the distance from Pacman, which a scared ghost maximises."""
    ways = position.world.maze.distance[position.square]
    return sum(-ways[ghost.square] if ghost.scared else ways[ghost.square] for ghost in position.ghosts)


EVALUATIONS = {"points": points, "closer": closer, "careful": careful, "seeking": seeking}
