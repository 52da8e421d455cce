// @ts-check
/** The cell: the board, what happened, and the thinking beside it. */

import { html, render, useEffect, useRef, useState } from "../web/js/lib.js";
import { attach, get, post } from "./api.js";
import { touchesOf } from "../web/js/touch.js";
import { Picture } from "../web/js/parts/board.js";
import { Choices, useTouch } from "../web/js/parts/moves.js";
import { RulesOf, Seats, Told } from "../web/js/parts/seats.js";
import { Thinking } from "../web/js/parts/thinking.js";

const NONE = /** @type {any[]} */ ([]);

/** @param {any} view */
function status(view) {
  if (view.over) return view.result.join(" ") || "The game is over.";
  return view.turn === view.seat ? "Your turn." : `${view.seats[view.turn].name} is thinking…`;
}

/** @param {{listen: (pushed: (message: any) => void) => () => void}} props */
function Cell({ listen }) {
  const [{ view, thinking }, setTold] = useState(/** @type {any} */ ({ view: null, thinking: false }));
  const [problem, setProblem] = useState("");
  const [hover, setHover] = useState(/** @type {any} */ (null));
  const [live, setLive] = useState(/** @type {any} */ (null));
  const drawn = useRef(-1); // the last version that was seen: what a later one replaced unseen is told with it
  useEffect(() => { drawn.current = view ? view.version : -1; });
  useEffect(() => {
    /** @param {any} old @param {any} now */
    const next = (old, now) => {
      const missed = old && old.match === now.match && old.version > drawn.current ? old.told : [];
      return { ...now, told: [...missed, ...now.told] };
    };
    const stop = listen((message) => {
      setLive(message.thinking || null);
      if (!message.view) return;
      setTold((/** @type {any} */ old) => ({ ...old, view: next(old.view, message.view) }));
      setHover(null);
    });
    get("/cell").then(setTold, (error) => setProblem(error.message));
    return stop;
  }, []);
  const mine = view && !view.over && view.turn === view.seat;
  const moves = mine ? view.legal : NONE;
  const touches = mine ? touchesOf(view) : NONE;
  /** @param {string} act @param {any} [body] */
  const ask = (act, body) => post(`/matches/${view.match}/${act}`, body).then(() => setProblem(""), (error) => {
    hand.clear();
    setProblem(error.message);
  });
  const play = (/** @type {string} */ move) => ask("moves", { move });
  const hand = useTouch(moves, touches, play);
  useEffect(hand.clear, [view?.version]); // the same moves may be legal again
  if (!view) return html`<p class="quiet" role="status">${problem || "Opening the board…"}</p>`;
  return html`<article class="cell" data-turn=${view.turn} data-over=${String(view.over)} data-ply=${view.ply}
      data-mine=${String(Boolean(mine))}>
    <section class="cell-board stack" aria-label="Board">
      <p class="row apart"><strong>${view.title}</strong><span role="status" data-testid="status">${status(view)}</span></p>
      <div class="stage"><${Picture} data=${hover?.picture || view.picture} touches=${touches} touched=${hand.touched}
        onTouch=${hand.touch} marks=${hover?.marks || NONE} disabled=${!mine || Boolean(hover?.picture)} /></div>
      ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
      ${mine && html`<${Choices} moves=${moves} touches=${touches} touched=${hand.touched} onTouch=${hand.touch}
        onBack=${hand.back} onMove=${play} picture=${view.picture} total=${view.legal_total} />`}
      <div class="row tight">
        <button type="button" class="button" data-testid="undo" disabled=${!view.can_undo || !mine}
          onClick=${() => ask("undo")}>Undo</button>
        ${view.over && html`<button type="button" class="button primary" data-testid="rematch"
          onClick=${() => ask("rematch")}>Play again</button>`}</div>
    </section>
    <aside class="cell-beside stack">
      <${Seats} view=${view} /><${Told} view=${view} />
      ${thinking && html`<${Thinking} match=${view.match} view=${view} live=${live} always
        onHover=${setHover} />`}
      <${RulesOf} view=${view} />
    </aside></article>`;
}

/** Whether what the cell stands on is dark: a notebook's theme is seen, whatever it calls it. @param {Element} el */
function onDark(el) {
  for (let at = /** @type {Element | null} */ (el); at; at = at.parentElement) {
    const [red, green, blue, alpha = 1] = (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) || []).map(Number);
    if (alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  return false;
}

/** Say of what kind some properties are: that is heard only from the page itself. @param {string} style */
function declare(style) {
  const kinds = document.createElement("style");
  kinds.id = "parlour-properties";
  kinds.textContent = (style.match(/@property[^}]*}/g) || []).join("\n");
  if (!document.getElementById(kinds.id)) document.head.append(kinds);
}

/**
 * Show the cell in a root of its own, so that neither the notebook's styles nor the cell's touch the other.
 * @param {any} model @param {HTMLElement} el @param {string} style
 */
export function show(model, el, style) {
  const host = document.createElement("div");
  host.dataset.lmSuppressShortcuts = "true"; // else JupyterLab takes what is typed here for its commands
  const keep = (/** @type {KeyboardEvent} */ event) => { if (event.key !== "Escape") event.stopPropagation(); };
  host.addEventListener("keydown", keep);
  const root = host.attachShadow({ mode: "open" });
  const sheet = document.createElement("style");
  sheet.textContent = style;
  declare(style);
  const box = document.createElement("div");
  root.append(sheet, box);
  el.append(host);
  const colour = () => { host.dataset.theme = onDark(el) ? "dark" : "light"; };
  const watch = new MutationObserver(colour);
  for (const each of [document.documentElement, document.body]) watch.observe(each, { attributes: true });
  requestAnimationFrame(colour); // the cell may not be on the page yet
  render(html`<${Cell} listen=${(/** @type {any} */ pushed) => attach(model, pushed)} />`, box);
  return () => {
    watch.disconnect();
    render(null, box);
    host.remove();
  };
}
