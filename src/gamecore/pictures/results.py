"""The result of a search or a solver as HTML, with the board, the move, and the lines as a table."""
from html import escape

from gamecore.core.svg import tag
from gamecore.pictures import picture
from gamecore.result import SearchResult, score_text

SHOWN = 20                               # moves of a line


def html(result):
    """Returns a SearchResult, or a Solution with the scores that have been computed, as HTML."""
    return tag("div", *(of_search(result) if isinstance(result, SearchResult) else of_solution(result)),
               class_="gamecore-result")


def of_search(result):
    if result.position is not None:
        yield picture(result.position, arrows=list(result.pv[:1]))
    yield table(("score", "line"), [(score_text(score), " ".join(map(str, line[:SHOWN])) + " …" * (len(line) > SHOWN))
                                    for score, line in result.lines])
    yield tag("p", f"depth {result.depth}, {result.nodes:,} nodes in {result.seconds:.2f} s, ended by {result.stop}")


def of_solution(solution):
    scores = vars(solution).get("scores", {})
    if not isinstance(solution.position, str):
        best = max(scores.values(), default=None)
        yield picture(solution.position, arrows=[move for move, score in scores.items() if score == best],
                      marks={move: f"{score:+d}" if score else "0" for move, score in scores.items()})
    ends = f", {solution.outcome}" if solution.outcome else ""
    ends += f" in {solution.plies_to_end}" if solution.plies_to_end else ""
    value = f"{solution.lower} to {solution.upper}" if solution.score is None else solution.score
    yield tag("p", f"score {value}{ends}, {solution.nodes:,} nodes in {solution.seconds:.2f} s")


def table(heads, rows):
    cells = [tag("tr", *(tag("td", escape(cell) or " ", style="text-align:left") for cell in row)) for row in rows]
    return tag("table", tag("tr", *(tag("th", head, style="text-align:left") for head in heads)), *cells)
