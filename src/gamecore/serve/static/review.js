// Reviewing a game: its mistakes by their size, on the board, on a graph, and to be tried again.

import {element, get, on, sentence, write} from "./page.js";
import {named, say} from "./desk.js";
import {judge, showBetter} from "./play.js";

const SIGNS = {"?!": "inaccuracies ?!", "?": "mistakes ?", "??": "blunders ??"};
let scored = null;                                 // the steps of the points

export function begin(desk, words) {
  scored = null;
  return refresh(desk, words);
}

export async function refresh(desk, words = "") {
  if (!await desk.ask()) return;
  const {state, game} = desk, steps = JSON.stringify(game.steps);
  desk.own = ["first", "second"].flatMap((id, side) => get(id).value === "you" ? [side] : []);
  desk.show(!state.over && !state.chance.length);
  if (scored !== steps || game.atEnd) title(desk);
  say(words);
  told(desk);
  if (scored === steps) return;
  scored = steps;
  desk.score({marks: true}, event => {
    count(desk);
    if (event.done) worst(desk);
    else if (!desk.points.some(point => point.mark)) say("Judging the moves.");
  });
}

function title({state, game}) {
  write("result", sentence(!game.atEnd ? `${game.moves.length} moves` : state.over ? `${state.over} after ${Math.ceil(game.moves.length / 2)} moves` : `${game.moves.length} moves, unfinished`));
  write("against", `${named(game.game)}, ${state.names[0]} against ${state.names[1]}`);
  write("set-as", "review");
}

/** A move, and the decisions about the cube before it. */
const decided = point => [point, ...(point.cube ?? [])];

const errors = desk => desk.points.filter(point => decided(point).some(({mark}) => mark));

/** How often each side erred. */
function count(desk) {
  const {names} = desk.state, own = [0, 1].map(side => desk.points.flatMap(decided).filter(one => one.side === side));
  const sum = (sign, side) => own[side].filter(({mark}) => mark === sign).length;
  const row = (words, left, right, kind = "td") => element("tr", {},
    element(kind, {}, left), words ? element("th", {scope: "row"}, words) : element("td"), element(kind, {}, right));
  const rows = Object.entries(SIGNS).map(([sign, words]) => row(words, sum(sign, 0), sum(sign, 1)));
  if (desk.game.game === "backgammon") rows.push(row("performance rating", ...own.map(rating)), row("luck", ...own.map(luck)));
  get("counts").replaceChildren(row("", named(names[0]), named(names[1]), "th"), ...rows);
}

/** eXtreme Gammon's rating: the equity lost by a decision, on average, times 500. */
function rating(own) {
  const judged = own.filter(({lost}) => lost !== undefined);
  return judged.length ? (500 * total(judged, "lost") / judged.length).toFixed(1) : "";
}

const luck = own => total(own, "luck").toFixed(2);

const total = (all, name) => all.reduce((sum, one) => sum + (one[name] ?? 0), 0);

/** Goes to the worst move, the first of several. */
function worst(desk) {
  const order = ["??", "?", "?!"], found = order.flatMap(sign => errors(desk).filter(point => decided(point).some(({mark}) => mark === sign)));
  if (!found.length) say("Nobody erred.");
  else if (desk.game.atEnd) desk.pick(found[0].ply);
}

/** Shows the judgement of the move made in the position that is shown. */
function told(desk) {
  const point = desk.points.find(({ply}) => ply === desk.game.ply), all = errors(desk);
  const isError = Boolean(point?.mark);
  const said = point?.remark && decided(point).filter(one => one.mark || one === point);
  if (said) judge({remark: `move ${Math.floor(point.ply / 2) + 1}: ${said.map(one => one.remark).join("; ")}`,
    mark: said.find(one => one.mark)?.mark});
  else get("coach-says").textContent = "";
  get("again").disabled = get("better").disabled = !isError;
  write("which", all.length ? `${all.indexOf(point) + 1 || "–"} of ${all.length}` : "");
  get("next-mistake").disabled = !all.some(({ply}) => ply > desk.game.ply) && !all.length;
}

export function controls(desk) {
  get("checkers").hidden = !desk.state.entered?.length;
  get("by-hand").hidden = true;
}

/** A move tried in place of the game's: play goes on from it. */
export function move(desk, text) { location.hash = `play&${(desk.game.add({move: text}), desk.game.address)}`; }

export function bind(desk, go) {
  on({
    "again": () => go("play"),
    "better": () => {
      const point = desk.points.find(({ply}) => ply === desk.game.ply);
      if (point?.line?.length) showBetter(desk, point.ply, point.line[0]);
    },
    "next-mistake": () => {
      const all = errors(desk), next = all.find(({ply}) => ply > desk.game.ply) ?? all[0];
      if (next) desk.pick(next.ply);
    },
  });
}
