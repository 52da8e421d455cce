// @ts-check
/** One grid of a picture: a board, a table, a hand of cards. Cells that may be touched are buttons. */

import { html } from "../lib.js";
import { nameOf } from "./naming.js";
import { AT_SEA, FLAT, Piece } from "./shapes.js";

/**
 * @typedef {{next: Set<string>, touched: Set<string>, marks: Set<string>, fresh: Map<string, any>,
 *   onTouch?: (name: string) => void}} Play what is the same for all grids of a picture
 */

const IDEAL = [[3, 104], [4, 88], [6, 76], [8, 64], [9, 58], [10, 46], [15, 40]]; // columns, pixels of a cell
const WIDE = 3.4; // times as wide as a dot is an edge
const TONED = new Set(["red", "black"]);

/** @param {any} cell */
const isCard = (cell) => FLAT.has(cell.shape)
  || (!cell.shape && TONED.has(cell.tone) && /^(10|[2-9TJQKA?])[cdhs]?$/.test(cell.text || ""));

/** @param {any} cell */
const isSmall = (cell) => !FLAT.has(cell.shape) && [...(cell.text || "")].length <= 2;

/** Say how a grid is laid out: a board of equal cells, a hand of cards, or a table whose columns fit what is in them.
 * @param {any} grid @returns {"board" | "edges" | "hand" | "pieces" | "table"} */
export function layoutOf(grid) {
  const cells = grid.rows.flat();
  if (cells.some((cell) => cell.shape === "edge" || cell.shape === "dot")) return "edges";
  if (grid.style !== "bare" || cells.some((cell) => AT_SEA.has(cell.shape))) return "board";
  if (cells.length && cells.every(isCard) && !grid.column_labels.length) return "hand";
  const tiled = cells.some((cell) => (cell.tone || "").startsWith("heat"));
  const pieces = cells.some((cell) => cell.shape || /^[●○·.]$/.test(cell.text || ""));
  return tiled || (pieces && cells.every(isSmall)) ? "pieces" : "table";
}

/** @param {any} grid */
export const widthOf = (grid) => Math.max(0, ...grid.rows.map((/** @type {any[]} */ row) => row.length));

/** Say how wide a cell is where there is room. @param {any} grid @param {string} layout */
function ideal(grid, layout) {
  const columns = widthOf(grid);
  if (layout === "pieces") return grid.rows.flat().some((/** @type {any} */ cell) => cell.shape) ? 54 : 36;
  const found = IDEAL.find(([most]) => columns <= most);
  return found ? found[1] : 34;
}

/** Say how much room labels need. @param {string[]} labels */
const gutter = (labels) => (labels.length ? 12 + 7.6 * Math.max(...labels.map((label) => label.length)) : 0);

/** Say how wide a grid would like to be, in pixels. @param {any} grid */
export function natural(grid) {
  const layout = layoutOf(grid);
  const columns = widthOf(grid);
  const room = gutter(grid.row_labels);
  if (layout === "edges") return room + spans(columns) * 24 + 16;
  if (layout === "board" || layout === "pieces") return room + columns * ideal(grid, layout) + 16;
  if (layout === "hand") return Math.max(columns, 1) * 80 + 16;
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(gutter([grid.column_labels[at] || ""]), ...grid.rows.map((/** @type {any[]} */ row) =>
      row[at] ? (isCard(row[at]) ? 82 : row[at].shape ? 48 : 18 + 8.5 * (row[at].text || "").length) : 0)));
  return room + widths.reduce((sum, width) => sum + width, 0) + 24;
}

/** @param {{cell: any, grid: any, row: number, column: number, at: string, play: Play}} props */
function Cell({ cell, grid, row, column, at, play }) {
  const part = cell.part;
  const can = part !== undefined && play.onTouch && play.next.has(part);
  const fresh = play.fresh.get(at);
  const classes = [
    "cell", `t-${cell.tone || "plain"}`, cell.shape ? `s-${cell.shape}` : "", can ? "can" : "", cell.mark ? "mark" : "",
    part && play.touched.has(part) ? "touched" : "", part && play.marks.has(part) ? "shown" : "",
    fresh ? `fresh ${fresh}` : "", isCard(cell) ? "flat" : "",
    grid.block_columns && column && column % grid.block_columns === 0 ? "block-w" : "",
    grid.block_rows && row && row % grid.block_rows === 0 ? "block-n" : "",
    grid.style === "squares" && (grid.rows.length - 1 - row + column) % 2 === 0 ? "dark" : "",
    layoutOfEdge(cell, row),
  ].filter(Boolean).join(" ");
  const inside = html`
    ${cell.name && html`<small class="name" aria-hidden="true">${cell.name}</small>`}
    <${Piece} key=${`${cell.shape || ""}${cell.text || ""}${cell.tone || ""}`} cell=${cell} style=${grid.style} />`;
  const name = nameOf(cell, grid, row, column);
  if (can) {
    // A card's letters are drawn, and its name is not made of them: it is said beside them.
    const card = isCard(cell);
    return html`<button type="button" class=${classes} data-part=${part} data-at=${at} tabindex="-1"
      aria-label=${card ? undefined : name} onClick=${() => play.onTouch?.(part)}>
      ${card && html`<span class="unseen">${name}</span>`}${inside}</button>`;
  }
  const silent = /^[\s.·]*$/.test(cell.text || "");
  return html`<span class=${classes} data-part=${part} data-at=${at} role=${silent && !cell.shape ? undefined : "img"}
    aria-label=${silent && !cell.shape ? undefined : name || undefined}>${inside}</span>`;
}

