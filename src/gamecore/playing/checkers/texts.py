"""Games of checkers as PDN."""
from gamecore.errors import RecordError
from gamecore.games.checkers import pdn
from gamecore.playing.saved import chosen

OF_THE_GAME = ("FEN", "SetUp", "Result", "GameType")        # headers that follow from the game
BLACK_SCORES = {None: 0.5, 0: 1.0, 1: 0.0}           # by the winner
ENDS = {"1-0": "white resigned", "0-1": "black resigned", "1/2-1/2": "agreed"}      # of games that could go on


def read_game(text, number=None):
    """Returns the record of a game in a PDN, or None if the text is not PDN.

    A result that does not follow from the rules is a resignation, or a draw by agreement.
    """
    if text.startswith(("W:", "B:")) or not (text.startswith("[") or "1." in text):        # a FEN may end in "1."
        return None
    games = pdn.read(text, errors="collect")         # another game's error does not matter
    if not games:
        raise RecordError(f"no game in {text!r:.80}")
    game = chosen(games, number)
    if game.error:
        raise game.error
    steps = [{"move": str(move)} for move in game.moves]
    if game.result in ENDS and not game.positions()[-1].is_over():
        steps.append({"end": ENDS[game.result]})
    headers = {tag: text for tag, text in game.headers.items() if tag not in OF_THE_GAME}
    names = [headers.pop(tag, "?") for tag in ("Black", "White")]
    return {"game": "checkers", "position": game.headers.get("FEN"), "steps": steps, "headers": headers,
            "names": None if names == ["?", "?"] else names}


def texts_of(game):
    """Returns a game as PDN."""
    score = game.result and BLACK_SCORES[game.result.winner]
    names = dict(zip(("Black", "White"), game.names)) if game.names != game.sides else {}
    return {"PDN": pdn.written(game.root.position, game.moves, score, names | game.headers)}
