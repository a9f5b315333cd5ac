// A game as the desk keeps it: its record, which of its positions is shown, and the address that names it.

export class Game {
  /** `cube`: whether it may be turned, if that is known. */
  constructor({game, position = null, steps = [], cube, shown = null, main = null}) {
    Object.assign(this, {game, position, steps, cube, shown, main});  // main: the line that a variation left
  }

  /** The indices of the steps that are moves. */
  get moves() {
    return this.steps.flatMap((step, i) => "move" in step ? [i] : []);
  }

  /** How many moves lie before the position that is shown. */
  get ply() {
    return this.shown ?? this.moves.length;
  }

  get atEnd() {
    return this.ply === this.moves.length;
  }

  /** Whether a record is that of this game's beginning. */
  beginsWith({game, position, steps}) {
    return game === this.game && position === this.position
      && steps.every((step, i) => JSON.stringify(step) === JSON.stringify(this.steps[i]));
  }

  show(ply) {
    this.shown = ply < this.moves.length ? Math.max(ply, 0) : null;
  }

  /** The steps up to a number of moves, with what chance did after them. */
  until(ply) {
    return ply < this.moves.length ? this.steps.slice(0, this.moves[ply]) : this.steps;
  }

  record() {
    return {game: this.game, position: this.position, steps: this.until(this.ply), cube: this.cube};
  }

  /** Goes on from the position that is shown; what came after it is the main line, of which there is one. */
  cut() {
    if (!this.atEnd) this.main ??= {steps: this.steps, shown: this.shown};
    this.forget();
  }

  /** Removes the steps after the position that is shown. */
  forget() {
    this.steps = this.until(this.ply);
    this.shown = null;
  }

  rejoin() {
    Object.assign(this, this.main, {main: null});
  }

  add(step) {
    this.cut();
    this.steps = [...this.steps, step];
  }

  /** The part of the address after #, by which a game can be shared. */
  get address() {
    const words = this.until(this.ply).filter(step => !step.end).map(step => step.move ?? (step.cube ? `!${step.cube}` : `*${step.chance}`)).join(";");
    const parts = {game: this.game, ...(this.position ? {position: this.position} : {}), ...(words ? {moves: words} : {})};
    return new URLSearchParams(parts).toString();
  }

  static fromAddress(parts) {
    if (!parts.get("game")) return null;
    const words = (parts.get("moves") ?? "").split(";").filter(Boolean);
    return new Game({game: parts.get("game"), position: parts.get("position"),
                     steps: words.map(word => ({"*": {chance: word.slice(1)}, "!": {cube: word.slice(1)}})[word[0]] ?? {move: word})});
  }
}
