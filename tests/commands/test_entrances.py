"""Tests that a position has the same evaluation, result, side and search through every interface: the API, arrays and
many at a time, JSON lines, UGI, the command for programs and for people, and the page."""
import asyncio
from contextlib import aclosing
from io import StringIO

import pytest

from gamecore import Backgammon, Engine, MatchScore, arrays, search_many
from gamecore.playing.names import load
from gamecore.playing.game import Game
from gamecore.playing.tree import GameTree
from gamecore.protocols.ugi import score_words
from gamecore.search.iteration import plain
from tests import small_games
from tests.commands.test_json_lines import answers
from tests.commands.test_ugi import host as host

LOST, WON = -30000, 30000
SHUFFLE = ["18-14", "1-5", "14-18", "5-1"] * 2               # the third time draws

# The game, its first position, the moves from there, and the result of a game that is over.
POSITIONS = [
    ("connect-four", "4453", [], None),
    ("connect-four", "1212121", [], LOST),
    ("connect-four", "121212", ["1"], LOST),
    ("connect-four", "547125662261271266215743771576315353334444", [], 0),
    ("checkers", "W:W18:B3", [], None),
    ("checkers", "W:W5:B1,2", [], LOST),
    ("checkers", "B:W22:B17", ["17-26"], LOST),
    ("checkers", "W:WK18,K23:BK1", SHUFFLE, 0),
    ("backgammon", "4HPwATDgc/ABMA", [], None),
    ("backgammon", "AQAAAAAAAAAAAA", [], 1.0),
    ("backgammon", "AAAAAAABAAAAAA", [], -1.0),
    ("games.nim:Nim", "5", [], None),
    ("games.nim:Nim", "2", ["A2"], WON),
    ("games.nim:ClassicNim", "2", ["A2"], LOST),
    ("games.tic_tac_toe:TicTacToe", ".../.../...", ["1", "4", "2", "5", "3"], LOST),
    ("games.pig:Pig", None, [], None),
]
TIMES = {"seconds", "loading_seconds", "cpu_seconds", "nps"}

# Positions to be searched: won, lost, drawn, of either side, before and after a roll, and how deep.
SEARCHED = [
    ("connect-four", None, [], 6), ("connect-four", None, ["4"], 6), ("connect-four", "112233", [], 4),
    ("connect-four", "444555542214545", [], 4),
    ("connect-four", "54712566226127126621574377157631535333", [], 6),
    ("checkers", None, [], 6), ("checkers", None, ["11-15"], 6), ("checkers", "W:WK1,K2:BK32", [], 3),
    ("checkers", "B:WK1,K2:BK32", [], 3), ("checkers", "W:WK18,K23:BK1", SHUFFLE[:5], 4),
    ("backgammon", None, [], 1), ("backgammon", None, ["31"], 0), ("backgammon", None, ["31", "8/5,6/5"], 1),
    ("backgammon", None, ["31", "8/5,6/5", "64"], 1), ("backgammon", "2+4OAADY7QMAAA", [], 1),
    ("games.nim:Nim", "5", [], 6), ("games.nim:Nim", "4", ["A1"], 6),
    ("games.tic_tac_toe:TicTacToe", None, ["5"], 9), ("games.tic_tac_toe:TicTacToe", "xx./oo./...", [], 3),
    ("games.kalah:Kalah", None, [], 4), ("games.kalah:Kalah", "2 1 1 0 / 1 0 2 0", ["2"], 5),
    ("games.pig:Pig", "20", [], 3), ("games.pig:Pig", "20 3 4 5?", [], 3), ("games.pig:Pig", "20 3 4 15", [], 2),
]
POSITIONS_NOW = [row for row in POSITIONS if not row[2]]         # those that a command can be given


@pytest.mark.parametrize("name, text, moves, result", POSITIONS)
def test_programs_get_the_evaluation_of_the_engine(host, name, text, moves, result):
    history, engine = GameTree(load(name), text), Engine(hash_mb=1)
    for move in moves:
        history.act(move)
    score = engine.evaluate(history.position)
    assert result is None or score == result
    assert answers({"do": "evaluate", "moves": moves} | ({} if text is None else {"position": text}),
                   game=name)[0]["score"] == score
    place = "position startpos" if text is None else f"position fen {text}"
    assert host(name).ask(" ".join([place, "moves", *moves]), "eval") == [
        f"info string evaluation {score_words(score)}"]


@pytest.mark.parametrize("name, text, moves, result", POSITIONS_NOW)
def test_people_get_the_evaluation_of_the_engine(records, name, text, moves, result):
    position = load(name).start() if text is None else load(name).from_text(text)
    record, = records(f"evaluate {name}", *([] if text is None else ["--position", text]))
    assert record["equity" if name == "backgammon" else "score"] == Engine(hash_mb=1).evaluate(position)


