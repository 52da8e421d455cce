// @ts-check
/** What stands in a cell, drawn: cards, dice, men, chips, ships, counters, letters. Colours are in board.css. */

import { html } from "../lib.js";
import { Back, Card, Place } from "./cards.js";

/** @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const CROWN = "M4 27 2 11l8 6 6-11 6 11 8-6-2 16Z";
const SEATS = new Set(["first", "second", "third", "fourth"]);
export const AT_SEA = new Set(["water", "ship", "hit", "miss", "sunk"]);
export const FLAT = new Set(["card", "back"]);
const NOTHING = new Set([".", "·", ""]);

/** @param {{text: string}} props */
const Die = ({ text }) => html`<svg class="die" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
  <rect class="body" x="2" y="2" width="36" height="36" rx="8" />
  ${PIPS[text]
    ? PIPS[text].map(([x, y]) => html`<circle class="pip" cx=${20 + 10 * x} cy=${20 + 10 * y} r="3.8" />`)
    : html`<text x="20" y="27" text-anchor="middle">${text}</text>`}
</svg>`;

const Cup = () => html`<svg class="cup" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
  <path class="body" d="M9 5h22l5 27a16 5 0 0 1-32 0Z" /><ellipse class="rim" cx="20" cy="32.5" rx="16" ry="4.5" />
  <path class="band" d="M7.5 13.5h25" /></svg>`;

/** @param {{crowned: boolean}} props */
const Man = ({ crowned }) => html`<span class="man">${crowned && html`
  <svg class="crown" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d=${CROWN} /></svg>`}</span>`;

const Cross = () => html`<svg class="stroke" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
  <path d="M9 9 31 31" /><path class="later" d="M31 9 9 31" /></svg>`;

const Nought = () => html`<svg class="stroke" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
  <circle cx="20" cy="20" r="12" transform="rotate(-90 20 20)" /></svg>`;

/** @param {{shape: string, joins?: string}} props */
function Sea({ shape, joins = "" }) {
  const hull = shape === "ship" || shape === "sunk" || joins !== "";
  const sides = [...joins].map((side) => `to-${side}`).join(" ");
  return html`<span class=${`sea ${shape}`}>
    ${hull && html`<span class=${`hull ${sides}`}></span>`}
    ${shape !== "water" && shape !== "ship" && html`<span class="shot"></span>`}</span>`;
}

/** Draw what is in a cell; nothing where nothing is. @param {{cell: any, style: string}} props */
export function Piece({ cell, style }) {
  const text = (cell.text || "").trim();
  const tone = cell.tone || "plain";
  switch (cell.shape) {
    case "card": return tone === "empty" ? html`<${Place} />` : html`<${Card} text=${text} tone=${tone} />`;
    case "back": return html`<${Back} />`;
    case "die": return html`<${Die} text=${text} />`;
    case "cup": return html`<${Cup} />`;
    case "man": case "king": return html`<${Man} crowned=${cell.shape === "king"} />`;
    case "chips": return html`<span class="chips"><b>${text}</b></span>`;
    case "edge": return html`<span class="edge"></span>`;
    case "dot": return html`<span class="dot"></span>`;
    default:
  }
  if (AT_SEA.has(cell.shape)) return html`<${Sea} shape=${cell.shape} joins=${cell.joins} />`;
  if (style === "discs" && (tone === "empty" || NOTHING.has(text))) return html`<span class="hole"></span>`;
  if (style === "discs") return html`<span class="disc">${shown(text)}</span>`;
  if (style === "squares" && text && SEATS.has(tone)) return html`<span class="disc">${shown(text)}</span>`;
  if (text === "●" || text === "○") return html`<span class="counter"></span>`;
  if (NOTHING.has(text)) return text && style === "bare" ? html`<span class="gone"></span>` : null;
  if (style === "lines" && SEATS.has(tone) && text === "X") return html`<${Cross} />`;
  if (style === "lines" && SEATS.has(tone) && text === "O") return html`<${Nought} />`;
  if (style === "bare" && (tone === "red" || tone === "black")) return html`<${Card} text=${text} tone=${tone} />`;
  return html`<span class="glyph">${text}</span>`;
}

/** Write nothing on a disc whose text is the disc itself. @param {string} text */
const shown = (text) => (text === "●" || text === "○" ? "" : text);
