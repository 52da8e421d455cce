// @ts-check
/** The moves of a match as a list, and looking at how it stood after any of them. */

import { html, useEffect, useRef, useState } from "../lib.js";
import { get } from "../api.js";

const PAGE = 1000;

/** Keep all moves so far: those from before are asked for once, the others come with the views.
 * @param {string} match @param {any} view @returns {any[]} */
export function useHistory(match, view) {
  const [older, setOlder] = useState(/** @type {any[]} */ ([]));
  const kept = useRef(/** @type {Map<number, any>} */ (new Map()));
  const begun = view && view.last.length ? view.last[0].ply : 0;
  useEffect(() => {
    if (!begun) return undefined;
    let current = true;
    const path = `/matches/${match}/moves?count=${PAGE}${view.seat >= 0 ? `&seat=${view.seat}` : ""}`;
    get(path).then((page) => current && setOlder(page.moves), () => {});
    return () => { current = false; };
  }, [match, Boolean(begun), view?.over]);
  if (!view) return [];
  const all = kept.current;
  for (const each of older) if (!all.has(each.ply) || !each.move.includes("?")) all.set(each.ply, each);
  for (const each of view.last) all.set(each.ply, each);
  const latest = view.last.length ? view.last[view.last.length - 1].ply : -1;
  for (const ply of [...all.keys()]) if (ply > latest) all.delete(ply); // taken back
  return joined([...all.values()].sort((one, other) => one.ply - other.ply));
}

/** Put what chance brings in a row, such as a deal, into one line. @param {any[]} moves */
function joined(moves) {
  /** @type {any[]} */
  const lines = [];
  for (const move of moves) {
    const last = lines[lines.length - 1];
    if (move.who < 0 && last && last.who < 0) last.parts.push(move.move);
    else lines.push({ ...move, parts: [move.move] });
  }
  return lines.map(({ parts, ...line }) => ({ ...line, move: parts.length > 2 ? "deal" : parts.join(" ") }));
}

/** Look at the match as it stood at a ply; `null` is now. @param {string} match @param {any} view */
export function usePast(match, view) {
  const asked = new URLSearchParams(location.search).get("ply");
  const [ply, setPly] = useState(asked === null ? null : Number(asked));
  const [then, setThen] = useState(/** @type {any} */ (null));
  const seat = view?.seat ?? -1;
  const last = view?.ply ?? 0;
  /** @param {number | null} to */
  const go = (to) => {
    const at = to === null || to >= last ? null : Math.max(0, to);
    setPly(at);
    const here = new URL(location.href);
    if (at === null) here.searchParams.delete("ply");
    else here.searchParams.set("ply", String(at));
    history.replaceState(null, "", here);
  };
  useEffect(() => {
    if (ply === null || !view) { setThen(null); return undefined; }
    let current = true;
    const path = `/matches/${match}/replay?ply=${ply}&picture=data${seat >= 0 ? `&seat=${seat}` : ""}`;
    get(path).then((found) => current && setThen(found), () => current && go(null));
    return () => { current = false; };
  }, [ply, match, seat, Boolean(view)]);
  useEffect(() => {
    if (ply === null) return undefined;
    /** @param {KeyboardEvent} event */
    const step = (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("input, textarea, select, dialog")) return;
      if (event.key === "ArrowLeft") go(ply - 1);
      else if (event.key === "ArrowRight") go(ply + 1);
      else if (event.key === "Escape") go(null);
    };
    addEventListener("keydown", step);
    return () => removeEventListener("keydown", step);
  });
  const Steps = () => html`<div class="steps row" role="group" aria-label="Steps">
    <button type="button" class="button icon" aria-label="To the start" disabled=${ply === 0}
      onClick=${() => go(0)}>⏮</button>
    <button type="button" class="button icon" aria-label="One back" disabled=${ply === 0}
      onClick=${() => go(Number(ply) - 1)}>◀</button>
    <button type="button" class="button icon" aria-label="One on" onClick=${() => go(Number(ply) + 1)}>▶</button>
    <button type="button" class="button" data-testid="to-now" onClick=${() => go(null)}>Back to now</button></div>`;
  return { ply, view: ply === null ? null : then, go, Steps };
}

/** @param {{moves: any[], view: any, ply: number | null, onPly: (ply: number | null) => void}} props */
export function History({ moves, view, ply, onPly }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (box.current && ply === null) box.current.scrollTop = box.current.scrollHeight;
  }, [moves.length, ply]);
  if (!moves.length) return null;
  const ends = moves.map((_, at) => (at + 1 < moves.length ? moves[at + 1].ply : view.ply));
  return html`<details class="fold history" open>
    <summary>Moves <span class="quiet number">${moves.length}</span></summary>
    <ol class="list" ref=${box} data-testid="moves">${moves.map((move, at) => html`
      <li key=${move.ply}><button type="button" class=${`seat-${move.who < 0 ? "none" : move.who % 4}`}
        aria-current=${ply === ends[at] || (ply === null && at === moves.length - 1) ? "step" : undefined}
        onClick=${() => onPly(ends[at])}><span class="quiet number">${at + 1}</span>
          <span class="unseen">${move.who < 0 ? "chance" : view.seats[move.who]?.name}:</span> ${move.move}
        </button></li>`)}</ol></details>`;
}
