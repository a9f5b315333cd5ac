// Playing: against a level of the engine, against a friend, or two engines against each other.

import {element, listen, post, request} from "./page.js";
import {Desk, say} from "./desk.js";
import {Game} from "./game.js";
import {get, options, textBox} from "./controls.js";

const LEVELS = [["you", "you"], ...Array.from({length: 10}, (_, i) => [i + 1, `level ${i + 1}`])];
const desk = new Desk({move: humanMoves, refresh, controls});
const players = () => [get("first").value, get("second").value];
const isHuman = side => players()[side] === "you";
const dice = () => get("dice").value === "seed" ? {seed: get("seed").value} : get("dice").value;
let running = true;

/** Shows the game as it stands, and lets an engine move if it is its turn. */
async function refresh(words = "", doubling = get("cube").checked) {
  if (!await desk.ask(desk.game.atEnd ? {dice: dice(), cube: doubling} : {})) return;
  const {game, state} = desk, actions = (doubling || state.cube?.offered) && game.atEnd && state.cube?.actions || [];
  const turn = state.names[state.side], waits = !state.over
    && (state.chance.length || state.cube?.offered || isHuman(state.side));
  desk.show(!state.over && !state.chance.length && (isHuman(state.side) || !game.atEnd));
  const rolled = state.steps.at(-1)?.chance ? ` Rolled ${state.steps.at(-1).chance}.` : "";
  say(`${words}${rolled} ${state.over ? `The game is over: ${state.over}.` : waits ? whose(turn) : ""}`.trim());
  showDoubling(actions);
  get("hint").disabled = get("doubling").hidden
    && (Boolean(state.over || state.chance.length) || !(desk.board.enabled || !running));        // an engine thinks
  if (actions.length) return isHuman(doubler(actions)) || !running ? undefined : double(words);
  if (!waits && !state.over && game.atEnd && running) think();
}

const whose = turn => desk.state.cube?.offered ? `${turn} doubles to ${2 * desk.state.cube.value}.`
  : `${turn} ${desk.state.chance.length ? "on roll" : "to move"}.`;

function controls() {
  const {game, state, board} = desk, choice = state.chance.length > 0 || state.ways;
  get("by-hand").hidden = !(state.chance.length && dice() === "hand");
  get("cube-label").hidden = !state.cube;
  get("dice-row").hidden = !(choice || state.steps.some(step => "chance" in step));
  get("checkers").hidden = !(state.ways && board.enabled);
  get("take-back").disabled = !game.moves.length;
  get("from-here").hidden = game.atEnd;
  get("go").hidden = players().includes("you");
  get("go").textContent = running ? "Pause" : "Go on";
}

/** Who has to do something with the cube. */
const doubler = actions => actions.includes("take") ? 1 - desk.state.side : desk.state.side;

/** The buttons of a person who may double, or has to answer. */
function showDoubling(actions) {
  const mine = actions.length && isHuman(doubler(actions));
  get("doubling").hidden = !mine;
  const names = {double: `Double to ${2 * desk.state.cube?.value}`, take: "Take", beaver: "Beaver", pass: "Pass", roll: "Roll"};
  const shown = mine ? [...(desk.state.chance.length && dice() !== "hand" ? ["roll"] : []), ...actions] : [];
  get("doubling").replaceChildren(...shown.map(action =>
    element("button", {type: "button", id: `cube-${action}`, onclick: () => turnCube(action)}, names[action])));
}

function turnCube(action, by = "") {
  if (!desk.isCurrent) return undefined;
  if (action === "roll") return refresh(by, false);
  const who = desk.state.names[action === "double" ? desk.state.side : 1 - desk.state.side];
  desk.game.add({cube: action});
  return refresh(`${by} ${who} ${{double: "doubles", take: "takes", beaver: "beavers", pass: "passes"}[action]}.`);
}

/** An engine's decision on the cube. */
async function double(words) {
  const mine = desk.round, found = await request("cube", desk.game.record(), say);
  if (found && mine === desk.round) turnCube(found.action, words);
}

