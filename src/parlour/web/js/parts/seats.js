// @ts-check
/** Beside the board: who sits where, what was told, how it ended, and the rules. */

import { html, useEffect, useRef, useState } from "../lib.js";
import { get } from "../api.js";
import { signed } from "../words.js";
import { Clock } from "./clock.js";
import { Rules } from "./rules.js";

const KEPT = 60; // sentences
const BEFORE = 30; // plies

/** @param {{view: any}} props */
export function Seats({ view }) {
  return html`<ul class="seats" aria-label="Players">${view.seats.map((/** @type {any} */ chair) => html`
    <li key=${chair.seat} class=${`chair seat-${chair.seat % 4}${view.turn === chair.seat ? " turn" : ""}`}
      aria-current=${view.turn === chair.seat ? "true" : undefined}>
      <span class="token" aria-hidden="true"></span>
      <span class="sitter">${chair.name}
        ${chair.seat === view.seat && html` <span class="quiet">${" (you)"}</span>`}</span>
      <span class="quiet kind">${chair.taken ? (chair.kind === "machine" ? chair.spec : "") : "not here yet"}</span>
      ${view.turn === chair.seat && html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`}
      ${view.clock && html`<${Clock} view=${view} seat=${chair.seat} />`}
      ${view.over && view.returns && html`<span class="number return">${got(view.returns[chair.seat])}</span>`}
    </li>`)}</ul>`;
}

/** What somebody got at the end. @param {number} value */
const got = (value) => signed(value, Number.isInteger(value) ? 0 : 2);

/** @param {any} view */
const keyed = (view) => view.told.map((/** @type {any} */ event, /** @type {number} */ at) =>
  ({ key: `${view.version}.${at}`, text: event.text }));

/** What was told, the latest last; read out as it comes. What was told before the page was opened is asked for.
 * @param {{view: any}} props */
export function Told({ view }) {
  const [, again] = useState(0);
  const lines = useRef({ match: "", version: -1, ply: -1, told: /** @type {{key: string, text: string}[]} */ ([]) });
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const kept = lines.current;
  if (kept.match !== view.match || view.ply < kept.ply) {
    Object.assign(kept, { match: view.match, version: -1, told: [] });
  }
  if (kept.version !== view.version) {
    Object.assign(kept, { version: view.version, ply: view.ply, told: [...kept.told, ...keyed(view)].slice(-KEPT) });
  }
  useEffect(() => {
    if (!view.ply) return;
    const since = Math.max(0, view.ply - BEFORE);
    get(`/matches/${view.match}?since=${since}${view.seat >= 0 ? `&seat=${view.seat}` : ""}`).then((then) => {
      if (then.version !== kept.version) return;
      kept.told = keyed(then);
      again((count) => count + 1);
    }, () => {});
  }, [view.match]);
  useEffect(() => { if (box.current) box.current.scrollTop = box.current.scrollHeight; }, [view.version]);
  return html`<ol class="told" ref=${box} aria-live="polite" aria-label="What happened" tabindex="0" data-testid="told">
    ${kept.told.map(({ key, text }) => html`<li key=${key}>${text}</li>`)}</ol>`;
}

/** @param {{view: any, onAgain: (() => void) | null}} props */
export function Result({ view, onAgain }) {
  const mine = view.seat >= 0 && view.returns ? view.returns[view.seat] : null;
  const all = view.returns?.length > 1 ? view.returns : [mine, -(mine || 0)];
  const [most, least] = [Math.max(...all), Math.min(...all)];
  const kind = mine === null || most === least ? "" : mine === most ? "good" : "bad";
  return html`<div class=${`notice result ${kind}`} role="status" data-testid="result">
    ${view.result.map((/** @type {string} */ text, /** @type {number} */ at) => html`<p key=${at}>${text}</p>`)}
    <p class="row tight">${onAgain && html`
      <button type="button" class="button primary" data-testid="rematch" onClick=${onAgain}>Play again</button>`}
      ${!onAgain && view.rematch && html`<a class="button" href=${`/match/${view.rematch}`}>Next match</a>`}
      <a class="button" href=${`/review/${view.match}`} data-testid="review">Review the game</a></p></div>`;
}

/** The rules, asked for when they are first unfolded. @param {{view: any}} props */
export function RulesOf({ view }) {
  const [guide, setGuide] = useState(/** @type {any} */ (null));
  const open = (/** @type {any} */ event) => {
    if (event.target.open && !guide) get(`/games/${view.game}`).then((game) => setGuide(game.guide), () => {});
  };
  return html`<details class="fold rules" onToggle=${open}><summary>Rules</summary>
    ${guide ? html`<${Rules} guide=${guide} />` : html`<p class="quiet">Loading…</p>`}</details>`;
}
