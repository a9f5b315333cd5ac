// The site in a browser without a screen: site_test.mjs chromium|firefox BINARY ADDRESS OPTIONS, with npm's puppeteer-core in
// build/wasm. Of the OPTIONS, JSON, `says` is a sentence that the page must end with, `bare` a browser without WebAssembly,
// and `brief` only the figures of the first replies. Else it plays, analyses, prunes, edits a tree and takes the course with
// the answers in `signature` and `problem`, and ends with an error if another host is asked.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [kind, binary, address, options] = process.argv.slice(2), {says, bare, brief, signature, problem} = JSON.parse(options);
const { default: puppeteer } = createRequire(resolve(process.env.PUPPETEER ?? "build/wasm", "package.json"))("puppeteer-core");
// All other hosts are behind this proxy, which leads nowhere and notes who is asked.
const asked = [], proxy = createServer((request, response) => { asked.push(request.url); response.writeHead(502).end(); });
proxy.on("connect", ({url}, socket) => { asked.push(url); socket.destroy(); });
await new Promise(done => proxy.listen(0, "127.0.0.1", done));
const {port} = proxy.address(), firefox = kind === "firefox";
const browser = await puppeteer.launch({browser: firefox ? "firefox" : "chrome", executablePath: binary, headless: true, protocolTimeout: 300_000,
  args: firefox ? [] : ["--no-sandbox", `--proxy-server=127.0.0.1:${port}`, ...(bare ? ["--js-flags=--jitless"] : [])],
  extraPrefsFirefox: {"network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": port, "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": port, "javascript.options.wasm": !bare}});
// What the browsers themselves ask for.
const OWN = /(^|\.)(mozilla\.(com|org|net)|firefox\.com|google(apis)?\.com|gvt1\.com|gstatic\.com)[:/]/;
const page = await browser.newPage(), faults = [], figures = {};
let bytes = 0, began = 0, first = true, expected = Boolean(says);        // errors of the page
page.on("pageerror", error => { if (!expected) faults.push(`${since()} ms: ${error}`); });
page.on("response", response => { if (!response.url().startsWith("blob:")) bytes += Number(response.headers()["content-length"] ?? 0); });
// What passes between the page and its worker, with times.
await page.evaluateOnNewDocument(() => {
  globalThis.passed = [];
  globalThis.Worker = class extends Worker {
    constructor(...names) { super(...names); this.addEventListener("message", ({data}) => passed.push([performance.now(), data])); }
    postMessage(message) { passed.push([performance.now(), message]); super.postMessage(message); }
  };
});

async function until(words, condition, ...values) {
  const end = Date.now() + 180_000;
  while (!await page.evaluate(condition, ...values)) {
    if (Date.now() > end) throw new Error(`${words}; the page says ${await page.evaluate(() => (document.getElementById("main") ?? document.body).innerText.slice(0, 300))}`);
    await new Promise(done => setTimeout(done, 20));
  }
}
const go = view => page.evaluate(view => { location.hash = view; }, view);
const select = (id, value) => page.evaluate((id, value) => {
  const select = document.getElementById(id);
  select.value = value;
  select.dispatchEvent(new Event("change"));
}, id, value);
const moves = () => document.querySelectorAll("#moves button").length;
const figure = (name, value) => { figures[name] = value; console.log(`${name}: ${value}`); };
const since = () => Date.now() - began;

async function open(view) {
  await page.goto("about:blank");
  began = Date.now();
  await page.goto(`${address}${view}`, {waitUntil: []});
  await until("no board", () => Boolean(document.querySelector("#board svg")));
  figure(`${first ? "cold" : "again"}, first board, ms`, since());
  await page.evaluate(() => document.querySelector("#board [data-at='4']")?.dispatchEvent(new MouseEvent("click", {bubbles: true})));
}

