// @ts-check
/** Links to the seats that wait for somebody, to be sent to a friend. */

import { html, useState } from "../lib.js";
import { linksOf } from "../player.js";

/** @param {{url: string, name: string, seat: number}} props */
function Link({ url, name, seat }) {
  const [said, setSaid] = useState("");
  const whole = new URL(url, location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole);
      setSaid("Copied.");
    } catch {
      setSaid("Select the link and copy it.");
    }
  };
  const share = () => navigator.share({ title: "A game at Parlour", url: whole }).catch(() => {});
  return html`<div class="field"><label for=${`link-${seat}`}>Link for ${name}</label>
    <div class="row tight link-row"><input id=${`link-${seat}`} class="grow" readonly value=${whole} data-testid="invitation"
      onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button type="button" class="button" onClick=${copy}>Copy</button>
      ${"share" in navigator && html`<button type="button" class="button" onClick=${share}>Share</button>`}</div>
    <span class="help" role="status">${said}</span></div>`;
}

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** The links given out for a match from this browser, as long as the seats wait.
 * @param {{match: string, seats: any[]}} props */
export function Invite({ match, seats }) {
  const open = linksOf(match).filter(({ seat }) => seats[seat] && !seats[seat].taken);
  if (!open.length) return null;
  return html`<section class="notice stack tight" aria-label="Invitation">
    <p><b>Waiting for a friend.</b> Whoever opens the link first takes the seat.
      ${LOCAL.includes(location.hostname) && " It opens on this machine alone: for others, serve with --host 0.0.0.0."}</p>
    ${open.map(({ seat, url }) => html`<${Link} key=${seat} url=${url} seat=${seat} name=${seats[seat].name} />`)}
  </section>`;
}
