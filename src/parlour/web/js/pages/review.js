// @ts-check
/** After the game: how it went, who played how well, what cost most and what was better, and what if. */

import { freshKey, get, post } from "../api.js";
import { html, useEffect, useMemo, useState } from "../lib.js";
import { Picture } from "../parts/board.js";
import { Export } from "../parts/export.js";
import { Accuracy, Dearest, Verdicts, markOf } from "../parts/judged.js";
import { Lines, written } from "../parts/plot.js";
import { Thinking } from "../parts/thinking.js";
import { known } from "../player.js";
import { go } from "../router.js";
import { touchesOf } from "../touch.js";

/** @typedef {import("../parts/judged.js").Judged} Judged */

/** All that is known of a finished match. @param {string} match */
function useReview(match) {
  const [found, setFound] = useState(/** @type {{view?: any, info?: any, review?: any, problem?: string}} */ ({}));
  useEffect(() => {
    let current = true;
    const add = (/** @type {any} */ more) => current && setFound((before) => ({ ...before, ...more }));
    const failed = (/** @type {Error} */ error) => add({ problem: error.message });
    get(`/matches/${match}?picture=data`).then((view) => {
      add({ view });
      document.title = `Review of ${view.title} · Parlour`;
      get(`/games/${view.game}`).then((info) => add({ info }), failed);
      if (view.over) post(`/matches/${match}/review`, {}).then((review) => add({ review }), failed);
    }, failed);
    return () => { current = false; };
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

/** @param {{review: any, names: string[], step: number, onPick: (step: number) => void}} props */
function Graph({ review, names, step, onPick }) {
  const [low, high] = review.bounds;
  const chance = low === -1 && high === 1;
  const shown = (/** @type {number} */ value) => (chance ? (value + 1) / 2 : value);
  const series = review.curve.map((/** @type {any} */ curve) => ({
    name: names[curve.seat], tone: ["first", "second", "third", "fourth"][curve.seat % 4],
    points: curve.points.map((/** @type {any} */ point) => [point.move, shown(point.value)]),
  })).filter((/** @type {any} */ each) => each.points.length);
  if (!series.length) return html`<p class="quiet">The judge gave no values, so there is no curve.</p>`;
  const at = new Map(review.curve.map((/** @type {any} */ curve) => [curve.seat, new Map(curve.points.map(
    (/** @type {any} */ point) => [point.move, shown(point.value)]))]));
  const spots = review.moves.filter((/** @type {Judged} */ it) => ["mistake", "blunder"].includes(it.verdict))
    .flatMap((/** @type {Judged} */ it) => {
      const y = (at.get(it.seat) || at.get(review.curve[0].seat))?.get(it.number);
      return y === undefined ? [] : [{ x: it.number, y, tone: "bad", label: `${it.number}. ${it.move}: ${it.verdict}` }];
    });
  const what = chance ? "Chance to win" : "What the game was worth";
  const whose = series.length === 1 ? ` to ${names[review.curve[0].seat]}` : "";
  return html`<figure class="panel curve-of"><figcaption>${chance && whose ? `${names[review.curve[0].seat]}'s chance to win` : `${what}${whose}`},
      move by move</figcaption>
    <${Lines} series=${series} spots=${spots} at=${step} onPick=${onPick} across="move" label=${`${what}, move by move`}
      least=${chance ? 0 : undefined} most=${chance ? 1 : undefined} middle=${chance ? 0.5 : 0}
      format=${(/** @type {number} */ v) => written(v, chance ? "%" : "")} />
    ${chance && html`<p class="quiet tiny">A draw counts as half a win. Red dots are mistakes and blunders.</p>`}</figure>`;
}

/** Play on from here, against any level. @param {{match: string, view: any, info: any, ply: number, mover: number}} props */
function WhatIf({ match, view, info, ply, mover }) {
  const [level, setLevel] = useState("medium");
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
  return html`<div class="stack tight"><p>Play on from here in the seat of ${view.seats[mover].name}. The match does not
      count for ratings.</p>
    <div class="row tight"><label class="row tight">against <select value=${level} onChange=${change}>
      ${info.levels.map((/** @type {string} */ each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label>
    <button type="button" class="button primary" data-testid="what-if" onClick=${begin}>What if…</button></div>
    ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}</div>`;
}

/** What the judge says of the move that comes next. @param {{it: Judged|undefined, names: string[], over: string[]}} props */
function Verdict({ it, names, over }) {
  if (!it) return html`<div class="notice">${over.map((text) => html`<p key=${text}>${text}</p>`)}</div>`;
  const better = it.loss && it.best !== it.move;
  return html`<div class=${`notice ${better ? "bad" : "good"}`} aria-live="polite">
    <p><b>${names[it.seat]}</b> played <b>${it.move}</b>${it.told && ` (${it.told})`}
      ${better ? `, a ${it.verdict} ${markOf(it.verdict)}. Better was ` : it.verdict === "good" ? ": a good move." : `: ${it.verdict}.`}
      ${better && html`<b>${it.best}</b> (${it.best_told}), marked on the board.`}</p>
    ${better && it.reasons.slice(0, 2).map((text) => html`<p key=${text}>${text}</p>`)}</div>`;
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
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ to, /** @type {boolean} */ off) =>
    html`<button type="button" class="button icon" aria-label=${name} disabled=${off} onClick=${() => pick(to)}>${sign}</button>`;
  return html`<article class="review">
    <header class="match-head"><h1>Review of ${view.title}</h1>
      <p class="quiet">${view.result.join(" ")} Judged by ${review.judge}. <a href=${`/match/${match}`}>To the match</a></p></header>
    <section class="stack" aria-label="How it went"><${Graph} review=${review} names=${names} step=${step} onPick=${pick} />
      <${Accuracy} players=${review.players} /></section>
    <div class="review-columns"><section class="stack" aria-label="Board">
      <div class="stage">${then && html`<${Picture} data=${hover?.picture || then.picture} marks=${hover?.picture ? [] : marks} disabled />`}</div>
      <div class="row tight centred" role="group" aria-label="Steps">
        ${button("⏮", "To the start", first, step === first)}${button("◀", "One back", step - 1, step === first)}
        <span class="quiet number">${step} of ${last}</span>
        ${button("▶", "One on", step + 1, step === last)}${button("⏭", "To the end", last, step === last)}</div>
      <${Verdict} it=${it} names=${names} over=${view.result} />
      ${it && html`<${Thinking} match=${match} view=${then} ply=${ply} onHover=${setHover} />`}</section>
    <aside class="stack" aria-label="Moves">
      <section class="panel stack tight"><h2>What cost most</h2><${Dearest} moves=${moves} names=${names} onPick=${pick} /></section>
      <details class="fold history" open><summary>Moves <span class="quiet number">${moves.length}</span></summary>
        <${Verdicts} moves=${moves} names=${names} step=${step} onPick=${pick} /></details>
      ${it && html`<section class="panel stack tight"><h2>What if</h2><${WhatIf} match=${match} view=${view} info=${info} ply=${ply}
        mover=${it.seat} /></section>`}
      <section class="panel stack tight"><h2>Take it along</h2><${Export} match=${match} game=${view.game}
        notations=${info.notations || []} ply=${ply} seat=${info.hidden ? mover : view.seat} /></section>
    </aside></div></article>`;
}

/** @param {{match: string}} props */
export default function ReviewPage({ match }) {
  const { view, info, review, problem } = useReview(match);
  if (problem) {
    return html`<section class="panel narrow stack"><h1>No review</h1><p class="notice bad" role="alert">${problem}</p>
      <p><a href=${`/match/${match}`}>To the match</a></p></section>`;
  }
  if (view && !view.over) {
    return html`<section class="panel narrow stack"><h1>Review of ${view.title}</h1><p>The match is still going on. It is
      reviewed when it is over.</p><p><a class="button" href=${`/match/${match}`}>To the match</a></p></section>`;
  }
  if (!view || !info || !review) {
    return html`<p class="row" role="status"><span class="spinner" aria-hidden="true"></span>
      ${view ? "Judging every move by what its player could know…" : "Opening the match…"}</p>`;
  }
  return html`<${Reviewed} match=${match} view=${view} info=${info} review=${review} />`;
}
