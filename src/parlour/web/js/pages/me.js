// @ts-check
/** Me: my name, how I do, what I have played, and what of it is kept. */

import { html, useEffect, useRef, useState } from "../lib.js";
import { get, patch, post, remove } from "../api.js";
import { date } from "../words.js";
import { Figures } from "../parts/figures.js";
import { History } from "../parts/matches.js";

/** A name to give or to change. @param {{player: any, onDone: (player: any) => void}} props */
function Name({ player, onDone }) {
  const [name, setName] = useState(player ? player.name : "");
  const [said, setSaid] = useState("");
  const [wrong, setWrong] = useState("");
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    setSaid("");
    const asked = player ? patch("/players/me", { name: name.trim() }) : post("/players", { name: name.trim() });
    asked.then(
      (told) => { setWrong(""); setSaid(player ? "Your name is changed, in your old matches too." : ""); onDone(told); },
      (error) => setWrong(error.message),
    );
  };
  return html`<form class="stack tight" onSubmit=${send}>
    <div class="row name-row">
      <div class="field grow"><label for="my-name">Name</label>
        <input id="my-name" value=${name} maxlength="40" required autocomplete="nickname"
          aria-invalid=${Boolean(wrong)} aria-describedby="my-name-said"
          onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      <button class="button primary" disabled=${!name.trim() || (player && name.trim() === player.name)}>
        ${player ? "Change" : "Begin"}</button>
    </div>
    <p id="my-name-said" role="status" class=${wrong ? "bad" : "quiet"}>${wrong || said}</p>
  </form>`;
}

/** What is kept of me: take it along, or have it deleted. @param {{player: any, onGone: () => void}} props */
function Data({ player, onGone }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [wrong, setWrong] = useState("");
  const leave = () => remove("/players/me").then(() => { dialog.current?.close(); onGone(); }, (error) => setWrong(error.message));
  return html`<section class="stack" aria-labelledby="data">
    <h2 id="data">My data</h2>
    <p>The server keeps your name, the moves of your matches, and a hash of the key that this browser holds.</p>
    <div class="row">
      <a class="button" href="/api/v1/players/me/export" download="parlour-matches.jsonl">Download my matches</a>
      <button class="button danger" onClick=${() => dialog.current?.showModal()}>Delete me</button>
    </div>
    <dialog ref=${dialog} aria-labelledby="leaving">
      <h3 id="leaving">Delete ${player.name}?</h3>
      <p>Your name and your key are deleted at once, and with them your history and ratings. Matches that others may look
        back at stay, without your name. This cannot be undone.</p>
      ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
      <div class="dialog-buttons">
        <button class="button" onClick=${() => dialog.current?.close()}>Stay</button>
        <button class="button danger" onClick=${leave}>Delete me</button>
      </div>
    </dialog>
  </section>`;
}

export default function Me() {
  const [player, setPlayer] = useState(/** @type {any} */ (undefined)); // null: nobody yet
  const [games, setGames] = useState(/** @type {any[]} */ ([]));
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState("");
  const figures = () => get("/players/me/ratings").then(setTold, (error) => setWrong(error.message));
  useEffect(() => {
    get("/games").then((found) => setGames(found.games), (error) => setWrong(error.message));
    get("/lobby?limit=0").then((found) => setPlayer(found.player), (error) => (error.status === 401 ? setPlayer(null) : setWrong(error.message)));
  }, []);
  useEffect(() => { if (player) figures(); }, [player && player.id]);
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  const problem = wrong && html`<p class="notice bad" role="alert">${wrong}</p>`;
  if (player === undefined) return html`<div class="me stack loose"><h1>Me</h1>${problem
    || html`<p class="quiet" role="status">Loading…</p>`}</div>`;
  if (player === null) return html`<div class="me stack">
    <h1>Me</h1>
    <p class="lead">With a name, your matches are kept together: history, statistics and ratings.</p>
    ${problem}<${Name} player=${null} onDone=${setPlayer} />
    <p class="quiet small">No e-mail, no password: this browser keeps the key.</p></div>`;
  return html`<div class="me stack loose">
    <header class="stack"><h1>${player.name}</h1><p class="quiet">here since ${date(player.created)}</p></header>
    ${problem}
    <${Name} key=${player.id} player=${player} onDone=${setPlayer} />
    ${told && html`<${Figures} told=${told} titles=${titles} />`}
    <${History} titles=${titles} onGone=${figures} />
    <${Data} player=${player} onGone=${() => { setTold(null); setPlayer(null); }} />
  </div>`;
}
