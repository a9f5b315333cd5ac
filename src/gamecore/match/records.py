"""Games of a match as text: PDN for checkers; otherwise one line a game, which can serve as a ballot."""
from gamecore.games.checkers import pdn
from gamecore.games.checkers.position import Checkers

RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}       # PDN: White's before Black's
LIMIT = "drawn by the limit of plies"


def text_of(record, a, b):
    """The text of one game.

    Parameters
    ----------
    record : Record
    a, b : str
        The names of the two sides.
    """
    return pdn_of(record, a, b) if isinstance(record.ballot.start, Checkers) else line_of(record)


def pdn_of(record, a, b):
    """A game of checkers in PDN, the ballot's moves included."""
    ballot = record.ballot
    black_first = ballot.position.turn == "black"
    a_is_black = record.a_first == black_first
    headers = {"Event": "gamecore match", "Round": f"{record.pair}.{record.number}", "Black": a if a_is_black else b,
               "White": b if a_is_black else a}
    if ballot.start != Checkers():
        headers["FEN"] = str(ballot.start)
    game = pdn.Game(headers, [*ballot.moves, *record.moves],
                    result=RESULTS[1 - record.points if a_is_black else record.points])
    if not record.complete:
        game.remark(LIMIT)
    return f"{game}\n"


def line_of(record):
    """The ballot and the moves of a game, which side began, and which won."""
    ballot = record.ballot
    word = "moves" if ballot.text and not ballot.moves else ""
    winner = {1.0: "a wins", 0.5: "a draw", 0.0: "b wins"}[record.points]
    first = "a" if record.a_first else "b"
    moves = " ".join(filter(None, [ballot.text, word, *map(str, record.moves)]))
    limit = "" if record.complete else f", {LIMIT}"
    return f"{moves}  # game {record.pair}.{record.number}, {first} begins: {winner}{limit}\n"
