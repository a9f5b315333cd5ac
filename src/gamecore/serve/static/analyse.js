// Analysing any position: it deepens as long as the page is open.

import {element, isDark, listen, onTheme, post} from "./page.js";
import {Board} from "./board.js";
import {Game} from "./game.js";
import {drawGraph, get, listChoices, listMoves, options, sentence, textBox} from "./controls.js";
import {PIECES, put, emptied} from "./setup.js";

let game, state, turned = false, thinking = true, editing = false, round = 0;
let stopThinking = () => {}, stopGraph = () => {};

const board = new Board(get("board"), move => choose(move), steps => enter(steps));
const say = text => { get("says").textContent = sentence(text); };
const look = () => ({turned, dark: isDark()});

async function refresh(words = "") {
  const mine = ++round;
  stopThinking();
  try {
    const found = await post("state", {...game.record(), ...look()});
    if (mine !== round) return false;
    state = found;
  } catch (error) {
    say(error.message);
    return false;
  }
  if (game.atEnd) game.steps = state.steps;
  board.show(state, !state.over && !state.chance.length && !editing);
  board.editing = editing ? place => edit(place) : null;
  history.replaceState(null, "", `#${game.address}`);
  listMoves(get("moves"), game, pick);
  get("position").value = state.now;
  say(`${words} ${state.over ? `The game is over: ${state.over}` : `${state.names[state.side]} ${state.chance.length ? "on roll" : "to move"}`}.`);
  showControls();
  for (const id of ["score", "figures"]) get(id).textContent = "";
  get("lines-table").replaceChildren();
  if (thinking && !state.over && !editing) analyse();
  return true;
}

function showControls() {
  get("by-hand").hidden = !state.chance.length;
  options(get("outcome"), state.chance);
  get("checkers").hidden = !state.ways;
  get("end-play").disabled = !state.play;
  get("end-play").textContent = state.play ? `Play ${state.play}` : "Play";
  get("undo-checker").disabled = !state.entered?.length;
  get("back").disabled = game.ply === 0;
  get("on").disabled = game.atEnd;
  get("rollout").hidden = !state.ways;
  get("prune").hidden = chance.includes(game.game);
  get("edit").hidden = !PIECES[game.game];
  get("editor").hidden = !editing;
  get("mover").closest("label").hidden = game.game === "backgammon";       // White is on roll
  get("think").textContent = thinking ? "Stop" : "Analyse";
  get("think").setAttribute("aria-pressed", thinking);
  listChoices(get("choices"), board.enabled && !state.ways ? state.moves : [], choose);
  options(get("move"), ["", ...state.moves.map(move => move.text)]);
}

function analyse() {
  const mine = round;
  stopThinking = listen("analyse", {...game.record(), ...look(), lines: Number(get("lines").value)}, event => {
    if (mine !== round) return;
    if (event.error) return say(event.error);
    if (event.waiting) { get("score").textContent = "Other searches go on: this one waits for its turn."; return; }
    if (event.picture && !board.path.length) board.draw(event.picture);
    showLines(event);
  });
}

const share = value => value === null || value === undefined ? "" : `${(100 * value).toFixed(1)} %`;
const short = n => n >= 1e9 ? `${(n / 1e9).toFixed(2)} G` : n >= 1e6 ? `${(n / 1e6).toFixed(2)} M` : n >= 1e3 ? `${(n / 1e3).toFixed(0)} k` : `${Math.round(n)}`;
const cell = (words, kind = "") => element("td", {class: kind}, words);
const head = (words, kind = "") => element("th", {class: kind, scope: "col"}, words);

function showLines(event) {
  const best = event.lines[0];
  get("score").textContent = `${event.score}, depth ${event.depth}${event.done ? `, ended: ${event.stop}` : ""}`;
  const chances = event.lines.some(line => line.chances);
  const rows = event.lines.map(line => element("tr", {}, cell(line.score, "number"),
    ...(chances ? [cell(line === best ? "" : (line.value - best.value).toFixed(3), "number"),
                   ...["win", "gammon", "lost"].map(name => cell(share(line.chances?.[name]), "number"))] : []),
    cell(line.moves.length ? element("button", {type: "button", onclick: () => choose(line.moves[0])}, line.moves[0]) : ""),
    ...(chances ? [] : [cell(line.moves.slice(1).join(" "), "line")])));
  get("lines-table").replaceChildren(element("tr", {}, head("score", "number"),
    ...(chances ? [head("to best", "number"), head("win", "number"), head("gammon", "number"), head("g lost", "number")] : []),
    head("move"), ...(chances ? [] : [head("goes on")])), ...rows);
  get("figures").textContent = [event.cube && `cube: ${event.cube}`, `${short(event.nodes)} nodes`, event.nps && `${short(event.nps)} a second`,
    event.first_cuts !== null && !chances && `cuts at the first move ${share(event.first_cuts)}`,
    event.ebf && `branching factor ${event.ebf.toFixed(2)}`, `${event.seconds.toFixed(1)} s`].filter(Boolean).join(", ");
}

