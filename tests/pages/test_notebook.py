"""The notebooks are valid, and their cells print what they say. `python tests/pages/test_notebook.py` renews outputs.

What a cell tagged "tuned" prints depends on the search's tuning; it must run, and print as many lines of the same form.
"""
import ast
import contextlib
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pages.snippets import page_tests

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOKS = sorted(DOCS.glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def execute(code, names):
    """The outputs of a code cell; an expression at its end is shown, as a notebook does."""
    tree, printed = ast.parse(code), io.StringIO()
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
        picture = getattr(value, "_repr_svg_", None)
        if value is not None and not picture:
            print(repr(value))
    text = printed.getvalue().splitlines(keepends=True)
    outputs = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    if picture:
        data = {"image/svg+xml": picture().splitlines(keepends=True)}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return outputs


def text_of(outputs):
    return "".join("".join(output.get("text", ())) for output in outputs)


def form(text):
    """A text without its numbers and the blanks around them; of a list in brackets, only that it is one."""
    return re.sub(r"[\d.,\s]+|'[^']*'", " ", text)


def executed(notebook):
    """The code cells with their outputs now."""
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield cell, execute("".join(cell["source"]), names)


def check_valid(path):
    notebook = load(path)
    assert (notebook["nbformat"], notebook["metadata"]["kernelspec"]["name"]) == (4, "python3")
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        assert cell["cell_type"] in ("markdown", "code") and all(isinstance(line, str) for line in cell["source"])
        assert ({"id", "metadata", "source"} <= cell.keys()
                <= {"id", "metadata", "source", "cell_type", "execution_count", "outputs"})
    assert path.stat().st_size < 100_000


@every_notebook
def test_a_notebook_is_valid(path):
    check_valid(path)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder that `make pages` writes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        import notebooks
    notebooks.main(folder := tmp_path_factory.mktemp("notebooks"))
    return folder


def is_own(source):
    """Whether a cell is not of the page: a magic, an answer or a check."""
    return source.startswith(("%%", "!", "answer = ", "def answer(",
                              "from gamecore.laboratory.tour import checked\nprint("))


PAGES = {Path(test.name).stem: test for test in page_tests() if re.match(r"docs/tour/\d", test.name)}
every_page = pytest.mark.parametrize("page", PAGES)


@every_page
@pytest.mark.parametrize("reader", ["students", "teachers"])
def test_a_notebook_of_the_tour_has_its_pages_snippets_and_only_the_teachers_the_answers(reader, page, made):
    """In their order, with the outputs that test_docs.py compares."""
    path = made / reader / f"{page}.ipynb"
    check_valid(path)
    cells = load(path)["cells"]
    snippets = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    shown, examples = "".join(source + "\n" for source in snippets if not is_own(source)), PAGES[page].examples
    text = "".join(line for cell in cells if cell["cell_type"] == "markdown" for line in cell["source"])
    everything = "".join(example.source for example in examples)
    assert shown == everything if reader == "teachers" else everything.startswith(shown) and shown != everything
    assert ("## Answers" in text) == (reader == "teachers") and "### Exercise" in text
    assert all((path.parent / link.replace("../../../docs", str(DOCS))).exists()
               for link in re.findall(r"\]\(([^)#:]+)[)#]", text))
    frames = [re.search(r'src="(\S+)"', source)[1] for source in snippets if source.startswith("%%html")]
    assert all("<script" in (path.parent / frame).read_text(encoding="utf-8") for frame in frames)


@every_page
@pytest.mark.parametrize("reader", ["students", "teachers"])
def test_the_cells_of_a_notebook_of_the_tour_run(reader, page, made, tmp_path, monkeypatch, run):
    """Those of the page are run where an answer needs them; as in Jupyter, a line may be a command or a magic."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for cell in load(made / reader / f"{page}.ipynb")["cells"]:
        source = "".join(cell["source"]) if cell["cell_type"] == "code" else "%%html"
        if source.startswith("%%writefile "):
            name, _, text = source.removeprefix("%%writefile ").partition("\n")
            Path(name).write_text(text)
        elif source.startswith("!gamecore "):
            assert run(source.removeprefix("!gamecore "))[0] == (reader == "students")
        elif not source.startswith("%%html") and (is_own(source) or "design" in page and "decide" not in source):
            assert text_of(execute(source, names)) == text_of(cell["outputs"]), source


@every_notebook
def test_the_cells_print_what_the_notebook_says(path):
    notebook = load(path)
    if any("matplotlib" in line for cell in notebook["cells"] for line in cell["source"]):
        pytest.importorskip("matplotlib")
    cells = list(executed(notebook))
    assert len(cells) >= 6 and any(text_of(cell["outputs"]) for cell, _ in cells)
    for cell, outputs in cells:
        if "tuned" in cell["metadata"].get("tags", ()):
            assert form(text_of(outputs)) == form(text_of(cell["outputs"])) != " "
        else:
            assert outputs == cell["outputs"], "".join(cell["source"])


def test_a_notebook_shows_the_boards_of_all_games():
    outputs = [output["data"] for cell in load(DOCS / "boards.ipynb")["cells"] for output in cell.get("outputs", ())
               if "data" in output]
    labels = [ElementTree.fromstring("".join(data["image/svg+xml"])).get("aria-label") for data in outputs]
    assert [re.split("[,:]", label)[0] for label in labels] == [
        "connect four", "checkers", "backgammon", "TicTacToe", "connect four"]


if __name__ == "__main__":
    for path in NOTEBOOKS:
        notebook = load(path)
        for cell, outputs in executed(notebook):
            cell["outputs"] = outputs
        for count, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
            cell["execution_count"] = count
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
