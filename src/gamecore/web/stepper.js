// Steps through a record by buttons, a slider and keys; also in pages without a server.

const PATHS = {
  start: "M6 5v14M18 5l-8 7 8 7", back: "M15 5l-8 7 8 7", forward: "M9 5l8 7-8 7", end: "M18 5v14M6 5l8 7-8 7",
  run: "M7 4.5l12 7.5-12 7.5z", pause: "M8 5v14M16 5v14", projector: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  flip: "M7 20V5M3.5 8.5L7 5l3.5 3.5M17 4v15M13.5 15.5L17 19l3.5-3.5",
  play: "M13.5 14.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0zM21.5 9.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0z",
  analyse: "M3 20h18M4 15l5-6 4 4 7-9",
  tree: "M12 4v5M12 9l-7 5v2M12 9v7M12 9l7 5v2M10 16h4v4h-4zM3 16h4v4H3zM17 16h4v4h-4z",
  pruning: "M21 12a9 9 0 1 1-18 0a9 9 0 1 1 18 0zM15 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0zM12 9V3M14.6 13.5l5.2 3M9.4 13.5l-5.2 3",
  pacman: "M19 6.5A9 9 0 1 0 19 17.5L12 12zM12.5 7.5h.01", theme: "M12 3.5a8.5 8.5 0 1 0 .01 0zM12 3.5v17a8.5 8.5 0 0 0 0-17z",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.8.7-.8 1.5-.8 3.5H9.3c0-2 0-2.8-.8-3.5z",
  take: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3", new: "M12 5v14M5 12h14", more: "M5 12h.01M12 12h.01M19 12h.01",
  again: "M5 12a7 7 0 1 1 2 5M5 20v-4h4",
};
const NAMES = {start: "Start", back: "One step back", forward: "Forward", end: "End"};
export const icon = name => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;

export function drawIcons(host) {
  for (const place of host.querySelectorAll("[data-icon]")) place.insertAdjacentHTML("afterbegin", icon(place.dataset.icon));
}

let current = null;  // the stepper that receives the keys

export class Stepper {
  /** `go(step)` is called with a number, `forward()` instead where the next step has to be made; `pace`: milliseconds
   *  between the steps of a run, which it offers. `keys`: further functions by the name of their key; one that
   *  returns false leaves it to the usual one. */
  constructor(host, {go, forward = () => go(this.at + 1), pace = 0, slider = false, main = false, keys = {}}) {
    Object.assign(this, {host, go, forward, pace, keys, at: 0, end: 0, timer: null});
    host.innerHTML = ["start", "back", "forward", "end"].map(id => {
      const words = main && id === "forward" ? "Forward" : "";
      return `<button id="${id}" class="${words ? "main" : "quiet square"}" aria-label="${NAMES[id]}">${words}${icon(id)}</button>`;
    }).join("") + (pace ? '<button id="run" class="quiet square"></button>' : "")
      + (slider ? '<input type="range" id="slider" aria-label="Step" min="0">' : "") + '<span id="at" class="dim"></span>';
    this.button = id => host.querySelector(`#${id}`);
    const clicks = {start: () => go(0), back: () => go(this.at - 1), forward: () => this.forward(), end: () => go(this.end),
                    run: () => this.run(!this.timer)};
    for (const [id, click] of Object.entries(clicks)) this.button(id)?.addEventListener("click", click);
    this.button("slider")?.addEventListener("input", event => go(Number(event.target.value)));
    this.run(false);
    current = this;
  }

  /** Shows the current step, and enables buttons. `more`: there may be a step after the last. */
  show(at, end, words = `${at} of ${end}`, more = false) {
    Object.assign(this, {at, end});
    for (const id of ["start", "back"]) this.button(id).disabled = at === 0;
    this.button("forward").disabled = at === end && !more;
    this.button("end").disabled = at === end;
    this.button("at").textContent = words;
    const slider = this.button("slider");
    if (slider) { slider.max = end; slider.value = at; }
  }

  run(yes) {
    clearInterval(this.timer);
    this.timer = yes ? setInterval(() => this.host.isConnected ? this.forward() : this.run(false), this.pace) : null;
    const button = this.button("run");
    if (!button) return;
    button.innerHTML = icon(yes ? "pause" : "run");
    button.ariaLabel = yes ? "Pause" : "Run";
  }
}

export function projector(yes) {
  document.documentElement.classList.toggle("projector", yes);
  dispatchEvent(new Event("resize"));
}

const KEYS = {ArrowRight: it => it.forward(), ArrowLeft: it => it.go(it.at - 1), Home: it => it.go(0), End: it => it.go(it.end),
              " ": it => it.forward(), p: () => projector(), Escape: () => projector(false)};
addEventListener("keydown", event => {
  const taken = event.target.closest?.("input, select, textarea, dialog" + (event.key === " " ? ", button, [data-at], summary, a" : ""));
  if (!current?.host.isConnected || event.defaultPrevented || taken || event.ctrlKey || event.altKey || event.metaKey) return;
  const own = current.keys[event.key], usual = KEYS[event.key];
  if (!own && !usual) return;
  if (!own || own() === false) usual?.(current);
  event.preventDefault();
});
