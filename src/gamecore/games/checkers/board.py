"""Boards of checkers in text, as lines of segments for gamecore.screen.console."""
SIDES = {"b": "bold red", "w": "bold yellow", ".": "dim"}
LAST = "bold cyan"


def draw(position, last_move, fancy, turned):
    """Returns the rows with the squares' numbers beside them; the squares of the last move are in ()."""
    path = last_move.path if last_move is not None else ()
    lines = []
    for row, symbols in enumerate(position.rows()):
        indent, pad = ("", "  ") if row % 2 else ("  ", "")
        cells = [square(symbol, 4 * row + column in path) for column, symbol in enumerate(symbols, 1)]
        numbers = "".join(f"{4 * row + column:4}" for column in range(1, 5))
        lines.append([indent, *(part for cell in cells for part in cell), (pad + indent + numbers, "dim")])
    return lines


def square(symbol, is_marked):
    left, right = "()" if is_marked else "  "
    return (left, LAST), (symbol, SIDES[symbol.lower()] + " reverse" * is_marked), (right + " ", LAST)
