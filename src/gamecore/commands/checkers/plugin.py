"""The additions of checkers to the commands that serve every game, and to the page: PDN."""
from gamecore.commands.plugins import GamePlugin
from gamecore.errors import RecordError
from gamecore.games.checkers import pdn

SCORES = {None: None, "draw": 0.5, "win": 1.0, "loss": 0.0}


class CheckersPlugin(GamePlugin):
    refused = {"databases": ""}

    def read_game(self, text):
        if text.startswith(("W:", "B:")) or not (text.startswith("[") or "1." in text):        # a FEN may end so
            return None
        games = pdn.read(text, errors="collect")         # a later game's error does not matter
        if not games:
            raise RecordError(f"no game in {text!r:.80}")
        if games[0].error:
            raise games[0].error
        return {"game": "checkers", "position": games[0].headers.get("FEN"),
                "steps": [{"move": str(move)} for move in games[0].moves]}

    def texts_of(self, table):
        score, last = SCORES[table.position.outcome], table.position
        if score is not None and last.turn == "white":
            score = 1 - score
        return {"PDN": pdn.written(table.history.positions[0], table.history.moves, score)}


PLUGIN = CheckersPlugin()
