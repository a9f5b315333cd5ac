"""The settings of one side of a match as a text, such as `switches=pruning+evaluation,order=none,nodes=5000`."""
from dataclasses import dataclass, replace
from typing import Any

from gamecore.core.imports import imported, names_function
from gamecore.engine import Engine
from gamecore.errors import GameError, SettingsError
from gamecore.search.evaluations import is_custom

# The types of the engine's settings, and of the limits of a move.
ENGINE = {"switches": str, "order": str, "seed": int, "evaluation": str, "databases": str, "hash-mb": int,
          "threads": int}
BUDGET = {"depth": int, "nodes": int, "seconds": float}
ALIASES = {"plies": "depth"}                      # the word in backgammon
KINDS = {int: "an integer", float: "a number"}
HASH_MB = 16                                     # the default; the table is emptied before each game


@dataclass(frozen=True)
class Settings:
    """The settings of one side of a match."""

    text: str                        # as written
    engine: dict[str, Any]           # the arguments of Engine
    budget: dict[str, Any]           # the limits of a move: depth, nodes, seconds

    @property
    def repeatable(self) -> bool:
        """Whether the player always makes the same move in a position."""
        return "seconds" not in self.budget and self.engine.get("threads", 1) == 1

    def or_budget(self, budget: dict[str, Any]) -> "Settings":
        """Returns these settings, with `budget` if they have no budget."""
        if self.budget:
            return self
        text = [self.text, *(f"{name}={value}" for name, value in budget.items())]
        return replace(self, text=",".join(filter(None, text)), budget=budget)

    def new_engine(self) -> Engine:
        functions = {name: function_of(text) for name in ("evaluation", "order")
                     if names_function(text := self.engine.get(name))}
        return Engine(**{"hash_mb": HASH_MB} | self.engine | functions)


def parse(text: str) -> Settings:
    """Returns the Settings that a text describes.

    The text has the form `name=value,name=value`; an empty text means the defaults. The names are `switches` (joined by
    +), `order`, `seed`, `evaluation`, `databases`, `hash-mb` and `threads` as in Engine, and `depth` (or `plies`),
    `nodes` and `seconds` for the limits of a move.
    Raises SettingsError if the text is malformed, a name is unknown or repeated, or a value has the wrong type.

    Examples
    --------
    >>> parse("switches=pruning+evaluation,nodes=5000")
    Settings(text='switches=pruning+evaluation,nodes=5000', engine={'switches': 'pruning,evaluation'},
             budget={'nodes': 5000})
    """
    values = {}
    for item in filter(None, map(str.strip, text.split(","))):
        name, equals, value = map(str.strip, item.partition("="))
        if not (equals and value):
            raise SettingsError(f"{item!r} is not a setting: expected name=value, as in 'switches=play,nodes=5000'")
        if name not in ENGINE | BUDGET | ALIASES:
            raise SettingsError(f"unknown setting {name!r}; known are {', '.join(ENGINE | BUDGET | ALIASES)}")
        name = ALIASES.get(name, name)
        if name in values:
            raise SettingsError(f"{name!r} is set twice in {text!r}")
        kind = (ENGINE | BUDGET)[name]
        try:
            values[name] = kind(value)
        except ValueError as error:
            raise SettingsError(f"{name} must be {KINDS[kind]}, not {value!r}") from error
    if "switches" in values:
        values["switches"] = values["switches"].replace("+", ",")
    return Settings(text.strip(), {name.replace("-", "_"): values[name] for name in ENGINE if name in values},
                    {name: values[name] for name in BUDGET if name in values})


def function_of(text: str) -> Any:
    """Returns the evaluation or order that module:function names; raises GameError if there is no such function."""
    found = imported(text)
    if not is_custom(found):
        raise GameError(f"{text!r} is not a function: {found!r:.80}")
    return found
