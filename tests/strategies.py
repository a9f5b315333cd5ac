"""Draws the random positions, mazes and searches on which the laws are tested."""
from dataclasses import replace

from tests import law
import gamecore
from gamecore.games.checkers.position import restore
from hypothesis import strategies as st
from tests.small_games import MAZES, NamelessMaze, maze


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


def stopped():
    """A token that was stopped before any search."""
    token = gamecore.StopToken()
    token.stop()
    return token


# Sessions are drawn evenly, by a Random: hypothesis's own drawing prefers small cases, in which little happens.

def sessions(make_position, max_depth, most=6):
    return st.randoms(use_true_random=True).map(lambda random: session(random, make_position, max_depth, most))


def session(random, make, max_depth, most):
    """Searches of a position, its neighbours and another one, to much the same depth and by at most two definitions:
    engines meet their own table entries, and the reference its own numbers."""
    base = make(random)
    depth = random.randint(1, max_depth(base))
    places = [base, base, random_walk(random, base, 3, 1), random_walk(random, base, 3, 1), make(random)]
    definitions = [{name for name in law.DEFINITION if random.random() < 0.5} for _ in range(2)]
    searches = []
    for _ in range(random.randint(1, most)):
        position = random.choice(places)
        asked = search(random, position, min(max(1, depth + random.choice([0, 0, 0, -1, -2])), max_depth(position)))
        others = [name for name in asked.switches if name not in law.DEFINITION]
        searches.append(replace(asked, switches=(*random.choice(definitions), *others)))
    return [replace(asked, switches=law.DEFAULT) if random.random() < 0.1 else asked for asked in searches]


def search(random, position, depth):
    order = random.choice([*law.ORDERS, "full", "full", "full"])
    return law.Search(
        position=position,
        depth=depth,
        switches=switches(random),
        order="full" if order == "perfect" and isinstance(position, NamelessMaze) else order,
        seed=random.randint(0, 5),
        multipv=random.choice([1, 1, 1, 2, 7]),
    )


def switches(random):
    """Any set of switches, often one that lacks little: there more can go wrong."""
    on = {name for name in law.DEFINITION if random.random() < 0.5}
    share = random.choice([0.3, 0.6, 0.9, 1])
    on |= {name for name in law.EXACT if random.random() < share}
    if random.random() < 0.15:           # not exact itself, but its table entries must not change another search
        on |= {"pvs", *law.SELECTIVE}
    return tuple(sorted(on | {"pruning"} if on & {"pvs", "aspiration"} else on))


def quick_depth(position):
    """As deep as the reference searches connect four in a moment."""
    return 4 if position.ply < 8 else 5 if position.ply < 24 else 7 if position.ply < 30 else 12


def some_connect_four(random):
    return random_walk(random, gamecore.ConnectFour(), 41)


def some_checkers(random):
    """From the first position, or from one where kings go to and fro until it is a draw."""
    if random.random() < 0.5:
        return random_walk(random, gamecore.Checkers(), 120)
    return random_walk(random, gamecore.Checkers(random.choice(["B:WK1:BK32", "W:W5,K1:B28,K32", "B:WK29:BK4"])), 90)


def some_ending(random):
    """Kings, perhaps with men, that go to and fro; often near the end of the draw clock."""
    kings, men = [random.randint(1, 4) for _ in "bw"], [random.choice([0, 0, 1, 2]) for _ in "bw"]
    squares = random.sample(range(5, 29), sum(kings) + sum(men))
    sides = []
    for side in (0, 1):
        pieces = [squares.pop() for _ in range(kings[side] + men[side])]
        sides.append(",".join(f"K{square}" if i < kings[side] else str(square) for i, square in enumerate(pieces)))
    text = f"{random.choice('BW')}:W{sides[1]}:B{sides[0]}"
    clock = random.choice([0, 0, 66, 70, 74, 76, 77, 78, 79])
    return random_walk(random, restore(text, clock, ()), random.choice([0, 12]))


def to_and_fro(position, random, plies):
    """Plays kings to and fro, until something must be captured or the game ends."""
    last = {}
    for _ in range(plies):
        kings = {str(move): move for move in position.legal_moves() if position.is_reversible(move)}
        move = kings.get(last.get(position.turn)) or random.choice([*kings.values(), None])
        if move is None or position.play(move).is_over():
            break
        last[position.turn] = "-".join(str(move).split("-")[::-1])
        position = position.play(move)
    return position


def some_few_pieces(random):
    """Five pieces, the databases know four: a capture leads to what they say."""
    men, squares = random.randint(0, 5), random.sample(range(5, 29), 5)
    pieces = [f"{'K' if i >= men else ''}{square}" for i, square in enumerate(squares)]
    random.shuffle(pieces)
    first = random.choice([2, 3])
    position = gamecore.Checkers(f"{random.choice('BW')}:W{','.join(pieces[:first])}:B{','.join(pieces[first:])}")
    return position if position.legal_moves() else some_few_pieces(random)


def some_backgammon(random):
    """At any stage of a game of random plays, before the dice or after."""
    position = gamecore.Backgammon()
    for _ in range(random.randint(0, 70)):
        child = random.choice(position.roll(random.randint(1, 6), random.randint(1, 6)).successors())
        if child.is_over():
            break
        position = child
    return random.choice([position, position.roll(random.randint(1, 6), random.randint(1, 6))])


def random_walk(random, position, most, least=0):
    """To any stage of the game, but not to its end, unless it has ended."""
    for _ in range(0 if position.is_over() else random.randint(least, most)):
        child = position.play(random.choice([*position.legal_moves()]))
        if child.is_over() or not [*child.legal_moves()]:
            break
        position = child
    return position


def some_maze(random, games=MAZES):
    """A position of a random maze from which a move leads on."""
    game, seed = random.choice(games), random.randrange(10**6)
    rooms = [number for number, room in enumerate(maze(seed)) if room.doors and not room.over]
    return game(seed, random.choice(rooms)) if rooms else some_maze(random, games)


def positions():
    """Of any of the random games."""
    return st.randoms(use_true_random=True).map(lambda random: random.choice([some_connect_four, some_maze])(random))
