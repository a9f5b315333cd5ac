"""The process of a student's function. It does not have the tree; it asks questions about it.

`sandbox.py` runs this file by its path, so it imports no gamecore. Messages are lines of JSON: the process receives a
call, asks questions, each a word and the number of a node, and sends the result as data.
"""
import base64
import inspect
import json
import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from functools import cached_property
from numbers import Integral, Real
from types import ModuleType, SimpleNamespace

# The limits of the process: seconds of processor time, bytes of memory, and bytes of a file that it writes.
LIMITS = {"RLIMIT_CPU": 60, "RLIMIT_AS": 2 << 30, "RLIMIT_FSIZE": 1 << 20, "RLIMIT_CORE": 0}
LONGEST = 100                        # parts of a result that are sent
FORBIDDEN = ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen")
GAMECORE = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "")


class Leaf(int):
    """A leaf, whose value is requested when it is first used."""

    children, kind, player, probabilities = (), "leaf", None, ()

    def __new__(cls, ask, number, known):
        leaf = int.__new__(cls, known or 0)
        leaf.ask, leaf.number, leaf.known = ask, number, known
        return leaf

    @property
    def value(self):
        if self.known is None:
            self.known = self.ask("value", self.number)
        return self.known

    def is_leaf(self):
        return True

    def evaluate(self):
        return self.value

    def __array__(self, *options, **named):              # numpy would not call int's operations
        return sys.modules["numpy"].array(self.value)


def on_values(operation):
    return lambda *operands: operation(*(each.value if isinstance(each, Leaf) else each for each in operands))


for name in {*vars(int)} - {"__new__", "__getattribute__", "__sizeof__", "__doc__", "from_bytes", "real", "imag",
                            "numerator", "denominator"}:
    setattr(Leaf, name, on_values(getattr(int, name)))


class Branch(list):
    """An inner node: the list of its children, which are requested when the list is first used. Equal trees compare
    equal."""

    value, is_leaf = None, lambda self: False
    kind = cached_property(lambda self: self.ask("kind", self.number))
    player = property(lambda self: int(self.kind) if self.kind.isdecimal() else None)
    probabilities = cached_property(lambda self: self.ask("probabilities", self.number))

    def __init__(self, ask, number, key, plain):
        self.ask, self.number, self.key, self.plain = ask, number, key, plain

    @property
    def children(self):
        if not list.__len__(self):
            self.extend(node_of(self.ask, *each, self.plain) for each in self.ask("children", self.number))
        return self

    def evaluate(self):
        return self.ask("evaluate", self.number)

    def mean(self, values):
        return sum(p * value for p, value in zip(self.probabilities, values))

    def __eq__(self, other):
        return isinstance(other, Branch) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __iter__(self):
        """Yields the children; if leaves are plain numbers, each leaf is requested when its turn comes."""
        if list.__len__(self):
            self.ask("again", self.number)
        for i in range(len(self.children)):
            yield self[i]

    def __getitem__(self, which):
        found = list.__getitem__(self.children, which)
        return found.value if self.plain and isinstance(found, Leaf) else found


for name in ("__len__", "__reversed__", "__contains__", "__add__", "__repr__", "index", "copy"):
    setattr(Branch, name, lambda self, *others, name=name: getattr(list, name)(self.children, *others))


def node_of(ask, number, key, value, plain=False):
    """Returns a node. A node with a key is a Branch; the value of a leaf may be unknown, or a tuple."""
    if key is not None:
        return Branch(ask, number, key, plain)
    return tuple(value) if isinstance(value, (list, tuple)) else Leaf(ask, number, value)


class TreeState:
    """A node as a position with scores for the side to move, and as a state of Berkeley's Pacman and of aima."""

    def __init__(self, node, agent=0, agents=2, texts=False):
        self.node, self.agent, self.agents, self.texts = node, agent, agents, texts
        self.to_move, self.sign = ("MIN", -1) if agent else ("MAX", 1)

    def legal_moves(self, agent=0):
        return [f"move {i}" if self.texts else i for i, _ in enumerate(self.node)]

    def play(self, move):
        child = self.node.children[int(str(move).rpartition(" ")[2])]
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
    isLose, getNumAgents = lambda self: False, lambda self: self.agents


GAME = SimpleNamespace(actions=TreeState.legal_moves, result=TreeState.play, is_terminal=TreeState.is_over,
                       terminal_test=TreeState.is_over, to_move=lambda state: state.to_move,
                       utility=lambda state, player: state.getScore() if player == "MAX" else -state.getScore())


def as_lists(node):
    return [as_lists(child) for child in node] if isinstance(node, list) else getattr(node, "value", node)


def estimate(node):
    """Returns MAX's estimate of a node, which may be in any of the forms that a function can receive."""
    if isinstance(node, (Branch, Leaf)):
        return node.evaluate()
    return node.getScore() if isinstance(node, TreeState) else node


def search(function, ask, form, root, named, agents):
    """Returns a function's result, as data, for a tree in one of the forms; `ask` sends a word and a node's number."""
    named = {name: estimate if value == "evaluate" else value for name, value in named.items()}
    node = node_of(ask, *root, form == "numbers")
    if form == "agent":
        function.__self__.depth = named.pop("depth")
    first = {"positions": lambda: [TreeState(node)], "lists": lambda: [as_lists(node)],
             "agent": lambda: [TreeState(node, 0, agents, True)],
             "state, game": lambda: [TreeState(node, texts=True), GAME],
             "game, state": lambda: [GAME, TreeState(node, texts=True)]}.get(form, lambda: [node])()
    return as_data(function(*first, **named))


