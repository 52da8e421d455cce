// @ts-check
/** What a review found: how well everybody played, which moves cost most, and a verdict on every move. */

import { html, useEffect, useRef } from "../lib.js";

/**
 * @typedef {{number: number, ply: number, seat: number, move: string, verdict: string, value: number|null,
 *   best: string, loss: number|null, told: string, best_told: string, reasons: string[]}} Judged
 */

const MARKS = { blunder: "??", mistake: "?", slip: "?!" };
const MANY = { blunder: "blunders", mistake: "mistakes", slip: "slips" };
const DEAREST = 5;

/** The sign that goes with a verdict, none for a good move. @param {string} verdict */
export const markOf = (verdict) => /** @type {Record<string, string>} */ (MARKS)[verdict] || "";

/** The moves that cost most, the dearest first. @param {Judged[]} moves */
export const dearest = (moves) => moves.filter((move) => move.loss)
  .sort((one, other) => Number(other.loss) - Number(one.loss) || one.ply - other.ply).slice(0, DEAREST);

/** @param {Record<string, number>} counts */
function faults(counts) {
  const found = Object.entries(MANY).filter(([name]) => counts[name]);
  return found.map(([name, many]) => `${counts[name]} ${counts[name] === 1 ? name : many}`).join(", ") || "no mistake";
}

/** @param {{players: any[]}} props */
export function Accuracy({ players }) {
  return html`<ul class="accuracy" aria-label="Accuracy">${players.map((each) => html`<li key=${each.seat}
      class=${`panel seat-${each.seat % 4}`}>
    <p class="strong"><span class="token" aria-hidden="true"></span> ${each.name}</p>
    <p class="figure number">${each.accuracy === null ? "–" : each.accuracy.toFixed(1)}</p>
    <p class="quiet small">${each.accuracy === null ? "nothing could be judged" : `accuracy · ${faults(each.counts)}`}
    </p></li>`)}</ul>`;
}

/** @param {{moves: Judged[], names: string[], onPick: (step: number) => void}} props */
export function Dearest({ moves, names, onPick }) {
  const found = dearest(moves);
  if (!found.length) return html`<p class="quiet">No move cost anything that the judge could tell.</p>`;
  return html`<ol class="dearest">${found.map((it) => html`<li key=${it.ply}>
    <button type="button" class=${`seat-${it.seat % 4}`} onClick=${() => onPick(it.number - 1)}>
      <span class="sign bad" aria-hidden="true">${markOf(it.verdict)}</span>
      <span><b>${names[it.seat]}</b> played <b>${it.move}</b> (${it.told}), a ${it.verdict}.
        ${" "}Better: <b>${it.best}</b> (${it.best_told}).</span></button></li>`)}</ol>`;
}

/** @param {{moves: Judged[], names: string[], step: number, onPick: (step: number) => void}} props */
export function Verdicts({ moves, names, step, onPick }) {
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    const here = /** @type {HTMLElement|null} */ (box.current?.querySelector("[aria-current]"));
    if (here && box.current) box.current.scrollTop = here.offsetTop - box.current.offsetTop - 80;
  }, [step]);
  return html`<ol class="list" ref=${box}>${moves.map((it) => html`<li key=${it.ply}>
    <button type="button" class=${`seat-${it.seat % 4}`} aria-current=${step === it.number ? "step" : undefined}
      aria-label=${`${it.number} ${it.move}, ${names[it.seat]}, ${it.verdict}`} onClick=${() => onPick(it.number)}>
      <span class="quiet number">${it.number}</span> ${it.move} <b class="bad">${markOf(it.verdict)}</b></button>
    </li>`)}</ol>`;
}
