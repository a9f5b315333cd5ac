"""Games of a match as text: in the game's notation, or as one line per game, whose first moves can serve as a
ballot."""
from gamecore.games.all import game_of
from gamecore.games.outside.turns import word_of

LIMIT = "drawn by the limit of plies"


def text_of(record, a, b):
    """Returns the text of one game from its Record and the names of the two sides."""
    ballot, game = record.ballot, game_of(record.ballot.start)
    if game.notation is None:
        return line_of(record)
    sides, score = (a, b), record.points
    if record.a_first == game.second_moves(ballot.position):
        sides, score = (b, a), 1 - record.points
    headers = {"Event": "gamecore match", "Round": f"{record.pair}.{record.number}"}
    headers |= {turn.capitalize(): side for turn, side in zip(game.turns, sides, strict=True)}
    written = game.part(game.notation).written
    remark = None if record.complete else LIMIT
    return written(ballot.start, [*ballot.moves, *record.moves], score, headers, remark) + "\n"


def line_of(record):
    """Returns a line with the ballot and the moves of a game, the ballot's length, the side that began, and the
    winner."""
    ballot = record.ballot
    word = "moves" if ballot.text and not ballot.moves else ""
    winner = {1.0: "a wins", 0.5: "a draw", 0.0: "b wins"}[record.points]
    first = "a" if record.a_first else "b"
    moves = " ".join(filter(None, [ballot.text, word, *map(word_of, record.moves)]))
    limit = "" if record.complete else f", {LIMIT}"
    opening = f"; moves of the opening: {len(ballot.moves)}" if ballot.moves else ""
    return f"{moves}  # game {record.pair}.{record.number}, {first} begins: {winner}{limit}{opening}\n"
