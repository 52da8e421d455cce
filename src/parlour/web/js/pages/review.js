// @ts-check
/** After the game: how it went, who played how well, what cost most and what was better, and what if. */

import { get, stream } from "../api.js";
import { html, useEffect, useMemo, useState } from "../lib.js";
import { Graph, WhatIf } from "../parts/afterwards.js";
import { Picture } from "../parts/board.js";
import { Export } from "../parts/export.js";
import { Accuracy, Dearest, Verdicts, markOf } from "../parts/judged.js";
import { Thinking } from "../parts/thinking.js";
import { touchesOf } from "../touch.js";

/** @typedef {import("../parts/judged.js").Judged} Judged */
/** @typedef {{view?: any, info?: any, review?: any, far?: {judged: number, of: number}, problem?: string}} Found */

/** All that is known of a finished match. @param {string} match */
function useReview(match) {
  const [found, setFound] = useState(/** @type {Found} */ ({}));
  useEffect(() => {
    const leaving = new AbortController();
    const add = (/** @type {Found} */ more) =>
      leaving.signal.aborted || setFound((before) => ({ ...before, ...more }));
    const failed = (/** @type {Error} */ error) => add({ problem: error.message });
    get(`/matches/${match}?picture=data`).then((view) => {
      add({ view });
      document.title = `Review of ${view.title} · Parlour`;
      get(`/games/${view.game}`).then((info) => add({ info }), failed);
      if (!view.over) return;
      const heard = (/** @type {any} */ part) => add(part.done ? { review: part } : { far: part });
      stream(`/matches/${match}/review`, {}, heard, leaving.signal).catch(failed);
    }, failed);
    return () => leaving.abort();
  }, [match]);
  return found;
}

/**
 * How the match stood at a ply: before one's eyes, and with the moves of whoever was to move.
 * @param {string} match @param {any} view @param {boolean} hidden @param {number} ply @param {number} mover
 */
function useThen(match, view, hidden, ply, mover) {
  const [then, setThen] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (ply >= view.ply) { setThen(view); return undefined; }
    let current = true;
    const at = (/** @type {number} */ seat) => get(`/matches/${match}/replay?ply=${ply}&picture=data&seat=${seat}`);
    const own = hidden ? mover : view.seat;
    Promise.all([at(own), own === mover ? null : at(mover)]).then(([seen, moving]) => {
      if (current) setThen({ ...seen, legal: (moving || seen).legal, touches: touchesOf(moving || seen) });
    }, () => {});
    return () => { current = false; };
  }, [match, ply, mover, hidden]);
  return then;
}

/**
 * What the judge says of the move that comes next.
 * @param {{it: Judged|undefined, names: string[], over: string[]}} props
 */
function Verdict({ it, names, over }) {
  if (!it) return html`<div class="notice">${over.map((text) => html`<p key=${text}>${text}</p>`)}</div>`;
  const better = Boolean(it.loss) && it.best !== it.move;
  const fine = it.verdict === "good" ? ": a good move." : `: ${it.verdict}.`;
  const said = better ? `, a ${it.verdict} ${markOf(it.verdict)}.` : fine;
  return html`<div class=${`notice ${better ? "bad" : "good"}`} aria-live="polite">
    <p><b>${names[it.seat]}</b> played <b>${it.move}</b>${it.told && ` (${it.told})`}${said}
      ${better && html` Better was <b>${it.best}</b> (${it.best_told}), marked on the board.`}</p>
    ${better && it.reasons.slice(0, 2).map((text) => html`<p key=${text}>${text}</p>`)}</div>`;
}

/** @param {{step: number, first: number, last: number, onPick: (step: number) => void}} props */
function Stepping({ step, first, last, onPick }) {
  const to = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ there) => html`<button
    type="button" class="button icon" aria-label=${name} disabled=${step === (there < step ? first : last)}
    onClick=${() => onPick(there)}>${sign}</button>`;
  return html`<div class="row tight centred" role="group" aria-label="Steps">
    ${to("«", "To the start", first)}${to("‹", "One back", step - 1)}
    <span class="quiet number">${step} of ${last}</span>
    ${to("›", "One on", step + 1)}${to("»", "To the end", last)}</div>`;
}

