// The site in a browser without a screen: site_test.mjs chromium|firefox ADDRESS SIGNATURE, with npm's puppeteer-core in
// build/wasm. Plays, analyses, prunes, edits a tree; prints figures; ends with an error if another host is asked.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [kind, address, signature, binary] = process.argv.slice(2), { origin } = new URL(address);
const { default: puppeteer } = createRequire(resolve(process.env.PUPPETEER ?? "build/wasm", "package.json"))("puppeteer-core");
const browser = await puppeteer.launch({browser: kind === "firefox" ? "firefox" : "chrome", executablePath: binary, headless: true,
  protocolTimeout: 300_000, args: kind === "firefox" ? [] : ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]});
const page = await browser.newPage(), faults = [], figures = {};
let bytes = 0, began = 0, first = true;
page.on("pageerror", error => faults.push(String(error)));
page.on("request", request => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) faults.push(`asked ${request.url()}`); });
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
    if (Date.now() > end) throw new Error(`${words}; the page says ${await page.evaluate(() => document.getElementById("main").innerText.slice(0, 300))}`);
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

try {
  console.log(await browser.version());
  for (first of [true, false]) {
    await open("#play&game=connect-four");
    await until("no reply", () => document.querySelectorAll("#moves button").length >= 2);
    figure(`${first ? "cold" : "again"}, reply to the first click, ms`, since());
    if (first) figure("bytes until then", bytes);
  }
  for (const game of ["connect-four", "checkers", "backgammon"]) {
    await go(`play&game=${game}`);
    await until(`no ${game}`, game => document.getElementById("game")?.value === game, game);
    for (const side of ["first", "second"]) await select(side, "3");
    await until(`${game} is not played`, () => document.querySelectorAll("#moves button").length >= 6);
    await select("first", "you");
    await until(`${game} does not stop`, () => document.querySelector(".who.now .clock").textContent === "Your turn");
  }
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
  await go("pacman");
  await until("no maze", () => Boolean(document.querySelector("#board svg")));
  await page.keyboard.press("ArrowRight");
  await until("Pacman does not move", () => /Pacman:|Pacman /.test(document.getElementById("says").textContent) && passed.some(([, {event}]) => event?.step));
  began = Date.now();
  const found = await page.evaluate(() => globalThis.signature());
  figure("signature", `${found}, in ms ${since()}`);
  if (String(found) !== signature) faults.push(`signature ${found}, not ${signature}`);
} catch (error) {
  faults.push(String(error.stack ?? error));
}
await browser.close();
for (const fault of faults) console.log(`fault: ${fault}`);
process.exitCode = faults.length ? 1 : 0;
