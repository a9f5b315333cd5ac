"""gamecore new-game: writes the skeleton of a custom game, with its tests."""
import keyword
import os
import re
import sys
import tempfile
from importlib.metadata import packages_distributions
from pathlib import Path
from string import Template

from gamecore.core.files import read_data
from gamecore.errors import GameError

HELP = "begin a game of your own"


def configure(parser):
    parser.add_argument("name", metavar="NAME",
                        help="of the new directory and of the game in it, such as reversi or lines_of_action")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--python", dest="kind", action="store_const", const="python", default="python",
                      help="in Python (the default)")
    kind.add_argument("--compiled", dest="kind", action="store_const", const="compiled",
                      help="in Cython, searched nearly as fast as a built-in game; `gamecore build` compiles it")


def run(args, console):
    check_name(args.name)
    check_class(args.name, args.kind)
    source = f"{args.name}.py" if args.kind == "python" else f"{args.name}.pyx"
    stub = {} if args.kind == "python" else {f"{args.name}.pyi": "stub"}
    files = {"__init__.py": "init", source: args.kind, **stub, f"test_{args.name}.py": "test"}
    write(args.name, files)
    for name in files:
        console.print("wrote ", (str(Path(args.name, name)), "bold"))
    game = f"{args.name}:{class_of(args.name)}"
    built = [] if args.kind == "python" else [f"gamecore build {args.name}/{source}"]
    console.print(("next:", "dim"))
    for command in [*built, f"gamecore perft {game} --depth 3", f"gamecore check {game}",
                    f"python -m pytest {args.name}"]:
        console.print("  ", command)
    return 0


def check_name(name):
    """Raises GameError unless a module can have this name and no installed one has it."""
    if not (name.isascii() and all(word.isidentifier() and not keyword.iskeyword(word)
                                   for word in (name, class_of(name)))) or name != name.lower():
        raise GameError(
            f"a game cannot be named {name!r}: expected small letters, digits and _, such as 'lines_of_action'")
    if name in sys.stdlib_module_names or name == "gamecore" or name in packages_distributions():
        raise GameError(
            f"a game cannot be named {name!r}: a module of this name is installed, and would be found in its place")


def check_class(name, kind):
    """Raises GameError if the skeleton uses the name of the class for something else."""
    template = read_data(f"new_game/{kind}.txt")
    code = re.sub(r'"""[\s\S]*?"""|#.*', "", template)
    if class_of(name) in re.findall(r"\w+", code):
        raise GameError(f"a game cannot be named {name!r}: its skeleton has another {class_of(name)}")


def class_of(name):
    """Returns the class name for a module name, such as LinesOfAction for lines_of_action."""
    return "".join(part.capitalize() for part in name.split("_"))


def write(name, templates):
    """Creates a directory of this name with all files, or nothing after an error."""
    if os.path.lexists(name):
        raise GameError(f"{name!r} exists already")
    with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=".") as scratch:
        folder = Path(scratch, name)
        folder.mkdir()
        for file, template in templates.items():
            text = read_data(f"new_game/{template}.txt")
            folder.joinpath(file).write_text(Template(text).substitute(name=name, Name=class_of(name)),
                                             encoding="utf-8")
        folder.rename(name)
