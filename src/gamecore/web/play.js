// Playing: against a level of the engine, against a friend, or two engines against each other.

import {WAITS, button, escape, get, listen, on, request, sentence, write} from "./page.js";
import {icon} from "./stepper.js";
import {piece} from "./controls.js";
import {named, say} from "./desk.js";

const PACE = 600;  // milliseconds between the moves of two engines, at least
const players = () => [get("first").value, get("second").value];
const isHuman = side => players()[side] === "you";
const dice = () => get("dice").value === "seed" ? {seed: get("seed").value} : get("dice").value;
const both = () => !players().includes("you");

export function begin(desk, words) {
  desk.running = true;
  const staked = /^XGID=(?!.*:0:0:-?1:[^:]*:0:0:0:0:)|^[^=]{14}:/.test(desk.game.position ?? "");  // not the usual stakes
  desk.game.cube ??= staked || desk.game.steps.some(step => step.cube) || get("cube").checked;
  get("cube").checked = desk.game.cube;
  return refresh(desk, words);
}

/** Shows the game, and lets an engine move in its turn. */
export async function refresh(desk, words = "", doubling = get("cube").checked) {
  if (!await desk.ask(desk.game.atEnd ? {dice: dice(), cube: doubling} : {})) return;
  const {game, state} = desk, actions = (doubling || state.cube?.offered) && game.atEnd && state.cube?.actions || [];
  const waits = !state.over && (state.chance.length || state.cube?.offered || isHuman(state.side));
  desk.own = players().flatMap((player, side) => player === "you" ? [side] : []);
  desk.show(!state.over && !state.chance.length && (isHuman(state.side) || !game.atEnd));
  const rolled = state.steps.at(-1)?.chance ? ` Rolled ${state.steps.at(-1).chance}.` : "";
  say(`${words}${rolled} ${state.over ? `The game is over: ${state.over}.` : waits ? whose(desk) : ""}`);
  showDoubling(desk, actions);
  get("hint").disabled = get("doubling").hidden
    && (Boolean(state.over || state.chance.length) || !(desk.board.enabled || !desk.running));  // an engine thinks
  if (actions.length) return isHuman(doubler(desk, actions)) || !desk.running ? undefined : double(desk, words);
  if (!waits && !state.over && game.atEnd && desk.running) think(desk);
}

function whose({state}) {
  const turn = state.names[state.side];
  if (state.cube?.offered) return `${turn} doubles to ${2 * state.cube.value}.`;
  return `${turn} ${state.chance.length ? "on roll" : "to move"}.`;
}

export function controls(desk) {
  const {game, state, board} = desk;
  get("by-hand").hidden = !(state.chance.length && dice() === "hand");
  get("cube-label").hidden = !state.cube;
  get("dice-row").hidden = !(state.chance.length || state.ways || state.steps.some(step => "chance" in step));
  get("checkers").hidden = !(state.ways && board.enabled && (state.play || state.entered.length));
  get("take-back").disabled = !game.steps.some(step => step.move || step.cube);
  get("go").hidden = !both();
  get("go").innerHTML = `${icon(desk.running ? "pause" : "run")}${desk.running ? "Pause" : "Go on"}`;
  for (const [i, id] of ["first", "second"].entries()) get(`${id}-name`).textContent = named(state.names[i]);
  const [one, two] = players().map(player => player === "you" ? "you" : `level ${player}`);
  write("set-as", one === two && one === "you" ? "two persons" : sentence(`${one} against ${two}`));
  get("home-says").innerHTML = isHuman(0) ? `<b>You are ${named(state.names[0])}.</b> ${game.game === "connect-four" ? "Choose a column." : isHuman(state.side) ? "Begin." : ""}` : "";
  const near = isHuman(0) || !isHuman(1) ? 0 : 1;
  card("near", desk, near);
  card("far", desk, 1 - near);
}

/** A player: name, how far the level sees, and whose turn it is. */
function card(id, {state, game, levels, tooks}, side) {
  const host = get(id), player = players()[side], name = state.names[side], acts = state.cube?.offered ? 1 - state.side : state.side,
    turn = !state.over && acts === side;
  const taken = game.game === "checkers" && !game.position ? 12 - Object.values(state.contents).filter(words => words.startsWith(state.names[1 - side])).length : 0;
  const [called, words] = levels[player - 1] ?? [], pips = state.pips && `${state.pips[side]} pips`,
    more = [words ?? name, taken && `captured ${taken}`, !words && pips];
  host.classList.toggle("now", turn);
  const clock = !turn ? words && pips || (tooks?.[side] ?? "") : player === "you" ? "Your turn" : game.atEnd ? "thinks" : "to move";
  host.innerHTML = `${piece(name)}<span class="name">${called ? `Level ${player}, ${called}` : "You"}</span><span class="clock">${clock}</span>
<span class="dim">${escape(sentence(more.filter(Boolean).join(", ")))}</span>`;
}

/** The side that has to use or answer the cube. */
const doubler = ({state}, actions) => actions.includes("take") ? 1 - state.side : state.side;

/** The buttons of a person who may double, or has to answer. */
function showDoubling(desk, actions) {
  const mine = actions.length && isHuman(doubler(desk, actions));
  get("doubling").hidden = !mine;
  const names = {double: `Double to ${2 * desk.state.cube?.value}`, take: "Take", beaver: "Beaver", pass: "Pass", roll: "Roll"};
  const shown = mine ? [...(desk.state.chance.length && dice() !== "hand" ? ["roll"] : []), ...actions] : [];
  get("doubling").replaceChildren(...shown.map(action => button(names[action], () => turnCube(desk, action), {id: `cube-${action}`})));
}

