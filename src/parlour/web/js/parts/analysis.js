// @ts-check
/**
 * The analysis board: every seat is played by hand, chance too. The address tells the position, so that it can be sent
 * to somebody: `?moves=a|b&at=1&options={...}`.
 */

import { html, useCallback, useEffect, useRef, useState } from "../lib.js";
import { get, post } from "../api.js";
import { capital } from "../words.js";
import { Options, changed } from "./options.js";
import { Playing } from "./playing.js";
import { Opinions } from "./opinions.js";

const MOST_DRAWN = 200; // outcomes of chance in a row

/** @typedef {{options: Record<string, any>, moves: string[], at: number}} Place */

/** Read the position from the address; what is no JSON is no option. @returns {Place} */
function asked() {
  const query = new URLSearchParams(location.search);
  const moves = (query.get("moves") || "").split("|").map((move) => move.trim()).filter(Boolean);
  const at = query.has("at") ? Number(query.get("at")) : moves.length;
  let options = {};
  try {
    options = JSON.parse(query.get("options") || "{}");
  } catch { /* the start is shown */ }
  return { options, moves, at: at >= 0 && at <= moves.length ? at : moves.length };
}

/** @param {Place} place */
function address({ options, moves, at }) {
  const query = new URLSearchParams();
  if (moves.length) query.set("moves", moves.join("|"));
  if (at < moves.length) query.set("at", String(at));
  if (Object.keys(options).length) query.set("options", JSON.stringify(options));
  const text = query.toString();
  return `${location.pathname}${text && `?${text}`}`;
}

/** Keep a position and how to change it; one that the server refuses leaves all as it was. @param {string} game */
function usePosition(game) {
  const [place, setPlace] = useState(asked);
  const [view, setView] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const known = useRef(new Map());
  const latest = useRef(0);
  const look = useCallback((/** @type {Place} */ { options, moves, at }) => {
    const body = { options, moves: moves.slice(0, at) };
    const key = JSON.stringify(body);
    if (!known.current.has(key)) known.current.set(key, post(`/games/${game}/position`, body));
    known.current.get(key).catch(() => known.current.delete(key));
    return known.current.get(key);
  }, [game]);
  const go = useCallback(async (/** @type {Place} */ next) => {
    const mine = (latest.current += 1);
    try {
      const found = await look(next);
      if (mine !== latest.current) return null;
      setView(found);
      setPlace(next);
      setProblem("");
      history.replaceState(null, "", address(next));
      return found;
    } catch (error) {
      if (mine === latest.current) setProblem(/** @type {Error} */ (error).message);
      return null;
    }
  }, [look]);
  useEffect(() => {
    const begin = async () => {
      if ((await go(place)) || !location.search) return;
      await go({ options: {}, moves: [], at: 0 });
      setProblem("The address told no position of this game; this is its start.");
    };
    begin();
  }, [go]);
  return { place, view, problem, go };
}

/** @param {any} view @param {string[]} names */
function status(view, names) {
  if (view.over) return view.result.join(" ") || "The game is over.";
  if (view.turn < 0) return "Chance decides: choose what comes, or draw it.";
  return capital(`${names[view.turn] || `seat ${view.turn + 1}`} to move.`);
}

/** The moves so far; each leads back to the position after it.
 * @param {{place: Place, view: any, onGo: (at: number) => void}} props */
function Line({ place, view, onGo }) {
  const { moves, at } = place;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [at]);
  /** @param {string} label @param {string} sign @param {number} to @param {boolean} can */
  const step = (label, sign, to, can) => html`<button type="button" class="button icon" aria-label=${label}
    title=${label} disabled=${!can} onClick=${() => onGo(to)}>${sign}</button>`;
  return html`<section class="panel flat line" aria-label="Moves">
    <div class="row tight">${step("To the start", "«", 0, at > 0)}${step("A move back", "‹", at - 1, at > 0)}
      ${step("A move on", "›", at + 1, at < moves.length)}${step("To the end", "»", moves.length, at < moves.length)}
      <span class="quiet number" data-testid="at">${at} of ${moves.length}</span></div>
    ${moves.length > 0 && html`<ol class="line-moves" ref=${list}>${moves.map((move, index) => html`
      <li key=${index}><button type="button" aria-current=${index + 1 === at ? "true" : undefined}
        onClick=${() => onGo(index + 1)}><span class="quiet number">${index + 1}.</span> ${move}</button></li>`)}</ol>`}
    ${view.told.length > 0 && html`<ul class="told-here">${view.told.map((/** @type {any} */ event) => html`
      <li>${event.text}</li>`)}</ul>`}
  </section>`;
}

