"""The side of a student's function, which knows a tree only by questions: a word and the number of a node.

`sandbox.py` runs this file by its path in a process of its own, so it imports no gamecore; there, calls, questions and
results are lines of JSON.
"""
import base64
import inspect
import json
import operator
import os
import pickle
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from numbers import Integral, Real
from types import ModuleType, SimpleNamespace

# Limits of the process: seconds of its processor, bytes of memory; it cannot write to files.
LIMITS = {"RLIMIT_CPU": 60, "RLIMIT_AS": 2 << 30, "RLIMIT_FSIZE": 0, "RLIMIT_CORE": 0}
LONGEST = 100                        # parts of a result that are sent
FORBIDDEN = ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen")
GAMECORE = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "")


class Fault(Exception):
    """The failure of a function to return a result."""


class Endless(Fault):
    """The failure of a function's process, or of the function to return in time; it is not called again."""


class Leaf:
    """A leaf, which passes for a whole number; its value is asked for when it is first used."""

    __class__ = int
    children, kind, player, probabilities, known = (), "leaf", None, (), None

    def __init__(self, ask, number, known):
        self.ask, self.number, self.known = ask, number, known

    @property
    def value(self):
        if self.known is None:
            self.known = self.ask("value", self.number)
        return self.known

    def is_leaf(self):
        return True

    def evaluate(self):
        return self.value

    def __getattr__(self, name):
        getattr(0, name)                         # an AttributeError, if numbers have no such attribute
        return getattr(self.value, name)

    def __array__(self, *options, **named):
        return sys.modules["numpy"].array(self.value)


def on_values(operation):
    return lambda *operands: operation(*(each.value if isinstance(each, Leaf) else each for each in operands))


ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
for name in ARITHMETIC:
    setattr(Leaf, f"__r{name}__", lambda right, left, name=name: getattr(operator, name)(left, right.value))
