// @ts-check
/** Plots in inline SVG: curves over moves or time, bars with intervals, pies of shares. */

import { html, useEffect, useRef, useState } from "../lib.js";

/**
 * @typedef {{label: string, value: number|null, text?: string, low?: number, high?: number, tone?: string}} Bar
 * @typedef {{name: string, points: [number, number][], tone?: string}} Series
 * @typedef {{x: number, y: number, tone?: string, label?: string}} Spot
 */

const SLICES = ["accent", "second", "fourth", "first", "quiet", "third"];
const HEIGHT = 220;
const SPACE = { left: 46, right: 12, top: 10, bottom: 26 };
const FULL = 2 * Math.PI;

/** Write a number in few digits; "%" takes shares of 1. @param {number} value */
export function written(value, unit = "") {
  if (unit === "%") return `${(100 * value).toFixed(1).replace(/\.0$/, "")} %`;
  const shown = value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) >= 10 ? 1 : 2 });
  return `${shown}${unit && ` ${unit}`}`;
}

/**
 * One bar on its track, from nought to a value, with the interval as a whisker.
 * @param {{value: number|null, least: number, most: number, low?: number, high?: number, tone?: string}} props
 */
export function Track({ value, least, most, low, high, tone = "" }) {
  const at = (/** @type {number} */ v) => (100 * (Math.min(Math.max(v, least), most) - least)) / (most - least || 1);
  const zero = at(0);
  const end = value === null ? zero : at(value);
  const kind = tone || (value !== null && value < 0 ? "bad" : "good");
  return html`<svg class="track" height="16" aria-hidden="true">
    <rect class="ground" x="0" y="4" width="100%" height="8" rx="4" />
    ${value !== null && html`<rect class="fill tone-${kind}" x="${Math.min(zero, end)}%" y="4" rx="3" height="8"
      width="${Math.abs(end - zero)}%" />`}
    ${zero > 0 && zero < 100 && html`<line class="zero" x1="${zero}%" x2="${zero}%" y1="1" y2="15" />`}
    ${low !== undefined && high !== undefined && high > low && html`<g class="whisker">
      <line x1="${at(low)}%" x2="${at(high)}%" y1="8" y2="8" />
      <line x1="${at(low)}%" x2="${at(low)}%" y1="5" y2="11" />
      <line x1="${at(high)}%" x2="${at(high)}%" y1="5" y2="11" />
    </g>`}
    ${value !== null && html`<circle class="tip tone-${kind}" cx="${end}%" cy="8" r="4" />`}
  </svg>`;
}

/** The least and the most that bars need room for, nought included. @param {Bar[]} bars @returns {[number, number]} */
export function reach(bars) {
  const all = bars.flatMap((bar) => [bar.value, bar.low, bar.high]).filter((v) => typeof v === "number");
  return [Math.min(0, .../** @type {number[]} */ (all)), Math.max(0, .../** @type {number[]} */ (all))];
}

/**
 * A value for each label.
 * @param {{values: Bar[], least?: number, most?: number, unit?: string, label?: string}} props
 */
export function Bars({ values, least, most, unit = "", label }) {
  const [lowest, highest] = reach(values);
  return html`<ul class="bars" aria-label=${label}>${values.map((bar) => html`<li key=${bar.label}>
    <span class="bar-label">${bar.label}</span>
    <${Track} ...${bar} tone=${bar.tone || (lowest < 0 ? "" : "accent")} least=${least ?? lowest}
      most=${most ?? highest} />
    <span class="bar-value">${bar.text ?? (bar.value === null ? "" : written(bar.value, unit))}</span></li>`)}</ul>`;
}

/** @param {{tone?: string}} it @param {number} index */
const toned = (it, index) => it.tone || SLICES[index % SLICES.length];

/** @param {number} turn @param {number} radius */
const edge = (turn, radius) => `${(radius * Math.sin(turn)).toFixed(3)} ${(-radius * Math.cos(turn)).toFixed(3)}`;

/** @param {{tone: string}} props */
const Swatch = ({ tone }) => html`<svg class="swatch" width="12" height="12" aria-hidden="true">
  <rect class="slice tone-${tone}" width="12" height="12" rx="3" /></svg>`;

