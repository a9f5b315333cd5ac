"""gamecore draw: draws a position as a picture."""
from gamecore.playing.names import load, position_of, rolled
from gamecore.screen.options import add_number, add_shared, refuse
from gamecore.core.files import atomic_file
from gamecore.errors import MoveError
from gamecore.games.all import game_of
from gamecore.games.outside.turns import legal_moves, word_of
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
    game = load(args.game)
    position = rolled(position_of(game, args.position), args.dice)
    refuse(args, unseen(position), f"{args.game!r}, whose picture does not show it")
    drawing = picture(position, last_move=last_of(args.last_move, game, position),
                      arrows=[position.read_move(word) for word in args.arrow], marks=dict(map(mark, args.mark)),
                      turned=args.turned, dark=args.dark, size=args.size)
    with atomic_file(args.svg) as file:
        file.write(drawing)
    return 0


def unseen(position):
    """Returns the options without effect on the picture of a custom game that defines no cells or rows."""
    if game_of(position).draws or callable(getattr(position, "svg", None)):
        return ()
    own = [name for name in ("rows", "cells_of") if not callable(getattr(position, name, None))]
    return ("arrow", "last_move") * bool(own) + ("mark", "turned") * ("rows" in own)


def last_of(text, game, position):
    """Returns the last move in the form that the game draws: a text for a built-in game, a move for a custom one."""
    if text is None or game_of(position).draws:
        return text
    moves = {word_of(move): move for place in (game.start(), position) for move in legal_moves(place)}
    return moves.get(text, text)


def mark(text):
    """Returns (place, text) of a text PLACE=TEXT; a place is a number, a name, or row,column."""
    name, equals, words = text.partition("=")
    if not (name and equals):
        raise MoveError(f"{text!r} is not a mark: expected PLACE=TEXT, such as 4=+1")
    row, comma, column = name.partition(",")
    if comma and row.isdecimal() and column.isdecimal() and len(name) < 20:
        return (int(row), int(column)), words
    return int(name) if name.isdecimal() and len(name) < 20 else name, words