for name in (*ARITHMETIC, "lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "index"):
    setattr(Leaf, f"__{name}__", on_values(getattr(operator, name)))
for function in (hash, bool, int, float, str, repr, round, format):
    setattr(Leaf, f"__{function.__name__}__", on_values(function))


class KnownLeaf(Leaf, int):
    """A leaf whose value is known, which is a whole number; its type makes numbers, as statistics.mean expects."""

    def __new__(cls, known, *place):
        return int.__new__(cls, known) if place else known

    def __init__(self, known, ask, number):
        super().__init__(ask, number, known)


class Utilities(tuple):
    """A leaf of several players."""

    children, kind, player, probabilities = (), "leaf", None, ()
    value, is_leaf = property(tuple), lambda self: True


class Branch(Sequence):
    """An inner node, which passes for the list of its children; they are asked for whenever it is gone through."""

    __class__ = list
    value, found, begun = None, None, False
    role = cached_property(lambda self: self.ask("role", self.number))
    kind = property(lambda self: self.role[0])
    probabilities = property(lambda self: self.role[1])
    player = property(lambda self: int(self.kind) if self.kind.isdecimal() else None)

    def __init__(self, ask, number, key):
        self.ask, self.number, self.key = ask, number, key

    @property
    def children(self):
        if self.found is None:
            self.found = [node_of(self.ask, *each) for each in self.ask("children", self.number)]
        return self

    def is_leaf(self):
        return False

    def evaluate(self):
        return self.ask("evaluate", self.number)

    def __getitem__(self, which):
        if which == 0 and self.begun:            # gone through again, perhaps with another window
            for child, (*_, known) in zip(self.found, self.ask("children", self.number)):
                if isinstance(child, Leaf):
                    child.known = known
        self.begun |= which == 0
        return self.children.found[which]

    def __len__(self):
        return len(self.children.found)

    def __repr__(self):
        return repr(self.children.found)

    def __eq__(self, other):
        return isinstance(other, Branch) and self.key == other.key       # equal trees have one key

    def __hash__(self):
        return hash(self.key)

    def __getattr__(self, name):
        getattr([], name)
        return getattr(self.children.found, name)


def node_of(ask, number, key, value):
    """Returns a node: one with a key is a Branch, the value of a leaf may be unknown or a tuple."""
    if key is not None:
        return Branch(ask, number, key)
    if isinstance(value, (list, tuple)):
        return Utilities(value)
    return Leaf(ask, number, None) if value is None else KnownLeaf(value, ask, number)


def type_of(*arguments):
    """Stands for `type` in a student's file, where many write type(node) == list."""
    found = type(*arguments)
    return {Leaf: int, KnownLeaf: int, Utilities: tuple, Branch: list}.get(found, found)


class TreeState:
    """A node as a position with scores for the side to move, and as a state of Berkeley's Pacman and of aima."""

    isLose, getNumAgents = lambda self: False, lambda self: self.agents

    def __init__(self, node, agent=0, agents=2, texts=False):
        self.node, self.agent, self.agents, self.texts = node, agent, agents, texts
        self.to_move, self.sign = ("MIN", -1) if agent else ("MAX", 1)

    def legal_moves(self, agent=0):
        return [f"move {i}" if self.texts else i for i, _ in enumerate(self.node)]

    def play(self, move):
        child = self.node.children.found[int(str(move).rpartition(" ")[2])]
        return TreeState(child, (self.agent + 1) % self.agents, self.agents, self.texts)

    def generateSuccessor(self, agent, move):
        if agent != self.agent:
            raise ValueError(f"generateSuccessor({agent}, ...) where agent {self.agent} is to move")
        return self.play(move)

    def is_over(self):
        return self.node.is_leaf()

    def evaluate(self):
        return self.sign * self.node.evaluate()

    def getScore(self):
        return self.node.evaluate()

    def __eq__(self, other):
        return isinstance(other, TreeState) and (self.texts or self.sign == other.sign) and self.node == other.node

    def __hash__(self):
        return hash(self.node)

    getLegalActions, final_score, isWin = legal_moves, evaluate, is_over


GAME = SimpleNamespace(actions=TreeState.legal_moves, result=TreeState.play, is_terminal=TreeState.is_over,
                       terminal_test=TreeState.is_over, to_move=lambda state: state.to_move,
                       utility=lambda state, player: state.getScore() if player == "MAX" else -state.getScore())


def estimate(node):
    """Returns MAX's estimate of a node, in whatever form the function has it."""
    return node.getScore() if isinstance(node, TreeState) else node.evaluate()


def search(function, ask, form, root, named, agents):
    """Returns a function's result for a tree in one of the forms, as data; `ask` sends a word and a node's number."""
    named = {name: estimate if value == "evaluate" else value for name, value in named.items()}
    node = node_of(ask, *root)
    if form == "agent":
        function.__self__.depth = named.pop("depth")
    state = TreeState(node, 0, agents, form != "positions")
    first = {"nodes": [node], "state, game": [state, GAME], "game, state": [GAME, state]}.get(form, [state])
    return as_data(function(*first, **named))


def as_data(value):
    """Returns a result as what JSON can hold: a node is its number, another object a text."""
    if isinstance(value, (Leaf, Branch)):
        return {"node": value.number}
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Real):
        return int(value) if isinstance(value, Integral) else float(value)
    if hasattr(value, "action") and hasattr(value, "value"):
        return [as_data(value.value), as_data(value.action)]
    if isinstance(value, (set, frozenset)):
        return {"set": as_data([*value])}
    if isinstance(value, (tuple, list)):
        return [as_data(each) for each in list(value)[:LONGEST]]
    return as_data(value.tolist()) if hasattr(value, "tolist") else f"{value!r:.80}"


