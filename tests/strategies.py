"""What the laws are tried on: random positions, random mazes, random searches."""
import gamecore
import law
from hypothesis import strategies as st
from small_games import MAZES, NamelessMaze, maze


@st.composite
def games(draw, most=42):
    """The columns of a game of connect four, played to a random stage or to its end."""
    position = gamecore.ConnectFour()
    for choice in draw(st.integers(0, most).flatmap(lambda n: st.lists(st.integers(0, 6), min_size=n, max_size=n))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return str(position)


def connect_four():
    """Positions of connect four at any stage, not finished."""
    return games().map(unfinished)


def unfinished(columns):
    position = gamecore.ConnectFour(columns)
    return gamecore.ConnectFour(columns[:-1]) if position.is_over() else position


@st.composite
def mazes(draw):
    """A room of a random maze that has a door."""
    game = draw(st.sampled_from(MAZES))
    seed = draw(st.integers(0, 10_000))
    rooms = [number for number, room in enumerate(maze(seed)) if room.doors and not room.over]
    return game(seed, draw(st.sampled_from(rooms))) if rooms else draw(mazes())


@st.composite
def switches(draw):
    """Any, with a liking for sets that lack little: there is more that can go wrong."""
    definition = draw(st.sets(st.sampled_from(law.DEFINITION)))
    some = draw(st.sets(st.sampled_from(law.EXACT)))
    exact = draw(st.sampled_from([set(law.EXACT), set(law.EXACT) - some, some]))
    if exact & {"pvs", "aspiration"}:
        exact = exact | {"pruning"}
    return tuple(sorted(definition | exact))


@st.composite
def searches(draw, positions, depths):
    position = draw(positions)
    order = draw(st.sampled_from([*law.ORDERS, "full", "full"]))
    return law.Search(
        position=position,
        depth=draw(depths),
        switches=draw(switches()),
        order="full" if order == "perfect" and isinstance(position, NamelessMaze) else order,
        seed=draw(st.integers(0, 5)),
        multipv=draw(st.sampled_from([1, 1, 2, 7])),
    )


@st.composite
def neighbours(draw, position):
    """The position itself, or one that a search from it meets."""
    for choice in draw(st.lists(st.integers(0, 6), max_size=3)):
        moves = position.legal_moves()
        child = position.play(moves[choice % len(moves)])
        if child.is_over() or not child.legal_moves():
            break
        position = child
    return position


@st.composite
def sessions(draw, positions, max_depth, most=6):
    """What one engine is asked in turn: about a position and its neighbours, to much the same depth, so that it meets its own
    table entries; and about something else altogether."""
    base = draw(positions)
    depth = draw(st.integers(1, max_depth(base)))
    depths = st.sampled_from([depth, depth, max(depth - 1, 1), max(depth - 2, 1)])
    again = searches(st.just(base), depths)
    return draw(st.lists(again | again | searches(neighbours(base), depths) | searches(positions, st.integers(1, 4)),
                         min_size=1, max_size=most))
