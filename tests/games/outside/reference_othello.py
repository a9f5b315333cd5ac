"""Othello as a beginner would write it, with a dictionary of discs and a walk from each square in each direction."""

COLUMNS, ROWS = "abcdefgh", "12345678"
DIRECTIONS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]
START = {"d4": "o", "e4": "x", "d5": "x", "e5": "o"}


class Othello:
    """`discs`: the square's name -> "x" for Black, "o" for White."""

    def __init__(self, discs=START, turn="x"):
        self.discs, self.turn = dict(discs), turn
        self.other = "o" if turn == "x" else "x"

    def __str__(self):
        return "/".join("".join(self.discs.get(column + row, ".")
                                for column in COLUMNS) for row in ROWS) + " " + self.turn

    def walk(self, square, direction):
        """The squares from the next one to the edge of the board."""
        column, row = COLUMNS.index(square[0]) + direction[0], ROWS.index(square[1]) + direction[1]
        while 0 <= column < 8 and 0 <= row < 8:
            yield COLUMNS[column] + ROWS[row]
            column, row = column + direction[0], row + direction[1]

    def turned(self, square):
        """The discs that the side to move would turn from an empty square."""
        turned = []
        for direction in DIRECTIONS:
            row = []
            for other_square in self.walk(square, direction):
                disc = self.discs.get(other_square)
                if disc == self.turn:
                    turned += row
                if disc != self.other:
                    break
                row.append(other_square)
        return turned

    def squares(self):
        return [column + row for row in ROWS for column in COLUMNS if column + row not in self.discs
                and self.turned(column + row)]

    def legal_moves(self):
        return self.squares() or (["pass"] if Othello(self.discs, self.other).squares() else [])

    def play(self, move):
        discs = dict(self.discs)
        if move != "pass":
            discs |= dict.fromkeys([move, *self.turned(move)], self.turn)
        return Othello(discs, self.other)

    def is_over(self):
        return not self.legal_moves()

    def final_score(self):
        lead = list(self.discs.values()).count(self.turn) * 2 - len(self.discs)
        return lead * float("inf") if lead else 0

    def evaluate(self):
        """As games/othello weighs: 8 a move, 60 a corner."""
        corners = [self.discs.get(corner) for corner in ("a1", "h1", "a8", "h8")]
        mobility = len(self.squares()) - len(Othello(self.discs, self.other).squares())
        return 8 * mobility + 60 * (corners.count(self.turn) - corners.count(self.other))
