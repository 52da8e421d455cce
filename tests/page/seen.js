/** What a person sees of a match, and how to get at it: parts of the board, choices, the Play button. */
(() => {
  const TARGETS = "button[data-part], button[data-testid^='move-'], button[data-testid='play-short']";

  const shown = (e) => !e.disabled && e.getAttribute("aria-disabled") !== "true" && e.checkVisibility();
  const named = (e) => e.dataset.part === undefined ? e.dataset.testid : `part-${e.dataset.part}`;
  const targets = () => [...document.querySelectorAll(TARGETS)].filter(shown);
  const found = ([name, nth]) => targets().filter((e) => named(e) === name)[nth];

  /** All that can be touched, as [name, which of that name], once it differs from what was seen before. */
  function state(before) {
    const match = document.querySelector("[data-over]");
    const over = match?.dataset.over === "true";
    if (!over && match?.dataset.mine !== "true") return null;
    const count = {};
    const all = targets();
    const names = all.map((e) => [named(e), (count[named(e)] = (count[named(e)] ?? -1) + 1)]);
    const seen = JSON.stringify([match.dataset.ply, names, all.map((e) => e.getAttribute("aria-pressed"))]);
    return over || (names.length && seen !== before) ? { over, names, seen } : null;
  }

  /** Where to click, and whether a click there hits it. */
  function place(target) {
    const e = found(target);
    if (!e) return null;
    e.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = e.getBoundingClientRect();
    const at = { x: x + width / 2, y: y + height / 2 };
    return { ...at, hit: e.contains(document.elementFromPoint(at.x, at.y)) };
  }

  /** The parts among which arrow keys go: as much as has one button in the order of tabs. */
  function group(e) {
    let at = e;
    while (at.parentElement?.querySelectorAll("button[tabindex='0']").length <= 1) at = at.parentElement;
    return at;
  }

  /** Which keys lead from the focus towards a target, the likeliest first. */
  function keys(target) {
    const e = found(target);
    const here = document.activeElement;
    if (!e) return null;
    if (here === e) return ["Enter"];
    if (e.tabIndex >= 0 || !here?.matches(TARGETS) || !group(e).contains(here)) return ["Tab"];
    const [to, from] = [e.getBoundingClientRect(), here.getBoundingClientRect()];
    const dx = to.x + to.width / 2 - from.x - from.width / 2;
    const dy = to.y + to.height / 2 - from.y - from.height / 2;
    const [right, left] = dx >= 0 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const [down, up] = dy >= 0 ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
    const more = Math.abs(dx) > 2 && Math.abs(dx) >= Math.abs(dy);
    return more ? [right, down, up, left] : [down, right, left, up];
  }

  /** Which element has the focus: a number that another element does not have. */
  const focus = () => [...document.querySelectorAll("*")].indexOf(document.activeElement);

  window.seen = { state, place, keys, focus };
})();
