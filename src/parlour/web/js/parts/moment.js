// @ts-check
/** What is seen for a moment only, such as a trick before it is taken away: a picture that comes with a view. */

import { useEffect, useRef, useState } from "../lib.js";
import { moving } from "../settings.js";

export const MOMENT = 1300; // milliseconds

/** Whether a view has something to show first: not to who has just come, nor when a move was taken back.
 * @param {any} last the view before it, or null @param {any} now */
export const passes = (last, now) =>
  Boolean(last && now?.moment && now.ply > last.ply && moving() && !document.hidden);

/**
 * Give what is to be shown before the board of a view, as long as it lasts, and a way to have seen it.
 * @param {any} view @returns {{moment: any, seen: () => void}}
 */
export function useMoment(view) {
  const at = useRef({ last: /** @type {any} */ (null), now: /** @type {any} */ (null), shows: false });
  const [seen, setSeen] = useState(/** @type {any} */ (null));
  if (at.current.now !== view) at.current = { last: at.current.now, now: view, shows: passes(at.current.now, view) };
  const shows = at.current.shows && seen !== view;
  useEffect(() => {
    if (!shows) return undefined;
    const timer = setTimeout(() => setSeen(view), MOMENT);
    return () => clearTimeout(timer);
  }, [shows, view]);
  return { moment: shows ? view.moment : null, seen: () => setSeen(view) };
}
