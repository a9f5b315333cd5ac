// What every page has: the current page in the navigation, light or dark, and requests to the server.

export const here = location.pathname.split("/").pop();
document.querySelector(`nav a[href="${here}"]`)?.setAttribute("aria-current", "page");

const button = document.getElementById("theme");
const system = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("theme");
if (stored) document.documentElement.dataset.theme = stored;
export const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
const told = new EventTarget();
export const onTheme = heed => told.addEventListener("change", heed);
function showTheme() {
  button.textContent = isDark() ? "Light" : "Dark";
  button.setAttribute("aria-label", `switch to ${isDark() ? "light" : "dark"} colours`);
  told.dispatchEvent(new Event("change"));
}
button?.addEventListener("click", () => {
  localStorage.setItem("theme", document.documentElement.dataset.theme = isDark() ? "light" : "dark");
  showTheme();
});
system.addEventListener("change", showTheme);
if (button) showTheme();

/** The answer to a request, an object; an Error with one line for people if it was refused. */
export async function post(path, record, signal) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, {method: "POST", body: JSON.stringify(record), signal});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer: has gamecore serve ended?");
  }
  const found = await answer.json().catch(() => ({error: `the server answered ${answer.status}`}));
  if (found.error) throw new Error(found.error);
  return found;
}

/** Listens to a stream of events until it ends; returns a function that stops it. An event with `error` is the last. */
export function listen(path, query, heed, ended = () => {}) {
  const source = new EventSource(`api/${path}?${new URLSearchParams(query)}`);
  const stop = () => { source.close(); ended(); };
  source.onmessage = event => {
    const record = JSON.parse(event.data);
    heed(record);
    if (record.error || record.done) stop();
  };
  source.onerror = stop;              // the server has closed it; a browser would begin again
  return stop;
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
