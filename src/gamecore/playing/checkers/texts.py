"""Games of checkers as PDN."""
from gamecore.errors import RecordError
from gamecore.games.checkers import pdn

BLACK_SCORES = {None: 0.5, 0: 1.0, 1: 0.0}           # by the winner


def read_game(text):
    """Returns the record of the first game in a PDN, or None if the text is none."""
    if text.startswith(("W:", "B:")) or not (text.startswith("[") or "1." in text):        # a FEN may end so
        return None
    games = pdn.read(text, errors="collect")         # a later game's error does not matter
    if not games:
        raise RecordError(f"no game in {text!r:.80}")
    if games[0].error:
        raise games[0].error
    return {"game": "checkers", "position": games[0].headers.get("FEN"),
            "steps": [{"move": str(move)} for move in games[0].moves]}


def texts_of(game):
    """Returns a game as PDN."""
    score = game.result and BLACK_SCORES[game.result.winner]
    names = dict(zip(("Black", "White"), game.names)) if game.names != game.sides else {}
    return {"PDN": pdn.written(game.root.position, game.moves, score, names | game.headers)}
