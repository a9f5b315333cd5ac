"""Uses every public name of gamecore. mypy --strict and pyright accept this file (make types), and it runs; mypy
refuses each line that says `type: ignore`, or it would call that unused."""
# pyright: strict
from collections.abc import Sequence
from typing import Any, Self, TypeVar

import gamecore
from gamecore.games.backgammon.arrays import successors
from gamecore.games.backgammon.two_sided import TwoSided
from gamecore.games.checkers import pdn
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.laboratory.pruning import Row, depth_ratios, pruning, pruning_uniform
from gamecore.trees import max_n, tree, uct


Move = TypeVar("Move")


class Coins(gamecore.PythonGame):
    """Take 1 or 2; who takes the last one wins."""

    def __init__(self, coins: int = 7) -> None:
        self.coins = coins

    def legal_moves(self) -> Sequence[int]:
        return [n for n in (1, 2) if n <= self.coins]

    def play(self, move: int) -> Self:
        return type(self)(self.coins - move)

    def final_score(self) -> float:
        return gamecore.LOSS

    def key(self) -> int:
        return self.coins

    def hint(self, move: int) -> float:
        return move / 2


class Third(gamecore.PythonGame):
    """Three players take 1 or 2 coins in turn; who takes the last one wins."""

    def __init__(self, coins: int = 7, player: int = 0) -> None:
        self.coins, self.player = coins, player

    def mover(self) -> int:
        return self.player

    def legal_moves(self) -> Sequence[int]:
        return [n for n in (1, 2) if n <= self.coins]

    def play(self, move: int) -> Self:
        return type(self)(self.coins - move, (self.player + 1) % 3)

    def final_score(self) -> tuple[float, ...]:
        return tuple([1.0 if player == (self.player + 2) % 3 else 0.0 for player in range(3)])


def tell(found: gamecore.SearchResult[Any]) -> str:
    return (f"{found.move} {found.score} {found.outcome} {found.plies_to_end} "
            f"{found.depth} {found.nodes} {found.pv} {found.stop}")


def material(position: gamecore.Checkers) -> float:
    return float(position.to_array().sum())


def best(position: gamecore.Position[Move], engine: gamecore.Engine) -> Move:
    return engine.search(position, depth=3).move


def best_score(position: gamecore.ConnectFour, engine: gamecore.Engine) -> int:
    return max(found.lines[0][0] for found in engine.start(position, depth=2))


def show(found: gamecore.Iteration[int]) -> None:
    print(found.depth, found.pv, found.as_dict()["nodes"])


def generic(engine: gamecore.Engine) -> None:
    """The types follow from the position."""
    column: int = engine.search(gamecore.ConnectFour(), depth=2, on_iteration=show).move
    line: tuple[gamecore.CheckersMove, ...] = engine.start(gamecore.Checkers(), depth=2).result().pv
    print(column, line, best(Coins(), engine) + 1, gamecore.solve(Coins()).move + 1, gamecore.solve(Coins()).policy)
    board: gamecore.Position[int] = engine.search(gamecore.ConnectFour(), depth=2).position
    sampled: list[int] = [gamecore.uct(Coins(), nodes=9).move, uct(Coins(), nodes=9).move, max_n(Third(), 4).action]
    print(board.legal_moves(), sampled, uct(tree([[3, 12], [2, 4]]), nodes=9).move)
    read: int = gamecore.ConnectFour().read_move("4") + board.read_move("4")
    print(read, board.ply, board.key and board.key(), board.outcomes and board.outcomes())
    score: int = engine.search(gamecore.Checkers(), depth=1).score + best_score(gamecore.ConnectFour(), engine)
    mean: int = engine.search(gamecore.Backgammon(), depth=0).score                     # type: ignore[assignment]
    print(score, mean)
    games: list[gamecore.Position[Any]] = [gamecore.ConnectFour(), gamecore.Checkers(), Coins()]
    print([game.play(best(game, engine)).turn for game in games])
    wrong: str = best(gamecore.ConnectFour(), engine)                                   # type: ignore[assignment]
    found: list[gamecore.SearchResult[str]] = gamecore.search_many([Coins()], depth=2)  # type: ignore[list-item]
    print(wrong, found)
    also_wrong: str = max_n(Third(), 4).action                                          # type: ignore[assignment]
    print(also_wrong, gamecore.search_many([Coins()], depth=2, order=lambda position, move: -move)[0].move + 1)
    for position in (gamecore.ConnectFour(), gamecore.Checkers(), gamecore.Backgammon().roll(3, 1)):
        result = engine.search(position, depth=1)
        print(result.move, engine.evaluate(position), position.play(str(result.move)).legal_moves())


