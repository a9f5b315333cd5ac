// The board, and beside it one column, of the first view and to play, to analyse and to review a game.

import {get, listen, on, options, post, ready, request, rolled, sentence, whenReleased, write} from "./page.js";
import {Board} from "./board.js";
import {Game} from "./game.js";
import {Stepper} from "./stepper.js";
import {drawGraph, listChoices, listMoves, textBox} from "./controls.js";
import * as play from "./play.js";
import * as analyse from "./analyse.js";
import * as review from "./review.js";

const MODES = {home: play, play, analyse, review};
const KEPT = ["first", "second", "coach", "dice", "seed", "cube"];  // of the settings
const content = id => get(id).type === "checkbox" ? "checked" : "value";
const SECOND = 3;  // the level to begin with
let desk = null, offered = null, left = null;  // `left`: the game and settings that another view left

/** Opens a view of the desk at a game, or at the one that it had. */
export function openDesk(view, words, fresh) {
  if (fresh) desk = new Desk();
  desk.open(view, Game.fromAddress(words));
  return () => { left = desk.kept; desk.close(); };
}

export const say = text => write("says", sentence(text));
export const named = name => name.replace(/^.*:/, "").replace(/-/g, " ").replace(/^\p{Ll}/u, letter => letter.toUpperCase());

class Desk {
  constructor() {
    this.move = text => {  // a second click comes before the answer to the first, which ends the turn
      if (this.board.enabled && this.isCurrent) this.mode.move(this, text);
    };
    Object.assign(this, {isCurrent: false, game: null, state: null, turned: false, round: 0, watched: [], points: [],
                         running: true, clock: null, editing: false, thinking: true});
    this.stopThinking = () => {};
    this.board = new Board(get("board"), this.move, steps => this.enter(steps));
    this.stepper = new Stepper(get("steps"), {go: ply => this.pick(ply),
      forward: () => this.mode.step?.(this) || this.pick(this.game.ply + 1), keys: {
      f: () => this.flip(), " ": () => null,
      ...Object.fromEntries([..."1234567"].map(column => [column, () => this.game.game === "connect-four" && this.board.point(column)]))}});
    const more = () => get("text-box").showModal(), go = view => { get("text-box").close(); location.hash = `${view}&${this.game.address}`; };
    on({
      "flip": () => this.flip(),
      "end-play": () => this.state.play && this.move(this.state.play),
      "undo-checker": () => this.enter(this.state.entered.slice(0, -1)),
      "roll": () => {
        if (!this.isCurrent) return;
        this.game.add({chance: get("outcome").value});
        this.refresh();
      },
      "main-line": () => { this.game.rejoin(); this.refresh("The game again."); },
      "scores": () => this.score(), "open": more, "more": more,
      "to-review": () => { this.game.show(this.game.moves.length); go("review"); }, "to-analyse": () => go("analyse"),
    });
    const begin = ({target}) => { this.editing = false; this.load({game: target.value}); };
    on({
      "move": ({target}) => { if (target.value) this.move(target.value); target.value = ""; },
      "home-level": ({target}) => { get("second").value = target.value; this.refresh(); }, "home-game": begin, "game": begin,
    }, "change");
    textBox(this, record => this.load(record, "Loaded."));
    for (const mode of [play, analyse, review]) mode.bind(this, go);
    for (const door of document.querySelectorAll("[data-drawn]"))
      request("state", Game.fromAddress(new URLSearchParams(door.dataset.drawn)).record(), say).then(found => {
        door.innerHTML = found?.picture ?? "";
        door.firstElementChild?.setAttribute("preserveAspectRatio", "xMidYMid slice");
      });
    this.seen = () => {
      if (document.hidden) this.mode.pause?.(this); else this.mode.resume?.(this);
    };
    document.addEventListener("visibilitychange", this.seen);
  }

  get mode() { return MODES[this.viewName]; }