@pytest.mark.parametrize("name", ["connect-four", "checkers", "backgammon"])
def test_many_positions_have_the_evaluation_of_each(name):
    engine, positions = Engine(hash_mb=1), [load(name).from_text(text) for game, text, _, _ in POSITIONS_NOW
                                            if game == name]
    assert list(engine.evaluate_many(positions)) == list(map(engine.evaluate, positions))


def test_a_function_of_one_s_own_is_not_asked_about_a_finished_game():
    engine = Engine(hash_mb=1, evaluation=lambda position: 5)
    assert [engine.evaluate(load("connect-four").from_text(text)) for text in ("4453", "1212121")] == [5, LOST]


class Falsy(small_games.Nim):
    """Its only move, to win, is 0, and it shows the moves that its pictures were given."""

    moves = [0]

    def __init__(self, coins=1):
        self.coins = coins

    def legal_moves(self):
        return self.moves[:self.coins]

    def play(self, move):
        return type(self)(0)

    def svg(self, arrows, **options):
        return f"arrows {arrows!r}"


class Passes(Falsy):
    """Its only move is None."""

    moves = [None]


@pytest.mark.parametrize("game", [Falsy, Passes])
def test_a_move_that_python_takes_for_nothing_is_a_move(run, play, host, game):
    assert f"best move {game.moves[0]}, score" in run(f"search {__name__}:{game.__name__} --depth 1")[1]
    assert host(game).search("position startpos", "go depth 1")[-1] == f"bestmove {game.moves[0]}"
    printed = play("--players person person", game.moves[0], game=f"{__name__}:{game.__name__}")[1]
    assert "The first player wins." in printed
    assert f"arrows {game.moves!r}" in Engine(hash_mb=1).search(game(), depth=1)._repr_html_()


def history_of(name, text, moves, make=GameTree):
    history = make(load(name), text)
    for move in moves:
        history.act(move)
    return history


def steady(record):
    """A record of a search without what only some entrances say, and without times."""
    return {key: value for key, value in record.items()
            if key not in TIMES | {"type", "game", "position", "hash_used", "about", "probabilities"}}


def in_words(score):
    """A score as people read it."""
    if isinstance(score, float):
        return f"{score:+z.3f}"
    if abs(score) <= 20000:
        return f"{score:+d}" if score else "0"
    return ("win" if score > 0 else "loss") + (f" in {30000 - abs(score)}" if abs(score) > 25000 else "")


def in_ugi(score):
    """A score as UGI has it, in moves of the winner."""
    if isinstance(score, float):
        return f"cp {round(100 * score)}"
    if abs(score) <= 25000:
        return f"cp {score}"
    plies = 30000 - abs(score)
    return f"mate {-(plies // 2) if score < 0 else (plies + 1) // 2}"


@pytest.mark.parametrize("name, text, moves, depth", SEARCHED)
def test_a_search_has_one_result(host, run, records, name, text, moves, depth):
    position = history_of(name, text, moves).position
    result = Engine(hash_mb=1).search(position, depth=depth)
    expected = steady(result.as_dict())
    assert result.nps == (result.nodes / result.seconds if result.seconds else 0)
    for found in (Engine(hash_mb=1).start(position, depth=depth).result(),
                  *search_many([position] * 2, depth=depth, hash_mb=1)):
        assert steady(found.as_dict()) == expected
    place = {} if text is None else {"position": text}
    answer = answers({"do": "search", "depth": depth, "moves": moves} | place, game=name)[-1]
    assert steady(answer) == expected and answer["position"] == str(position)
    assert answer["nps"] == (answer["nodes"] / answer["seconds"] if answer["seconds"] else 0)
    if name != "checkers" or not moves:              # a command is given no moves
        words = f"search {name} --depth {depth} --hash-mb 1 --position", str(position)
        assert steady(records(*words)[-1]) == expected
        shown = " ".join(run(*words)[1].split())
        best = result.move or "none: chance acts first"
        assert f"best move {best}, score {in_words(result.score)}" in shown
        assert f"depth {result.depth}, {result.nodes:,} nodes in " in shown
    place = "position startpos" if text is None else f"position fen {text}"
    *_, line, best = host(name).search("setoption name switches value exact", " ".join([place, "moves", *moves]),
                                       f"go depth {depth}")
    fields = line.split()
    pv = [str(move).replace(" ", ",") for move in result.pv]
    assert " ".join(fields[3:fields.index("nodes")]) == f"score {in_ugi(result.score)}"
    assert (fields[2], fields[fields.index("nodes") + 1]) == (str(result.depth), str(result.nodes))
    assert fields[fields.index("pv") + 1:] == pv
    assert best.split()[1] == (pv[0] if pv else "(none)")


