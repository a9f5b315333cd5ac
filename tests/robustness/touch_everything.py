"""Calls everything that the compiled modules let Python reach, on whole objects and on empty ones, with anything.

They are tried in processes of their own. One that dies of a signal, or that a sanitizer ends, is printed; an exception
is as good an answer as any. Started by test_nothing_crashes.py in an empty directory; a number says how many
calls of each are tried.
"""
import faulthandler
import inspect
import os
import pkgutil
import resource
import signal
import sys
from importlib import import_module
from math import ceil
from multiprocessing import Value
from random import Random

import numpy

import gamecore
from gamecore.core.about import about

TRIES = int(sys.argv[1]) if len(sys.argv) > 1 else 15
SECONDS = 1 + TRIES // 15                # of CPU for these; slow is not wrong
MEMORY = 3 << 30                         # bytes
SHARED = 20                              # callables in one process
FATAL = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP}
UNREACHED = ("__main__", "outside.foreign")      # the second takes addresses, which it must believe
UNTOUCHED = {"__class__", "__del__", "__init_subclass__", "__subclasshook__", "__new__", "__getattribute__",
             "__setattr__", "__delattr__"}


def compiled_modules():
    for found in pkgutil.walk_packages(gamecore.__path__, "gamecore."):
        if not found.name.endswith(UNREACHED) and found.module_finder.find_spec(found.name).origin.endswith(".so"):
            yield import_module(found.name)


def whole_objects():
    """What a user would have at hand."""
    from gamecore.games.backgammon.net import BackgammonNet
    from gamecore.games.backgammon.two_sided import TwoSided
    from gamecore.games.checkers import net
    from gamecore.games.checkers.endgames.databases import Databases
    engine = gamecore.Engine(hash_mb=1)
    checkers, rolled = gamecore.Checkers("W:WK18,K19:BK1"), gamecore.Backgammon().roll(3, 1)
    return [engine, gamecore.ConnectFour("4455"), gamecore.Checkers(), checkers, checkers.legal_moves()[0],
            gamecore.Backgammon(), rolled, rolled.legal_moves()[3], gamecore.UniformTree(3, 3),
            gamecore.ChanceTree(2, 1, 2), engine.search(checkers, 2), engine.search(rolled, 1), Databases(),
            net.shipped(), net.shipped().patterns, BackgammonNet.shipped(), TwoSided(2)]


def things(classes):
    """Arguments."""
    for cls in classes:
        try:
            yield cls.__new__(cls)
        except Exception:
            pass
    yield from whole_objects()
    yield from classes
    yield from (None, True, 0, 1, -1, 2, 7, 63, 64, 255, 2**31 - 1, -2**31, 2**32, 2**63 - 1, -2**63, 2**64)
    yield from (0.5, -1e300, float("nan"), float("inf"), "", "x", "11-15", "4455", "8/5 6/5", "a\0b", "\ud800")
    yield from (b"", bytes(100), bytes([255] * 5000), bytearray(8), memoryview(bytes(68)), {}, {(0, 1, 0, 1): 1})
    yield from ([], [0] * 6, [3] * 6, [-1] * 6, [10**6] * 26, (), (1, 2, 3, 4), (9, 9, 9, 9), (0, 1, 0, 1), (1, 1))
    yield from (object(), iter([1]), print, ValueError(), [(0, 0.5), (1, 0.5)], [[0] * 26, [0] * 26])
    for shape in ((0,), (3,), (3, 2, 26), (2, 26), (3, 2), (5, 4), (3, 5), (2, 2, 2)):
        for dtype in (numpy.int8, numpy.int64, numpy.uint64, numpy.float32, numpy.float64, numpy.uint32, numpy.uint8):
            yield numpy.zeros(shape, dtype)
            yield numpy.full(shape, -1 if numpy.dtype(dtype).kind != "u" else 2**7, dtype)


def callables(modules, classes, arguments):
    """(name, function without arguments that makes the callable)"""
    for module in modules:
        for name, function in vars(module).items():
            if callable(function) and not inspect.isclass(function) and not name.startswith("_"):
                yield f"{module.__name__}.{name}", lambda function=function: function
    for cls in classes:
        yield f"{cls.__module__}.{cls.__name__}", lambda cls=cls: cls
        for i, owner in enumerate([cls, *(thing for thing in arguments if type(thing) is cls)]):
            for name in sorted(set(dir(owner)) - UNTOUCHED):
                # Cython lets no function check that its self is of the right class: only bound ones are called.
                bound = owner is not cls or getattr(getattr(cls, name), "__self__", None) is cls
                if bound and (name.startswith("__") or not name.startswith("_")):
                    label = f"{cls.__module__}.{cls.__name__}{i}.{name}"
                    yield label, lambda owner=owner, name=name: getattr(owner, name)


def call(function, arguments, random):
    """One call with arguments as the signature wants them, as far as it is known."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return function(*random.choices(arguments, k=random.randrange(4)))
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in positional)
    named = {p.name: random.choice(arguments) for p in parameters if p.kind is p.KEYWORD_ONLY and random.random() < 0.3}
    return function(*random.choices(arguments, k=random.randint(needed, len(positional))), **named)


def try_them(tried, reached, arguments):
    """In a child: calls each again and again, and leaves the number of the one that it is at in `reached`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())      # print is one of the arguments
    if "sanitize" not in about()["flags"]:           # whose own memory is beyond any limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for number, (name, make) in enumerate(tried):
        reached.value = number
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(used.ru_utime + used.ru_stime) + SECONDS, resource.RLIM_INFINITY))
        random = Random(name)
        for _ in range(TRIES):
            try:
                function = make()
                if callable(function):
                    call(function, arguments, random)
            except BaseException:
                pass


def crashed(tried, arguments):
    """The names of those that end their process, SHARED of them in one; the one after it has a new process."""
    reached, first = Value("i", 0), 0
    while first < len(tried):
        child = os.fork()
        if child == 0:
            try:
                try_them(tried[first:first + SHARED], reached, arguments)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if status != 0 and (not os.WIFSIGNALED(status) or os.WTERMSIG(status) in FATAL):
            yield tried[first + reached.value][0]
        first += reached.value + 1


def main():
    faulthandler.enable()
    sys.setrecursionlimit(300)
    modules = list(compiled_modules())
    found = [thing for module in modules for thing in vars(module).values() if inspect.isclass(thing)]
    classes = {cls: None for cls in found if cls.__module__.startswith("gamecore.") and not issubclass(cls, Exception)}
    arguments = list(things(classes))
    tried = list(callables(modules, classes, arguments))
    for name in crashed(tried, arguments):
        print(name, flush=True)
    print(len(tried), "tried", flush=True)


if __name__ == "__main__":
    main()
