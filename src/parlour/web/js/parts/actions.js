// @ts-check
/** What can be done in a match besides moving: a hint, taking back, giving up, playing again, a link to it. */

import { html, useEffect, useRef, useState } from "../lib.js";
import { freshKey, post } from "../api.js";
import { touchesOf } from "../touch.js";

/**
 * @param {{match: string, view: any, mine: boolean, onMarks: (names: string[]) => void,
 *   onProblem: (words: string) => void}} props
 */
export function Actions({ match, view, mine, onMarks, onProblem }) {
  const [hint, setHint] = useState(/** @type {{version: number, lines: string[], busy: boolean} | null} */ (null));
  const [copied, setCopied] = useState(false);
  const sure = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const seated = view.seat >= 0;
  const alone = view.seats.every((/** @type {any} */ { kind, seat }) => kind === "machine" || view.you.includes(seat));
  useEffect(() => setHint((last) => (last && last.version === view.version ? last : null)), [view.version]);

  /** @param {string} act @param {any} body */
  const ask = (act, body = {}) => post(`/matches/${match}/${act}`, body, freshKey()).catch((error) => {
    onProblem(error.message);
    return null;
  });

  const advise = async () => {
    setHint({ version: view.version, lines: [], busy: true });
    const chosen = await ask("hint", { seat: view.seat });
    if (!chosen) return setHint(null);
    const at = view.legal.indexOf(chosen.move);
    onMarks(at < 0 ? [chosen.move] : touchesOf(view)[at]);
    const why = chosen.hint.length ? chosen.hint : chosen.reasons;
    setHint({ version: view.version, lines: [`Play ${chosen.move}.`, ...why], busy: false });
  };
  const resign = () => {
    sure.current?.close();
    ask("resign", { seat: view.seat });
  };
  const share = async () => {
    const link = `${location.origin}/match/${match}`;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      onProblem(`The link to this match: ${link}`);
    }
  };
  return html`<div class="actions">
    <div class="row tight" role="group" aria-label="Actions">
      ${seated && !view.over && html`
        ${alone && html`<button type="button" class="button" data-testid="hint" disabled=${!mine || hint?.busy}
          onClick=${advise}>Hint</button>`}
        <button type="button" class="button" data-testid="undo" disabled=${!view.can_undo}
          onClick=${() => ask("undo", view.you.length > 1 ? {} : { seat: view.seat })}>Undo</button>
        <button type="button" class="button" data-testid="resign"
          onClick=${() => sure.current?.showModal()}>Resign</button>`}
      <button type="button" class="button" data-testid="share" onClick=${share}>
        ${copied ? "Link copied" : "Copy link"}</button>
    </div>
    ${hint && html`<div class="notice hint" role="status" data-testid="hint-text">
      ${hint.busy ? "Thinking about it…" : hint.lines.map((line) => html`<p key=${line}>${line}</p>`)}</div>`}
    <dialog ref=${sure} aria-label="Resign"><p>Give this match up?</p><div class="dialog-buttons">
      <button type="button" class="button" onClick=${() => sure.current?.close()}>Play on</button>
      <button type="button" class="button danger" data-testid="resign-sure" onClick=${resign}>Resign</button>
    </div></dialog></div>`;
}
