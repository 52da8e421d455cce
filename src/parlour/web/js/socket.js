// @ts-check
/**
 * A match over a socket: what happens in it as it happens, and moves the other way. A connection that is lost is
 * made again, and a move that nobody has answered is sent again under its key, so that it is played once.
 */

import { freshKey, Problem } from "./api.js";

const FIRST = 400, LONGEST = 10_000; // milliseconds between two tries
const SILENCE = 25_000; // milliseconds without a word, after which the line is asked for a sign of life
const FINAL = new Set([401, 403, 404, 422]); // to ask again would not help

/**
 * @typedef {"open" | "lost" | "refused"} LineState
 * @param {string} match
 * @param {{seat?: number, thinking?: boolean, onView: (view: any) => void, onThinking?: (told: any) => void,
 *   onState?: (state: LineState, words: string) => void}} hears
 */
export function connect(match, { seat, thinking, onView, onThinking, onState }) {
  const where = seat === undefined ? {} : { seat };
  /** @type {WebSocket | null} */
  let line = null;
  let closed = false;
  let pause = FIRST;
  let number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silent;
  /** @type {Map<number, {frame: string, resolve: (view: any) => void, reject: (problem: Error) => void}>} */
  const waiting = new Map();

  const open = () => {
    clearTimeout(timer);
    if (closed || line) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const here = (line = new WebSocket(`${scheme}://${location.host}/api/v1/matches/${match}/socket`));
    let greeted = false;
    here.onopen = () => here.send(JSON.stringify({ picture: "data", ...where, ...(thinking ? { thinking } : {}) }));
    here.onmessage = (event) => {
      if (here !== line) return;
      listen();
      const told = JSON.parse(event.data);
      if (told.type === "problem") return refuse(told.problem);
      if (!greeted) {
        greeted = true;
        pause = FIRST;
        onState?.("open", "");
        for (const { frame } of waiting.values()) here.send(frame);
      }
      if (told.type === "thinking") onThinking?.(told);
      if (told.type === "answer") answered(told);
      if (told.view) onView(told.view);
    };
    here.onclose = () => { if (here === line) lost(); };
    listen();
  };

  /** @param {any} told */
  const answered = (told) => {
    const asked = waiting.get(told.id);
    waiting.delete(told.id);
    if (told.ok) asked?.resolve(told.view);
    else asked?.reject(new Problem(told.problem.status, told.problem.detail));
  };

  /** Ask for a sign of life after a silence; without one the line is dead. */
  const listen = () => {
    clearTimeout(silent);
    silent = setTimeout(() => {
      if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify({ do: "ping" }));
      silent = setTimeout(lost, SILENCE / 3);
    }, SILENCE);
  };

  const drop = () => {
    const old = line;
    line = null;
    clearTimeout(silent);
    if (old) {
      old.onclose = old.onmessage = old.onopen = null;
      old.close();
    }
  };

  const lost = () => {
    drop();
    if (closed) return;
    onState?.("lost", "Connection lost, trying again.");
    clearTimeout(timer);
    timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
    pause = Math.min(2 * pause, LONGEST);
  };

  /** @param {{status: number, detail: string}} problem */
  const refuse = (problem) => {
    if (!FINAL.has(problem.status)) return lost();
    stop();
    for (const { reject } of waiting.values()) reject(new Problem(problem.status, problem.detail));
    onState?.("refused", problem.detail);
  };

  const again = () => { pause = FIRST; clearTimeout(timer); open(); };
  addEventListener("online", again);
  addEventListener("offline", lost);

  const stop = () => {
    closed = true;
    clearTimeout(timer);
    removeEventListener("online", again);
    removeEventListener("offline", lost);
    drop();
  };

  open();
  return {
    /** Play a move; the promise is kept when the server has it. @param {string} move @returns {Promise<any>} */
    move: (move) => new Promise((resolve, reject) => {
      number += 1;
      const frame = JSON.stringify({ id: number, do: "move", move, key: freshKey(), ...where });
      waiting.set(number, { frame, resolve, reject });
      if (line?.readyState === WebSocket.OPEN) line.send(frame);
      else again();
    }),
    close: stop,
  };
}
