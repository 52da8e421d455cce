// @ts-check
/** The time a seat has left, counted down between two views. */

import { html, useEffect, useMemo, useState } from "../lib.js";

const TICK = 200; // milliseconds
const LOW = 20; // seconds from which on it is shown as scarce

/** @param {number} seconds */
function written(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {{view: any, seat: number}} props */
export function Clock({ view, seat }) {
  const heard = useMemo(() => performance.now(), [view]);
  const runs = view.clock.runs === seat && !view.over;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, [runs]);
  const left = Math.max(0, view.clock.left[seat] - (runs ? (performance.now() - heard) / 1000 : 0));
  return html`<span class=${`number clock${runs ? " runs" : ""}${left < LOW ? " low" : ""}`} role="timer"
    aria-label="Time left" data-testid=${`clock-${seat}`}>${written(left)}</span>`;
}
