"""The docstrings of the type stubs, which editors show: those of the modules without their examples.

    python -m tests.architecture.stub_docs          writes them into the stubs anew
"""
import ast
import importlib
import inspect
import re
from pathlib import Path
from textwrap import indent

SOURCES = Path(__file__).resolve().parents[2] / "src"
FILES = sorted(SOURCES.rglob("[!_]*.pyi"))
EXAMPLES = re.compile(r"\n\nExamples\n-.*", re.DOTALL)


def with_docs(path):
    """Returns a stub's text with the docstrings of its module."""
    lines = path.read_text(encoding="utf-8").splitlines()
    module = importlib.import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts))
    for node, doc in reversed([*documented(ast.parse("\n".join(lines)), module)]):
        body, margin = node.body[0], " " * (node.col_offset + 4)
        if ast.get_docstring(node) is not None:
            del lines[body.lineno - 1:body.end_lineno]
        doc = EXAMPLES.sub("", inspect.cleandoc(doc)).rstrip()
        text = f'"""{doc}\n"""' if "\n" in doc or len(margin + doc) > 114 else f'"""{doc}"""'
        at = min([body, *getattr(body, "decorator_list", ())], key=lambda first: first.lineno).lineno - 1
        if isinstance(node, ast.FunctionDef):
            at = node.returns.end_lineno
            lines[at - 1] = re.sub(r":( \.\.\.)?( *#.*)?$", r":\2" if doc else r": ...\2", lines[at - 1])
        lines[at:at] = indent(text, margin).splitlines() if doc else []
    return "\n".join(lines) + "\n"


def documented(tree, owner):
    """Yields the public functions and classes of a stub, each with its docstring, of overloads only the first."""
    names = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            thing = getattr(owner, node.name, None)      # an attribute that PythonGame answers without having it
            if thing is not None:
                yield node, "" if node.name in names else thing.__doc__ or ""
                names.append(node.name)
            if isinstance(node, ast.ClassDef):
                yield from documented(node, thing)


if __name__ == "__main__":
    for path in FILES:
        path.write_text(with_docs(path), encoding="utf-8")
