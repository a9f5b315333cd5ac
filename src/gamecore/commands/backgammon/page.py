"""Games of backgammon in the page's formats, XGID and .mat."""
from gamecore.errors import RecordError
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.stake import Stake
from gamecore.match.backgammon.mat import action_of, game_of, head_of, match_of, turn_of
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
    texts = {"XGID": table.position.xgid(stake.score, **stake.cube_arguments(table.side), doubled=stake.offered)}
    start, first = Backgammon(table.start or ""), Stake.read(table.start)
    if table.history.moves and start == Backgammon() and (first.value, first.owner) == (1, None):
        texts["mat"] = mat_of(table)
    return texts


def from_mat(text):
    game = read_mat(text, "the text")[0]
    turns = game.turns
    if not any(turn.dice for turn in turns):
        raise RecordError(f"no play in {text!r:.80}")
    score, beavers = game.score_at(turns[0]), any(turn.action == "beaver" for turn in turns)
    jacoby = game.jacoby and score is None
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
    start = Backgammon().xgid(score, jacoby=jacoby, beavers=beavers) if score or jacoby or beavers else None
    return {"game": "backgammon", "position": start, "steps": steps}


def mat_of(table):
    history, stake = table.history, table.stake
    played = iter(zip(history.outcomes, history.moves))
    turns, cube = [], 1
    for step in table.steps:
        if "move" in step:
            (dice,), move = next(played)
            turns.append(turn_of(dice, move))
        elif "cube" in step:
            cube *= 2 if step["cube"] in ("double", "beaver") else 1
            turns.append(action_of({"pass": "drop"}.get(step["cube"], step["cube"]), cube))
    points = 0
    if stake.winner is not None:
        points = -stake.value if stake.winner else stake.value
    elif table.verdict():
        points = stake.points(int(table.position.final_score())) * (-1 if table.side else 1)
    score = stake.score
    head = head_of("gamecore", "a game of the page", score, stake.jacoby) + ("" if score is None else match_of(score))
    return head + game_of(turns, 1, (0, 0) if score is None else (score.white, score.black), points)
