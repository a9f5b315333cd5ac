"""A second, slow implementation of checkers, with pieces in a dict, rows and columns, and colours by name. It shares no
code with gamecore."""

FORWARD = {"b": 1, "w": -1}
SIDEWAYS = (-1, 1)


def place(square):
    """(row, column) of a square 1..32, row 0 on top."""
    row, nth = divmod(square - 1, 4)
    return row, 2 * nth + 1 - row % 2


def square(at):
    row, column = at
    return 4 * row + column // 2 + 1


def is_on_board(at):
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


def opponent(side):
    return "w" if side == "b" else "b"


def read(text):
    """(side to move, {(row, column): "b", "B", "w" or "W"}) of a text without ranges."""
    side, *lists = text.lower().split(":")
    pieces = {}
    for squares in lists:
        for item in squares[1:].split(","):
            if item:
                pieces[place(int(item.lstrip("k")))] = squares[0].upper() if item[0] == "k" else squares[0]
    return side, pieces


def write(side, pieces):
    """The text, white first, squares ascending."""
    lists = {"w": [], "b": []}
    for at, piece in sorted(pieces.items(), key=lambda item: square(item[0])):
        lists[piece.lower()].append(f"{'K' if piece.isupper() else ''}{square(at)}")
    return f"{side.upper()}:W{','.join(lists['w'])}:B{','.join(lists['b'])}"


def directions(piece):
    """A man's two, a king's four."""
    vertical = (1, -1) if piece.isupper() else (FORWARD[piece],)
    return [(down, right) for down in vertical for right in SIDEWAYS]


def jumps_from(pieces, piece, path, captured):
    """All complete jumps (path, captured) of a piece that has come along this path. pieces lacks the piece itself."""
    row, column = path[-1]
    found = []
    for down, right in directions(piece):
        over, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
        prey = pieces.get(over, piece)
        if prey.lower() != piece.lower() and over not in captured and is_on_board(landing) and landing not in pieces:
            found += jumps_from(pieces, piece, [*path, landing], [*captured, over])
    return found or ([(path, captured)] if captured else [])


def paths(side, pieces):
    """All legal moves as (path, captured): places visited, places captured. Each way of jumping is listed."""
    jumps, steps = [], []
    for at, piece in pieces.items():
        if piece.lower() != side:
            continue
        rest = {other: pieces[other] for other in pieces if other != at}
        jumps += jumps_from(rest, piece, [at], [])
        for down, right in directions(piece):
            to = (at[0] + down, at[1] + right)
            if is_on_board(to) and to not in pieces:
                steps.append(([at, to], []))
    return jumps or steps


def play(side, pieces, path, captured):
    """The position after a move."""
    after = {at: piece for at, piece in pieces.items() if at != path[0] and at not in captured}
    piece = pieces[path[0]]
    crowned = path[-1][0] == (7 if side == "b" else 0)
    after[path[-1]] = piece.upper() if crowned else piece
    return opponent(side), after


def children(text):
    """{path in squares: text of the position that it leads to}."""
    side, pieces = read(text)
    return {tuple(map(square, path)): write(*play(side, pieces, path, captured))
            for path, captured in paths(side, pieces)}


def perft(text, depth, convention):
    """Lines of play of depth plies."""
    after = children(text)
    reached = after.values() if convention == "paths" else set(after.values())
    return len(reached) if depth == 1 else sum(perft(child, depth - 1, convention) for child in reached)
