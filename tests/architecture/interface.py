"""The public interface as lines of text: the names that docs/reference documents with what they accept, and the options
of every command. The keys of their JSON are those of docs/keys.md (tests/pages/test_commands_page.py).

    python -m tests.architecture.interface          rewrites interface.txt
"""
import inspect
import re
from importlib import import_module
from pathlib import Path

from gamecore.commands.cli import build_parser
from tests.pages import page_tables

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
SNAPSHOT = Path(__file__).with_name("interface.txt")
DIRECTIVE = re.compile(r"^\.\. auto(module|class|function|data):: ([\w.]+)", re.MULTILINE)


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


def commands():
    """Lines for the arguments and options of all commands."""
    for words, parser in page_tables.parsers(build_parser(), "gamecore"):
        for action in parser._actions:
            names = "/".join(action.option_strings) or action.dest.upper()
            yield f"{words} {names}" + (f" {{{','.join(map(str, action.choices))}}}" if action.choices else "")


def interface():
    return [*python(), "", *commands()]


if __name__ == "__main__":
    SNAPSHOT.write_text("\n".join(interface()) + "\n", encoding="utf-8")
