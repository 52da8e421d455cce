// @ts-check
/** The page: its head, and whatever the address asks for. */

import { html, render, useEffect, useRef, useState } from "./lib.js";
import { follow, where } from "./router.js";
import "./settings.js";

const LINKS = [
  ["/", "Play", ["lobby", "new", "match", "join", "review"]],
  ["/study", "Study", ["study", "train"]],
  ["/puzzles", "Puzzles", ["puzzles"]],
  ["/events", "Events", ["events"]],
  ["/me", "Me", ["me"]],
];
const TITLES = { lobby: "Parlour", missing: "Not here" };

/** Loads a page's module when it is first shown. @param {{page: string, at: Record<string, string>}} props */
function Shown({ page, at }) {
  const [shown, setShown] = useState(/** @type {{page: string, Page: any} | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    setFailed(false);
    import(`./pages/${page}.js`).then(
      (module) => current && setShown({ page, Page: module.default }),
      () => current && setFailed(true),
    );
    return () => { current = false; };
  }, [page]);
  if (failed) {
    return html`<div class="notice bad" role="alert">This part of the page could not be loaded. Is the server still
      running? <button class="button" onClick=${() => location.reload()}>Load it again</button></div>`;
  }
  if (shown?.page !== page) return html`<p class="quiet" role="status"><span class="spinner"></span> Loading…</p>`;
  return html`<div class="page" key=${location.pathname}><${shown.Page} ...${at} /></div>`;
}

/** @param {{page: string}} props */
function Head({ page }) {
  return html`<header class="masthead"><div class="masthead-inside">
    <a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true">
      <rect class="mark-felt" width="32" height="32" rx="7" /><circle class="mark-man" cx="11" cy="11" r="5" />
      <circle class="mark-gold" cx="21" cy="21" r="5" /><path class="mark-cross" d="M18 8l6 6M24 8l-6 6" /></svg>
      Parlour</a>
    <nav aria-label="Main">${LINKS.map(([to, name, pages]) => html`
      <a href=${to} aria-current=${pages.includes(page) ? "page" : undefined}>${name}</a>`)}</nav>
    <a class="button plain icon gear" href="/settings" aria-label="Settings" title="Settings"
      aria-current=${page === "settings" ? "page" : undefined}><svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="9" cy="7" r="2.4" /><circle cx="15" cy="17" r="2.4" />
        <path d="M2.5 7h4.1M11.4 7h10.1M2.5 17h10.1M17.4 17h4.1" /></svg></a>
  </div></header>`;
}

function App() {
  const [here, setHere] = useState(where());
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  useEffect(() => {
    const moved = () => setHere(where());
    addEventListener("popstate", moved);
    document.addEventListener("click", follow);
    return () => { removeEventListener("popstate", moved); document.removeEventListener("click", follow); };
  }, []);
  useEffect(() => {
    document.title = TITLES[here.page] || `${here.page[0].toUpperCase()}${here.page.slice(1)} · Parlour`;
    if (!first.current) { // who hears the page, or goes by keys, is told of the new one from its beginning
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [here.page, JSON.stringify(here.at)]);
  return html`
    <a class="skip" href="#main">Skip to the game</a>
    <${Head} page=${here.page} />
    <main id="main" ref=${main} tabindex="-1"><${Shown} ...${here} /></main>`;
}

render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
