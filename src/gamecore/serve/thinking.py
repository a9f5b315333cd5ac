"""The endpoints that search: an engine's move, infinite analysis, the coach, the graph of a game, and rollouts.

Each responds with events; closing the page stops its search.
"""
import asyncio
from time import monotonic

from gamecore.core.branching import ebf
from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import GameError, GameOverError, MoveError
from gamecore.games.all import game_of
from gamecore.games.outside.turns import legal_moves
from gamecore.playing.names import part
from gamecore.playing.players import level_player
from gamecore.result import score_text
from gamecore.search.iteration import outcome_of
from gamecore.serve.game_state import GameState, view_of
from gamecore.serve.wire import streams

HASH_MB = 32
SECONDS = 1800                           # of an analysis
NODES = 20_000_000_000
DEEPEST = 60                             # plies of an analysis, and layers of chance
LINES = 10
EQUAL = {"nodes": 30_000, "seconds": 0.2}        # for each position of a graph
ROLLOUT_GAMES = 100_000
SHOW_SECONDS = 0.3                       # between two events of a rollout


def engine_for(point):
    """Returns an engine for the score and the stake at a point of a game."""
    return Engine(hash_mb=HASH_MB, switches="play", match=point.stake.match)


async def table_of(request, record):
    """Returns the game of a request, replayed in a thread."""
    return await asyncio.to_thread(GameState, request.app.state.games, record)


async def unfinished(request, record):
    """Returns the same; raises GameOverError if the game has ended."""
    table = await table_of(request, record)
    if table.verdict():
        raise GameOverError(f"the game is over in {str(table.position)!r}")
    return table


async def to_move(request, record):
    """Returns the same; raises MoveError if chance acts first."""
    table = await unfinished(request, record)
    if table.outcomes():
        raise MoveError(f"no move in {str(table.position)!r}: chance acts first")
    return table


@streams
async def move(request, record):
    """Yields {"done": true, "move": text, "remark": text} of a level's search."""
    table = await to_move(request, record)
    level = table.game.level(record.get("level", 10))
    table.seed = record.get("seed")
    player = level_player(table.game, level, table.random(" move"), HASH_MB)
    if request.app.state.slots.make_wait:
        yield {"waiting": True}
    async with request.app.state.slots.taken():
        reply = await finished(asyncio.to_thread(player.reply, table.position, table.stake.match), player.stop)
    yield {"done": True, "move": str(reply.move), "remark": reply.remark,
           "picture": table.draw(arrows=[reply.move], **view_of(record))}


@streams
async def analyse(request, record):
    """Deepens until the page is closed, and yields score, lines, nodes per second, first-move cuts and ebf."""
    table = await unfinished(request, record)
    lines = in_range("lines", record.get("lines", 3), 1, LINES)
    position, view = table.position, view_of(record)
    if request.app.state.slots.make_wait:
        yield {"waiting": True}
    async with request.app.state.slots.taken():
        solver = Scores(position) if table.game.solved_from is not None else None
        try:
            search = engine_for(table.here).start(position, depth=DEEPEST, seconds=SECONDS, nodes=NODES, multipv=lines)
            async with search:
                progress = AnalysisProgress(table, view, solver)
                if table.cube_actions() or table.has_stakes and table.outcomes():
                    *_, progress.cube = await asyncio.to_thread(table.cube_decision)
                async for iteration in search:
                    yield progress.event(iteration)
                result = await search
            while solver and not solver.task.done():
                known = len(solver.scores)
                await asyncio.wait([solver.task], timeout=0.5)
                if len(solver.scores) > known:
                    yield progress.drawn(result.lines)
            yield (progress.drawn(result.lines) | speed(result.nodes, result.seconds)
                   | {"stop": result.stop, "done": True})
        finally:
            if solver:
                await solver.end()


def speed(nodes, seconds):
    return {"nodes": nodes, "seconds": seconds, "nps": nodes / seconds if seconds else None}


class Scores:
    """A solver in a thread that finds each move's exact result, as a text."""

    def __init__(self, position):
        self.part, self.scores, self.stopped = game_of(position).part("solver"), {}, False
        self.solver = self.part.Solver(hash_mb=HASH_MB)
        self.task = asyncio.ensure_future(asyncio.to_thread(self.solve, position))

    def solve(self, position):
        for move, score in self.part.scores_by_centre(self.solver, position):
            if self.stopped or score is None:
                return
            self.scores = dict(sorted({**self.scores, move: self.part.result_text(score, position.ply)}.items()))

    async def end(self):
        self.stopped = True
        await ended(self.task, self.solver.stop)


