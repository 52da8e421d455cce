// @ts-check
/** Choosing a move by what is no part of the board: buttons, amounts with a slider, and a field to type it in. */

import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../lib.js";
import { after, partsOf } from "../touch.js";
import { keepFocus, steer } from "./focus.js";

const MANY = 12; // numbers from which on a slider is quicker than buttons
const LISTED = 300; // moves offered while typing

/**
 * Keep what was touched so far, and play the move when it is complete. What was touched is forgotten when another
 * list of touches is given (an equal one too: the same moves may be legal again); Escape takes one touch back.
 * @param {string[]} moves @param {string[][]} touches @param {(move: string) => void} play
 */
export function useTouch(moves, touches, play) {
  const [touched, setTouched] = useState(/** @type {string[]} */ ([]));
  useLayoutEffect(() => setTouched((names) => (names.length ? [] : names)), [touches]);
  const back = () => setTouched((names) => (names.length ? names.slice(0, -1) : names));
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const heard = (event) => { if (event.key === "Escape" && !document.querySelector("dialog[open]")) back(); };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);
  /** Touching the first name again puts it down; touching another one that begins moves begins with that.
   * @param {string} name */
  const touch = (name) => {
    const now = [...touched, name];
    const state = after(moves, touches, now);
    if (state.done) play(state.done);
    if (state.done || state.also.length) return setTouched(now);
    const anew = name !== touched[touched.length - 1] && after(moves, touches, [name]).also.length > 0;
    setTouched(anew ? [name] : touched.slice(0, -1));
  };
  return { touched, touch, back, state: after(moves, touches, touched), clear: () => setTouched([]) };
}

/**
 * Let a person choose among the names that are not on the board.
 * @param {{moves: string[], touches: string[][], touched: string[], onTouch: (name: string) => void,
 *   onBack: () => void, onMove: (move: string) => void, picture: any, total?: number, disabled?: boolean}} props
 */
export function Choices({ moves, touches, touched, onTouch, onBack, onMove, picture, total = 0, disabled = false }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const parts = useMemo(() => partsOf(picture), [picture]);
  const state = useMemo(() => after(moves, touches, touched), [moves, touches, touched]);
  const names = state.next.filter((name) => !parts.has(name));
  const numbers = names.filter((name) => /^\d+$/.test(name));
  const amounts = numbers.length > MANY ? numbers.map(Number).sort((one, other) => one - other) : [];
  const plain = amounts.length ? names.filter((name) => !/^\d+$/.test(name)) : names;
  useLayoutEffect(() => { if (root.current) keepFocus(root.current); });
  /** @param {string} name */
  const more = (name) => after(moves, touches, [...touched, name]).next.length > 0;
  return html`<div class="choices" data-testid="choices">
    ${touched.length > 0 && html`<p class="so-far" role="status"><span>${touched.join(" ")} …</span>
      ${state.short && html`<button type="button" class="button primary" data-testid="play-short"
        onClick=${() => onMove(/** @type {string} */ (state.short))}>Play ${state.short}</button>`}
      <button type="button" class="button plain" data-testid="touch-back" onClick=${onBack}>
        Take back <kbd>Esc</kbd></button></p>`}
    ${plain.length > 0 && html`<div class="names" ref=${root} role="group" aria-label="Moves" onKeyDown=${steer}>
      ${plain.map((name) => html`<button type="button" key=${name} class="button choice" data-name=${name}
        data-testid=${`move-${name}`} disabled=${disabled}
        onClick=${() => onTouch(name)}>${name}${more(name) ? " …" : ""}</button>`)}</div>`}
    ${amounts.length > 0 && html`<${Amount} key=${touched.join(" ")} amounts=${amounts} disabled=${disabled}
      onChoose=${(/** @type {number} */ amount) => onTouch(String(amount))} />`}
    <${Typed} moves=${moves} total=${total} disabled=${disabled} onMove=${onMove} />
  </div>`;
}

/** An amount among many: a slider, a number and a few that are often wanted.
 * @param {{amounts: number[], onChoose: (amount: number) => void, disabled: boolean}} props */
function Amount({ amounts, onChoose, disabled }) {
  const [at, setAt] = useState(0);
  const last = amounts.length - 1;
  const usual = [...new Set([0, Math.round(last / 4), Math.round(last / 2), last])];
  /** @param {number} wanted */
  const nearest = (wanted) => amounts.reduce(
    (best, amount, index) => (Math.abs(amount - wanted) < Math.abs(amounts[best] - wanted) ? index : best), 0);
  const choose = (/** @type {Event} */ event) => { event.preventDefault(); onChoose(amounts[at]); };
  return html`<form class="amount" onSubmit=${choose}>
    <input type="range" aria-label="Amount" min="0" max=${last} value=${at} disabled=${disabled}
      aria-valuetext=${String(amounts[at])}
      onInput=${(/** @type {any} */ event) => setAt(Number(event.target.value))} />
    <input type="number" aria-label="Amount as a number" min=${amounts[0]} max=${amounts[last]} value=${amounts[at]}
      disabled=${disabled}
      onChange=${(/** @type {any} */ event) => setAt(nearest(Number(event.target.value)))} />
    <span class="usual">${usual.map((index) => html`
      <button type="button" key=${index} class="button plain" disabled=${disabled}
      onClick=${() => setAt(index)}>${amounts[index]}</button>`)}</span>
    <button type="submit" class="button primary" data-testid=${`move-${amounts[at]}`} disabled=${disabled}>
      Choose ${amounts[at]}</button>
  </form>`;
}

/** A field to type a move in.
 * @param {{moves: string[], total: number, disabled: boolean, onMove: (move: string) => void}} props */
function Typed({ moves, total, disabled, onMove }) {
  const [words, setWords] = useState("");
  const list = useId();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    const said = words.trim();
    if (!said || disabled) return;
    const alike = moves.find((move) => move.toLowerCase() === said.toLowerCase());
    onMove(moves.includes(said) ? said : alike || said);
    setWords("");
  };
  return html`<form class="typed" onSubmit=${send}>
    <label><span>Type a move</span>
      <input type="text" list=${list} value=${words} autocomplete="off" spellcheck=${false} maxlength="400"
      data-testid="type-move" onInput=${(/** @type {any} */ event) => setWords(event.target.value)} /></label>
    <datalist id=${list}>${moves.slice(0, LISTED).map((move) => html`<option key=${move} value=${move} />`)}</datalist>
    <button type="submit" class="button plain" disabled=${disabled || !words.trim()}>Play</button>
    ${total > moves.length && html`<span class="quiet">${total} moves are legal; any of them can be typed.</span>`}
  </form>`;
}
