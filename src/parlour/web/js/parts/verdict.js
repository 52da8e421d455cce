// @ts-check
/** What a judge says of a decision: why, and what every move is worth. */

import { html } from "../lib.js";
import { Candidates } from "./candidates.js";

const FIRST = 3; // reasons that are shown at once

/**
 * `onPoint` hears the moves that are pointed at.
 * @param {{found: any, onPoint: (moves: string[]) => void}} props
 */
export function Why({ found, onPoint }) {
  const best = [found.best].flat();
  const chosen = found.candidates.find((/** @type {any} */ it) => best.includes(it.move));
  const choice = { action: chosen?.action ?? -1, candidates: found.candidates };
  return html`<div class="stack tight why">
    ${found.reasons.slice(0, FIRST).map((/** @type {string} */ text) => html`<p key=${text}>${text}</p>`)}
    ${found.candidates.length > 1 && html`<${Candidates} choice=${choice} lines=${false}
      onPoint=${(/** @type {string} */ move) => onPoint([move])} onLeave=${() => onPoint([])} />`}
  </div>`;
}
