// @ts-check
/** How a game goes, in the words of its rules. */

import { html } from "../lib.js";

/** @param {{guide: {parts: Record<string, string>, examples: [string, string][]}}} props */
export function Rules({ guide }) {
  return html`<div class="stack guide">
    ${Object.entries(guide.parts).map(([heading, text]) => html`
      <section key=${heading}><h2>${heading}</h2><p>${text}</p></section>`)}
    ${guide.examples.length > 0 && html`<dl class="guide-moves">${guide.examples.map(([move, what]) => html`
      <div key=${move}><dt><code>${move}</code></dt><dd>${what}</dd></div>`)}</dl>`}
  </div>`;
}
