// What every page has: the current page in the navigation, light or dark, and requests to the server.

export const here = location.pathname.split("/").pop();
document.querySelector(`nav a[href="${here}"]`)?.setAttribute("aria-current", "page");

const button = document.getElementById("theme");
const system = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("theme");
if (stored) document.documentElement.dataset.theme = stored;
export const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
const theme = new EventTarget();
export const onTheme = onEvent => theme.addEventListener("change", onEvent);
function showTheme() {
  button.textContent = isDark() ? "Light" : "Dark";
  button.setAttribute("aria-label", `switch to ${isDark() ? "light" : "dark"} colours`);
  theme.dispatchEvent(new Event("change"));
}
button?.addEventListener("click", () => {
  localStorage.setItem("theme", document.documentElement.dataset.theme = isDark() ? "light" : "dark");
  showTheme();
});
system.addEventListener("change", showTheme);
if (button) showTheme();

let pending = 0;                     // requests; the page says so in data-pending
const count = change => { document.documentElement.dataset.pending = pending += change; };

/** The answer to a request, an object; an Error with one line for people if it was refused. */
export async function post(path, record) {
  count(1);
  try {
    const answer = await fetch(`api/${path}`, {method: "POST", body: JSON.stringify(record)}).catch(() => {
      throw new Error("the server does not answer: has gamecore serve ended?");
    });
    const found = await answer.json().catch(() => ({error: `the server answered ${answer.status}`}));
    if (found.error) throw new Error(found.error);
    return found;
  } finally {
    setTimeout(() => count(-1));               // after what the answer changes
  }
}

/** The same, or null after `say` was given the line. */
export const request = (path, record, say) => post(path, record).catch(error => { say(error.message); return null; });

/** Sends a record and listens to the events of the answer until they end; returns a function that stops them. An
 *  event with `error` is the last. `ended` is called once, whatever ends them. */
export function listen(path, record, onEvent, ended = () => {}) {
  const control = new AbortController(), stop = () => control.abort();
  addEventListener("pagehide", stop);         // a browser may keep a page that was left, and its requests
  (async () => {
    try {
      const answer = await fetch(`api/${path}`, {method: "POST", body: JSON.stringify(record), signal: control.signal});
      if (!answer.headers.get("content-type").startsWith("text/event-stream")) {
        onEvent(await answer.json());
        return;
      }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = "", part; !(part = await reader.read()).done;) {
        const events = (text + part.value).split("\n\n");
        text = events.pop();
        for (const event of events) if (!control.signal.aborted) onEvent(JSON.parse(event.slice("data: ".length)));
      }
    } catch (error) {
      if (error.name !== "AbortError") onEvent({error: "the server does not answer: has gamecore serve ended?"});
    } finally {
      removeEventListener("pagehide", stop);
      ended();
    }
  })();
  return stop;
}

let held = false, presses = 0;
const later = new Map();
addEventListener("pointerdown", () => { held = true; presses += 1; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => {
  const press = presses;
  setTimeout(() => {                   // after the click
    if (press !== presses) return;     // the next one has begun
    held = false;
    const updates = [...later.values()];
    later.clear();
    for (const update of updates) update();
  });
}, true);

/** Calls `update` at once, or when the pointer that is held down is released: what it points at must not change. Of
 *  several updates with one name only the last is made. */
export function whenReleased(name, update) {
  if (held) later.set(name, update);
  else update();
}

/** An element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key in made && key !== "list" && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}
