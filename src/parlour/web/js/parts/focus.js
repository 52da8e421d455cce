// @ts-check
/** The keyboard on a board: one button of it is in the order of tabs, arrow keys go to its neighbours. */

/** @type {WeakMap<Element, {at: string, part: string, held: boolean}>} where the focus was last, by board */
const LAST = new WeakMap();
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} root @returns {HTMLElement[]} */
const buttons = (root) => [...root.querySelectorAll("button")];

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Find the nearest button in a direction: what lies straight ahead before what lies aside.
 * @param {Element} from @param {HTMLElement[]} among @param {[number, number]} way */
function ahead(from, among, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const each of among) {
    const [ex, ey] = middle(each);
    const along = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (each === from || along < 2) continue;
    const far = along + 3 * aside;
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** Move the focus by arrow keys, Home and End. @param {KeyboardEvent} event */
export function steer(event) {
  const root = /** @type {HTMLElement} */ (event.currentTarget);
  const here = /** @type {HTMLElement} */ (event.target);
  if (here.tagName !== "BUTTON" || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = buttons(root);
  const way = ARROWS[event.key];
  const end = event.key === "Home" ? all[0] : event.key === "End" ? all[all.length - 1] : null;
  const to = way ? ahead(here, all, way) : end;
  if (way || to) event.preventDefault();
  if (!to) return;
  here.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

/** Find the button whose place is nearest to one: its grid, row and column.
 * @param {HTMLElement[]} among @param {string} at */
function nearest(among, at) {
  const [grid, row, column] = at.split(".").map(Number);
  let best = null;
  let least = Infinity;
  for (const each of at ? among : []) {
    const [g, r, c] = (each.dataset.at || "").split(".").map(Number);
    const far = g === grid ? Math.abs(r - row) + Math.abs(c - column) : Infinity;
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** Point out every cell that is touched by the same name as the one under the pointer. @param {PointerEvent} event */
export function near(event) {
  const root = /** @type {HTMLElement} */ (event.currentTarget);
  const under = /** @type {HTMLElement} */ (event.target);
  const over = event.type === "pointerleave" ? null : under.closest("button[data-part]");
  const part = /** @type {HTMLElement | null} */ (over)?.dataset.part;
  for (const each of buttons(root)) each.toggleAttribute("data-near", part !== undefined && each.dataset.part === part);
}

/**
 * After each drawing: let one button be reached by Tab, the one where the focus was or the first; and give the focus
 * back if the button that had it is gone, at the latest when there are buttons again.
 * @param {HTMLElement} root
 */
export function keepFocus(root) {
  let last = LAST.get(root);
  if (!last) {
    const made = (last = { at: "", part: "", held: false });
    LAST.set(root, made);
    root.addEventListener("focusin", (event) => {
      const button = /** @type {HTMLElement} */ (event.target);
      const { at = "", part = button.dataset.name || "" } = button.dataset;
      Object.assign(made, { at, part, held: true });
    });
    root.addEventListener("focusout", (event) => {
      const to = /** @type {FocusEvent} */ (event).relatedTarget;
      if (to && !root.contains(/** @type {Node} */ (to))) made.held = false;
    });
  }
  const { at, part } = last;
  const all = buttons(root).filter((each) => !(/** @type {HTMLButtonElement} */ (each).disabled));
  const same = all.find((each) => part && each.dataset.part === part && (!at || each.dataset.at === at));
  const home = same || nearest(all, at) || all[0];
  if (!home) return;
  for (const each of all) each.tabIndex = each === home ? 0 : -1;
  const lost = document.activeElement === document.body || !document.activeElement;
  if (last.held && lost) home.focus({ preventScroll: true });
}
