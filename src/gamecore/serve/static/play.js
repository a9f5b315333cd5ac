// Playing: against a level of the engine, against a friend, or two engines against each other.

import {element, isDark, listen, onTheme, post} from "./page.js";
import {Board} from "./board.js";
import {Game} from "./game.js";
import {drawGraph, get, listChoices, listMoves, options, sentence, textBox} from "./controls.js";

const LEVELS = [["you", "you"], ...Array.from({length: 10}, (_, i) => [i + 1, `level ${i + 1}`])];
let game, state, turned = false, running = true, stopThinking = () => {}, stopGraph = () => {}, stopCoach = () => {}, round = 0;

const board = new Board(get("board"), move => humanMoves(move), steps => enter(steps));
const say = text => { get("says").textContent = sentence(text); };
const players = () => [get("first").value, get("second").value];
const isHuman = side => players()[side] === "you";
const look = () => ({turned, dark: isDark()});
const dice = () => get("dice").value === "seed" ? {seed: get("seed").value} : get("dice").value;

/** Shows the game as it stands, and lets an engine move if it is its turn. */
async function refresh(words = "", doubling = get("cube").checked) {
  const mine = ++round;
  stopThinking();
  const chance = game.atEnd ? {dice: dice(), cube: doubling} : {};
  let found;
  try {
    found = await post("state", {...game.record(), ...look(), ...chance});
  } catch (error) {
    say(error.message);
    return;
  }
  if (mine !== round) return;
  state = found;
  if (game.atEnd) game.steps = state.steps;
  const actions = doubling && game.atEnd && state.cube?.actions || [];
  const turn = state.names[state.side], waits = !state.over && (state.chance.length || state.cube?.offered || isHuman(state.side));
  board.show(state, !state.over && !state.chance.length && (isHuman(state.side) || !game.atEnd));
  history.replaceState(null, "", `#${game.address}`);
  listMoves(get("moves"), game, pick);
  const rolled = state.steps.at(-1)?.chance ? ` Rolled ${state.steps.at(-1).chance}.` : "";
  say(`${words}${rolled} ${state.over ? `The game is over: ${state.over}.` : waits ? whose(turn) : ""}`.trim());
  showControls();
  showDoubling(actions);
  if (actions.length) return isHuman(doubler(actions)) || !running ? undefined : double(words);
  if (!waits && !state.over && game.atEnd && running) think();
}

const whose = turn => state.cube?.offered ? `${turn} doubles to ${2 * state.cube.value}.`
  : `${turn} ${state.chance.length ? "on roll" : "to move"}.`;

function showControls() {
  const choice = state.chance.length > 0 || state.ways;
  get("by-hand").hidden = !(state.chance.length && dice() === "hand");
  get("cube-label").hidden = !state.cube;
  options(get("outcome"), state.chance);
  get("dice-row").hidden = !(choice || state.steps.some(step => "chance" in step));
  get("checkers").hidden = !(state.ways && board.enabled);
  get("end-play").disabled = !state.play;
  get("end-play").textContent = state.play ? `Play ${state.play}` : "Play";
  get("undo-checker").disabled = !state.entered?.length;
  get("take-back").disabled = !game.moves.length;
  get("hint").disabled = Boolean(state.over || state.chance.length && !state.cube?.actions.length);
  get("from-here").hidden = game.atEnd;
  get("go").hidden = players().includes("you");
  get("go").textContent = running ? "Pause" : "Go on";
  listChoices(get("choices"), board.enabled && !state.ways ? state.moves : [], humanMoves);
  options(get("move"), ["", ...state.moves.map(move => move.text)]);
}

/** Who has to do something with the cube. */
const doubler = actions => actions.includes("take") ? 1 - state.side : state.side;

/** The buttons of a person who may double, or has to answer. */
function showDoubling(actions) {
  const mine = actions.length && isHuman(doubler(actions));
  get("doubling").hidden = !mine;
  const names = {double: `Double to ${2 * state.cube?.value}`, take: "Take", pass: "Pass", roll: "Roll"};
  const shown = mine ? [...(state.chance.length && dice() !== "hand" ? ["roll"] : []), ...actions] : [];
  get("doubling").replaceChildren(...shown.map(action =>
    element("button", {type: "button", id: `cube-${action}`, onclick: () => turnCube(action)}, names[action])));
}

function turnCube(action, by = "") {
  if (action === "roll") return refresh(by, false);
  const who = state.names[action === "double" ? state.side : 1 - state.side];
  game.add({cube: action});
  return refresh(`${by} ${who} ${{double: "doubles", take: "takes", pass: "passes"}[action]}.`);
}

/** An engine's decision on the cube. */
async function double(words) {
  const mine = round;
  try {
    const {action} = await post("cube", game.record());
    if (mine === round) turnCube(action, words);
  } catch (error) {
    say(error.message);
  }
}

