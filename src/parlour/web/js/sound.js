// @ts-check
/** A few short tones, made on the spot; silent when the settings say so. */

import { useEffect, useRef } from "./lib.js";
import { current } from "./settings.js";

/** Each tone: when it begins and how long it is (seconds), its pitch (Hz).
 * @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  move: [[0, 0.06, 340]],
  answer: [[0, 0.07, 260]],
  turn: [[0, 0.09, 520], [0.1, 0.12, 660]],
  won: [[0, 0.12, 523], [0.12, 0.12, 659], [0.24, 0.3, 784]],
  lost: [[0, 0.16, 392], [0.17, 0.3, 294]],
  drawn: [[0, 0.14, 440], [0.16, 0.24, 440]],
};
const LOUD = 0.08;
/** @type {AudioContext | null} */
let context = null;

/** Play one of the sounds. A browser lets no page sound before it was touched: then nothing is heard.
 * @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!current().sound || !globalThis.AudioContext || !navigator.userActivation?.hasBeenActive) return;
  context ||= new AudioContext();
  for (const [after, long, pitch] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + after;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUD, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + long);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + long + 0.02);
  }
}

/** Sound what has happened since the view before: a move, the own turn, the end.
 * @param {any} view as the server tells it */
export function useSounds(view) {
  const before = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const last = before.current;
    before.current = view;
    if (!view || !last || last.match !== view.match || view.version <= last.version) return;
    if (view.over && !last.over) sound(ending(view));
    else sound(view.turn === view.seat ? "turn" : last.turn === view.seat ? "move" : "answer");
  }, [view]);
}

/** @param {any} view */
function ending(view) {
  const points = view.returns || [];
  if (view.seat < 0 || !points.length) return "drawn";
  const others = points.filter((/** @type {number} */ _, /** @type {number} */ seat) => seat !== view.seat);
  const best = others.length ? Math.max(...others) : 0;
  return points[view.seat] > best ? "won" : points[view.seat] < best ? "lost" : "drawn";
}
