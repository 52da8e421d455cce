// @ts-check
/** A match: the board, who plays, what happened, and all that can be done there. */

import { html, useEffect, useMemo, useRef, useState } from "../lib.js";
import { post } from "../api.js";
import { go } from "../router.js";
import { connect } from "../socket.js";
import { touchesOf } from "../touch.js";
import { moving } from "../settings.js";
import { useSounds } from "../sound.js";
import { Picture } from "../parts/board.js";
import { MOMENT, passes, useMoment } from "../parts/moment.js";
import { cellsOf } from "../parts/moving.js";
import { Choices, useTouch } from "../parts/moves.js";
import { Actions } from "../parts/actions.js";
import { History, useHistory, usePast } from "../parts/history.js";
import { Invite } from "../parts/invite.js";
import { Result, RulesOf, Seats, Told } from "../parts/seats.js";
import { Thinking } from "../parts/thinking.js";

const PAUSE = 420; // milliseconds between two moves of machines, so that each can be seen; longer where more is told
const PIECES = new Set(["man", "king"]);
const COLOURS = new Set(["black", "white", "red"]);
const HURRY = 6; // views that wait, from which on none is paused for

/** Keep a match connected; views are shown one after the other, those of machines not faster than one can follow.
 * @param {string} match @param {number | undefined} seat */
function useMatch(match, seat) {
  const [view, setView] = useState(/** @type {any} */ (null));
  const [line, setLine] = useState({ state: "", words: "" });
  const [thought, setThought] = useState(/** @type {any} */ (null));
  const wire = useRef(/** @type {ReturnType<typeof connect> | null} */ (null));
  useEffect(() => {
    /** @type {any[]} */
    const queue = [];
    let [earlier, last] = /** @type {any[]} */ ([null, null]);
    let at = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const show = () => {
      clearTimeout(timer);
      while (queue.length) {
        const pause = queue.length <= HURRY ? pauseBefore(earlier, last, queue[0]) : 0;
        const wait = pause ? at + pause - performance.now() : 0;
        if (wait > 0) { timer = setTimeout(show, wait); return; }
        [earlier, last] = [last, queue.shift()];
        at = performance.now();
        setView(last);
        setThought(null);
      }
    };
    wire.current = connect(match, {
      seat,
      thinking: true,
      onView: (now) => { queue.push(now); show(); },
      onThinking: setThought,
      onState: (state, words) => setLine({ state, words }),
    });
    return () => { clearTimeout(timer); wire.current?.close(); };
  }, [match, seat]);
  return { view, line, thought, move: (/** @type {string} */ text) => /** @type {any} */ (wire.current).move(text) };
}

/** How long a view is to wait until the one before it was seen: both of them moves of others, or one that shows
 * something for a moment. @param {any} earlier @param {any} last @param {any} now */
function pauseBefore(earlier, last, now) {
  if (!last || !moving() || document.hidden || now.version <= last.version) return 0;
  if (passes(earlier, last)) return MOMENT;
  const followed = last.turn !== last.seat && last.turn >= 0 && machine(last, last.turn) && machine(last, mover(last));
  return followed ? PAUSE * Math.min(last.told.length, 3) : 0;
}

/** @param {any} view */
const mover = (view) => view.last?.[view.last.length - 1]?.who;

/** @param {any} view @param {number} seat */
const machine = (view, seat) => view.seats[seat]?.kind === "machine";

/** @param {any} view @param {boolean} waiting */
function status(view, waiting) {
  if (view.over) return "The game is over.";
  if (view.turn < 0) return "";
  const chair = view.seats[view.turn];
  if (view.turn === view.seat) return waiting ? "Your move is on its way…" : "Your turn.";
  if (!chair.taken) return `Waiting for somebody to take the seat of ${chair.name}.`;
  return chair.kind === "machine" ? `${chair.name} is thinking…` : `${chair.name}'s turn.`;
}

/** Say whether the pieces have colours of their own, so that colours of seats beside them would mislead.
 * @param {any} picture */
const coloured = (picture) =>
  [...cellsOf(picture).values()].some(({ cell }) => PIECES.has(cell.shape) && COLOURS.has(cell.tone));

