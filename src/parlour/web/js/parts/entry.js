// @ts-check
/** The form of a new event: the game, who enters, how many games, what chance is drawn by. */

import { html, useState } from "../lib.js";
import { post } from "../api.js";

const MOST = 8; // strategies in one event
const LIMITS = { "": "as each strategy likes", seconds: "seconds a move", simulations: "simulations a move" };

/** @param {{games: any[], onMade: (event: any) => void}} props */
export function NewEvent({ games, onMade }) {
  const possible = games.filter((game) => game.seats > 1).sort((a, b) => a.title.localeCompare(b.title));
  const [name, setName] = useState(possible[0]?.name || "");
  const game = possible.find((each) => each.name === name) || possible[0];
  const [specs, setSpecs] = useState(["easy", "medium"]);
  const [count, setCount] = useState("20");
  const [seed, setSeed] = useState("0");
  const [limit, setLimit] = useState(/** @type {{kind: string, amount: string}} */ ({ kind: "", amount: "0.1" }));
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    const given = limit.kind ? { limit: { [limit.kind]: Number(limit.amount) } } : {};
    const body = { game: game.name, specs: specs.map((spec) => spec.trim()), games: Number(count), seed: Number(seed), ...given };
    post("/events", body).then(onMade, (error) => { setWrong(error.message); setBusy(false); });
  };
  const put = (/** @type {number} */ at, /** @type {string} */ spec) => setSpecs(specs.map((old, index) => (index === at ? spec : old)));
  return html`<form class="panel stack" onSubmit=${send} aria-labelledby="new-event">
    <h2 id="new-event">New event</h2>
    <div class="specs">
      <div class="field"><label for="event-game">Game</label>
        <select id="event-game" value=${game.name} onChange=${(/** @type {any} */ event) => setName(event.target.value)}>
          ${possible.map((each) => html`<option key=${each.name} value=${each.name}>${each.title}</option>`)}</select></div>
      <div class="field"><label for="event-games">Games each pairing</label>
        <input id="event-games" type="number" min="1" max="1000" step="1" required value=${count}
          onInput=${(/** @type {any} */ event) => setCount(event.target.value)} /></div>
      <div class="field"><label for="event-seed">Seed</label>
        <input id="event-seed" type="number" min="0" max="9007199254740991" step="1" required value=${seed}
          onInput=${(/** @type {any} */ event) => setSeed(event.target.value)} /></div>
      <div class="field"><label for="event-limit">Limit</label>
        <select id="event-limit" value=${limit.kind} onChange=${(/** @type {any} */ event) =>
          setLimit({ kind: event.target.value, amount: event.target.value === "simulations" ? "100" : "0.1" })}>
          ${Object.entries(LIMITS).map(([kind, words]) => html`<option key=${kind} value=${kind}>${words}</option>`)}</select></div>
      ${limit.kind && html`<div class="field"><label for="event-amount">${LIMITS[limit.kind]}</label>
        <input id="event-amount" type="number" required value=${limit.amount} min=${limit.kind === "seconds" ? "0.001" : "1"}
          max=${limit.kind === "seconds" ? "60" : "1000000000"} step=${limit.kind === "seconds" ? "any" : "1"}
          onInput=${(/** @type {any} */ event) => setLimit({ ...limit, amount: event.target.value })} /></div>`}
    </div>
    <fieldset><legend>Who plays: a level, or any strategy with its options, such as mcts:c=1.4</legend>
      <datalist id="event-levels">${game.levels.map((/** @type {string} */ level) => html`<option key=${level} value=${level} />`)}
      </datalist>
      <div class="specs">${specs.map((spec, at) => html`<div class="row" key=${at}>
        <input value=${spec} required maxlength="200" list="event-levels" aria-label=${`Strategy ${at + 1}`}
          autocapitalize="off" spellcheck=${false} onInput=${(/** @type {any} */ event) => put(at, event.target.value)} />
        ${specs.length > 2 && html`<button type="button" class="button icon plain" aria-label=${`Leave ${spec} out`}
          onClick=${() => setSpecs(specs.filter((_, index) => index !== at))}>×</button>`}</div>`)}
        ${specs.length < MOST && html`<button type="button" class="button"
          onClick=${() => setSpecs([...specs, game.levels.find((/** @type {string} */ level) => !specs.includes(level)) || "random"])}>
          Add another</button>`}</div></fieldset>
    ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
    <div class="row"><button class="button primary" disabled=${busy}>Run it</button>
      <span class="quiet small">The same seed gives the same result.</span></div>
  </form>`;
}
