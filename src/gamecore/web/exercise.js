// A problem by its kind and seed, which the address has; the answer is marked.

import {get, on, options, post, ready, write} from "./page.js";

let given, opened = 0;

async function ask(answer) {
  const mine = ++opened, found = await post("exercise", {...given, answer}).catch(error => ({verdict: error.message}));
  if (mine !== opened) return;
  if (found.kinds) {
    options(get("kind"), found.kinds, given.kind);
    write("says", found.question);
    get("drawing").innerHTML = found.picture;
  }
  write("verdict", found.verdict);
  ready();
}

const go = change => { location.hash = `exercise&${new URLSearchParams({...given, ...change})}`; };

export function openExercise(view, words, fresh) {
  given = {kind: "cuts", seed: 1, difficulty: 2, ...Object.fromEntries(words)};
  if (fresh) {
    on({"form": event => { event.preventDefault(); ask(get("answer").value); }}, "submit");
    on({"kind": ({target}) => go({kind: target.value})}, "change");
    on({"another": () => go({seed: Number(given.seed) + 1})});
  }
  ask();
  return () => { opened++; };
}
