"""The places from which a search can be called, and the calls made there, for test_every_moment.py and similar
tests."""
import threading
from dataclasses import dataclass
from functools import cache, partial

import gamecore
import numpy
from gamecore.errors import EngineBusyError, GamecoreError, StoppedError
from games.pig import Pig
from tests.small_games import Chase

FOUR = gamecore.ConnectFour("2264575446722627")              # the solver answers below it
KINGS = gamecore.Checkers("W:W18,K19:B1,K2,5")               # endgame databases answer below it
ROLLED = gamecore.Backgammon().roll(3, 1)
BLACK = ROLLED.play("8/5 6/5")                               # on roll
SCORE = gamecore.MatchScore(1, 3, 5)
REFUSALS = GamecoreError, EngineBusyError, StoppedError, TimeoutError


# What user code is called, and from there calls

class Moment:
    """Makes a call the first few times that user code is reached, but not from inside of itself."""

    call, times = None, 0

    @classmethod
    def reached(cls):
        if cls.times > 0:
            cls.times -= 1
            call, cls.call = cls.call, None
            if call is not None:
                try:
                    call()
                finally:
                    cls.call = call

    @classmethod
    def with_call(cls, call, function):
        cls.call, cls.times = call, 5
        try:
            return function()
        finally:
            cls.call, cls.times = None, 0


def reaching(cls):
    """A game all of whose methods reach the moment."""
    def method(name):
        def call(self, *arguments):
            Moment.reached()
            return getattr(cls, name)(self, *arguments)
        return call
    names = [name for name in dir(cls) if callable(getattr(cls, name)) and not name.startswith(("_", "from_"))]
    return type(f"Calling{cls.__name__}", (cls,), {name: method(name) for name in names})


CallingChase, CallingPig = reaching(Chase), reaching(Pig)


def evaluation(position):
    Moment.reached()
    return len(position.legal_moves()) - 5


def evaluation_of_many(batch):
    Moment.reached()
    return [0.0] * len(batch)


evaluation_of_many.batch = True


def order(position, move):
    Moment.reached()
    return len(str(position.play(move))) % 7


# Searches

@dataclass(frozen=True, eq=False)
class Scene:
    position: object
    depth: int
    settings: dict
    count: int = 3                                   # plies of its perft

    def engine(self):
        return gamecore.Engine(hash_mb=1, **self.settings)

    def run(self, engine, **options):
        return engine.search(self.position, depth=self.depth, **options)

    @cache                                           # noqa: B019
    def searched(self, depth):
        """A new engine's search."""
        return self.engine().search(self.position, depth=depth)

    @cache                                           # noqa: B019
    def answer(self, call):
        """A new engine's answer."""
        return answer(call, self.engine())


SCENES = {
    "connect four": Scene(FOUR, 8, {}),
    "connect four, two threads": Scene(FOUR, 8, {"threads": 2}),
    "checkers": Scene(KINGS, 5, {}),
    "checkers, linear": Scene(KINGS, 5, {"evaluation": "linear"}),
    "backgammon": Scene(ROLLED, 1, {}),
    "backgammon at a score": Scene(BLACK, 1, {"match": SCORE}),
    "a uniform tree": Scene(gamecore.UniformTree(3, 6), 6, {}),
    "a tree of chance": Scene(gamecore.ChanceTree(3, 3, 3), 3, {}),
}
CALLING = {
    "a game in Python": Scene(CallingChase(0, 3), 5, {}),
    "a game of chance in Python": Scene(CallingPig(4), 4, {}),
    "an evaluation": Scene(FOUR, 5, {"evaluation": evaluation}),
    "an evaluation of arrays": Scene(BLACK, 1, {"evaluation": evaluation_of_many}, count=1),
    "an evaluation of a game in Python": Scene(CallingChase(0, 3), 4, {"evaluation": evaluation}),
    "an order": Scene(KINGS, 4, {"order": order}),
}
EVERY = SCENES | CALLING
MEASURES = {"seconds", "cpu_seconds", "loading_seconds", "nps", "hash_used"}       # of the machine, not of the search
EFFORT = {"nodes", "solver_nodes", "leaves", "cuts", "first_cuts", "table_hits", "table_cuts", "chances", "choices",
          "probes", "ebf", "stop", "iterations"}         # of threads, or until it was stopped


def facts(found, *without):
    """All public fields of an answer that a new object would give."""
    if isinstance(found, gamecore.SearchResult | gamecore.Iteration):
        fields = {name for name in dir(found) if not name.startswith("_")} - MEASURES - {"as_dict", "position"}
        return {name: facts(getattr(found, name), *without) for name in sorted(fields.difference(*without))}
    if isinstance(found, numpy.ndarray):
        return found.dtype, found.tolist()
    return [facts(each) for each in found] if isinstance(found, list) else found


