"""The endpoints for games and trees. They provide the data of the pages, and load and save games as text."""
from functools import partial
from re import fullmatch

from gamecore.errors import LimitError, MoveError, RecordError
from gamecore.laboratory.exercises import KINDS, is_right, problems
from gamecore.playing.players import level_words
from gamecore.playing.texts import read_any, texts_of
from gamecore.serve.game_state import GameState, checked_text, view_of
from gamecore.trees import svg, walk
from gamecore.trees.page import searches
from gamecore.trees.suitable import root_of, searched, suitable

LENGTH = 200_000                     # characters of a text
NODES = 400                          # of a tree


def state(app, record):
    """Returns the current state of a game.

    With "dice": "server" chance outcomes are drawn at once; with "dice": {"seed": n} they are the same each time. With
    "cube" the draw waits if the side on roll may double.
    """
    table = GameState(app.games, record)
    dice = record.get("dice")
    waits = record.get("cube") is True and table.cube_actions()
    if not waits and (dice == "server" or isinstance(dice, dict)):
        table.seed = None if dice == "server" else dice.get("seed")
        table.draw_outcomes()
    view = view_of(record)
    state = table.state(**view)
    arrows = record.get("arrows") or []
    if not (isinstance(arrows, list) and all(isinstance(text, str) for text in arrows)):
        raise RecordError(f"arrows are a list of moves as text, not {arrows!r:.80}")
    if arrows:
        state["picture"] = table.draw(arrows=[table.read(text) for text in arrows[:5]], **view)
    if table.game.enters:
        entry = table.game.part("entry")
        state["pips"] = list(table.position.pips)[::-1 if table.side else 1]
        state["xgid"] = table.position.xgid(table.stake.score, **table.stake.cube_arguments(table.side))
        if table.position.dice:
            state |= entry_of(table, entry.PlayEntry, record.get("entered") or [], view)
    return state


def entry_of(table, PlayEntry, entered, view):
    """Returns the state of a play that is entered checker by checker."""
    if not (isinstance(entered, list) and len(entered) <= 4
            and all(isinstance(step, list) and len(step) == 2 and all(isinstance(point, int) for point in step)
                    for step in entered)):
        raise RecordError(f"a play is entered as a list of up to four pairs of points, not {entered!r:.80}")
    entry = PlayEntry(table.position, entered)
    state = {"entered": entered, "ways": entry.ways, "play": entry.play and str(entry.play)}
    return state | ({"picture": table.draw(entered=entry.here, **view)} if entered else {})


def cube(app, record):
    """Returns an engine's cube action, {"action": "double", "roll", "take", "beaver" or "pass", "remark": text}."""
    table = GameState(app.games, record)
    if not table.cube_actions():
        raise MoveError(f"nothing to do with a cube in {str(table.position)!r}")
    action, remark, _ = table.cube_decision()
    return {"action": action, "remark": remark}


def games(app, record):
    """Returns the games that can be played, those with chance, and the levels of each in words."""
    games = app.games
    return {"games": list(games), "chance": [name for name, game in games.items() if game.start().outcomes],
            "levels": {name: [level_words(game, number) for number in range(1, 11)] for name, game in games.items()}}


def read(app, record):
    """Returns the record of a game, or of a position, that was pasted or loaded as text."""
    text = record.get("text")
    if not isinstance(text, str):
        raise RecordError(f"expected a text, not {text!r:.80}")
    return read_record(app.games, text, record.get("game"))


def read_record(games, text, name):
    """Returns the record of the game in a text; of an archive or a match, the first game. `name` is the game on the
    board."""
    if len(text) > LENGTH:
        raise RecordError(f"a text of {len(text):,} characters; up to {LENGTH:,} are read")
    return read_any(text, partial(GameState, games), games, name, number=1).record()


def write(app, record):
    """Returns a game in all its notations."""
    checked_text(record.get("game"))
    return texts_of(GameState(app.games, record))


def tree(app, record):
    """Returns the steps and pictures of every search that is applicable to a tree, given in the notation of `gamecore
    tree`."""
    words = {name: record.get(name) or None for name in ("tree", "layers", "probabilities", "bounds")}
    for text in words.values():
        if not isinstance(text, str | None):
            raise RecordError(f"expected a text, not {text!r:.80}")
    root = root_of(words["tree"] or "", words["layers"], words["probabilities"])
    if (nodes := sum(1 for _ in walk(root))) > NODES:
        raise LimitError(f"a tree of {nodes!r} nodes is too large for the page: expected up to {NODES}")
    return searches({name: searched(root, name, bounds=words["bounds"])
                     for name in suitable(root, bounds=words["bounds"])})


def exercise(app, record):
    """Returns the problem of a kind, seed and difficulty, and the verdict on an answer."""
    kind, seed, difficulty, answer = (str(record.get(name, "")) for name in ("kind", "seed", "difficulty", "answer"))
    if kind not in KINDS or not fullmatch("[0-9]{1,9}", seed) or difficulty not in ("1", "2", "3"):
        raise RecordError(f"expected a kind of {', '.join(KINDS)}, a seed and a difficulty from 1 to 3, not "
                          f"{[kind, seed, difficulty]!r:.80}")
    found, = problems(int(seed), kind, int(difficulty))
    verdict = "" if not answer else "Right." if is_right(found, checked_text(answer)) else f"No: {found.answer}."
    return {"kinds": [*KINDS], "question": found.question, "picture": svg(found.picture) if found.picture else "",
            "verdict": verdict}


ENDPOINTS = (state, cube, games, read, write, tree, exercise)
