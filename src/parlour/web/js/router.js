// @ts-check
/** Which page an address shows, and going there without loading anything again. */

/** @type {[RegExp, string][]} */
const PAGES = [
  [/^\/$/, "lobby"],
  [/^\/new\/(?<game>\w+)$/, "new"],
  [/^\/match\/(?<match>\w+)$/, "match"],
  [/^\/join\/(?<match>\w+)$/, "join"],
  [/^\/review\/(?<match>\w+)$/, "review"],
  [/^\/study$/, "study"],
  [/^\/study\/(?<game>\w+)$/, "study"],
  [/^\/puzzles$/, "puzzles"],
  [/^\/puzzles\/(?<game>\w+)$/, "puzzles"],
  [/^\/train\/(?<game>\w+)$/, "train"],
  [/^\/me$/, "me"],
  [/^\/events$/, "events"],
  [/^\/events\/(?<event>\w+)$/, "events"],
  [/^\/settings$/, "settings"],
];

/** @returns {{page: string, at: Record<string, string>}} */
export function where(path = location.pathname) {
  for (const [pattern, page] of PAGES) {
    const found = pattern.exec(path);
    if (found) return { page, at: { ...found.groups } };
  }
  return { page: "missing", at: {} };
}

/** Go to another address of the page. @param {string} to */
export function go(to, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Follow links within the page without loading it again. @param {MouseEvent} event */
export function follow(event) {
  const link = /** @type {HTMLElement} */ (event.target).closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const to = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  if (to.origin !== location.origin || link.hasAttribute("download") || link.getAttribute("target")) return;
  if (to.pathname.startsWith("/api/") || where(to.pathname).page === "missing") return;
  if (to.hash && to.pathname === location.pathname && to.search === location.search) return; // a place on this page
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
}
