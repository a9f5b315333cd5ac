// Steps through searches of a tree: the steps, words and pictures are the library's.

import {Stepper, icon, projector} from "./stepper.js";

const VIEW = `
<div class="row"><span class="seg" role="group" aria-label="Search" id="search"></span><span class="grow"></span>
<button id="guess" class="quiet" aria-pressed="false">Guess<span class="wide-only">the cut</span></button>
<button id="random" class="quiet" hidden>Random<span class="wide-only">tree</span></button><button id="projector" class="quiet wide-only">${icon("projector")}Projector</button></div>
<p id="says" class="says" aria-live="polite" aria-atomic="true"></p>
<div id="answers" class="row" hidden><button id="looked">Looked at (l)</button><button id="cut">Cut (c)</button></div>
<div id="drawing" class="scroll stepper" tabindex="0" role="img" aria-label="the tree"></div>
<div id="steps" class="steps" role="group" aria-label="Steps"></div>
<p id="counters" class="dim"></p>`;

const get = id => document.getElementById(id);
const narrow = matchMedia("(max-width: 56rem) and (orientation: portrait), (max-width: 40rem)");
let lay;  // stands the drawing up, or lays it on its side
narrow.addEventListener("change", () => lay?.());
let searches, steps, at, asked, guesses, chosen, asks = false, stepper;

/** Shows the searches of a tree, as gamecore.trees.page gives them; of another tree than before at the same step of the
 *  same search, if there is one; `random` makes another tree. */
export function show(found, random) {
  const step = chosen && at;
  get("stepper").innerHTML = VIEW;
  searches = found.searches;
  get("drawing").innerHTML = found.drawing;
  const drawn = get("drawing").firstElementChild;
  drawn.style.setProperty("--least", `${.75 * drawn.getAttribute("width")}px`);
  for (const name of ["width", "height"]) drawn.removeAttribute(name);
  const standing = drawn.getAttribute("viewBox");
  lay = () => {
    drawn.classList.toggle("lying", narrow.matches);
    drawn.setAttribute("viewBox", narrow.matches ? found.lying : standing);
  };
  lay();
  get("search").append(...Object.keys(searches).map(name => {
    const button = document.createElement("button");
    Object.assign(button, {textContent: name.replace(/^./, letter => letter.toUpperCase()), onclick: () => choose(name)});
    button.dataset.search = name;
    return button;
  }));
  stepper = new Stepper(get("steps"), {go, forward, slider: true, main: true, keys: {l: () => answer(false), c: () => answer(true)}});
  get("guess").onclick = () => {
    asks = !asks;
    guesses = {right: 0, all: 0};
    go(at);
  };
  get("random").hidden = !random;
  get("random").onclick = random;
  get("projector").onclick = () => projector(true);
  for (const [id, cut] of [["looked", false], ["cut", true]]) get(id).onclick = () => answer(cut);
  choose(chosen in searches ? chosen : Object.keys(searches)[0]);
  go(step ?? 0);
}

function choose(name) {
  chosen = name;
  steps = searches[name];
  guesses = {right: 0, all: 0};
  for (const button of get("search").children) button.ariaPressed = button.dataset.search === name;
  get("guess").disabled = !steps.some(step => step.question);
  go(0);
}

/** Shows a step, after those before it: each paints what it changes. */
function go(step, verdict = "") {
  at = Math.max(0, Math.min(step, steps.length - 1));
  asked = false;
  const pieces = {};
  for (const {paint} of steps.slice(0, at + 1)) Object.assign(pieces, paint);
  for (const [place, piece] of Object.entries(pieces)) {
    const group = get(`piece-${place}`);
    if (group.piece !== piece) group.innerHTML = group.piece = piece;
  }
  const {says, leaves, cuts, skipped} = steps[at], end = steps.length - 1;
  get("says").textContent = verdict + says + ".";
  get("guess").ariaPressed = asks;
  get("counters").textContent =
    `Leaves: ${leaves} looked at, ${skipped} never. Branches cut: ${cuts}`
    + (guesses.all ? `; guessed right: ${guesses.right} of ${guesses.all}` : "");
  get("answers").hidden = true;
  stepper.show(at, end);
  const box = get("drawing"), node = box.querySelector(".current")?.getBoundingClientRect(), {x, y} = box.getBoundingClientRect();
  if (node) box.scrollBy(node.x + node.width / 2 - x - box.clientWidth / 2, node.y + node.height / 2 - y - box.clientHeight / 2);
}

/** The next step; where it is to be guessed, the question first. */
function forward() {
  if (asked || at === steps.length - 1) return;
  const {question} = steps[at + 1];
  if (!(asks && question)) return go(at + 1);
  asked = true;
  get("says").textContent = question;
  get("answers").hidden = false;
  get("forward").disabled = true;
}

function answer(cut) {
  if (!asked) return;
  const right = cut === (steps[at + 1].cuts > steps[at].cuts);
  guesses.all++;
  guesses.right += right;
  go(at + 1, right ? "Right. " : "No. ");
  if (!get("forward").disabled) get("forward").focus();
}

const inside = get("searches");
if (inside) show(JSON.parse(inside.textContent));
