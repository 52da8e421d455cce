// @ts-check
/** What a browser keeps of somebody's study: solved puzzles, decisions by situation. One that keeps nothing forgets. */

/** @param {string} place @returns {any} */
export function kept(place) {
  try {
    return JSON.parse(localStorage.getItem(`parlour.${place}`) || "{}");
  } catch {
    return {};
  }
}

/** @param {string} place @param {any} value */
export function keep(place, value) {
  try {
    localStorage.setItem(`parlour.${place}`, JSON.stringify(value));
  } catch { /* private browsing: it holds until the page is left */ }
}
