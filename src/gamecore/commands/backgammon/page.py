"""Games of backgammon in the page's formats, XGID and .mat."""
from gamecore.errors import RecordError
from gamecore.games.backgammon.position import Backgammon
from gamecore.match.backgammon.mat import action_of, game_of, head_of, turn_of
from gamecore.match.backgammon.mat_reader import read_mat


def read_game(text):
    """Returns the record of a game in a text, or None if it is in neither format."""
    if "XGID=" in text:
        return {"game": "backgammon", "position": text[text.index("XGID="):].split()[0], "steps": []}
    if "point match" in text.lower() or ") " in text and "/" in text and ": " in text and "[" not in text:
        return from_mat(text)
    return None


def texts_of(table):
    """Returns a game in both formats."""
    stake = table.stake
    texts = {"XGID": table.position.xgid(stake.score, **stake.told(table.side), doubled=stake.offered)}
    if table.start is None and table.history.moves:
        texts["mat"] = mat_of(table)
    return texts


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
            turns.append(action_of({"pass": "drop"}.get(step["cube"], step["cube"]), cube))
    points = 0
    if stake.winner is not None:
        points = -stake.value if stake.winner else stake.value
    elif table.verdict():
        points = stake.value * int(table.position.final_score()) * (-1 if table.side else 1)
    return head_of("gamecore", "a game of the page") + game_of(turns, 1, (0, 0), points)
