// @ts-check
/** After a match: the curve of how it went, and playing on from any point of it. */

import { freshKey, post } from "../api.js";
import { html, useState } from "../lib.js";
import { known } from "../player.js";
import { go } from "../router.js";
import { Lines, written } from "./plot.js";

/** @typedef {import("./judged.js").Judged} Judged */

const TONES = ["first", "second", "third", "fourth"];

/** @param {any[]} curves @param {(value: number) => number} shown */
const valuesOf = (curves, shown) => new Map(curves.map((curve) => [curve.seat, new Map(curve.points.map(
  (/** @type {any} */ point) => [point.move, shown(point.value)]))]));

/** @param {Map<number, number>|undefined} values */
const inOrder = (values) => [...(values || [])].sort(([one], [other]) => one - other);

/**
 * What the match was worth after each move: as a chance to win where a win is 1 and a loss -1.
 * @param {{review: any, names: string[], step: number, onPick: (step: number) => void}} props
 */
export function Graph({ review, names, step, onPick }) {
  const chance = review.bounds[0] === -1 && review.bounds[1] === 1;
  const shown = (/** @type {number} */ value) => (chance ? (value + 1) / 2 : value);
  const curves = review.curve.filter((/** @type {any} */ curve) => curve.points.length);
  if (!curves.length) return html`<p class="quiet">The judge gave no values, so there is no curve.</p>`;
  const values = valuesOf(curves, shown);
  const series = curves.map((/** @type {any} */ { seat }) => (
    { name: names[seat], tone: TONES[seat % 4], points: inOrder(values.get(seat)) }));
  const faults = review.moves.filter((/** @type {Judged} */ it) => ["mistake", "blunder"].includes(it.verdict));
  const spots = faults.flatMap((/** @type {Judged} */ it) => {
    const y = (values.get(it.seat) || values.get(curves[0].seat))?.get(it.number);
    const label = `${it.number}. ${it.move}: ${it.verdict}`;
    return y === undefined ? [] : [{ x: it.number, y, tone: "bad", label }];
  });
  const one = curves.length === 1 ? names[curves[0].seat] : "";
  const worth = `What the game was worth${one && ` to ${one}`}`;
  const title = `${chance ? `${one ? `${one}'s chance` : "Chance"} to win` : worth}, move by move`;
  return html`<figure class="panel curve-of"><figcaption>${title}</figcaption>
    <${Lines} series=${series} spots=${spots} at=${step} onPick=${onPick} across="move" label=${title}
      least=${chance ? 0 : undefined} most=${chance ? 1 : undefined} middle=${chance ? 0.5 : 0}
      format=${(/** @type {number} */ value) => written(value, chance ? "%" : "")} />
    ${spots.length > 0 && html`<p class="quiet tiny">Red dots are mistakes and blunders.</p>`}</figure>`;
}

/**
 * Play on from here, against any level.
 * @param {{match: string, view: any, levels: string[], ply: number, mover: number}} props
 */
export function WhatIf({ match, view, levels, ply, mover }) {
  const [level, setLevel] = useState(levels[Math.floor((levels.length - 1) / 2)]);
  const [problem, setProblem] = useState("");
  const begin = async () => {
    const seats = view.seats.map((/** @type {any} */ chair) => (chair.seat === mover ? "me" : level));
    try {
      await known();
      const made = await post("/matches", { game: view.game, seats, from: { match, ply } }, freshKey());
      go(`/match/${made.match}`);
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  const change = (/** @type {any} */ event) => setLevel(event.target.value);
  const others = view.seats.length > 1;
  return html`<div class="stack tight"><p>Play on from here in the seat of ${view.seats[mover].name}. It does not count
    for ratings.</p><div class="what-if">
    ${others && html`<label>against <select value=${level} onChange=${change}>
      ${levels.map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label>`}
    <button type="button" class="button primary" data-testid="what-if" onClick=${begin}>What if…</button></div>
    ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}</div>`;
}
