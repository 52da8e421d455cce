// @ts-check
/** Puzzles: positions in which few moves are best. What was solved is kept by this browser. */

import { html, useEffect, useRef, useState } from "../lib.js";
import { get, post } from "../api.js";
import { keep, kept } from "../keep.js";
import { go } from "../router.js";
import { capital, plural } from "../words.js";
import { Living } from "../parts/living.js";
import { Playing, marksOf } from "../parts/playing.js";
import { Why } from "../parts/verdict.js";

const PLACE = "puzzles";

/** How it went, by number: true for solved at once, false for missed.
 * @param {string} game @returns {Record<string, boolean>} */
const results = (game) => kept(PLACE)[game] || {};

/** Keep the first try of a puzzle. @param {string} game @param {number} number @param {boolean} right */
function note(game, number, right) {
  const all = kept(PLACE);
  all[game] = { [number]: right, ...all[game] };
  keep(PLACE, all);
}

/** @param {{grade: number | null}} props */
function Grade({ grade }) {
  if (grade === null) return null;
  const words = grade ? `missed by ${grade} of 4 levels` : "found by every level";
  return html`<span class="grade"><span aria-hidden="true">${"●".repeat(grade + 1)}${"○".repeat(4 - grade)}</span>
    <span class="quiet small">${words}</span></span>`;
}

function All() {
  const [games, setGames] = useState(/** @type {any[] | null} */ (null));
  const [wrong, setWrong] = useState("");
  useEffect(() => { get("/puzzles").then((data) => setGames(data.games), (error) => setWrong(error.message)); }, []);
  return html`<div class="stack loose">
    <header class="stack tight"><h1>Puzzles</h1>
      <p class="lead">Positions with a best move, each proven. Find it.</p></header>
    ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
    ${games && !games.length && html`<p class="lead">No game here has puzzles.</p>`}
    ${games && html`<div class="cards">${games.map((game) => {
      const solved = Object.values(results(game.game)).filter(Boolean).length;
      return html`<a class="card" key=${game.game} href=${`/puzzles/${game.game}`}
        data-testid=${`puzzles-${game.game}`}><${Living} game=${game.game} />
        <span class="card-words"><span class="card-title">${game.title}</span><span class="quiet small">
          ${plural(game.grades.length, "puzzle")}, ${solved} solved at once</span></span></a>`;
    })}</div>`}
  </div>`;
}

/** @param {{game: string, puzzles: any[], number: number, done: Record<string, boolean>}} props */
function Numbers({ game, puzzles, number, done }) {
  const how = (/** @type {number} */ each) => (done[each] === undefined ? "" : done[each] ? "solved" : "missed");
  return html`<nav class="numbers" aria-label="All puzzles">${puzzles.map(({ number: each }) => html`
    <a key=${each} href=${`/puzzles/${game}?n=${each}`} class=${how(each)}
      aria-current=${each === number ? "page" : undefined}
      aria-label=${`Puzzle ${each}${how(each) && `, ${how(each)}`}`}>${each}</a>`)}</nav>`;
}

/** Rules that a puzzle changes, as words; numbers and positions are on the board.
 * @param {Record<string, any>} options */
const setting = (options) => Object.keys(options).filter((name) => options[name] === true).join(", ");

/** One puzzle: a try, and then as many more as one likes.
 * @param {{game: string, number: number, count: number, onDone: () => void}} props */
