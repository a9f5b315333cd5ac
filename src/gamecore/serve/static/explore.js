// The tree that is typed in, searched by the server; it is in the address, for a bookmark.
import {post} from "./page.js";
import {show} from "./tree.js";

const form = document.getElementById("form"), error = document.getElementById("error");

async function search() {
  const words = Object.fromEntries(new FormData(form));
  error.textContent = "";
  try {
    show(await post("tree", words));
    history.replaceState(null, "", `?${new URLSearchParams(words)}`);
  } catch (refusal) {
    error.textContent = refusal.message;
  }
}

for (const [name, text] of new URLSearchParams(location.search)) {
  if (form.elements[name]) form.elements[name].value = text;
}
form.addEventListener("submit", event => { event.preventDefault(); search(); });
search();
