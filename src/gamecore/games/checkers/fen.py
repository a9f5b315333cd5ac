"""Draughts positions as text in the form of PDN files, `B:W21,22,K31:B1,K2`.

The side to move comes first, then the two sides' squares in any order. K marks a king, `1-12` is a range, and a dot may
end the text.
"""
from gamecore.errors import PositionError

EXAMPLE = "B:W21,22,K31:B1,K2"
SIDES = {"B": "black", "W": "white"}
CROWN_ROW = {"B": range(29, 33), "W": range(1, 5)}
MAX_PIECES = 12                                  # of a side


def read(text):
    """Returns the side to move, "B" or "W", and the pieces, {"B": {square: is_king}, "W": {square: is_king}}.

    Raises
    ------
    PositionError
        If the text is malformed, or the position is impossible.
    """
    if not isinstance(text, str):
        raise PositionError(f"a position is a text such as {EXAMPLE!r}, not {text!r}")
    side, *lists = text.strip().removesuffix(".").split(":")
    if side not in SIDES:
        raise refusal(text, f"there is no side {side!r}; B and W are")
    if len(lists) != 2 or {squares[:1] for squares in lists} != {"B", "W"}:
        raise refusal(text, f"expected one list of black and one of white pieces, as in {EXAMPLE!r}")
    pieces = {squares[0]: read_squares(squares[1:], text) for squares in sorted(lists)}
    fault = find_fault(side, pieces)
    if fault:
        raise refusal(text, fault)
    return side, pieces


def read_squares(text, position):
    """Returns {square: is_king} from one side's list."""
    squares = {}
    for item in text.split(",") if text else ():
        king = item.strip().startswith("K")
        first, dash, last = item.strip().removeprefix("K").partition("-")
        last = last if dash else first
        if not is_number(first) or not is_number(last):
            raise refusal(position, f"{item!r} is neither a square, nor a range, nor a king such as 'K31'")
        if not 1 <= int(first) <= int(last) <= 32:
            raise refusal(position, f"{item!r} is not on the board, whose squares are 1 to 32")
        for square in range(int(first), int(last) + 1):
            if square in squares:
                raise refusal(position, f"square {square} is named twice")
            squares[square] = king
    return squares


def is_number(text):
    return len(text) in (1, 2) and text.isascii() and text.isdigit()


def find_fault(side, pieces):
    """Returns the reason why a position is impossible, or None."""
    overlap = pieces["B"].keys() & pieces["W"].keys()
    if overlap:
        return f"square {min(overlap)} holds a black and a white piece"
    for colour, squares in pieces.items():
        if len(squares) > MAX_PIECES:
            return f"{SIDES[colour]} has {len(squares)} pieces, more than {MAX_PIECES}"
        for square, king in squares.items():
            if square in CROWN_ROW[colour] and not king:
                return f"the {SIDES[colour]} man on square {square} stands on its crown row, where it would be a king"
    other = "W" if side == "B" else "B"
    if not pieces[other]:
        return f"{SIDES[other]}, who has just moved, has no piece"
    return None


def write(side, pieces):
    """Returns the text of a position, with White's squares first, in ascending order."""
    lists = [colour + ",".join(f"{'K' * king}{square}" for square, king in sorted(pieces[colour].items()))
             for colour in "WB"]
    return ":".join([side, *lists])


def refusal(text, fault):
    return PositionError(f"{text!r} is not a position: {fault}")
