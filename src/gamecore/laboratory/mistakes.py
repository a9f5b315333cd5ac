"""Searches of trees as learners write them, either correct or with one named mistake, which the edits of mistakes.toml
make.

check_search.py compares them with a user's search to find its mistake.
"""
import tomllib
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from gamecore.core.files import read_data
from gamecore.errors import SwitchError

TASKS: dict[str, dict[str, Any]] = tomllib.loads(read_data("mistakes.toml"))
TREES_OF = TASKS.pop("trees")
LAYERS = {task: tuple(data["layers"]) for task, data in TASKS.items()}
MISTAKES = {task: data["mistakes"] for task, data in TASKS.items()}      # by task and name, the reason and the edits


def learners(task: str, mistake: str | None = None) -> Iterator[Callable]:
    """Yields a task's searches as learners write them, either correct or with one of MISTAKES[task].

    The arguments of such a search are a node and, in depth-limited search, a depth in plies. Raises SwitchError if
    there is no such mistake.
    """
    if mistake is not None and mistake not in MISTAKES[task]:
        raise SwitchError(f"unknown mistake {mistake!r}; known are {', '.join(MISTAKES[task])}")
    for source in TASKS[task]["right"]:
        edited = source
        for old, new in MISTAKES[task][mistake]["edits"] if mistake else ():
            edited = edited.replace(old, new)
        for variant in {edited: 0, edited.replace("alpha >= beta", "alpha > beta"): 0} if (
                mistake is None or edited != source) else ():            # the second one cuts strictly
            scope = {"INF": inf, "MAX_START": -inf, "START": None}
            exec(variant, scope)
            yield scope["search"]
