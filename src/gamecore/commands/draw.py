"""gamecore draw: draws a position as a picture."""
from gamecore.commands.game import load, position_of, rolled
from gamecore.screen.options import add_number, add_shared
from gamecore.core.files import atomic_file
from gamecore.errors import MoveError
from gamecore.games.outside.turns import find_move
from gamecore.pictures import picture

HELP = "draw a position as SVG"


def configure(parser):
    add_shared(parser, "game", "--position", "--dice")
    parser.add_argument("--svg", metavar="FILE", required=True, help="where to write the picture")
    parser.add_argument("--arrow", metavar="MOVE", action="append", default=[],
                        help="a move to be shown by an arrow; may be given several times, the best first")
    parser.add_argument("--mark", metavar="PLACE=TEXT", action="append", default=[],
                        help="a text at a column, square or point, such as 4=+1; may be given several times")
    parser.add_argument("--last-move", metavar="MOVE", help="the move that led here, to be marked")
    parser.add_argument("--turned", action="store_true", help="seen from the other side")
    parser.add_argument("--dark", action="store_true", help="for a dark page")
    add_number(parser, "--size", "width in px", 360)


def run(args, console):
    position = rolled(position_of(load(args.game), args.position), args.dice)
    drawing = picture(position, last_move=args.last_move, arrows=[find_move(position, word) for word in args.arrow],
                      marks=dict(map(mark, args.mark)), turned=args.turned, dark=args.dark, size=args.size)
    with atomic_file(args.svg) as file:
        file.write(drawing)
    return 0


def mark(text):
    """Returns (place, text) of a text PLACE=TEXT; a place is a number, a name, or row,column."""
    name, equals, words = text.partition("=")
    if not (name and equals):
        raise MoveError(f"{text!r} is no mark: expected PLACE=TEXT, such as 4=+1")
    row, comma, column = name.partition(",")
    if comma and row.isdecimal() and column.isdecimal():
        return (int(row), int(column)), words
    return int(name) if name.isdecimal() else name, words
