// @ts-check
/** A trainer: one decision after the other, what each cost, and how it goes by situation. This browser keeps it. */

import { html, useCallback, useEffect, useRef, useState } from "../lib.js";
import { post } from "../api.js";
import { keep, kept } from "../keep.js";
import { percent, plural } from "../words.js";
import { Playing, marksOf } from "../parts/playing.js";
import { Why } from "../parts/verdict.js";

/** @typedef {{seen: number, right: number, cost: number}} Score */

const COLUMNS = ["Situation", "Seen", "Right", "Lost"];
const NONE = { seen: 0, right: 0, cost: 0 };

/** @param {Record<string, Score>} scores @param {string} situation @param {number | null} cost */
function counted(scores, situation, cost) {
  if (cost === null) return scores;
  const { seen, right, cost: all } = scores[situation] || NONE;
  return { ...scores, [situation]: { seen: seen + 1, right: right + (cost === 0 ? 1 : 0), cost: all + cost } };
}

/** @param {{scores: Record<string, Score>, onForget: () => void}} props */
function Scores({ scores, onForget }) {
  const rows = Object.entries(scores).sort(([, one], [, other]) => other.cost / other.seen - one.cost / one.seen);
  const total = rows.reduce((sum, [, { seen, right, cost }]) => (
    { seen: sum.seen + seen, right: sum.right + right, cost: sum.cost + cost }), NONE);
  if (!total.seen) return html`<p class="quiet">How it goes is counted here, by situation.</p>`;
  return html`<section class="stack tight" aria-labelledby="scores"><h2 id="scores" class="small-title">So far</h2>
    <p data-testid="score">${plural(total.seen, "decision")}, ${percent(total.right / total.seen)} right,
      ${" "}${(total.cost / total.seen).toFixed(3)} lost on average.</p>
    <div class="scroll scores" tabindex="0" role="region" aria-labelledby="scores"><table>
      <thead><tr>${COLUMNS.map((word) => html`<th key=${word} scope="col">${word}</th>`)}</tr></thead>
      <tbody>${rows.map(([name, { seen, right, cost }]) => html`<tr key=${name}><th scope="row">${name}</th>
        <td class="number">${seen}</td><td class="number">${percent(right / seen)}</td>
        <td class="number">${(cost / seen).toFixed(3)}</td></tr>`)}</tbody></table></div>
    <p><button type="button" class="button plain" onClick=${onForget}>Forget these</button></p></section>`;
}

/** @param {{game: string}} props */
export default function Train({ game }) {
  const place = `train.${game}`;
  const [view, setView] = useState(/** @type {any} */ (null));
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [marks, setMarks] = useState(/** @type {string[]} */ ([]));
  const [round, setRound] = useState(0);
  const [scores, setScores] = useState(() => /** @type {Record<string, Score>} */ (kept(place)));
  const onward = useRef(/** @type {HTMLElement | null} */ (null));
  const draw = useCallback(async () => {
    setFound(null);
    setMarks([]);
    setBusy(true);
    setWrong("");
    try {
      setView(await post(`/games/${game}/drill`, {}));
    } catch (error) {
      setWrong(/** @type {Error} */ (error).message);
    }
    setRound((count) => count + 1);
    setBusy(false);
  }, [game]);
  useEffect(() => { draw(); }, [draw]);
  useEffect(() => { if (view) document.title = `Train ${view.title} · Parlour`; }, [view]);
  useEffect(() => { if (found) onward.current?.focus({ preventScroll: true }); }, [found]);
  const decide = async (/** @type {string} */ move) => {
    setBusy(true);
    try {
      const told = await post(`/games/${game}/drill/judge`, { seed: view.seed, options: view.options, move });
      const next = counted(scores, told.situation, told.cost);
      setFound(told);
      setScores(next);
      keep(place, next);
      setMarks(marksOf(view, [told.best]));
      setWrong("");
    } catch (error) {
      setWrong(/** @type {Error} */ (error).message);
      setRound(round + 1);
    }
    setBusy(false);
  };
  if (!view) {
    return wrong ? html`<section class="panel narrow stack"><h1>No trainer here</h1>
        <p class="notice bad" role="alert">${wrong}</p><p><a href="/study">Choose a game</a></p></section>`
      : html`<p class="quiet" role="status"><span class="spinner"></span> Playing to a decision…</p>`;
  }
  const kind = found?.cost === 0 ? "good" : found?.cost ? "bad" : "";
  const point = (/** @type {string[]} */ moves) => setMarks(marksOf(view, moves.length ? moves : [found.best]));
  return html`<article class="studying train" data-testid="train" data-decided=${String(found !== null)}>
    <header class="studying-head"><h1>Train ${view.title}</h1>
      <p class="status mine" role="status" data-testid="situation">${view.situation}</p></header>
    <div class="stack">
      <p class="task">You are <b>${view.seats[view.seat]}</b>. What do you do?</p>
      <${Playing} key=${round} view=${view} onMove=${decide} disabled=${busy || found !== null} marks=${marks} />
    </div>
    <aside class="studying-side">
      ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
      ${busy && html`<p class="quiet" role="status"><span class="spinner"></span> A moment…</p>`}
      ${found && html`<div class=${`notice ${kind}`} role="status" data-testid="verdict">${found.told}</div>`}
      <p class="row tight"><button type="button" class=${`button${found ? " primary" : ""}`} ref=${onward}
        disabled=${busy} onClick=${draw} data-testid="next">${found ? "Next" : "Another"}</button></p>
      ${found && html`<${Why} found=${found} onPoint=${point} />`}
      ${!found && view.told.length > 0 && html`<ol class="told" aria-label="What happened" tabindex="0">
        ${view.told.map((/** @type {any} */ event) => html`<li>${event.text}</li>`)}</ol>`}
      <${Scores} scores=${scores} onForget=${() => { keep(place, {}); setScores({}); }} />
    </aside>
  </article>`;
}
