// @ts-check
/**
 * The thinking beside a board: what an engine makes of the position, as it comes. It is shut until somebody opens it.
 *
 * It thinks about a match (`match`, `view`, and a `ply` of the past) or about a position (`game`, `options`, `moves`,
 * and `view` as the position's document). `live` is what a machine at the table thinks at this moment, if it says so.
 * `onHover` hears what is pointed at, or null: `{move, line, marks, picture, told}`, where `marks` are the parts of the
 * board that the move touches, and `picture` is how the board would look after the line, once that is known.
 */

import { Problem, get, post, stream } from "../api.js";
import { html, useCallback, useEffect, useRef, useState } from "../lib.js";
import { Candidates } from "./candidates.js";
import { Exhibit } from "./exhibit.js";

const OPEN = "parlour.thinking";
const SECONDS = 2;
const LONGER = 4; // times as long, each time that is asked for

/** @typedef {{move: string, line: string[], marks: string[], picture: any, told: any[]}} Hover */

/** What is kept of an open panel; a browser that keeps nothing has it shut. */
function remembered() {
  try {
    return localStorage.getItem(OPEN) === "yes";
  } catch {
    return false;
  }
}

/** @param {boolean} open */
function remember(open) {
  try {
    localStorage.setItem(OPEN, open ? "yes" : "no");
  } catch { /* nothing is kept then */ }
}

/**
 * What there is to ask, or why there is nothing.
 * @param {any} props @returns {{path?: string, body?: any, why?: string}}
 */
function question({ match, view, ply, game, options, moves, seat }) {
  if (view?.turn < 0) {
    return { why: view.over ? "The game is over. Step back to see the thinking." : "Chance decides here." };
  }
  if (game) {
    const body = { options: options || {}, moves: moves || [], ...(seat === undefined ? {} : { seat }) };
    return { path: `/games/${game}/analyse`, body };
  }
  if (!view) return { why: "" };
  if (typeof ply === "number") return { path: `/matches/${match}/analyse`, body: { ply } };
  if (view.seat < 0) return { why: "Who watches can see the thinking when the game is over." };
  if (view.turn !== view.seat) return { why: "The thinking comes when it is your turn." };
  return { path: `/matches/${match}/analyse`, body: { ply: view.ply, seat: view.seat } };
}

/** What the search did, in few words. @param {any} choice */
function effort({ work, candidates }) {
  const numbers = Object.entries(work).filter(([, value]) => typeof value === "number" && value > 0);
  const told = numbers.slice(0, 2).map(([name, value]) => {
    const [word, count] = [name.replaceAll("_", " "), value.toLocaleString("en")];
    return word.endsWith("s") ? `${count} ${word}` : `${word} ${count}`;
  });
  return [...told, ...(proven({ work, candidates }) ? ["exact"] : [])].join(" · ");
}

/** Say whether nothing is left to find out. @param {any} choice */
const proven = ({ work, candidates }) => work.exact === true
  || (candidates.length > 0 && candidates.every((/** @type {any} */ it) => it.exact));

/** @param {any[]} a @param {any[]} b */
const same = (a, b) => a.length === b.length && a.every((each, at) => each === b[at]);

/** The line that a candidate shows already is not shown twice. @param {any} choice */
export function exhibited(choice) {
  const line = choice.candidates.find((/** @type {any} */ it) => it.action === choice.action)?.line || [];
  return choice.exhibits.filter((/** @type {any} */ it) => it.kind !== "line" || !same(it.data.moves, line));
}

/** @param {{choice: any, busy: boolean, onPoint: any, onLeave: () => void, lines: boolean}} props */
export function Choice({ choice, busy, onPoint, onLeave, lines }) {
  const technical = choice.reasons.slice(choice.hint.length);
  return html`<div class="choice">
    <p class="verdict"><span class="verdict-move">${choice.move}</span>
      <span class="quiet" role="status">${busy ? "still thinking…" : effort(choice)}</span></p>
    ${choice.hint.map((/** @type {string} */ text) => html`<p class="reason">${text}</p>`)}
    ${choice.candidates.length > 1 && html`<${Candidates} choice=${choice} onPoint=${onPoint} onLeave=${onLeave}
      lines=${lines} />`}
    ${exhibited(choice).map((/** @type {any} */ it) => html`<${Exhibit} key=${it.caption} exhibit=${it} />`)}
    ${technical.length > 0 && html`<details class="technical"><summary>More about it</summary>
      ${technical.map((/** @type {string} */ text) => html`<p>${text}</p>`)}</details>`}</div>`;
}

/** Who may be asked. @param {{levels: string[], chosen: string, onChoose: (level: string) => void}} props */
function Who({ levels, chosen, onChoose }) {
  if (levels.length < 2) return null;
  const change = (/** @type {any} */ event) => onChoose(event.target.value);
  return html`<label class="thinking-who">by <select value=${chosen} onChange=${change}>
    ${levels.map((level) => html`<option key=${level} value=${level}>${level}</option>`)}</select></label>`;
}

/**
 * Hears an answer in parts; what was heard stays while the same is thought about for longer.
 * @param {{path?: string, body?: any}} asked @param {string} strategy @param {number} seconds @param {boolean} open
 * @param {number} tries how often it was asked again
 */
