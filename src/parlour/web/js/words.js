// @ts-check
/** Numbers, times and counts as people read them. */

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** A time by the clock here. @param {number} seconds since 1970 */
export const moment = (seconds) => WHEN.format(seconds * 1000);

/** The day of a time, as it is shown. @param {number} seconds since 1970 */
export const date = (seconds) => DATE.format(seconds * 1000);

/** A day as forms write it, YYYY-MM-DD: today, or that of another time. */
export function day(at = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** When a day begins here, or some days after it, in seconds since 1970. @param {string} text YYYY-MM-DD */
export function dayStart(text, after = 0) {
  const [year, month, number] = text.split("-").map(Number);
  return Math.max(0, new Date(year, month - 1, number + after).getTime() / 1000);
}

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** A share as a percentage. @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)} %`;

/** A sentence begins with a capital. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number with its sign; nothing has none. @param {number} value @param {number} [digits] */
export const signed = (value, digits = 0) => (
  `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(digits)}`);
