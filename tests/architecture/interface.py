"""The public interface as lines of text: the names that docs/reference documents with what they accept, the options of
every command, and the keys of their JSON.

    python -m tests.architecture.interface          writes interface.txt anew
"""
import inspect
import json
import re
from argparse import _SubParsersAction
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path

from gamecore.commands.cli import build_parser, main

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
SNAPSHOT = Path(__file__).with_name("interface.txt")
DIRECTIVE = re.compile(r"^\.\. auto(module|class|function|data):: ([\w.]+)", re.MULTILINE)
WITH_JSON = (
    "perft connect-four --depth 1 --divide", "perft checkers --depth 2", "search connect-four --depth 2 --multipv 2",
    "search backgammon --plies 0 --dice 3,1 --evaluation linear", "search backgammon --plies 0 --cube 1",
    "solve connect-four --position 444555542214545212117 --all-moves", "solve gamecore.examples.oopsy_nim:OopsyNim",
    "evaluate connect-four --explain", "evaluate checkers", "evaluate backgammon", "evaluate backgammon --cube 1",
    "match connect-four --a depth=1 --b depth=1 --games 2",
    "match backgammon --a evaluation=linear --b evaluation=linear --games 2",
    "rollout backgammon --evaluation linear --games 2 --dice 3,1 --truncate 1",
    "pruning connect-four --max-depth 2 --orders none", "pruning uniform --branching 2 --max-depth 2 --orders random",
    "ablation connect-four", "chance trees --layers 1 --branching 2 --outcomes 2 --seeds 2",
    "endgames probe --position W:WK1:BK32", "tree [[3,1],[2,4]]", "exercises --seed 1",
    "check gamecore.examples.nim:Nim",
)


def accepted(thing):
    """What a function accepts, without annotations."""
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return ""
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters
            if parameter.name != "unknown"]              # which is refused
    return re.sub(r"<(\w+)[^<>]* at 0x[^<>]*>|<function (\w+)[^<>]*>", r"<\1\2>", str(inspect.Signature(bare)))


def members(cls):
    """A class's public names, without what every exception, tuple or enumeration has."""
    common = {name for base in (BaseException, tuple, int) for name in dir(base)}
    for name in sorted({name for name in dir(cls) if not name.startswith("_")} - common):
        value = inspect.getattr_static(cls, name)
        call = getattr(cls, name) if callable(value) or isinstance(value, classmethod | staticmethod) else None
        yield name + (accepted(call) if call is not None else "")


def described(name):
    """Lines for a documented name, and for a class those of its members."""
    module, _, attribute = name.rpartition(".")
    thing = getattr(import_module(module), attribute)
    yield name + (accepted(thing) if callable(thing) else "")
    if isinstance(thing, type):
        yield from (f"{name}.{member}" for member in members(thing))


def python():
    """Lines for all that docs/reference documents."""
    for page in sorted(REFERENCE.glob("*.md")):
        for kind, name in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            if kind != "module":
                yield from described(name)
                continue
            module = import_module(name)
            own = [each for each, value in vars(module).items() if getattr(value, "__module__", None) == name]
            for each in sorted(each for each in getattr(module, "__all__", own) if not each.startswith("_")):
                yield from described(f"{name}.{each}")


def parsers(parser, words="gamecore"):
    """Every command that can be run, with its parser."""
    below = [action.choices for action in parser._actions if isinstance(action, _SubParsersAction)]
    if not below:
        yield words, parser
    for choices in below:
        for name, command in choices.items():
            yield from parsers(command, f"{words} {name}")


def commands():
    """Lines for the arguments and options of all commands."""
    for words, parser in parsers(build_parser()):
        for action in parser._actions:
            names = "/".join(action.option_strings) or action.dest.upper()
            yield f"{words} {names}" + (f" {{{','.join(map(str, action.choices))}}}" if action.choices else "")


def keys():
    """Lines for the keys of each command's last line of JSON, and of other lines where they differ."""
    for words in WITH_JSON:
        printed = StringIO()
        with redirect_stdout(printed):
            code = main([*words.split(), "--json"])
        assert code in (0, 1), words
        rows = {" ".join(sorted(json.loads(line))) for line in printed.getvalue().splitlines()}
        yield from (f"{words} --json: {row}" for row in sorted(rows))


def interface():
    return [*python(), "", *commands(), "", *keys()]


if __name__ == "__main__":
    SNAPSHOT.write_text("\n".join(interface()) + "\n", encoding="utf-8")