def main() -> None:
    engine = gamecore.Engine(hash_mb=1, threads=1, switches="exact")
    first: int = gamecore.ConnectFour("44").legal_moves()[0]
    print(gamecore.__version__, gamecore.get_include(), first, gamecore.WIN)
    print(tell(engine.search(gamecore.ConnectFour("4455"), depth=6, on_iteration=lambda found: print(found.depth))))
    match: gamecore.MatchScore = gamecore.MatchScore.read("3-5/7", cube=2)
    cube = gamecore.Cube((0.6, 0.1, 0.0, 0.1, 0.0), match.worth)
    print(cube.decide(2, "me").action, gamecore.Engine(hash_mb=1, match=match).evaluate(gamecore.Backgammon()))
    jump: gamecore.CheckersMove = gamecore.Checkers("W:W18:B15").legal_moves()[0]
    play: gamecore.BackgammonMove = gamecore.Backgammon().roll(3, 1).read_move("8/5 6/5")
    print(jump.captured, play.steps, gamecore.perft(Coins(), 3), gamecore.uct(Coins(), nodes=9).visits)
    print(gamecore.solve(gamecore.ConnectFour("44455554221")).score)
    compiled: list[gamecore.CompiledGame] = [gamecore.UniformTree(3, 4, seed=1), gamecore.ChanceTree(3, 1, 2, seed=1)]
    print([engine.search(position, depth=1).score for position in compiled])
    print(gamecore.LinearEvaluation({"material": material}, {"material": 1.0})(gamecore.Checkers()))
    outside: type[gamecore.CompiledGame] = gamecore.ForeignGame
    print(outside.__name__, gamecore.FunctionTable(legal_moves=4096, play=4096, final_score=4096))
    games: list[pdn.Game] = pdn.read("1. 11-15 22-18 *")
    rows: list[Row] = [*pruning(gamecore.ConnectFour(), 2, ["none"]), *pruning_uniform(2, 3, ["none", "perfect"])]
    print(pdn.write(games), depth_ratios(rows), Databases().probe(gamecore.Checkers("W:WK18,K19:BK1")))
    finals, starts = successors([gamecore.Backgammon().to_array()], [(3, 1)])
    table = TwoSided(2)
    print(finals.shape, starts.tolist(), table.win([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0]) + table.checkers,
          table.cubeful([0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0])[0], table.to_array().shape)
    stopped = gamecore.StopToken()
    stopped.stop()
    print(engine.search(gamecore.ConnectFour(), depth=9, token=stopped).stop)
    print([found.move for found in gamecore.search_many([gamecore.ConnectFour("44")], depth=3, jobs=1)])
    print(gamecore.evaluate_many([gamecore.ConnectFour("44")]), gamecore.arrays.pack([gamecore.ConnectFour()]).dtype)
    print([found.score for found in gamecore.solve_many([gamecore.ConnectFour("44455554221")], jobs=1)])
    background: gamecore.Search = engine.start(gamecore.ConnectFour(), depth=4)
    print([found.depth for found in background], tell(background.result()))
    game: gamecore.Game = gamecore.Game("connect-four", players=(None, gamecore.level("connect-four", 2, seed=1)))
    game.play(4)
    print(game.advance(), game.moves, game.variations, game.hint(gamecore.level("connect-four", 3)).move)
    print([verdict.remark() for verdict in game.annotate()], game.texts()["position"], game.result)
    generic(engine)
    print(repr(engine), engine.switches, engine.order, engine.seed)


if __name__ == "__main__":
    main()
