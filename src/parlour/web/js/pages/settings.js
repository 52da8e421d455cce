// @ts-check
/** How the page looks, sounds and moves; kept in this browser. */

import { html } from "../lib.js";
import { change, THEMES, useSettings } from "../settings.js";
import { sound } from "../sound.js";

const NAMES = { auto: "As the system", light: "Light", dark: "Dark", contrast: "High contrast" };

/** @param {{name: string, help: string, on: boolean, onChange: (on: boolean) => void}} props */
function Switch({ name, help, on, onChange }) {
  return html`<label class="check setting">
    <span class="field grow"><span class="label">${name}</span><span class="help">${help}</span></span>
    <input type="checkbox" role="switch" class="switch" data-testid=${`setting-${name.toLowerCase()}`} checked=${on}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} /></label>`;
}

export default function Settings() {
  const { theme, sound: loud, motion } = useSettings();
  return html`<section class="stack loose narrow">
    <header class="stack tight"><h1>Settings</h1>
      <p class="lead">They are kept in this browser and change at once.</p></header>
    <div class="panel stack">
      <fieldset><legend>Colours</legend><div class="segments">${THEMES.map((each) => html`
        <label key=${each}><input type="radio" name="theme" data-testid=${`theme-${each}`} checked=${each === theme}
          onChange=${() => change({ theme: each })} />${NAMES[each]}</label>`)}</div></fieldset>
      <hr />
      <${Switch} name="Sound" help="A short tone when a move is made, and at the end." on=${loud}
        onChange=${(/** @type {boolean} */ on) => { change({ sound: on }); if (on) sound("turn"); }} />
      <hr />
      <${Switch} name="Motion" on=${motion}
        help="Pieces glide to their places, and the boards in the lobby live. Off too when your system asks for less motion."
        onChange=${(/** @type {boolean} */ on) => change({ motion: on })} />
    </div>
    <section class="stack" aria-labelledby="keys"><h2 id="keys">By keyboard alone</h2>
      <dl class="keys">
        <div><dt><kbd>Tab</kbd></dt><dd>goes from part to part, <kbd>Enter</kbd> or <kbd>Space</kbd> touches</dd></div>
        <div><dt><kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd></dt><dd>go about on a board</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>takes back what was touched of a move</dd></div>
        <div><dt><kbd>/</kbd></dt><dd>finds a game in the lobby</dd></div>
      </dl></section>
    <p class="quiet small">Your name, your matches and what is kept of them are under <a href="/me">Me</a>.</p>
  </section>`;
}
