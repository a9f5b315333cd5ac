"""Objects named as module:name, which are imported again when they are unpickled."""
import os
import pickle
import re
import sys
from importlib import import_module
from io import BytesIO

from gamecore.core.checks import integer
from gamecore.core.text import one_line
from gamecore.errors import EvaluationError, GameError

IMPORTED = {}                        # by id: the object, which stays alive, its name, and the folder of its module


class Address(int):
    """The address of a function, which differs between processes."""


def names_function(text):
    """Whether a text is of the form module:name."""
    return isinstance(text, str) and re.fullmatch(r"\w[\w.]*:\w+", text) is not None


def imported(text, folder=None):
    """Returns a class or function by its name, module:name; any exception of the module's code becomes a GameError.

    The module is searched for in `folder`, by default the current one.
    """
    folder, (module, _, name) = folder or os.getcwd(), text.partition(":")
    if sys.path[:1] != [folder]:
        sys.path.insert(0, folder)
    try:
        found = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise GameError(f"cannot load {text!r}: there is no module {error.name!r}, neither installed nor in "
                        f"{folder!r}") from error
    except Exception as error:
        raise GameError(one_line(f"cannot load {text!r}: {type(error).__name__}: {error}")) from error
    found = Address(found) if type(found) is int else found
    IMPORTED[id(found)] = found, text, folder
    return found


def is_imported(found):
    return id(found) in IMPORTED


def home_of(evaluation):
    """Returns the only process in which an evaluation is the address of a function, or None."""
    address = integer(getattr(evaluation, "address", evaluation))
    return None if address is None or is_imported(evaluation) else os.getpid()


def check_home(evaluation, home):
    """Raises EvaluationError if an evaluation is the address of a function in another process, its home."""
    if home not in (None, os.getpid()):
        raise EvaluationError(f"evaluation {evaluation!r} is the address of a function in another process")


class Pickler(pickle.Pickler):
    """A pickler that writes an imported object as its name, even if the object cannot be pickled."""

    def reducer_override(self, found):
        return (imported, IMPORTED[id(found)][1:]) if id(found) in IMPORTED else NotImplemented


def pickled(given):
    file = BytesIO()
    Pickler(file).dump(given)
    return file.getvalue()
