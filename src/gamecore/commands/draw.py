"""gamecore draw: draws a position as a picture."""
from gamecore.playing.names import load, position_of, rolled
from gamecore.screen.options import add_shared
from gamecore.core.files import atomic_file
from gamecore.pictures import picture

HELP = "draw a position as SVG"


def configure(parser):
    add_shared(parser, "game", "--position", "--dice")
    parser.add_argument("--svg", metavar="FILE", required=True, help="where to write the picture")


def run(args, console):
    drawing = picture(rolled(position_of(load(args.game), args.position), args.dice))
    with atomic_file(args.svg) as file:
        file.write(drawing)
    return 0