class StudentFile:
    """The function of a student's file, run anew for each call but for those that say otherwise."""

    def __init__(self, path, name, ask):
        self.path, self.name, self.ask, self.function, self.made = path, name, ask, None, None

    @cached_property
    def code(self):
        with open(self.path, "rb") as stream:    # compile knows byte-order marks and declared encodings
            return compile(stream.read(), self.path, "exec")

    def load(self):
        """Runs the file; of a class, a new object's method is the function."""
        module = sys.modules["student"] = ModuleType("student")          # for dataclasses
        module.__file__, module.type = self.path, type_of
        exec(self.code, vars(module))
        self.function = vars(module).get(self.name)
        if not callable(self.function):
            names = [name for name, found in vars(module).items() if inspect.isfunction(found) and name != "type"]
            raise LookupError(f"it has no function {self.name!r}; it has {', '.join(names) or 'none'}")
        if isinstance(self.function, type):
            agent = self.function()
            for attribute, value in (("index", 0), ("evaluationFunction", TreeState.getScore)):
                if not hasattr(agent, attribute):
                    setattr(agent, attribute, value)
            self.function = agent.getAction if hasattr(agent, "getAction") else agent.choose

    def reply(self, call):
        """Returns the result of a call, or what is wrong, as {"result": data} or {"fault": text}."""
        try:
            if call.get("fresh", not self.function):
                self.load()
            if call["call"] == "search":
                return {"result": search(self.function, self.ask, **call["arguments"])}
            if call["call"] == "parameters":
                return {"result": [inspect.ismethod(self.function), parameters_of(self.function)]}
            arguments, factory, work = pickle.loads(base64.b64decode(call["pickled"]))
            self.made = self.made or (factory(self.function) if factory else self.function)
            return {"result": as_data(work(self.made) if work else self.made(*arguments))}
        except BaseException as error:
            return {"fault": fault_of(error, self.path)}


def parameters_of(function):
    """Returns the parameters that can be named, as [name, whether it has a default, whether that is None]."""
    return [[each.name, each.default is not each.empty, each.default is None]
            for each in inspect.signature(function).parameters.values()
            if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]


def fault_of(error, path):
    """Returns what an error says, with the last line of the student's file in its traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    place = f" (line {frames[-1].lineno}: {frames[-1].line})" if frames else ""
    if isinstance(error, RecursionError):
        return f"recursion without an end{place}: is each leaf marked as one?"
    try:
        return f"{type(error).__name__}: {error}{place}"
    except Exception:
        return f"{type(error).__name__}: its message cannot be written{place}"


def hide_gamecore():
    """Puts gamecore out of reach, forbids other processes, and names what Berkeley's projects import."""
    def watch(event, arguments):
        path = arguments[0] if event == "open" and isinstance(arguments[0], (str, bytes)) else ""
        if event in FORBIDDEN or path and os.path.realpath(os.fsdecode(path)).startswith(GAMECORE):
            raise PermissionError(f"a search must not use {event.partition('.')[2] or 'gamecore'}")

    names = {"Agent": type("Agent", (), {"__init__": lambda self, index=0: setattr(self, "index", index)}),
             "Directions": SimpleNamespace(STOP="Stop"), "GameState": TreeState, "manhattanDistance": None,
             "lookup": lambda name, scope: scope[name]}
    sys.modules["gamecore"] = ModuleType("gamecore")
    for name in ("game", "util", "pacman"):
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(names)
    sys.addaudithook(watch)


def main(path, name, kind):
    """Serves calls until the input ends."""
    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    for number in (0, 1):
        os.dup2(os.open(os.devnull, os.O_RDWR), number)

    def send(message):
        line = json.dumps(message).encode() + b"\n"
        while line:
            line = line[out.write(line):]

    def ask(*question):
        send(question)
        return json.loads(lines.readline())

    with suppress(ImportError, OSError, ValueError, AttributeError):     # where there are no such limits
        import resource
        for limit, most in LIMITS.items():
            resource.setrlimit(getattr(resource, limit), (most, most))
    sys.setrecursionlimit = lambda limit: None           # a higher one might exhaust the stack
    sys.path.insert(0, os.path.dirname(path))
    if kind == "search":
        hide_gamecore()
    student = StudentFile(path, name, ask)
    for line in lines:
        send(student.reply(json.loads(line)))


if __name__ == "__main__":
    main(*sys.argv[1:])
