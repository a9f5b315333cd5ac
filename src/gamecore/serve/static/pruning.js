// One position searched in two orders of moves: leaves by depth, and what each looks at of the first levels.

import {element, isDark, listen, onTheme, post, request} from "./page.js";
import {Game} from "./game.js";
import {cell, get, head, options, sentence} from "./controls.js";
import {plot, rings, seen} from "./plot.js";

const ORDERS = {
  "perfect": "searched again and again, each move that raised alpha first, until the leaves stop shrinking",
  "full+table": "all that the engine has: hints, killers, history, deepening, null windows, and the table",
  "full": "the same without the table",
  "static": "the captures and the middle first, as the game's hint says",
  "random": "by chance; the mean of ten searches",
  "none": "as the rules list the moves",
  "worst": "the worst moves first",
  "minimax": "no pruning at all",
};
const KINDS = ["one", "other"];
let game, found, stop = () => {};

const say = text => { if (get("says").textContent !== (text = sentence(text))) get("says").textContent = text; };
const whole = number => number === null || number === undefined ? "" : Math.round(number).toLocaleString("en");

function search() {
  stop();
  const orders = [get("one").value, get("other").value], deepest = Number(get("depth").value);
  found = {orders, deepest, rows: orders.map(() => []), trees: orders.map(() => []), sizes: [], moves: [], done: false};
  const address = new URLSearchParams(game.address);
  address.set("orders", orders.join(","));
  address.set("depth", deepest);
  history.replaceState(null, "", `#${address}`);
  running(true);
  say("Searching.");
  stop = listen("pruning", {...game.record(), orders, depth: deepest}, onEvent, () => running(false));
}

function running(yes) {
  get("go").textContent = yes ? "Stop" : "Search";
  get("go").dataset.running = yes ? "yes" : "";
}

function onEvent(event) {
  if (event.error) return say(event.error);
  if (event.waiting) return say("Other searches go on: this one waits for its turn.");
  if (event.sizes) Object.assign(found, event);
  const which = found.orders.indexOf(event.row?.order ?? event.order);
  if (event.row) found.rows[which].push(event.row);
  if (event.tree) found.trees[which][event.depth] = event.tree;
  if (event.done) found.done = true;
  show();
}

const last = rows => rows.at(-1);

function show() {
  const {orders, rows, trees, sizes, moves, deepest, done} = found;
  const measured = rows.flat().filter(row => row.lines), lines = new Map(measured.map(row => [row.depth, row.lines]));
  const bound = exponent => [...lines].map(([depth, count]) => [depth, count ** exponent]);
  get("plot").innerHTML = plot([{name: "b^m", kind: "bound", points: bound(1)},
    {name: "b^(3m/4)", kind: "bound half", points: bound(.75)},
    {name: "b^(m/2)", kind: "bound least", points: bound(.5)},
    ...orders.map((name, i) => ({name, kind: KINDS[i], points: rows[i].map(row => [row.depth, row.compared])}))],
    deepest, Math.max(get("plot").clientWidth, 300));
  const both = trees[0].findLastIndex((tree, depth) => tree && trees[1][depth]);
  if (both > 0) get("trees").replaceChildren(...orders.map((name, i) =>
    figure(name, trees[i][both], both, sizes, moves, KINDS[i])));
  table();
  const at = Math.min(...rows.map(each => last(each)?.depth ?? 0));
  if (!at) return;
  const [one, other] = rows.map(each => each[at - 1].compared), many = Math.max(one, other) / Math.min(one, other);
  const factor = many.toFixed(many < 10 ? 1 : 0);
  const times = many < 1.05 ? "" : one < other ? `, ${factor} times as many` : `, fewer by a factor of ${factor}`;
  say(`Depth ${at}: ${orders[0]} looks at ${whole(one)} leaves, ${orders[1]} at ${whole(other)}${times}. ${done ? "Done." : ""}`);
}

function figure(name, tree, depth, sizes, moves, kind) {
  const made = element("figure"), levels = Math.min(depth, sizes.length), counts = seen(tree, levels);
  made.innerHTML = rings(tree, levels, moves, kind);
  made.append(element("figcaption", {}, element("b", {}, name), ` to depth ${depth} looked at `
    + counts.map((count, i) => `${whole(count)} of ${whole(sizes[i])}`).join(", ")));
  return made;
}

function table() {
  const {orders, rows} = found, depths = Math.max(...rows.map(each => each.length));
  const leaves = row => row ? whole(row.compared) + (row.compared_error ? ` ± ${whole(row.compared_error)}` : "") : "";
  get("rows").replaceChildren(element("caption", {}, "Leaves, of all iterations"),
    element("tr", {}, ...["depth", ...orders, "minimum", "b^m"].map(name => head(name, "number"))),
    ...Array.from({length: depths}, (_, i) => {
      const any = rows[0][i] ?? rows[1][i];
      return element("tr", {}, ...[i + 1, leaves(rows[0][i]), leaves(rows[1][i]), whole(any.minimal_leaves),
                                 whole(any.lines)].map(words => cell(words, "number")));
    }));
}

/** Takes a position as it was typed or pasted; what is no position is told. */
async function take(record) {
  const state = await request("state", {...record, dark: isDark()}, say);
  if (!state) return false;
  game = new Game({game: record.game, position: record.position, steps: state.steps});
  get("board").innerHTML = state.picture;
  get("position").value = state.steps.length || record.position ? state.now : "";
  return true;
}

async function typed() {
  const text = get("position").value.trim(), name = get("game").value;
  if (game && name === game.game && text === typed.last) return true;
  const record = text ? await request("read", {text, game: name}, say) : {game: name};
  if (!record || !await take(record)) return false;
  typed.last = get("position").value;
  return true;
}

get("form").addEventListener("submit", async event => {
  event.preventDefault();
  if (get("go").dataset.running) { stop(); return say("Stopped."); }
  if (await typed()) search();
});
get("game").addEventListener("change", async () => {
  get("position").value = "";
  stop();
  if (await typed()) search();
});
onTheme(() => game && take(game.record()));

const {games, chance} = await post("games", {});
const given = Game.fromAddress(location.hash), words = new URLSearchParams(location.hash.slice(1));
const [one, other] = (words.get("orders") ?? "perfect,random").split(",");
options(get("game"), games.filter(name => !chance.includes(name)), given?.game);
options(get("one"), Object.keys(ORDERS), one);
options(get("other"), Object.keys(ORDERS), other);
options(get("depth"), [4, 5, 6, 7, 8, 9, 10, 11, 12], words.get("depth") ?? 10);
get("words").replaceChildren(...Object.entries(ORDERS).flatMap(([name, text]) =>
  [element("dt", {}, name), element("dd", {}, text)]));
if (await take(given ?? {game: get("game").value})) { typed.last = get("position").value; search(); }
