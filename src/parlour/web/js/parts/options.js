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
  if (typeof option.default === "number") return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}

/** @param {any} value */
const written = (value) => (Array.isArray(value) ? value.join(", ") : String(value));

/** @param {Option} option */
function bounds(option) {
  if (option.low === undefined || option.high === undefined || option.choices) return "";
  return `${option.low.toLocaleString()} to ${option.high.toLocaleString()}`;
}

/** @param {{name: string, option: Option, value: any, onChange: (value: any) => void}} props */
function Field({ name, option, value, onChange }) {
  const id = `option-${name}`;
  const help = html`<span class="help" id=${`${id}-help`}>${sentence(option.help)}${bounds(option) && html` <span class="number">(${bounds(option)})</span>`}</span>`;
  const entered = (/** @type {any} */ event) => onChange(read(option, event.target.value));
  if (typeof option.default === "boolean") {
    return html`<label class="check option"><input type="checkbox" class="switch" role="switch" id=${id} checked=${value === true}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
      <span class="field"><span class="label">${words(name)}</span><span class="help">${sentence(option.help)}</span></span></label>`;
  }
  if (option.choices && option.choices.length <= FEW) {
    return html`<fieldset class="field option"><legend>${words(name)}</legend><div class="segments">${option.choices.map((choice) => html`
      <label key=${choice}><input type="radio" name=${id} checked=${choice === value} onChange=${() => onChange(choice)} />${choice}</label>`)}</div>${help}</fieldset>`;
  }
  if (option.choices) {
    return html`<div class="field option"><label for=${id}>${words(name)}</label><select id=${id} aria-describedby=${`${id}-help`} onChange=${entered}>
      ${option.choices.map((choice) => html`<option key=${choice} value=${choice} selected=${choice === value}>${choice}</option>`)}</select>${help}</div>`;
  }
  const number = typeof option.default === "number";
  return html`<div class="field option"><label for=${id}>${words(name)}</label>
    <input id=${id} type=${number ? "number" : "text"} inputmode=${number ? "numeric" : undefined} value=${written(value)} min=${number ? option.low : undefined}
      max=${number ? option.high : undefined} step=${number ? "any" : undefined} autocomplete="off" spellcheck=${false} aria-describedby=${`${id}-help`}
      onInput=${entered} />${help}</div>`;
}

/** What sets the game up: plain options first, those that are a text of their own (a position, a deal) folded away.
 * @param {{options: Record<string, Option>, values: Record<string, any>, onChange: (name: string, value: any) => void}} props */
export function Options({ options, values, onChange }) {
  const all = Object.entries(options);
  const isText = (/** @type {Option} */ option) => typeof option.default === "string" && !option.choices;
  const fields = (/** @type {[string, Option][]} */ some) => html`<div class="options">${some.map(([name, option]) => html`
    <${Field} key=${name} name=${name} option=${option} value=${values[name]} onChange=${(/** @type {any} */ value) => onChange(name, value)} />`)}</div>`;
  const plain = all.filter(([, option]) => !isText(option));
  const texts = all.filter(([, option]) => isText(option));
  return html`<div class="stack">${plain.length > 0 && fields(plain)}
    ${texts.length > 0 && html`${plain.length > 0 && html`<hr />`}${fields(texts)}`}</div>`;
}

/** Those options that differ from what the game has by itself. @param {Record<string, Option>} options @param {Record<string, any>} values */
export function changed(options, values) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => written(value) !== written(options[name].default)));
}
