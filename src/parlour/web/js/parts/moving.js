// @ts-check
/** What differs between two pictures, and letting it be seen: pieces slide from where they were, others appear. */

const WITHOUT = new Set(["", ".", "·"]);

/** @param {any} cell */
const content = (cell) => (cell.shape || !WITHOUT.has((cell.text || "").trim())
  ? `${cell.shape || ""}|${cell.text || ""}|${cell.tone || ""}` : "");

/** List every cell by its place: the number of its grid, row and column.
 * @param {any} data @returns {Map<string, any>} */
export function cellsOf(data) {
  const found = new Map();
  let number = -1;
  /** @param {any} block */
  const look = (block) => {
    if (block.kind === "grid") {
      number += 1;
      block.rows.forEach((/** @type {any[]} */ row, /** @type {number} */ r) =>
        row.forEach((cell, c) => found.set(`${number}.${r}.${c}`, { cell, style: block.style })));
    }
    (block.columns || []).forEach((/** @type {any[]} */ column) => column.forEach(look));
    (block.places || []).forEach((/** @type {any} */ place) => place.blocks.forEach(look));
    (block.centre || []).forEach(look);
  };
  (data?.blocks || []).forEach(look);
  return found;
}

/**
 * Compare two pictures: what kind of change each place saw ("came", "fell"), and which pieces went from where to
 * where. A piece moved if one like it vanished elsewhere, and there was only one.
 * @param {any} before @param {any} now @returns {{fresh: Map<string, string>, slides: [string, string][]}}
 */
export function changes(before, now) {
  const fresh = new Map();
  /** @type {[string, string][]} */
  const slides = [];
  const old = cellsOf(before);
  const cells = cellsOf(now);
  /** @type {Map<string, string[]>} */
  const gone = new Map();
  /** @type {Map<string, string[]>} */
  const come = new Map();
  for (const [at, { cell }] of old) {
    const was = content(cell);
    const is = cells.has(at) ? content(cells.get(at).cell) : "";
    if (was && was !== is) gone.set(was, [...(gone.get(was) || []), at]);
  }
  for (const [at, { cell, style }] of cells) {
    const is = content(cell);
    const was = old.has(at) ? content(old.get(at).cell) : "";
    if (!is || was === is || cell.tone === "empty") continue;
    fresh.set(at, style === "discs" ? "fell" : "came");
    come.set(is, [...(come.get(is) || []), at]);
  }
  for (const [what, [to, ...more]] of come) {
    const [from, ...others] = gone.get(what) || [];
    if (from && !more.length && !others.length) slides.push([from, to]);
  }
  return { fresh, slides };
}

/** Let pieces slide. @param {Element} root @param {[string, string][]} slides */
export function slide(root, slides) {
  for (const [from, to] of slides) {
    const start = root.querySelector(`[data-at="${from}"]`)?.getBoundingClientRect();
    const cell = root.querySelector(`[data-at="${to}"]`);
    const piece = cell?.lastElementChild;
    if (!start || !cell || !piece) continue;
    const end = cell.getBoundingClientRect();
    const scale = end.width / /** @type {HTMLElement} */ (cell).offsetWidth || 1; // of a picture that is shown smaller
    const by = `translate(${(start.left - end.left) / scale}px, ${(start.top - end.top) / scale}px)`;
    cell.classList.remove("came");
    const frames = [{ transform: by, zIndex: 5 }, { transform: "none", zIndex: 5 }];
    piece.animate(frames, { duration: 260, easing: "cubic-bezier(.3,.7,.3,1)" });
  }
}
