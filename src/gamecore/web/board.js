// A board on which moves are entered, by pointing or by the keyboard. The picture is the server's; its places carry
// data-at. A move is entered along one of its paths of places; a play of backgammon checker by checker.

import {drawPicture} from "./page.js";

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

export class Board {
  /** `chosen(text)` is called with a move; `stepped(steps)` with the steps of a play of backgammon so far. */
  constructor(host, chosen, stepped) {
    Object.assign(this, {host, chosen, stepped, moves: [], path: [], enabled: false, focus: null, swapped: false});
    host.addEventListener("click", event => event.target.closest(".die") ? this.swap() : this.point(this.placeOf(event.target), event.pointerType));
    host.addEventListener("keydown", event => this.key(event));
    let from;
    host.addEventListener("pointerdown", event => { from = this.placeOf(event.target); });
    host.addEventListener("pointerup", event => {  // a piece may be dragged
      const to = this.placeOf(document.elementFromPoint(event.clientX, event.clientY) ?? host);
      if (!from || !to || from === to || this.editing) return;
      this.path = [];
      if (this.next().has(from)) { this.path = [from]; this.point(to); }
    });
  }

  placeOf(target) {
    return target.closest?.("[data-at]")?.dataset.at;
  }

  /** Shows a state of the server; `enabled`: moves may be entered. `moving`: the last move is animated. */
  show(state, enabled, moving = false) {
    Object.assign(this, {state, enabled, moves: state.moves, path: [], swapped: this.swapped && state.entered?.length > 0});
    this.host.classList.toggle("moving", moving);
    this.draw(state.picture);
    if (moving) setTimeout(() => this.host.classList.remove("moving"), 450);
  }

  /** Another picture of the same state, such as one with arrows. */
  draw(picture) {
    const focused = this.host.contains(document.activeElement) ? this.focus : null;
    drawPicture(this.host, picture);
    this.host.firstElementChild.role = "group";
    this.paint();
    if (focused) this.at(focused)?.focus({preventScroll: true});
  }

  at(place) {
    return this.host.querySelector(`[data-at="${place}"]`);
  }

  /** The places that may be pointed at next. */
  next() {
    if (!this.enabled) return new Set();
    if (this.state.ways) {
      const [from] = this.path;
      const ways = from === undefined ? this.state.ways.map(way => way[0])
                                      : this.state.ways.filter(way => name(way[0]) === from).map(way => way[1]);
      return new Set(ways.map(name));
    }
    const places = this.paths().map(({path}) => path[this.path.length]);
    return new Set(places.filter(place => place !== undefined));
  }

  /** The paths of moves that begin with what was entered. */
  paths() {
    return this.moves.flatMap(move => move.paths.map(path => ({move, path})))
      .filter(({path}) => this.path.every((place, i) => path[i] === place));
  }

  /** Exchanges the dice: a checker that is tapped plays the first one. */
  swap() {
    this.swapped = !this.swapped;
    this.paint();
  }

  /** The step of a checker by the first die, or else by the other. */
  byDie(place) {
    const from = number(place), die = this.state.now.at(this.swapped ? -1 : -2), ways = this.state.ways.filter(way => way[0] === from);
    return ways.find(way => way[1] === Math.max(from - die, 0)) ?? ways[0];
  }

  /** A checker that is tapped, or clicked twice, plays a die; clicked once, it waits for its target. */
  point(place, hand) {
    if (this.editing && place !== undefined) return this.editing(place);
    if (place === undefined || !this.enabled) return;
    const again = this.path.length && place === this.path[0] && !this.next().has(place);
    if (this.state.ways && (again || hand === "touch" && !this.path.length && this.next().has(place)))
      return this.stepped([...this.state.entered, this.byDie(place)]);
    if (again) this.path = [];
    else if (this.next().has(place)) return this.enter(place);
    else if (!this.jump(place)) {
      this.path = [];
      if (this.next().has(place)) return this.enter(place);
    }
    this.paint();
  }

  enter(place) {
    this.path.push(place);
    if (this.state.ways) {
      if (this.path.length === 2) this.stepped([...this.state.entered, this.path.map(number)]);
      else this.paint();
      return;
    }
    const paths = this.paths();
    const whole = paths.find(({path}) => path.length === this.path.length);
    if (whole && paths.every(({path}) => path.length === this.path.length)) this.chosen(whole.move.text);
    else this.paint();
  }

  /** The last place of the only move that begins so and ends there. */
  jump(place) {
    if (this.state.ways || !this.path.length) return false;
    const moves = new Set(this.paths().filter(({path}) => path.at(-1) === place).map(({move}) => move.text));
    if (moves.size !== 1) return false;
    this.chosen([...moves][0]);
    return true;
  }

  /** Marks the places that may be pointed at, names their contents, and lets the keyboard reach them. */
  paint() {
    const next = this.next(), entered = new Set(this.path), begins = !this.path.length;
    const must = this.moves.some(({text}) => /^\d+x/.test(text));  // jumps
    const places = [...this.host.querySelectorAll("[data-at]")];
    this.host.querySelectorAll(".die").forEach((die, i) => { die.style.translate = this.swapped ? `${i ? -56 : 56}px` : ""; });
    if (!places.some(place => place.dataset.at === this.focus)) this.focus = [...next][0] ?? places[0]?.dataset.at;
    for (const place of places) {
      const at = place.dataset.at, content = this.state.contents[at], can = next.has(at);
      const classes = {can, from: can && begins && must, to: can && !begins, entered: entered.has(at)};
      for (const [name, yes] of Object.entries(classes)) place.classList.toggle(name, yes);
      place.role = "button";
      place.ariaLabel = `${at}${content ? `, ${content}` : ", empty"}${can ? ", possible" : ""}`;
      place.setAttribute("tabindex", at === this.focus ? "0" : "-1");
      place.querySelector(".mark")?.remove();
      place.insertAdjacentHTML("beforeend", mark(place.getBBox(), classes.to));
    }
  }

  key(event) {
    const place = this.placeOf(event.target);
    if (place === undefined) return;
    if (event.key === "Enter" || event.key === " ") this.point(place);
    else if (event.key === "Escape" && this.path.length) { this.path.pop(); this.paint(); }
    else if (event.key in ARROWS) this.walk(place, ...ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  walk(place, right, down) {
    const middle = at => { const box = at.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x0, y0] = middle(this.at(place));
    let best = null, least = Infinity;
    for (const other of this.host.querySelectorAll("[data-at]")) {
      const [x, y] = middle(other);
      const ahead = (x - x0) * right + (y - y0) * down, aside = Math.abs((x - x0) * down) + Math.abs((y - y0) * right);
      const far = ahead + (down ? .95 : 2) * aside;  // up and down, a diagonal step is nearer than two rows
      if (ahead > 2 && far < least) [best, least] = [other, far];
    }
    if (!best) return;
    this.focus = best.dataset.at;
    this.paint();
    best.focus();
  }
}

const name = point => ({0: "off", 25: "bar"})[point] ?? String(point);
const number = place => ({off: 0, bar: 25})[place] ?? Number(place);

/** A dot in a place, or a frame around it. */
const mark = ({x, y, width, height}, isDot) => isDot ? `<circle class="mark" cx="${x + width / 2}" cy="${y + height / 2}" r="11"/>`
  : `<rect class="mark" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="8"/>`;
