"""Prints the tolerances of tests that have no reason beside them: `make lint`.

Up to ROUNDING, and approx() without a tolerance, is the rounding of floats; whatever is larger, or not a constant, has
a comment on one of the lines of its statement or on the line above.
"""
import ast
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = "tests", "training/tests"
NAMES = {"abs", "rel", "abs_tol", "rel_tol", "atol", "rtol", "delta"}
ROUNDING = 1e-6                      # of a float32, relative to 1


def commented(path):
    with open(path, "rb") as file:
        return {token.start[0] for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT}


def unreasoned(path):
    """The (line, tolerance) of a file's tolerances without a reason."""
    comments = commented(path)
    for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(statement, ast.stmt) or hasattr(statement, "body"):
            continue
        lines = range(statement.lineno - 1, statement.end_lineno + 1)
        for call in ast.walk(statement):
            for keyword in call.keywords if isinstance(call, ast.Call) else ():
                value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
                small = isinstance(value, int | float) and value <= ROUNDING
                if keyword.arg in NAMES and not small and not comments.intersection(lines):
                    yield keyword.value.lineno, f"{keyword.arg}={ast.unparse(keyword.value)}"


def main():
    found = [f"{path.relative_to(ROOT)}:{line}: {tolerance} without a reason beside it"
             for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))
             for line, tolerance in unreasoned(path)]
    print(*found, sep="\n", end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
