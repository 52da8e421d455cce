// Play a game against `parlour engine`: node engine_client.js [game] [level]
// This client takes the first legal move each time; the engine has the other seat.
const { spawn } = require("node:child_process");
const readline = require("node:readline");

const [game = "tic_tac_toe", level = "hard"] = process.argv.slice(2);
const engine = spawn(process.env.PARLOUR || "parlour", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // by the id of the request: who waits for its answer
let last = 0;
engine.on("error", (error) => console.error(`parlour does not start: ${error.message}`));

readline.createInterface({ input: engine.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  const { resolve, reject } = waiting.get(answer.id);
  waiting.delete(answer.id);
  answer.ok ? resolve(answer) : reject(new Error(answer.error));
});

function ask(what, more = {}) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    engine.stdin.write(JSON.stringify({ id, do: what, ...more }) + "\n");
  });
}

async function main() {
  const hello = await ask("hello");
  console.log(`${hello.name}, protocol ${hello.protocol}`);
  const match = await ask("new", { game, level, seat: 1, seed: 7 });
  const moves = [];
  let at = await ask("position", { moves });
  while (!at.over) {
    const mine = at.turn !== 1;
    const answer = mine ? await ask("legal") : await ask("choose", { at_most: 0.05 });
    moves.push(mine ? answer.moves[0] : answer.move);
    at = await ask("position", { moves });
  }
  console.log(`${match.title}: ${moves.join(" ")}`);
  console.log(`results: ${at.returns.join(", ")}`);
  await ask("quit");
}

main().catch((error) => {
  console.error(String(error.message || error));
  engine.kill();
  process.exitCode = 1;
});
