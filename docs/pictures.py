"""Draws the boards of the pages: `python docs/pictures.py`, from a checkout."""
from pathlib import Path

import gamecore
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.pictures import picture

FOLDER = Path(__file__).resolve().parent / "images"
JUMP = gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30").read_move("15x22x31x24x15x8")


def drawings():
    """Returns SVG documents by name."""
    ending = gamecore.Checkers("B:WK1:BK11,K15")
    scores = gamecore.solve(gamecore.ConnectFour("444")).scores
    return {
        "rules-connect-four": picture(gamecore.ConnectFour("4455"), last_move=5),
        "rules-checkers": picture(gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30"), arrows=[JUMP]),
        "rules-backgammon": picture(gamecore.Backgammon().roll(3, 1), arrows=["8/5 6/5"], size=480),
        "library": picture(gamecore.ConnectFour("444"), arrows=[4],
                           marks={column: f"{score:+d}" for column, score in scores.items()}),
        "own-game": picture(TicTacToe("xo..x...."), last_move=5, arrows=[9], size=240),
        "arrays": picture(gamecore.ConnectFour("4444443"), last_move=3),
        "endgames": picture(ending, arrows=["15-18"]),
        "backgammon": picture(gamecore.Backgammon("dwAg4D3YnUEsAQ"), marks={"cube": "2 white"}, size=480),
    }


def main():
    for name, drawing in drawings().items():
        (FOLDER / f"board-{name}.svg").write_text(drawing + "\n", encoding="utf-8")
        print(f"board-{name}.svg")


if __name__ == "__main__":
    main()
