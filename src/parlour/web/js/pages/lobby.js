// @ts-check
/** All games as cards, and the matches that wait to be gone on with. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";

export default function Lobby() {
  const [games, setGames] = useState(/** @type {any[]} */ ([]));
  useEffect(() => void get("/games").then((data) => setGames(data.games)), []);
  return html`<section class="stack"><h1>What shall we play?</h1>
    <div class="grid">${games.map((game) => html`
      <a class="panel" href=${`/new/${game.name}`} key=${game.name}><h3>${game.title}</h3><p class="quiet">${game.blurb}</p></a>`)}
    </div></section>`;
}
