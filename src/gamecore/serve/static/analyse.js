// Analysing any position: it deepens as long as the page is open.

import {element, post, request} from "./page.js";
import {Desk, say} from "./desk.js";
import {Game} from "./game.js";
import {cell, get, head, options, textBox} from "./controls.js";
import {PIECES, put, emptied} from "./setup.js";

const desk = new Desk({move: choose, refresh, controls});
let thinking = true, editing = false;

async function refresh(words = "") {
  if (!await desk.ask()) return false;
  const {state} = desk;
  desk.board.editing = editing ? place => edit(place) : null;
  desk.show(!state.over && !state.chance.length && !editing);
  get("position").value = state.now;
  const whose = `${state.names[state.side]} ${state.chance.length ? "on roll" : "to move"}`;
  say(`${words} ${state.over ? `The game is over: ${state.over}` : whose}.`);
  for (const id of ["score", "figures"]) get(id).textContent = "";
  get("lines-table").replaceChildren();
  if (thinking && !state.over && !editing) analyse();
  return true;
}

function controls() {
  const {game, state} = desk;
  get("by-hand").hidden = !state.chance.length;
  get("checkers").hidden = !state.ways;
  get("back").disabled = game.ply === 0;
  get("on").disabled = game.atEnd;
  get("rollout").hidden = !state.ways;
  get("prune").hidden = chance.includes(game.game);
  get("edit").hidden = !PIECES[game.game];
  get("editor").hidden = !editing;
  get("mover").closest("label").hidden = game.game === "backgammon";       // White is on roll
  get("think").textContent = thinking ? "Stop" : "Analyse";
  get("think").setAttribute("aria-pressed", thinking);
}

function analyse() {
  desk.search("analyse", {lines: Number(get("lines").value)}, event => {
    if (event.waiting) { get("score").textContent = "Other searches go on: this one waits for its turn."; return; }
    desk.redraw(event.picture);
    showLines(event);
  });
}

const share = value => value === null || value === undefined ? "" : `${(100 * value).toFixed(1)} %`;
const short = n => n >= 1e9 ? `${(n / 1e9).toFixed(2)} G` : n >= 1e6 ? `${(n / 1e6).toFixed(2)} M` : n >= 1e3 ? `${(n / 1e3).toFixed(0)} k` : `${Math.round(n)}`;

function showLines(event) {
  const best = event.lines[0];
  get("score").textContent = `${event.score}, depth ${event.depth}${event.done ? `, ended: ${event.stop}` : ""}`;
  const chances = event.lines.some(line => line.chances);
  const rows = event.lines.map(line => element("tr", {}, cell(line.score, "number"),
    ...(chances ? [cell(line === best ? "" : (line.value - best.value).toFixed(3), "number"),
                   ...["win", "gammon", "lost"].map(name => cell(share(line.chances?.[name]), "number"))] : []),
    cell(line.moves.length ? element("button", {type: "button", onclick: () => desk.move(line.moves[0])}, line.moves[0]) : ""),
    ...(chances ? [] : [cell(line.moves.slice(1).join(" "), "line")])));
  get("lines-table").replaceChildren(element("tr", {}, head("score", "number"),
    ...(chances ? [head("to best", "number"), head("win", "number"), head("gammon", "number"), head("g lost", "number")] : []),
    head("move"), ...(chances ? [] : [head("goes on")])), ...rows);
  get("figures").textContent = [event.cube && `cube: ${event.cube}`, `${short(event.nodes)} nodes`, event.nps && `${short(event.nps)} a second`,
    event.first_cuts !== null && !chances && `cuts at the first move ${share(event.first_cuts)}`,
    event.ebf && `branching factor ${event.ebf.toFixed(2)}`, `${event.seconds.toFixed(1)} s`].filter(Boolean).join(", ");
}

function rollout() {
  desk.round++;                        // a state that is still to come would begin an analysis
  const figure = value => value === null ? "" : value.toFixed(3);
  get("score").textContent = "Rollout begins.";
  get("figures").textContent = "";
  desk.search("rollout", {}, event => {
    get("score").textContent = `${event.games} games of each play`;
    get("lines-table").replaceChildren(element("tr", {}, ...["equity", "±", "to best", "±"].map(name => head(name, "number")),
      head("win", "number"), head("play")), ...event.plays.map(play => element("tr", {},
      ...[play.equity, play.error, play.difference, play.difference_error].map(value => cell(figure(value), "number")),
      cell(share(play.win), "number"), cell(play.play))));
  });
}

function choose(move) {
  desk.game.add({move});
  refresh(`${move}.`);
}

function load(record, words = "Loaded.") {
  desk.game = new Game(record);
  get("game").value = desk.game.game;
  options(get("piece"), PIECES[desk.game.game] ?? [], get("piece").value);
  return refresh(words);
}

async function setText(text) {
  const mine = desk.round, record = await request("read", {text, game: get("game").value}, say);
  if (record && mine === desk.round) load(record, "Set.");
}

/** Sets up by hand: a piece is put on a place, or taken away. */
function edit(place) {
  const position = put(desk.game.game, desk.state, place, get("piece").value, get("mover").value);
  if (position) load({game: desk.game.game, position}, "");
}

get("game").addEventListener("change", () => { editing = false; load({game: get("game").value}, ""); });
get("set").addEventListener("click", () => setText(get("position").value));
get("position").addEventListener("keydown", event => event.key === "Enter" && setText(get("position").value));
get("think").addEventListener("click", () => { thinking = !thinking; refresh(); });
get("lines").addEventListener("change", () => refresh());
get("rollout").addEventListener("click", rollout);
get("back").addEventListener("click", () => desk.pick(desk.game.ply - 1));
get("on").addEventListener("click", () => desk.pick(desk.game.ply + 1));
get("play").addEventListener("click", () => { location.href = `play#${desk.game.address}`; });
get("prune").addEventListener("click", () => { location.href = `pruning#${desk.game.address}`; });
get("edit").addEventListener("click", () => {
  editing = !editing;
  const exchanged = editing && desk.game.game === "backgammon" && desk.state.side === 1;
  get("edit").setAttribute("aria-pressed", editing);
  if (editing) {
    options(get("mover"), desk.state.names, desk.state.names[desk.state.side]);
    desk.game = new Game({game: desk.game.game, position: desk.state.now});
  }
  refresh(exchanged ? "White is on roll in a position set up by hand: the colours are exchanged." : "");
});
get("mover").addEventListener("change", () => edit(null));
get("clear").addEventListener("click", () => load({game: desk.game.game, position: emptied(desk.game.game)}, ""));
addEventListener("hashchange", () => {
  const given = Game.fromAddress(location.hash);
  if (given && given.address !== desk.game.address) load(given, "");
});

const {games, chance} = await post("games", {});
const given = Game.fromAddress(location.hash);
options(get("game"), games, given?.game);
options(get("lines"), [1, 2, 3, 5, 8], 3);
textBox(() => desk.game, say, record => load(record));
load(given ?? {game: games[0]}, "");