/** An edge lies along its row when it stands between two dots, else upright. @param {any} cell @param {number} row */
const layoutOfEdge = (cell, row) => (cell.shape === "edge" ? (row % 2 ? "upright" : "level") : "");

/** A hand of cards, each half over the next where there is little room; many of them in two rows on a phone.
 * @param {{cards: any[], label?: string, card: (at: number) => any}} props */
function Held({ cards, label, card }) {
  const half = cards.length > 8 ? Math.ceil(cards.length / 2) : cards.length;
  const places = cards.map((_, at) => at);
  return html`${label && html`<p class="holder tag-at">${label}</p>`}
    <div class=${`held${half < cards.length ? " many" : ""}`} style=${{ "--cards": cards.length, "--half": half }}>
      <div class="half">${places.slice(0, half).map(card)}</div>
      ${half < cards.length && html`<div class="half">${places.slice(half).map(card)}</div>`}</div>`;
}

/** @param {{grid: any, number: number, play: Play}} props */
export function Grid({ grid, number, play }) {
  const layout = layoutOf(grid);
  const columns = widthOf(grid);
  const sides = grid.row_labels.length > 0;
  const heads = grid.column_labels.length > 0;
  const head = heads && html`${sides && html`<span class="tag-at corner"></span>`}
    ${Array.from({ length: columns }, (_, at) => html`
      <span class="tag-at top" key=${`c${at}`}>${grid.column_labels[at]}</span>`)}`;
  /** @param {any[]} row @param {number} r */
  const cell = (row, r) => (/** @type {number} */ c) => html`
    <${Cell} key=${`${r}.${c}`} cell=${row[c]} grid=${grid} row=${r} column=${c} at=${`${number}.${r}.${c}`}
      play=${play} />`;
  /** @param {any[]} row @param {number} r */
  const line = (row, r) => html`
    ${sides && html`<span class="tag-at side" key=${`l${r}`}>${grid.row_labels[r]}</span>`}
    ${row.map((_, c) => cell(row, r)(c))}
    ${Array.from({ length: columns - row.length }, (_, at) => html`<span class="cell none" key=${`n${at}`}></span>`)}`;
  const down = `${heads ? "auto " : ""}${track(grid.rows.length)}`;
  const style = {
    "--n": columns,
    "--m": grid.rows.length,
    "--ideal": `${ideal(grid, layout)}px`,
    "--labels": `${gutter(grid.row_labels)}px`,
    gridTemplateColumns: columnsOf(grid, layout, columns, sides),
    ...(layout === "edges" ? { "--spans": spans(columns), gridTemplateRows: down } : {}),
  };
  if (layout === "hand") {
    return html`<div class="cells hand" style=${style}>
      ${grid.rows.map((/** @type {any[]} */ row, /** @type {number} */ r) => html`
        <${Held} key=${r} cards=${row} label=${grid.row_labels[r]} card=${cell(row, r)} />`)}</div>`;
  }
  const named = grid.rows.flat().some((/** @type {any} */ each) => each.name);
  const long = layout === "pieces" && grid.rows.length === 1 && columns > 10;
  const classes = `cells ${layout} ${grid.style}${named ? " named" : ""}${long ? " long" : ""}`;
  return html`<div class=${classes} style=${style}>
    ${grid.style === "bare" && head}
    ${grid.rows.map(line)}
    ${grid.style !== "bare" && head}</div>`;
}

/** How wide cells are whose even ones are dots and whose odd ones are edges or boxes, in widths of a dot.
 * @param {number} count */
const spans = (count) => Math.ceil(count / 2) + WIDE * Math.floor(count / 2);

/** @param {number} count */
const track = (count) => Array.from({ length: count }, (_, at) => `calc(${at % 2 ? WIDE : 1} * var(--unit))`).join(" ");

/** @param {any} grid @param {string} layout @param {number} columns @param {boolean} sides */
function columnsOf(grid, layout, columns, sides) {
  const side = sides ? "auto " : "";
  if (layout === "edges") return side + track(columns);
  return `${side}repeat(${columns}, ${layout === "table" ? "auto" : "var(--cell)"})`;
}
