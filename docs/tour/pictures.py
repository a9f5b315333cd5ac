"""Draws the pictures of the tour: `python docs/tour/pictures.py`, from a checkout."""
from fractions import Fraction
from pathlib import Path

from gamecore.examples.nim import Nim
from gamecore.examples.pacman.line import Line, food_and_distance
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.laboratory.exercises import row_of_coins
from gamecore.trees import (Chance, Lottery, Max, alpha_beta, annotate, depth_limited, expectiminimax,
                            from_position, max_n, minimax, svg, tree, with_utility)

FOLDER = Path(__file__).resolve().parents[1] / "images"
ERROR = Fraction(1, 90)                  # of MIN
SHOW = Max({"accept": Lottery((Fraction(1, 2), "now"), (Fraction(1, 2), "now + 2.5M")),
            "decline": Lottery((1, "now + 1M"))})
THREE = [[[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]], [[(5, 1, 7), (1, 5, 2)], [(7, 7, 1), (5, 2, 5)]]]
TREE_OF_25 = [[[[[[0, 5], [-3, 3]], [[3], [-3, 0], [2, -2], [3]]]], [[[[5, 2], [5, -5]]], [[[0, 1]]]]],
              [[[[[5, 1], [-3, 0]]], [[[-5, 5]], [[-3, 3]]]], [[[[2]]]]]]
COINS = {"A": [[7, 2], [9, 6]], "B": [[5, 0], [8, -4]]}


def drawings():
    """Returns the pictures by name."""
    return {
        "games": annotate(from_position(TicTacToe("xox.oxo.."), count_plies=False), minimax),
        "policies": annotate(from_position(Nim(4), count_plies=False), minimax),
        "two-bags": alpha_beta(tree([[2, 7], [1, 100]])),
        "minimax": annotate(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), minimax),
        "limits": depth_limited(tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]), 2, lambda node: max(node.children)),
        "thrashing": depth_limited(Line(food_and_distance), 2),
        "expectimax": annotate(tree([[10, 10], [9, 100]], layers="max chance"), expectiminimax),
        "probabilities": annotate(Max([Chance([bag[0], bag[1]], [1 - ERROR, ERROR]) for bag in ((10, 10), (9, 100))]),
                                  expectiminimax),
        "your-own-game": alpha_beta(tree(row_of_coins((3, 9, 1, 2)))),
        "mixed-layers": annotate(tree(COINS, layers="max chance min"), expectiminimax),
        "several-players": annotate(tree(THREE, layers="0 1 2"), max_n),
        "large-tree": alpha_beta(tree(TREE_OF_25)),
        "utilities": annotate(with_utility(SHOW, {"now": 5, "now + 2.5M": 9, "now + 1M": 8}), expectiminimax),
    }


def utility_curves():
    """Returns three utilities of $0 to $1000 as SVG, powers of the amount, each with its name beside it."""
    lines = []
    for name, power, at, side in ("averse", .5, .25, "end"), ("neutral", 1, .4, "start"), ("seeking", 2, .75, "start"):
        points = " ".join(f"{40 + 300 * x * x:.1f},{230 - 200 * x ** (2 * power):.1f}"
                          for x in (step / 50 for step in range(51)))
        lines.append(f'<polyline points="{points}" fill="none" stroke="#000" stroke-width="1.5"/>')
        x, y = 40 + 300 * at + (8 if side == "start" else -8), 230 - 200 * at ** power + (14 if side == "start" else -4)
        lines.append(f'<text x="{x:g}" y="{y:.1f}" text-anchor="{side}">{name}</text>')
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg" width="380" height="270" '
                      'font-family="sans-serif" font-size="12">', '<rect width="380" height="270" fill="#fff"/>',
                      '<path d="M40 30V230H340" fill="none" stroke="#777"/>', *lines,
                      '<text x="20" y="35">1</text><text x="20" y="234">0</text><text x="40" y="250">$0</text>'
                      '<text x="320" y="250">$1000</text>', "</svg>", ""])


if __name__ == "__main__":
    (FOLDER / "utility-curves.svg").write_text(utility_curves(), encoding="utf-8")
    for name, drawing in drawings().items():
        (FOLDER / f"tour-{name}.svg").write_text(svg(drawing) + "\n", encoding="utf-8")
