// @ts-check
/** Playing cards, drawn: pips as on paper, courts in a frame, backs with a lattice. */

import { html } from "../lib.js";
import { cardOf } from "./naming.js";

/** @type {Record<string, string>} each in a box of 20 by 20 */
const SUITS = {
  h: "M10 18.5C2.6 12 1 9 1 6.2A4.7 4.7 0 0 1 10 4.6 4.7 4.7 0 0 1 19 6.2c0 2.8-1.6 5.8-9 12.3Z",
  d: "M10 .8 17.2 10 10 19.2 2.8 10Z",
  s: "M10 1c4.6 4.7 8.6 7.6 8.6 11.2a4.3 4.3 0 0 1-7.3 2.9c.3 2 1 3.2 2.5 3.9"
    + "H6.2c1.5-.7 2.2-1.9 2.5-3.9A4.3 4.3 0 0 1 1.4 12.2C1.4 8.6 5.4 5.7 10 1Z",
  c: "M10 1a4.3 4.3 0 0 1 3.4 6.9 4.3 4.3 0 1 1-2.1 7.2c.3 2 1 3.2 2.5 3.9"
    + "H6.2c1.5-.7 2.2-1.9 2.5-3.9A4.3 4.3 0 1 1 6.6 7.9 4.3 4.3 0 0 1 10 1Z",
};
const LEFT = 20, MIDDLE = 30, RIGHT = 40;
/** @type {Record<string, [number, number][]>} where the pips of a rank are, on a card of 60 by 84 */
const PIPS = {
  A: [[MIDDLE, 42]],
  2: [[MIDDLE, 18], [MIDDLE, 66]],
  3: [[MIDDLE, 18], [MIDDLE, 42], [MIDDLE, 66]],
  4: [[LEFT, 18], [RIGHT, 18], [LEFT, 66], [RIGHT, 66]],
  5: [[LEFT, 18], [RIGHT, 18], [MIDDLE, 42], [LEFT, 66], [RIGHT, 66]],
  6: [[LEFT, 18], [RIGHT, 18], [LEFT, 42], [RIGHT, 42], [LEFT, 66], [RIGHT, 66]],
  7: [[LEFT, 18], [RIGHT, 18], [MIDDLE, 30], [LEFT, 42], [RIGHT, 42], [LEFT, 66], [RIGHT, 66]],
  8: [[LEFT, 18], [RIGHT, 18], [MIDDLE, 30], [LEFT, 42], [RIGHT, 42], [MIDDLE, 54], [LEFT, 66], [RIGHT, 66]],
  9: [[LEFT, 18], [RIGHT, 18], [LEFT, 34], [RIGHT, 34], [MIDDLE, 42], [LEFT, 50], [RIGHT, 50], [LEFT, 66], [RIGHT, 66]],
  T: [
    [LEFT, 18], [RIGHT, 18], [MIDDLE, 26], [LEFT, 34], [RIGHT, 34], [LEFT, 50], [RIGHT, 50], [MIDDLE, 58], [LEFT, 66],
    [RIGHT, 66],
  ],
};
const CROWN = "M-11 7-13-6-6-1 0-9 6-1 13-6 11 7Z";
const PLUME = "M-10 8C-12-4-4-10 3-9-1-6 0-3 4-2 8-1 9 4 8 8Z";

/** @param {{suit: string, x: number, y: number, size: number}} props */
function Suit({ suit, x, y, size }) {
  const place = `translate(${x - size / 2} ${y - size / 2})${y > 42 ? turned(size) : ""} scale(${size / 20})`;
  return html`<path d=${SUITS[suit]} transform=${place} />`;
}

/** Turn what stands in the lower half on its head, as cards have it. @param {number} size */
const turned = (size) => ` rotate(180 ${size / 2} ${size / 2})`;

/** @param {{rank: string, suit: string}} props */
const Corner = ({ rank, suit }) => html`<g>
  <text class="rank" x="8" y="15" text-anchor="middle">${rank === "T" ? "10" : rank}</text>
  ${suit && html`<path d=${SUITS[suit]} transform="translate(3.5 18) scale(.45)" />`}</g>`;

/** @param {{rank: string, suit: string}} props */
const Court = ({ rank, suit }) => html`<g class="court">
  <rect class="frame" x="14.5" y="9" width="31" height="66" rx="3" />
  <path class="crown" d=${rank === "J" ? PLUME : CROWN} transform="translate(30 24)" />
  ${rank === "Q" && html`<circle class="jewel" cx="30" cy="13.5" r="2.2" />`}
  <text class="figure" x="30" y="56" text-anchor="middle">${rank}</text>
  ${suit && html`<path d=${SUITS[suit]} transform="translate(24 60) scale(.6)" />`}</g>`;

/** Draw a card by its text. @param {{text: string, tone?: string}} props */
export function Card({ text, tone = "" }) {
  const card = cardOf(text);
  const red = card?.suit ? "hd".includes(card.suit) : tone === "red";
  if (!card) return html`<span class="card words">${text}</span>`;
  const { rank, suit } = card;
  return html`<svg class=${`card ${red ? "red" : "black"}`} viewBox="0 0 60 84" aria-hidden="true" focusable="false">
    <${Corner} rank=${rank} suit=${suit} />
    <g transform="rotate(180 30 42)"><${Corner} rank=${rank} suit=${suit} /></g>
    ${"JQK".includes(rank)
      ? html`<${Court} rank=${rank} suit=${suit} />`
      : suit
        ? PIPS[rank].map(([x, y]) => html`<${Suit} suit=${suit} x=${x} y=${y} size=${rank === "A" ? 26 : 13} />`)
        : html`<text class="figure" x="30" y="54" text-anchor="middle">${rank === "T" ? "10" : rank}</text>`}
  </svg>`;
}

export const Back = () => html`<span class="card back" aria-hidden="true"></span>`;

export const Place = () => html`<span class="card place" aria-hidden="true"></span>`;
