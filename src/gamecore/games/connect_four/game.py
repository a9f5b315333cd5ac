"""The record of connect four."""
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.record import Actions, GameRecord, Level, Suite, deep

CONNECT_FOUR = GameRecord(
    name="connect-four", position=ConnectFour, evaluations=("linear",), turns=("x", "o"), first_begins=True,
    sides=("red", "yellow"),
    solved_from=16,
    levels=(deep(1, .7), deep(1, .4), deep(1, .2), deep(2, .1), deep(3, .05), deep(4), deep(6), deep(9), deep(14),
            Level({}, perfect=True)),
    suite=Suite(("opening", "middle", "ending"), (5, 60)),           # growth is measured over four plies
    bench=(("", 17, 61),
           ("4444", 17, 73),
           ("333264", 19, 101),
           ("341547", 20, -9),
           ("274552224131661", 27, 0),                               # a draw, 27 cells to fill
           ("5455174361263362", 26, -29974),                         # a loss with the last stone
           ("311162452567347653661244", 18, -29982),                 # another, 18 cells to fill
           ("514123767523364344653427411252", 12, 0)),               # a draw, 12 cells to fill
    draws=True,
    fields=(("own", "u8"), ("mask", "u8")),
    actions=Actions(number=7, longest=42, shape=(2, 6, 7), other_view=[1, 0]),           # an action is a column
    plugin=True,
)
