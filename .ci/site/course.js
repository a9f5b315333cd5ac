// The course in a page of the tour: run and edit beside each snippet, a place to answer each exercise, and one for a search
// of one's own. `make site` adds this script to the pages. Python is loaded when it is first needed.

const ASKS = {}, SEARCHES = {};        // by make site: what exercises ask for; by page a task and the beginning of a search
const page = Number(location.pathname.match(/(\d\d)-[^/]*$/)[1]), buttons = [];
let loaded, running = null;            // what stops the request that runs

function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

/** A button that does something, and stops it while it goes on. */
function button(words, action) {
  const made = element("button", {type: "button"}, words);
  made.onclick = async () => {
    if (running) return running.abort();
    running = new AbortController();
    made.textContent = "stop";
    for (const other of buttons) other.disabled = other !== made;
    await action().catch(error => alert(error.message));
    running = null;
    made.textContent = words;
    for (const other of buttons) other.disabled = false;
  };
  buttons.push(made);
  return made;
}

/** Sends a request and shows what is printed; returns whether it was answered. */
async function ask(path, record, says) {
  says.className = "";
  says.textContent = loaded ? "runs" : "Python is loading";
  loaded ??= import("./server.js");
  let found = null;
  try {
    await (await loaded).events(path, {...record, game}, running.signal, event => { found = event; });
  } catch (error) {
    found = {error: error.message};
  }
  found ??= {error: "stopped: what the snippets had defined is gone"};
  if ("same" in found) says.className = found.same ? "same" : "other";
  says.textContent = found.error ?? (path === "snippet" && found.same ? "prints what stands above" : found.printed || "prints nothing");
  if (found.tree) says.append("\n", element("a", {href: `../../index.html#tree&${new URLSearchParams({tree: found.tree})}`}, found.tree));
  return !found.error;
}

/** A place to write in, with a button that sends it. */
function box(path, record, words, attributes) {
  const text = element("textarea", {spellcheck: false, ...attributes}), says = element("pre", {ariaLive: "polite"});
  text.ariaLabel = attributes.placeholder ?? words;
  return element("div", {className: "course"}, text, button(words, () => ask(path, {...record, text: text.value}, says)), says);
}

const snippets = [...document.querySelectorAll(".highlight-python pre")].filter(pre => pre.textContent.startsWith(">>>")).map(pre => {
  const shown = pre.textContent.trimEnd(), says = element("pre", {ariaLive: "polite"}), snippet = {says, done: false};
  const edited = element("textarea", {spellcheck: false, hidden: true, ariaLabel: "the snippet"});
  snippet.text = () => edited.hidden ? shown : edited.value;
  const edit = element("button", {type: "button", onclick() {
    edited.value ||= [...shown.matchAll(/^(?:>>>|\.\.\.) ?(.*)/gm)].map(([, line]) => line).join("\n");
    edited.rows = edited.value.split("\n").length + 1;
    edited.hidden = !edited.hidden;
    edit.textContent = edited.hidden ? "edit" : "as it was";
  }}, "edit");
  pre.closest(".highlight-python").after(element("div", {className: "course"}, edited, button("run", () => run(snippet)), edit, says));
  return snippet;
});
const words = snippets.map(snippet => snippet.text()).join().toLowerCase();
const game = ["backgammon", "checkers"].filter(name => words.includes(name));    // whose networks are loaded first

/** Runs a snippet, after those above it that have not run. */
async function run(snippet) {
  for (const each of snippets) {
    if (each.done && each !== snippet) continue;
    each.done = await ask("snippet", {text: each.text()}, each.says);
    if (!each.done) for (const other of snippets) other.done = false;
    if (!each.done || each === snippet) return;
  }
}

const exercises = document.querySelector("#exercises > ol");
for (const [i, item] of [...exercises?.children ?? []].entries()) {
  const number = `${page}.${i + 1}`;
  if (number in ASKS) item.append(box("marked", {number}, "check", {rows: 1, placeholder: ASKS[number]}));
}
if (page in SEARCHES) {
  const [task, value] = SEARCHES[page];
  exercises.after(element("h3", {}, "A search of your own"),
    element("p", {}, `Write one here. A node is a list of its children. It runs in this page: without the limits, and the guards against
      cheats, of gamecore check-search.`), box("examined", {task}, "examine", {rows: value.split("\n").length + 3, value}));
}