function rollout() {
  stopThinking();
  const mine = ++round;
  const figure = value => value === null ? "" : value.toFixed(3);
  get("score").textContent = "Rollout begins.";
  get("figures").textContent = "";
  stopThinking = listen("rollout", {...game.record()}, event => {
    if (mine !== round) return;
    if (event.error) return say(event.error);
    get("score").textContent = `${event.games} games of each play`;
    get("lines-table").replaceChildren(element("tr", {}, ...["equity", "±", "to best", "±"].map(name => head(name, "number")),
      head("win", "number"), head("play")), ...event.plays.map(play => element("tr", {},
      ...[play.equity, play.error, play.difference, play.difference_error].map(value => cell(figure(value), "number")),
      cell(share(play.win), "number"), cell(play.play))));
  });
}

function choose(move) {
  game.add({move});
  refresh(`${move}.`);
}

async function enter(entered) {
  const mine = ++round;
  stopThinking();
  try {
    const found = await post("state", {...game.record(), ...look(), entered});
    if (mine !== round) return;
    state = found;
    board.show(state, true);
    showControls();
    say(state.play ? `${state.play}: press Play to end it.` : `${entered.length} moved.`);
  } catch (error) {
    say(error.message);
  }
}

function pick(ply) {
  game.show(ply);
  refresh();
}

function load(record, words = "Loaded.") {
  game = new Game(record);
  get("game").value = game.game;
  get("graph").replaceChildren();
  options(get("piece"), PIECES[game.game] ?? [], get("piece").value);
  return refresh(words);
}

async function setText(text) {
  try {
    load(await post("read", {text, game: get("game").value}), "Set.");
  } catch (error) {
    say(error.message);
  }
}

/** Sets up by hand: a piece is put on a place, or taken away. */
function edit(place) {
  const position = put(game.game, state, place, get("piece").value, get("mover").value);
  if (position) load({game: game.game, position}, "");
}

get("game").addEventListener("change", () => { editing = false; load({game: get("game").value}, ""); });
get("move").addEventListener("change", event => event.target.value && choose(event.target.value));
get("set").addEventListener("click", () => setText(get("position").value));
get("position").addEventListener("keydown", event => event.key === "Enter" && setText(get("position").value));
get("flip").addEventListener("click", () => { turned = !turned; refresh(); });
get("think").addEventListener("click", () => { thinking = !thinking; refresh(); });
get("lines").addEventListener("change", () => refresh());
get("rollout").addEventListener("click", rollout);
get("back").addEventListener("click", () => pick(game.ply - 1));
get("on").addEventListener("click", () => pick(game.ply + 1));
get("play").addEventListener("click", () => { location.href = `play#${game.address}`; });
get("prune").addEventListener("click", () => { location.href = `pruning#${game.address}`; });
get("end-play").addEventListener("click", () => state.play && choose(state.play));
get("undo-checker").addEventListener("click", () => enter(state.entered.slice(0, -1)));
get("roll").addEventListener("click", () => { game.add({chance: get("outcome").value}); refresh(); });
get("scores").addEventListener("click", () => {
  stopGraph();
  stopGraph = drawGraph(get("graph"), game, state.names, say, pick);
});
get("edit").addEventListener("click", () => {
  editing = !editing;
  get("edit").setAttribute("aria-pressed", editing);
  if (editing) {
    options(get("mover"), state.names, state.names[state.side]);
    game = new Game({game: game.game, position: state.now});
  }
  refresh();
});
get("mover").addEventListener("change", () => edit(null));
get("clear").addEventListener("click", () => load({game: game.game, position: emptied(game.game)}, ""));
document.addEventListener("keydown", event => {
  if (event.target.closest("input, textarea, select, [data-at], [data-ply]")) return;
  if (event.key === "ArrowLeft") pick(game.ply - 1);
  if (event.key === "ArrowRight") pick(game.ply + 1);
});
onTheme(() => game && refresh());
addEventListener("hashchange", () => {
  const given = Game.fromAddress(location.hash);
  if (given && given.address !== game.address) load(given, "");
});

const {games, chance} = await post("games", {});
const given = Game.fromAddress(location.hash);
options(get("game"), games, given?.game);
options(get("lines"), [1, 2, 3, 5, 8], 3);
textBox(() => game, say, record => load(record));
load(given ?? {game: games[0]}, "");
