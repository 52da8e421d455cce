// @ts-check
/** What a strategy has to show for its choice: a picture, bars, shares as a pie, a table, or a line of play. */

import { html } from "../lib.js";
import { Picture } from "./board.js";
import { Bars, Pie } from "./plot.js";

const SLICES = 5; // more shares than that are easier to read as bars
const ROWS = 40;
const SHORT = 12; // letters that stay on one line
const NUMBER = /^[+\-−]?[\d.,]+( ?%| \w+)?$/;

/** @typedef {{kind: string, caption: string, data: any, picture?: any, text?: string}} ExhibitData */

/** @param {{data: any, label: string}} props */
function Amounts({ data, label }) {
  const values = Object.entries(data.values).map(([name, value]) => ({ label: name, value: Number(value) }));
  if (data.whole && values.length <= SLICES) return html`<${Pie} values=${values} label=${label} />`;
  return html`<${Bars} values=${values} unit=${data.unit} most=${data.most} label=${label} />`;
}

/** @param {any} value */
function cell(value) {
  const text = typeof value === "number" ? String(Math.round(value * 1e4) / 1e4) : String(value);
  return html`<td class=${NUMBER.test(text) ? "number" : text.length <= SHORT ? "short" : ""}>${text}</td>`;
}

/** @param {{data: {columns: string[], rows: any[][]}}} props */
function Rows({ data }) {
  const left = data.rows.length - ROWS;
  const number = (/** @type {any} */ value) => value === "" || NUMBER.test(String(value));
  const numeric = data.columns.map((_, at) => data.rows.every((row) => number(row[at])));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>
    <thead><tr>${data.columns.map((name, at) => html`<th scope="col" class=${numeric[at] ? "number" : ""}>
      ${name}</th>`)}</tr></thead>
    <tbody>${data.rows.slice(0, ROWS).map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>
    ${left > 0 && html`<p class="quiet">and ${left.toLocaleString("en")} more</p>`}</div>`;
}

/**
 * Moves one after the other; with onStep each can be pointed at, which tells how many of them to show.
 * @param {{moves: string[], onStep?: (steps: number) => void, onLeave?: () => void, label?: string,
 *   first?: string}} props
 */
export function Steps({ moves, onStep, onLeave, label, first }) {
  const step = (/** @type {string} */ move, /** @type {number} */ steps) => html`<button type="button" class="line-step"
    onMouseEnter=${() => onStep?.(steps)} onFocus=${() => onStep?.(steps)} onClick=${() => onStep?.(steps)}
    onMouseLeave=${onLeave} onBlur=${onLeave}>${move}</button>`;
  return html`<ol class="line-steps" aria-label=${label}>${first && html`<li aria-hidden="true">${first}</li>`}
    ${moves.map((move, at) => html`<li key=${at}>${onStep ? step(move, at + 1) : move}</li>`)}</ol>`;
}

/** @param {{exhibit: ExhibitData}} props */
export function Exhibit({ exhibit: { kind, caption, data, picture, text } }) {
  let body;
  if (picture) body = html`<${Picture} data=${picture} small label=${caption} />`;
  else if (kind === "bars") body = html`<${Amounts} data=${data} label=${caption} />`;
  else if (kind === "table") body = html`<${Rows} data=${data} />`;
  else if (kind === "line") body = html`<${Steps} moves=${data.moves} label=${caption} />`;
  else body = html`<pre>${text}</pre>`;
  return html`<figure class="exhibit exhibit-${kind}"><figcaption>${caption}</figcaption>${body}</figure>`;
}