@pytest.mark.parametrize("name, text, moves", [row[:3] for row in POSITIONS + SEARCHED])
def test_a_position_has_one_side_and_one_outcome(host, name, text, moves):
    history = history_of(name, text, moves)
    position, place = history.position, {} if text is None else {"position": text}
    answer, = answers({"do": "position", "moves": moves} | place, game=name)
    assert (answer["turn"], answer["outcome"]) == (plain(position.turn), position.outcome)
    over = position.is_over()
    score = position.final_score() if over else None
    assert (position.outcome is not None) == over == (answer["moves"] == answer["chance"] == [])
    assert {None: None, "win": 1, "loss": -1, "draw": 0}[position.outcome] == (score and (1 if score > 0 else -1))
    place = "position startpos" if text is None else f"position fen {text}"
    talk = host(name)
    first = history.side == 0
    asked = [talk.ask(" ".join([place, "moves", *moves]), f"query {word}")[0].split()[-1]
             for word in ("gameover", "p1turn", "result")]
    winner = "none" if score is None else "draw" if score == 0 else "p1win" if (score > 0) == first else "p2win"
    assert asked == [str(over).lower(), str(first).lower(), winner]
    if type(position) in arrays.DTYPES and (name != "checkers" or not moves):          # arrays have no history
        assert arrays.outcomes(arrays.pack([position]))[0] == (
            arrays.GOES_ON if score is None else score if name == "backgammon" else (score > 0) - (score < 0))


# The match score.

@pytest.mark.parametrize("text", ["0-0/5", "3-4/5", "4-2/5 post", "1-3/5"])
@pytest.mark.parametrize("moves", [[], ["31"], ["31", "8/5,6/5"], ["31", "8/5,6/5", "64"]])
def test_a_match_score_is_one_for_either_side_on_roll(page, records, moves, text):
    """Its first points are those of the player on roll in a text, and White's in a game."""
    position, score = history_of("backgammon", None, moves).position, MatchScore.read(text)
    turned = position.turn == "black"
    here = Backgammon(str(position))                 # White is on roll in a text
    result = Engine(hash_mb=1, match=score).search(here, depth=0)
    words, xgid = ["--position", str(position), "--score", text], here.xgid(score)
    found = records("search backgammon --depth 0 --hash-mb 1", *words)[-1]
    assert steady(found) == steady(result.as_dict()) | {"match_chance": score.chance_of(result.score)}
    with_cube = records("search backgammon --depth 0 --hash-mb 1 --position", xgid)[-1]
    assert steady(with_cube | {"cube": None}) == steady(found) | {"cube": None}
    assert records("evaluate backgammon", *words)[-1]["equity"] == result.score
    state = page.analysed({"game": "backgammon", "position": xgid}, 0)
    assert agrees(state["score"], result.score, 0, ("white", "black")) and state["lines"][0]["value"] == result.score
    engine = Engine(hash_mb=1, match=MatchScore(score.black, score.white, 5, score.post_crawford) if turned else score)
    own = engine.search(position, depth=0)
    # what the results are worth to either player is rounded apart
    assert own.score == pytest.approx(result.score, rel=1e-12) and own.move == result.move
    assert list(engine.evaluate_many([position] * 2)) == [engine.evaluate(position)] * 2


# The page.

GAMES = ("games.nim:Nim", "games.nim:ClassicNim", "games.tic_tac_toe:TicTacToe", "games.kalah:Kalah", "games.pig:Pig")


class Page:
    """The endpoints of the page in this process."""

    def __init__(self):
        from gamecore.games.all import GAMES as BUILT_IN
        from gamecore.serve import game_state, thinking, wire
        self.games = BUILT_IN | {name: load(name) for name in GAMES}
        self.thinking, self.table_of, self.state = thinking, game_state.GameState, wire.State

    def record(self, name, text, moves):
        """A game as the page sends it."""
        history, steps = history_of(name, text, []), []
        for move in moves:
            chances = history.outcomes()
            history.act(move)
            steps.append({"chance" if chances else "move": str(history.here.step)})
        return {"game": name, "position": text, "steps": steps}

    def first(self, endpoint, record, wanted):
        """The first event that is wanted, behind which the page is closed."""
        async def first():
            async with aclosing(endpoint(self.state(self.games), record)) as events:
                return await anext(event async for event in events if wanted(event))
        return asyncio.run(first())

    def analysed(self, record, depth):
        """What is shown when a depth is finished."""
        return self.first(self.thinking.analyse, record,
                          lambda event: event.get("depth", -1) >= depth and event["lines"])


@pytest.fixture(scope="module")
def page():
    return Page()


