// @ts-check
/** A new match: who sits where, the options, how long machines think, and the rules to read before. */

import { html, useEffect, useMemo, useState } from "../lib.js";
import { freshKey, get, post } from "../api.js";
import { greeted, keepLinks, known } from "../player.js";
import { go } from "../router.js";
import { GuestName } from "../parts/guest.js";
import { Living } from "../parts/living.js";
import { changed, Options } from "../parts/options.js";
import { Rules } from "../parts/rules.js";
import { Against, fitted, ME, OPEN, OTHER, Seating, specOf } from "../parts/seating.js";

const PAUSE = 250; // milliseconds without a key until the options are tried
/** @type {[number, string][]} seconds a move, and what that is called */
const TIMES = [[0, "As they like"], [0.3, "0.3 s"], [1, "1 s"], [3, "3 s"], [10, "10 s"]];

/** @type {[number, number, string][]} seconds for all moves, more for each, and what that is called */
const CLOCKS = [[0, 0, "None"], [60, 1, "1 min + 1 s"], [180, 2, "3 min + 2 s"], [300, 3, "5 min + 3 s"], [900, 10, "15 min + 10 s"]];

/** Try options out at the server: how many sit down, the rules, or what is wrong.
 * @param {string} name @param {any} first @param {any} options */
function useTable(name, first, options) {
  const [table, setTable] = useState(first);
  const [wrong, setWrong] = useState("");
  const asked = JSON.stringify(options);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => post(`/games/${name}/table`, { options }).then(
      (data) => { if (current) { setTable(data); setWrong(""); } },
      (error) => current && setWrong(error.message),
    ), PAUSE);
    return () => { current = false; clearTimeout(timer); };
  }, [name, asked]);
  return { table, wrong };
}

/** @param {{seconds: number, onSeconds: (seconds: number) => void}} props */
function Time({ seconds, onSeconds }) {
  return html`<fieldset><legend>Machines think about a move</legend><div class="segments">${TIMES.map(([each, words]) => html`
    <label key=${each}><input type="radio" name="seconds" checked=${each === seconds}
      onChange=${() => onSeconds(each)} />${words}</label>`)}</div></fieldset>`;
}

/** @param {{clock: number, onClock: (clock: number) => void}} props */
function ClockChoice({ clock, onClock }) {
  return html`<fieldset><legend>Clock for everybody</legend><div class="segments">${CLOCKS.map(([, , words], at) => html`
    <label key=${at}><input type="radio" name="clock" checked=${at === clock}
      onChange=${() => onClock(at)} />${words}</label>`)}</div></fieldset>`;
}

/** Say in a few words what is not as usual.
 * @param {Record<string, any>} options @param {number} seconds @param {number} clock */
function summary(options, seconds, clock) {
  const words = Object.entries(options).map(([name, value]) => {
    const said = value === true ? "on" : value === false ? "off" : Array.isArray(value) ? value.join(", ") : value;
    return `${name.replaceAll("_", " ")} ${said}`;
  });
  if (seconds) words.push(`${seconds} s a move`);
  if (clock) words.push(`clock ${CLOCKS[clock][2]}`);
  return words.length > 3 ? `${words.slice(0, 3).join(" · ")} …` : words.join(" · ") || "as usual";
}

