"""The learning curve of the backgammon network, drawn with matplotlib."""
from gamecore.laboratory import plots


def draw_learning(records, title):
    """Returns a figure of a network's learning: points in matches against the number of games.

    Parameters
    ----------
    records : iterable of dict
        The records of recipe.train, or of its log.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    records = list(records)
    matches = [record for record in records if record["type"] == "match"]
    begun = max((record["games"] for record in records if record["type"] == "games"), default=0)
    is_shipped = any(match["opponent"] == "shipped" for match in matches)
    opponent = "the shipped network" if is_shipped else "the run's first network"
    drawing = plots.figure()
    axes = drawing.add_subplot(xlabel="games of self-play, thousands", ylabel=f"points a game against {opponent}",
                               title=title)
    phases = [(r"TD($\lambda$)", "o", "white", [match for match in matches if match["games"] <= begun]),
              ("after study", "s", "black", [match for match in matches if match["games"] > begun])]
    for name, marker, face, found in phases:
        if found:
            axes.errorbar([match["games"] / 1000 for match in found], [match["points_per_game"] for match in found],
                          [match["standard_error"] for match in found], marker=marker, linestyle="-", color="black",
                          markerfacecolor=face, markersize=5, linewidth=1.2, capsize=2, label=name)
    axes.axhline(0, **plots.REFERENCE, linestyle=":")
    axes.grid(True, color="0.9", linewidth=0.6)
    if matches:
        drawing.legend(loc="outside lower center", ncols=2, **plots.LEGEND)
    return drawing
