// @ts-check
/** What a judge says of a decision: why, and what every move is worth. */

import { html } from "../lib.js";
import { Candidates } from "./candidates.js";

const FIRST = 3; // reasons that are shown at once

/** @param {{found: {best: string | string[], reasons: string[], candidates: any[]}, onPoint: (moves: string[]) => void}} props */
export function Why({ found, onPoint }) {
  const best = [found.best].flat();
  const chosen = found.candidates.find((it) => best.includes(it.move));
  return html`<div class="stack tight why">
    ${found.reasons.slice(0, FIRST).map((text, at) => html`<p key=${at}>${text}</p>`)}
    ${found.candidates.length > 1 && html`<${Candidates} choice=${{ action: chosen?.action ?? -1, candidates: found.candidates }} lines=${false}
      onPoint=${(/** @type {string} */ move) => onPoint([move])} onLeave=${() => onPoint([])} />`}
  </div>`;
}
