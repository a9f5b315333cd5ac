"""The record of checkers."""
from gamecore.games.checkers.position import Checkers
from gamecore.games.record import Actions, GameRecord, Level, Suite, deep

DRAW_CLOCK = 80                          # plies without a capture or a man's move


def draw_reason(position: Checkers) -> str:
    """Returns the reason why a position is a draw."""
    return "40 moves" if position.clock >= DRAW_CLOCK else "repetition"


CHECKERS = GameRecord(
    name="checkers", position=Checkers, evaluations=("net", "patterns", "linear"), turns=("black", "white"),
    first_begins=True, sides=("black", "white"),
    paths=Checkers.paths,
    draw_reason=draw_reason,
    notation="pdn", notations=("PDN",),
    levels=(deep(1, .6), deep(1, .25), deep(1, .1), deep(2, .05), deep(3), deep(4), deep(5), deep(7), deep(10),
            Level({"seconds": 2.0})),
    decks={"three-move": "three_move.txt", "three-move-barred": "three_move_barred.txt",
           "eleven-man": "eleven_man.txt"},
    suite=Suite(("opening", "middle", "ending"), (5, 60)),           # growth is measured over four plies
    bench=(("", 16, -1),
           ("W:W18,21,23-32:B1-8,11,12,13,15", 15, 16),              # after 9-13 22-18 10-15
           ("W:W20-23,25-32:B1-7,9-12,16", 15, 9),                   # after 12-16 24-20 8-12
           ("B:W19,21-23,25-27,29-32:B1-7,9-12", 15, 5),             # with eleven men each
           ("B:W8,17,18,21,22,26,28,32:B1-3,5,7,9,13", 18, -10),     # a middle game
           ("B:W11,19,22,23,32:B5,12-14,16", 19, 12),                # an ending with men
           # ... with kings, where lines repeat
           ("W:WK1,K6,22,29:B5,12,K27,K32", 17, 14),
           ("B:WK10,K18,30:BK3,21,K31", 17, -11)),
    draws=True,
    fields=(("own", "u8"), ("other", "u8"), ("kings", "u8"), ("ahead", "i4"), ("clock", "i4")),
    # An action has a number for 32 x 32 squares and each of up to 16 jumps with the same ends. A game is longest with
    # 24 captures and 24 men of 7 moves each, with 80 plies between any two of these moves.
    actions=Actions(number=32 * 32 * 16, longest=80 * (24 + 24 * 7 + 1), shape=(5, 8, 8), other_view=[2, 3, 0, 1, 4]),
    plugin=True,
)