/** @param {{match: string, view: any, info: any, review: any}} props */
function Reviewed({ match, view, info, review }) {
  const [step, setStep] = useState(0);
  const [hover, setHover] = useState(/** @type {any} */ (null));
  const names = view.seats.map((/** @type {any} */ chair) => chair.name);
  /** @type {Judged[]} */
  const moves = review.moves;
  const first = moves.length ? moves[0].number - 1 : 0;
  const last = moves.length ? moves[moves.length - 1].number : 0;
  const it = moves.find((each) => each.number === step + 1);
  const ply = it ? it.ply : view.ply;
  const mover = it ? it.seat : view.seat;
  const then = useThen(match, view, info.hidden, ply, mover);
  const pick = (/** @type {number} */ to) => { setHover(null); setStep(Math.min(last, Math.max(first, to))); };
  useEffect(() => pick(first), [first]);
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("input, select, textarea, [role=slider], .picture")) return;
      if (event.key === "ArrowLeft") pick(step - 1);
      if (event.key === "ArrowRight") pick(step + 1);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
  const marks = useMemo(() => {
    if (hover) return hover.marks;
    const best = it && it.loss ? it.best : "";
    const at = then && best ? then.legal.indexOf(best) : -1;
    return at < 0 ? [] : touchesOf(then)[at];
  }, [hover, it, then]);
  const shown = hover?.picture || then?.picture;
  const fold = (/** @type {string} */ title, /** @type {any} */ inside) => html`<section class="panel stack tight">
    <h2>${title}</h2>${inside}</section>`;
  return html`<article class="review">
    <header class="review-head"><h1>Review of ${view.title}</h1><p class="quiet">${view.result.join(" ")} Judged by
      ${" "}${review.judge}. <a href=${`/match/${match}`}>To the match</a></p></header>
    <section class="stack" aria-label="How it went">
      <${Graph} review=${review} names=${names} step=${step} onPick=${pick} />
      <${Accuracy} players=${review.players} /></section>
    <div class="review-columns"><section class="stack" aria-label="Board">
      <div class="stage">
        ${shown && html`<${Picture} data=${shown} marks=${hover?.picture ? [] : marks} disabled />`}</div>
      <${Stepping} step=${step} first=${first} last=${last} onPick=${pick} />
      <${Verdict} it=${it} names=${names} over=${view.result} />
      ${it && html`<${Thinking} match=${match} view=${then} ply=${ply} onHover=${setHover} />`}</section>
    <aside class="stack" aria-label="Moves">
      ${fold("What cost most", html`<${Dearest} moves=${moves} names=${names} onPick=${pick} />`)}
      <details class="fold history" open><summary>Moves <span class="quiet number">${moves.length}</span></summary>
        <${Verdicts} moves=${moves} names=${names} step=${step} onPick=${pick} /></details>
      ${it && fold("What if", html`<${WhatIf} match=${match} view=${view} levels=${info.levels} ply=${ply}
        mover=${it.seat} />`)}
      ${fold("Take it along", html`<${Export} match=${match} game=${view.game} notations=${info.notations}
        ply=${ply} seat=${info.hidden ? mover : view.seat} />`)}</aside></div></article>`;
}

/** @param {{match: string}} props */
export default function ReviewPage({ match }) {
  const { view, info, review, far, problem } = useReview(match);
  if (problem) {
    return html`<section class="panel narrow stack"><h1>No review</h1><p class="notice bad" role="alert">${problem}</p>
      <p><a href=${`/match/${match}`}>To the match</a></p></section>`;
  }
  if (view && !view.over) {
    return html`<section class="panel narrow stack"><h1>Review of ${view.title}</h1>
      <p>The match is still going on. It is reviewed when it is over.</p>
      <p><a class="button" href=${`/match/${match}`}>To the match</a></p></section>`;
  }
  if (!view || !info || !review) {
    return html`<div class="stack"><p class="row" role="status"><span class="spinner" aria-hidden="true"></span>
      ${view ? "Judging every move by what its player could know…" : "Opening the match…"}</p>
      ${far && html`<progress aria-label="Moves judged" max=${far.of} value=${far.judged} data-testid="judged" />
        <p class="quiet">${far.judged} of ${far.of} moves</p>`}</div>`;
  }
  return html`<${Reviewed} match=${match} view=${view} info=${info} review=${review} />`;
}
