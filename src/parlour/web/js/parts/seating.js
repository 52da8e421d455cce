// @ts-check
/** Who sits where: me, a level, a friend who gets a link, or any strategy. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";

export const ME = "me", OPEN = "open", OTHER = "other";
const WATCH = "watch";
const NAMES = /** @type {Record<string, string>} */ ({ [OPEN]: "A friend", [WATCH]: "Watch" });

/** @typedef {{kind: string, spec: string}} Seat a kind is "me", "open", "other" with its spec, or a level */

/** What the server is told of a seat. @param {Seat} seat */
export const specOf = (seat) => (seat.kind === OTHER ? seat.spec.trim() : seat.kind);

/** @param {string} word */
const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Seats for so many: those that are there, then more of the last machine's kind; who was there as "me" still is.
 * @param {Seat[]} seats @param {number} count */
export function fitted(seats, count) {
  const isMe = (/** @type {Seat} */ seat) => seat.kind === ME;
  const more = seats.slice(1).reverse().find((seat) => !isMe(seat)) || { kind: "medium", spec: "" };
  const some = Array.from({ length: count }, (_, at) => seats[at] || { ...more });
  return seats.some(isMe) && !some.some(isMe) ? [{ kind: ME, spec: "" }, ...some.slice(1)] : some;
}

/** A strategy of any name, with its options after it.
 * @param {{id: string, seat: Seat, strategies: any, onSpec: (spec: string) => void}} props */
function Spec({ id, seat, strategies, onSpec }) {
  const chosen = strategies[seat.spec.split(":")[0].trim()];
  return html`<div class="field grow"><label class="unseen" for=${id}>Its strategy</label>
    <input id=${id} list="strategies" value=${seat.spec} placeholder="mcts:simulations=2000" maxlength="200"
      autocomplete="off" spellcheck=${false} onInput=${(/** @type {any} */ event) => onSpec(event.target.value)} />
    ${chosen && html`<details class="spec"><summary>${chosen.help}</summary><dl class="guide-moves">
      ${Object.entries(chosen.options).map(([name, option]) => html`<div key=${name}>
        <dt><code>${name}=${String(option.default)}</code></dt><dd>${option.help}</dd></div>`)}
    </dl></details>`}</div>`;
}

/** @param {{game: any, names: string[], seats: Seat[], onSeats: (seats: Seat[]) => void}} props */
export function Seating({ game, names, seats, onSeats }) {
  const [strategies, setStrategies] = useState(/** @type {any} */ ({}));
  const other = seats.some((seat) => seat.kind === OTHER);
  useEffect(() => {
    if (other) get(`/games/${game.name}/strategies`).then((data) => setStrategies(data.strategies), () => {});
  }, [other, game.name]);
  /** @param {number} at @param {Partial<Seat>} some */
  const put = (at, some) => onSeats(seats.map((seat, each) => (each === at ? { ...seat, ...some } : seat)));
  const kinds = [[ME, "Me"], ...game.levels.map((/** @type {string} */ level) => [level, title(level)]),
    [OPEN, "A friend, by a link"], [OTHER, "Another strategy…"]];
  return html`<div class="stack tight seating">
    ${seats.map((seat, at) => html`<div class="seat-row" key=${at}>
      <label class="seat-name" for=${`seat-${at}`}>${names[at] || `Seat ${at + 1}`}</label>
      <select id=${`seat-${at}`} data-testid=${`seat-${at}`} value=${seat.kind}
        onChange=${(/** @type {any} */ event) => put(at, { kind: event.target.value })}>${kinds.map(([kind, words]) => html`
        <option key=${kind} value=${kind} selected=${seat.kind === kind}>${words}</option>`)}</select>
      ${seat.kind === OTHER && html`<${Spec} id=${`spec-${at}`} seat=${seat} strategies=${strategies}
        onSpec=${(/** @type {string} */ spec) => put(at, { spec })} />`}
    </div>`)}
    <datalist id="strategies">${Object.entries(strategies).map(([name, kind]) => html`
      <option key=${name} value=${name}>${kind.help}</option>`)}</datalist>
  </div>`;
}

/** Whom to play against, in one touch. @param {{game: any, seats: Seat[], onSeats: (seats: Seat[]) => void}} props */
export function Against({ game, seats, onSeats }) {
  const mine = Math.max(0, seats.findIndex((seat) => seat.kind === ME));
  const others = new Set(seats.filter((_, at) => at !== mine).map((seat) => seat.kind));
  const now = seats.every((seat) => seat.kind !== ME) ? WATCH : others.size === 1 ? [...others][0] : "";
  const strong = game.levels[game.levels.length - 2] || game.levels[0]; // to watch: quick, and worth watching
  /** @param {string} kind */
  const choose = (kind) => onSeats(seats.map((_, at) => ({ kind: kind === WATCH ? strong : at === mine ? ME : kind, spec: "" })));
  return html`<fieldset><legend>Play against</legend><div class="segments against">
    ${[...game.levels, OPEN, WATCH].map((kind) => html`<label key=${kind}>
      <input type="radio" name="against" data-testid=${`against-${kind}`} checked=${kind === now} onChange=${() => choose(kind)} />
      ${NAMES[kind] || title(kind)}</label>`)}</div></fieldset>`;
}
