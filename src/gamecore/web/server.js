// All traffic with gamecore serve. A page without a server has another file with these three names in place of this one.

/** The server is gone: the message says how. */
export class Lost extends Error {}

const ended = () => { throw new Lost("gamecore serve does not answer: it has ended, or sleeps"); };

async function send(path, record, signal) {
  const found = await fetch(`api/${path}`, {method: "POST", body: JSON.stringify(record), signal}).catch(ended);
  if (found.status === 404) throw new Lost("gamecore serve was started anew: open the address that it printed last");
  return found;
}

/** The answer to a request, an object; a refusal has `error`. */
export const answer = async (path, record) => (await send(path, record)).json();

/** Calls `onEvent` with each event of an answer until they end or the signal aborts them. */
export async function events(path, record, signal, onEvent) {
  const found = await send(path, record, signal);
  if (!found.headers.get("content-type").startsWith("text/event-stream")) return onEvent(await found.json());
  const reader = found.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "", part; !(part = await reader.read().catch(ended)).done;) {
    const whole = (text + part.value).split("\n\n");
    text = whole.pop();
    for (const event of whole) onEvent(JSON.parse(event.slice("data: ".length)));
  }
}
