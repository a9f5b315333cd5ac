// Beside the board: players, the list of moves, the graph, and games as text.

import {button, element, get, on, request, rolled} from "./page.js";

const EDGES = {red: "red-edge", yellow: "yellow-edge", black: "white", white: "black"};

/** A player's piece, as a small picture. */
export const piece = name => name in EDGES ? `<svg viewBox="-20 -20 40 40" aria-hidden="true" style="fill:var(--${name});stroke:var(--${
  EDGES[name]})" stroke-width="2"><circle r="18"/><circle r="11" stroke-dasharray="${name === "yellow" ? "4 3.5" : ""}"/></svg>` : "";

/** The moves so far, buttons that show the position after them; dice and cube stand before a play. */
export function listMoves(host, game, marks, pick) {
  const words = game.moves.map((i, n) => [...game.steps.slice(game.moves[n - 1] + 1 || 0, i).map(step =>
    step.cube ?? rolled(step.chance).replace(/^(\d)-(\d)$/, "$1$2:")), game.steps[i].move].join(" "));
  const key = JSON.stringify([words, marks]);
  if (host.dataset.key !== key) {
    host.dataset.key = key;
    const buttons = words.map((word, ply) => button(word, () => pick(ply + 1), {"data-ply": String(ply + 1)}));
    for (const [ply, mark] of Object.entries(marks)) buttons[ply]?.append(element("sup", {}, mark));
    host.replaceChildren(...buttons.flatMap((_, ply) => ply % 2 ? [] : [
      element("li", {}, element("span", {class: "n"}, `${ply / 2 + 1}`), ...buttons.slice(ply, ply + 2))]));
  }
  host.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = host.querySelector(`[data-ply="${game.ply}"]`), box = host.getBoundingClientRect();
  if (!current) return;
  current.ariaCurrent = "step";
  const {top, bottom} = current.getBoundingClientRect();
  if (getComputedStyle(host).overflowY !== "visible") host.scrollTop += Math.min(top - box.top, 0) + Math.max(bottom - box.bottom, 0);
}

/** A curve of the scores of a game, each position a button, mistakes with their sign. */
export function drawGraph(host, points, {ply: here, moves}, names, own, pick) {
  const last = Math.max(moves.length, 1), x = ply => 1000 * ply / last, y = value => 50 - 46 * value;
  const path = points.map(({ply, value}) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  host.role = "group";
  host.ariaLabel = `Scores, ${names[0]} above`;
  host.innerHTML = `<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
<path class="area" d="M${x(points[0].ply)} 50L${path.replaceAll(" ", "L")}L${x(points.at(-1).ply)} 50Z"/><path class="zero" d="M0 50H1000"/>
<polyline points="${path}"/><path d="M${x(here)} 0V100"/></svg>`;
  const after = new Map(points.map(point => [point.ply - 1, point]));
  host.append(...points.map(({ply, move, score}) => button("", () => pick(ply), {"data-ply": String(ply), style: `left:${x(ply) / 10}%`,
    tabindex: "-1", title: `${ply}. ${move ?? "start"}: ${score}`, "aria-label": `after ply ${ply}${move ? `, ${move}` : ""}: ${score}`})),
    ...points.filter(point => point.mark && point.mark !== "?!").map(({ply, mark, remark, value, side}) => button(mark, () => pick(ply), {
      class: `error${own.includes(side) ? " mine" : ""}`, ...(ply === here ? {"aria-current": "step"} : {}),
      style: `left:${x(ply + 1) / 10}%;top:${y(after.get(ply)?.value ?? value)}%`, "aria-label": `move ${ply + 1}: ${remark}`})));
}

/** Moves that cannot be pointed at on the board, as buttons. */
export function listChoices(host, moves, chosen) {
  const others = moves.filter(move => !move.paths.length), shown = others.slice(0, 60);
  const more = shown.length < others.length ? `and ${others.length - shown.length} more, to be typed` : "";
  host.replaceChildren(...shown.map(({text}) => button(text, () => chosen(text))), more);
}

const FORMS = {position: ["position"], saved: ["game", "game.json"], PDN: ["PDN", "game.pdn"], XGID: ["XGID"], GNU: ["GNU IDs"],
               mat: [".mat", "game.mat"]};

/** The dialog in which games are pasted, loaded, copied and saved; calls `loaded(record)`. */
export function textBox(desk, loaded) {
  const box = get("text"), copies = get("copies"), dialog = get("text-box"), say = words => { get("box-says").textContent = words; };
  const copy = (text, name) => navigator.clipboard?.writeText(text).then(() => say(`Copied the ${name}.`), () => say("The browser refused."));
  let reads = 0;
  const read = async text => {
    if (!text.trim()) return say("The text is empty.");
    const mine = ++reads, record = await request("read", {text, game: desk.game.game}, say);
    if (!record || mine !== reads) return undefined;
    say("");
    dialog.close();
    return loaded(record);
  };
  on({
    "read": () => read(box.value), "copy-link": () => copy(location.href, "link"),
    "copy-svg": () => { box.value = picture(); copy(box.value, "picture"); },
    "write": async () => {
      const {game} = desk, record = {...game.record(), steps: game.steps}, texts = await request("write", record, say);
      if (desk.game !== game || !game.beginsWith(record) || game.steps.length !== record.steps.length) return;
      copies.replaceChildren(...Object.entries(texts ?? {}).flatMap(([name, text]) => [
        button(`Copy ${FORMS[name][0]}`, () => { box.value = text; box.select(); copy(text, FORMS[name][0]); }),
        ...(FORMS[name][1] ? [element("a", {download: FORMS[name][1],
          href: URL.createObjectURL(new Blob([text], {type: "text/plain"}))}, `Save ${FORMS[name][1]}`)] : [])]));
    },
  });
  on({"file": async ({target}) => {
    if (target.files[0]) await read(await target.files[0].text());
    target.value = "";
  }}, "change");
}

/** The picture of the board with the page's colours in it. */
function picture() {
  const copy = get("board").firstElementChild.cloneNode(true), style = getComputedStyle(get("board"));
  for (const mark of copy.querySelectorAll(".mark")) mark.remove();
  const probe = element("i", {hidden: true});
  get("board").append(probe);
  const text = copy.outerHTML.replace(/var\(--([a-z]+), #\w+\)/g, (_, name) => {
    probe.style.color = style.getPropertyValue(`--${name}`);
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return text;
}
