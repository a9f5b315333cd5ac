"""The course in a page of the documentation: its snippets, answers to its exercises, and searches of one's own."""
import ast
import re
import traceback
from contextlib import redirect_stdout
from io import StringIO

EXAMPLE = re.compile(r"^>>> .*\n(?:^\.\.\..*\n)*((?:(?!>>>).*\n)*)", re.MULTILINE)
PROMPTS = re.compile(r"^(?:>>>|\.\.\.) ?(.*\n)", re.MULTILINE)
NAMES = {"__name__": "__main__"}     # what the page's snippets have defined


def printed(source, names):
    """Returns what a snippet prints, as the interactive Python would."""
    with redirect_stdout(StringIO()) as out:
        try:
            for node in ast.parse(source, "<snippet>").body:
                exec(compile(ast.Interactive([node]), "<snippet>", "single"), names)
        except (Exception, SystemExit) as error:
            error.__traceback__ = error.__traceback__.tb_next
            out.write("".join(traceback.format_exception(error)))
    return out.getvalue()


def agree(found, shown):
    """Whether an output is the one shown, as doctest has it with ELLIPSIS and NORMALIZE_WHITESPACE."""
    if shown.startswith("Traceback"):
        found, shown = (text.strip().rpartition("\n")[2] for text in (found, shown))
    parts = " ".join(shown.split()).split("...")
    return re.fullmatch(".*".join(map(re.escape, parts)), " ".join(found.split()), re.DOTALL)


def snippet(app, record):
    """Runs text with or without prompts; returns what it prints and, with them, whether that is what the page shows."""
    text = f"{record['text']}\n"
    if not text.startswith(">>>"):
        return {"printed": printed(text, NAMES)}
    found, same = "", True
    for example in EXAMPLE.finditer(text):
        output = printed("".join(PROMPTS.findall(example[0])), NAMES)
        found, same = found + output, same and bool(agree(output, example[1]))
    return {"printed": found, "same": same}


def function_of(source, name=""):
    """Returns the function with this name that a text defines; if there is none, its last function, or None."""
    from gamecore.laboratory.student import type_of
    names = {"type": type_of}            # of a leaf int, of a node list
    exec(compile(source, "<answer>", "exec"), names)
    return names.get(name) or next(
        (each for each in reversed(names.values()) if callable(each) and each is not type_of), None)


def marked(app, record):
    """Marks an answer to an exercise: values, or a function."""
    from gamecore.laboratory.tour import checked
    text = record["text"]
    return {"printed": checked(record["number"], function_of(text) if "def " in text else text)}


def examined(app, record):
    """Examines a search, called here: without the process, the limits and the guards of gamecore check-search."""
    from gamecore.laboratory.check_search import examine
    report = examine(function_of(record["text"], record["task"].replace("-", "_")), record["task"])
    lines = [f"{finding.verdict}: {finding.check}: {finding.text}" for finding in report.findings]
    lines += [f"looks like {name}: {reason}" for name, reason in report.mistakes]
    failing = next((finding.probe.nested for finding in report.faults if finding.probe), None)
    return {"printed": "\n".join(lines), "same": not report.faults, "tree": failing and str(failing)}


ENDPOINTS = {function.__name__: function for function in (snippet, marked, examined)}
