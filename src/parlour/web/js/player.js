// @ts-check
/** Who plays in this browser: the server knows by a cookie that no script can read. And the links given out. */

import { get, Problem, post } from "./api.js";

const LINKS = "parlour.links";
const MOST_LINKS = 30; // matches

/** What those are called who gave no name. */
export const GUEST = /^Guest \d{4}$/;

/** @typedef {{id: string, name: string}} Player */

/** Who this browser is known as, and which matches wait. @returns {Promise<{player: Player | null, matches: any[]}>} */
export const greeted = (limit = 6) => get(`/lobby?limit=${limit}`);

/** Be known as somebody, now if not before: under a name, or as a guest with a number. @returns {Promise<Player>} */
export async function known(name = "") {
  const { player } = await greeted(0);
  if (player) return player;
  for (let tries = 0; ; tries += 1) {
    try {
      return await post("/players", { name: name || `Guest ${1000 + Math.floor(Math.random() * 9000)}` });
    } catch (error) {
      const taken = error instanceof Problem && error.status === 409;
      if (name || tries > 4 || !taken) throw error; // a guest takes another number
    }
  }
}

/** @returns {Record<string, {seat: number, url: string}[]>} */
function links() {
  try {
    return JSON.parse(localStorage.getItem(LINKS) || "{}");
  } catch {
    return {};
  }
}

/** Keep the links to a match's open seats: the server tells them once.
 * @param {string} match @param {{seat: number, url: string}[]} invitations */
export function keepLinks(match, invitations) {
  if (!invitations.length) return;
  const kept = Object.entries(links()).slice(1 - MOST_LINKS);
  const given = invitations.map(({ seat, url }) => ({ seat, url }));
  try {
    localStorage.setItem(LINKS, JSON.stringify(Object.fromEntries([...kept, [match, given]])));
  } catch { /* private browsing: the link is shown once */ }
}

/** The links to a match's seats that were given out from here. @param {string} match */
export const linksOf = (match) => links()[match] || [];
