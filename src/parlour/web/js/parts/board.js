// @ts-check
/**
 * A picture, drawn: the same data that text and SVG are made from. What may be touched is a button, and all of it
 * can be done by keyboard: arrow keys go from button to button, Enter and Space touch.
 */

import { html, useLayoutEffect, useMemo, useRef } from "../lib.js";
import { after } from "../touch.js";
import { Grid, natural } from "./grid.js";
import { cellsOf, changes, slide } from "./moving.js";
import { keepFocus, near, steer } from "./focus.js";
import { moving } from "../settings.js";

const NONE = /** @type {any} */ ([]);
const ON_FELT = new Set(["card", "back", "die", "cup", "chips"]);

/** Count the grids in a block, so that each has a number. @param {any} block @returns {number} */
function grids(block) {
  if (block.kind === "grid") return 1;
  const places = (block.places || []).flatMap((/** @type {any} */ place) => place.blocks);
  const inner = [...(block.columns || []).flat(), ...places, ...(block.centre || [])];
  return inner.reduce((sum, each) => sum + grids(each), 0);
}

/** Say how wide a block would like to be, in pixels. @param {any} block @returns {number} */
function wanted(block) {
  if (block.kind === "grid") return natural(block);
  if (block.kind === "text") return Math.min(420, 9 * block.text.length + 8);
  return 640;
}

/** Say whether a picture lies on felt: it has cards, dice or chips, and no table with a felt of its own.
 * @param {any} data */
const onFelt = (data) => [...cellsOf(data).values()].some(({ cell }) => ON_FELT.has(cell.shape))
  && !data.blocks.some((/** @type {any} */ block) => block.kind === "table");

/** Draw blocks from top to bottom; the first grid among them has the number `from`.
 * @param {{blocks: any[], from: number, play: any}} props */
function Blocks({ blocks, from, play }) {
  let number = from;
  return blocks.map((block, at) => {
    const first = number;
    number += grids(block);
    return html`<${Block} key=${at} block=${block} from=${first} play=${play} />`;
  });
}

/** @param {{block: any, from: number, play: any}} props */
function Block({ block, from, play }) {
  if (block.kind === "text" && !block.text) return html`<p class="line gap"></p>`;
  if (block.kind === "text") return html`<p class=${`line t-${block.tone}`}>${block.text}</p>`;
  if (block.kind === "grid") {
    return html`<div class="fit" style=${{ "--wanted": `${natural(block)}px` }}>
      <${Grid} grid=${block} number=${from} play=${play} /></div>`;
  }
  if (block.kind === "table") return html`<${Table} block=${block} from=${from} play=${play} />`;
  let number = from;
  return html`<div class="beside">${block.columns.map((/** @type {any[]} */ column, /** @type {number} */ at) => {
    const first = number;
    number += column.reduce((sum, each) => sum + grids(each), 0);
    return html`<div class="column" key=${at} style=${{ "--wanted": `${Math.max(...column.map(wanted))}px` }}>
      <${Blocks} blocks=${column} from=${first} play=${play} /></div>`;
  })}</div>`;
}

/** Seats round a table, one's own in the south; a side may have several.
 * @param {{block: any, from: number, play: any}} props */
function Table({ block, from, play }) {
  let number = from;
  /** @type {Record<string, any[]>} */
  const sides = {};
  for (const place of block.places) {
    const seat = html`<section class=${`seat${place.active ? " active" : ""}`} key=${place.title}>
      <p class=${`place-name t-${place.tone || "plain"}`}>${place.title}</p>
      <${Blocks} blocks=${place.blocks} from=${number} play=${play} /></section>`;
    (sides[place.side] ||= []).push(seat);
    number += place.blocks.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + grids(each), 0);
  }
  return html`<div class=${`felt seats-${block.places.length}`}>
    ${Object.entries(sides).map(([side, seats]) => html`<div class=${`side ${side}`} key=${side}>${seats}</div>`)}
    <div class="centre"><${Blocks} blocks=${block.centre || []} from=${number} play=${play} /></div></div>`;
}

/**
 * Draw a picture.
 * @param {{data: any, touches?: string[][], touched?: string[], onTouch?: (name: string) => void,
 *   marks?: Iterable<string>, small?: boolean, label?: string, disabled?: boolean}} props `touches` of the legal moves,
 *   as a view has them; `touched`, the names touched so far; `marks`, names of parts to point at
 */
export function Picture({
  data, touches = NONE, touched = NONE, onTouch, marks = NONE, small = false, label = "", disabled = false,
}) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const nothing = { words: "", data: /** @type {any} */ (null), fresh: new Map(), slides: /** @type {any[]} */ ([]) };
  const shown = useRef(nothing);
  const change = useMemo(() => {
    const words = JSON.stringify(data);
    const last = shown.current;
    if (words === last.words) return last;
    const still = small || !last.data || !moving();
    return (shown.current = { words, data, ...(still ? { fresh: new Map(), slides: [] } : changes(last.data, data)) });
  }, [data]);
  useLayoutEffect(() => { if (root.current && change.slides.length) slide(root.current, change.slides); }, [change]);
  useLayoutEffect(() => { if (root.current && !small) keepFocus(root.current); });
  const next = useMemo(() => new Set(after(touches.map(() => ""), touches, touched).next), [touches, touched]);
  const felt = useMemo(() => Boolean(data) && onFelt(data), [data]);
  const play = {
    next, touched: new Set(touched), marks: new Set(marks), fresh: change.fresh,
    onTouch: disabled || small ? undefined : onTouch,
  };
  if (!data) return null;
  const classes = `picture${small ? " mini" : ""}${touched.length ? " chosen" : ""}${felt ? " on-felt" : ""}`;
  return html`<div class=${classes} ref=${root} role=${small ? "img" : "group"}
    aria-label=${label || data.title || "Board"} onKeyDown=${steer} onPointerOver=${near} onPointerLeave=${near}>
    <${Blocks} blocks=${data.blocks} from=${0} play=${play} /></div>`;
}
