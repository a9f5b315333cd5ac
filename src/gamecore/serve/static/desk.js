// What the pages to play and to analyse on have in common: a game, its state as the server tells it, and the board.

import {isDark, listen, onTheme, request, whenReleased} from "./page.js";
import {Board} from "./board.js";
import {drawGraph, get, listChoices, listMoves, options, sentence} from "./controls.js";

export const say = text => { get("says").textContent = sentence(text); };

export class Desk {
  /** `move(text)` is called with a move that was entered, `refresh(words)` to show the game anew, and `controls()` after
   *  the controls of both pages have been set. */
  constructor({move, refresh, controls}) {
    this.move = text => {              // a second click comes before the answer to the first, which ends the turn
      if (this.board.enabled && this.isCurrent) move(text);
    };
    Object.assign(this, {refresh, controls, isCurrent: false, game: null, state: null, turned: false, round: 0, watched: []});
    this.stopThinking = () => {};
    this.board = new Board(get("board"), this.move, steps => this.enter(steps));
    const clicks = {
      "flip": () => { this.turned = !this.turned; refresh(); },
      "end-play": () => this.state.play && this.move(this.state.play),
      "undo-checker": () => this.enter(this.state.entered.slice(0, -1)),
      "roll": () => {
        if (!this.isCurrent) return;
        this.game.add({chance: get("outcome").value});
        refresh();
      },
      "scores": () => {
        const stop = drawGraph(get("graph"), this.game, this.state.names, say, ply => this.pick(ply));
        this.whileItLasts("graph", this.game.steps, stop);
      },
    };
    for (const [id, click] of Object.entries(clicks)) get(id).addEventListener("click", click);
    get("move").addEventListener("change", ({target}) => target.value && this.move(target.value));
    document.addEventListener("keydown", event => {
      if (event.target.closest("input, textarea, select, [data-at], [data-ply]")) return;
      if (event.key === "ArrowLeft") this.pick(this.game.ply - 1);
      if (event.key === "ArrowRight") this.pick(this.game.ply + 1);
    });
    onTheme(() => this.game && refresh());
  }

  get view() {
    return {turned: this.turned, dark: isDark()};
  }

  pick(ply) {
    this.game.show(ply);
    this.refresh();
  }

  /** Calls `stop` and empties an element when the game no longer begins with these steps, or on the next such call. */
  whileItLasts(id, steps, stop) {
    const record = {...this.game.record(), steps};
    for (const other of this.watched) if (other.id === id) other.stop();
    this.watched = [...this.watched.filter(other => other.id !== id), {id, record, stop}];
  }

  /** Asks for the state of the game; whether it came, and nothing else was asked for meanwhile. */
  async ask(more = {}) {
    const mine = ++this.round;
    if (!more.entered) {               // the position is another
      this.isCurrent = false;
      this.stopThinking();
      get("copies").replaceChildren();
    }
    for (const {id, stop} of this.watched.filter(({record}) => !this.game.beginsWith(record))) {
      stop();
      get(id).replaceChildren();
    }
    this.watched = this.watched.filter(({record}) => this.game.beginsWith(record));
    const found = await request("state", {...this.game.record(), ...this.view, ...more}, say);
    if (!found || mine !== this.round) return false;
    this.state = found;
    this.isCurrent = true;
    return true;
  }

  /** Starts a search of the game as it is shown, in place of the last one; `onEvent(event)` gets its events. */
  search(path, more, onEvent) {
    this.stopThinking();
    const show = event => event.error ? say(event.error) : onEvent(event);
    let isWanted = true;                 // an update may wait for the release of a pointer
    const stop = listen(path, {...this.game.record(), ...this.view, ...more},
                        event => whenReleased("search", () => isWanted && show(event)));
    this.stopThinking = () => { isWanted = false; stop(); };
  }

  /** Another picture of the position, unless a move is being entered. */
  redraw(picture) {
    if (picture && !this.board.path.length && !this.state.entered?.length) this.board.draw(picture);
  }

  /** Shows the state; `enabled`: moves may be entered. */
  show(enabled) {
    const {game, state} = this;
    if (game.atEnd) game.steps = state.steps;
    this.board.show(state, enabled);
    history.replaceState(null, "", `#${game.address}`);
    listMoves(get("moves"), game, ply => this.pick(ply));
    this.showControls();
  }

  showControls() {
    const {state, board} = this;
    get("stakes").textContent = sentence(state.cube?.text ?? "");
    get("stakes").hidden = !state.cube?.text;
    options(get("outcome"), state.chance);
    get("end-play").disabled = !state.play;
    get("end-play").textContent = state.play ? `Play ${state.play}` : "Play";
    get("undo-checker").disabled = !state.entered?.length;
    listChoices(get("choices"), board.enabled && !state.ways ? state.moves : [], this.move);
    options(get("move"), ["", ...state.moves.map(move => move.text)]);
    this.controls();
  }

  /** A play of backgammon that is entered checker by checker. */
  async enter(entered) {
    if (!await this.ask({entered})) return;
    this.board.show(this.state, true);
    this.showControls();
    say(this.state.play ? `${this.state.play}: press Play to end it.` : `${entered.length} moved.`);
  }
}