  /** The state that a reload or another view restores. */
  get kept() {
    return {settings: Object.fromEntries(KEPT.map(id => [id, get(id)[content(id)]])), turned: this.turned, record: {...this.game}};
  }

  async open(view, given) {
    const before = this.viewName, state = history.state?.record?.game ? history.state : null;
    this.viewName = view;
    get("desk").dataset.view = view;
    this.stopThinking();
    offered ??= await post("games", {}).catch(() => null);
    if (!offered || this.viewName !== view) return;
    const kept = state ?? (this.game ? null : left);
    if (!before) {
      for (const id of ["game", "home-game"]) options(get(id), offered.games.map(name => [name, named(name)]));
      options(get("lines"), [1, 2, 3, 5, 8], 3);
      this.listLevels("connect-four");
    }
    if (kept) {
      this.turned = kept.turned;
      for (const [id, value] of Object.entries(kept.settings)) get(id)[content(id)] = value;
    }
    const here = this.game ?? (kept?.record.game ? new Game(kept.record) : null);
    if (here && (!given || here.address === given.address)) {
      this.game = null;  // shown again, unchanged
      return this.load(here, "");
    }
    return this.load(given ?? {game: offered.games[0]}, "");
  }

  close() {
    this.stopThinking();
    clearInterval(this.clock);
    for (const {stop} of this.watched) stop();
    document.removeEventListener("visibilitychange", this.seen);
    this.round++;
  }

  listLevels(name) {
    this.levels = offered.levels[name] ?? [];
    const levels = this.levels.map(([called, words], i) => [String(i + 1), `Level ${i + 1}, ${called}: ${words}`]);
    for (const id of ["first", "second"]) options(get(id), [["you", "You"], ...levels], get(id).value || (id === "first" ? "you" : SECOND));
    options(get("home-level"), this.levels.map(([called], i) => [i + 1, `Level ${i + 1}, ${called}`]), get("second").value);
  }

  /** Begins with a game, or a record of one. A position of connect four is its moves. */
  load(record, words = "A new game.") {
    this.game = record instanceof Game ? record : new Game(record);
    const {game, position, steps} = this.game;
    if (/^\d+$/.test(position) && !steps.length && game === "connect-four")
      Object.assign(this.game, {position: null, steps: [...position].map(move => ({move}))});
    this.points = [];
    for (const id of ["game", "home-game"]) get(id).value = this.game.game;
    this.listLevels(this.game.game);
    write("game-name", named(this.game.game));
    get("title").textContent = `${named(this.viewName === "home" ? "play" : this.viewName)}: ${named(this.game.game)}`;
    get("desk").classList.toggle("results", this.viewName === "analyse" && this.game.game === "connect-four");
    get("moves").style.setProperty("--wide", {"connect-four": "5.5rem", "checkers": "10rem"}[this.game.game] ?? "14rem");
    return this.mode.begin(this, words);
  }

  refresh(words) { return this.mode.refresh(this, words); }

  flip() {
    this.turned = !this.turned;
    this.refresh();
  }

  pick(ply) {
    if (!this.game) return;
    this.game.show(ply);
    this.refresh();
  }

  get view() { return {turned: this.turned}; }

  /** Calls `stop` and empties an element when the game no longer begins with these steps, or on the next such call. */
  whileItLasts(id, steps, stop) {
    const record = {...this.game.record(), steps};
    for (const other of this.watched) if (other.id === id) other.stop();
    this.watched = [...this.watched.filter(other => other.id !== id), {id, record, stop}];
  }

  /** Requests the state; returns whether it came before another request was made. */
  async ask(more = {}) {
    const mine = ++this.round;
    if (!more.entered) {  // the position is another
      this.isCurrent = false;
      this.stopThinking();
      get("copies").replaceChildren();
    }
    for (const {id, stop} of this.watched.filter(({record}) => !this.game.beginsWith(record))) {
      stop();
      get(id).replaceChildren();
      if (id === "graph") this.points = [];
    }
    this.watched = this.watched.filter(({record}) => this.game.beginsWith(record));
    const found = await request("state", {...this.game.record(), ...this.view, ...more}, say);
    if (!found) ready();
    if (!found || mine !== this.round) return false;
    this.state = found;
    this.isCurrent = true;
    return true;
  }

