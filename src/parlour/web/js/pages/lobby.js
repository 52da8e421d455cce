// @ts-check
/** All games as cards, and the matches that wait to be gone on with. */

import { html, useEffect, useMemo, useRef, useState } from "../lib.js";
import { get } from "../api.js";
import { greeted, GUEST } from "../player.js";
import { Living } from "../parts/living.js";

const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [[86400 * 7, "week"], [86400, "day"], [3600, "hour"], [60, "minute"]];
const FIRST = ["Boards", "Cards", "Dice and guessing", "Heaps", "Theory"];

/** Where a group stands; that of a user's own games is before all. @param {string} group */
const rank = (group) => FIRST.indexOf(group);

/** How long ago something was, in words. @param {number} at seconds since 1970 */
function ago(at) {
  const past = Date.now() / 1000 - at;
  const unit = UNITS.find(([seconds]) => past >= seconds);
  return unit ? AGO.format(-Math.floor(past / unit[0]), unit[1]) : "just now";
}

/** @param {any} match */
function against(match) {
  const others = match.names.filter((/** @type {any} */ _, /** @type {number} */ seat) => !match.seats.includes(seat));
  const machines = match.specs.filter((/** @type {string} */ spec) => spec !== "human");
  if (!others.length) return match.names.length > 1 ? "both sides yours" : "alone";
  return `with ${others.length === machines.length ? [...new Set(machines)].join(", ") : others.join(", ")}`;
}

/** A match that waits, with its board as it stands. @param {{match: any}} props */
function Going({ match }) {
  const [board, setBoard] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let current = true;
    get(`/matches/${match.match}?picture=data`).then(({ picture }) => {
      const blocks = picture.blocks.filter((/** @type {any} */ block) => block.kind !== "text");
      if (current) setBoard({ ...picture, blocks: blocks.length ? blocks : picture.blocks });
    }, () => {}); // the words say enough
    return () => { current = false; };
  }, [match.match, match.changed]);
  return html`<a class="panel going" href=${`/match/${match.match}`}>
    <${Living} game=${match.game} data=${board} still />
    <span class="going-words"><span class="strong">${match.title}</span>
      <span class="quiet small">${against(match)} · ${ago(match.changed)}</span></span>
    ${match.your_turn ? html`<span class="tag accent">your move</span>` : html`<span class="tag">waiting</span>`}
  </a>`;
}

/** @param {{matches: any[]}} props */
function Continue({ matches }) {
  return html`<section class="stack" aria-labelledby="continue">
    <h2 id="continue">Continue</h2>
    <ul class="going-on">${matches.map((match) => html`<li key=${match.match}><${Going} match=${match} /></li>`)}</ul>
  </section>`;
}

/** @param {{game: any}} props */
function Card({ game }) {
  const players = game.seats === 1 ? "1 player" : `${game.seats} players`;
  const facts = [players, game.hidden && "hidden", game.chance && "chance"].filter(Boolean);
  return html`<a class="game-card" href=${`/new/${game.name}`} data-testid=${`game-${game.name}`}>
    <${Living} game=${game.name} />
    <span class="game-words"><span class="game-title">${game.title}</span>
      <span class="quiet small">${game.blurb}.</span>
      <span class="game-facts">${facts.map((fact) => html`<span class="tag" key=${fact}>${fact}</span>`)}</span>
    </span></a>`;
}

/** @param {{games: any[]}} props */
function Games({ games }) {
  const [search, setSearch] = useState("");
  const [group, setGroup] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const typing = /** @type {HTMLElement} */ (event.target).closest?.("input:not([type=radio]), select, textarea");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const groups = useMemo(() => [...new Set(games.map((game) => game.group))].sort((a, b) => rank(a) - rank(b)), [games]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = games.filter((game) => (!group || game.group === group)
    && words.every((word) => `${game.title} ${game.name} ${game.blurb} ${game.group}`.toLowerCase().includes(word)));
  return html`<section class="stack loose" aria-label="Games">
    <div class="row apart lobby-tools">
      <div class="segments" role="radiogroup" aria-label="Which games">${["", ...groups].map((each) => html`
        <label key=${each}><input type="radio" name="group" checked=${each === group}
          onChange=${() => setGroup(each)} />${each || "All"}</label>`)}</div>
      <input ref=${field} class="search" type="search" aria-label="Find a game" placeholder="Find a game  ( / )"
        value=${search} onInput=${(/** @type {any} */ event) => setSearch(event.target.value)} />
    </div>
    <p class="unseen" role="status">${found.length === 1 ? "1 game" : `${found.length} games`}</p>
    ${groups.filter((each) => found.some((game) => game.group === each)).map((each) => html`
      <section class="stack" key=${each} aria-labelledby=${`group-${each}`}><h2 id=${`group-${each}`}>${each}</h2>
        <div class="cards">${found.filter((game) => game.group === each).map((game) => html`
          <${Card} key=${game.name} game=${game} />`)}</div></section>`)}
    ${!found.length && html`<p class="lead">No game is called so. <button class="button plain"
      onClick=${() => { setSearch(""); setGroup(""); }}>Show all</button></p>`}
  </section>`;
}

export default function Lobby() {
  const [games, setGames] = useState(/** @type {any[] | null} */ (null));
  const [here, setHere] = useState(/** @type {{player: any, matches: any[]}} */ ({ player: null, matches: [] }));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let current = true;
    const failed = (/** @type {Error} */ error) => current && setWrong(error.message);
    get("/games").then((data) => current && setGames(data.games), failed);
    greeted(6).then((data) => current && setHere(data), failed);
    return () => { current = false; };
  }, []);
  const named = here.player && !GUEST.test(here.player.name);
  return html`<div class="stack loose lobby">
    <header class="lobby-head stack tight">
      <h1>What shall we play${named ? `, ${here.player.name}` : ""}?</h1>
      <p class="lead">Opponents that never peek, and tell you why they play as they do.</p>
    </header>
    ${wrong && html`<p class="notice bad" role="alert">${wrong}
      <button class="button" onClick=${() => location.reload()}>Try again</button></p>`}
    ${here.matches.length > 0 && html`<${Continue} matches=${here.matches} />`}
    ${games && html`<${Games} games=${games} />`}
    ${!games && !wrong && html`<p class="quiet" role="status"><span class="spinner"></span> Setting the tables…</p>`}
  </div>`;
}
