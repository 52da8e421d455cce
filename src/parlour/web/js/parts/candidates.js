// @ts-check
/** The moves that were weighed, as bars: what each is worth, how sure that is, and how it would go on. */

import { html, useState } from "../lib.js";
import { signed } from "../words.js";
import { Steps } from "./exhibit.js";
import { Track, reach, written } from "./plot.js";

/**
 * @typedef {{move: string, action: number, value: number|null, visits: number|null, line: string[], exact: boolean,
 *   win?: number, probability?: number, low?: number, high?: number, distance?: number, note?: string,
 *   told?: string}} Candidate
 */

const FIRST = 6; // that are shown before somebody asks for more
const STEPS = 6; // of the line of a move that was not chosen

/**
 * Say what a move is worth, in the words of the game where it has them.
 * @param {Candidate} it @param {boolean} unitary whether a win is 1 and a loss -1
 */
export function worth(it, unitary) {
  if (it.told) return it.told;
  if (it.win !== undefined) return written(it.win, "%");
  if (it.value === null) return it.probability === undefined ? "" : written(it.probability, "%");
  if (it.exact && unitary && Math.abs(it.value) === 1) {
    const result = it.value > 0 ? "wins" : "loses";
    return it.distance ? `${result} in ${Math.ceil(it.distance / 2)}` : result;
  }
  return it.exact && unitary && it.value === 0 ? "draw" : signed(it.value, 2);
}

/** What else is known of a move, in few words. @param {Candidate} it @param {boolean} exact whether all are */
function notes(it, exact) {
  const found = [it.note || ""];
  const valued = it.value !== null || it.win !== undefined;
  if (valued && it.probability !== undefined) found.push(`played ${written(it.probability, "%")}`);
  if (it.visits) found.push(`${it.visits.toLocaleString("en")} ${it.visits === 1 ? "try" : "tries"}`);
  if (it.exact && !exact) found.push("exact");
  return found.filter(Boolean).join(" · ");
}

/** What the bars measure: the chance to win, the value, or how often a move is played. @param {Candidate[]} all */
export function scale(all) {
  if (all.every((it) => it.win !== undefined && !it.told)) {
    const unitary = all.every((it) => it.low === undefined || (it.low >= -1.001 && Number(it.high) <= 1.001));
    const chance = (/** @type {number|undefined} */ v) => (unitary && v !== undefined ? (v + 1) / 2 : undefined);
    const bar = (/** @type {Candidate} */ it) => (
      { label: it.move, value: it.win ?? null, low: chance(it.low), high: chance(it.high), tone: "accent" });
    return { of: "Chance to win", bar, least: 0, most: 1, unitary };
  }
  if (all.some((it) => it.value !== null)) {
    const bar = (/** @type {Candidate} */ it) => ({ label: it.move, value: it.value, low: it.low, high: it.high });
    const [least, most] = reach(all.map(bar));
    const unitary = least >= -1 && most <= 1;
    return { of: "Value", bar, least: unitary ? -1 : least, most: unitary ? 1 : most, unitary };
  }
  if (all.some((it) => it.probability !== undefined)) {
    const bar = (/** @type {Candidate} */ it) => ({ label: it.move, value: it.probability ?? null, tone: "accent" });
    return { of: "How often it is played", bar, least: 0, most: 1, unitary: false };
  }
  return null;
}

/**
 * `lines`: whether the moves that follow can be shown on the board.
 * @param {{choice: {action: number, candidates: Candidate[]}, onPoint: (move: string, line: string[]) => void,
 *   onLeave: () => void, lines: boolean}} props
 */
export function Candidates({ choice, onPoint, onLeave, lines }) {
  const [all, setAll] = useState(false);
  const chosen = choice.candidates.filter((it) => it.action === choice.action);
  const ranked = [...chosen, ...choice.candidates.filter((it) => it.action !== choice.action)];
  const shown = all ? ranked : ranked.slice(0, FIRST);
  const by = scale(ranked);
  const exact = ranked.every((it) => it.exact);
  return html`<ol class="candidates" aria-label="Moves that were weighed">${shown.map((it) => {
    const best = it.action === choice.action;
    const line = best ? it.line : it.line.slice(0, STEPS);
    const point = () => onPoint(it.move, [it.move]);
    const value = worth(it, Boolean(by?.unitary));
    const step = (/** @type {number} */ steps) => onPoint(it.move, line.slice(0, steps + 1));
    return html`<li key=${it.action} class=${best ? "chosen" : ""}>
      <button type="button" class="candidate" onMouseEnter=${point} onFocus=${point} onClick=${point}
        onMouseLeave=${onLeave} onBlur=${onLeave}>
        <span class="candidate-move">${it.move}<span class="unseen">${best ? ", chosen, " : ", "}</span></span>
        ${by ? html`<${Track} ...${by.bar(it)} least=${by.least} most=${by.most} />`
          : html`<span class="quiet">${it.note}</span>`}
        <span class="candidate-worth">${value}</span></button>
      ${by && notes(it, exact) && html`<p class="candidate-note quiet">${notes(it, exact)}</p>`}
      ${line.length > 1 && html`<${Steps} moves=${line.slice(1)} first="then"
        label=${`How ${it.move} would go on`} onLeave=${onLeave} onStep=${lines ? step : undefined} />`}</li>`;
  })}</ol>
  ${ranked.length > FIRST && html`<button type="button" class="button plain" aria-expanded=${all}
    onClick=${() => setAll(!all)}>${all ? "Show fewer" : `Show all ${ranked.length}`}</button>`}`;
}