  /** Searches the position shown, in place of the last search; `onEvent(event)` gets its events. */
  search(path, more, onEvent) {
    this.stopThinking();
    const show = event => event.error ? say(event.error) : onEvent(event);
    let isWanted = true;  // an update may wait for the release of a pointer
    const stop = listen(path, {...this.game.record(), ...this.view, ...more},
                        event => whenReleased("search", () => isWanted && show(event)));
    this.stopThinking = () => { isWanted = false; stop(); };
  }

  /** Whether part of a move was entered: a search may then replace neither board nor message. */
  get isEntering() { return this.board.path.length > 0 || this.state.entered?.length > 0; }

  /** Another picture of the position. */
  redraw(picture) {
    if (picture && !this.isEntering) this.board.draw(picture);
  }

  /** Shows the state; `enabled`: moves may be entered. */
  show(enabled) {
    const {game, state} = this, before = this.drawn;
    if (game.atEnd) game.steps = state.steps;
    const moving = before?.game === game && game.ply >= before.ply && game.steps.length > before.steps;
    this.drawn = {game, ply: game.ply, steps: game.until(game.ply).length};
    this.board.show(state, enabled, moving);
    ready();
    const view = this.viewName === "home" && !game.moves.length ? "" : this.viewName === "home" ? "play" : this.viewName;
    history.replaceState(this.kept, "", view ? `#${view}&${game.address}` : "#");
    this.listMoves();
    const end = game.moves.length;
    this.stepper.show(game.ply, end, "", !this.running && !state.over);
    get("from-here").hidden = game.atEnd;
    get("main-line").hidden = !game.main;
    this.showControls();
  }

  listMoves() {
    const marks = Object.fromEntries(this.points.filter(point => point.mark).map(({ply, mark}) => [ply, mark]));
    listMoves(get("moves"), this.game, marks, ply => this.pick(ply));
    if (this.points.length) drawGraph(get("graph"), this.points, this.game, this.state.names, this.own ?? [], ply => this.pick(ply));
  }

  /** Scores every position for the graph, with `marks` the mistakes; calls `onPoint` after each. */
  score(more = {}, onPoint = () => {}) {
    const points = this.points = [], {game} = this;
    const stop = listen("graph", {...game.record(), steps: game.steps, ...more}, event => {
      if (event.error) return say(event.error);
      if (!event.done) points.push(event);
      if (points.length) whenReleased("graph", () => this.points === points && this.game === game && this.listMoves());
      onPoint(event);
    });
    this.whileItLasts("graph", game.steps, stop);
  }

  showControls() {
    const {state, board} = this;
    write("stakes", sentence(state.cube?.text ?? ""));
    get("stakes").hidden = !state.cube?.text;
    const begins = state.chance.includes("(1, 2)") ? text => `, ${state.names[Number(text[1] < text[4])]} begins` : () => "";
    options(get("outcome"), state.chance.map(text => [text, `${rolled(text)}${begins(text)}`]));
    get("end-play").disabled = !state.play;
    get("end-play").textContent = state.play ? `Play ${state.play}` : "Play";
    get("undo-checker").disabled = !state.entered?.length;
    listChoices(get("choices"), board.enabled && !state.ways ? state.moves : [], this.move);
    options(get("moves-here"), state.moves.map(move => move.text));
    this.mode.controls(this);
  }

  /** A play of backgammon that is entered checker by checker. */
  async enter(entered) {
    if (!await this.ask({entered})) return;
    this.board.show(this.state, true);
    this.showControls();
    say(this.state.play ? `${this.state.play}: press Play to end it.` : `${entered.length} moved.`);
  }
}
