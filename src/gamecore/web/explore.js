// A tree that is typed in, which the address has. A leaf of the drawing is edited in the text.
import {get, post, ready} from "./page.js";
import {show} from "./tree.js";

const TOKENS = /"[^"]*"|'[^']*'|\([^()]*\)|[^\W\d][\w .+-]*|[-+]?(?:\d+\/\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gi;
let round = 0, box, stepper, form, waiting;

async function search() {
  const words = Object.fromEntries(new FormData(form)), mine = ++round;
  try {
    const found = await post("tree", words);
    if (mine !== round) return;
    get("error").textContent = "";
    show(found, random);
    ready();
    mark();
    history.replaceState(null, "", `#tree&${new URLSearchParams(Object.entries(words).filter(([, text]) => text))}`);
  } catch (refusal) {
    if (mine !== round) return;
    get("error").textContent = refusal.message;
    ready();
  }
}

/** The leaves in the text, from the left. */
const leaves = () => [...box.value.matchAll(TOKENS)].filter(([token]) => /^[-+.\d(]/.test(token));

/** Lets the leaves be pointed at, if each of them is one of the text. */
function mark() {
  const texts = leaves(), pieces = [...stepper.querySelectorAll('g:has(> rect.shape[height="28"])')];
  if (texts.length !== pieces.length) return;
  stepper.querySelector("#drawing").role = "group";
  pieces.forEach((piece, i) => {
    Object.assign(piece, {role: "button", tabIndex: 0, ariaLabel: `leaf ${i + 1}, ${texts[i][0]}: edit`});
    piece.dataset.leaf = i;
  });
}

/** Selects in the text the leaf that was pointed at: what is typed replaces it. */
function edit(event) {
  const leaf = event.target.closest?.("[data-leaf]")?.dataset.leaf;
  if (leaf === undefined || event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  const {index, 0: token} = leaves()[leaf];
  box.closest("details").open = true;
  box.focus();
  box.setSelectionRange(index, index + token.length);
}

/** Another tree of the chosen size, with leaves of 0 to 20. */
function random(event) {
  event?.stopPropagation();
  const [plies, moves] = ["plies", "branching"].map(id => Number(get(id).value));
  const grow = depth => depth ? `[${Array.from({length: moves}, () => grow(depth - 1)).join(",")}]` : Math.floor(21 * Math.random());
  box.value = grow(plies);
  for (const name of ["layers", "probabilities", "bounds"]) form.elements[name].value = "";
  search();
}

export function openTree(view, words, fresh) {
  if (fresh) {
    [form, stepper] = [get("form"), get("stepper")];
    box = form.elements.tree;
    stepper.addEventListener("click", edit);
    stepper.addEventListener("keydown", edit);
    get("plies").addEventListener("change", random);
    get("branching").addEventListener("change", random);
    form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 300); });
    form.addEventListener("submit", event => { event.preventDefault(); clearTimeout(waiting); search(); });
  }
  if (words.has("tree")) form.reset();
  for (const [name, text] of words) if (form.elements[name]) form.elements[name].value = text;
  search();
  return () => { round++; clearTimeout(waiting); };
}
