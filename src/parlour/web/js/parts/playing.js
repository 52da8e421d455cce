// @ts-check
/** A position that is played on: the board, and the choices below it. */

import { html, useMemo } from "../lib.js";
import { touchesOf } from "../touch.js";
import { Picture } from "./board.js";
import { Choices, useTouch } from "./moves.js";

const NONE = /** @type {any[]} */ ([]);

/**
 * `picture` is shown in place of the position's own, such as a line that is pointed at; nothing can be touched then.
 * @param {{view: any, onMove: (move: string) => void, disabled?: boolean, marks?: string[], picture?: any}} props
 */
export function Playing({ view, onMove, disabled = false, marks = NONE, picture = null }) {
  const moves = useMemo(() => (disabled ? NONE : view.legal), [view, disabled]);
  const touches = useMemo(() => (disabled ? NONE : touchesOf(view)), [view, disabled]);
  const hand = useTouch(moves, touches, onMove);
  return html`<section class="play" aria-label="Board">
    <div class="stage" data-testid="stage"><${Picture} data=${picture || view.picture} touches=${touches}
      touched=${hand.touched} onTouch=${hand.touch} marks=${marks} disabled=${disabled || Boolean(picture)} /></div>
    ${!disabled && moves.length > 0 && html`<${Choices} moves=${moves} touches=${touches} touched=${hand.touched}
      onTouch=${hand.touch} onBack=${hand.back} onMove=${onMove} picture=${view.picture} total=${view.legal_total} />`}
  </section>`;
}

/** The parts of the board that some moves touch. @param {any} view @param {string[]} moves @returns {string[]} */
export const marksOf = (view, moves) => moves.flatMap((move) => touchesOf(view)[view.legal.indexOf(move)] || []);
