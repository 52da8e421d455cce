// @ts-check
/** A game's board as it is played: drawn small, and unless motion is off a move is made on it now and then. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { get } from "../api.js";
import { moving, useSettings } from "../settings.js";
import { Picture } from "./board.js";

const PACE = 2600; // milliseconds, and up to as many more at random: the boards do not change all at once
const MARGIN = 0.86, LARGEST = 1.3;
const DRAWN = ".cell:not(.none), .cells.table, .felt, .line";
const NEAR = "250px"; // from the edge of the screen, where a board is asked for
/** @type {Map<string, Promise<any[]>>} */
const asked = new Map();

/** The boards of a game, asked for once. @param {string} game @returns {Promise<any[]>} */
function momentsOf(game) {
  let found = asked.get(game);
  if (!found) {
    found = get(`/games/${game}/demo`).then((data) => data.moments);
    found.catch(() => asked.delete(game));
    asked.set(game, found);
  }
  return found;
}

/** Fit a picture into its place, whatever its size: as large as it may be, in the middle. @param {HTMLElement} place */
function fit(place) {
  const inner = /** @type {HTMLElement} */ (place.firstElementChild);
  const origin = inner.getBoundingClientRect();
  const now = origin.width / inner.offsetWidth || 1; // the scale it has; what is measured has it too
  const parts = [...inner.querySelectorAll(DRAWN)].map((part) => part.getBoundingClientRect()).filter((part) => part.width);
  const [left, right] = [Math.min(...parts.map((part) => part.left)), Math.max(...parts.map((part) => part.right))];
  const [top, bottom] = [Math.min(...parts.map((part) => part.top)), Math.max(...parts.map((part) => part.bottom))];
  const room = MARGIN * now;
  const scale = Math.min(LARGEST, (room * place.clientWidth) / (right - left), (room * place.clientHeight) / (bottom - top));
  if (!(scale > 0)) return; // there is no room yet
  const x = place.clientWidth / 2 - (scale / now) * ((left + right) / 2 - origin.left);
  const y = place.clientHeight / 2 - (scale / now) * ((top + bottom) / 2 - origin.top);
  inner.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

/** With `data`, that picture in place of the game's own. @param {{game: string, still?: boolean, data?: any}} props */
export function Living({ game, still = false, data }) {
  const { motion } = useSettings();
  const [moments, setMoments] = useState(/** @type {any[]} */ ([]));
  const [at, setAt] = useState(0);
  const shown = data || moments[at % moments.length];
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const near = useRef(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => {
      near.current = entry.isIntersecting;
      if (entry.isIntersecting) momentsOf(game).then(setMoments, () => {});
    }, { rootMargin: NEAR });
    watcher.observe(/** @type {HTMLElement} */ (place.current));
    return () => watcher.disconnect();
  }, [game]);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current || !shown) return undefined;
    fit(current);
    const sizes = new ResizeObserver(() => fit(current));
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [shown]);
  useEffect(() => {
    if (still || !moving() || moments.length < 2) return undefined;
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const wait = () => { timer = setTimeout(step, PACE * (1 + Math.random())); };
    const step = () => {
      if (near.current && !document.hidden) setAt((now) => now + 1);
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [moments, motion, still]);
  return html`<span class="living" ref=${place} aria-hidden="true"><span class="living-inner">
    ${shown && html`<${Picture} key=${data ? "given" : Math.floor(at / moments.length)} data=${shown} />`}
  </span></span>`;
}
