// A game of Pacman: the server makes each step, the page keeps them.

import {button, drawPicture, element, get, listen, options, post, sentence, write} from "./page.js";
import {Stepper} from "./stepper.js";

const PACE = 250;  // milliseconds between two steps
const WAYS = {ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west", " ": "stop"};
let form, stepper, events = [], at = 0, stop = null, opened = 0;

const settings = () => {
  const words = Object.fromEntries(new FormData(form));
  return {...words, rounds: Number(words.rounds), ghost_rounds: Number(words.ghost_rounds)};
};
const steers = () => form.elements.pacman.value === "you";
const last = () => at === events.length - 1;

/** Asks the server for what follows the steps up to this one. */
function ask(record) {
  if (stop) return;
  let first = true;
  const steps = events.slice(1, at + 1).map(event => event.step);
  const mine = stop = listen("pacman", {...settings(), steps, ...record}, event => {
    if (event.error) { stepper.run(false); write("says", event.error); return; }
    if (first) events.splice(at + 1);
    events.push(event);
    if (first || steers()) show(events.length - 1);  // else the ghosts' answer waits for the next step
    first = false;
  }, () => { if (stop === mine) stop = null; });
}

function show(step) {
  at = Math.max(0, Math.min(step, events.length - 1));
  const {picture, says, over, moves} = events[at], asks = steers() && !over;
  const [, words, points, rest] = /^(.*?)(?: \((.*)\))?(\. .*)$/.exec(says) ?? [null, says, "", ""];
  drawPicture(get("board"), picture);
  write("says", sentence(words + rest));
  get("points").replaceChildren(...(points ? points.split(", ").map(each => {
    const [move, score] = each.split(" ");
    return element("div", {}, element("span", {class: "score"}, score), element("b", {}, move));
  }) : []));
  const more = !over && !(asks && moves.length > 0);
  stepper.show(at, events.length - 1, `step ${at}`, more);
  stepper.button("run").disabled = steers();
  get("choices").replaceChildren(...(asks ? moves : []).map(move => button(move, () => steer(move))));
  if (over && last()) stepper.run(false);
}

function start() {
  stepper.run(false);
  stop?.();
  stop = null;
  [events, at] = [[], -1];
  history.replaceState(null, "", `#pacman&${new URLSearchParams(new FormData(form))}`);
  const chosen = settings();
  write("set-as", `${chosen.maze}, ${chosen.pacman} against ${chosen.ghosts}`);
  ask({});
}

const steer = move => ask({act: true, move});

function forward() {
  if (!last()) show(at + 1);
  else if (!stepper.button("forward").disabled) ask({act: true});
}

/** A key that steers Pacman where he is a person. */
function key(way) {
  if (!steers()) return false;
  if (events[at]?.moves.includes(way)) steer(way);
  return true;
}

export function openPacman(view, words, fresh) {
  if (fresh) {
    form = get("form");
    stepper = new Stepper(get("steps"), {go: show, forward, pace: PACE, main: true,
      keys: Object.fromEntries(Object.entries(WAYS).map(([name, way]) => [name, () => key(way)]))});
    form.addEventListener("submit", event => { event.preventDefault(); start(); get("board").focus(); });
    form.addEventListener("change", start);
  }
  begin(words);
  return () => { stepper.run(false); stop?.(); opened++; };
}

async function begin(given) {
  const mine = ++opened, cast = await post("cast", {}), chosen = {maze: "trap", ghost_rounds: "2", rounds: "3"};
  if (mine !== opened) return;
  for (const [name, names] of Object.entries({...cast, rounds: [1, 2, 3, 4], ghost_rounds: [1, 2, 3]}))
    options(form.elements[name], names, given.get(name) ?? chosen[name]);
  form.elements.seed.value = given.get("seed") ?? "1";
  start();
}
