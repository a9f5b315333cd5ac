"""The endpoints that search: an engine's move, infinite analysis, the coach, the graph of a game, and rollouts.

Each responds with events; when the page is closed, its search stops.
"""
import asyncio
from contextlib import aclosing, suppress
from time import monotonic

from gamecore.core.aside import aside
from gamecore.core.branching import ebf
from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import GameError, GameOverError, MoveError, StoppedError
from gamecore.games.outside.turns import legal_moves
from gamecore.playing.annotation import SIGNS, judged, share
from gamecore.playing.names import part
from gamecore.playing.players import level_player
from gamecore.result import score_text
from gamecore.serve.game_state import GameState, view_of
from gamecore.serve.words import ColumnResults, evaluation

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


async def table_of(app, record):
    """Returns the game of a request, replayed in a thread."""
    return await aside(GameState, app.games, record)


async def unfinished(app, record):
    """Returns the replayed game; raises GameOverError if it has ended."""
    table = await table_of(app, record)
    if table.verdict():
        raise GameOverError(f"the game is over in {str(table.position)!r}")
    return table


async def to_move(app, record):
    """Returns the replayed game; raises GameOverError if it has ended, MoveError if chance acts first."""
    table = await unfinished(app, record)
    if table.outcomes():
        raise MoveError(f"no move in {str(table.position)!r}: chance acts first")
    return table


async def move(app, record):
    """Yields {"done": true, "move": text, "remark": text} for a level's search; the remark describes the move's value.
    """
    table = await to_move(app, record)
    level = table.game.level(record.get("level", 10))
    table.seed = record.get("seed")
    if app.quick.make_wait:
        yield {"waiting": True}
    async with app.quick.taken():
        if level.perfect:
            columns = await solved(table, table.here)
            best, remark = columns.best, columns.hint()
        else:
            player = level_player(table.game, level, table.random(" move"), HASH_MB)
            reply = await finished(aside(player.reply, table.position, table.stake.match), player.stop)
            best = reply.move
            remark = (evaluation(reply.result.score, table.sides, table.side, table.position, reply.result.pv)
                      if reply.result else "")
    yield {"done": True, "move": str(best), "remark": remark, "picture": table.draw(arrows=[best], **view_of(record))}


async def solved(table, point, solver=None):
    """Returns the results of all columns at a point of a game of connect four."""
    part = table.game.part("solver")
    solver = solver or part.Solver(hash_mb=HASH_MB)

    def scores_of():
        with suppress(StoppedError):             # of a search whose page was left
            return part.engine_scores(solver.scores(point.position), point.position)

    return ColumnResults(await finished(aside(scores_of), solver.stop), table.sides, point.side)


async def analyse(app, record):
    """Searches deeper and deeper until the page is closed; yields score, lines, nodes per second, first-move cuts and
    ebf.

    In connect four it yields the exact results of the columns.
    """
    table = await unfinished(app, record)
    lines = in_range("lines", record.get("lines", 3), 1, LINES)
    if app.slots.make_wait:
        yield {"waiting": True}
    async with app.slots.taken():
        if table.game.solved_from is not None:
            async with aclosing(solving(table, lines)) as events:
                async for event in events:
                    yield event
            return
        search = engine_for(table.here).start(table.position, depth=DEEPEST, seconds=SECONDS, nodes=NODES,
                                              multipv=lines)
        async with search:
            progress = AnalysisProgress(table, view_of(record))
            if table.cube_actions() or table.has_stakes and table.outcomes():
                *_, progress.cube = await aside(table.cube_decision)
            async for iteration in search:
                yield progress.event(iteration)
            result = await search
        yield progress.latest | speed(result.nodes, result.seconds) | {"stop": result.stop, "done": True}


async def solving(table, count):
    """Yields the results of the columns of connect four as they are found, then the lines of the best columns."""
    part, position = table.game.part("solver"), table.position
    solver, scores, lines, began = part.Solver(hash_mb=HASH_MB), {}, {}, monotonic()

    def solve():
        for column, score in part.scores_by_centre(solver, position):
            if score is None:
                return
            scores[column] = score
        with suppress(StoppedError):
            for column in sorted(scores, key=lambda column: (-scores[column], abs(column - 4)))[:count]:
                child = position.play(column)
                lines[column] = [] if child.is_over() else solver.pv(child)

    task = asyncio.ensure_future(aside(solve))
    try:
        done = False
        while not done:
            done, _ = await asyncio.wait([task], timeout=SHOW_SECONDS)
            known = scores and ColumnResults(part.engine_scores(dict(scores), position), table.sides, table.side)
            complete = len(scores) == len(position.legal_moves())
            yield {"results": {column: known.result(column) for column in known.scores} if known else {},
                   "score": known.sentence() if complete else "still solving",
                   "best": sorted(known.good) if complete else [],
                   "lines": [{"score": known.result(column), "moves": [str(move) for move in (column, *line)]}
                             for column, line in list(lines.items())],
                   "seconds": monotonic() - began, "done": bool(done)}
        task.result()
    finally:
        await ended(task, solver.stop)


def speed(nodes, seconds):
    return {"nodes": nodes, "seconds": seconds, "nps": nodes / seconds if seconds else None}


