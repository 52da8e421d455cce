// @ts-check
/** The matches of a player: filters, a page of them at a time, and what can be done with each. */

import { html, useEffect, useState } from "../lib.js";
import { get, remove } from "../api.js";
import { day, dayStart, moment, plural } from "../words.js";

const PAGE = 25;
const RESULTS = { "": "all", won: "won", drawn: "drawn", lost: "lost", open: "unfinished" };
/** @typedef {{game: string, result: string, since: string, until: string, page: number}} Filters */
/** @type {Filters} */
const NONE = { game: "", result: "", since: "", until: "", page: 0 };

/** Read the filters from the address, so that coming back shows the same. @returns {Filters} */
function fromAddress() {
  const asked = new URLSearchParams(location.search);
  const found = Object.fromEntries(Object.keys(NONE).map((name) => [name, asked.get(name) || ""]));
  return /** @type {any} */ ({ ...NONE, ...found, page: Math.max(0, Math.floor(Number(found.page)) || 0) });
}

/** @param {Filters} filters */
function toAddress(filters) {
  const given = Object.entries(filters).filter(([, value]) => value);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  history.replaceState(null, "", location.pathname + (query ? `?${query}` : ""));
}

/** What the server is asked for. @param {Filters} filters */
function query(filters) {
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(PAGE * filters.page) });
  if (filters.game) asked.set("game", filters.game);
  if (filters.result === "open") asked.set("over", "false");
  else if (filters.result) asked.set("result", filters.result);
  if (filters.since) asked.set("since", String(dayStart(filters.since)));
  if (filters.until) asked.set("until", String(dayStart(filters.until, 1)));
  return `/matches?${asked}`;
}

/** Whoever sat there besides the player. @param {any} line */
const others = (line) =>
  line.seats.map((/** @type {string} */ spec, /** @type {number} */ seat) => line.names[seat] || spec)
    .filter((/** @type {string} */ _, /** @type {number} */ seat) => seat !== line.seat).join(", ");

/** @param {{line: any, title: string, onGone: () => void, onProblem: (words: string) => void}} props */
function Line({ line, title, onGone, onProblem }) {
  const [sure, setSure] = useState(false);
  const over = line.ended !== "unfinished";
  const drop = () => remove(`/matches/${line.match}`).then(onGone, (error) => onProblem(error.message));
  return html`<tr data-match=${line.match}>
    <td>${moment(line.changed)}</td>
    <th scope="row">${title}</th>
    <td>${others(line) || html`<span class="quiet">alone</span>`}</td>
    <td class=${`result ${line.result}`}>${over ? line.result : "unfinished"}</td>
    <td class="number">${line.moves}</td>
    <td class="acts">
      ${over
        ? html`<a href=${`/match/${line.match}?ply=0`}>Replay</a> <a href=${`/review/${line.match}`}>Review</a>`
        : html`<a href=${`/match/${line.match}`}>Continue</a>`}
      ${sure
        ? html`<button class="button danger" onClick=${drop}>Delete for good</button>
            <button class="button plain" onClick=${() => setSure(false)}>Keep</button>`
        : html`<button class="button plain" aria-label=${`Delete this match of ${title}`}
            onClick=${() => setSure(true)}>Delete</button>`}
    </td>
  </tr>`;
}

/** @param {{filters: Filters, titles: Record<string, string>, onChange: (some: Partial<Filters>) => void}} props */
function Form({ filters, titles, onChange }) {
  /** @param {keyof Filters} name */
  const set = (name) => (/** @type {any} */ event) => onChange({ [name]: event.target.value, page: 0 });
  const games = Object.entries(titles).sort((a, b) => a[1].localeCompare(b[1]));
  const asked = Object.values(filters).some(Boolean);
  return html`<form class="filters" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <div class="field"><label for="by-game">Game</label>
      <select id="by-game" value=${filters.game} onChange=${set("game")}>
        <option value="">all</option>
        ${games.map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}</select></div>
    <div class="field"><label for="by-result">Result</label>
      <select id="by-result" value=${filters.result} onChange=${set("result")}>
        ${Object.entries(RESULTS).map(([name, word]) => html`<option key=${name} value=${name}>${word}</option>`)}
      </select></div>
    <div class="field"><label for="by-since">From</label>
      <input id="by-since" type="date" max=${filters.until || day()} value=${filters.since} onChange=${set("since")} />
    </div>
    <div class="field"><label for="by-until">To</label>
      <input id="by-until" type="date" min=${filters.since} value=${filters.until} onChange=${set("until")} /></div>
    ${asked && html`<button type="button" class="button plain" onClick=${() => onChange(NONE)}>Show all</button>`}
  </form>`;
}

/** @param {{titles: Record<string, string>, onGone?: () => void}} props */
export function History({ titles, onGone = () => {} }) {
  const [filters, setFilters] = useState(fromAddress);
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    toAddress(filters);
    get(query(filters), stop.signal).then(
      (told) => { setFound(told); setWrong(""); },
      (error) => stop.signal.aborted || setWrong(error.message),
    );
    return () => stop.abort();
  }, [filters, round]);
  const gone = () => { setRound(round + 1); onGone(); };
  const pages = found ? Math.max(1, Math.ceil(found.total / PAGE)) : 1;
  const turn = (/** @type {number} */ by) => setFilters({ ...filters, page: filters.page + by });
  return html`<section class="stack" aria-labelledby="history">
    <h2 id="history">History</h2>
    <${Form} filters=${filters} titles=${titles}
      onChange=${(/** @type {any} */ some) => setFilters({ ...filters, ...some })} />
    ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
    ${found && html`<p class="quiet" role="status">${plural(found.total, "match", "matches")}</p>`}
    ${found && found.matches.length > 0 && html`
      <div class="scroll" tabindex="0" role="region" aria-label="Matches">
      <table class="matches"><thead><tr>
        <th scope="col">When</th><th scope="col">Game</th><th scope="col">Against</th><th scope="col">Result</th>
        <th scope="col">Moves</th><th scope="col"><span class="unseen">What to do</span></th></tr></thead>
      <tbody>${found.matches.map((/** @type {any} */ line) => html`<${Line} key=${line.match} line=${line}
        title=${titles[line.game] || line.game} onGone=${gone} onProblem=${setWrong} />`)}</tbody></table></div>`}
    ${pages > 1 && html`<nav class="row" aria-label="Pages of the history">
      <button class="button" disabled=${filters.page === 0} onClick=${() => turn(-1)}>Later</button>
      <span>${filters.page + 1} of ${pages}</span>
      <button class="button" disabled=${filters.page >= pages - 1} onClick=${() => turn(1)}>Earlier</button></nav>`}
  </section>`;
}
