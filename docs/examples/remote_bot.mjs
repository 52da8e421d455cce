// A player for remote:url=http://127.0.0.1:PORT/ - run it by: node remote_bot.mjs [PORT]
// It captures, calls or takes the last of the legal moves: any game, no memory, no cleverness.
import { createServer } from "node:http";

const answers = new Map(); // by key: a question that is asked again gets the same answer

function choose({ legal, history, seat }) {
  const played = new Set(history.map((step) => step.move));
  const fresh = legal.filter((move) => !played.has(move));
  const move = legal.find((move) => move.includes("x") || move === "call") ?? fresh.at(-1) ?? legal.at(-1);
  return { move, reasons: [`Of ${legal.length} legal moves seat ${seat} takes ${move}.`] };
}

const server = createServer(async (request, response) => {
  let status = 200;
  let answer;
  try {
    let text = "";
    for await (const chunk of request) text += chunk;
    const question = JSON.parse(text);
    answer = answers.get(question.key) ?? choose(question);
    answers.set(question.key, answer);
    if (answers.size > 1000) answers.delete(answers.keys().next().value);
  } catch (error) {
    status = 400;
    answer = { error: String(error.message) };
  }
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(answer));
});

const port = Number(process.argv[2] ?? 0); // 0: any that is free
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