/** Calls an action of a person in a page of the course: a click on a button of a place, after a text was written there. */
const act = (place, words, text) => page.evaluate((place, words, text) => {
  const host = document.querySelectorAll(".course")[place];
  if (text !== undefined) host.querySelector("textarea").value = text;
  [...host.querySelectorAll("button")].find(button => button.textContent === words).click();
}, place, words, text);
const told = (place, words) => until(`place ${place} does not say ${words}`, (place, words) =>
  document.querySelectorAll(".course")[place].querySelector("pre").textContent.includes(words), place, words);

async function course() {
  await page.goto(new URL("docs/tour/05-pruning.html", address).href);
  await until("no places of the course", () => document.querySelectorAll(".course").length > 10);
  const kinds = await page.evaluate(() => [...document.querySelectorAll(".course")].map(place => place.querySelector("button").textContent));
  const [exercise, own] = ["check", "examine"].map(words => kinds.indexOf(words)), last = kinds.lastIndexOf("run");
  began = Date.now();
  await act(0, "run");
  await told(0, "prints what stands above");
  figure("a snippet, with the start of Python, ms", since());
  await act(last, "run");                        // after all those before it
  for (let place = 0; place <= last; place += 1) if (kinds[place] === "run") await told(place, "prints what stands above");
  await act(0, "edit");
  await act(0, "run", "print(6 * 7)");
  await told(0, "42");
  await act(0, "run", "while True: pass");
  await new Promise(done => setTimeout(done, 500));
  began = Date.now();
  await act(0, "stop");
  await told(0, "stopped");
  await act(0, "run", "[0] * (1 << 29)");
  await told(0, "MemoryError");
  figure("Python again after a snippet without an end, ms", since());
  await act(exercise + 2, "check", "9");
  await told(exercise + 2, "5.3: right");
  await act(exercise + 2, "check", "def visited(nested): return 8");
  await told(exercise + 2, "5.3: wrong");
  began = Date.now();
  await act(own, "examine", LATE);
  await told(own, "looks like a cut one child late");
  figure("a search examined, ms", since());
  await act(own, "examine", LATE.replace("        if late:\n            break\n        late = alpha >= beta", "        if alpha >= beta:\n            break"));
  await told(own, "right: leaves looked at");
}

const LATE = `from math import inf

def alpha_beta(node, alpha=-inf, beta=inf, maximizing=True):
    if isinstance(node, int):
        return node
    best, late = -inf if maximizing else inf, False
    for child in node:
        value = alpha_beta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if late:
            break
        late = alpha >= beta
    return best
`;

/** Plays a game to its end: some of the possible moves against level 3. */
async function play(game) {
  await page.goto("about:blank");
  await page.goto(`${address}#play&game=${game}`, {waitUntil: []});
  await until(`no ${game}`, game => document.getElementById("game")?.value === game && document.getElementById("first").value, game);
  await select("second", "3");
  for (let moves = 0; ; moves += 1) {
    await until(`${game} stops after ${moves} moves`, () => /over/.test(document.getElementById("says").textContent)
      || document.querySelector(".who.now .clock")?.textContent === "Your turn" && document.getElementById("moves-here").children.length);
    const words = await page.evaluate(played => {
      const says = document.getElementById("says").textContent, box = document.getElementById("move");
      if (/over/.test(says)) return says;
      const moves = document.getElementById("moves-here").children;
      box.value = moves[5 * played % moves.length].value;
      document.querySelector(".who.now .clock").textContent = "moves";
      box.dispatchEvent(new Event("change"));
      return null;
    }, moves);
    if (words) return figure(`${game}, moves of one side, end`, `${moves}, ${words}`);
  }
}

async function replies() {
  for (first of [true, false]) {
    await open("#play&game=connect-four");
    await until("no reply", () => document.querySelectorAll("#moves button").length >= 2);
    figure(`${first ? "cold" : "again"}, reply to the first click, ms`, since());
    if (first) figure("bytes until then", bytes);
  }
}

