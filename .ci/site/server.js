// All traffic with the worker that stands in for gamecore serve: the names of web/server.js.

/** No answer will come: the message says why. */
export class Lost extends Error {}

// Answers made by make site, by path and record, which need no Python.
const first = fetch(new URL("first.json.bin", import.meta.url))
  .then(found => new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).json()).catch(() => ({}));
const says = document.createElement("p"), bar = document.createElement("progress"), calls = new Map(), busy = new Set();
let worker, up, lost = null, last = 0;      // up: whether Python runs

says.className = "dim";
says.style = "position: fixed; inset: .8rem 4.5rem auto auto; margin: 0; z-index: 9";
bar.style.width = "4rem";
document.body.append(says);

function start(words) {
  says.replaceChildren(words, bar);
  up = false;
  worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
  worker.onmessage = ({data: {id, event, ended, loading, failed}}) => {
    if (failed) fail(failed);
    if (loading) [bar.value, says.hidden] = [loading, up = loading === 1];
    const call = calls.get(id);
    if (call && event) call.onEvent(event);
    if (ended) { busy.delete(id); end(id); }
  };
  worker.onerror = () => fail("this browser cannot start a worker with Python");
  busy.clear();
  for (const {message} of calls.values()) send(message);
  if (document.hidden) hide();
}

function fail(words) {
  lost = `Python has ended: ${words}`;
  says.replaceChildren(lost);
  for (const [id, {refuse}] of calls) { calls.delete(id); refuse(new Lost(lost)); }
}

function end(id) {
  calls.get(id)?.done();
  calls.delete(id);
}

/** What does not end, as a search where the browser cannot suspend one, is ended with the worker, and another starts. */
function stop(id) {
  if (!calls.has(id)) return;
  end(id);
  worker.postMessage({id, stop: true});
  setTimeout(() => {
    if (!up || !busy.has(id)) return;
    worker.terminate();
    start("restarting ");
  }, globalThis.WebAssembly?.Suspending ? 2000 : 100);
}

function send(message) {
  busy.add(message.id);
  worker.postMessage(message);
}

/** Calls `onEvent` with each event of an answer until they end or the signal aborts them. */
export const events = (path, record, signal, onEvent) => new Promise((done, refuse) => {
  if (lost) return refuse(new Lost(lost));
  const message = {id: last += 1, path, record};
  calls.set(message.id, {message, onEvent, done, refuse});
  send(message);
  signal?.addEventListener("abort", () => stop(message.id));
});

/** The answer to a request, an object; a refusal has `error`. */
export async function answer(path, record) {
  let found = (await first)[path + JSON.stringify(record)];
  if (!found) await events(path, record, null, event => { found = event; });
  return found;
}

const hide = () => worker.postMessage({hidden: document.hidden});
start("loading ");
document.addEventListener("visibilitychange", hide);

/** For the browser's console: the nodes of a fixed set of searches, which are the same on every machine. */
globalThis.signature = async () => (await answer("signature", {})).signature;
