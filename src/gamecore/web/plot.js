// A logarithmic plot of counts by depth, and the first levels of a tree as rings.

import {escape} from "./page.js";

export const FRAMES = 160;  // of the film
const HEIGHT = 360, LEFT = 52, RIGHT = 96, TOP = 12, BOTTOM = 40;
const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = n => `10${[...String(n)].map(digit => POWERS[digit]).join("")}`;

/** A plot, `width` px wide. `curves`: each {name, kind, points: [[depth, count], ...]}; the kind is a class of style.css; measured ones
 *  have a sign at each point: a disc ("one") or a square ("other"). */
export function plot(curves, deepest, width) {
  const counts = curves.flatMap(curve => curve.points.map(([, count]) => count));
  const top = Math.max(1, Math.ceil(Math.log10(Math.max(10, ...counts))));
  const x = depth => LEFT + (width - LEFT - RIGHT) * (depth - 1) / Math.max(deepest - 1, 1);
  const y = count => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(count, 1)) / top;
  const step = Math.ceil(top / 8), lines = [];
  for (let n = 0; n <= top; n += step)
    lines.push(`<path class="grid" d="M${LEFT},${y(10 ** n)}H${width - RIGHT}"/>
<text x="${LEFT - 6}" y="${y(10 ** n) + 4}" text-anchor="end">${power(n)}</text>`);
  for (let depth = 1; depth <= deepest; depth++)
    lines.push(`<text x="${x(depth)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${depth}</text>`);
  const drawn = curves.filter(curve => curve.points.length);
  return `<svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${escape(summary(drawn))}">${lines.join("")}
<text x="${(LEFT + width - RIGHT) / 2}" y="${HEIGHT - 4}" text-anchor="middle">depth, plies</text>
<text transform="translate(12 ${HEIGHT / 2 - 14}) rotate(-90)" text-anchor="middle">leaves</text>
${drawn.map(curve => line(curve, x, y)).join("")}${labels(drawn, x, y)}</svg>`;
}

function line({kind, points}, x, y) {
  const places = points.map(([depth, count]) => [x(depth), y(count)]);
  const path = places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
  const sign = {one: ([x, y]) => `<circle cx="${x}" cy="${y}" r="4.5"/>`,
                other: ([x, y]) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"/>`}[kind];
  const signs = sign ? places.map(sign) : [];
  return `<g class="${kind}"><path d="${path}"/>${signs.join("")}</g>`;
}

/** The names at the ends of the curves, apart from each other. */
function labels(curves, x, y) {
  const ends = curves.map(({name, kind, points}) => {
    const [depth, count] = points.at(-1);
    return {name, kind, x: x(depth) + 9, y: y(count) + 4};
  }).sort((a, b) => a.y - b.y);
  ends.forEach((end, i) => { if (i) end.y = Math.max(end.y, ends[i - 1].y + 15); });
  const below = Math.max(0, (ends.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM));
  return ends.map(({name, kind, x, y}) => `<text class="${kind}" x="${x}" y="${y - below}">${escape(name)}</text>`)
    .join("");
}

const summary = curves => `Leaves by depth: ${curves.map(({name, points}) =>
  `${name} ${Math.round(points.at(-1)[1]).toLocaleString("en")} at depth ${points.at(-1)[0]}`).join("; ")}`;

/** The number of visited nodes of each level. */
function seen(tree, levels) {
  const counts = Array(levels).fill(0);
  (function count(children, level) {
    for (const child of children) if (child) { counts[level]++; count(child, level + 1); }
  })(tree, 0);
  return counts;
}

/** The first levels of a tree, a ring a level, a sector a node; unvisited ones are hatched. `moves`: the names of the
 *  first level; `visits`: the turn of each node, by which the sectors are in FRAMES groups. */
export function rings(tree, levels, moves, kind, visits) {
  const inner = 30, ring = (200 - inner) / levels, names = [], turns = visits.values();
  const groups = Array.from({length: FRAMES}, () => Array.from({length: levels}, () => "")), all = Math.max(1, ...visits);
  const at = (radius, turn) => `${(radius * Math.sin(turn)).toFixed(1)},${(-radius * Math.cos(turn)).toFixed(1)}`;
  const sector = (level, outer, from, to) => {
    const [r0, r1] = [inner + ring * level, inner + ring * outer], large = to - from > Math.PI ? 1 : 0;
    const end = to - from > 6.28 ? to - .001 : to;
    return `M${at(r0, from)}L${at(r1, from)}A${r1},${r1} 0 ${large} 1 ${at(r1, end)}`
      + `L${at(r0, end)}A${r0},${r0} 0 ${large} 0 ${at(r0, from)}Z`;
  };
  turns.next();  // the root's
  (function draw(children, level, from, to) {
    const share = (to - from) / children.length;
    children.forEach((child, i) => {
      const [begin, end] = [from + i * share, from + (i + 1) * share];
      if (level === 0 && children.length <= 12)
        names.push(`<text class="${child ? "" : "cut"}" transform="translate(${at(inner + ring / 2, (begin + end) / 2)})"
dy="5" font-size="${moves[i].length > 3 ? 11 : 16}">${escape(moves[i])}</text>`);
      if (!child) return;
      groups[Math.floor((FRAMES - 1) * turns.next().value / all)][level] += sector(level, level + 1, begin, end);
      draw(child, level + 1, begin, end);
    });
  })(tree, 0, 0, 2 * Math.PI);
  return `<svg viewBox="-202 -202 404 404" role="img"
aria-label="looked at: ${seen(tree, levels).join(", ")} nodes of plies 1 to ${levels}">
<defs><pattern id="hatch-${kind}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect class="ground" width="6" height="6"/><path class="stroke" d="M0,0V6"/></pattern></defs>
<circle r="${(200 + inner) / 2}" fill="none" stroke="url(#hatch-${kind})" stroke-width="${200 - inner}"/>
<g class="film">${groups.map(paths => `<g>${paths.map((path, level) => path &&
    `<path class="seen" d="${path}" fill-opacity="${(1 - .14 * level).toFixed(2)}" stroke-width="${[1, .6, .25][level] ?? 0}"/>`).join("")}</g>`).join("")}</g>
<circle r="${inner - 3}" class="seen"/>${names.join("")}</svg>`;
}