def assert_undisturbed(scene, result):
    """A search of one thread has the nodes of a new engine's, one that was stopped its answer at that depth."""
    without = EFFORT if result.stop in ("stop", "interrupt") or scene.settings.get("threads") else set()
    if result.depth > 0:
        assert facts(result, without) == facts(scene.searched(result.depth), without)


# Calls

GAMES = {"connect four": FOUR, "checkers": KINGS, "backgammon": BLACK, "a game in Python": Chase(1, 4),
         "a game of chance": Pig(3), "a uniform tree": gamecore.UniformTree(2, 3)}


def of_each_game(call):
    return {name: partial(call, position=position) for name, position in GAMES.items()}


def joined(search):
    """A background search's result."""
    return search.result(timeout=60)


CALLS = {
    "clear": lambda engine: engine.clear(),
    "stop": lambda engine: engine.stop(),
    "prepare": of_each_game(lambda engine, position: engine.prepare(position)),
    "search": of_each_game(lambda engine, position: engine.search(position, depth=1)),
    "start": lambda engine: joined(engine.start(FOUR, depth=2)),
    "evaluate": of_each_game(lambda engine, position: engine.evaluate(position)),
    "evaluate_many": {
        **of_each_game(lambda engine, position: engine.evaluate_many([position] * 3)),
        "an array": lambda engine: engine.evaluate_many(gamecore.arrays.pack([FOUR, FOUR.play(3)])),
    },
    "perft": of_each_game(lambda engine, position: engine.perft(position, 2)),
    "minimal_leaves": of_each_game(lambda engine, position: engine.minimal_leaves(position, 2)),
    "probabilities": {depth: partial(lambda engine, depth: engine.probabilities(BLACK, depth), depth=depth)
                      for depth in (0, 1)},
    "decide": lambda engine: engine.decide(BLACK.swapped() if BLACK.dice else BLACK, cube=2, owner="me"),
    # of the module, on engines of their own
    "gamecore.perft": lambda engine: gamecore.perft(FOUR, 3),
    "gamecore.uct": lambda engine: gamecore.uct(FOUR, nodes=100).value,
    "gamecore.solve": lambda engine: gamecore.solve(FOUR).score,
    "gamecore.search_many": lambda engine: gamecore.search_many([FOUR, KINGS], depth=2),
    "gamecore.evaluate_many": lambda engine: gamecore.evaluate_many([FOUR, KINGS]),
}
METHODS = [name for name in dir(gamecore.Engine) if not name.startswith("_")]
DESCRIPTORS = {"order", "seed", "settings", "switches", "threads", "hash_mb"}
ROWS = {name: {f"{name}: {case}": call for case, call in row.items()} if isinstance(row, dict) else {name: row}
        for name, row in CALLS.items()}
ROWS["attributes"] = {name: partial(lambda engine, name: getattr(engine, name), name=name) for name in DESCRIPTORS}


def answer(call, engine):
    try:
        return facts(call(engine), EFFORT)           # the second search of a kind finds the first one's table
    except REFUSALS as error:
        return type(error)


def is_refusal(found):
    return isinstance(found, type) and issubclass(found, REFUSALS)


@dataclass
class Caller:
    """Makes one call, again and again, and keeps what is wrong with the answers."""

    scene: Scene
    call: object
    engine: object

    def __post_init__(self):
        self.expected, self.wrong, self.made = self.scene.answer(self.call), [], 0

    def __call__(self):
        found = answer(self.call, self.engine)
        self.made += 1
        if found != self.expected and not is_refusal(found):
            self.wrong.append((found, self.expected))
        return not self.wrong


# Moments: how a call comes into a search

def from_a_report(scene, engine, caller):
    return scene.run(engine, on_iteration=lambda iteration: caller())


def from_a_thread_during_a_report(scene, engine, caller):
    def report(iteration):
        thread = threading.Thread(target=caller)
        thread.start()
        thread.join()
    return scene.run(engine, on_iteration=report)


def from_another_thread(scene, engine, caller):
    search = engine.start(scene.position, depth=scene.depth)
    for _ in range(5):
        caller()
    return search.result()


def from_user_code(scene, engine, caller):
    return Moment.with_call(caller, lambda: scene.run(engine))


def from_a_thread_during_user_code(scene, engine, caller):
    def call():
        thread = threading.Thread(target=caller)
        thread.start()
        thread.join()
    return Moment.with_call(call, lambda: scene.run(engine))
