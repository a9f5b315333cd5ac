"""Draws boards, trees and diagrams of the pages: `python docs/pictures.py`, from a checkout."""
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import gamecore
from gamecore.examples.oopsy_nim import OopsyNim
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.laboratory.recording import record
from gamecore.pictures import picture
from gamecore.core.svg import LIGHT, arrow, document, rect, text
from gamecore.trees import alpha_beta, depth_limited, svg, tree

FOLDER = Path(__file__).resolve().parent / "images"
JUMP = gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30").read_move("15x22x31x24x15x8")
TALK = [("ugi", "options, ugiok"), ("position startpos moves 4", ""),          # what a program says, and the answer
        ("go movetime 1000", "an info line after each depth"), ("", "bestmove 4 ponder 5"), ("quit", "")]


def scored(moves, **options):
    """Returns a position of connect four with the exact score of each column."""
    position = gamecore.ConnectFour(moves)
    scores = gamecore.solve(position).scores
    return picture(position, marks={column: f"{score:+d}" for column, score in scores.items()}, **options)


def call_path():
    """Draws the functions between Engine.search and a node, which are taken from the table of the page, with a box for
    each file."""
    page = (FOLDER.parent / "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("| function | file | what it does |"):].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in table]
    body, top = [], 10
    for file, steps in groupby(rows, key=itemgetter(1)):
        steps = list(steps)
        height = 34 + 22 * len(steps)
        if body:
            body.append(arrow([(300, top - 20), (300, top)], 2, LIGHT.arrow))
        body += [rect(10, top, 580, height, rx=6, fill=LIGHT.light, stroke=LIGHT.line),
                 text(22, top + 17, file, 13, text_anchor="start", fill=LIGHT.faint)]
        for i, (name, _, words) in enumerate(steps):
            y = top + 41 + 22 * i
            body += [text(22, y, name, 14, text_anchor="start", font_weight="bold", fill=LIGHT.ink),
                     text(168, y, words, 13, text_anchor="start", fill=LIGHT.ink)]
        top += height + 20
    return document(600, top - 10, "the functions between Engine.search and a node", body, 600, LIGHT.ground)


def talk():
    """Draws a session of UGI: the lines that two processes exchange, from top to bottom."""
    body = []
    for x, name in ((90, "a program"), (410, "gamecore")):
        body += [rect(x - 60, 10, 120, 28, rx=6, fill=LIGHT.light, stroke=LIGHT.line),
                 text(x, 24, name, 14, font_weight="bold", fill=LIGHT.ink),
                 rect(x - 1, 38, 2, 255, fill=LIGHT.line)]
    lines = [(words, ends) for pair in TALK for words, ends in zip(pair, ((90, 410), (410, 90)), strict=True) if words]
    for y, (words, (start, end)) in enumerate(lines):
        body += [text(250, 60 + 33 * y, words, 12, fill=LIGHT.ink),
                 arrow([(start, 72 + 33 * y), (end, 72 + 33 * y)], 2, LIGHT.arrow)]
    return document(500, 70 + 33 * len(lines), "a session of the protocol", body, 480, LIGHT.ground)


def drawings():
    """Returns SVG documents by name."""
    ending = gamecore.Checkers("B:WK1:BK11,K15")
    return {
        "rules-connect-four": picture(gamecore.ConnectFour("4455"), last_move=5),
        "rules-checkers": picture(gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30"), arrows=[JUMP]),
        "rules-backgammon": picture(gamecore.Backgammon().roll(3, 1), arrows=["8/5 6/5"], size=480),
        "library": scored("444", arrows=[4]),
        "solver": scored("4455", arrows=[3, 6]),
        "own-game": picture(TicTacToe("xo..x...."), last_move=5, arrows=[9], size=240),
        "arrays": picture(gamecore.ConnectFour("4444443"), last_move=3),
        "endgames": picture(ending, arrows=["15-18"]),
        "backgammon": picture(gamecore.Backgammon("dwAg4D3YnUEsAQ"), marks={"cube": "2 white"}, size=480),
        "recorded": svg(record(gamecore.ConnectFour("112233"), depth=2, switches="pruning,hint")),
        "loops": svg(depth_limited(OopsyNim(2), 3)),
        "call-path": call_path(),
        "protocol": talk(),
        "check-search": svg(alpha_beta(tree([[0, [1, 0]]]))),
    }


def main():
    for name, drawing in drawings().items():
        (FOLDER / f"board-{name}.svg").write_text(drawing + "\n", encoding="utf-8")
        print(f"board-{name}.svg")


if __name__ == "__main__":
    main()