def agrees(words, score, side, sides):
    """Whether the page's sentence says of a score of the side to move for whom it is, and whether it is a proved one.

    Even is what a graph shows within a twentieth of its height: a tenth of a point, or a tenth of a man.
    """
    if words == "the position is even":
        return abs(score) <= (0.1 if isinstance(score, float) else 11)
    better = sides[side if score > 0 else 1 - side]
    return words.startswith(f"{better} wins" if isinstance(score, int) and abs(score) > 20000 else f"{better} is ")


@pytest.mark.parametrize("name, text, moves, depth", [row for row in SEARCHED if row[0] != "connect-four"])
def test_the_page_analyses_as_the_engine_searches(page, name, text, moves, depth):
    """Of connect four it shows the solver's results, which tests/serve/test_numbers.py compares."""
    history, record = history_of(name, text, moves), page.record(name, text, moves)
    position = history.position
    result = Engine(hash_mb=32, switches="play").search(position, depth=depth, multipv=3)
    reply = page.analysed(record, result.depth)
    assert reply["depth"] == result.depth and agrees(reply["score"], result.score, history.side, history.sides)
    assert reply["nodes"] == sum(iteration.nodes for iteration in result.iterations)
    assert reply["nps"] == (reply["nodes"] / reply["seconds"] if reply["seconds"] else None)
    assert [(line["value"], line["score"], line["moves"]) for line in reply["lines"]] == [
        (score, in_words(score), list(map(str, line))[:30]) for score, line in result.lines]


@pytest.mark.parametrize("name, text, moves", [row[:3] for row in POSITIONS + SEARCHED])
def test_the_page_knows_whose_turn_it_is_and_who_has_won(page, name, text, moves):
    history = history_of(name, text, moves, Game)
    table = page.table_of(page.games, page.record(name, text, moves))
    position, answer = history.position, table.state()
    assert answer["now"] == str(position) and answer["side"] == history.side
    assert [move["text"] for move in answer["moves"]] == list(map(str, history.legal_moves()))
    assert answer["chance"] == [str(outcome) for outcome, _ in history.outcomes()]
    if position.outcome is None:
        assert answer["over"] is None
    elif position.outcome == "draw":
        assert answer["over"] == ("a draw by repetition" if name == "checkers" else "a draw")
    else:
        winner = answer["side"] ^ (position.outcome == "loss")
        assert answer["over"].startswith(f"{table.game.sides[winner]} wins")


@pytest.mark.parametrize("name, text, moves", [row[:3] for row in POSITIONS if row[3] is not None] + [
    ("connect-four", "112233", []), ("connect-four", "11223", ["7"]), ("checkers", "W:WK1,K2:BK32", ["1-6"]),
    ("backgammon", None, ["31"]), ("backgammon", None, ["31", "8/5,6/5", "64"])])
def test_the_graph_of_a_game_is_that_of_the_side_that_began(page, name, text, moves):
    history, record = history_of(name, text, moves), page.record(name, text, moves)
    position, first = history.position, history.side == 0
    last = page.first(page.thinking.graph, record, lambda event: event.get("ply") == len(history.moves))
    if position.is_over():
        score = position.final_score()
        assert last["score"] == page.table_of(page.games, record).verdict()
    else:
        score = Engine(switches="play").search(position, depth=0 if name == "backgammon" else 5).score
        shown = last["score"] == in_words(score if first else -score)
        assert shown or agrees(last["score"], score, history.side, history.sides)
    assert (last["value"] > 0, last["value"] < 0) == ((score > 0, score < 0) if first else (score < 0, score > 0))


@pytest.mark.parametrize("name, text, depth", [(name, text, depth) for name, text, moves, depth in SEARCHED
                                               if not moves and name not in ("backgammon", "games.pig:Pig")])
def test_a_hint_is_the_engine_s_move_and_score(run, monkeypatch, name, text, depth):
    monkeypatch.setattr("sys.stdin", StringIO("hint\nquit\n"))
    result = Engine(switches="play").search(history_of(name, text, []).position, depth=depth)
    opinion = in_words(result.score)
    if result.outcome is None:
        opinion = f"score {opinion}, depth {result.depth}"
    elif result.plies_to_end is None:
        opinion = f"a {result.outcome}"
    shown = run(f"play {name} --depth {depth}", *([] if text is None else ["--position", text]))[1]
    assert f"I would play {result.move}   {opinion}\n" in shown


@pytest.mark.parametrize("words", ["protocol json {}", "protocol ugi {}", "serve --game {}"])
def test_a_game_of_several_players_is_refused(refusal, words):
    assert "'ThreeNim' has a mover()" in refusal(words.format("tests.trees.test_max_n:ThreeNim"))
