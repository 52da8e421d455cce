// @ts-check
/** Who sits where: me, a level, a friend who gets a link, or any strategy. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";

export const ME = "me", OPEN = "open", OTHER = "other";

/** @typedef {{kind: string, spec: string}} Seat a kind is "me", "open", "other" with its spec, or a level */

/** What the server is told of a seat. @param {Seat} seat */
export const specOf = (seat) => (seat.kind === OTHER ? seat.spec.trim() : seat.kind);

/** @param {string} word */
export const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Seats for so many: those that are there, then more of the last machine's kind. @param {Seat[]} seats @param {number} count */
export function fitted(seats, count) {
  const more = seats.slice(1).reverse().find((seat) => seat.kind !== ME) || { kind: "medium", spec: "" };
  const some = Array.from({ length: count }, (_, at) => seats[at] || { ...more });
  return seats.some((seat) => seat.kind === ME) && !some.some((seat) => seat.kind === ME) ? [{ kind: ME, spec: "" }, ...some.slice(1)] : some;
}

/** A strategy of any name, with its options after it. @param {{id: string, seat: Seat, strategies: any, onSpec: (spec: string) => void}} props */
function Spec({ id, seat, strategies, onSpec }) {
  const chosen = strategies[seat.spec.split(":")[0].trim()];
  return html`<div class="field grow"><label class="unseen" for=${id}>Its strategy</label>
    <input id=${id} list="strategies" value=${seat.spec} placeholder="mcts:simulations=2000" maxlength="200" autocomplete="off"
      spellcheck=${false} onInput=${(/** @type {any} */ event) => onSpec(event.target.value)} />
    ${chosen && html`<details class="spec"><summary>${chosen.help}</summary><dl class="guide-moves">
      ${Object.entries(chosen.options).map(([name, option]) => html`<div key=${name}><dt><code>${name}=${String(option.default)}</code></dt><dd>${option.help}</dd></div>`)}
    </dl></details>`}</div>`;
}

/**
 * @param {{game: any, names: string[], seats: Seat[], onSeats: (seats: Seat[]) => void}} props
 */
export function Seating({ game, names, seats, onSeats }) {
  const [strategies, setStrategies] = useState(/** @type {any} */ ({}));
  const other = seats.some((seat) => seat.kind === OTHER);
  useEffect(() => {
    if (other) get(`/games/${game.name}/strategies`).then((data) => setStrategies(data.strategies), () => {});
  }, [other, game.name]);
  const put = (/** @type {number} */ at, /** @type {Partial<Seat>} */ some) => onSeats(seats.map((seat, each) => (each === at ? { ...seat, ...some } : seat)));
  return html`<div class="stack tight seating">
    ${seats.map((seat, at) => html`<div class="seat" key=${at}>
      <label class="seat-name" for=${`seat-${at}`}><span class=${`seat-dot seat-${at % 4}`} aria-hidden="true"></span>${names[at] || `Seat ${at + 1}`}</label>
      <select id=${`seat-${at}`} data-testid=${`seat-${at}`} value=${seat.kind} onChange=${(/** @type {any} */ event) => put(at, { kind: event.target.value })}>
        <option value=${ME} selected=${seat.kind === ME}>Me</option>
        ${game.levels.map((/** @type {string} */ level) => html`<option key=${level} value=${level} selected=${seat.kind === level}>${title(level)}</option>`)}
        <option value=${OPEN} selected=${seat.kind === OPEN}>A friend, by a link</option>
        <option value=${OTHER} selected=${seat.kind === OTHER}>Another strategy…</option>
      </select>
      ${seat.kind === OTHER && html`<${Spec} id=${`spec-${at}`} seat=${seat} strategies=${strategies} onSpec=${(/** @type {string} */ spec) => put(at, { spec })} />`}
    </div>`)}
    <datalist id="strategies">${Object.entries(strategies).map(([name, kind]) => html`<option key=${name} value=${name}>${kind.help}</option>`)}</datalist>
  </div>`;
}

/** Whom to play against, in one touch. @param {{game: any, seats: Seat[], onSeats: (seats: Seat[]) => void}} props */
export function Against({ game, seats, onSeats }) {
  const mine = Math.max(0, seats.findIndex((seat) => seat.kind === ME));
  const others = seats.filter((_, at) => at !== mine).map((seat) => seat.kind);
  const alone = seats.every((seat) => seat.kind !== ME);
  const now = alone ? "watch" : new Set(others).size === 1 && others[0] !== ME ? others[0] : "";
  const choose = (/** @type {string} */ kind) => onSeats(seats.map((_, at) => ({
    kind: kind === "watch" ? "hard" : at === mine ? ME : kind, spec: "" })));
  const kinds = [...game.levels, OPEN, "watch"];
  const names = /** @type {Record<string, string>} */ ({ [OPEN]: "A friend", watch: "Watch" });
  return html`<fieldset><legend>Play against</legend><div class="segments against">${kinds.map((kind) => html`
    <label key=${kind}><input type="radio" name="against" data-testid=${`against-${kind}`} checked=${kind === now} onChange=${() => choose(kind)} />
      ${names[kind] || title(kind)}</label>`)}</div></fieldset>`;
}
