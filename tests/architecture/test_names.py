"""Names: one class or struct a name, and the field's words (chessprogramming.org, Knuth and Moore, Ballard)."""
import ast
import re
from collections import defaultdict

import pytest

from tests.architecture.test_architecture import OWN, PACKAGE, SOURCES, code_of

TYPE = re.compile(r"^[ \t]*(?:cdef[ \t]+|cpdef[ \t]+|ctypedef[ \t]+)?(?:packed[ \t]+)?(?:class|struct|union|enum)"
                  r"[ \t]+(\w+)", re.MULTILINE)
TEXT = re.compile(r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"")

# Types that two public interfaces print by the same name.
DOCUMENTED = {"Game": {"games/checkers/pdn", "playing/game"},
              "Iteration": {"search/iteration", "trees/depth_limited"},
              "Solution": {"games/connect_four/solver/solution", "solving/loops"}}

# Words that a reader from the field would not know, or would take for something else, and what it calls them. They are
# no part of a name ...
WORDS = {
    "advise": "probe", "adviser": "root probe", "clerk": "observer", "errand": "command", "errands": "commands",
    "heed": "on_report", "oracle": "solver probe", "promise": "bound, guarantee", "settle": "play forced moves",
    "settles": "cutoff", "sight": "horizon, masks", "told": "result, record, message", "twin": "reference",
    "worths": "values, scores",
}
# ... or no name at all.
NAMES = {
    "Choice": "node, decision", "Extras": "GamePlugin", "Family": "node", "Foreign": "SandboxedFunction",
    "Session": "what it is a session of", "Stakes": "MatchContext", "Sums": "accumulator", "Table": "what it holds",
    "carry_out": "run_search and the like", "does": "verb_phrase", "door": "dispatch", "is_own": "is_custom",
    "know": "load_evaluation", "learn": "store", "less": "reduction", "look": "search, check",
    "look_up": "probe, check_limits", "obey": "execute", "possible": "supported_switches", "recall": "probe",
    "recall_game": "load_history", "spread": "parallel_map, hash", "take_over": "install_callbacks", "who": "side",
    "whose": "possessive",
}


def part_of(path):
    """A file's place below src/gamecore without its suffix: a .pxd declares what a .pyx defines."""
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def types_of(path, text):
    """The names of the classes, structs, unions and enumerations that a source defines."""
    if path.suffix == ".py":
        return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)}
    return set(TYPE.findall(code_of(text)))


def defined_twice(sources):
    """Yields each type name with the parts of the package that define it, if they are several; a game's own folders may
    have what those of other games have."""
    places = defaultdict(set)
    for path, text in sources:
        for name in types_of(path, text):
            places[name].add(part_of(path))
    for name, parts in places.items():
        games = [match and match[1] for match in map(OWN.match, sorted(parts))]
        if len(parts) > 1 and (None in games or len(set(games)) < len(parts)) and DOCUMENTED.get(name) != parts:
            yield name, sorted(parts)


def names_of(path, text):
    """The identifiers of a source, and its path's parts."""
    yield from re.findall(r"[A-Za-z_]\w*", TEXT.sub("''", code_of(text)))
    yield from part_of(path).split("/")


def private_names(path, text):
    """Yields each name that the field does not use, with its word."""
    for name in set(names_of(path, text)):
        if name in NAMES:
            yield f"{name}: {NAMES[name]}"
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name):
            if word.lower() in WORDS:
                yield f"{name}: {WORDS[word.lower()]}"


@pytest.fixture(scope="module")
def texts():
    return [(path, path.read_text(encoding="utf-8")) for path in SOURCES]


def test_no_type_is_defined_twice(texts):
    assert dict(defined_twice(texts)) == {}


def test_the_fields_words_are_used(texts):
    found = {part_of(path): sorted(private_names(path, text)) for path, text in texts}
    assert {part: names for part, names in found.items() if names} == {}


@pytest.mark.parametrize("first, second, twice", [
    ("core/one.pxd", "search/other.py", True), ("core/one.pxd", "core/one.pyx", False),
    ("games/checkers/net.pxd", "games/backgammon/net.pxd", False),
    ("games/checkers/net.pxd", "games/checkers/linear.pxd", True), ("games/checkers/net.pxd", "core/one.pxd", True)])
def test_a_second_definition_is_found(first, second, twice):
    text = {"py": "class Net:\n    pass", "pxd": "cdef struct Net:\n    int a", "pyx": "cdef class Net:\n    pass"}
    sources = [(PACKAGE / name, text[name.rpartition(".")[2]]) for name in (first, second)]
    assert bool(list(defined_twice(sources))) == twice


@pytest.mark.parametrize("text, found", [
    ("told = 1", ["told: result, record, message"]), ("def look_up(a): ...", ["look_up: probe, check_limits"]),
    ("cdef struct Family:\n    int a", ["Family: node"]), ("x.is_twin", ["is_twin: reference"]),
    ("'''told'''\n# told\nx = 'told'\nlookup = 1", [])])
def test_a_private_name_is_found(text, found):
    assert list(private_names(PACKAGE / "core" / "one.pyx", text)) == found


def test_a_private_file_name_is_found():
    assert list(private_names(PACKAGE / "search" / "door.pyx", "")) == ["door: dispatch"]
