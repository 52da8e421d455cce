// @ts-check
/** Events: strategies against each other. A form that runs one, the list of all, and one of them as it grows. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { go } from "../router.js";
import { moment, plural } from "../words.js";
import { NewEvent } from "../parts/entry.js";
import { Standings } from "../parts/standings.js";

const OFTEN = 1000; // milliseconds between two looks at an event that is being played
const STATES = { waiting: "waits its turn", running: "being played", finished: "finished", failed: "failed" };

/** Ask again and again until it is said to be enough. @param {string} path @param {(told: any) => boolean} enough */
function usePolled(path, enough) {
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const look = () => get(path, stop.signal).then(
      (found) => { setTold(found); setWrong(""); if (!enough(found)) timer = setTimeout(look, OFTEN); },
      (error) => {
        if (stop.signal.aborted) return;
        setWrong(error.message);
        if (error.status !== 404) timer = setTimeout(look, 3 * OFTEN);
      },
    );
    look();
    return () => { stop.abort(); clearTimeout(timer); };
  }, [path]);
  return { told, wrong };
}

const done = (/** @type {any} */ event) => event.state === "finished" || event.state === "failed";
const options = (/** @type {any} */ event) => Object.entries(event.options).map(([name, value]) => `${name}=${value}`).join(", ");

/** How far it is. @param {{event: any}} props */
function Progress({ event }) {
  if (event.state !== "running" && event.state !== "waiting") return null;
  const words = event.total ? `${event.played} of ${plural(event.total, "match", "matches")}` : STATES[event.state];
  return html`<div class="stack tight"><progress max=${event.total || 1} value=${event.played} aria-label="Played"></progress>
    <p class="quiet" role="status">${words}</p></div>`;
}

/** One event, live. @param {{id: string, titles: Record<string, string>}} props */
function One({ id, titles }) {
  const { told: event, wrong } = usePolled(`/events/${id}`, done);
  if (!event) return html`<p class=${wrong ? "notice bad" : "quiet"} role="status">${wrong || "Loading…"}</p>
    <p><a href="/events">All events</a></p>`;
  const title = titles[event.game] || event.game;
  return html`<div class="event stack loose" data-state=${event.state}>
    <header class="stack tight"><p><a href="/events">All events</a></p><h1>${title}</h1>
      <p class="quiet specs-named">${event.specs.join(" · ")}${event.options && options(event) && ` · ${options(event)}`}</p>
      <p class="quiet">${event.games} games each pairing, seed ${event.seed}, ${STATES[event.state]},
        begun ${moment(event.created)}</p></header>
    ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
    ${event.reason && html`<p class="notice bad" role="alert">${event.reason}</p>`}
    <${Progress} event=${event} />
    ${event.table && html`<${Standings} event=${event} />`}
  </div>`;
}

/** All events, and the form. @param {{games: any[], titles: Record<string, string>}} props */
function All({ games, titles }) {
  const { told, wrong } = usePolled("/events", (found) => found.events.every(done));
  const events = told ? told.events : [];
  return html`<div class="stack loose">
    <header class="stack"><h1>Events</h1>
      <p class="lead">Let strategies play each other, each deal from both sides, and see who is stronger, and how sure that is.</p>
    </header>
    ${games.length > 0 && html`<${NewEvent} games=${games} onMade=${(/** @type {any} */ event) => go(`/events/${event.id}`)} />`}
    <section class="stack" aria-labelledby="all"><h2 id="all">Played here</h2>
      ${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
      ${told && !events.length && html`<p class="quiet">None yet.</p>`}
      <ul class="event-list">${events.map((/** @type {any} */ event) => html`<li key=${event.id}>
        <a class="panel flat" href=${`/events/${event.id}`}><strong>${event.specs.join(" · ")}</strong>
          <span>${titles[event.game] || event.game}</span>
          <span class="quiet small">${STATES[event.state]}${event.state === "running" && event.total
            ? `, ${event.played} of ${event.total}` : ""}, ${moment(event.created)}</span></a></li>`)}</ul>
    </section></div>`;
}

/** @param {{event?: string}} props */
export default function Events({ event = "" }) {
  const [games, setGames] = useState(/** @type {any[]} */ ([]));
  useEffect(() => void get("/games").then((found) => setGames(found.games), () => {}), []); // the list says what is wrong
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  return event ? html`<${One} id=${event} titles=${titles} />` : html`<${All} games=${games} titles=${titles} />`;
}
