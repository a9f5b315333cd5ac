"""numpy, imported when it is first needed; in a browser it may be missing."""
from importlib import import_module

from gamecore.errors import ExtraError

try:
    numpy = import_module("numpy")
except ModuleNotFoundError as error:
    raise ExtraError(f"arrays need numpy ({error}): pip install numpy") from None
