// @ts-check
/** Taking a match along: its record, the notations that its game has, and the board as SVG or PNG. */

import { html, useState } from "../lib.js";

const SCALE = 2; // pixels of a PNG for one of the drawing

/** Hand a file to the browser. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Paint a drawing. @param {string} address @returns {Promise<Blob>} */
async function painted(address) {
  const text = await (await fetch(address, { credentials: "same-origin" })).text();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.width;
  canvas.height = SCALE * image.height;
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))));
}

/** @param {{match: string, game: string, notations: string[], ply: number, seat: number}} props */
export function Export({ match, game, notations, ply, seat }) {
  const [problem, setProblem] = useState("");
  const here = `/api/v1/matches/${match}`;
  const drawing = `${here}/picture?ply=${ply}&seat=${seat}`;
  const paint = () => painted(drawing).then((blob) => save(blob, `${game}-${ply}.png`),
    () => setProblem("This browser could not paint the board; take the SVG."));
  return html`<div class="stack tight"><div class="row tight">
    <a class="button" href=${`${here}/record`} download=${`${game}.json`}>Record</a>
    ${notations.map((name) => html`<a class="button" key=${name} href=${`${here}/record?format=${name}`}
      download=${`${game}.${name}`}>${name.toUpperCase()}</a>`)}
    <a class="button" href=${drawing} download=${`${game}-${ply}.svg`}>Board as SVG</a>
    <button type="button" class="button" data-testid="png" onClick=${paint}>Board as PNG</button></div>
    ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}</div>`;
}
