// Shared by all views: light and dark colours, requests, and elements.

import {Lost, answer, events} from "./server.js";

export const get = id => document.getElementById(id);
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
if (localStorage.getItem("theme")) root.dataset.theme = localStorage.getItem("theme");
const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
const nameTheme = () => get("theme").ariaLabel = `switch to ${isDark() ? "light" : "dark"} colours`;
get("theme").onclick = () => {
  localStorage.setItem("theme", root.dataset.theme = isDark() ? "light" : "dark");
  nameTheme();
};
system.addEventListener("change", nameTheme);
nameTheme();

let pending = 0;  // requests; the page says so in data-pending
const count = change => { root.dataset.pending = pending += change; };
count(0);

/** An error; that of a lost server also stands above the page. */
const lost = error => {
  if (!(error instanceof Lost)) return error;
  get("lost")?.remove();
  get("main").before(element("p", {id: "lost", role: "alert"}, `${error.message}. `, button("Try again", () => location.reload())));
  return error;
};

/** The answer to a request, an object; an Error with one line for people if it was refused. */
export async function post(path, record) {
  count(1);
  try {
    const found = await answer(path, record).catch(error => { throw lost(error); });
    get("lost")?.remove();
    if (found.error) throw new Error(found.error);
    return found;
  } finally {
    setTimeout(() => count(-1));  // after what the answer changes
  }
}

/** The same, or null after `say` was given the line. */
export const request = (path, record, say) => post(path, record).catch(error => { say(error.message); return null; });

/** Sends a record and listens to the events of the answer until they end; returns a function that stops them. An
 *  event with `error` is the last. `ended` is called once, whatever ends them. */
export function listen(path, record, onEvent, ended = () => {}) {
  const control = new AbortController(), stop = () => control.abort();
  addEventListener("pagehide", stop);  // a browser may keep a page that was left, and its requests
  events(path, record, control.signal, event => { if (!control.signal.aborted) onEvent(event); })
    .catch(error => { if (!control.signal.aborted) onEvent({error: lost(error).message}); })
    .finally(() => {
      removeEventListener("pagehide", stop);
      ended();
    });
  return stop;
}

let held = false, presses = 0;
const later = new Map();
addEventListener("pointerdown", () => { held = true; presses += 1; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => {
  const press = presses;
  setTimeout(() => {  // after the click
    if (press !== presses) return;  // the next one has begun
    held = false;
    const updates = [...later.values()];
    later.clear();
    for (const update of updates) update();
  });
}, true);

/** Calls `update` at once, or when a held pointer is released: what it points at must not change. Of several with one
 *  name only the last is called. */
export function whenReleased(name, update) {
  if (held) later.set(name, update);
  else update();
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key in made && key !== "list" && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

export const button = (words, onclick, attributes = {}) => element("button", {onclick, ...attributes}, words);

/** Calls functions, by the ids of elements, at their clicks or other events. */
export function on(calls, event = "click") {
  for (const [id, call] of Object.entries(calls)) get(id).addEventListener(event, call);
}

export const WAITS = "Other searches go on: this one waits for its turn.";

/** Shows a picture of the server; the room for it has its shape. */
export function drawPicture(host, picture) {
  host.innerHTML = picture;
  const [, , wide, high] = host.firstElementChild.getAttribute("viewBox").split(" ");
  host.closest(".desk").style.setProperty("--ratio", (wide / high).toFixed(4));
}

export const escape = text => String(text).replace(/[&<>"]/g, sign => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[sign]);

/** Dice as 4-3, the higher one first. */
export const rolled = words => words.replace(/\((\d), (\d)\)/g, (_, one, other) => one < other ? `${other}-${one}` : `${one}-${other}`);

/** Words as sentences, which begin with capital letters. */
export const sentence = words => rolled(words).replace(/\s+/g, " ").trim()
  .replace(/(^|\. )\p{Ll}/gu, letters => letters.toUpperCase());

/** Changes a text only where it differs: a screen reader reads what changes. */
export function write(id, text) {
  if (get(id).textContent !== text) get(id).textContent = text;
}

/** Shows the elements that waited for their contents. */
export function ready() {
  for (const part of document.querySelectorAll(".late")) part.classList.add("ready");
}

/** Fills a select with options: [value, text] pairs or texts. */
export function options(select, values, chosen) {
  select.replaceChildren(...values.map(value => {
    const [name, text] = Array.isArray(value) ? value : [value, value];
    return element("option", {value: String(name), selected: String(name) === String(chosen)}, text);
  }));
}

/** A row of a table, or of `kind` th its heads; all but the first are numbers. */
export const row = (cells, kind = "td") => element("tr", {}, ...cells.map((words, i) =>
  element(kind, {class: i ? "number" : "", ...(kind === "th" ? {scope: "col"} : {})}, words)));
