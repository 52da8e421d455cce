// @ts-check
/** What somebody is called who plays here for the first time. */

import { html } from "../lib.js";

/** @param {{name: string, onName: (name: string) => void}} props */
export function GuestName({ name, onName }) {
  return html`<div class="field"><label for="name">Your name</label>
    <input id="name" value=${name} maxlength="40" autocomplete="nickname" placeholder="Guest"
      onInput=${(/** @type {any} */ event) => onName(event.target.value)} />
    <span class="help">Leave it empty to play as a guest. You can change it later.</span></div>`;
}
