// @ts-check
/** The table of an event and its plots: scores with their intervals, how they came about, who beat whom. */

import { html } from "../lib.js";
import { percent, signed } from "../words.js";
import { Bars, Lines } from "./plot.js";

/** How the scores settle. @param {{event: any}} props */
function Growth({ event }) {
  if (event.growth.length < 2) return null;
  // The order of the entrants, not of the table: a colour stays with its strategy.
  const series = [...new Set(event.specs)].map((spec) => ({
    name: spec,
    points: event.growth.flatMap((/** @type {any} */ [at, scores]) => (spec in scores ? [[at, scores[spec]]] : [])),
  }));
  return html`<section class="stack tight" aria-labelledby="growth"><h2 id="growth">As it went</h2>
    <${Lines} series=${series} least=${0} most=${1} middle=${0.5} label="Score of each strategy as matches were played"
      across="matches" format=${(/** @type {number} */ y) => percent(y)} /></section>`;
}

/** @param {{rows: any[]}} props */
function Table({ rows }) {
  const lost = rows.some((row) => row.forfeits);
  const heads = ["#", "Strategy", "Score", "95 %", "Elo", "95 %", "Games", "Won", "Drawn", "Lost", ...(lost ? ["Forfeits"] : [])];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Standings"><table class="standings">
    <thead><tr>${heads.map((head, at) => html`<th scope="col" class=${at === 1 ? "" : "number"}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row, at) => html`<tr key=${at} data-spec=${row.spec}>
      <td class="number">${at + 1}</td><th scope="row">${row.spec}</th>
      <td class="number">${row.score.toFixed(3)}</td>
      <td class="number quiet">${row.low.toFixed(3)} to ${row.high.toFixed(3)}</td>
      <td class="number">${signed(row.elo)}</td>
      <td class="number quiet">${signed(row.elo_low)} to ${signed(row.elo_high)}</td>
      <td class="number">${row.games}</td><td class="number">${row.wins}</td><td class="number">${row.draws}</td>
      <td class="number">${row.losses}</td>${lost && html`<td class="number">${row.forfeits}</td>`}</tr>`)}</tbody>
  </table></div>`;
}

/** Who beat whom, in a sentence each. @param {{pairs: any[]}} props */
function Pairs({ pairs }) {
  const sure = (/** @type {number} */ share) => percent(Math.min(0.999, Math.max(0.001, share)), 1);
  return html`<ul class="pairs">${pairs.map((pair) => {
    const [better, other] = pair.superiority >= 0.5 ? pair.specs : [pair.specs[1], pair.specs[0]];
    return html`<li><strong>${better}</strong> is stronger than ${other} with likelihood
      ${" "}${sure(Math.max(pair.superiority, 1 - pair.superiority))}: ${pair.specs[0]} won ${pair.wins}, ${pair.specs[1]} won
      ${" "}${pair.losses}, drawn ${pair.draws}.</li>`;
  })}</ul>`;
}

/** @param {{event: any}} props */
export function Standings({ event }) {
  const { standings, pairs, forfeits } = event.table;
  const bars = standings.map((/** @type {any} */ row) => ({
    label: row.spec, value: row.score, low: row.low, high: row.high, text: percent(row.score, 1),
  }));
  return html`<div class="stack loose">
    <section class="stack" aria-labelledby="table"><h2 id="table">Table</h2>
      <${Table} rows=${standings} />
      <${Bars} values=${bars} least=${0} most=${1} label="Scores with their 95 % intervals" /></section>
    <${Growth} event=${event} />
    <section class="stack" aria-labelledby="pairs"><h2 id="pairs">Who beat whom</h2><${Pairs} pairs=${pairs} />
      ${forfeits.map((/** @type {any} */ each) => html`<p class="bad" key=${each.spec + each.reason}>${each.spec} forfeited
        ${" "}${each.games}: ${each.reason}</p>`)}</section>
  </div>`;
}
