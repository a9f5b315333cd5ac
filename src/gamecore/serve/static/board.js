// A board on which moves are entered, by pointing or by the keyboard. The picture is the server's; its places carry
// data-at. A move is entered along one of its paths of places; a play of backgammon checker by checker.

import {element} from "./page.js";

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

export class Board {
  /** `chosen(text)` is called with a move; `stepped(steps)` with the steps of a play of backgammon so far. */
  constructor(host, chosen, stepped) {
    Object.assign(this, {host, chosen, stepped, moves: [], path: [], enabled: false, focus: null});
    host.addEventListener("click", event => this.point(this.placeOf(event.target)));
    host.addEventListener("keydown", event => this.key(event));
  }

  placeOf(target) {
    return target.closest?.("[data-at]")?.dataset.at;
  }

  /** Shows a state of the server; `enabled`: moves may be entered. */
  show(state, enabled) {
    Object.assign(this, {state, enabled, moves: state.moves, path: []});
    this.draw(state.picture);
  }

  /** Another picture of the same state, such as one with arrows. */
  draw(picture) {
    const focused = this.host.contains(document.activeElement) ? this.focus : null;
    this.host.innerHTML = picture;
    this.host.firstElementChild.setAttribute("role", "group");
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

  point(place) {
    if (this.editing && place !== undefined) return this.editing(place);
    if (place === undefined || !this.enabled) return;
    if (this.path.length && place === this.path[0] && !this.next().has(place)) this.path = [];
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

  /** The last place of the only move that begins so and ends there: its way need not be shown. */
  jump(place) {
    if (this.state.ways || !this.path.length) return false;
    const moves = new Set(this.paths().filter(({path}) => path.at(-1) === place).map(({move}) => move.text));
    if (moves.size !== 1) return false;
    this.chosen([...moves][0]);
    return true;
  }

  /** Marks the places that may be pointed at, says what stands there, and lets the keyboard reach them. */
  paint() {
    const next = this.next(), entered = new Set(this.path);
    const places = [...this.host.querySelectorAll("[data-at]")];
    if (!places.some(place => place.dataset.at === this.focus)) this.focus = [...next][0] ?? places[0]?.dataset.at;
    for (const place of places) {
      const at = place.dataset.at, content = this.state.contents[at];
      place.classList.toggle("can", next.has(at));
      place.classList.toggle("entered", entered.has(at));
      place.setAttribute("role", "button");
      place.setAttribute("aria-label", `${at}${content ? `, ${content}` : ", empty"}${next.has(at) ? ", possible" : ""}`);
      place.setAttribute("tabindex", at === this.focus ? "0" : "-1");
      place.querySelector(".ring")?.remove();
      if (next.has(at) || entered.has(at)) place.append(ring(place, entered.has(at)));
    }
  }

  key(event) {
    const place = this.placeOf(event.target);
    if (place === undefined) return;
    if (event.key === "Enter" || event.key === " ") this.point(place);
    else if (event.key === "Escape") { this.path = []; this.paint(); }
    else if (event.key in ARROWS) this.walk(place, ...ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  /** Moves the focus to the nearest place in a direction. */
  walk(place, right, down) {
    const middle = at => { const box = at.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x0, y0] = middle(this.at(place));
    let best = null, least = Infinity;
    for (const other of this.host.querySelectorAll("[data-at]")) {
      const [x, y] = middle(other);
      const ahead = (x - x0) * right + (y - y0) * down, aside = Math.abs((x - x0) * down) + Math.abs((y - y0) * right);
      const far = ahead + (down ? .95 : 2) * aside;       // up and down, a diagonal step is nearer than two rows
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

/** A frame around a place that may be pointed at; that of a place that was is solid. */
function ring(place, entered) {
  const box = place.getBBox(), made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6,
                                             rx: 6, class: entered ? "ring entered" : "ring"}))
    made.setAttribute(key, value);
  return made;
}

/** A curve of the scores of a game, each position a button. `pick(ply)` is called when one is chosen. */
export function graph(points, here, names, pick) {
  const width = 560, height = 120, last = Math.max(points.at(-1)?.ply ?? 1, 1);
  const x = ply => 10 + (width - 20) * ply / last, y = value => height / 2 - value * (height / 2 - 10);
  const path = points.map(({ply, value}, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join("");
  const host = element("div", {class: "graph"});
  host.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="scores, ${names[0]} above">
<path class="zero" d="M0,${height / 2}H${width}"/><path class="curve" d="${path}"/>${points.map(({ply, value, score, move}) =>
  `<g role="button" tabindex="0" data-ply="${ply}" aria-label="after ply ${ply}${move ? `, ${escape(move)}` : ""}: ${escape(score)}">
<title>${ply}${move ? `. ${escape(move)}` : ""}: ${escape(score)}</title><rect class="hit" x="${x(ply) - 6}" y="0" width="12" height="${height}"/>
<circle class="${ply === here ? "here" : ""}" cx="${x(ply)}" cy="${y(value)}" r="${ply === here ? 6 : 3.5}"/></g>`).join("")}</svg>`;
  const chosen = event => {
    const ply = event.target.closest("[data-ply]")?.dataset.ply;
    if (ply !== undefined && (event.type === "click" || event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      pick(Number(ply));
    }
  };
  host.addEventListener("click", chosen);
  host.addEventListener("keydown", chosen);
  return host;
}

export const escape = text => String(text).replace(/[&<>"]/g, sign => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[sign]);
