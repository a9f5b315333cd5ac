// One position searched in two orders of moves.

import {WAITS, element, get, listen, on, options, post, ready, request, row, sentence, write} from "./page.js";
import {named} from "./desk.js";
import {Game} from "./game.js";
import {Stepper} from "./stepper.js";
import {FRAMES, plot, rings} from "./plot.js";

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
const SECONDS = 8;  // of the film
let game, found, film, stop = () => {};

const say = text => write("says", sentence(text));
const whole = number => number === null || number === undefined ? "" : Math.round(number).toLocaleString("en");

function search() {
  stop();
  const orders = [get("one").value, get("other").value], deepest = Number(get("depth").value);
  found = {orders, deepest, rows: orders.map(() => []), trees: orders.map(() => []), visits: orders.map(() => []), sizes: [], moves: [], done: false};
  const address = new URLSearchParams(game.address);
  address.set("orders", orders.join(","));
  address.set("depth", deepest);
  history.replaceState(null, "", `#pruning&${address}`);
  get("set-as").replaceChildren(element("b", {}, `${named(game.game)}, ${get("position").value ? "a position" : "first position"}`),
    element("br"), element("span", {class: "dim"}, `${orders[0]} against ${orders[1]}, depth ${deepest}`));
  running(true);
  say("Searching.");
  stop = listen("pruning", {...game.record(), orders, depth: deepest}, onEvent, () => running(false));
}

function running(yes) {
  if (!get("plot")) return;  // another view
  get("go").textContent = yes ? "Stop" : "Search";
  get("go").dataset.running = yes ? "yes" : "";
}

function onEvent(event) {
  if (event.error) { ready(); return say(event.error); }
  if (event.waiting) return say(WAITS);
  if (event.sizes) Object.assign(found, event);
  const which = found.orders.indexOf(event.row?.order ?? event.order);
  if (event.row) found.rows[which].push(event.row);
  if (event.tree) [found.trees[which][event.depth], found.visits[which][event.depth]] = [event.tree, event.visits];
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
  if (both > 0 || found.done || found.rows.some(each => each.length > 1)) ready();
  if (both > 0 && both !== found.drawn) {
    found.drawn = both;
    get("trees").replaceChildren(...orders.map((name, i) => figure(i, both)));
  }
  write("drawn", both > 0 ? `The rings are drawn of the search to depth ${both}.` : "");
  if (both > 0 && !film.timer) showFilm(film.at);
  table();
  const at = Math.min(...rows.map(each => last(each)?.depth ?? 0));
  if (!at) return;
  const [one, other] = rows.map(each => each[at - 1]), many = Math.max(one.compared, other.compared) / Math.min(one.compared, other.compared);
  const exponent = ({exponent}) => exponent.toFixed(2).replace(/^0/, "");
  const exponents = one.exponent && other.exponent ? `; the exponent is ${exponent(one)} instead of ${exponent(other)}` : "";
  const few = many < 1.05 ? "Both orders look at as many leaves" : `${many.toFixed(many < 10 ? 1 : 0)} times ${one.compared < other.compared ? "fewer" : "more"} leaves`;
  say(done || found.over ? `${few}${exponents}` : `${few} so far, at depth ${at}`);
}

function figure(i, depth) {
  const kind = KINDS[i], levels = Math.min(depth, found.sizes.length);
  const made = element("figure", {class: kind}, element("div", {class: "rings"}), element("figcaption", {}, element("b"), element("span", {class: "dim"})));
  made.firstChild.innerHTML = rings(found.trees[i][depth], levels, found.moves, kind, found.visits[i][depth]);
  made.querySelector("svg").classList.add("rings-of", kind);
  return made;
}

/** The rings and their counters at a frame of the film. */
function showFilm(frame) {
  const share = frame / FRAMES;
  film.show(frame, FRAMES, share < 1 ? `${(SECONDS * share).toFixed(1)} s` : `${SECONDS} s`, true);
  if (share >= 1) film.run(false);
  for (const [i, made] of [...get("trees").children].entries()) {
    [...made.querySelector(".film").children].forEach((group, at) => { group.style.display = at < frame ? "" : "none"; });
    const depth = Math.min(...found.rows.map(rows => last(rows).depth)), row = found.rows[i][depth - 1], error = row.compared_error && share === 1 ? `± ${whole(row.compared_error)} ` : "";
    made.querySelector("b").textContent = whole(share * row.compared);
    made.querySelector("span").textContent = `${error}leaves to depth ${depth}, ${found.orders[i]} order`;
  }
}

function table() {
  const {orders, rows} = found, depths = Math.max(...rows.map(each => each.length));
  const leaves = row => row ? whole(row.compared) + (row.compared_error ? ` ± ${whole(row.compared_error)}` : "") : "";
  get("rows").replaceChildren(element("caption", {}, "Leaves, of all iterations"), row(["depth", ...orders, "minimum", "b^m"], "th"),
    ...Array.from({length: depths}, (_, i) => {
      const any = rows[0][i] ?? rows[1][i];
      return row([i + 1, leaves(rows[0][i]), leaves(rows[1][i]), whole(any.minimal_leaves), whole(any.lines)]);
    }));
}

/** Takes a position that was typed or pasted; reports an invalid one. */
async function take(record) {
  const state = await request("state", record, say);
  if (!state) { ready(); return false; }
  game = new Game({game: record.game, position: record.position, steps: state.steps});
  get("board").innerHTML = state.picture;
  get("position").value = state.steps.length || record.position ? state.now : "";
  typed.last = get("position").value;
  return true;
}

async function typed() {
  const text = get("position").value.trim(), name = get("game").value;
  if (game && name === game.game && text === typed.last) return true;
  const record = text ? await request("read", {text, game: name}, say) : {game: name};
  return record && take(record);
}

export function openPruning(view, words, fresh) {
  if (fresh) bind();
  begin(words);
  return () => { stop(); mine++; film.run(false); };
}

let mine = 0;  // openings of the view

function bind() {
  film = new Stepper(get("film"), {go: showFilm, forward: () => showFilm(film.at < FRAMES ? film.at + 1 : 0), pace: 1000 * SECONDS / FRAMES, slider: true});
  film.show(FRAMES, FRAMES, "", true);
  on({"form": async event => {
    event.preventDefault();
    if (get("go").dataset.running) { stop(); return say("Stopped."); }
    if (await typed()) search();
  }}, "submit");
  on({"game": async () => {
    get("position").value = "";
    stop();
    if (await typed()) search();
  }}, "change");
  get("words").replaceChildren(...Object.entries(ORDERS).flatMap(([name, text]) =>
    [element("dt", {}, name), element("dd", {}, text)]));
}

async function begin(words) {
  const opened = ++mine, {games, chance} = await post("games", {}), given = Game.fromAddress(words);
  if (opened !== mine) return;
  const [one, other] = (words.get("orders") ?? "perfect,random").split(",");
  options(get("game"), games.filter(name => !chance.includes(name)).map(name => [name, named(name)]), given?.game);
  options(get("one"), Object.keys(ORDERS), one);
  options(get("other"), Object.keys(ORDERS), other);
  options(get("depth"), [4, 5, 6, 7, 8, 9, 10, 11, 12], words.get("depth") ?? 8);
  if (await take(given ?? {game: get("game").value}) && opened === mine) search();
}
