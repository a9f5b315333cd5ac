// Steps through searches of a tree: the steps, their words and their pictures come from the library, whole.

const STEPPER = `
<div class="row"><label>Search <select id="search"></select></label>
<label><input type="checkbox" id="guess"> guess the cut</label></div>
<div class="row" role="group" aria-label="Steps">
<button id="first">Start</button><button id="back">← Back</button>
<button id="forward" class="main">Forward →</button><button id="last">End</button>
<span id="at"></span></div>
<p id="says" class="says" aria-live="polite" aria-atomic="true"></p>
<div id="answers" class="row" hidden><button id="looked">Looked at (l)</button><button id="cut">Cut (c)</button></div>
<p id="counters" class="dim"></p>
<div id="drawing" class="scroll stepper" tabindex="0" role="img" aria-label="the tree"></div>
<p class="dim">Keys: → or space forward, ← back, Home and End. Thick: the node at work and those above it; pale: not
yet seen; dashed, grey and struck out: cut. α and β are the window.</p>`;

const get = id => document.getElementById(id);
let searches, steps, at, asked, guesses;

/** Shows the searches of a tree, as gamecore.trees.page gives them; of another tree than before at the same step of the
 *  same search, if there is one. */
export function show(found) {
  const name = get("search")?.value, step = at, asks = get("guess")?.checked;
  get("stepper").innerHTML = STEPPER;
  searches = found.searches;
  get("drawing").innerHTML = found.drawing;
  for (const name of Object.keys(searches)) get("search").add(new Option(name));
  get("search").onchange = () => choose(get("search").value);
  get("guess").onchange = () => { guesses = {right: 0, all: 0}; go(at); };
  const clicks = {first: () => go(0), back: () => go(at - 1), forward, last: () => go(steps.length - 1),
                  looked: () => answer(false), cut: () => answer(true)};
  for (const [id, click] of Object.entries(clicks)) get(id).onclick = click;
  get("guess").checked = asks;
  choose(get("search").value = name in searches ? name : Object.keys(searches)[0]);
  go(step ?? 0);
}

function choose(name) {
  steps = searches[name];
  guesses = {right: 0, all: 0};
  const asks = steps.some(step => step.question);
  get("guess").disabled = !asks;
  if (!asks) get("guess").checked = false;
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
  get("at").textContent = `step ${at} of ${end}`;
  get("counters").textContent =
    `leaves looked at: ${leaves} · branches cut: ${cuts} · leaves never looked at: ${skipped}`
    + (guesses.all ? ` · guessed right: ${guesses.right} of ${guesses.all}` : "");
  get("answers").hidden = true;
  get("back").disabled = get("first").disabled = at === 0;
  get("forward").disabled = get("last").disabled = at === end;
  const box = get("drawing"), node = box.querySelector(".current")?.getBoundingClientRect();
  if (node) box.scrollLeft += node.x + node.width / 2 - box.getBoundingClientRect().x - box.clientWidth / 2;
}

/** The next step; where it is to be guessed, the question first. */
function forward() {
  if (asked || at === steps.length - 1) return;
  const {question} = steps[at + 1];
  if (!(get("guess").checked && question)) return go(at + 1);
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

const keys = {ArrowRight: forward, " ": forward, ArrowLeft: () => go(at - 1), Home: () => go(0),
              End: () => go(steps.length - 1), l: () => answer(false), c: () => answer(true)};
addEventListener("keydown", event => {
  const taken = event.target.closest?.("input, select, textarea" + (event.key === " " ? ", button" : ""));
  if (!steps || taken || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

const inside = get("searches");
if (inside) show(JSON.parse(inside.textContent));