/** An engine's move. */
function think() {
  const side = state.side, level = Number(players()[side]), name = state.names[side];
  say(`${get("says").textContent} ${name} thinks.`.trim());
  const seed = get("dice").value === "seed" ? {seed: get("seed").value} : {};
  const mine = round;
  stopThinking = listen("move", {...game.record(), level, ...seed, ...look()}, event => {
    if (mine !== round) return;
    if (event.error) say(event.error);
    if (event.waiting) say("Other searches go on: this one waits for its turn.");
    if (event.done) {
      game.add({move: event.move});
      refresh(`${name} plays ${event.move}${event.remark ? ` (${event.remark})` : ""}.`);
    }
  });
}

function humanMoves(move) {
  const name = state.names[state.side];
  game.add({move});
  get("coach-says").textContent = "";
  if (get("coach").checked) coach(game.record());
  refresh(`${name} plays ${move}.`);
}

/** A play of backgammon that is entered checker by checker. */
async function enter(entered) {
  const mine = ++round;
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

function coach(record) {
  stopCoach();
  stopCoach = listen("coach", record, event => {
    if (event.error || event.done) get("coach-says").textContent = event.error ?? event.remark;
    if (event.line?.length) {
      const ply = record.steps.filter(step => "move" in step).length - 1;
      const show = document.createElement("button");
      show.type = "button";
      show.textContent = `Show ${event.line.join(" ")}`;
      show.addEventListener("click", async () => {
        game.show(ply);
        await refresh(`Better was ${event.line[0]}.`);
        const found = await post("state", {...game.record(), ...look(), arrows: event.line.slice(0, 1)});
        board.draw(found.picture);
      });
      get("coach-says").append(" ", show);
    }
  });
}

async function hint() {
  stopThinking();
  if (!get("doubling").hidden) {
    const {action, remark} = await post("cube", game.record());
    return say(`Hint: ${action} (${remark}).`);
  }
  say("Looking for a hint.");
  stopThinking = listen("move", {...game.record(), level: 10, ...look()}, event => {
    if (event.error) say(event.error);
    if (event.done) {
      say(`Hint: ${event.move}${event.remark ? ` (${event.remark})` : ""}.`);
      if (event.picture) board.draw(event.picture);
    }
  });
}

/** Back to the last choice of a person; of two engines, a move. */
function takeBack() {
  running = !players().includes("you") ? false : running;
  let ply = game.ply - 1;
  if (players().includes("you") && !players().every(player => player === "you"))
    while (ply > 0 && !isHuman(sideAt(ply))) ply -= 1;
  game.show(ply);
  game.cut();
  refresh("Taken back.");
}

/** The side to move after a number of moves, as players alternate; a game in which a side moves twice may differ. */
const sideAt = ply => (state.side + game.ply - ply) % 2;

function pick(ply) {
  game.show(ply);
  refresh();
}

function newGame(record, words = "A new game.") {
  game = new Game(record ?? {game: get("game").value});
  running = true;
  if (game.steps.some(step => step.cube)) get("cube").checked = true;
  get("graph").replaceChildren();
  get("coach-says").textContent = "";
  if (![...get("game").options].some(option => option.value === game.game && option.selected)) get("game").value = game.game;
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
get("flip").addEventListener("click", () => { turned = !turned; refresh(); });
get("go").addEventListener("click", () => { running = !running; refresh(); });
get("from-here").addEventListener("click", () => { game.cut(); refresh("Play goes on from here."); });
get("end-play").addEventListener("click", () => state.play && humanMoves(state.play));
get("undo-checker").addEventListener("click", () => enter(state.entered.slice(0, -1)));
get("roll").addEventListener("click", () => { game.add({chance: get("outcome").value}); refresh(); });
get("move").addEventListener("change", event => event.target.value && board.enabled && humanMoves(event.target.value));
get("scores").addEventListener("click", () => {
  stopGraph();
  stopGraph = drawGraph(get("graph"), game, state.names, say, pick);
});
get("analyse").addEventListener("click", () => { location.href = `analyse#${game.address}`; });
document.addEventListener("keydown", event => {
  if (event.target.closest("input, textarea, select, [data-at], [data-ply]")) return;
  if (event.key === "ArrowLeft") pick(game.ply - 1);
  if (event.key === "ArrowRight") pick(game.ply + 1);
});
onTheme(() => game && refresh());

const {games} = await post("games", {});
const given = Game.fromAddress(location.hash);
options(get("game"), games, given?.game);
options(get("first"), LEVELS, "you");
options(get("second"), LEVELS, 3);
textBox(() => game, say, record => newGame(record, "Loaded."));
newGame(given ?? undefined, "");
