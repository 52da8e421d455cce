// @ts-check
/** What one strategy thinks of a position, and beside it what another does. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { Thinking } from "./thinking.js";

const TYPED = "typed";

/** @param {{names: [string, string[]][], chosen: string, onChoose: (spec: string) => void}} props */
function Who({ names, chosen, onChoose }) {
  const listed = names.some(([, group]) => group.includes(chosen));
  const [typing, setTyping] = useState(!listed);
  const [text, setText] = useState(chosen);
  const change = (/** @type {any} */ event) => {
    setTyping(event.target.value === TYPED);
    if (event.target.value !== TYPED) onChoose(event.target.value);
  };
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) onChoose(text.trim());
  };
  return html`<form class="row tight" onSubmit=${ask}>
    <label class="who">against <select value=${typing ? TYPED : chosen} onChange=${change} data-testid="second">
      ${names.map(([title, group]) => html`<optgroup key=${title} label=${title}>${group.map((name) => html`
        <option key=${name} value=${name}>${name}</option>`)}</optgroup>`)}
      <option value=${TYPED}>another, with options…</option></select></label>
    ${typing && html`<input type="text" class="spec" aria-label="A strategy with its options" value=${text}
      placeholder="mcts:simulations=500" maxlength="200"
      onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button type="submit" class="button">Ask it</button>`}</form>`;
}

/**
 * @param {{game: string, options: any, moves: string[], view: any, onHover: (hover: any) => void}} props
 */
export function Opinions({ game, options, moves, view, onHover }) {
  const [second, setSecond] = useState("");
  const [names, setNames] = useState(/** @type {[string, string[]][]} */ ([]));
  useEffect(() => {
    if (!second || names.length) return;
    Promise.all([get(`/games/${game}`), get(`/games/${game}/strategies`)]).then(([info, all]) => setNames([
      ["Levels", info.levels], ["Strategies", Object.keys(all.strategies)],
    ]), () => {});
  }, [second, game]);
  const asked = { game, options, moves, view, onHover };
  return html`<div class="stack opinions">
    <${Thinking} ...${asked} />
    ${!second && html`<p><button type="button" class="button" onClick=${() => setSecond("hard")}
      data-testid="compare">Compare with another</button></p>`}
    ${second && html`<div class="stack tight" data-testid="compared">
      ${names.length > 0 && html`<${Who} names=${names} chosen=${second} onChoose=${setSecond} />`}
      <${Thinking} ...${asked} key=${second} strategy=${second} always title=${second} />
      <p><button type="button" class="button plain"
        onClick=${() => { setSecond(""); onHover(null); }}>Ask one only</button></p></div>`}
  </div>`;
}
