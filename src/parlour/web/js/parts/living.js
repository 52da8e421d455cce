// @ts-check
/** A game's board as it looks while it is played: a moment of a game, and after a while the next one. */

import { html, useEffect, useState } from "../lib.js";
import { useSettings } from "../settings.js";

const MOMENTS = 6;
const PACE = 5000; // milliseconds, and as many at random: the cards do not change all at once

/** Whether an element is on the screen, and the page is looked at. @param {Element | null} element */
const seen = (element) => {
  if (!element || document.hidden) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** @param {{game: string, moment?: number}} props */
export function Living({ game, moment = 3 }) {
  const { motion } = useSettings();
  const [shown, setShown] = useState([moment]);
  const [place, setPlace] = useState(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!motion || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const wait = () => { timer = setTimeout(change, PACE * (1 + Math.random())); };
    const change = () => {
      if (!seen(place)) return wait();
      const image = new Image();
      const next = (shown[shown.length - 1] + 1) % MOMENTS;
      image.onload = () => setShown([shown[shown.length - 1], next]);
      image.onerror = wait;
      image.src = address(game, next);
    };
    wait();
    return () => clearTimeout(timer);
  }, [motion, place, shown]);
  return html`<span class="living" ref=${setPlace} aria-hidden="true">${shown.map((at) => html`
    <img key=${at} src=${address(game, at)} alt="" loading="lazy" decoding="async" draggable=${false} />`)}</span>`;
}

/** @param {string} game @param {number} moment */
const address = (game, moment) => `/api/v1/games/${game}/picture?demo=${moment}`;
