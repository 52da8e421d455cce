// @ts-check
/** How a player does: results and rating of each game, and in one game against whom, from where and when. */

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { date, percent, plural } from "../words.js";
import { Bars, Lines, Pie } from "./plot.js";

const Z = 1.959964; // 95 %, both sides
const TONES = { won: "good", drawn: "quiet", lost: "bad" };

/** @param {{won: number, drawn: number, lost: number, games: number}} how */
const results = (how) => `${how.won} won, ${how.drawn} drawn, ${how.lost} lost`;

/** The share of the points, a draw being half of one. @param {any} how */
const score = (how) => (how.games ? (how.won + how.drawn / 2) / how.games : 0);

/** How the rating has gone, with its interval. @param {{points: [number, number, number][], title: string}} props */
function Gone({ points, title }) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  /** @param {number} sign */
  const curve = (sign) => points.map(([, rating, error], index) => [index + 1, rating + sign * Z * error]);
  const [low, high] = [curve(-1), curve(1)];
  const series = [
    { name: "rating", points: curve(0), tone: "accent" },
    { name: "95 %: at most", points: high, tone: "quiet" },
    { name: "95 %: at least", points: low, tone: "quiet" },
  ];
  const shown = at === null ? null : points[Math.min(points.length, Math.max(1, at)) - 1];
  return html`<div class="stack tight">
    <${Lines} series=${series} label=${`Rating in ${title}, match by match`} across="match" at=${at} onPick=${setAt}
      least=${Math.floor(Math.min(...low.map(([, y]) => y)) / 50) * 50} format=${(/** @type {number} */ y) => y.toFixed(0)}
      most=${Math.ceil(Math.max(...high.map(([, y]) => y)) / 50) * 50} />
    <p class="quiet small" role="status">${shown
      ? `${date(shown[0])}: ${shown[1].toFixed(0)}, give or take ${(Z * shown[2]).toFixed(0)}`
      : "Rating after each match that counts, with its 95 % interval."}</p></div>`;
}

/** Shares of the points by some kind of group. @param {{groups: Record<string, any>, title: string, named?: (name: string) => string}} props */
function Shares({ groups, title, named = (name) => name }) {
  const values = Object.entries(groups).map(([name, how]) => ({
    label: named(name), value: score(how), text: `${percent(score(how))} of ${plural(how.games, "match", "matches")}`,
  }));
  return html`<div class="stack tight"><h4>${title}</h4>
    <${Bars} values=${values} least=${0} most=${1} unit="%" label=${title} /></div>`;
}

/** @param {{game: string, how: any, rating: any, points: any, title: string}} props */
function OneGame({ game, how, rating, points, title }) {
  const [seats, setSeats] = useState(/** @type {string[]} */ ([]));
  useEffect(() => void get(`/games/${game}`).then((told) => setSeats(told.seat_names), () => {}), [game]); // numbers do too
  const shares = Object.entries(TONES).map(([name, tone]) => ({ label: name, value: how[name], tone }));
  const length = how.length;
  return html`<div class="panel stack" data-figures=${game}>
    <div class="row apart"><h3>${title}</h3>${rating && rating.games > 0 && html`<p>
      <strong class="rating">${rating.rating.toFixed(0)}</strong>
      <span class="quiet"> ${rating.low.toFixed(0)} to ${rating.high.toFixed(0)}</span></p>`}</div>
    ${points && points.length > 0 && html`<${Gone} points=${points} title=${title} />`}
    ${rating && !rating.games && html`<p class="quiet">Not rated yet: ${rating.measured
      ? "no finished match counts so far." : "no level of this game was measured; matches with other players count."}</p>`}
    <div class="figures">
      <${Pie} values=${shares} label=${`Results in ${title}`} />
      <${Shares} groups=${how.by_opponent} title="By opponent" />
      ${Object.keys(how.by_seat).length > 1 && html`<${Shares} groups=${how.by_seat} title="By seat"
        named=${(/** @type {string} */ seat) => seats[Number(seat)] || `seat ${Number(seat) + 1}`} />`}
      ${Object.keys(how.by_month).length > 1 && html`<${Shares} groups=${how.by_month} title="By month" />`}
    </div>
    <p class="quiet small">A match took ${length.mean} moves on average, from ${length.shortest} to ${length.longest}.</p>
  </div>`;
}

/** @param {{told: any, titles: Record<string, string>}} props */
export function Figures({ told, titles }) {
  const { statistics, ratings, history } = told;
  const games = Object.keys(statistics.by_game);
  const [chosen, setChosen] = useState("");
  const game = games.includes(chosen) ? chosen : mostPlayed(statistics.by_game);
  if (!games.length) return html`<section class="stack" aria-labelledby="figures"><h2 id="figures">Statistics</h2>
    <p class="quiet">Finish a match and it is counted here. <a href="/">Choose a game</a></p></section>`;
  return html`<section class="stack" aria-labelledby="figures">
    <h2 id="figures">Statistics</h2>
    <p>${plural(statistics.games, "match", "matches")} finished: ${results(statistics)}.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Results by game"><table class="by-game">
      <thead><tr><th scope="col">Game</th><th scope="col">Rating</th><th scope="col">95 %</th>
        <th scope="col">Matches</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Lost</th></tr></thead>
      <tbody>${games.map((name) => {
        const how = statistics.by_game[name];
        const rated = ratings[name] && ratings[name].games ? ratings[name] : null;
        return html`<tr key=${name} class=${name === game ? "chosen" : ""}>
          <th scope="row"><button class="button plain" aria-pressed=${name === game} onClick=${() => setChosen(name)}>
            ${titles[name] || name}</button></th>
          <td class="number">${rated ? rated.rating.toFixed(0) : "–"}</td>
          <td class="number quiet">${rated ? `${rated.low.toFixed(0)} to ${rated.high.toFixed(0)}` : ""}</td>
          <td class="number">${how.games}</td><td class="number">${how.won}</td>
          <td class="number">${how.drawn}</td><td class="number">${how.lost}</td></tr>`;
      })}</tbody></table></div>
    <${OneGame} key=${game} game=${game} how=${statistics.by_game[game]} rating=${ratings[game]} points=${history[game]}
      title=${titles[game] || game} />
  </section>`;
}

/** @param {Record<string, any>} games */
function mostPlayed(games) {
  return Object.keys(games).sort((a, b) => games[b].games - games[a].games)[0] || "";
}
