"""Writes the page that 06-order.md embeds: a game searched in two orders of moves, whose trees grow side by side.

    python docs/tour/pruning_page.py GAME DEPTH ORDER ORDER FILE

The pictures are those of the view "Pruning" of `gamecore serve`; the page needs no server and no network.
"""
import json
import sys
from pathlib import Path

from gamecore.core.files import WEB
from gamecore.core.token import StopToken
from gamecore.games.all import GAMES
from gamecore.laboratory.pruning import pruning
from gamecore.laboratory.recording import visited_levels
from gamecore.trees.page import MODULE_WORDS

LEVELS = 4                               # of the tree that are drawn
MAX_NODES = 5_000_000                    # of a search that is drawn
SCRIPT = """
const escape = text => String(text).replace(/[&<>"]/g, sign => `&#${sign.charCodeAt()};`);
const data = JSON.parse(document.getElementById("data").textContent), range = document.getElementById("film");
const kinds = ["one", "other"], lines = power => data.lines.map((count, i) => [i + 1, count ** power]);
document.getElementById("plot").innerHTML = plot([{name: "b^m", kind: "bound", points: lines(1)},
  {name: "b^(m/2)", kind: "bound least", points: lines(.5)},
  ...data.orders.map(({name, points}, i) => ({name, kind: kinds[i], points}))], data.lines.length, 620);
const figures = data.orders.map(({tree, visits}, i) => {
  const figure = document.getElementById(kinds[i]);
  figure.querySelector(".rings").innerHTML = rings(tree, data.levels, data.moves, kinds[i], visits);
  figure.querySelector("svg").classList.add("rings-of", kinds[i]);
  return figure;
});
const most = Math.max(...data.orders.map(({points}) => points.at(-1)[1]));
function show() {
  data.orders.forEach(({name, points}, i) => {
    const leaves = Math.min(points.at(-1)[1], most * range.value / 1000), share = leaves / points.at(-1)[1];
    [...figures[i].querySelector(".film").children].forEach((group, frame) => {
      group.style.display = frame < share * FRAMES ? "" : "none"; });
    figures[i].querySelector("figcaption").textContent = `${name}: ${Math.round(leaves).toLocaleString("en")} leaves`;
  });
}
range.addEventListener("input", show);
document.getElementById("run").addEventListener("click", () => {
  const began = performance.now(), step = now => {
    range.value = Math.min(1000, (now - began) / 8);
    show();
    if (range.value < 1000) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
});
show();
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}
body {{ padding: 1rem }} .pair {{ display: flex; gap: 1rem }} figure {{ flex: 1; text-align: center }}</style></head>
<body>
<div class="pair"><figure id="one"><div class="rings"></div><figcaption></figcaption></figure>
<figure id="other"><div class="rings"></div><figcaption></figcaption></figure></div>
<p><button id="run">Run</button>
<input type="range" id="film" max="1000" value="1000" aria-label="Share of the leaves"></p>
<div id="plot"></div>
<script type="application/json" id="data">{data}</script><script>{script}</script></body></html>
"""


def page(game, depth, orders):
    """Returns the page, on which both orders visit leaves at the same pace until each has finished."""
    start = GAMES[game].start()
    rows = list(pruning(start, depth, orders))
    found = []
    for order in orders:
        tree, visits = visited_levels(start, depth, order, LEVELS, 0, MAX_NODES, StopToken())
        points = [[row.depth, row.compared("leaves")[0]] for row in rows if row.order == order]
        found.append({"name": order, "points": points, "tree": tree, "visits": visits})
    lines = [row.lines for row in rows if row.order == orders[0]]
    data = {"orders": found, "lines": lines, "levels": min(LEVELS, depth), "moves": list(map(str, start.legal_moves()))}
    style, drawing = (Path(WEB, name).read_text(encoding="utf-8") for name in ("style.css", "plot.js"))
    return PAGE.format(title=f"{game}: {' against '.join(orders)}", style=style, data=json.dumps(data),
                       script=MODULE_WORDS.sub("", drawing) + SCRIPT)


if __name__ == "__main__":
    game, depth, one, other, file = sys.argv[1:]
    Path(file).write_text(page(game, int(depth), [one, other]), encoding="utf-8")