/** Shares of one whole, with their names and per cents beside them. @param {{values: Bar[], label?: string}} props */
export function Pie({ values, label }) {
  const total = values.reduce((sum, each) => sum + (each.value || 0), 0) || 1;
  let before = 0;
  const slices = values.map((each, index) => {
    const from = (FULL * before) / total;
    before += each.value || 0;
    const tone = toned(each, index);
    return { ...each, tone, from, to: (FULL * before) / total, share: (each.value || 0) / total };
  });
  return html`<div class="pie"><svg viewBox="-50 -50 100 100" width="112" height="112" aria-hidden="true">
    ${slices.filter((slice) => slice.share > 0).map((slice) => slice.share > 0.9999
      ? html`<circle class="slice tone-${slice.tone}" r="48" />`
      : html`<path class="slice tone-${slice.tone}" d="M0 0 L${edge(slice.from, 48)}
          A48 48 0 ${slice.share > 0.5 ? 1 : 0} 1 ${edge(slice.to, 48)} Z" />`)}</svg>
    <ul class="legend" aria-label=${label}>${slices.map((slice) => html`<li key=${slice.label}>
      <${Swatch} tone=${slice.tone} /><span class="bar-label">${slice.label}</span>
      <span class="bar-value">${written(slice.share, "%")}</span></li>`)}</ul></div>`;
}

/** How wide an element is, as it changes. @returns {[any, number]} */
function useWidth() {
  const ref = useRef(/** @type {HTMLElement|null} */ (null));
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.round(entry.contentRect.width))));
    watch.observe(/** @type {HTMLElement} */ (ref.current));
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}

/** Round numbers that divide a range into few steps. @param {number} from @param {number} to */
export function ticks(from, to, wanted = 4) {
  const rough = (to - from) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * /** @type {number} */ ([1, 2, 5, 10].find((each) => each * power >= rough - 1e-12));
  const found = [];
  for (let n = Math.ceil(from / step - 1e-9); n * step <= to + step * 1e-9; n += 1) {
    found.push(Number((n * step).toPrecision(12)));
  }
  return found;
}

/** @param {Series[]} series @param {number|undefined} least @param {number|undefined} most */
function bounds(series, least, most) {
  const points = series.flatMap((each) => each.points);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const low = least ?? Math.min(0, ...ys);
  const high = most ?? Math.max(0, ...ys);
  return { left: Math.min(0, ...xs), right: Math.max(1, ...xs), low, high: high > low ? high : low + 1 };
}

/**
 * Curves over whole numbers, such as moves. A click or an arrow key picks an x.
 * @param {{series: Series[], least?: number, most?: number, format?: (y: number) => string, across?: string,
 *   label: string, formatX?: (x: number) => string, spots?: Spot[], at?: number|null, onPick?: (x: number) => void,
 *   middle?: number}} props
 */
export function Lines(props) {
  const { series, least, most, format = written, formatX = String, across = "", label } = props;
  const { spots = [], at = null, onPick, middle } = props;
  const [ref, width] = useWidth();
  const { left, right, low, high } = bounds(series, least, most);
  const room = width - SPACE.left - SPACE.right;
  const x = (/** @type {number} */ v) => SPACE.left + ((v - left) / (right - left)) * room;
  const y = (/** @type {number} */ v) => SPACE.top + ((high - v) / (high - low)) * (HEIGHT - SPACE.top - SPACE.bottom);
  const pick = (/** @type {number} */ v) => onPick?.(Math.min(right, Math.max(left, Math.round(v))));
  const pointed = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    pick(left + ((event.clientX - box.left - SPACE.left) / room) * (right - left));
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }[event.key];
    if (!step) return;
    event.preventDefault();
    pick((at ?? left) + step);
  };
  const live = onPick ? { tabindex: 0, role: "slider", "aria-label": label, "aria-valuemin": left,
    "aria-valuemax": right, "aria-valuenow": at ?? left, "aria-valuetext": `${across} ${formatX(at ?? left)}`.trim(),
    onKeyDown: pressed, onPointerDown: pointed } : { role: "img", "aria-label": label };
  return html`<div class="plot" ref=${ref}><svg width=${width} height=${HEIGHT} ...${live}>
    ${ticks(low, high).map((tick) => html`<g class="tick" key=${`y${tick}`}>
      <line x1=${SPACE.left} x2=${width - SPACE.right} y1=${y(tick)} y2=${y(tick)} />
      <text x=${SPACE.left - 6} y=${y(tick) + 4} text-anchor="end">${format(tick)}</text></g>`)}
    ${ticks(left, right, width / 90).filter(Number.isInteger).map((tick) => html`<text class="tick" key=${`x${tick}`}
      x=${x(tick)} y=${HEIGHT - 8} text-anchor="middle">${formatX(tick)}</text>`)}
    ${middle !== undefined && html`<line class="zero" x1=${SPACE.left} x2=${width - SPACE.right} y1=${y(middle)}
      y2=${y(middle)} />`}
    ${series.map((each, index) => {
      const tone = toned(each, index);
      const points = each.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
      return html`<polyline class="curve tone-${tone}" key=${each.name} points=${points} />
        ${each.points.length === 1 && html`<circle class="spot tone-${tone}" cx=${x(each.points[0][0])}
          cy=${y(each.points[0][1])} r="3" />`}`;
    })}
    ${at !== null && html`<line class="here" x1=${x(at)} x2=${x(at)} y1=${SPACE.top} y2=${HEIGHT - SPACE.bottom} />`}
    ${spots.map((spot) => html`<circle class="spot tone-${spot.tone || "accent"}" key=${`${spot.x}/${spot.y}`}
      cx=${x(spot.x)} cy=${y(spot.y)} r="5"><title>${spot.label || ""}</title></circle>`)}</svg>
    ${series.length > 1 && html`<ul class="legend flat">${series.map((each, index) => html`<li key=${each.name}>
      <${Swatch} tone=${toned(each, index)} />${each.name}</li>`)}</ul>`}</div>`;
}