class AnalysisProgress:
    """An analysis as a sequence of events."""

    def __init__(self, table, view):
        self.table, self.view = table, view
        self.nodes, self.most, self.first_cuts = {}, 0, None
        self.latest, self.known, self.cube = {}, {}, None
        self.network = Engine(hash_mb=1) if table.game.probabilities else None

    def event(self, iteration):
        """Returns the event of an Iteration; an unfinished iteration has only nodes, and the depth of the last finished
        one."""
        if iteration.finished:
            self.nodes[iteration.depth] = iteration.nodes
            self.first_cuts = iteration.first_cuts / iteration.cuts if iteration.cuts else self.first_cuts
        # An iteration's count includes only one thread's nodes and none of the solver's; a report inside an iteration
        # counts all nodes.
        self.most = max(self.most, sum(self.nodes.values()) if iteration.finished else iteration.nodes)
        lines = [{"score": score_text(score), "value": score, "moves": [str(move) for move in line[:30]],
                  "chances": self.chances(line)} for score, line in iteration.lines]
        side, arrows = self.table.side, [line[0] for _, line in iteration.lines[:3] if line]
        self.latest = {
            "depth": max(self.nodes, default=0),
            "score": evaluation(iteration.score, self.table.sides, side, self.table.position, iteration.pv),
            "lines": lines, "bar": (-1 if side else 1) * share(iteration.score),
            "picture": self.table.draw(arrows, **self.view), "first_cuts": self.first_cuts, "ebf": ebf(self.nodes),
            "cube": self.cube} | speed(self.most, iteration.seconds)
        return self.latest

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


async def coach(app, record):
    """Yields a judgement of the last move, with the better line: {"done": true, "remark", "mark", "line": moves}."""
    table = await table_of(app, record)
    if not table.moves:
        raise GameOverError(f"no move was made before {str(table.position)!r}")
    async with app.quick.taken():
        yield {"done": True} | await judgement(table, len(table.moves) - 1, table.judge())


async def judgement(table, ply, judge, columns=None):
    """Returns {"remark", "mark", "line", "lost"} of the move at `ply`; `columns`: the ColumnResults there.

    In backgammon it also returns {"luck", "cube"}: the luck of the roll, and the decisions about the cube before the
    move (after the last move, also those after it), each as {"side", "remark", "mark", "lost"}.
    """
    point, played = table.choices[ply], table.moves[ply]
    if table.game.solved_from is not None and len(legal_moves(point.position)) > 1:
        columns = columns or await solved(table, point)
        sign, remark = columns.verdict(played)
        return {"remark": remark, "mark": sign, "line": [str(columns.best)] if sign else []}
    numbers = range(ply + 1, ply + 2 + (ply + 1 == len(table.moves)))
    verdicts = await finished(aside(lambda: list(judged(table, judge, numbers=numbers))), judge.stop)
    made = next((verdict for verdict in verdicts if not verdict.decision), None)
    if made is None:
        return {"remark": f"{played} was the only move", "mark": "", "line": []}
    return said(made) | {"line": [str(move) for move in made.line[:12]], "luck": made.luck,
                         "cube": [said(verdict) | {"side": verdict.side} for verdict in verdicts if verdict.decision]}


def said(verdict):
    """Returns {"remark", "mark", "lost"} of a Verdict; a move without an alternative has no "lost"."""
    if verdict.choices == 1:
        return {"remark": f"{verdict.move} was the only move", "mark": ""}
    remark = verdict.remark() or f"is as good as any {'decision' if verdict.decision else 'move'}: " + score_text(
        verdict.best_score)
    return {"remark": f"{verdict.move} {remark}", "mark": SIGNS[verdict.mark], "lost": verdict.loss}


async def graph(app, record):
    """Yields {"ply", "side" to move, "value" within -1..1, "score"} for each position of a game, for side 0.

    With "marks" it also yields the "mark" and the "remark" of the move that was made there, and the "line" of the
    better move.
    """
    table = await table_of(app, record)
    engines, moves, judge, solver = {}, [None, *table.moves], table.judge(), None        # engines by the stakes
    for ply, (point, move) in enumerate(zip(table.choices, moves)):
        position, sign, columns, judged = point.position, -1 if point.side else 1, None, {}
        if position.is_over():
            score = sign * position.final_score()
            value, words = int(score > 0) - int(score < 0), table.verdict()
        elif not legal_moves(position):
            continue
        else:
            async with app.slots.taken():
                if table.game.solved_from is not None:
                    solver = solver or table.game.part("solver").Solver(hash_mb=HASH_MB)
                    columns = await solved(table, point, solver)
                    value, words = sign * columns.value, columns.sentence()
                else:
                    limits = {"depth": DEEPEST} | EQUAL if position.outcomes is None else {"depth": 0}
                    match = point.stake.match
                    engine = engines[match] = engines.get(match) or engine_for(point)
                    async with engine.start(position, **limits) as search:
                        result = await search
                    score = sign * result.score
                    value, words = share(score), score_text(score)
                if record.get("marks") is True and ply < len(table.moves):
                    judged = await judgement(table, ply, judge, columns)
        yield {"ply": ply, "side": point.side, "value": value, "score": words,
               "move": str(move) if ply else None} | judged
    yield {"done": True}


async def rollout(app, record):
    """Yields the equities of rollouts, with the same dice, of the positions after the best plays of a roll."""
    table = await to_move(app, record)
    position = table.position
    if not table.game.probabilities:
        raise GameError(f"rollouts are for backgammon, not for {table.name!r}")
    count = min(in_range("plays", record.get("plays", 4), 1, LINES), len(position.legal_moves()))
    async with app.slots.taken():
        engine = engine_for(table.here)
        async with engine.start(position, depth=1, multipv=count) as search:
            plays = [line[0] for _, line in (await search).lines]
        games = part(table.game, "rollout").LiveRollout(position, plays, ROLLOUT_GAMES, engine, record.get("seed") or 0)
        try:
            shown = 0.0
            while await finished(aside(games.play)):
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
    """Repeatedly stops work in a thread until it ends, since a solver does not notice a stop between two calls."""
    while not task.done():
        stop()
        await asyncio.wait([task], timeout=0.02)
    task.exception()                             # StoppedError; read here, or asyncio would log it


ENDPOINTS = (move, analyse, coach, graph, rollout)
