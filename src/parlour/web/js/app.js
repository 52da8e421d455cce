// @ts-check
/** The page: its head, and whatever the address asks for. */

import { html, render, useEffect, useState } from "./lib.js";
import { follow, where } from "./router.js";

/** Loads a page's module when it is first shown. @param {{page: string, at: Record<string, string>}} props */
function Shown({ page, at }) {
  const [Page, setPage] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let current = true;
    import(`./pages/${page}.js`).then((module) => current && setPage(() => module.default));
    return () => { current = false; };
  }, [page]);
  return Page ? html`<${Page} key=${location.pathname} ...${at} />` : html`<p class="quiet" role="status">Loading…</p>`;
}

function App() {
  const [here, setHere] = useState(where());
  useEffect(() => {
    const moved = () => { setHere(where()); scrollTo(0, 0); };
    addEventListener("popstate", moved);
    document.addEventListener("click", follow);
    return () => { removeEventListener("popstate", moved); document.removeEventListener("click", follow); };
  }, []);
  return html`
    <a class="skip" href="#main">Skip to the game</a>
    <header class="head"><a class="brand" href="/">Parlour</a><nav aria-label="Main">
      <a href="/">Play</a><a href="/study">Study</a><a href="/puzzles">Puzzles</a><a href="/events">Events</a>
      <a href="/me">Me</a><a href="/settings">Settings</a></nav></header>
    <main id="main" tabindex="-1"><${Shown} ...${here} /></main>`;
}

render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
