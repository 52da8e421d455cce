// @ts-check
/**
 * The general rule by which any game is played on its board: a move has names that are touched in order. Touch
 * one, and the moves that begin so stay; the last one left is played.
 */

/** @typedef {{next: string[], done: string | null, short: string | null, also: string[]}} After */

/** @param {string[]} whole @param {string[]} start */
const begins = (whole, start) => start.every((name, at) => whole[at] === name);

/** @param {string[]} one @param {string[]} other */
const equal = (one, other) => one.length === other.length && begins(one, other);

/**
 * Say how it stands after some touches. `next` are the names that may be touched, `done` the move that is now to
 * be played, `short` a move that is complete while longer ones begin with it (touch its last name again), `also`
 * the moves that are still possible.
 *
 * The first touch alone never plays a move of several: who takes a piece up wants to see where it may go. From the
 * second on a move is played as soon as no other is left, so that a forced rest needs no touches.
 * @param {string[]} moves @param {string[][]} touches of each move @param {string[]} touched @returns {After}
 */
export function after(moves, touches, touched) {
  const left = touches.flatMap((names, at) => (begins(names, touched) ? [at] : []));
  const also = left.map((at) => moves[at]);
  const last = touched.length - 1;
  if (!left.length) {
    const again = last > 0 && touched[last] === touched[last - 1] ? touched.slice(0, last) : null;
    const meant = again ? touches.findIndex((names) => equal(names, again)) : -1;
    return { next: [], done: meant < 0 ? null : moves[meant], short: null, also: meant < 0 ? [] : [moves[meant]] };
  }
  const whole = left.find((at) => touches[at].length === touched.length);
  if (left.length === 1 && touched.length && (whole !== undefined || touched.length > 1)) {
    return { next: [], done: also[0], short: null, also };
  }
  const next = left.filter((at) => at !== whole).map((at) => touches[at][touched.length]);
  const again = whole !== undefined && touched.length ? [touched[last]] : [];
  const short = whole === undefined ? null : moves[whole];
  return { next: [...new Set([...next, ...again])], done: null, short, also };
}

/** Take the touches as the server gives them; a server or a game without them touches the move's own text.
 * @param {{legal?: string[], touches?: string[][]}} view @returns {string[][]} */
export const touchesOf = (view) => view.touches || (view.legal || []).map((move) => [move]);

/** List the names of the parts in a picture. @param {any} data @returns {Set<string>} */
export function partsOf(data) {
  const found = new Set();
  /** @param {any} block */
  const look = (block) => {
    for (const row of block.rows || []) for (const cell of row) if (cell.part) found.add(cell.part);
    for (const column of block.columns || []) column.forEach(look);
    for (const place of block.places || []) place.blocks.forEach(look);
    (block.centre || []).forEach(look);
  };
  (data?.blocks || []).forEach(look);
  return found;
}