def as_data(value):
    """Returns a result in a form that JSON can hold; a node becomes its number, and any other object becomes {"other":
    its text}."""
    if isinstance(value, Leaf):
        return {"leaf": value.number, "value": value.known}
    if isinstance(value, Branch):
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
    return as_data(value.tolist()) if hasattr(value, "tolist") else {"other": f"{value!r:.80}"}


# The process

class StudentFile:
    """The function in a student's file. The file is run anew for each call, unless the call states otherwise."""

    def __init__(self, path, name, ask):
        self.path, self.name, self.ask, self.function, self.made = path, name, ask, None, None
        with open(path, "rb") as stream:         # compile knows byte-order marks and declared encodings
            self.code = compile(stream.read(), path, "exec")

    def load(self):
        """Runs the file. If it defines a class, the function is a method of a new object."""
        module = sys.modules["student"] = ModuleType("student")          # for dataclasses
        module.__file__ = self.path
        exec(self.code, vars(module))
        self.function = vars(module).get(self.name)
        if not callable(self.function):
            names = [name for name, found in vars(module).items() if inspect.isfunction(found)]
            raise LookupError(f"it has no function {self.name!r}; it has {', '.join(names) or 'none'}")
        if isinstance(self.function, type):
            agent = self.function()
            for attribute, value in (("index", 0), ("evaluationFunction", TreeState.getScore)):
                if not hasattr(agent, attribute):
                    setattr(agent, attribute, value)
            self.function = agent.getAction if hasattr(agent, "getAction") else agent.choose

    def reply(self, call):
        """Returns the result of a call."""
        if call.get("fresh", not self.function):
            self.load()
        if call["call"] == "search":
            return search(self.function, self.ask, **call["arguments"])
        if call["call"] == "parameters":
            return [inspect.ismethod(self.function), parameters_of(self.function)]
        arguments, factory, work = pickle.loads(base64.b64decode(call["pickled"]))
        self.made = self.made or (factory(self.function) if factory else self.function)
        return as_data(work(self.made) if work else self.made(*arguments))


def parameters_of(function):
    """Returns the parameters that can be passed by name, as [name, whether it has a default, whether the default is
    None]."""
    return [[each.name, each.default is not each.empty, each.default is None]
            for each in inspect.signature(function).parameters.values()
            if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]


class OutOfTime(BaseException):
    """The exception of a time limit, which no `except Exception` stops."""


def fault_of(error, path, words=None):
    """Returns the message of an error, with the last line of the student's file in its traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    place = f" (line {frames[-1].lineno}: {frames[-1].line})" if frames else ""
    if isinstance(error, RecursionError):
        return f"recursion without an end{place}: is each leaf marked as one?"
    try:
        return f"{words or f'{type(error).__name__}: {error}'}{place}"
    except Exception:
        return f"{type(error).__name__}: its message cannot be written{place}"


def hide_gamecore():
    """Makes gamecore inaccessible, forbids other processes, and defines the modules that courses import."""
    class NodeKind(type):
        """The type of gamecore.trees' Max, Min and Chance, so that isinstance(node, Max) holds."""
        __instancecheck__ = lambda cls, node: isinstance(node, Branch) and node.kind == cls.__name__.lower()     # noqa

    def watch(event, arguments):
        path = arguments[0] if event == "open" and isinstance(arguments[0], (str, bytes)) else ""
        if event in FORBIDDEN or path and os.path.realpath(os.fsdecode(path)).startswith(GAMECORE):
            raise PermissionError(f"a search must not use {event.partition('.')[2] or 'gamecore'}")

    names = {"Agent": type("Agent", (), {"__init__": lambda self, index=0: setattr(self, "index", index)}),
             "Directions": SimpleNamespace(STOP="Stop"), "GameState": TreeState, "manhattanDistance": None,
             "lookup": lambda name, scope: scope[name], "is_leaf": lambda node: not isinstance(node, list),
             **{name: NodeKind(name, (), {}) for name in ("Max", "Min", "Chance")}}
    for name in ("gamecore", "gamecore.trees", "game", "util", "pacman"):
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(names if name != "gamecore" else {})
    sys.addaudithook(watch)


def main(path, name, kind, seconds):
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

    def ring(number, frame):
        raise OutOfTime

    with suppress(ImportError, OSError, ValueError, AttributeError):     # where there are no such limits
        signal.signal(signal.SIGALRM, ring)
        import resource
        for limit, most in LIMITS.items():
            resource.setrlimit(getattr(resource, limit), (most, most))
    alarm = getattr(signal, "setitimer", lambda *times: None)
    sys.setrecursionlimit = lambda limit: None           # a higher one might exhaust the stack
    sys.path.insert(0, os.path.dirname(path))
    if kind == "search":
        hide_gamecore()
    student = None
    for line in lines:
        try:
            call = json.loads(line)
            alarm(0, call.get("seconds", seconds))
            student = student or StudentFile(path, name, ask)
            message = {"result": student.reply(call)}
            json.dumps(message)
            alarm(0, 0)
        except OutOfTime as error:
            message = {"endless": fault_of(error, path, f"no answer after {seconds:g} seconds")}
        except BaseException as error:
            alarm(0, 0)
            message = {"fault": fault_of(error, path)}
        send(message)


if __name__ == "__main__":
    main(*sys.argv[1:4], float(sys.argv[4]))
