"""The page on pruning, which searches a position in two orders of moves, depth by depth, as in the laboratory."""
from gamecore.core.aside import aside
from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import GameError, SwitchError
from gamecore.laboratory.pruning import USUAL, pruning as experiment
from gamecore.laboratory.recording import visited_levels
from gamecore.core.token import StopToken
from gamecore.serve.thinking import finished, unfinished

DEEPEST = 12                         # plies
NODES = 2_000_000                    # of one search; an order ends before it takes more
SEEDS = 10                           # searches in order `random`
DRAWN = 40_000                       # nodes of a search whose first levels are drawn: it is played in Python
ARCS, LEVELS = 3000, 5               # of such a drawing


async def pruning(app, record):
    """Yields the events of two orders of moves on one tree.

    The first event has the "sizes" and "moves" of the tree's first levels. After each search an event has a "row",
    whose "compared" counts the leaves of all iterations, and for small searches a "tree" of `first_levels` with the
    turns of its visits.
    """
    table = await unfinished(app, record)
    position, orders = table.position, record.get("orders")
    if not (isinstance(orders, list) and len(orders) == 2 and orders[0] != orders[1]
            and all(order in USUAL for order in orders)):
        raise SwitchError(f"expected two different orders among {', '.join(USUAL)}, not {orders!r:.80}")
    if position.outcomes is not None:
        raise GameError(f"{table.name!r} is a game of chance; this page is about alpha-beta on games without")
    depth = in_range("depth", record.get("depth", 10), 1, DEEPEST)
    if app.slots.make_wait:
        yield {"waiting": True}
    async with app.slots.taken():
        token = StopToken()
        events = searched(position, depth, orders, token)
        while (event := await finished(aside(next, events, None), token.stop)) is not None:
            yield event
        yield {"done": True}


def searched(position, depth, orders, token):
    rows = experiment(position, depth, orders, seeds=SEEDS, max_nodes=NODES, token=token)
    sizes = sizes_of(position)
    yield {"sizes": sizes, "moves": [str(move) for move in position.legal_moves()]}
    for row in rows:
        yield {"row": vars(row) | dict(zip(("compared", "compared_error"), row.compared("leaves"), strict=True))}
        if row.nodes <= DRAWN:
            tree, visits = visited_levels(position, row.depth, row.order, len(sizes), row.depth << 32,
                                          20 * DRAWN, token)             # `perfect` searches several times
            yield {"tree": tree, "visits": visits, "order": row.order, "depth": row.depth}


def sizes_of(position):
    """Returns the number of nodes on each of the first levels of the tree that can be drawn."""
    engine, sizes = Engine(hash_mb=1), []
    while len(sizes) < LEVELS and (size := engine.perft(position, len(sizes) + 1)) and (size <= ARCS or not sizes):
        sizes.append(size)
    return sizes


ENDPOINTS = (pruning,)
