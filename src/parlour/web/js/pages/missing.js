// @ts-check
/** What an address shows at which there is nothing. */

import { html } from "../lib.js";

export default function Missing() {
  return html`<section class="stack narrow">
    <h1>Nothing is here</h1>
    <p class="lead">The address <code>${location.pathname}</code> is none of this page.
      A link may have lost a piece.</p>
    <p><a class="button primary" href="/">To the games</a></p>
  </section>`;
}