/** What the game is set up with; another set-up begins anew.
 * @param {{info: any, place: Place, onSet: (options: any) => Promise<any>}} props */
function SetUp({ info, place, onSet }) {
  const plain = Object.fromEntries(Object.entries(info.options).map(([name, option]) => [name, option.default]));
  const [values, setValues] = useState({ ...plain, ...place.options });
  if (!Object.keys(info.options).length) return null;
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    onSet(changed(info.options, values));
  };
  const change = (/** @type {string} */ name, /** @type {any} */ value) => setValues({ ...values, [name]: value });
  return html`<details class="fold"><summary>Set up</summary><form class="stack" onSubmit=${set}>
    <${Options} options=${info.options} values=${values} onChange=${change} />
    <p class="row tight">
      <button type="submit" class="button primary" data-testid="set-up">Set up and begin anew</button>
      <button type="button" class="button" onClick=${() => { setValues(plain); onSet({}); }}>As usual</button>
    </p></form></details>`;
}

/** A button that copies the address of the position, or shows it where that is not allowed. */
function Link() {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Copied.");
    } catch {
      setSaid(location.href);
    }
  };
  return html`<p class="row tight">
    <button type="button" class="button" onClick=${copy} data-testid="link">Copy a link to this position</button>
    <span class="quiet small address" role="status">${said}</span></p>`;
}

/** @param {{game: string}} props */
export function Analysis({ game }) {
  const [info, setInfo] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState("");
  const [hover, setHover] = useState(/** @type {any} */ (null));
  const { place, view, problem, go } = usePosition(game);
  useEffect(() => { get(`/games/${game}`).then(setInfo, (error) => setWrong(error.message)); }, [game]);
  useEffect(() => setHover(null), [place]);
  useEffect(() => { if (info) document.title = `Study ${info.title} · Parlour`; }, [info]);
  if (wrong) {
    return html`<section class="panel narrow stack"><h1>Nothing to study here</h1>
      <p class="notice bad" role="alert">${wrong}</p><p><a href="/study">Choose a game</a></p></section>`;
  }
  if (!view || !info) return html`<p class="quiet" role="status">${problem || "Setting up the board…"}</p>`;
  const { options, moves, at } = place;
  const play = (/** @type {string} */ move) => go({
    options, moves: moves[at] === move ? moves : [...moves.slice(0, at), move], at: at + 1,
  });
  const draw = async () => {
    let now = { ...place, moves: moves.slice(0, at) };
    for (let found = view, count = 0; found?.turn === -1 && found.legal.length && count < MOST_DRAWN; count += 1) {
      const outcome = found.legal[Math.floor(Math.random() * found.legal.length)];
      now = { options, moves: [...now.moves, outcome], at: now.at + 1 };
      found = await go(now);
    }
  };
  const names = info.seat_names;
  const set = (/** @type {any} */ next) => go({ options: next, moves: [], at: 0 });
  return html`<article class="studying study" data-testid="study" data-turn=${view.turn} data-over=${String(view.over)}
      data-at=${at}>
    <header class="studying-head"><h1>${info.title}</h1>
      <p class="status" role="status" data-testid="status">${status(view, names)}</p>
      ${info.hidden && view.turn >= 0 && html`<p class="tag">as ${names[view.turn]} sees it</p>`}</header>
    <div class="stack">
      <${Playing} view=${view} onMove=${play} disabled=${view.over} marks=${hover?.marks || []}
        picture=${hover?.picture} />
      ${problem && html`<p class="notice bad" role="alert" data-testid="problem">${problem}</p>`}
      ${view.turn === -1 && html`<p class="row"><button type="button" class="button primary" onClick=${draw}
        data-testid="draw">Draw until somebody decides</button></p>`}
    </div>
    <aside class="studying-side">
      <${Line} place=${place} view=${view} onGo=${(/** @type {number} */ to) => go({ ...place, at: to })} />
      <${Opinions} game=${game} options=${options} moves=${moves.slice(0, at)} view=${view} onHover=${setHover} />
      <${SetUp} key=${JSON.stringify(options)} info=${info} place=${place} onSet=${set} />
      <${Link} />
    </aside>
  </article>`;
}
