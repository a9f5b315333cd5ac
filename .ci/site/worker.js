// Python and gamecore in a worker of the page. It gets {id, path, record}, {id, stop} and {hidden}, and posts {id, event},
// {id, ended}, {loading: a share}, and {failed: a sentence} when nothing will be answered.

import {loadPyodide} from "./pyodide.mjs";

const BYTES = {}, LOCK = {};           // by make site: the compressed files; Python's version
const folder = new URL(".", import.meta.url).href, plain = self.fetch;
const START = ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "gamecore.zip"];
let loaded = 0, total = 0;             // bytes, and 1 for the start of Python

function count(bytes) {
  loaded += bytes;
  postMessage({loading: loaded / total});
}

/** The Response of a compressed file. A damaged one is an error: gzip has a checksum. */
async function unpacked(name) {
  total += BYTES[name];
  const found = await plain(`${folder}${name}.bin`).catch(() => ({}));
  if (!found.ok) throw new Error(`${name} cannot be loaded: ${found.status ?? "the server does not answer"}`);
  const counted = new TransformStream({transform(part, out) { count(part.length); out.enqueue(part); }});
  const unzip = new DecompressionStream("gzip");
  found.body.pipeThrough(counted).pipeTo(unzip.writable).catch(() => {       // Pyodide would wait for a damaged one
    if (START.includes(name)) fail(new Error(`${name} is damaged, load the page anew`));
  });
  return new Response(unzip.readable, {headers: {"Content-Type": name.endsWith("wasm") ? "application/wasm" : "text/javascript"}});
}

self.fetch = (address, ...rest) => {   // of what Pyodide loads
  const name = String(address).slice(folder.length);
  return name in BYTES ? unpacked(name) : plain(address, ...rest);
};

const bytes = async name => {
  const found = await unpacked(name);
  return found.arrayBuffer().catch(error => { throw new Error(`${name} is damaged, load the page anew: ${error.message}`); });
};

async function start() {
  if (!self.WebAssembly) throw new Error("this browser has no WebAssembly");
  total = 1;
  const files = bytes("gamecore.zip"), script = unpacked("pyodide.asm.mjs").then(found => found.blob());
  const python = await loadPyodide({indexURL: folder, packageBaseUrl: folder, lockFileContents: LOCK,
    createPyodideModule: async settings => (await import(URL.createObjectURL(await script))).default(settings)});
  const unpack = part => python.unpackArchive(part, "zip", {extractDir: "/gamecore"});
  unpack(await files);
  python.runPython("import sys; sys.path.insert(0, '/gamecore')");
  return {python, unpack, answers: python.pyimport("answers")};
}

/** An error of the start in a sentence. */
function explained(error) {
  if (/memory/i.test(error.message)) throw new Error("there is not enough memory: close other pages, and load this one anew");
  throw error;
}

const ready = start().catch(explained), held = {}, stopped = new Set();
let failed = false;                    // the first error is the cause of the others
function fail({message}) {
  if (!failed) postMessage({failed: message.match(/^\w*Error: .*$/m)?.[0] ?? message});
  failed = true;
}
ready.then(() => count(1), fail);
self.addEventListener("error", fail);

/** Loads the networks and databases of a game, or of several, before anything that may need them. */
async function load(path, {game}) {
  if (["state", "read", "write"].includes(path)) return;
  for (const name of [game].flat().map(game => `${game}.zip`).filter(name => name in BYTES))
    await (held[name] ??= bytes(name).then((await ready).unpack).catch(error => { delete held[name]; throw error; }));
}

onmessage = async ({data: {id, path, record, stop, hidden}}) => {
  if (stop) stopped.add(id);
  const {answers} = await ready;
  if (hidden !== undefined) return answers.hide(hidden);
  if (stop) return answers.stop(id);
  try {
    await load(path, record);
  } catch (error) {
    postMessage({id, event: {error: error.message}});
    stopped.add(id);
  }
  if (stopped.has(id)) return postMessage({id, ended: true});
  answers.begin(id, path, JSON.stringify(record),
    event => postMessage(event ? {id, event: JSON.parse(event)} : {id, ended: true}));
};