function turnCube(desk, action, by = "") {
  if (!desk.isCurrent) return undefined;
  if (action === "roll") return refresh(desk, by, false);
  const {state, game} = desk, who = state.names[action === "double" ? state.side : 1 - state.side];
  game.add({cube: action});
  const does = {double: `doubles to ${2 * state.cube.value}`, take: "takes", beaver: "beavers", pass: "passes"}[action];
  return refresh(desk, action === "double" ? by : `${by} ${who} ${does}.`);  // whose() tells the double
}

async function double(desk, words) {
  const mine = desk.round, found = await request("cube", desk.game.record(), say);
  if (found && mine === desk.round) turnCube(desk, found.action, words);
}

/** The name of a move in a sentence. */
const called = ({game}, move) => game.game === "connect-four" ? `column ${move}` : move;

/** One move of two engines that are paused; whether there is one. */
export function step(desk) {
  const waits = both() && !desk.running && desk.game.atEnd && desk.state && !desk.state.over;
  if (waits) think(desk, true);
  return waits;
}

/** An engine's move; `once`: even if the game is paused. */
function think(desk, once = false) {
  const {state} = desk, {side} = state, name = state.names[side], began = performance.now();
  clearInterval(desk.clock);
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const clock = () => document.querySelector(".who.now .clock");
  desk.clock = setInterval(() => { if (clock()?.textContent.startsWith("thinks")) clock().textContent = `thinks, ${seconds()}`; }, 500);
  desk.search("move", {level: Number(players()[side]), seed: dice().seed}, event => {
    if (event.waiting) say(WAITS);
    if (!event.done) return;
    clearInterval(desk.clock);
    desk.tooks = {...desk.tooks, [side]: `took ${seconds()}`};
    const mine = desk.round, play = () => {
      if (mine !== desk.round || !(desk.running || once)) return;
      desk.game.add({move: event.move});
      refresh(desk, `${name} plays ${called(desk, event.move)}.`);
    };
    if (both() && !once) setTimeout(play, Math.max(0, PACE - (performance.now() - began))); else play();
  });
}

export function move(desk, text) {
  const name = desk.state.names[desk.state.side];
  desk.game.add({move: text});
  get("coach-says").textContent = "";
  desk.whileItLasts("coach-says", desk.game.steps, get("coach").checked ? coach(desk, desk.game.record()) : () => {});
  refresh(desk, `${name} plays ${called(desk, text)}.`);
}

function coach(desk, record) {
  return listen("coach", record, event => {
    if (event.error || event.done) judge(event);
    if (event.line?.length) {
      const ply = record.steps.filter(step => "move" in step).length - 1;
      get("coach-says").append(" ", button(`Show ${event.line.join(" ")}`, () => showBetter(desk, ply, event.line[0])));
    }
  });
}

/** Shows a judgement: its sign and its sentence. */
export function judge({error, remark, mark = ""}) {
  get("sign").textContent = mark || "✓";
  get("sign").classList.toggle("bad", Boolean(mark));
  get("coach-says").textContent = error ?? sentence(`${remark}.`);
}

export async function showBetter(desk, ply, move) {
  desk.game.show(ply);
  await desk.refresh(`Better was ${called(desk, move)}.`);
  const mine = desk.round, found = await request("state", {...desk.game.record(), ...desk.view, arrows: [move]}, say);
  if (found && mine === desk.round) desk.redraw(found.picture);
}

async function hint(desk) {
  desk.stopThinking();
  if (!get("doubling").hidden) {
    const mine = desk.round, found = await request("cube", desk.game.record(), say);
    return found && mine === desk.round && say(`Hint: ${found.action} (${found.remark}).`);
  }
  say("Looking for a hint.");
  desk.search("move", {level: 10}, event => {
    if (event.done) {
      say(`Hint: ${desk.game.game === "connect-four" ? "" : `${event.move}. `}${event.remark}.`);
      desk.redraw(event.picture);
    }
  });
}

/** Back to the last choice of a person, or of two engines. */
function takeBack(desk) {
  if (both()) desk.running = false;
  const {game, state} = desk, steps = game.until(game.ply);
  let ply = game.ply, at = steps.length - 1;
  for (; at >= 0; at -= 1) {
    if (steps[at].move) ply -= 1;
    if (steps[at].move && both() || chooses(steps[at], state.sides[ply])) break;
  }
  game.steps = steps.slice(0, at < 0 ? game.moves[0] : at);
  game.shown = null;
  refresh(desk, "Taken back.");
}

/** Whether a step was a person's choice; `side` is to move there. */
const chooses = ({move, cube}, side) => move ? isHuman(side) : cube && isHuman(cube === "double" ? side : 1 - side);

export function bind(desk) {
  const set = () => {
    get("seed").hidden = get("dice").value !== "seed";
    desk.game.cube = get("cube").checked;
    desk.refresh();
  };
  on({first: set, second: set, dice: set, cube: set, seed: set}, "change");
  on({
    "new": () => desk.viewName === "play" ? desk.load({game: desk.game.game}) : location.assign(`#play&game=${desk.game.game}`), "hint": () => hint(desk), "take-back": () => takeBack(desk),
    "go": () => { desk.running = !desk.running; refresh(desk); },
    "from-here": () => {
      desk.game.cut();
      if (desk.viewName === "play") refresh(desk, "Play goes on from here."); else location.hash = `play&${desk.game.address}`;
    },
  });
}
