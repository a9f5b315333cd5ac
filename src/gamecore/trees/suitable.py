"""The searches that are applicable to a tree, by their names in commands."""
from collections.abc import Callable, Sequence
from typing import Any

from gamecore.errors import TreeError
from gamecore.trees import (Chance, Min, Player, alpha_beta, annotate, depth_limited, expectimax, expectiminimax,
                            is_leaf, max_n, minimax_by_dispatch, parse, star1, star2, tree, walk)

PLAIN: dict[str, Callable[..., Any]] = {
    "minimax": minimax_by_dispatch, "expectimax": expectimax, "expectiminimax": expectiminimax, "max-n": max_n}
STAR: dict[str, Callable[..., Any]] = {"star1": star1, "star2": star2}
SEARCHES = ("alpha-beta", *PLAIN, *STAR)


def root_of(text: str, layers: str | None = None, probabilities: str | None = None) -> Any:
    """Returns the tree in a text; texts also list its layers and the probabilities of every chance layer."""
    root = tree(parse(text), layers=layers and layers.replace(",", " "),
                probabilities=probabilities and numbers(probabilities))
    if probabilities and not has_chance(root):
        raise TreeError(f"--probabilities {probabilities} are for a layer of chance, and {text!r} has none")
    return root


def has_chance(root: Any) -> bool:
    return any(isinstance(node, Chance) for _, node in walk(root))


def numbers(text: str) -> Any:
    """Returns the numbers of a list such as 1/4,3/4."""
    return parse(f"({text})")


def usual(root: Any, depth: int | None = None) -> str:
    """Returns the name of the usual search for a tree, perhaps with a depth."""
    if depth is not None:
        return "depth-limited"
    if any(isinstance(node, tuple) for _, node in walk(root)):
        return "max-n"
    return "expectiminimax" if has_chance(root) else "alpha-beta"


def suitable(root: Any, depth: int | None = None, bounds: str | None = None) -> Sequence[str]:
    """Returns the names of all searches that are applicable to a tree; with a horizon there is only one."""
    kinds, name = {type(node) for _, node in walk(root)}, usual(root, depth)
    if depth is not None or Player in kinds or tuple in kinds:
        return (name,)
    if Chance in kinds:
        return (name, "expectiminimax" if Min in kinds else "expectimax", *STAR)
    return (name, "minimax", *(STAR if bounds else ()))


def searched(root: Any, name: str, depth: int | None = None, bounds: str | None = None) -> Any:
    """Returns the trace of a search; `bounds` of the leaves are for star1 and star2."""
    if name == "depth-limited":
        return depth_limited(root, depth)
    if name in STAR:
        return STAR[name](root, *bounds_of(root, bounds))
    return alpha_beta(root) if name == "alpha-beta" else annotate(root, PLAIN[name])


def bounds_of(root, text):
    """Returns the given bounds of the leaves, or else the least and the greatest leaf."""
    if text:
        bounds = numbers(text)
        if len(bounds) != 2:
            raise TreeError(f"--bounds {text!r} are not two numbers, LOW,HIGH")
        return bounds
    leaves = [node for _, node in walk(root) if is_leaf(node)]
    if any(isinstance(leaf, tuple) for leaf in leaves):
        return 0, 0                                      # the search itself raises the error
    return min(leaves), max(leaves)
