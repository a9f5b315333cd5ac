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
    on = draw(st.sets(st.sampled_from(law.DEFINITION + law.EXACT)) | st.just({*law.DEFINITION, *law.EXACT}))
    if on & {"pvs", "aspiration"}:
        on = on | {"pruning"}
    return tuple(sorted(on))


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
    """What one engine is asked in turn, mostly about neighbours, so that it meets its own table entries."""
    base = draw(positions)
    return draw(st.lists(searches(neighbours(base), max_depth) | searches(positions, max_depth), min_size=1, max_size=most))


@st.composite
def searches(draw, positions, max_depth):
    position = draw(positions)
    order = draw(st.sampled_from(law.ORDERS))
    return law.Search(
        position=position,
        depth=draw(st.integers(1, max_depth(position))),
        switches=draw(switches()),
        order="full" if order == "perfect" and isinstance(position, NamelessMaze) else order,
        seed=draw(st.integers(0, 5)),
        multipv=draw(st.sampled_from([1, 1, 2, 7])),
    )
