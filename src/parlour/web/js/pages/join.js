// @ts-check
/** Taking the seat that a link offers. The link's code is behind its #, which no browser sends along. */

import { html, useEffect, useState } from "../lib.js";
import { freshKey, get, post } from "../api.js";
import { greeted, known } from "../player.js";
import { go } from "../router.js";
import { GuestName } from "../parts/guest.js";
import { Living } from "../parts/living.js";

/** @param {{match: string, player: any}} props */
function Sit({ match, player }) {
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [key] = useState(freshKey);
  const code = location.hash.slice(1);
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setWrong("");
    try {
      const me = await known(name.trim());
      await post(`/matches/${match}/join`, { code, name: me.name }, key);
      go(`/match/${match}`, true);
    } catch (error) {
      setBusy(false);
      setWrong(/** @type {Error} */ (error).message);
    }
  };
  const cut = !code && "The link is cut off: its part after # is missing. Ask for the whole of it.";
  return html`<form class="stack" onSubmit=${sit}>
    ${player ? html`<p>You sit down as <b>${player.name}</b>.</p>`
      : html`<${GuestName} name=${name} onName=${setName} />`}
    ${(wrong || cut) && html`<p class="notice bad" role="alert">${wrong || cut}</p>`}
    <div class="row"><button class="button primary big" data-testid="join" disabled=${busy || !code}>Take the seat</button>
      <a class="button plain" href=${`/match/${match}`}>Only watch</a></div>
  </form>`;
}

/** @param {{match: string}} props */
export default function Join({ match }) {
  const [view, setView] = useState(/** @type {any} */ (null));
  const [player, setPlayer] = useState(/** @type {any} */ (undefined));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let current = true;
    const failed = (/** @type {Error} */ error) => current && setWrong(error.message);
    get(`/matches/${match}?seat=-1`).then((data) => current && setView(data), failed);
    greeted(0).then((data) => current && setPlayer(data.player), failed);
    return () => { current = false; };
  }, [match]);
  if (wrong) {
    return html`<section class="stack narrow"><h1>This link leads nowhere</h1><p class="notice bad" role="alert">${wrong}</p>
      <p><a class="button" href="/">To the games</a></p></section>`;
  }
  if (!view || player === undefined) {
    return html`<p class="quiet" role="status"><span class="spinner"></span> Looking for the table…</p>`;
  }
  const host = view.seats.find((/** @type {any} */ seat) => seat.kind === "person" && seat.taken);
  const full = view.over || view.seats.every((/** @type {any} */ seat) => seat.taken);
  return html`<section class="panel narrow stack join">
    <${Living} game=${view.game} />
    <h1>${view.title}</h1>
    ${full ? html`<p class="lead">${view.over ? "This match is over." : "All seats are taken."} You may look on.</p>
      <p><a class="button primary" href=${`/match/${match}`}>${view.over ? "See how it went" : "Watch"}</a></p>`
      : html`<p class="lead">${host ? `${host.name} invites you to a game.` : "You are invited to a game."}</p>
      <${Sit} match=${match} player=${player} />`}
  </section>`;
}
