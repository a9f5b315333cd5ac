"""Games and positions as text: saved games, PDN, .mat, XGID, or a position in its game's notation."""
import json

from gamecore.commands.history import FORMAT
from gamecore.errors import GamecoreError, RecordError
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers import pdn
from gamecore.games.checkers.position import Checkers
from gamecore.match.backgammon.mat import game_of, head_of, turn_of
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.serve.table import Table

LENGTH = 200_000                         # characters


def read_any(games, text, name):
    """Returns a record of the page from a text; of a file of several games, the first.

    Parameters
    ----------
    games : dict of str to Game
    text : str
    name : str
        The game on the board, whose notation is tried first for a position.

    Raises
    ------
    RecordError
        gamecore reads no such text.
    GamecoreError
        The text can be read, but something in it is impossible.
    """
    if len(text) > LENGTH:
        raise RecordError(f"a text of {len(text):,} characters; up to {LENGTH:,} are read")
    text = text.strip()
    if text.startswith("{"):
        return saved(games, text)
    if "XGID=" in text:
        return from_xgid(text[text.index("XGID="):].split()[0])
    if "point match" in text.lower() or ") " in text and "/" in text and ": " in text and "[" not in text:
        return from_mat(text)
    if text.startswith("[") or "1." in text:
        return from_pdn(text)
    names = [name] * (name in games) + [other for other in games if other != name]
    faults = {}
    for other in names:
        try:
            return Table(games, {"game": other, "position": text, "steps": []}).record()
        except GamecoreError as error:
            faults[other] = error
    raise RecordError(f"nothing that any game reads: {text!r:.80}") from faults.get(name)


def saved(games, text):
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no saved game: {error}") from error
    if record.get("format") != FORMAT:
        raise RecordError(f'no saved game: expected an object with "format": {FORMAT!r}, not {text!r:.80}')
    return Table(games, record).record()


def from_pdn(text):
    games = pdn.read(text)
    if not games:
        raise RecordError(f"no game in {text!r:.80}")
    return {"game": "checkers", "position": games[0].headers.get("FEN"),
            "steps": [{"move": str(move)} for move in games[0].moves]}


def from_mat(text):
    games = read_mat(text, "the text")
    turns = games[0].turns if games else []
    if not any(turn.dice for turn in turns):
        raise RecordError(f"no play in {text!r:.80}")
    steps = []
    before = Backgammon()
    for turn in turns:
        if (before.own, before.other) != (turn.position.own, turn.position.other):
            raise RecordError(f"line {turn.line}: the plays do not follow each other")
        if turn.action:
            steps.append({"cube": {"drop": "pass"}.get(turn.action, turn.action)})
            continue
        dice = tuple(sorted(turn.dice, reverse=True))
        steps += [{"chance": str(dice)}, {"move": str(turn.move)}]
        before = turn.position.roll(*dice).play(turn.move)
    return {"game": "backgammon", "position": None, "steps": steps}


def from_xgid(text):
    position = Backgammon(text)
    return {"game": "backgammon", "position": str(position), "steps": []}


def write_all(table):
    """Returns the game in every notation that it has: name of the notation -> text."""
    texts = {"position": str(table.position), "saved": json.dumps({"format": FORMAT} | table.record(), indent=1)}
    if isinstance(table.position, Checkers):
        texts["PDN"] = pdn_of(table)
    if isinstance(table.position, Backgammon):
        texts["XGID"] = xgid_of(table)
        if table.start is None and table.history.moves:
            texts["mat"] = mat_of(table)
    return texts


def xgid_of(table):
    board, _, _, *rest = table.position.xgid().split(":")
    stake = table.stake
    owner = 0 if stake.owner is None else 1 if stake.owner == table.side else -1
    return ":".join([board, str(stake.value.bit_length() - 1), str(owner), *rest])


def pdn_of(table):
    start, last = table.history.positions[0], table.position
    headers = {"FEN": str(start)} if table.start else {}
    result = "*"
    if last.outcome is not None:
        result = "1/2-1/2" if last.outcome == "draw" else "1-0" if last.turn == "white" else "0-1"
    return str(pdn.Game(headers, list(table.history.moves), {}, result))


def mat_of(table):
    history, stake = table.history, table.stake
    played = iter(zip(history.outcomes, history.moves))
    turns, cube = [], 1
    for step in table.steps:
        if "move" in step:
            (dice,), move = next(played)
            turns.append(turn_of(dice, move))
        elif "cube" in step:
            cube *= 1 + (step["cube"] == "double")
            turns.append({"double": f" Doubles => {cube}", "take": " Takes", "pass": " Drops"}[step["cube"]])
    points = 0
    if stake.winner is not None:
        points = -stake.value if stake.winner else stake.value
    elif table.verdict():
        points = stake.value * int(table.position.final_score()) * (-1 if table.side else 1)
    return head_of("gamecore", "a game of the page") + game_of(turns, 1, (0, 0), points)
