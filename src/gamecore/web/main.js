// A document of several views: the address after # names one and what it shows.

import {openDesk} from "./desk.js";
import {openTree} from "./explore.js";
import {openPruning} from "./pruning.js";
import {openPacman} from "./pacman.js";
import {openExercise} from "./exercise.js";
import {drawIcons} from "./stepper.js";

const VIEWS = {
  home: [openDesk, "desk", "play, then see how the machine thinks"], play: [openDesk, "desk", "Play"],
  analyse: [openDesk, "desk", "Analyse"], review: [openDesk, "desk", "Review"], tree: [openTree, "tree", "Tree"],
  pruning: [openPruning, "pruning", "Pruning"], pacman: [openPacman, "pacman", "Pacman"], exercise: [openExercise, "exercise", "Exercise"],
};
const main = document.getElementById("main"), root = document.documentElement;
let shown = null, close = null;

function route() {
  const [word, ...rest] = location.hash.slice(1).split("&"), view = word in VIEWS ? word : "home";
  const [open, template, title] = VIEWS[view];
  const fresh = shown !== template;
  if (fresh) {
    close?.();
    main.replaceChildren(document.getElementById(`view-${template}`).content.cloneNode(true));
    drawIcons(main);
    scrollTo(0, 0);
  }
  shown = template;
  for (const part of main.querySelectorAll("[data-in]")) part.classList.toggle("away", !part.dataset.in.split(" ").includes(view));
  root.classList.remove("projector");
  document.title = view === "home" ? `gamecore: ${title}` : `${title} · gamecore`;
  for (const link of document.querySelectorAll("nav a"))
    link.ariaCurrent = link.hash === `#${view === "review" ? "play" : view}` ? "page" : null;
  close = open(view, new URLSearchParams(rest.join("&")), fresh) ?? close;
}

addEventListener("hashchange", route);
drawIcons(document);
route();
