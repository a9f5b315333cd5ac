// Analysing any position: the search deepens as long as the page is visible.

import {button, element, get, on, options, request, row, sentence, write} from "./page.js";
import {icon} from "./stepper.js";
import {Game} from "./game.js";
import {say} from "./desk.js";
import {PIECES, put, emptied} from "./setup.js";

let known = null;  // the line that is unfolded

export function begin(desk, words) {
  options(get("piece"), PIECES[desk.game.game] ?? [], get("piece").value);
  return refresh(desk, words);
}

export async function refresh(desk, words = "") {
  if (!await desk.ask()) return false;
  const {state} = desk;
  desk.board.editing = desk.editing ? place => edit(desk, place) : null;
  desk.show(!state.over && !state.chance.length && !desk.editing);
  get("position").value = state.now;
  const whose = `${state.names[state.side]} ${state.chance.length ? "on roll" : "to move"}`;
  write("set-as", sentence(state.over ? "the game is over" : `move ${Math.floor(desk.game.ply / 2) + 1}, ${whose}`));
  say(`${words} ${state.over ? `The game is over: ${state.over}` : whose}.`);
  for (const id of ["depth", "figures"]) get(id).textContent = "";
  get("lines-table").style.setProperty("--lines", desk.thinking ? get("lines").value : 0);
  get("lines-table").replaceChildren();
  get("bar").hidden = !(desk.thinking && ["checkers", "backgammon"].includes(desk.game.game));
  get("desk").classList.toggle("bar", !get("bar").hidden);
  get("results").hidden = desk.game.game !== "connect-four";
  get("results").replaceChildren(...(get("results").hidden ? [] : (desk.turned ? [..."7654321"] : [..."1234567"]).map(column => element("li", {"data-column": column}))));
  if (desk.thinking && !state.over && !desk.editing && !document.hidden) analyse(desk);
  return true;
}

export const pause = desk => { desk.stopThinking(); write("depth", "paused"); };
export const resume = desk => desk.thinking && desk.state && refresh(desk);

export function controls(desk) {
  const {game, state} = desk;
  get("by-hand").hidden = !state.chance.length;
  get("checkers").hidden = !(state.ways && (state.play || state.entered.length));
  get("rollout").hidden = !state.ways;
  get("prune").hidden = game.game === "backgammon" || state.chance.length > 0;
  get("edit").hidden = !PIECES[game.game];
  get("edit").ariaPressed = desk.editing;
  get("editor").hidden = !desk.editing;
  options(get("mover"), state.names, state.names[state.side]);
  get("mover").closest("label").hidden = game.game === "backgammon";  // White is on roll
  get("think").innerHTML = icon(desk.thinking ? "pause" : "run");
  get("think").ariaLabel = desk.thinking ? "Stop" : "Analyse";
  get("from-here").hidden = false;
}

function analyse(desk) {
  desk.search("analyse", {lines: Number(get("lines").value)}, event => {
    if (event.waiting) return write("depth", "waits: other searches go on");
    if (event.picture) desk.redraw(event.picture);
    if (event.results) showResults(event);
    if (!desk.isEntering) say(`${event.score}.`);
    showLines(desk, event);
  });
}

const share = value => value === null || value === undefined ? "" : (100 * value).toFixed(1);
const short = n => n.toLocaleString("en", {notation: "compact", maximumSignificantDigits: 3}).replace(/\D$/, " $&");
const signed = text => /^[+-]?[\d.]+$/.test(text) ? text.replace("-", "−") : text;

function showResults({results, best}) {
  for (const item of get("results").children) {
    const text = results[item.dataset.column] ?? "";
    if (item.textContent !== text) item.textContent = text;
    item.classList.toggle("best", best.includes(Number(item.dataset.column)));
  }
}

