"""The records of a search as JSON, which the command `search` and JSON lines share."""
from gamecore.search.iteration import scored_line


def iteration_record(iteration):
    return {"type": "iteration"} | iteration.as_dict()


def result_record(result, about_search, multipv, chances=None):
    """Returns a SearchResult as a record; `chances` holds the five probabilities of each line, if they were
    requested."""
    probabilities = [{"probabilities": five} for five in chances] if chances else [{}] * len(result.lines)
    lines = [scored_line(*line) | five for line, five in zip(result.lines, probabilities)]
    return ({"type": "result"} | about_search | result.as_dict() | {"hash_used": result.hash_used} | probabilities[0]
            | ({"lines": lines} if multipv > 1 else {}))
