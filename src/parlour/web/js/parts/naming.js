// @ts-check
/** How a part of a board is called by those who cannot see it: "b2, X", "queen of hearts", "hit". */

/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 10: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six",
  5: "five", 4: "four", 3: "three", 2: "two",
};
const UNSEEN = new Set([".", "·", ""]);

/** Take a card's text apart. @param {string} text @returns {{rank: string, suit: string} | null} */
export function cardOf(text) {
  const found = /^(10|[AKQJT2-9])([cdhs]?)$/.exec(text);
  return found ? { rank: found[1] === "10" ? "T" : found[1], suit: found[2] } : null;
}

/** @param {string} text */
function cardName(text) {
  const card = cardOf(text);
  if (!card) return text ? `card ${text}` : "no card";
  return card.suit ? `${RANKS[card.rank]} of ${SUITS[card.suit]}` : RANKS[card.rank];
}

/** @param {any} cell */
function content(cell) {
  const text = UNSEEN.has((cell.text || "").trim()) ? "" : cell.text.trim();
  switch (cell.shape) {
    case "card": return cell.tone === "empty" ? "place for a card" : cardName(text);
    case "back": return "card face down";
    case "die": return text ? `die ${text}` : "die";
    case "cup": return "hidden die";
    case "man": case "king": return `${cell.tone || "plain"} ${cell.shape}`;
    case "chips": return text ? `${text} chips` : "chips";
    case "edge": return cell.tone === "empty" ? "free edge" : "drawn edge";
    case "dot": return "";
    case "": case undefined: return text === "●" ? "counter" : text;
    default: return cell.shape;
  }
}

/**
 * Name a cell of a grid: where it is, what is there. @param {any} cell @param {any} grid @param {number} row
 * @param {number} column
 */
export function nameOf(cell, grid, row, column) {
  const what = content(cell);
  const labels = [grid.column_labels?.[column], grid.row_labels?.[row]].filter(Boolean).join("");
  const where = cell.shape === "card" ? "" : cell.part || cell.name || labels;
  return [where, what === where ? "" : what, cell.mark ? "marked" : ""].filter(Boolean).join(", ");
}