class AnalysisProgress:
    """An analysis as a sequence of events."""

    def __init__(self, table, view, solver):
        self.table, self.view, self.solver = table, view, solver
        self.nodes, self.most, self.first_cuts = {}, 0, None
        self.latest, self.known, self.cube = {}, {}, None
        self.network = Engine(hash_mb=1) if table.game.probabilities else None

    def event(self, iteration):
        """Returns the event of an Iteration; an unfinished one brings only nodes, and the depth is the last one's."""
        if iteration.finished:
            self.nodes[iteration.depth] = iteration.nodes
            self.first_cuts = iteration.first_cuts / iteration.cuts if iteration.cuts else self.first_cuts
        # an iteration counts its own nodes, of one thread and without the solver's; a report inside one counts all
        self.most = max(self.most, sum(self.nodes.values()) if iteration.finished else iteration.nodes)
        lines = [{"score": score_text(score), "value": score, "moves": [str(move) for move in line[:30]],
                  "chances": self.chances(line)} for score, line in iteration.lines]
        self.latest = {
            "depth": max(self.nodes, default=0), "score": score_text(iteration.score), "lines": lines,
            "first_cuts": self.first_cuts, "ebf": ebf(self.nodes), "cube": self.cube,
            **speed(self.most, iteration.seconds)}
        return self.drawn(iteration.lines)

    def drawn(self, lines):
        """Returns the latest event with a picture of these lines and of the solver's scores so far."""
        marks = self.solver.scores if self.solver else {}
        arrows = [line[0] for _, line in lines[:3] if line]
        return self.latest | {"picture": self.table.draw(arrows, marks, **self.view)}

    def chances(self, line):
        """Returns a network's probabilities of the results after a play for its player, or None without a network."""
        if not (self.network and line):
            return None
        play = str(line[0])
        if play not in self.known:
            after = self.table.position.play(line[0])
            if after.is_over():
                return None
            win, gammon, _, gammon_lost, _ = self.network.probabilities(after)        # of the opponent
            self.known[play] = {"win": 1 - win, "gammon": gammon_lost, "lost": gammon}
        return self.known[play]


@streams
async def coach(request, record):
    """Yields a judgement of the last move, with the better line: {"done": true, "remark": text, "line": moves}."""
    table = await table_of(request, record)
    if not table.moves:
        raise GameOverError(f"no move was made before {str(table.position)!r}")
    judge = table.judge()
    async with request.app.state.slots.taken():
        verdict = await finished(asyncio.to_thread(table.coach, judge), judge.stop)
    if verdict is None:
        remark = f"{table.moves[-1]} was the only move."
    else:
        praise = f"is as good as any move: {score_text(verdict.best_score)}"
        remark = f"{verdict.move} {verdict.remark() or praise}."
    yield {"done": True, "remark": remark, "line": [str(move) for move in verdict.line[:12]] if verdict else []}


@streams
async def graph(request, record):
    """Yields {"ply", "value" within -1..1, "score"} for each position of a game, for side 0 of GameState."""
    table = await table_of(request, record)
    engines, moves = {}, [None, *table.moves]        # engines by the score and the stake
    for ply, (point, move) in enumerate(zip(table.choices, moves)):
        position = point.position
        if position.is_over():
            score = -position.final_score() if point.side else position.final_score()
            value, words = int(score > 0) - int(score < 0), table.verdict()
        elif not legal_moves(position):
            continue
        else:
            limits = {"depth": 0} if table.game.chance else {"depth": DEEPEST} | EQUAL
            match = point.stake.match
            engine = engines[match] = engines.get(match) or engine_for(point)
            async with request.app.state.slots.taken(), engine.start(position, **limits) as search:
                result = await search
            score = -result.score if point.side else result.score
            value, words = share(score), score_text(score)
        yield {"ply": ply, "value": value, "score": words, "move": str(move) if ply else None}
    yield {"done": True}


@streams
async def rollout(request, record):
    """Yields the equities of rollouts, with the same dice, of the positions after the best plays of a roll."""
    table = await to_move(request, record)
    position = table.position
    if not table.game.probabilities:
        raise GameError(f"rollouts are for backgammon, not for {table.name!r}")
    count = min(in_range("plays", record.get("plays", 4), 1, LINES), len(position.legal_moves()))
    async with request.app.state.slots.taken():
        engine = engine_for(table.here)
        async with engine.start(position, depth=1, multipv=count) as search:
            plays = [line[0] for _, line in (await search).lines]
        games = part(table.game, "rollout").LiveRollout(position, plays, ROLLOUT_GAMES, engine, record.get("seed") or 0)
        try:
            shown = 0.0
            while await finished(asyncio.to_thread(games.play)):
                if monotonic() - shown > SHOW_SECONDS:
                    shown = monotonic()
                    yield games.event()
            yield games.event() | {"done": True}
        finally:
            games.close()


async def finished(work, stop=lambda: None):
    """Returns the result of work in a thread, which `stop` ends if the waiting task is cancelled."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await ended(task, stop)
        raise


async def ended(task, stop):
    """Stops work in a thread and waits for it, repeatedly, since a solver does not notice a stop between two calls."""
    while not task.done():
        stop()
        await asyncio.wait([task], timeout=0.02)
    task.exception()                             # StoppedError; nobody else looks at it


def share(score):
    """Returns a score within -1..1 for a graph, with a proved result at the margin and about a man half way."""
    if isinstance(score, float):
        return max(-1.0, min(1.0, score / 2))
    outcome, _ = outcome_of(score)
    return {"win": 1.0, "loss": -1.0, None: score / (abs(score) + 200)}[outcome]


ENDPOINTS = (move, analyse, coach, graph, rollout)
