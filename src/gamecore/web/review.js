// Reviewing a game: its mistakes by their size.

import {escape, get, on, sentence, write} from "./page.js";
import {named, say} from "./desk.js";
import {judge, showBetter} from "./play.js";

const SIGNS = {"?!": "inaccuracies ?!", "?": "mistakes ?", "??": "blunders ??"};
let scored = null;  // the steps of the points

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
    else if (!errors(desk).length) say("Judging the moves.");
  });
}

function title({state, game}) {
  const moves = `${game.moves.length} moves`;
  write("result", sentence(!game.atEnd ? moves : state.over ? `${state.over} after ${Math.ceil(game.moves.length / 2)} moves` : `${moves}, unfinished`));
  write("against", `${named(game.game)}, ${state.names[0]} against ${state.names[1]}`);
  write("set-as", "review");
}

/** A move, and the cube before it. */
const decided = point => [point, ...(point.cube ?? [])];

const errors = (desk, signs = Object.keys(SIGNS)) => desk.points.filter(point => decided(point).some(({mark}) => signs.includes(mark)));

const shown = ({points, game}) => points.find(({ply}) => ply === game.ply);

function count(desk) {
  const {names} = desk.state;
  const own = [0, 1].map(side => desk.points.flatMap(decided).filter(one => one.side === side));
  const row = (words, [left, right]) => `<tr><td>${left}<th scope="row">${words}<td>${right}`;
  const rows = Object.entries(SIGNS).map(([sign, words]) => row(words, own.map(all => all.filter(({mark}) => mark === sign).length)));
  if (desk.game.game === "backgammon") rows.push(row("performance rating", own.map(rating)), row("luck", own.map(all => total(all, "luck").toFixed(2))));
  get("counts").innerHTML = `<tr><th>${names.map(name => escape(named(name))).join("<td><th>")}${rows.join("")}`;
}

/** eXtreme Gammon's rating: 500 times the equity lost by a decision. */
function rating(own) {
  const judged = own.filter(({lost}) => lost !== undefined);
  return judged.length ? (500 * total(judged, "lost") / judged.length).toFixed(1) : "";
}

const total = (own, name) => own.reduce((sum, one) => sum + (one[name] ?? 0), 0);

function worst(desk) {
  const found = ["??", "?", "?!"].flatMap(sign => errors(desk, [sign]));
  if (!found.length) say("Nobody erred.");
  else if (desk.game.atEnd) desk.pick(found[0].ply);
}

/** Shows the judgement of the move made here. */
function told(desk) {
  const point = shown(desk), all = errors(desk);
  const said = point?.remark && decided(point).filter(one => one.mark || one === point);
  if (said) judge({remark: `move ${Math.floor(point.ply / 2) + 1}: ${said.map(one => one.remark).join("; ")}`,
    mark: said.find(one => one.mark)?.mark});
  else get("coach-says").textContent = "";
  get("again").disabled = get("better").disabled = !point?.mark;
  write("which", all.length ? `${all.indexOf(point) + 1 || "–"} of ${all.length}` : "");
  get("next-mistake").disabled = !all.length;
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
      const point = shown(desk);
      if (point?.line?.length) showBetter(desk, point.ply, point.line[0]);
    },
    "next-mistake": () => {
      const all = errors(desk), next = all.find(({ply}) => ply > desk.game.ply) ?? all[0];
      if (next) desk.pick(next.ply);
    },
  });
}