/** @param {{match: string}} props */
export default function MatchPage({ match }) {
  const asked = new URLSearchParams(location.search).get("seat");
  const { view, line, thought, move } = useMatch(match, asked === null ? undefined : Number(asked));
  const [sent, setSent] = useState(/** @type {{version: number} | null} */ (null));
  const [problem, setProblem] = useState("");
  const [marks, setMarks] = useState(/** @type {string[]} */ ([]));
  const [pointed, setPointed] = useState(/** @type {any} */ (null));
  const history = useHistory(match, view);
  const past = usePast(match, view);
  const { moment, seen } = useMoment(view);
  const waiting = sent !== null && sent.version === view?.version;
  const mine = view && !view.over && view.turn === view.seat && view.seat >= 0 && past.ply === null;
  const moves = useMemo(() => (mine ? view.legal : []), [view?.version, mine]);
  const touches = useMemo(() => (mine ? touchesOf(view) : []), [view?.version, mine]);
  /** @param {string} text */
  const play = (text) => {
    if (waiting) return;
    setSent({ version: view.version });
    setProblem("");
    setMarks([]);
    move(text).catch((/** @type {Error} */ error) => { setProblem(error.message); setSent(null); hand.clear(); });
  };
  const again = async () => {
    try {
      go(`/match/${(await post(`/matches/${match}/rematch`, { seat: view.seat })).match}`);
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  const hand = useTouch(moves, touches, play);
  useEffect(() => { setMarks([]); setPointed(null); }, [view?.version, past.ply]);
  useSounds(view);
  useEffect(() => {
    if (view) document.title = `${mine && !waiting ? "● " : ""}${view.title} · Parlour`;
  }, [view, mine, waiting]);

  if (line.state === "refused") {
    return html`<section class="panel narrow"><h1>No match here</h1>
      <p class="notice bad" role="alert">${line.words}</p><p><a href="/">Choose a game</a></p></section>`;
  }
  if (!view) return html`<p class="quiet" role="status">${line.words || "Opening the match…"}</p>`;
  const shown = pointed?.picture || past.view?.picture || moment || view.picture;
  const latest = (pointed?.told?.length ? pointed : past.view || view).told.slice(-2);
  return html`<article class=${`match${coloured(view.picture) ? " neutral" : ""}`} data-testid="match"
      data-turn=${view.turn} data-over=${String(view.over)} data-seat=${view.seat} data-ply=${view.ply}
      data-mine=${String(Boolean(mine && !waiting))}>
    <header class="match-head"><h1>${view.title}</h1>
      <p class=${`status${mine ? " mine" : ""}`} role="status" data-testid="status">
        ${past.ply === null ? status(view, waiting) : `Looking at move ${past.ply} of ${view.ply}.`}</p></header>
    ${line.state === "lost" && html`<p class="notice bad" role="alert" data-testid="connection">${line.words}</p>`}
    <${Seats} view=${view} />
    <section class="play" aria-label="Board">
      <${Invite} match=${match} seats=${view.seats} />
      <div class="stage" data-testid="stage" data-moment=${String(shown === moment)} onPointerDown=${seen}>
        <${Picture} data=${shown} touches=${touches} touched=${hand.touched} onTouch=${hand.touch}
          marks=${pointed ? pointed.marks : marks} disabled=${!mine || waiting || Boolean(pointed?.picture || moment)} />
        <p class="latest" aria-hidden="true">
          ${latest.map((/** @type {any} */ event) => event.text).join(" · ")}</p></div>
      ${problem && html`<p class="notice bad" role="alert" data-testid="problem">${problem}</p>`}
      ${mine && html`<${Choices} moves=${moves} touches=${touches} touched=${hand.touched} onTouch=${hand.touch}
        onBack=${hand.back} onMove=${play}
        picture=${view.picture} total=${view.legal_total} disabled=${waiting} />`}
      ${view.over && past.ply === null && html`<${Result} view=${view} onAgain=${view.seat >= 0 ? again : null} />`}
      ${past.ply !== null && html`<${past.Steps} />`}
    </section>
    <aside class="beside-board">
      <${Told} view=${view} />
      <${Actions} match=${match} view=${view} mine=${mine && !waiting} onMarks=${setMarks} onProblem=${setProblem} />
      <${Thinking} match=${match} view=${past.view || view} ply=${past.ply === null ? undefined : past.ply}
        live=${thought} onHover=${setPointed} />
      <${History} moves=${history} view=${view} ply=${past.ply} onPly=${past.go} />
      <${RulesOf} view=${view} />
    </aside>
  </article>`;
}