async function views() {
  for (const game of ["connect-four", "checkers", "backgammon"]) {
    await go(`analyse&game=${game}${game === "backgammon" ? "&moves=*(3, 1)" : ""}`);
    const wanted = game === "backgammon" ? 1 : 5;
    await until(`no analysis of ${game}`, (game, wanted) => passed.some(([, {id, event}]) => event && (event.depth >= wanted || event.results)
      && passed.some(([, asked]) => asked.id === id && asked.path === "analyse" && asked.record.game === game)), game, wanted);
    if (game === "backgammon") continue;
    const stops = [];
    for (let i = 0; i < 5; i += 1) {
      await new Promise(done => setTimeout(done, 300 + 70 * i));
      const {stopped, id} = await page.evaluate(() => {
        const {id} = passed.findLast(([, asked]) => asked.path === "analyse")[1], stopped = performance.now();
        document.getElementById("think").click();
        return {stopped, id};
      });
      await until("it does not stop", id => passed.some(([, {id: one, ended}]) => ended && one === id), id);
      stops.push(await page.evaluate((id, stopped) => Math.round(passed.find(([, {id: one, ended}]) => ended && one === id)[0] - stopped), id, stopped));
      await page.evaluate(() => document.getElementById("think").click());
    }
    figure(`${game}, stops, ms`, stops.join(" "));
  }
  await go("pruning&game=connect-four&orders=full,none&depth=6");
  await until("nothing is pruned", () => /fewer leaves|more leaves/i.test(document.getElementById("says")?.textContent));
  await go("tree");
  await until("no tree", () => Boolean(document.querySelector(".treepage svg")));
  await page.evaluate(() => {
    const text = document.getElementById("text");
    text.value = "[[3,12,8],[2,4,6],[14,5,99]]";
    for (const event of ["input", "change"]) text.dispatchEvent(new Event(event, {bubbles: true}));
  });
  await until("the tree is not edited", () => document.querySelector(".treepage").innerHTML.includes(">99<"));
  await go("exercise&kind=cuts&seed=7");
  await until("another problem", question => document.getElementById("says")?.textContent === question, problem.question);
  await page.evaluate(answer => {
    document.getElementById("answer").value = answer;
    document.getElementById("form").requestSubmit();
  }, problem.answer);
  await until("the answer is not marked", () => document.getElementById("verdict").textContent === "Right.");
  await go("pacman");
  await until("no maze", () => Boolean(document.querySelector("#board svg")));
  await page.keyboard.press("ArrowRight");
  await until("Pacman does not move", () => /Pacman:|Pacman /.test(document.getElementById("says").textContent) && passed.some(([, {event}]) => event?.step));
  began = Date.now();
  const found = await page.evaluate(() => globalThis.signature());
  figure("signature", `${found}, in ms ${since()}`);
  if (String(found) !== signature) faults.push(`signature ${found}, not ${signature}`);
}

/** Whether a request that leaves the server would be noticed, from the page and from a worker. */
async function elsewhere() {
  const others = asked.filter(url => !OWN.test(url.replace(/^http:\/\//, "")));
  if (others.length) throw new Error(`asked for ${others}`);
  expected = true;
  await page.evaluate(() => Promise.allSettled([fetch("http://page.invalid/"), new Promise(done => {
    new Worker(URL.createObjectURL(new Blob(["fetch('http://worker.invalid/').catch(() => postMessage(0))"]))).onmessage = done;
  })]));
  for (const host of ["page", "worker"]) if (!asked.some(url => url.includes(`${host}.invalid`))) throw new Error(`a request of a ${host} is not noticed`);
}

try {
  console.log(await browser.version());
  if (says) {
    await page.goto(address + (says.view ?? ""), {waitUntil: []});
    await until("no sentence", words => new RegExp(words).test(document.body?.innerText), says.words);
    console.log(await page.evaluate(() => [...document.body.querySelectorAll("body > p, #lost, #says")].map(place => place.textContent).join("; ")));
  } else {
    await replies();
    if (!brief) {
      for (const game of ["connect-four", "checkers", "backgammon"]) await play(game);
      await views();
      await course();
    }
    await elsewhere();
  }
} catch (error) {
  faults.push(String(error.stack ?? error));
}
await browser.close();
proxy.close();
for (const fault of faults) console.log(`fault: ${fault}`);
process.exitCode = faults.length ? 1 : 0;
