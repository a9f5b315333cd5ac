"""Games of backgammon as XGID, as GNU Backgammon's IDs, and as .mat."""
import re

from gamecore.errors import RecordError
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.text import write_match_id
from gamecore.match.backgammon.mat import action_of, game_of, head_of, match_of, turn_of
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.playing.saved import chosen

SIDES = "white", "black"             # the left one and the right one of a .mat


def read_game(text, number=None):
    """Returns the record of the game in a text, or None if the text has none of the formats."""
    if "XGID=" in text:
        return {"game": "backgammon", "position": chosen(re.findall(r"XGID=\S*", text), number), "steps": []}
    if "point match" in text.lower() or ") " in text and "/" in text and ": " in text and "[" not in text:
        return from_mat(text, number)
    return None


def texts_of(game):
    """Returns a game in these formats."""
    stake = game.stake
    xgid = game.position.xgid(stake.score, **stake.cube_arguments(game.side), doubled=stake.offered)
    texts = {"XGID": xgid, "GNU": f"{game.position.position_id}:{write_match_id(xgid)}"}
    if game.moves and begins_usually(game):
        texts["mat"] = mat_of(game)
    return texts


def begins_usually(game):
    """Whether a game begins as in a .mat file, in the first position with the cube in the middle."""
    stake = game.root.stake
    return game.root.position == Backgammon() and (stake.value, stake.owner, stake.offered) == (1, None, False)


def from_mat(text, number):
    game = chosen(read_mat(text, "the text"), number)
    turns = game.turns
    if not any(turn.dice for turn in turns):
        raise RecordError(f"no play in {text!r:.80}")
    score = game.score_at(turns[0])
    rules = {"jacoby": game.jacoby, "beavers": game.beavers} if score is None else {}
    steps = []
    before = Backgammon()
    for turn in turns:
        if (before.own, before.other) != (turn.position.own, turn.position.other):
            raise RecordError(f"line {turn.line}: the plays do not follow each other")
        if turn.action:
            steps.append({"cube": {"drop": "pass"}.get(turn.action, turn.action)})
            continue
        if not steps and turn.dice[0] == turn.dice[1]:
            raise RecordError(f"line {turn.line}: {turn.dice} is not an opening roll, whose dice decide who begins")
        dice = tuple(sorted(turn.dice, reverse=not (turn.side and not steps)))
        steps += [{"chance": str(dice)}, {"move": str(turn.move)}]
        before = turn.position.roll(*dice).play(turn.move)
    level, rest = divmod(game.points, turn.cube // 2 if turn.action == "double" else turn.cube)
    if not before.is_over() and turn.action != "drop" and 1 <= level <= 3 and not rest:
        steps.append({"end": f"{SIDES[1 - game.winner]} resigned" + f" {level}" * (level > 1)})
    cube = next((turn.cube // 2 for turn in turns if turn.action == "double"), 1)       # after automatic doubles
    start = Backgammon().xgid(score, cube, **rules) if score or cube > 1 or any(rules.values()) else None
    names = None if game.names == ("a", "b") else list(game.names)
    cube = {} if game.has_cube else {"cube": False}
    return {"game": "backgammon", "position": start, "steps": steps, "names": names} | cube


def mat_of(game):
    """Returns a game as a .mat text, preceded by the match's earlier games as far as the format can express them."""
    games = [game]
    while games[0].previous is not None and begins_usually(games[0].previous):
        games.insert(0, games[0].previous)
    stake = games[0].root.stake
    score = stake.score
    head = head_of(*game.names, score, stake.jacoby, stake.beavers) + (
        "" if score is None else match_of(score, games[0].cube))
    return head + "".join(mat_game(game, number) for number, game in enumerate(games, 1))


def mat_game(game, number):
    turns, cube, score, result = [], 1, game.stake.score, game.result
    for point in game.line:
        if point.kind == "move":
            before = point.parent
            turns += [""] * (before.side and not turns) + [turn_of(before.position.dice, point.step)]
        elif point.kind == "cube":
            cube *= 2 if point.step in ("double", "beaver") else 1
            turns.append(action_of({"pass": "drop"}.get(point.step, point.step), cube))
    points = 0 if result is None else -result.points if result.winner else result.points
    return game_of(turns, number, (0, 0) if score is None else (score.white, score.black), points, game.names)