/** @param {{game: any, player: any}} props */
function Form({ game, player }) {
  const start = useMemo(() => Object.fromEntries(Object.entries(game.options).map(
    ([name, option]) => [name, game.sitting[name] ?? option.default])), [game]);
  const [values, setValues] = useState(start);
  const options = changed(game.options, values);
  const { table, wrong } = useTable(game.name, game, options);
  const [chosen, setChosen] = useState(() => fitted([{ kind: ME, spec: "" }, { kind: "medium", spec: "" }], game.seats));
  const seats = fitted(chosen, table.seats);
  const [seconds, setSeconds] = useState(0);
  const [clock, setClock] = useState(0);
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const [wide] = useState(() => matchMedia("(min-width: 60rem)").matches);
  const machines = seats.some((seat) => ![ME, OPEN].includes(seat.kind));
  const mine = seats.some((seat) => seat.kind === ME);
  const incomplete = seats.some((seat) => seat.kind === OTHER && !seat.spec.trim());
  const usual = JSON.stringify(values) === JSON.stringify(start);

  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setRefused("");
    try {
      if (mine) await known(name.trim());
      const limit = machines && seconds ? { limit: { seconds } } : {};
      const timed = clock ? { clock: { seconds: CLOCKS[clock][0], increment: CLOCKS[clock][1] } } : {};
      const wanted = { game: game.name, options, seats: seats.map(specOf), ...limit, ...timed };
      const made = await post("/matches", wanted, freshKey());
      keepLinks(made.match, made.invitations);
      go(`/match/${made.match}`);
    } catch (error) {
      setBusy(false);
      setRefused(/** @type {Error} */ (error).message);
    }
  };
  return html`<form class="new-match" onSubmit=${begin}>
    <div class="stack new-main">
      <header class="stack tight"><p class="quiet small"><a href="/">Games</a> · ${game.group}</p>
        <h1>${game.title}</h1><p class="lead">${game.blurb}.</p></header>
      <section class="panel stack" aria-label="Who plays">
        ${table.seats > 1 && html`<${Against} game=${game} seats=${seats} onSeats=${setChosen} />`}
        <p class="label">${table.seats > 1 ? "Seats" : "Who plays"}</p>
        <${Seating} game=${game} names=${table.seat_names} seats=${seats} onSeats=${setChosen} />
        ${mine && !player && html`<${GuestName} name=${name} onName=${setName} />`}
        ${(refused || wrong) && html`<p class="notice bad" role="alert">${refused || wrong}</p>`}
        <div class="row"><button class="button primary big" data-testid="begin" disabled=${busy || Boolean(wrong) || incomplete}>
          ${busy ? html`<span class="spinner"></span> Sitting down…` : mine ? "Play" : "Watch"}</button>
          <a class="button plain" href=${`/study/${game.name}`}>Analysis board</a>
          ${game.puzzles > 0 && html`<a class="button plain" href=${`/puzzles/${game.name}`}>Puzzles</a>`}
          ${game.trainer && html`<a class="button plain" href=${`/train/${game.name}`}>Train</a>`}</div>
      </section>
      <details class="fold"><summary>Options<span class="quiet small">${summary(options, machines ? seconds : 0, clock)}</span></summary>
        <div class="stack">
          ${machines && html`<${Time} seconds=${seconds} onSeconds=${setSeconds} />`}
          ${mine && html`<${ClockChoice} clock=${clock} onClock=${setClock} />`}
          <${Options} options=${game.options} values=${values}
            onChange=${(/** @type {string} */ option, /** @type {any} */ value) => setValues((before) => ({ ...before, [option]: value }))} />
          ${!usual && html`<p><button type="button" class="button" onClick=${() => setValues(start)}>As usual again</button></p>`}
        </div></details>
    </div>
    <aside class="stack new-side">
      <div class="panel new-picture"><${Living} game=${game.name} data=${usual ? undefined : table.picture} /></div>
      <details class="fold" open=${wide}><summary>How it is played</summary><${Rules} guide=${table.guide} /></details>
    </aside>
  </form>`;
}

/** @param {{game: string}} props */
export default function New({ game }) {
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [player, setPlayer] = useState(/** @type {any} */ (undefined));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let current = true;
    get(`/games/${game}`).then(
      (data) => { if (current) { setTold(data); document.title = `${data.title} · Parlour`; } },
      (error) => current && setWrong(error.message),
    );
    greeted(0).then((data) => current && setPlayer(data.player), () => current && setPlayer(null));
    return () => { current = false; };
  }, [game]);
  if (wrong) {
    return html`<section class="stack narrow"><h1>No such game</h1><p class="notice bad" role="alert">${wrong}</p>
      <p><a class="button" href="/">To the games</a></p></section>`;
  }
  if (!told || player === undefined) {
    return html`<p class="quiet" role="status"><span class="spinner"></span> Setting the table…</p>`;
  }
  return html`<${Form} game=${told} player=${player} />`;
}
