"""Numbers for moves, and views of positions: what both adapters need."""
from gamecore import arrays
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour

GAMES = {"connect_four": ConnectFour, "checkers": Checkers, "backgammon": Backgammon}
SIDES = {ConnectFour: ("x", "o"), Checkers: ("black", "white"), Backgammon: ("white", "black")}
# Numbers of moves: 7 columns; 32 x 32 squares for each of up to 16 jumps with the same ends; plays of one roll.
ACTIONS = {ConnectFour: 7, Checkers: 32 * 32 * 16, Backgammon: 3060}
OTHER_VIEW = {ConnectFour: [1, 0], Checkers: [2, 3, 0, 1, 4], Backgammon: [1, 0]}        # of the planes
HIGHEST = {ConnectFour: 1, Checkers: 1, Backgammon: 15}          # number in a plane
MOST_POINTS = {ConnectFour: 1, Checkers: 1, Backgammon: 3}
POINTS = {"win": 1, "draw": 0, "loss": -1}


def moves_by_number(position):
    """{number: legal move}, as gamecore.arrays numbers them, ascending; none in a finished game."""
    if position.outcome is not None:
        return {}
    numbers, _ = arrays.legal_moves(arrays.pack([position]))
    return dict(sorted(zip(numbers.tolist(), position.legal_moves())))


def player_to_move(position):
    """0 for the side that begins the game, or 1."""
    return SIDES[type(position)].index(position.turn)


def view(position, player):
    """The planes of a position, a player's own ones first."""
    planes = arrays.planes(arrays.pack([position]))[0]
    return planes if player == player_to_move(position) else planes[OTHER_VIEW[type(position)]]


def returns(position):
    """What each player has won in a finished game."""
    own = position.final_score() if isinstance(position, Backgammon) else POINTS[position.outcome]
    return [own, -own] if player_to_move(position) == 0 else [-own, own]