function useChoice(asked, strategy, seconds, open, tries) {
  const nothing = { place: "", choice: /** @type {any} */ (null), busy: false, problem: "" };
  const [heard, setHeard] = useState(nothing);
  const place = asked.path ? JSON.stringify([asked.path, { ...asked.body, strategy }]) : "";
  useEffect(() => {
    if (!open || !place) return undefined;
    const stop = new AbortController();
    const current = (/** @type {any} */ change) => !stop.signal.aborted && setHeard(change);
    const [path, body] = JSON.parse(place);
    current((/** @type {any} */ { place: old, choice }) => (
      { place, choice: old === place ? choice : null, busy: true, problem: "" }));
    const part = (/** @type {any} */ choice) => current({ place, choice, busy: choice.done === false, problem: "" });
    stream(path, { ...body, limit: { at_most: seconds } }, part, stop.signal).then(
      () => current((/** @type {any} */ before) => ({ ...before, busy: false })),
      (error) => {
        const problem = error instanceof Problem ? error.message : "The answer could not be read.";
        current((/** @type {any} */ before) => ({ ...before, busy: false, problem }));
      },
    );
    return () => stop.abort();
  }, [place, seconds, open, tries]);
  return heard.place === place ? heard : { ...nothing, busy: Boolean(place) };
}

/** Asks how the board would look after a line, each line once. @param {any} props */
function useLines({ match, game, options, moves, view, ply }) {
  const known = useRef(new Map());
  const place = game ? JSON.stringify([game, options, moves]) : `${match}/${ply ?? view?.ply}`;
  return useCallback((/** @type {string[]} */ line) => {
    const key = `${place} ${line.join(" ")}`;
    if (!known.current.has(key)) {
      const asked = game
        ? post(`/games/${game}/position`, { options: options || {}, moves: [...(moves || []), ...line] })
        : post(`/matches/${match}/line`, { moves: line, ply: ply ?? view.ply }).then((found) => found.steps.at(-1));
      known.current.set(key, asked.catch(() => null));
    }
    return known.current.get(key);
  }, [place]);
}

/**
 * `always` leaves it open, `strategy` asks that one and nobody else.
 * @param {{match?: string, view?: any, ply?: number, game?: string, options?: any, moves?: string[], seat?: number,
 *   strategy?: string, live?: {seat: number, choice: any}|null, always?: boolean, title?: string,
 *   onHover?: (hover: Hover|null) => void}} props
 */
export function Thinking(props) {
  const { view, strategy, live, always = false, title = "Thinking", onHover } = props;
  const [open, setOpen] = useState(always || remembered());
  const [seconds, setSeconds] = useState(SECONDS);
  const [level, setLevel] = useState(strategy || "expert");
  const [info, setInfo] = useState(/** @type {any} */ (null));
  const name = props.game || view?.game;
  const asked = question(props);
  const [tries, setTries] = useState(0);
  const { choice, busy, problem } = useChoice(asked, strategy || level, seconds, open, tries);
  const after = useLines(props);
  const pointed = useRef("");
  useEffect(() => setSeconds(SECONDS), [asked.path, JSON.stringify(asked.body)]);
  useEffect(() => {
    if (open && name) get(`/games/${name}`).then(setInfo, () => {});
  }, [open, name]);

  const leave = () => { pointed.current = ""; onHover?.(null); };
  const point = (/** @type {string} */ move, /** @type {string[]} */ line) => {
    const at = (view?.legal || []).indexOf(move);
    const marks = at >= 0 && view.touches ? view.touches[at] : [move];
    const key = pointed.current = line.join(" ");
    onHover?.({ move, line, marks, picture: null, told: [] });
    if (line.length < 2) return;
    after(line).then((/** @type {any} */ step) => {
      if (step && pointed.current === key) onHover?.({ move, line, marks, picture: step.picture, told: step.told });
    });
  };
  const toggle = () => { remember(!open); setOpen(!open); leave(); };

  const shown = !asked.path && live ? live.choice : choice;
  const whose = !asked.path && live ? view?.seats?.[live.seat]?.name || "The machine" : "";
  return html`<section class="thinking" aria-label=${title}>
    <div class="thinking-head">${always ? html`<h2>${title}</h2>`
      : html`<h2><button type="button" class="thinking-toggle" aria-expanded=${open} onClick=${toggle}>
          ${title}</button></h2>`}
      ${open && !strategy && info && html`<${Who} levels=${info.levels} chosen=${level} onChoose=${setLevel} />`}</div>
    ${open && html`<div class="thinking-body">
      ${whose && html`<p class="quiet" role="status">${whose} is thinking…</p>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>
        <button type="button" class="button" onClick=${() => setTries(tries + 1)}>Try again</button>`}
      ${shown && html`<${Choice} choice=${shown} busy=${whose ? true : busy} onPoint=${point} onLeave=${leave}
        lines=${Boolean(onHover && info && !info.hidden)} />`}
      ${!shown && busy && asked.path && html`<p class="quiet waiting" role="status">Thinking…</p>`}
      ${!shown && !asked.path && html`<p class="quiet">${asked.why}</p>`}
      ${choice && !busy && asked.path && !proven(choice) && html`<button type="button" class="button plain"
        onClick=${() => setSeconds(seconds * LONGER)}>Think longer</button>`}</div>`}
  </section>`;
}

export default Thinking;
