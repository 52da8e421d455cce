// @ts-check
/** Ask the server: JSON in and out, problems as errors, and answers that come in parts. */

const BASE = "/api/v1";

/** What the server refuses, in its own sentence. */
export class Problem extends Error {
  /** @param {number} status @param {string} detail @param {number} after seconds until it may be tried again */
  constructor(status, detail, after = 0) {
    super(detail);
    this.status = status;
    this.after = after;
  }
}

/** Make a key under which an act may be sent again without being done twice. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** @param {Response} response */
async function problem(response) {
  let detail = `${response.status} ${response.statusText}`;
  try {
    detail = (await response.json()).detail || detail;
  } catch { /* not a problem document: a proxy's page, say */ }
  return new Problem(response.status, detail, Number(response.headers.get("Retry-After") || 0));
}

/** @param {string} method @param {string} path @param {any} body @param {Record<string, string>} headers */
async function send(method, path, body, headers = {}, signal = undefined) {
  let response;
  try {
    response = await fetch(BASE + path, {
      method,
      signal,
      credentials: "same-origin",
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, "The server cannot be reached; the page tries again.");
  }
  if (!response.ok) throw await problem(response);
  return response;
}

/** @param {string} path */
export const get = async (path, signal = undefined) => (await send("GET", path, undefined, {}, signal)).json();

/** Post, under a key where doing it twice would matter. @param {string} path @param {any} body */
export async function post(path, body = {}, key = "") {
  return (await send("POST", path, body, key ? { "Idempotency-Key": key } : {})).json();
}

/** @param {string} path @param {any} body */
export const patch = async (path, body) => (await send("PATCH", path, body)).json();

/** @param {string} path */
export const remove = async (path) => void (await send("DELETE", path, undefined));

/**
 * Post, and hear the answer in parts as they come, a line of JSON each; the last one is also returned.
 * @param {string} path @param {any} body @param {(part: any) => void} heard @param {AbortSignal} [signal]
 */
export async function stream(path, body, heard, signal) {
  const response = await send("POST", path, body, { Accept: "application/x-ndjson" }, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = null;
  for (;;) {
    const { done, value } = await reader.read();
    rest += value || "";
    const lines = rest.split("\n");
    rest = done ? "" : /** @type {string} */ (lines.pop());
    for (const line of lines.filter(Boolean)) {
      last = JSON.parse(line);
      if (last.status && last.detail) throw new Problem(last.status, last.detail);
      heard(last);
    }
    if (done) return last;
  }
}
