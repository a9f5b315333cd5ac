// What both pages have beside the board: the list of moves, the graph, and games that come in and go out as text.

import {element, listen, request, whenReleased} from "./page.js";
import {graph} from "./board.js";

/** Words as sentences: one blank between them, capital letters at the beginnings; dice as 4-3. */
export const sentence = words => words.replace(/\((\d), (\d)\)/g, "$1-$2").replace(/\s+/g, " ").trim()
  .replace(/(^|\. )\p{Ll}/gu, letters => letters.toUpperCase());

export const get = id => document.getElementById(id);

/** The moves so far, each a button that shows the position after it. */
export function listMoves(host, game, pick) {
  const words = ["start", ...game.moves.map((i, n) => [
    ...game.steps.slice(game.moves[n - 1] ?? 0, i).flatMap(step => step.cube ?? []), game.steps[i].move].join(", "))];
  host.replaceChildren(...words.map((word, ply) => element("li", {},
    element("button", {type: "button", ...(ply === game.ply ? {"aria-current": "step"} : {}),
                       onclick: () => pick(ply)}, ply ? `${ply}. ${word}` : word))));
  const box = host.getBoundingClientRect(), current = host.querySelector("[aria-current]")?.getBoundingClientRect();
  if (current) host.scrollTop += Math.min(current.top - box.top, 0) + Math.max(current.bottom - box.bottom, 0);
}

/** Draws the scores of a game, as they are found; returns a function that stops it. */
export function drawGraph(host, game, names, say, pick) {
  const points = [];
  return listen("graph", {...game.record(), steps: game.steps}, event => {
    if (event.error) return say(event.error);
    if (!event.done) points.push(event);
    if (points.length) whenReleased("graph", () => host.replaceChildren(graph(points, game.ply, names, pick)));
  });
}

const FORMS = {position: ["position"], saved: ["game", "game.json"], PDN: ["PDN", "game.pdn"], XGID: ["XGID"],
               mat: [".mat", "game.mat"]};

/** Moves that cannot be pointed at on the board, as buttons. */
export function listChoices(host, moves, chosen) {
  const others = moves.filter(move => !move.paths.length), shown = others.slice(0, 60);
  const more = shown.length < others.length ? `and ${others.length - shown.length} more under Move` : "";
  host.replaceChildren(...shown.map(({text}) => element("button", {type: "button", onclick: () => chosen(text)}, text)), more);
}

/** The box in which games and positions are pasted, loaded, copied and saved. `loaded(record)` is called with one. */
export function textBox(game, say, loaded) {
  const box = get("text"), copies = get("copies");
  let reads = 0;
  const read = async text => {
    if (!text.trim()) return say("The text is empty.");
    const mine = ++reads, record = await request("read", {text, game: game().game}, say);
    if (record && mine === reads) loaded(record);
  };
  get("read").addEventListener("click", () => read(box.value));
  get("file").addEventListener("change", async event => {
    const [file] = event.target.files;
    if (file) await read(await file.text());
    event.target.value = "";
  });
  get("write").addEventListener("click", async () => {
    const record = {...game().record(), steps: game().steps}, texts = await request("write", record, say);
    if (game().beginsWith(record) && game().steps.length === record.steps.length) copies.replaceChildren(...Object.entries(texts ?? {}).flatMap(([name, text]) => [
      element("button", {type: "button", onclick: () => {
        box.value = text;
        box.select();
        navigator.clipboard?.writeText(text).then(() => say(`Copied the ${FORMS[name][0]}.`), () => {});
      }}, `Copy ${FORMS[name][0]}`),
      ...(FORMS[name][1] ? [element("a", {download: FORMS[name][1],
        href: URL.createObjectURL(new Blob([text], {type: "text/plain"}))}, `Save ${FORMS[name][1]}`)] : [])]));
  });
}

export const cell = (words, kind = "") => element("td", {class: kind}, words);
export const head = (words, kind = "") => element("th", {class: kind, scope: "col"}, words);

/** Fills a select with options: [value, text] pairs or texts. */
export function options(select, values, chosen) {
  select.replaceChildren(...values.map(value => {
    const [name, text] = Array.isArray(value) ? value : [value, value];
    return element("option", {value: String(name), selected: String(name) === String(chosen)}, text);
  }));
}