/** An engine's move. */
function think() {
  const side = desk.state.side, level = Number(players()[side]), name = desk.state.names[side];
  say(`${get("says").textContent} ${name} thinks.`.trim());
  desk.search("move", {level, seed: dice().seed}, event => {
    if (event.waiting) say("Other searches go on: this one waits for its turn.");
    if (event.done) {
      desk.game.add({move: event.move});
      refresh(`${name} plays ${event.move}${event.remark ? ` (${event.remark})` : ""}.`);
    }
  });
}

function humanMoves(move) {
  const name = desk.state.names[desk.state.side];
  desk.game.add({move});
  get("coach-says").textContent = "";
  desk.whileItLasts("coach-says", desk.game.steps, get("coach").checked ? coach(desk.game.record()) : () => {});
  refresh(`${name} plays ${move}.`);
}

function coach(record) {
  return listen("coach", record, event => {
    if (event.error || event.done) get("coach-says").textContent = event.error ?? event.remark;
    if (event.line?.length) {
      const ply = record.steps.filter(step => "move" in step).length - 1, onclick = () => showBetter(ply, event.line[0]);
      get("coach-says").append(" ", element("button", {type: "button", onclick}, `Show ${event.line.join(" ")}`));
    }
  });
}

async function showBetter(ply, move) {
  desk.game.show(ply);
  await refresh(`Better was ${move}.`);
  const mine = desk.round, found = await request("state", {...desk.game.record(), ...desk.view, arrows: [move]}, say);
  if (found && mine === desk.round) desk.redraw(found.picture);
}

async function hint() {
  desk.stopThinking();
  if (!get("doubling").hidden) {
    const mine = desk.round, found = await request("cube", desk.game.record(), say);
    return found && mine === desk.round && say(`Hint: ${found.action} (${found.remark}).`);
  }
  say("Looking for a hint.");
  desk.search("move", {level: 10}, event => {
    if (event.done) {
      say(`Hint: ${event.move}${event.remark ? ` (${event.remark})` : ""}.`);
      desk.redraw(event.picture);
    }
  });
}

/** Back to the last choice of a person; of two engines, a move. */
function takeBack() {
  running = !players().includes("you") ? false : running;
  let ply = desk.game.ply - 1;
  if (players().includes("you") && !players().every(player => player === "you"))
    while (ply > 0 && !isHuman(desk.state.sides[ply])) ply -= 1;
  desk.game.show(ply);
  desk.game.cut();
  refresh("Taken back.");
}

function newGame(record, words = "A new game.") {
  desk.game = new Game(record ?? {game: get("game").value});
  running = true;
  const staked = /^XGID=(?!.*:0:0:-?1:[^:]*:0:0:0:0:)/.test(desk.game.position ?? "");         // not the usual stakes
  if (staked || desk.game.steps.some(step => step.cube)) get("cube").checked = true;
  if (![...get("game").options].some(option => option.value === desk.game.game && option.selected)) get("game").value = desk.game.game;
  refresh(words);
}

get("new").addEventListener("click", () => newGame());
get("game").addEventListener("change", () => newGame());
for (const id of ["first", "second", "dice", "cube"]) get(id).addEventListener("change", () => {
  get("seed").hidden = get("dice").value !== "seed";
  refresh();
});
get("hint").addEventListener("click", hint);
get("take-back").addEventListener("click", takeBack);
get("go").addEventListener("click", () => { running = !running; refresh(); });
get("from-here").addEventListener("click", () => { desk.game.cut(); refresh("Play goes on from here."); });
get("analyse").addEventListener("click", () => { location.href = `analyse#${desk.game.address}`; });

const {games} = await post("games", {});
const given = Game.fromAddress(location.hash);
options(get("game"), games, given?.game);
options(get("first"), LEVELS, "you");
options(get("second"), LEVELS, 3);
textBox(() => desk.game, say, record => newGame(record, "Loaded."));
newGame(given ?? undefined, "");