/** Shows the lines in rows that keep their places under the pointer. */
function showLines(desk, event) {
  const host = get("lines-table");
  write("depth", event.depth === undefined ? "" : `depth ${event.depth}${event.done ? `, ${event.stop === "complete" ? "complete" : "ended"}` : ""}`);
  if (event.bar !== undefined) {
    const {names, side} = desk.state, dark = (1 + (names[0] === "black" ? 1 : -1) * event.bar) / 2;
    get("bar").style.setProperty("--share", `${(4 + 92 * dark).toFixed(1)}%`);
    get("bar").firstElementChild.textContent = dark >= .15 && names[side] === "black" && event.lines[0] ? signed(event.lines[0].score).replace("0.", ".").slice(0, 4) : "";
    get("bar").ariaLabel = `Black's share ${Math.round(100 * dark)} %`;
  }
  if (event.lines.some(line => line.chances)) return showPlays(desk, event);
  event.lines.forEach((line, i) => {
    const shown = host.children[i] ?? host.appendChild(lineRow(desk));
    const [score, play, rest] = shown.children, [first, ...others] = line.moves;
    score.textContent = signed(line.score);
    play.textContent = first ?? "no move";
    play.hidden = !first;
    rest.textContent = others.join(" ");
    shown.classList.toggle("open", i === known);
  });
  while (host.children.length > event.lines.length) host.lastElementChild.remove();
  figures(event);
}

/** A line: its score, its move, which plays it, and how it goes on, which is unfolded. */
function lineRow(desk) {
  const line = element("div", {}, element("span", {class: "score"}),
    button("", event => desk.move(event.currentTarget.textContent), {class: "play", hidden: true}), element("span", {class: "on"}),
    button("", () => {
      const lines = [...line.parentElement.children], i = lines.indexOf(line);
      known = known === i ? null : i;
      lines.forEach((other, j) => other.classList.toggle("open", j === known));
    }, {class: "quiet unfold", "aria-label": "The whole line"}));
  return line;
}

function table(heads, rows) {
  get("lines-table").replaceChildren(element("div", {class: "scroll"},
    element("table", {}, row(heads, "th"), ...rows.map(cells => row(cells)))));
}

function showPlays(desk, event) {
  const [best] = event.lines;
  table(["play", "equity", "to best", "wins %", "gam\u00admons %", "gam\u00admons lost %"], event.lines.map(line => [
    line.moves[0] ? button(line.moves[0], () => desk.move(line.moves[0]), {class: "play"}) : "", line.score,
    line === best ? "" : (line.value - best.value).toFixed(3), ...["win", "gammon", "lost"].map(name => share(line.chances?.[name]))]));
  figures(event);
}

function figures(event) {
  write("figures", [event.cube && `Cube: ${event.cube}`, event.nodes !== undefined && `${short(event.nodes)} positions`, event.nps && `${short(event.nps)} a second`,
    event.first_cuts && `first-move cutoffs ${share(event.first_cuts)} %`,
    event.ebf && `branching ${event.ebf.toFixed(2)}`, `${event.seconds.toFixed(1)} s`].filter(Boolean).join(", "));
}

function rollout(desk) {
  desk.round++;  // a pending state would begin an analysis
  const figure = value => value === null ? "" : value.toFixed(3);
  write("depth", "rollout begins");
  write("figures", "");
  desk.search("rollout", {}, event => {
    write("depth", `${event.games} games of each play`);
    table(["play", "equity", "±", "to best", "±"], event.plays.map(play =>
      [play.play, ...[play.equity, play.error, play.difference, play.difference_error].map(figure)]));
  });
}

export function move(desk, text) {
  desk.game.add({move: text});
  refresh(desk, `${text}.`);
}

async function setText(desk) {
  const mine = desk.round, record = await request("read", {text: get("position").value, game: desk.game.game}, say);
  if (record && mine === desk.round) desk.load(record, "Set.");
}

/** Sets up by hand: a piece is put on a place, or taken away. */
function edit(desk, place) {
  const position = put(desk.game.game, desk.state, place, get("piece").value, get("mover").value);
  if (position) desk.load({game: desk.game.game, position}, "");
}

export function bind(desk) {
  on({
    "set": () => setText(desk), "rollout": () => rollout(desk), "prune": () => { location.hash = `pruning&${desk.game.address}`; },
    "think": () => { desk.thinking = !desk.thinking; refresh(desk); },
    "clear": () => desk.load({game: desk.game.game, position: emptied(desk.game.game, desk.state)}, ""),
    "edit": () => {
      desk.editing = !desk.editing;
      const exchanged = desk.editing && desk.game.game === "backgammon" && desk.state.side === 1;
      if (desk.editing) desk.game = new Game({game: desk.game.game, position: desk.state.xgid ?? desk.state.now});
      refresh(desk, exchanged ? "White is on roll in a position set up by hand: the colours are exchanged." : "");
    },
  });
  on({"lines": () => refresh(desk), "mover": () => edit(desk, null)}, "change");
  on({"position": event => event.key === "Enter" && setText(desk)}, "keydown");
}
