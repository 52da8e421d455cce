// @ts-check
/** A form made from what a game says of its options: switches, choices, numbers within bounds, lists, text. */

import { html } from "../lib.js";

/** @typedef {{default: any, help: string, low?: number, high?: number, choices?: string[]}} Option */

const FEW = 5; // choices that stand side by side

/** An option's name as words. @param {string} name */
const words = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** @param {string} help */
const sentence = (help) => `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;

/** Read a field as the kind of value that the option has; text that is none is left for the server to refuse.
 * @param {Option} option @param {string} text */
function read(option, text) {
  if (Array.isArray(option.default)) {
    const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
    return numbers.length && numbers.every(Number.isInteger) ? numbers : text;
  }
  if (typeof option.default !== "number") return text;
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

/** @param {any} value */
const written = (value) => (Array.isArray(value) ? value.join(", ") : String(value));

/** @param {{id: string, option: Option}} props */
function Help({ id, option: { help, low, high, choices } }) {
  const within = low === undefined || high === undefined || choices ? "" : `${low.toLocaleString()} to ${high.toLocaleString()}`;
  return html`<span class="help" id=${`${id}-help`}>${sentence(help)}${within && html` <span class="number">(${within})</span>`}</span>`;
}

/** @param {{name: string, option: Option, value: any, onChange: (value: any) => void}} props */
function Field({ name, option, value, onChange }) {
  const id = `option-${name}`;
  const help = html`<${Help} id=${id} option=${option} />`;
  const entered = (/** @type {any} */ event) => onChange(read(option, event.target.value));
  if (typeof option.default === "boolean") {
    return html`<label class="check option">
      <input type="checkbox" class="switch" role="switch" id=${id} checked=${value === true}
        onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
      <span class="field"><span class="label">${words(name)}</span>${help}</span></label>`;
  }
  if (option.choices && option.choices.length <= FEW) {
    return html`<fieldset class="field option"><legend>${words(name)}</legend>
      <div class="segments">${option.choices.map((choice) => html`<label key=${choice}>
        <input type="radio" name=${id} checked=${choice === value} onChange=${() => onChange(choice)} />${choice}</label>`)}
      </div>${help}</fieldset>`;
  }
  const input = option.choices
    ? html`<select id=${id} aria-describedby=${`${id}-help`} onChange=${entered}>${option.choices.map((choice) => html`
        <option key=${choice} value=${choice} selected=${choice === value}>${choice}</option>`)}</select>`
    : html`<input id=${id} value=${written(value)} autocomplete="off" spellcheck=${false} aria-describedby=${`${id}-help`}
        onInput=${entered} ...${typeof option.default === "number" ? numeric(option) : { type: "text" }} />`;
  return html`<div class="field option"><label for=${id}>${words(name)}</label>${input}${help}</div>`;
}

/** @param {Option} option */
const numeric = ({ low, high }) => ({ type: "number", inputmode: "numeric", step: "any", min: low, max: high });

/** What sets the game up: plain options first, those that are a text of their own (a position, a deal) after them.
 * @param {{options: Record<string, Option>, values: Record<string, any>,
 *   onChange: (name: string, value: any) => void}} props */
export function Options({ options, values, onChange }) {
  const isText = (/** @type {Option} */ option) => typeof option.default === "string" && !option.choices;
  const all = Object.entries(options);
  const kinds = [all.filter(([, option]) => !isText(option)), all.filter(([, option]) => isText(option))];
  return kinds.filter((some) => some.length).map((some, at) => html`<div class="options" key=${at}>
    ${some.map(([name, option]) => html`<${Field} key=${name} name=${name} option=${option} value=${values[name]}
      onChange=${(/** @type {any} */ value) => onChange(name, value)} />`)}</div>`);
}

/** Those options that differ from what the game has by itself.
 * @param {Record<string, Option>} options @param {Record<string, any>} values */
export function changed(options, values) {
  const differs = (/** @type {[string, any]} */ [name, value]) => written(value) !== written(options[name].default);
  return Object.fromEntries(Object.entries(values).filter(differs));
}
