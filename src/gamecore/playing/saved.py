"""Saved games, which hold the steps of a game as JSON, for a file or for the page."""
import json
from collections.abc import Callable
from os import PathLike, fspath
from typing import Any, TypeVar

from gamecore.core.checks import in_range
from gamecore.core.files import open_binary
from gamecore.core.text import read_object
from gamecore.errors import GamecoreError, MoveError, RecordError
from gamecore.games.all import GAMES
from gamecore.playing.tree import GameTree

FORMAT = "gamecore game 1"
Tree = TypeVar("Tree", bound=GameTree)
KINDS = ("move", "chance", "cube", "end")


def record_of(game: GameTree) -> dict[str, Any]:
    """Returns a game as a record, {"game", "position", "steps"}, with the clock if there is one.

    Raises RecordError for a game that began in a position with a running draw clock, since its text does not contain
    the clock.
    """
    if game.name in GAMES and getattr(game.root.position, "clock", 0):
        raise RecordError(f"a game that began in {str(game.root.position)!r} after other positions cannot be written, "
                          "since a text has no earlier ones: begin with their moves")
    clock = {} if game.clock is None else {"clock": list(game.clock)}
    return {"game": game.name, "position": game.start} | clock | {"steps": steps_to(game, game.here)}


def steps_to(game, point):
    """Returns the steps from the first point of a game to another, {"move": text} and the like."""
    steps = []
    while point.parent is not None:
        text = end_text(game, point) if point.kind == "end" else str(point.step)
        steps.append({point.kind: text} | ({"seconds": point.seconds} if point.seconds else {}))
        point = point.parent
    return steps[::-1]


def end_text(game, point):
    """Returns the end of a game as text, such as "white resigned", or "white resigned 2" for a gammon."""
    winner, points, reason = point.step
    if winner is None:
        return reason
    level = points // point.stake.value
    return f"{game.sides[1 - winner]} {reason}" + f" {level}" * (level > 1)


def dump(game: GameTree) -> str:
    """Returns the text of a saved game, with its variations in the order in which they were tried.

    A variation that was not tried last is written twice if redo leads to it, or if the game is at its end.
    """
    ends, waiting = [], [(game.root, False)]
    while waiting:
        point, again = waiting.pop()
        if again or not point.branches:
            while point.next is not None:
                point = point.next
            ends.append(point)
            continue
        if point.next is not None and point.next is not point.branches[-1]:
            waiting.append((point, True))
        waiting += [(branch, False) for branch in reversed(point.branches)]
    while ends and ends[-1] is game.here:                # whose steps come last
        ends.pop()
    is_written = not getattr(game, "cube_is_optional", False) if game.cube else not game.root.stake.is_usual
    others: dict[str, Any] = {"cube": game.cube} if is_written else {}
    if game.names != game.sides:
        others["names"] = list(game.names)
    others |= {key: value for key, value in (("headers", getattr(game, "headers", {})),
                                                ("variations", [steps_to(game, point) for point in ends])) if value}
    return json.dumps({"format": FORMAT} | record_of(game) | others, indent=1) + "\n"


def load(path: str | PathLike[str], make: Callable[..., Tree], game: Any = None, **options: Any) -> Tree:
    """Returns the game in a file as an object of the class `make`, a subclass of GameTree, which receives these
    arguments.

    A file never decides which code is run: `game` is the name or the record of the expected game; by default any
    built-in game is accepted. Raises OSError, RecordError, MoveError or PositionError.
    """
    try:
        with open_binary(path) as file:
            text = file.read()
        return replayed(parsed(text), make, game, **options)
    except GamecoreError as error:
        raise type(error)(f"{fspath(path)!r}: {error}") from error


def replayed(record: dict[str, Any], make: Callable[..., Tree], game: Any = None, **options: Any) -> Tree:
    """Returns the game of a record, as `load` does."""
    name, start, clock = record.get("game"), record.get("position"), record.get("clock")
    if game is None and not (isinstance(name, str) and name in GAMES):
        raise RecordError(f"a game of {name!r:.80}, which is none of {', '.join(GAMES)}")
    if game is not None and name != (wanted := game if isinstance(game, str) else game.name):
        raise RecordError(f"a game of {name!r:.80}, not of {wanted!r}")
    if not (start is None or isinstance(start, str)):
        raise RecordError(f"expected a position as text, not {start!r:.80}")
    steps, variations = listed(record, "steps"), listed(record, "variations")
    lines = (*variations, steps)
    used = {"cube": record.get("cube") is True or any(isinstance(step, dict) and "cube" in step
                                                      for line in lines if isinstance(line, list) for step in line)}
    tree = make(name if game is None else game, start, **used | {"clock": clock} | options)
    tree.cube &= record.get("cube") is not False or (used | options)["cube"]         # a match may be without one
    names, headers = record.get("names"), record.get("headers") or {}
    if not (names is None or isinstance(names, list) and list(map(type, names)) == [str, str]):
        raise RecordError(f"expected names as a list of two texts, not {names!r:.80}")
    if not (isinstance(headers, dict) and all(isinstance(text, str) for text in headers.values())):
        raise RecordError(f"expected headers as texts by name, not {headers!r:.80}")
    vars(tree).update({"headers": headers} | ({"names": tuple(names)} if names and "names" not in options else {}))
    for line in lines:
        tree.go_to(tree.root)
        play_steps(tree, line)
    return tree


def parsed(text):
    """Returns the record in the text of a saved game."""
    record = read_object(text, RecordError, "no saved game: ")
    if record.get("format") != FORMAT:
        raise RecordError(f'no saved game: expected an object with "format": {FORMAT!r}, not {text[:80]!r}')
    return record


def chosen(games, number):
    """Returns a game of a text by its number, from 1, or the only one."""
    if number is None and len(games) > 1:
        raise RecordError(f"one game was expected, not {len(games)}: say which, as number=1 to number={len(games)}")
    return games[in_range("number", 1 if number is None else number, 1, len(games)) - 1]


def listed(record, key):
    steps = record.get(key) or []
    if not isinstance(steps, list):
        raise RecordError(f"expected {key} as a list, not {steps!r:.80}")
    return steps


def play_steps(game: GameTree, steps: list[Any]) -> None:
    """Plays the steps of a record; an error contains the number of the step."""
    for number, step in enumerate(steps, 1):
        try:
            play_step(game, step)
        except (MoveError, RecordError) as error:
            raise type(error)(f"step {number}: {error}") from error


def play_step(game: GameTree, step: Any) -> None:
    """Plays a step of a record."""
    fields = dict(step) if isinstance(step, dict) else {}
    seconds = fields.pop("seconds", 0.0)
    if not (len(fields) == 1 and set(fields) <= set(KINDS) and isinstance(*fields.values(), str)
            and isinstance(seconds, float | int)):
        raise RecordError(f"a step is {', '.join(f'{{{kind!r}: text}}' for kind in KINDS)}, not {step!r:.80}")
    (kind, text), = fields.items()
    if kind == "move":
        game.play(text, seconds)
    elif kind == "chance":
        game.play_outcome(text)
    elif kind == "cube":
        game.use_cube(text, seconds)
    else:
        ends = {f"{side} {reason}": (reason, loser) for loser, side in enumerate(game.sides)
                for reason in ("resigned", "out of time")} | {"agreed": ("agreed", None)}
        gammon = game.game.probabilities and text.endswith(("resigned 2", "resigned 3"))
        end, points = (text[:-2], int(text[-1])) if gammon else (text, 1)
        if end not in ends:
            raise RecordError(f"a game ends as {', '.join(ends)}, not {text!r:.80}")
        game.end(*ends[end], points)
