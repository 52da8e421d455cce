// @ts-check
/** Studying: the games, each with what there is to study it by; and the analysis board of one. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { Analysis } from "../parts/analysis.js";
import { Living } from "../parts/living.js";
import { plural } from "../words.js";

/** @param {{game: any}} props */
function Card({ game }) {
  return html`<li class="study-card panel flat" data-testid=${`study-${game.name}`}>
    <${Living} game=${game.name} />
    <div class="stack tight"><h3>${game.title}</h3>
      <p class="row tight">
        <a class="button" href=${`/study/${game.name}`} aria-label=${`Analyse ${game.title}`}>Analyse</a>
        ${game.puzzles > 0 && html`<a class="button" href=${`/puzzles/${game.name}`}
          aria-label=${`${plural(game.puzzles, "puzzle")} of ${game.title}`}>${plural(game.puzzles, "puzzle")}</a>`}
        ${game.trainer && html`<a class="button" href=${`/train/${game.name}`}
          aria-label=${`Train ${game.title}`}>Train</a>`}</p></div>
  </li>`;
}

/** @param {{games: any[]}} props */
function Games({ games }) {
  const groups = [...new Set(games.map((game) => game.group))];
  const of = (/** @type {string} */ group) => games.filter((game) => game.group === group);
  return html`${groups.map((group) => html`<section class="stack" key=${group} aria-labelledby=${`study-${group}`}>
    <h2 id=${`study-${group}`}>${group}</h2>
    <ul class="study-cards">${of(group).map((game) => html`
      <${Card} key=${game.name} game=${game} />`)}</ul></section>`)}`;
}

/** @param {{game?: string}} props */
export default function Study({ game }) {
  const [games, setGames] = useState(/** @type {any[] | null} */ (null));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    if (!game) get("/games").then((data) => setGames(data.games), (error) => setWrong(error.message));
  }, [game]);
  if (game) return html`<${Analysis} key=${game} game=${game} />`;
  return html`<div class="stack loose">
    <header class="stack tight"><h1>Study</h1>
      <p class="lead">Set up any position and hear what an expert thinks of it, solve puzzles, train decisions.</p>
    </header>
    ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
    ${games && html`<${Games} games=${games} />`}
    ${!games && !wrong && html`<p class="quiet" role="status"><span class="spinner"></span> Loading…</p>`}
  </div>`;
}
