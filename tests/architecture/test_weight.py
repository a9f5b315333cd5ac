"""The ceilings: lines of code, and lines and files that a node of each game can call (benchmarks/weight.py).

A commit that raises a figure of benchmarks/weight.json says why.
"""
import json

import pytest

from benchmarks import weight

BUDGET = json.loads(weight.BUDGET.read_text(encoding="utf-8"))


def test_no_ceiling_is_exceeded_by_three_percent():
    packages = weight.packages()
    assert {"gamecore/core", "gamecore/games/checkers", "tests"} <= set(packages)
    for name, lines in weight.totals(packages).items():
        assert lines <= weight.MARGIN * BUDGET[name], (
            f"{name}: {lines} lines of code, ceiling {BUDGET[name]} in benchmarks/weight.json")


@pytest.mark.parametrize("suffix, text, lines", [
    (".pyx", '"""A docstring\n\nof two parts."""\n# comment\ncdef int f():\n    """One line."""\n    return 1\n', 2),
    (".py", 'TEXT = """\nin a\nname"""\n\n\ndef f():\n    """One\n    docstring."""\n', 4),
    (".py", "'a \\'\"\"\"'  # \"\"\"\nx = 1\n", 2),
    (".h", "/* a\n comment */\n// another\nint x;   /* and one */\n\n", 1),
    (".html", "<!-- a\ncomment -->\n<p>text</p>\n", 1)])
def test_a_line_of_code_is_counted(suffix, text, lines):
    assert weight.lines_of_code(text, suffix) == lines


def test_no_two_packages_import_each_other():
    pairs = weight.pairs()
    assert {("engine", "search"), ("search", "core"), ("commands", "__init__")} <= pairs
    assert not any((second, first) in pairs for first, second in pairs)


@pytest.fixture
def build():
    folder = weight.builds()
    if folder is None:
        pytest.skip("no generated C under build/: these tests run from an installed package")
    return folder


def test_no_node_reaches_three_percent_more_than_its_budget(build):
    for game, files in weight.nodes(build).items():
        lines, count = BUDGET["nodes"][game]
        assert f"gamecore/games/{game}/rules.pxd" in files and "gamecore/search/contract.pxd" in files
        assert files.total() <= weight.MARGIN * lines and len(files) <= count, (
            f"{game}: {files.total()} lines in {len(files)} files, ceiling {lines}, {count} in benchmarks/weight.json")


def test_a_function_is_counted_where_it_stands():
    assert weight.unmangled("__pyx_f_1a_2bc_f") == (["a", "bc"], "f")
    path, lines = weight.source_of("__pyx_f_8gamecore_4core_5score_is_decisive")
    assert path.name == "score.pxd" and 2 <= lines <= 5
    assert weight.source_of("__pyx_f_8gamecore_4core_5score_no_such") is None
    _, one_line, _ = weight.headers()["gc_prefetch"]
    _, lines, names = weight.headers()["gc_stack_end"]
    assert one_line == 1 and lines > 10 and "gc_physical_memory" not in names


def rows(header):
    """Returns the cells of a table of docs/architecture.md, without their backquotes."""
    page = (weight.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    lines = page[page.index(header):].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_the_call_path_has_the_functions_between_a_search_and_a_node(build):
    listed = [(file, function) for function, file, _ in rows("| function | file |")]
    assert listed == weight.call_path(build)
    assert len(listed) <= 15 and len({file for file, _ in listed}) <= 5


def test_the_reading_order_has_the_files_that_a_node_can_call_and_those_that_lead_to_it(build):
    listed = [f"gamecore/{file}" for file, _ in rows("| file | what you find |")]
    node = weight.nodes(build)["connect_four"]
    assert set(listed[:len(node)]) == set(node)
    assert [name.rpartition("/")[2] for name in listed[len(node):]] == [
        "plain.pyx", "deepening.pyx", "log.pxd", "run.pyx", "configure.pyx", "dispatch.pyx", "root.pyx", "engine.pyx"]