function One({ game, number, count, onDone }) {
  const [view, setView] = useState(/** @type {any} */ (null));
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [shown, setShown] = useState(false);
  const [marks, setMarks] = useState(/** @type {string[]} */ ([]));
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const onward = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    get(`/puzzles/${game}/${number}`).then(setView, (error) => setWrong(error.message));
  }, [game, number]);
  useEffect(() => { if (found) onward.current?.focus({ preventScroll: true }); }, [found, shown]);
  if (!view) {
    return html`<p class=${wrong ? "notice bad" : "quiet"} role="status">${wrong || "Setting up the board…"}</p>`;
  }
  const attempt = async (/** @type {string} */ move) => {
    setBusy(true);
    try {
      const told = await post(`/puzzles/${game}/${number}/try`, { move });
      note(game, number, told.right);
      setFound(told);
      setShown(told.right);
      setMarks([]);
      setWrong("");
      onDone();
    } catch (error) {
      setWrong(/** @type {Error} */ (error).message);
      setTries(tries + 1);
    }
    setBusy(false);
  };
  const again = () => { setFound(null); setShown(false); setMarks([]); setTries(tries + 1); };
  const reveal = () => { setShown(true); setMarks(marksOf(view, found.best)); };
  const solution = shown && found && !found.right;
  const point = (/** @type {string[]} */ moves) => (
    setMarks(marksOf(view, moves.length ? moves : solution ? found.best : [])));
  return html`<article class="studying puzzle" data-testid="puzzle" data-number=${number}
      data-right=${found ? String(found.right) : ""}>
    <header class="studying-head"><h1>${view.title}, puzzle ${number}</h1><${Grade} grade=${view.grade} /></header>
    <div class="stack"><p class="task" data-testid="task"><b>${capital(view.seats[view.seat])}</b> to move. ${view.task}
      ${setting(view.options) && html` <span class="quiet">${setting(view.options)}.</span>`}</p>
    <${Playing} key=${tries} view=${view} onMove=${attempt} disabled=${busy || found !== null} marks=${marks}
      picture=${found && !solution ? found.picture : null} /></div>
    <aside class="studying-side">
      ${busy && html`<p class="quiet" role="status"><span class="spinner"></span> Looking at it…</p>`}
      ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
      ${found && html`<div class=${`notice ${found.right ? "good" : "bad"}`} role="status" data-testid="verdict">
        ${shown ? found.told : `${found.move} is not the best.`}</div>`}
      ${found && html`<p class="row tight">
        ${!found.right && html`<button type="button" class="button primary" ref=${shown ? null : onward}
          onClick=${again} data-testid="again">Try again</button>`}
        ${!found.right && !shown && html`<button type="button" class="button" onClick=${reveal}
          data-testid="reveal">Show the solution</button>`}
        ${shown && number < count && html`<a class=${`button${found.right ? " primary" : ""}`} ref=${onward}
          href=${`/puzzles/${game}?n=${number + 1}`} data-testid="next">Next puzzle</a>`}
        ${shown && html`<a class="button plain" href=${study(view)}>Study it</a>`}</p>`}
      ${shown && found && html`<${Why} found=${found} onPoint=${point} />`}
      ${!found && !busy && html`<p class="quiet">Play the move on the board. Nobody answers: it is judged at once.</p>`}
    </aside>
  </article>`;
}

/** @param {any} view */
function study(view) {
  const query = new URLSearchParams();
  if (view.moves.length) query.set("moves", view.moves.join("|"));
  if (Object.keys(view.options).length) query.set("options", JSON.stringify(view.options));
  return `/study/${view.game}?${query}`;
}

/** @param {{game: string}} props */
function OfGame({ game }) {
  const [list, setList] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState("");
  const [done, setDone] = useState(() => results(game));
  useEffect(() => { get(`/puzzles/${game}`).then(setList, (error) => setWrong(error.message)); }, [game]);
  const asked = Number(new URLSearchParams(location.search).get("n"));
  const count = list?.puzzles.length || 0;
  const first = list?.puzzles.find((/** @type {any} */ each) => done[each.number] === undefined)?.number || 1;
  useEffect(() => { if (count && !asked) go(`/puzzles/${game}?n=${first}`, true); }, [count, asked]);
  useEffect(() => { if (list) document.title = `${list.title}: puzzles · Parlour`; }, [list]);
  if (!list && !wrong) return html`<p class="quiet" role="status">Loading…</p>`;
  if (!count) {
    return html`<section class="panel narrow stack"><h1>${list?.title || "No puzzles here"}</h1>
      <p class=${wrong && "notice bad"} role=${wrong ? "alert" : undefined}>
        ${wrong || "This game has no puzzles yet."}</p>
      <p><a href="/puzzles">All puzzles</a></p></section>`;
  }
  return html`<div class="stack">
    ${asked > 0 && html`<${One} key=${`${game} ${asked}`} game=${game} number=${asked} count=${count}
      onDone=${() => setDone(results(game))} />`}
    <${Numbers} game=${game} puzzles=${list.puzzles} number=${asked} done=${done} /></div>`;
}

/** @param {{game?: string}} props */
export default function Puzzles({ game }) {
  return game ? html`<${OfGame} key=${game} game=${game} />` : html`<${All} />`;
}
