// A game of Pacman, step by step: the server makes each step, the page keeps them all.

import {element, listen, post} from "./page.js";
import {get, options} from "./controls.js";

const form = get("form"), PACE = 250;                    // milliseconds between two steps
const WAYS = {ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west"};
let events = [], at = 0, stop = null, timer = null;

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
    if (event.error) { pause(); get("says").textContent = event.error; return; }
    if (first) events.splice(at + 1);
    events.push(event);
    if (first || steers()) show(events.length - 1);         // else the ghosts' answer waits for the next step
    first = false;
  }, () => { if (stop === mine) stop = null; });
}

function show(step) {
  at = Math.max(0, Math.min(step, events.length - 1));
  const {picture, says, over, moves} = events[at], asks = steers() && !over;
  get("board").innerHTML = picture;
  get("says").textContent = says;
  get("at").textContent = `step ${at}`;
  get("first").disabled = get("back").disabled = at === 0;
  get("forward").disabled = over || asks && moves.length > 0 && last();
  get("run").disabled = steers();
  get("choices").replaceChildren(...(asks ? moves : []).map(move =>
    element("button", {type: "button", onclick: () => steer(move)}, move)));
  if (over && last()) pause();
}

function start() {
  pause();
  stop?.();
  stop = null;
  [events, at] = [[], -1];
  history.replaceState(null, "", `#${new URLSearchParams(new FormData(form))}`);
  ask({});
}

const steer = move => ask({act: true, move});

function forward() {
  if (!last()) show(at + 1);
  else if (!get("forward").disabled) ask({act: true});
}

function pause() {
  clearInterval(timer);
  timer = null;
  get("run").setAttribute("aria-pressed", "false");
}

get("run").onclick = () => {
  if (timer) return pause();
  timer = setInterval(forward, PACE);
  get("run").setAttribute("aria-pressed", "true");
};
get("first").onclick = () => show(0);
get("back").onclick = () => show(at - 1);
get("forward").onclick = forward;
form.addEventListener("submit", event => { event.preventDefault(); start(); get("board").focus(); });
form.addEventListener("change", start);

addEventListener("keydown", event => {
  if (event.target.closest?.("input, select" + (event.key === " " ? ", button" : "")) || event.ctrlKey || event.altKey || event.metaKey) return;
  const way = WAYS[event.key], moves = events[at]?.moves ?? [];
  if (steers() && way) {
    if (moves.includes(way)) steer(way);
  } else if (steers() && event.key === " ") {
    if (moves.length) steer("stop");
  } else if (event.key === "ArrowRight" || event.key === " ") forward();
  else if (event.key === "ArrowLeft") show(at - 1);
  else return;
  event.preventDefault();
});

const cast = await post("cast", {});
const given = new URLSearchParams(location.hash.slice(1)), chosen = {maze: "trap", ghost_rounds: "2", rounds: "3"};
for (const [name, names] of Object.entries({...cast, rounds: [1, 2, 3, 4], ghost_rounds: [1, 2, 3]}))
  options(form.elements[name], names, given.get(name) ?? chosen[name]);
form.elements.seed.value = given.get("seed") ?? "1";
start();
