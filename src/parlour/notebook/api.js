// @ts-check
/** Ask Python, in the place of a server: the same questions as `web/js/api.js`, by messages of the widget. */

/** What is refused, in its own sentence. */
export class Problem extends Error {
  /** @param {number} status @param {string} detail */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** @type {any} */
let model = null;
/** @type {Map<string, {done: (value: any) => void, failed: (error: Error) => void, heard?: (part: any) => void}>} */
const waiting = new Map();
const me = Math.random().toString(36).slice(2); // a widget may be shown twice; each hears what both are told
let count = 0;

/** Begin to listen; give back how to stop. @param {any} it the widget's model @param {(message: any) => void} pushed */
export function attach(it, pushed) {
  model = it;
  /** @param {any} message */
  const heard = (message) => {
    if (message.id === undefined) return pushed(message);
    const asked = waiting.get(message.id);
    if (!asked) return undefined;
    if (message.part) return asked.heard?.(message.part);
    waiting.delete(message.id);
    if (message.problem) return asked.failed(new Problem(message.problem.status, message.problem.detail));
    return asked.done(message.value);
  };
  model.on("msg:custom", heard);
  return () => model.off("msg:custom", heard);
}

/** @param {string} path @param {any} body @param {(part: any) => void} [heard] @param {AbortSignal} [signal] */
function ask(path, body, heard, signal) {
  count += 1;
  const id = `${me}.${count}`;
  signal?.addEventListener("abort", () => { if (waiting.delete(id)) model.send({ id, stop: true }); });
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed, heard });
    model.send({ id, path, body });
  });
}

/** @param {string} path */
export const get = (path) => ask(path, {});

/** @param {string} path @param {any} body */
export const post = (path, body = {}) => ask(path, body);

/** Ask, and hear the answer in parts; the last one is also returned.
 * @param {string} path @param {any} body @param {(part: any) => void} heard @param {AbortSignal} [signal] */
export async function stream(path, body, heard, signal) {
  const last = await ask(path, body, heard, signal);
  heard(last);
  return last;
}
